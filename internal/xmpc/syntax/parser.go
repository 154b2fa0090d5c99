package syntax

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// Parse reads one preprocessed source. Diagnostics go to diags; the file is whole in any case.
func Parse(src *diag.Source, diags *diag.List) *File {
	s := lex(src)
	p := &parser{file: &File{Source: src, Tokens: s.tokens, Hidden: s.hidden}, tokens: s.tokens,
		macros: map[string]*Macro{}, changes: s.macros, diags: diags}
	p.marks = marks(s.tokens)
	p.covered = make([]bool, len(p.marks))
	p.byDirective = new([]*Coarray)
	p.push()
	for p.tok().Kind != EOF {
		before := p.pos
		p.external()
		if p.pos == before {
			p.pos++
		}
	}
	p.origins()
	p.uncovered()
	return p.file
}

// parser reads tokens: those of the file, or of one directive. What both share is the file and the
// scopes.
type parser struct {
	file       *File
	tokens     []Token
	pos        int
	diags      *diag.List
	scopes     []map[string]*Symbol
	tags       []map[string]*Aggregate // of the same scopes
	macros     map[string]*Macro
	changes    map[int][]change
	expansions int // of macros, in the directive that is being read
	seen       int // up to this token the macros' changes have been made
	marks      []int
	covered    []bool

	depth      int
	function   int    // how many function bodies are around
	constructs int    // sections and coindexed objects met
	failure    string // of the expression being read
	failedAt   int
	inside     bool       // in the body of if, else, switch or a loop that has no braces
	jumps      jumps      // of the function that is being read
	directive  *Directive // whose tokens these are; nil: the file's
	// byDirective are the coarrays that directives declare.
	byDirective *[]*Coarray
}

func (p *parser) tok() Token { return p.tokens[min(p.pos, len(p.tokens)-1)] }
func (p *parser) peek(n int) Token {
	return p.tokens[min(p.pos+n, len(p.tokens)-1)]
}
func (p *parser) ok() bool { return p.failure == "" && p.tok().Kind != EOF }

func (p *parser) fail(format string, args ...any) {
	if p.failure == "" {
		p.failure, p.failedAt = fmt.Sprintf(format, args...), min(p.pos, len(p.tokens)-1)
	}
}

func (p *parser) expect(op string) {
	if p.failure != "" {
		return
	}
	if !p.tok().Is(op) {
		p.fail("expected '%s', found %s", op, describe(p.tok()))
		return
	}
	p.pos++
}

func describe(t Token) string {
	switch t.Kind {
	case EOF:
		return "the end"
	case Pragma:
		return "a directive"
	}
	return "'" + t.Text + "'"
}

func (p *parser) rangeOf(at int) diag.Range {
	t := p.tokens[min(at, len(p.tokens)-1)]
	return p.file.Source.Range(int(t.Start), int(t.End))
}

// placeOf is the place of a failure in what begins with token lo: behind the token in front, where
// something is missing at the end of a line.
func (p *parser) placeOf(lo int) diag.Range {
	src, r := p.file.Source, p.rangeOf(p.failedAt)
	if p.failedAt > lo && strings.HasPrefix(p.failure, "expected ") {
		end := int(p.tokens[p.failedAt-1].End)
		if src.PhysicalLine(end) < src.PhysicalLine(int(r.Start)) {
			return src.Range(end, end)
		}
	}
	return r
}

func (p *parser) errorf(code diag.Code, at int, format string, args ...any) *diag.Diagnostic {
	return p.diags.Errorf(code, p.rangeOf(at), format, args...)
}

// --- scopes ----------------------------------------------------------------------

func (p *parser) push() {
	p.scopes = append(p.scopes, map[string]*Symbol{})
	p.tags = append(p.tags, map[string]*Aggregate{})
}

func (p *parser) pop() {
	p.scopes, p.tags = p.scopes[:len(p.scopes)-1], p.tags[:len(p.tags)-1]
}

func (p *parser) lookup(name string) *Symbol {
	for _, scope := range slices.Backward(p.scopes) {
		if s := scope[name]; s != nil {
			return s
		}
	}
	return nil
}

func (p *parser) declare(s *Symbol) {
	if s.Name == "" {
		return
	}
	scope := p.scopes[len(p.scopes)-1]
	// `extern` again, or a definition after it, does not take codimensions away.
	if old := scope[s.Name]; old != nil && old.Coarray != nil {
		if s.Coarray == nil {
			s.Coarray = old.Coarray
		} else if p.directive == nil && !p.sameCoarray(old.Coarray, s.Coarray) {
			p.errorf(CodeDeclare, s.At.Lo, "'%s' has been declared with other codimensions",
				s.Name).Note(p.declaredAt(old), "here")
			s.Coarray = old.Coarray
		}
	}
	scope[s.Name] = s
}

// --- tokens ----------------------------------------------------------------------

// closing is the token that closes the bracket at open; -1: none does.
func (p *parser) closing(open int) int {
	var want []string
	for i := open; i < len(p.tokens); i++ {
		if p.tokens[i].Kind != Punct {
			continue
		}
		switch p.tokens[i].Text {
		case "(":
			want = append(want, ")")
		case "[":
			want = append(want, "]")
		case "{":
			want = append(want, "}")
		case ")", "]", "}":
			if p.tokens[i].Text != want[len(want)-1] {
				return -1
			}
			if want = want[:len(want)-1]; len(want) == 0 {
				return i
			}
		}
	}
	return -1
}

// skipOne passes one token, or a bracket and all that is in it.
func (p *parser) skipOne() {
	if t := p.tok(); t.Is("(") || t.Is("[") || t.Is("{") {
		if end := p.closing(p.pos); end >= 0 {
			p.pos = end + 1
			return
		}
	}
	if p.tok().Kind != EOF {
		p.pos++
	}
}

// marks finds what is XcalableMP's for certain: ':' before '[' and ':' in a subscript stand nowhere
// in C but in asm statements and attributes.
func marks(tokens []Token) (found []int) {
	type level struct {
		open      string
		questions int
	}
	var levels []level
	top := func() *level {
		if len(levels) == 0 {
			levels = append(levels, level{})
		}
		return &levels[len(levels)-1]
	}
	at := func(i int) Token { return tokens[min(i, len(tokens)-1)] }
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t.Kind == Pragma:
			if _, ok := xmpText(t.Text); ok {
				found = append(found, i)
			}
		case t.Kind == Ident && isLowered(t.Text) && at(i+1).Is("("),
			t.Text == SyncImage && byNode(tokens[i+1:]):
			found = append(found, i)
		case t.Kind == Ident && (t.Text == "asm" || t.Text == "__asm__" || t.Text == "__asm"):
			end := skipAsm(tokens, i)
			found = append(found, inAsm(tokens[:end], i)...)
			i = end
		case t.Kind != Punct:
		case t.Text == "[" && at(i+1).Is("["): // an attribute of C23
			i = skipBracket(tokens, i)
		case t.Text == "(" || t.Text == "[" || t.Text == "{":
			levels = append(levels, level{open: t.Text})
		case t.Text == ")" || t.Text == "]" || t.Text == "}":
			if len(levels) > 0 {
				levels = levels[:len(levels)-1]
			}
		case t.Text == "?":
			top().questions++
		case t.Text == ":" && at(i+1).Is("[") && !at(i+2).Is("["):
			found = append(found, i)
		case t.Text == ":" && top().questions > 0:
			top().questions--
		case t.Text == ":" && top().open == "[":
			found = append(found, i)
		}
	}
	return found
}

// byNode tells whether the first argument of a call may be a node of an array: a name with a
// subscript.
func byNode(tokens []Token) bool {
	i := 0
	for i < len(tokens) && tokens[i].Is("(") {
		i++
	}
	return i > 0 && i+1 < len(tokens) && tokens[i].Kind == Ident &&
		(tokens[i+1].Is("(") || tokens[i+1].Is("["))
}

func skipBracket(tokens []Token, open int) int {
	p := parser{tokens: tokens}
	if end := p.closing(open); end >= 0 {
		return end
	}
	return open
}

// inAsm finds coindexed objects in the operands of an asm statement, which stand in parentheses of
// their own.
func inAsm(tokens []Token, i int) (found []int) {
	depth := 0
	for ; i < len(tokens); i++ {
		switch t := tokens[i]; {
		case t.Is("("):
			depth++
		case t.Is(")"):
			depth--
		case depth > 1 && t.Is(":") && i+1 < len(tokens) && tokens[i+1].Is("["):
			found = append(found, i)
		}
	}
	return found
}

func skipAsm(tokens []Token, i int) int {
	for j := i + 1; j < len(tokens); j++ {
		if tokens[j].Is("(") {
			return skipBracket(tokens, j)
		}
		if tokens[j].Kind != Ident {
			break
		}
	}
	return i
}

func (p *parser) marked(lo, hi int) bool {
	if p.directive != nil {
		return true
	}
	i, _ := slices.BinarySearch(p.marks, lo)
	return i < len(p.marks) && p.marks[i] < hi
}

// cover notes that what is marked in a span has been understood, or refused.
func (p *parser) cover(lo, hi int) {
	if p.directive != nil {
		return
	}
	i, _ := slices.BinarySearch(p.marks, lo)
	for ; i < len(p.marks) && p.marks[i] < hi; i++ {
		p.covered[i] = true
	}
}

// uncovered refuses what no rule of the parser has come by: nothing passes unread.
func (p *parser) uncovered() {
	for i, at := range p.marks {
		if !p.covered[i] {
			p.errorf(CodeForm, at, "this use of XcalableMP's syntax is not understood here")
		}
	}
}

// refuse covers a span and says why its constructs cannot stand there.
func (p *parser) refuse(lo, hi int, code diag.Code, format string, args ...any) {
	if p.directive != nil || !p.marked(lo, hi) {
		return
	}
	i, _ := slices.BinarySearch(p.marks, lo)
	for ; i < len(p.marks) && p.marks[i] < hi; i++ {
		if !p.covered[i] {
			p.errorf(code, p.marks[i], format, args...)
			break
		}
	}
	p.cover(lo, hi)
}

// typeTokens looks at the tokens of a type's name.
// The expressions of typeof in it that have constructs are given back.
func (p *parser) typeTokens(lo, hi int) (kids []*Expr) {
	if !p.marked(lo, hi) {
		return nil
	}
	at := p.pos
	for i := lo; i < hi && p.ok(); i++ {
		if p.tokens[i].Kind != Ident || !strings.Contains(p.tokens[i].Text, "typeof") ||
			!p.tokens[i+1].Is("(") || p.startsType(i+2) {
			continue
		}
		end := p.closing(i + 1)
		if end < 0 || end >= hi {
			break
		}
		p.pos = i + 2
		x := p.expression()
		if p.pos != end {
			p.fail("expected ')', found %s", describe(p.tok()))
		}
		kids = append(kids, x)
		p.cover(i+2, end)
		i = end
	}
	p.pos = at
	p.refuse(lo, hi, CodeForm, "a coindexed object or section cannot stand in the name of a type")
	return kids
}

func (p *parser) opaqueArguments(lo, hi int) {
	p.refuse(lo, hi, CodeForm,
		"a coindexed object or section cannot stand here; assign it to a variable first")
}

// --- expressions in their places ----------------------------------------------------

// root reads the expression of tokens [lo, hi) if there is something of XcalableMP in it.
func (p *parser) root(lo, hi int) { p.rootAs(lo, hi, p.expression) }

func (p *parser) rootAs(lo, hi int, read func() *Expr) {
	p.pos = hi
	if lo >= hi || !p.marked(lo, hi) {
		return
	}
	p.pos = lo
	var x *Expr
	if p.tok().Is("{") {
		x = p.list()
	} else {
		x = read()
	}
	if p.failure == "" && p.pos != hi {
		p.fail("expected the end of the expression, found %s", describe(p.tok()))
	}
	if p.failure != "" {
		p.diags.Errorf(CodeForm, p.placeOf(lo), "%s",
			p.failure).Help(
			"the expression has a coindexed object or a section, so Coral must read it")
	} else if p.directive == nil {
		p.file.Roots = append(p.file.Roots, x)
	}
	p.failure = ""
	p.pos = hi
	p.cover(lo, hi)
}

// until reads an expression up to one of these tokens at its own level, and gives where that
// stands.
func (p *parser) until(stops ...string) int {
	lo, questions := p.pos, 0
	for p.tok().Kind != EOF {
		t := p.tok()
		if t.Kind == Punct {
			if t.Is(":") && p.peek(1).Is("[") && !p.peek(2).Is("[") {
				// of a coindexed object
			} else if t.Is(":") && questions > 0 {
				questions--
			} else if t.Is(",") && questions > 0 {
				// between ? and : C has a whole expression
			} else if slices.Contains(stops, t.Text) {
				break
			} else if t.Is("}") || t.Is(")") || t.Is("]") {
				break
			} else if t.Is("?") {
				questions++
			}
		}
		p.skipOne()
	}
	hi := p.pos
	if slices.Contains(stops, ",") {
		p.rootAs(lo, hi, p.assignment) // what follows the comma is another one
	} else {
		p.root(lo, hi)
	}
	return hi
}
