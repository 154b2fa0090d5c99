package syntax

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// Declarations, as far as they say what names mean: types are the compiler's business.

type wordKind uint8

const (
	isStorage wordKind = iota + 1
	isType
	isAggregate
	isQualifier
	isWithArguments     // may be followed by arguments in parentheses
	isTypeWithArguments // is followed by them
)

var declarationWords = map[string]wordKind{
	"typedef": isStorage, "extern": isStorage, "static": isStorage, "auto": isStorage,
	"register": isStorage, "_Thread_local": isStorage, "__thread": isStorage,
	"thread_local": isStorage, "constexpr": isStorage,
	"inline": isQualifier, "__inline": isQualifier, "__inline__": isQualifier,
	"_Noreturn": isQualifier, "__extension__": isQualifier,
	"const": isQualifier, "__const": isQualifier, "__const__": isQualifier, "volatile": isQualifier,
	"__volatile__": isQualifier, "__volatile": isQualifier,
	"restrict": isQualifier, "__restrict": isQualifier, "__restrict__": isQualifier,
	"__label__": isQualifier,
	"_Atomic":   isWithArguments, "__attribute__": isWithArguments, "__attribute": isWithArguments,
	"_Alignas": isWithArguments, "alignas": isWithArguments,
	"__declspec": isWithArguments, "_BitInt": isTypeWithArguments,
	"typeof_unqual": isTypeWithArguments, "__typeof_unqual__": isTypeWithArguments,
	"__typeof_unqual": isTypeWithArguments,
	"typeof":          isTypeWithArguments, "__typeof__": isTypeWithArguments,
	"__typeof": isTypeWithArguments, "__auto_type": isType,
	"void": isType, "char": isType, "short": isType, "int": isType, "long": isType, "float": isType,
	"double": isType, "signed": isType, "unsigned": isType,
	"__signed__": isType, "__signed": isType, "_Bool": isType, "bool": isType, "__bf16": isType,
	"__fp16": isType, "__int128__": isType,
	"_Float128x": isType, "_Decimal64x": isType, "_Sat": isType, "_Fract": isType, "_Accum": isType,
	"nullptr_t": isType, "_Complex": isType, "__complex__": isType, "_Imaginary": isType,
	"__int128": isType, "__int128_t": isType, "__uint128_t": isType, "__builtin_va_list": isType,
	"_Float16": isType, "_Float32": isType, "_Float64": isType, "_Float128": isType,
	"_Float32x": isType, "_Float64x": isType, "__float128": isType, "__float80": isType,
	"_Decimal32": isType, "_Decimal64": isType, "_Decimal128": isType,
	"struct": isAggregate, "union": isAggregate, "enum": isAggregate,
}

// newWords are keywords of C23 that programs in older C have as names.
var newWords = map[string]bool{"alignas": true, "bool": true, "constexpr": true, "nullptr_t": true,
	"static_assert": true, "thread_local": true, "typeof_unqual": true,
	"typeof": true}

// kindOf is what the word at a place says in a declaration; 0: nothing, it is a name. A keyword of
// C23 is one unless the program has declared the name.
func (p *parser) kindOf(at int) wordKind {
	t := p.tokens[min(at, len(p.tokens)-1)]
	if t.Kind != Ident {
		return 0
	}
	kind := declarationWords[t.Text]
	if kind == 0 || !newWords[t.Text] {
		return kind
	}
	if kind.takesArguments() && !p.tokens[min(at+1, len(p.tokens)-1)].Is("(") ||
		p.lookup(t.Text) != nil {
		return 0
	}
	return kind
}

// takesArguments tells attributes, alignments and types that are followed by something in
// parentheses.
func (k wordKind) takesArguments() bool { return k == isWithArguments || k == isTypeWithArguments }

// attributes are where those of C23 at a place end, [[ .. ]] [[ .. ]]; the place itself: there are
// none.
func (p *parser) attributes(at int) int {
	for at+1 < len(p.tokens) && p.tokens[at].Is("[") && p.tokens[at+1].Is("[") {
		end := p.closing(at)
		if end < 0 {
			break
		}
		at = end + 1
	}
	return at
}

// startsTypeName tells whether the tokens at a place begin the type in parentheses of a cast or
// compound literal, which may have a storage class.
func (p *parser) startsTypeName(at int) bool {
	return p.startsType(at) ||
		p.kindOf(at) == isStorage
}

// startsType tells whether the tokens at a place begin the name of a type.
func (p *parser) startsType(at int) bool {
	t := p.tokens[min(at, len(p.tokens)-1)]
	if t.Kind != Ident {
		return false
	}
	switch kind := p.kindOf(at); {
	case t.Text == "__extension__":
		return p.startsType(at + 1)
	case kind != 0 && kind != isStorage:
		return true
	}
	s := p.lookup(t.Text)
	return s != nil && s.Typedef
}

func (p *parser) startsDeclaration(at int) bool {
	at = p.attributes(at)
	t := p.tokens[min(at, len(p.tokens)-1)]
	if t.Kind != Ident {
		return false
	}
	if p.isAssertion(at) || p.kindOf(at) == isStorage {
		return true
	}
	next := p.tokens[min(at+1, len(p.tokens)-1)]
	if t.Text == "__extension__" && !p.startsType(at) {
		return false
	}
	if p.startsType(at) {
		return !next.Is(":")
	}
	// A name that no header has declared, before another name: two names stand together nowhere
	// else.
	return next.Kind == Ident && p.kindOf(at+1) == 0 && !statementWords[t.Text] &&
		p.lookup(t.Text) == nil
}

// isAssertion tells a static assertion.
func (p *parser) isAssertion(at int) bool {
	t := p.tokens[min(at, len(p.tokens)-1)]
	return t.IsWord("_Static_assert") || t.IsWord("static_assert") && p.lookup(t.Text) == nil
}

var statementWords = map[string]bool{"if": true, "else": true, "while": true, "do": true,
	"for": true, "switch": true, "case": true, "default": true, "return": true, "goto": true,
	"break": true, "continue": true, "sizeof": true, "asm": true, "__asm__": true, "__asm": true,
	"_Alignof": true, "__alignof__": true, "__alignof": true, "alignof": true, "_Countof": true,
	"__real__": true, "__imag__": true, "__real": true, "__imag": true}

// external is a declaration or definition at file scope.
func (p *parser) external() {
	switch t := p.tok(); {
	case t.Kind == Pragma:
		p.pragma(true)
	case t.Is(";"):
		p.pos++
	case t.IsWord("asm") || t.IsWord("__asm__") || t.IsWord("__asm"):
		p.keyword(t.Text)
	default:
		p.declaration()
	}
}

// specifiers are what stands in front of declarators.
type specifiers struct {
	typedef, static, extern bool
	fixed                   bool       // register or thread-local
	constant                bool       // const: what declarators with '*' point to, else the object
	complete                bool       // the name of a type that is an array with a bound
	aggregate               *Aggregate // nil: none, or it is not known
}

// declaration reads up to its semicolon, or a function with its body.
func (p *parser) declaration() {
	lo := p.pos
	if p.isAssertion(lo) {
		p.until(";")
		p.accept(";")
		return
	}
	spec := p.specifiers()
	for p.tok().Kind != EOF && !p.tok().Is("}") {
		if p.accept(";") {
			return
		}
		before := p.pos
		d := p.declarator()
		symbol := p.finish(d, spec, false)
		if spec.extern && symbol.Coarray == nil { // in a block it is the object of file scope
			if outer := p.scopes[0][symbol.Name]; outer != nil {
				symbol.Coarray = outer.Coarray
			}
		}
		p.declare(symbol)
		if d.function && p.functionBody(d) {
			return
		}
		if p.accept("=") {
			p.until(",", ";")
		}
		if p.accept(",") {
			continue
		}
		if p.accept(";") {
			return
		}
		if p.pos == before || !p.tok().Is("}") {
			p.lost(lo)
			return
		}
	}
}

// lost passes what is no declaration that the parser knows: constructs in it are refused.
func (p *parser) lost(lo int) {
	for p.tok().Kind != EOF && !p.tok().Is(";") && !p.tok().Is("}") {
		if p.tok().Is("{") {
			p.skipOne()
			break
		}
		p.skipOne()
	}
	p.accept(";")
	p.refuse(lo, p.pos, CodeForm, "this declaration is not understood")
}

func (p *parser) specifiers() (s specifiers) {
	named := false
	for {
		t := p.tok()
		if end := p.attributes(p.pos); end > p.pos {
			p.pos = end
			continue
		}
		if t.Kind != Ident {
			return s
		}
		kind := p.kindOf(p.pos)
		if next := p.peek(1); named && newWords[t.Text] && next.Kind != Ident && !next.Is("*") &&
			!next.Is("(") {
			return s // the name that is declared
		}
		switch {
		case kind == isStorage:
			s.typedef = s.typedef || t.Text == "typedef"
			s.static = s.static || t.Text == "static"
			s.extern = s.extern || t.Text == "extern"
			s.fixed = s.fixed || t.Text == "register" || t.Text == "_Thread_local" ||
				t.Text == "__thread" || t.Text == "thread_local" || t.Text == "constexpr"
			p.pos++
		case kind == isAggregate:
			named = true
			s.aggregate = p.aggregate(t.Text)
		case kind.takesArguments():
			named = named || kind == isTypeWithArguments || t.Text == "_Atomic" && p.peek(1).Is("(")
			p.pos++
			if p.tok().Is("(") {
				lo := p.pos
				p.skipOne()
				if hi := p.pos; strings.Contains(t.Text, "typeof") && p.tokens[hi-1].Is(")") &&
					!p.startsType(lo+1) {
					p.root(lo+1, hi-1)
					p.pos = hi
				}
				p.opaqueArguments(lo, p.pos)
			}
		case kind != 0:
			s.constant = s.constant || t.Text == "const" || t.Text == "__const" ||
				t.Text == "__const__"
			named = named || kind == isType
			p.pos++
		case !named:
			// The name of a type; a lone name in front of what no type is followed by is a
			// declarator: main() {}.
			symbol := p.lookup(t.Text)
			if symbol == nil || !symbol.Typedef {
				if next := p.peek(1); next.Kind != Ident && !next.Is("*") {
					return s
				}
			}
			if symbol != nil {
				s.complete, s.aggregate = symbol.Complete, symbol.Aggregate
			}
			named = true
			p.pos++
		default:
			return s
		}
	}
}

// aggregate = ( "struct" | "union" | "enum" ) [ attributes ] [ tag ] [ "{" .. "}" ] .
func (p *parser) aggregate(word string) *Aggregate {
	p.pos++
	for {
		if end := p.attributes(p.pos); end > p.pos {
			p.pos = end
		} else if p.kindOf(p.pos) == isWithArguments && p.peek(1).Is("(") {
			p.pos++
			p.skipOne()
		} else {
			break
		}
	}
	tag := ""
	if p.tok().Kind == Ident {
		tag = p.tok().Text
		p.pos++
	}
	if word == "enum" && p.tok().Is(":") && !p.peek(1).Is("[") { // the type of its values
		p.pos++
		p.specifiers()
	}
	defined := p.tok().Is("{")
	a := &Aggregate{}
	if word != "enum" && tag != "" {
		a = p.tagged(tag, defined)
	}
	if !defined {
		return a
	}
	lo := p.pos
	p.skipOne()
	if word != "enum" {
		p.membersOf(a, lo+1, p.pos-1)
	}
	p.refuse(lo, p.pos, CodeDeclare,
		"a member of a %s cannot be a coarray; declare an object of the type as one", word)
	return a
}

// declarator is one name that is declared.
type declarator struct {
	name       int // token, -1: abstract
	lo         int
	pointer    bool // the outermost derivation
	stars      bool // there is a '*'
	array      bool
	function   bool
	parameters []*Symbol
	params     Span
	codims     []Span
	codimSpan  Span
	bound      Span   // of an array, the outermost one
	bounds     []Span // of an array that is declared without parentheses, all
	qualifiers []Span // in its bounds
}

func (p *parser) declarator() *declarator {
	d := &declarator{name: -1, lo: p.pos}
	p.declare1(d)
	for p.ok() {
		switch t := p.tok(); {
		case t.Is(":") && p.peek(1).Is("["):
			p.codimensions(d)
		case t.Is(":"):
			p.pos++ // a bit-field
			p.until(",", ";")
		case p.attributes(p.pos) > p.pos:
			p.pos = p.attributes(p.pos)
		case t.IsWord("__attribute__") || t.IsWord("__attribute") || t.IsWord("asm") ||
			t.IsWord("__asm__") || t.IsWord("__asm"):
			p.pos++
			p.skipOne()
		default:
			return d
		}
	}
	return d
}

// declare1 = { "*" | qualifier | attributes } ( name | "(" declarator ")" ) { "[" .. "]" | "(" ..
// ")" } .
func (p *parser) declare1(d *declarator) {
	p.depth++
	defer func() { p.depth-- }()
	stars := false
	for p.depth < maxDepth {
		t := p.tok()
		if t.Is("*") || t.Is("^") {
			stars, d.stars = true, true
			p.pos++
		} else if end := p.attributes(p.pos); end > p.pos {
			p.pos = end
		} else if kind := p.kindOf(p.pos); kind == isQualifier {
			p.pos++
		} else if kind == isWithArguments {
			p.pos++
			if p.tok().Is("(") {
				p.skipOne()
			}
		} else {
			break
		}
	}
	inner := false
	switch t := p.tok(); {
	case t.Kind == Ident:
		d.name = p.pos
		p.pos++
	case t.Is("(") && !p.startsType(p.pos+1) && !p.peek(1).Is(")"):
		inner = true
		p.pos++
		p.declare1(d)
		p.accept(")")
	}
	for p.depth < maxDepth {
		if end := p.attributes(p.pos); end > p.pos {
			p.pos = end
		} else if t := p.tok(); t.Is("[") {
			if !inner || !d.pointer && !d.array && !d.function {
				d.array = true
			}
			at, end := p.pos, p.closing(p.pos)
			if end < 0 {
				return
			}
			lo := p.bound(at+1, end)
			if lo > at+1 {
				d.qualifiers = append(d.qualifiers, Span{at + 1, lo})
			}
			if d.name == at-1 && lo < end && !p.tokens[lo].Is("*") &&
				!slices.ContainsFunc(p.tokens[lo:end], Token.changes) {
				d.bound = Span{lo, end}
			}
			if d.name >= 0 && !inner {
				d.bounds = append(d.bounds, Span{lo, end})
			}
			p.pos = end + 1
		} else if t.Is("(") {
			lo := p.pos
			if !d.pointer && !d.array {
				d.function = true
			}
			list := p.parameterList()
			if d.params.Hi == 0 {
				d.parameters, d.params = list, Span{lo, p.pos}
			}
		} else {
			break
		}
	}
	if stars && !d.array && !d.function {
		d.pointer = true
	}
}

// bound is the expression of an array's bound; it gives where that begins, behind qualifiers.
func (p *parser) bound(lo, hi int) int {
	for lo < hi && (p.tokens[lo].IsWord("static") || p.kindOf(lo) == isQualifier) {
		lo++
	}
	if p.marked(lo, hi) {
		p.root(lo, hi)
	}
	return lo
}

func (p *parser) codimensions(d *declarator) {
	lo := p.pos
	p.pos++
	for p.tok().Is("[") {
		end := p.closing(p.pos)
		if end < 0 {
			p.errorf(CodeForm, p.pos, "the bracket is not closed")
			break
		}
		d.codims = append(d.codims, Span{p.pos + 1, end})
		p.pos = end + 1
	}
	d.codimSpan = Span{lo, p.pos}
	p.cover(lo, p.pos)
	if p.directive == nil {
		p.file.Codims = append(p.file.Codims, d.codimSpan)
	}
	p.checkCodims(d.codims)
}

// checkCodims demands sizes, and '*' in the last place.
func (p *parser) checkCodims(codims []Span) {
	for i, c := range codims {
		star := c.Hi == c.Lo+1 && p.tokens[c.Lo].Is("*")
		switch {
		case c.Hi <= c.Lo:
			p.errorf(CodeDeclare, c.Lo,
				"a codimension is a number of images, or '*' in the last place")
		case star != (i == len(codims)-1) && star:
			p.errorf(CodeDeclare, c.Lo, "'*' may stand in the last codimension only")
		case !star:
			if n, ok := p.constant(c); ok && n <= 0 {
				p.errorf(CodeDeclare, c.Lo, "a codimension of %d images: there is at least one", n)
			}
		}
	}
}

// sameCoarray tells whether two declarations give one name the same codimensions.
func (p *parser) sameCoarray(a, b *Coarray) bool {
	if a.Numbering != b.Numbering || len(a.Codims) != len(b.Codims) {
		return false
	}
	for i := range a.Codims {
		x, y := p.codimTokens(a, i), p.codimTokens(b, i)
		m, known := Constant(x)
		n, both := Constant(y)
		if known && both && m == n {
			continue
		}
		if !slices.EqualFunc(x, y, func(s, t Token) bool { return s.Text == t.Text }) {
			return false
		}
	}
	return true
}

func (p *parser) codimTokens(c *Coarray, i int) []Token {
	tokens := p.tokens
	if c.Where != nil {
		tokens = c.Where.Tokens
	}
	return tokens[c.Codims[i].Lo:c.Codims[i].Hi]
}

// declaredAt is where a name has become a coarray.
func (p *parser) declaredAt(s *Symbol) diag.Range {
	tokens := p.tokens
	if s.Coarray.Where != nil {
		tokens = s.Coarray.Where.Tokens
	}
	t := tokens[s.Coarray.At.Lo]
	return p.file.Source.Range(int(t.Start), int(t.End))
}

func (p *parser) parameterList() (list []*Symbol) {
	end := p.closing(p.pos)
	if end < 0 {
		p.pos = len(p.tokens) - 1
		return nil
	}
	p.pos++
	p.push()
	for p.pos < end {
		before := p.pos
		if p.tok().Is("...") {
			break
		}
		spec := p.specifiers()
		d := p.declarator()
		s := p.finish(d, spec, true)
		p.declare(s)
		list = append(list, s)
		if p.pos == before || !p.accept(",") {
			break
		}
	}
	p.pop()
	if p.pos < end {
		p.refuse(p.pos, end, CodeForm, "this parameter is not understood")
	}
	p.pos = end + 1
	return list
}

// finish makes the symbol of a declarator and checks where a coarray may be declared.
func (p *parser) finish(d *declarator, spec specifiers, parameter bool) *Symbol {
	s := &Symbol{Typedef: spec.typedef, Function: d.function, Pointer: d.pointer || parameter &&
		d.array, Fixed: spec.fixed || spec.constant && !d.stars, At: Span{d.lo, p.pos},
		Aggregate: spec.aggregate}
	if d.name >= 0 {
		s.Name = p.tokens[d.name].Text
		p.cover(d.name, d.name+1) // xmp_atomic_*, declared
		s.At = Span{d.name, d.name + 1}
	}
	local := p.function > 0 || parameter
	s.Automatic = local && !spec.static && !spec.extern
	if parameter {
		s.Bound = d.bound
	} else {
		s.Qualifiers = d.qualifiers
		s.Complete = d.bound.Hi > d.bound.Lo ||
			spec.complete && !d.array && !d.stars && !d.function
	}
	if d.array && !d.function {
		s.Bounds = d.bounds
	}
	if d.codims == nil {
		return s
	}
	if d.name < 0 && !parameter {
		p.errorf(CodeDeclare, d.codimSpan.Lo, "these codimensions belong to no name")
		return s
	}
	s.Coarray = &Coarray{Numbering: ByImage, Codims: d.codims, At: s.At}
	p.file.Codims = append(p.file.Codims, s.Qualifiers...)
	if d.array && !d.stars && !d.function && !parameter && !spec.extern && !spec.typedef {
		p.file.Arrays = append(p.file.Arrays, d.codimSpan)
	}
	p.checkCoarray(s, parameter)
	return s
}

// checkCoarray refuses what cannot be one.
func (p *parser) checkCoarray(s *Symbol, parameter bool) {
	switch {
	case s.Typedef:
		p.errorf(CodeDeclare, s.At.Lo,
			"the type '%s' cannot have codimensions; give them to its objects", s.Name)
	case s.Function:
		p.errorf(CodeDeclare, s.At.Lo, "the function '%s' cannot be a coarray", s.Name)
	case parameter && !s.Pointer:
		p.errorf(CodeStorage, s.At.Lo,
			"the parameter '%s' is a coarray, so it must be an array or a pointer", s.Name)
	case s.Fixed && !s.Pointer:
		p.errorf(CodeStorage, s.At.Lo,
			"the coarray '%s' cannot be const, register or thread-local: it would have no "+
				"place that other images reach", s.Name)
	case s.Automatic && !s.Pointer:
		p.errorf(CodeStorage, s.At.Lo, "the coarray '%s' is a local variable; declare it static",
			s.Name)
	default:
		return
	}
	s.Coarray = nil
}

// functionBody reads what stands behind a function's declarator; false: this is no definition.
func (p *parser) functionBody(d *declarator) bool {
	at := p.pos
	p.push()
	defer p.pop()
	for _, s := range d.parameters {
		p.declare(s)
	}
	p.function++
	defer func() { p.function-- }()
	// old style: declarations of parameters
	for p.tok().Kind == Ident && !p.tok().IsWord("__attribute__") &&
		(p.startsType(p.pos) || p.tok().IsWord("register")) {
		d.parameters = append(d.parameters, p.oldParameter()...)
	}
	if !p.tok().Is("{") {
		p.pos = at
		return false
	}
	for i, s := range d.parameters {
		if s.Body = p.pos; p.meansOther(s.Bound, d.parameters[i:]) {
			s.Bound = Span{}
		}
	}
	outer := p.jumps
	p.jumps = jumps{}
	p.compound()
	p.intoTasks()
	p.jumps = outer
	return true
}

// sizes are operators of a type, which call nothing.
var sizes = map[string]bool{"sizeof": true, "_Alignof": true, "__alignof__": true,
	"__alignof": true, "alignof": true, "_Countof": true}

// meansOther tells whether a parameter's bound may have another value in the function's body: it
// calls something, or has a name that is one of these parameters' there.
func (p *parser) meansOther(bound Span, later []*Symbol) bool {
	for i := bound.Lo; i < bound.Hi; i++ {
		t := p.tokens[i]
		if t.Kind != Ident || i > bound.Lo && (p.tokens[i-1].Is(".") || p.tokens[i-1].Is("->")) &&
			!p.tokens[i+1].Is("(") { // the name of a member
			continue
		}
		if p.tokens[i+1].Is("(") && p.kindOf(i) == 0 && !sizes[t.Text] ||
			slices.ContainsFunc(later, func(s *Symbol) bool { return s.Name == t.Text }) {
			return true
		}
	}
	return false
}

func (p *parser) oldParameter() (list []*Symbol) {
	spec := p.specifiers()
	for p.tok().Kind != EOF && !p.tok().Is("{") {
		d := p.declarator()
		s := p.finish(d, spec, true)
		p.declare(s)
		list = append(list, s)
		if p.accept(",") {
			continue
		}
		if !p.accept(";") {
			p.skipOne()
		}
		break
	}
	return list
}
