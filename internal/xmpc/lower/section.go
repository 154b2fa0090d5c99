package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// section is one array section of a statement, taken apart: the address of its first element, and
// for each dimension how many elements it has and how many bytes lie between them.
type section struct {
	x       *syntax.Expr // the whole designator, with the coindex
	first   string       // name of the pointer to the first element
	element string       // expression of an element's type, never evaluated
	kind    string       // the type of elements where they lie (pointee)
	remote  bool
	way     string   // name of the distance from this image's object, if remote
	number  []string // names, per dimension, outermost first
	step    []string
	dense   []bool // per dimension: every element from the first
	single  []bool // per dimension: one element, as is written there
	outer   outer
	when    string // a condition of C: if it is false, nothing of the section is evaluated
	checked bool   // its shape has been compared with the left side's
	fetched bool   // the values of another image have been asked for already
}

// outer is the first subscript of a variable that is an array: which of its rows a designator has.
type outer struct {
	array   string // expression of the array; empty: there is no subscript
	first   string // name of the first row's subscript
	inc     string // rows from one to the next
	section bool   // a triplet, else one row
}

// checkPlaces refuses sections in an expression where none may stand.
func (p part) checkPlaces(x *syntax.Expr) {
	switch x.Kind {
	case syntax.Section, syntax.Index, syntax.Member, syntax.Coindex, syntax.Block, syntax.Name,
		syntax.Leaf:
		return // sections that may stand here, and subscripts, whose places are others
	case syntax.Call, syntax.Generic, syntax.SizeOf, syntax.Assign, syntax.Comma, syntax.List,
		syntax.Prefix, syntax.Postfix:
		if hasSection(x) || hasSectionBelow(x) {
			p.errorf(syntax.CodeSection, x,
				"an array section cannot be part of this").Help("assign it to an array first")
		}
		return
	case syntax.Unary:
		if (x.Op == "&" || x.Op == "*") && hasSectionBelow(x) {
			p.errorf(syntax.CodeSection, x, "an array section has no address and is no pointer")
			return
		}
	}
	for _, k := range x.Kids {
		if k != nil {
			p.checkPlaces(k)
		}
	}
}

// hasSectionBelow looks into operands of every kind.
func hasSectionBelow(x *syntax.Expr) bool {
	for _, k := range x.Kids {
		if k != nil && (hasSection(k) || sectionIn(k) != nil) {
			return true
		}
	}
	return false
}

// sections lowers an assignment or accumulation of sections: a copy, or loops over the elements. A
// right side that overlaps the left is evaluated first.
func (p part) sections(x *syntax.Expr, c context) {
	left, right := strip(x.Kids[0]), x.Kids[1]
	give := func() { p.text.replace(x.Span, "0") }
	if c != whole && c != statement {
		p.errorf(syntax.CodeSection, x,
			"an assignment of array sections has no value: it is a statement")
		give()
		return
	}
	if sectionIn(left) == nil && hasSection(left) {
		p.errorf(syntax.CodeSection, left, "this is made of an array section by an operator, and "+
			"cannot be assigned").Help("write a loop")
		give()
		return
	}
	if sectionIn(left) == nil {
		p.errorf(syntax.CodeShape, x, "the right side is an array section, the left side is not").
			Help("write a section on the left, too, as in a[:] = b[0:n]")
		give()
		return
	}
	before := p.diags.ErrorCount()
	p.checkPlaces(right)
	placed := p.diags.ErrorCount() == before
	r := &rightSide{setup: new(strings.Builder)}
	l := p.takeApart(left, "", r.setup)
	if l != nil && placed {
		r.left, r.assigned = l.element, assignedIn(right)
		p.evaluate(right, guard{}, r)
		p.matchRanks(l, r)
	}
	if p.diags.ErrorCount() > before || l == nil {
		give()
		return
	}
	for _, s := range r.sections {
		p.text.replace(s.x.Span, s.at())
	}
	r.to, r.at = l, x.Lo
	r.ready()
	p.text.replace(x.Span, p.loops(x, l, r))
}

// matchRanks has all sections of a statement have as many dimensions, or refuses them.
func (p part) matchRanks(l *section, r *rightSide) {
	rank := len(l.number)
	for _, s := range r.sections {
		rank = min(rank, len(s.number))
	}
	l.matchRank(rank, r.setup)
	for _, s := range r.sections {
		s.matchRank(rank, r.setup)
	}
	for _, s := range r.sections {
		if len(s.number) != len(l.number) {
			p.errorf(syntax.CodeShape, s.x, "this section has %d dimension%s, the left side has %d",
				len(s.number), plural(len(s.number)), len(l.number))
		}
	}
}

// matchRank drops dimensions that are written with one element, from the innermost, as long as
// there are more than another section has.
func (s *section) matchRank(rank int, setup *strings.Builder) {
	for d := len(s.number) - 1; d >= 0 && len(s.number) > rank; d-- {
		if s.single[d] {
			fmt.Fprintf(setup, "(void)%s, (void)%s; ", s.number[d], s.step[d])
			s.number, s.step = slices.Delete(s.number, d, d+1), slices.Delete(s.step, d, d+1)
			s.dense, s.single = slices.Delete(s.dense, d, d+1), slices.Delete(s.single, d, d+1)
		}
	}
}

// takeApart writes declarations of a section's parts to setup. Of one whose value C asks for under
// a condition nothing is evaluated if that is false. Nil: the section is refused.
func (p part) takeApart(x *syntax.Expr, when string, setup *strings.Builder) *section {
	s := &section{x: x, first: p.name("f"), when: when}
	image := ""
	d := strip(x)
	x, within := hoisted(x)
	if object, k := target(x); k != nil {
		text, ok := p.image(k)
		if !ok {
			return nil
		}
		if within != nil { // the designator's own text has no image
			p.text.replace(syntax.Span{Lo: within.OpAt, Hi: within.Hi}, "")
		}
		image, s.remote, d = p.reached(object, text), true, object
	} else if coindexBelow(d) {
		p.cannotFollow(x)
		return nil
	}
	element, first, ok := p.path(d, s, setup)
	what := "the element of a section"
	if sectionIn(x) == nil {
		what = "a variable of gmove"
	}
	if !ok || !p.noBitField(x, "cannot be "+what, "write a loop") {
		return nil
	}
	s.element = element
	declare, kind := p.pointee(x, element)
	s.kind = kind
	setup.WriteString(declare)
	if len(s.number) > 0 { // else it is a whole array, of which others speak
		fmt.Fprintf(setup, "_Static_assert(!%s | !%s, "+
			"\"the elements of this section are arrays: each dimension needs a subscript or a "+
			"triplet, as in a[0:2][:] [C0406]\"); ", decays(element), isPointer(element))
	}
	setup.WriteString(p.noLock(element))
	if s.remote {
		s.way = p.name("w")
		own := "&(" + first + ")"
		if p.mayBeFreed(d) {
			address := p.name("a")
			fmt.Fprintf(setup, "const volatile void *const %[1]s = %[2]s; "+
				"%[3]scoral_xmp_live(%[1]s, %[4]s); ", address, s.ifAsked(own), s.onlyIf(),
				p.place(d.Lo))
			own = address
		}
		fmt.Fprintf(setup,
			"const long %s = %s; %s *%s = (%s *)%s; ", s.way,
			s.ifAsked("coral_xmp_way("+image+")"), kind, s.first, kind,
			s.ifAsked("coral_xmp_there("+own+", "+s.way+")"))
	} else {
		fmt.Fprintf(setup, "%s *%s = %s; ", kind, s.first, s.ifAsked("&("+first+")"))
	}
	return s
}

// ifAsked is a value that is evaluated on the section's condition only; else it is 0.
func (s *section) ifAsked(value string) string {
	if s.when == "" {
		return value
	}
	return "(" + s.when + " ? " + value + " : 0)"
}

// onlyIf stands in front of a statement that is executed on the section's condition only.
func (s *section) onlyIf() string {
	if s.when == "" {
		return ""
	}
	return "if (" + s.when + ") "
}

// long is an integer as what a section is reckoned with.
func (s *section) long(text string) string { return s.ifAsked("(long)(" + integer(text) + ")") }

// hoisted is a section with the image at its end: s[0:n]:[k].x and s:[k].x[0:n] become what
// s[0:n].x:[k] and s.x[0:n]:[k] are. It also gives the coindexed object that was within; nil: the
// section stays as it is.
func hoisted(x *syntax.Expr) (at, within *syntax.Expr) {
	if sectionIn(x) == nil || strip(x).Kind == syntax.Coindex {
		return x, nil
	}
	var without func(y *syntax.Expr) *syntax.Expr
	without = func(y *syntax.Expr) *syntax.Expr {
		switch {
		case y.Kind == syntax.Coindex:
			within = y
			return y.Kids[0]
		case y.Kind == syntax.Section, y.Kind == syntax.Index, y.Kind == syntax.Paren,
			y.Kind == syntax.Member && y.Op == ".":
			of := *y
			of.Kids = slices.Clone(y.Kids)
			of.Kids[0] = without(y.Kids[0])
			return &of
		}
		return y
	}
	object := without(x)
	if within == nil {
		return x, nil
	}
	kids := append([]*syntax.Expr{object}, within.Kids[1:]...)
	return &syntax.Expr{Span: x.Span, Kind: syntax.Coindex, OpAt: within.OpAt, Kids: kids}, within
}

// coindexedIn is target, wherever in a section the image stands.
func coindexedIn(x *syntax.Expr) (object, coindexed *syntax.Expr) {
	at, _ := hoisted(x)
	return target(at)
}

// coindexBelow tells whether what a designator has parts of is coindexed.
func coindexBelow(x *syntax.Expr) bool {
	switch x.Kind {
	case syntax.Coindex:
		return true
	case syntax.Section, syntax.Index, syntax.Member, syntax.Paren:
		return coindexBelow(x.Kids[0])
	}
	return false
}

// path gives the text of some element and of the first one, and writes the dimensions.
func (p part) path(x *syntax.Expr, s *section, setup *strings.Builder) (element, first string,
	ok bool) {
	switch x.Kind {
	case syntax.Paren:
		return p.path(x.Kids[0], s, setup)
	case syntax.Section:
		element, first, ok = p.path(x.Kids[0], s, setup)
		if !ok {
			return
		}
		p.noPointers(x, element, setup)
		lo, inc := p.dimension(x, element, s, setup)
		s.noteOuter(x, outer{element, lo, inc, true})
		return "(" + element + ")[0]", "(" + first + ")[" + lo + "]", ok
	case syntax.Index:
		element, first, ok = p.path(x.Kids[0], s, setup)
		if !ok {
			return
		}
		p.expr(x.Kids[1], operand)
		at := p.name("i")
		p.noPointers(x, element, setup)
		fmt.Fprintf(setup, "long %s = %s; ", at, s.long(p.of(x.Kids[1])))
		p.constantWithin(x, element, p.of(x.Kids[1]), "1L", "1L", setup)
		setup.WriteString(p.checkSection(x, s, element, at, "1", "1"))
		s.noteOuter(x, outer{element, at, "1", false})
		return "(" + element + ")[0]", "(" + first + ")[" + at + "]", ok
	case syntax.Member:
		if sectionIn(x.Kids[0]) == nil {
			break
		}
		if x.Op == "->" {
			p.errorf(syntax.CodeSection, x,
				"the elements of a section cannot be followed as pointers")
			return "", "", false
		}
		element, first, ok = p.path(x.Kids[0], s, setup)
		tail := p.text.render(syntax.Span{Lo: x.OpAt, Hi: x.Hi})
		return "(" + element + ")" + tail, "(" + first + ")" + tail, ok
	}
	p.expr(x, operand)
	t := p.of(x)
	if x.Kind == syntax.Unary && x.Op == "*" && !harmless(x.Kids[0], p.text.tokens) {
		// C evaluates the operand of sizeof if that is an array whose bound is not constant
		pointer := p.name("p")
		fmt.Fprintf(setup, "__auto_type %s = %s; ", pointer, s.ifAsked(p.of(x.Kids[0])))
		t = "(*" + pointer + ")"
	}
	return t, t, true
}

// noPointers makes the compiler refuse subscripts of a section's elements if these are pointers:
// their targets lie at no constant distance.
func (p part) noPointers(x *syntax.Expr, element string, setup *strings.Builder) {
	if sectionIn(x.Kids[0]) == nil {
		return
	}
	fmt.Fprintf(setup, "_Static_assert(!__builtin_types_compatible_p(__typeof__(%s), "+
		"__typeof__(&(%s)[0])), \"the elements of this section are pointers, and what they point "+
		"to lies anywhere: write a loop with a section of what one pointer points to, as in "+
		"p[i][0:n] [C0406]\"); ", element, element)
}

// noteOuter keeps a subscript if it is the first of its array.
func (s *section) noteOuter(x *syntax.Expr, o outer) {
	if k := strip(x.Kids[0]); k.Kind != syntax.Section && k.Kind != syntax.Index {
		s.outer = o
	}
}

// dimension declares first subscript, number and step of one triplet of an array; it gives the
// names of the subscript and of the step.
func (p part) dimension(x *syntax.Expr, array string, s *section, setup *strings.Builder) (lo,
	inc string) {
	lo, inc = p.name("b"), p.name("t")
	n := p.name("l")
	for _, k := range x.Kids[1:] {
		p.expr(k, operand)
	}
	extent := ""
	if needsExtent(x) {
		if extent = p.parameterExtent(x.Kids[0]); extent == "" {
			extent = p.extent(array,
				"a section of what a pointer points to needs base and length: how many "+
					"elements are there is not known [C0406]", setup)
		}
	}
	if x.Kids[3] == nil {
		inc = "1"
	} else {
		fmt.Fprintf(setup, "const long %s = %s; ", inc, s.long(p.of(x.Kids[3])))
	}
	switch {
	case x.Kids[1] != nil:
		fmt.Fprintf(setup, "const long %s = %s; ", lo, s.long(p.of(x.Kids[1])))
	case inc == "1":
		lo = "0"
	default:
		fmt.Fprintf(setup, "const long %s = %s > 0 ? 0 : %s - 1; ", lo, inc, extent)
	}
	switch {
	case x.Kids[2] != nil:
		fmt.Fprintf(setup, "const long %s = %s; ", n, s.long(p.of(x.Kids[2])))
	case inc == "1":
		fmt.Fprintf(setup, "const long %s = %s - %s; ", n, extent, lo)
	default:
		fmt.Fprintf(setup, "const long %s = %s; ", n,
			s.ifAsked(fmt.Sprintf("coral_xmp_length(%s, %s, %s)", extent, lo, inc)))
	}
	p.constantTriplet(x, array, setup)
	setup.WriteString(p.checkSection(x, s, array, lo, n, inc))
	step := p.name("d")
	fmt.Fprintf(setup, "const long %s = %s * (long)sizeof((%s)[0]); ", step, inc, array)
	s.number, s.step = append(s.number, n), append(s.step, step)
	s.dense, s.single = append(s.dense, inc == "1"), append(s.single, x.Kids[2] != nil &&
		p.of(x.Kids[2]) == "1")
	return lo, inc
}

// needsExtent tells whether a triplet leaves to the array's extent where it ends or begins.
func needsExtent(x *syntax.Expr) bool {
	return x.Kids[2] == nil || x.Kids[1] == nil && x.Kids[3] != nil
}

// parameterExtent is how many elements a parameter that is declared as an array has: its bound, as
// it was when the function began. Empty: it is none.
func (p part) parameterExtent(x *syntax.Expr) string {
	x = strip(x)
	if x.Kind != syntax.Name || x.Symbol == nil || x.Symbol.Body == 0 || x.Symbol.Bound.Hi == 0 {
		return ""
	}
	s := x.Symbol
	name, ok := p.bounds[s]
	if !ok {
		name = p.name("e")
		p.bounds[s] = name
		for _, root := range p.file.Roots {
			if s.Bound.Lo <= root.Lo && root.Hi <= s.Bound.Hi {
				p.lower(root)
			}
		}
		p.body.insert(s.Body+1, fmt.Sprintf("const long %s = (%s);", name, p.body.render(s.Bound)))
	}
	return name
}

// extent declares how many elements an array has, and makes the compiler refuse a pointer in its
// place with a message.
func (p part) extent(array, message string, setup *strings.Builder) string {
	name := p.name("e")
	fmt.Fprintf(setup,
		"const long %s = sizeof(%s) / sizeof((%s)[0]) + 0 * sizeof(struct { "+
			"_Static_assert(!__builtin_types_compatible_p(__typeof__(%s), "+
			"__typeof__(&(%s)[0])), %s); char c; }); ",
		name, array, array, array, array, quote(message))
	return name
}

// index is the loop variable of a dimension. Statements of sections do not nest, but by statements
// in parentheses, which have scopes.
func index(d int) string { return fmt.Sprintf("coral_i%c", 'a'+d%26) }

// at is the text of the element that the loops are at.
func (s *section) at() string {
	offset := ""
	for d, step := range s.step {
		offset += fmt.Sprintf(" + %s * %s", index(d), step)
	}
	return fmt.Sprintf("(*(%s *)(void *)((char *)%s%s))", s.kind, s.first, offset)
}

// arrays are numbers and steps as arguments: rank, numbers, steps. The runtime wants the innermost
// dimension first.
func vector(names []string) string {
	reversed := make([]string, len(names))
	for i, n := range names {
		reversed[len(names)-1-i] = n
	}
	return "(const long[]){" + strings.Join(reversed, ", ") + "}"
}

// nest puts a statement into loops over all elements.
func (s *section) nest(statement string) string { return s.nestWhile("", statement) }

// nestWhile has the loops go on while something else is true, too: a condition that ends with &&.
func (s *section) nestWhile(condition, statement string) string {
	text := statement
	for d := len(s.number) - 1; d >= 0; d-- {
		text = fmt.Sprintf("for (long %[1]s = 0; %[2]s%[1]s < %[3]s; %[1]s++) { %[4]s }", index(d),
			condition, s.number[d], text)
	}
	return text
}

// held puts a statement that changes a section of another image into loops over all elements: of
// the innermost dimension as many at a time as lie in one stripe, while that is held; or, of an
// image that is not mapped, only the values are collected, for the message that tells of the
// change. Of value, which may change something, like has the type.
func (s *section) held(p part, x *syntax.Expr, value, like string) string {
	d := len(s.number) - 1
	i, stripe, n, run, end := index(d), p.name("s"), p.name("n"), p.name("r"), p.name("e")
	what, operand, operands, o := p.name("a"), p.name("t"), p.name("m"), p.name("o")
	size, step, number := fmt.Sprintf("sizeof *%s", s.first), s.step[d], s.number[d]
	statement := fmt.Sprintf("%s %s %s;", s.at(), x.Op, value)
	loops := fmt.Sprintf("for (; %[1]s < %[2]s; %[1]s++) { %[3]s }", i, end, statement)
	if s.dense[d] {
		loops = p.batches(i, end, statement, x.Lo) + loops
	}
	text := fmt.Sprintf(
		"for (long %[1]s = 0; %[1]s < %[2]s; ) { %[3]slong %[4]s; void *%[5]s; char *%[6]s = "+
			"(char *)&%[7]s; "+
			"coral_xmp_stripe *%[8]s = coral_xmp_take_run(%[6]s, %[9]s, %[10]s, %[11]s, %[2]s - "+
			"%[1]s, &%[4]s, %[12]s, sizeof(%[13]s), &%[5]s); const long %[14]s = %[1]s + %[4]s; "+
			"if (__builtin_expect(%[8]s == 0, 0)) { for (%[13]s *%[15]s = %[5]s; %[1]s < %[14]s; "+
			"%[1]s++) *%[15]s++ = (%[13]s)__builtin_choose_expr(%[12]s != 0, %[16]s, 0); "+
			"coral_xmp_tell_run(%[6]s, %[9]s, %[11]s, %[12]s, %[5]s, (unsigned long)%[4]s * "+
			"sizeof(%[13]s)); } "+
			"else { %[17]s coral_xmp_give_run(%[8]s, %[6]s, %[10]s, %[11]s, %[4]s); } }",
		i, number, accumulation(what, operand, "*"+s.first, strings.TrimSuffix(x.Op, "="), like),
		run, operands, n, s.at(), stripe, s.way, size, step, what, operand, end, o, value, loops)
	rest := *s
	rest.number = s.number[:d]
	return rest.nest(text)
}

// batches is a loop over elements, always as many at a time, whose iterations are independent:
// whatever section overlaps the one that is changed is the same, or has been copied. That is what
// gcc wants to know before it vectorises at -O2.
func (p part) batches(i, end, statement string, at int) string {
	from, c, element := p.name("b"), p.name("c"), p.name("i")
	pos := p.tokenRange(at, at+1).Position()
	return fmt.Sprintf("for (long %[2]s = %[1]s; %[2]s + 63 < %[3]s; %[2]s += 64, %[1]s += 64)\n"+
		"# 1 \"<coral>\" 3\n#pragma GCC ivdep\n# %[6]d %[7]s\n"+
		"for (int %[4]s = 0; %[4]s < 64; %[4]s++) { const long %[8]s = %[2]s + %[4]s; %[5]s } ",
		i, from, end, c, strings.ReplaceAll(statement, i, element), pos.Line, quote(pos.File),
		element)
}

// loops writes the statement. A right side that is one section of the same type is a copy.
func (p part) loops(x *syntax.Expr, l *section, r *rightSide) string {
	var b strings.Builder
	b.WriteString("__extension__ ({ " + r.setup.String())
	for _, s := range r.sections {
		b.WriteString(p.shapes(s, r))
	}
	rank := len(l.number)
	right := p.of(x.Kids[1])
	loops := p.evaluated(x, l, r, right)
	if y := strip(x.Kids[1]); x.Op == "=" && len(r.sections) == 1 && strip(r.sections[0].x) == y {
		s := r.sections[0]
		fmt.Fprintf(&b,
			"if (__builtin_types_compatible_p(__typeof__(%s), __typeof__(%s))) "+
				"coral_xmp_copy((void *)%s, (const void *)%s, sizeof(%s), %d, %s, %s, %s); "+
				"else { %s } ",
			l.element, s.element, l.first, s.first, l.element, rank, vector(l.number),
			vector(l.step), vector(s.step), loops)
	} else {
		b.WriteString(loops)
	}
	b.WriteString(" (void)0; })")
	return b.String()
}

// shapes compares the shape of a section with the left side's, unless that has been done.
func (p part) shapes(s *section, r *rightSide) (text string) {
	for d, number := range r.to.number {
		if !s.checked {
			text += fmt.Sprintf("%sif (__builtin_expect(%s != %s, 0)) coral_xmp_shapes(%s, %s, "+
				"%d, %s); ", s.onlyIf(), s.number[d], number, number, s.number[d], d+1,
				p.place(r.at))
		}
	}
	s.checked = true
	return text
}

// evaluated are the loops, with what the library path needs around them.
func (p part) evaluated(x *syntax.Expr, l *section, r *rightSide, right string) string {
	var b strings.Builder
	rank := len(l.number)
	overlap := ""
	for _, s := range r.sections {
		b.WriteString(s.fetch())
		overlap += " || " + s.and(fmt.Sprintf("coral_xmp_overlap((const void *)%s, sizeof(%s), "+
			"%s, (const void *)%s, sizeof(%s), %s, %d, %s)", l.first, l.element, vector(
			l.step), s.first, s.element, vector(s.step), rank, vector(l.number)))
	}
	define := func(value, like string) string {
		if l.remote && x.Op != "=" {
			return l.held(p, x, value, like)
		}
		return l.nest(fmt.Sprintf("%s %s %s;", l.at(), x.Op, value))
	}
	switch {
	case len(r.late) > 0:
		b.WriteString(p.before(l, r, right, define))
	case overlap == "":
		b.WriteString(define(right, right))
	default:
		fmt.Fprintf(&b, "if (__builtin_expect(0%s, 0)) { %s } else { %s } ", overlap,
			p.before(l, r, right, define), define(right, right))
	}
	if l.remote && x.Op == "=" {
		fmt.Fprintf(&b,
			" if (__builtin_expect(coral_apart, 0)) coral_xmp_send_section((void *)%s, "+
				"sizeof(%s), %d, %s, %s); ", l.first, l.element, rank, vector(l.number), vector(
				l.step))
	}
	return b.String()
}

// fetch gets the values of another image that is not mapped, unless that has been done.
func (s *section) fetch() string {
	if !s.remote || s.fetched {
		return ""
	}
	s.fetched = true
	return fmt.Sprintf("if (__builtin_expect(%s, 0)) coral_xmp_fetch_section((void *)%s, "+
		"sizeof(%s), %d, %s, %s); ", s.and("coral_apart"), s.first, s.element, len(s.number),
		vector(s.number), vector(s.step))
}

// and is a condition on which the section's stands in front.
func (s *section) and(condition string) string {
	if s.when == "" {
		return condition
	}
	return "(" + s.when + " && " + condition + ")"
}

// before evaluates the right side for all elements before one is defined.
func (p part) before(l *section, r *rightSide, right string,
	define func(value, like string) string) string {
	kept, i := p.name("k"), p.name("i")
	return fmt.Sprintf(
		"__typeof__(%s) *%s = coral_xmp_room(sizeof(%s), "+
			"%s, %d); long %s = 0; %s %s = 0; %s coral_xmp_done((void *)%s);",
		"((void)0, "+r.sample(right)+")", kept, "*"+kept, vector(l.number), len(l.number), i,
		l.nest(fmt.Sprintf("%s[%s++] = %s;", kept, i, right)), i,
		define(fmt.Sprintf("%s[%s++]", kept, i), "*"+kept), kept)
}

// sample is the right side at the first elements, of which the type is asked: loop variables are
// not declared where it stands.
func (r *rightSide) sample(right string) string {
	for _, s := range r.sections {
		right = strings.ReplaceAll(right, s.at(), "(*"+s.first+")")
	}
	for _, v := range r.late {
		right = strings.ReplaceAll(right, v.text, v.name)
	}
	return right
}
