package syntax

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/xmp"
)

// Directive is one line #pragma xmp.
type Directive struct {
	xmp.Directive[*Expr]         // over Tokens; variables that are sections have Section in them
	At                   int     // the token of the file
	Tokens               []Token // of the line behind "xmp", with macros expanded; the last is EOF
	// task, tasks, gmove: tokens of the block or assignment in the file
	Body   Span
	Inside []*Directive
	Move   *Expr // gmove: the assignment, over the file's tokens
	arrays map[*Ref]*Nodes
}

// Ref is a set of nodes, RefSub one of its subscripts.
type (
	Ref    = xmp.Ref[*Expr]
	RefSub = xmp.Sub[*Expr]
)

// Array is the node array that one of the directive's references names.
func (d *Directive) Array(r *Ref) *Nodes { return d.arrays[r] }

// Procedures that may be given a node array or a node: the first by that name, the second under the
// name that xmp.h gives it.
const (
	DescriptorOf = "xmp_desc_of"
	Free         = "coral_xmp_free" // what xmp_free is defined as
	SyncImage    = "coral_xmp_sync_image"
)

// Atomic describes a procedure xmp_atomic_*.
type Atomic struct {
	Object    int // the place of the object of some image among the arguments
	Arguments int
}

var atomics = map[string]Atomic{"xmp_atomic_define": {0, 2}, "xmp_atomic_ref": {1, 2},
	"xmp_atomic_add": {0, 2}, "xmp_atomic_and": {0, 2}, "xmp_atomic_or": {0, 2},
	"xmp_atomic_xor": {0, 2}, "xmp_atomic_fetch_add": {0, 2}, "xmp_atomic_fetch_and": {0, 2},
	"xmp_atomic_fetch_or": {0, 2}, "xmp_atomic_fetch_xor": {0, 2}, "xmp_atomic_cas": {0, 3}}

func isAtomic(name string) bool { _, ok := atomics[name]; return ok }

// isLowered tells whether calls of a procedure become others.
func isLowered(name string) bool { return isAtomic(name) || name == DescriptorOf || name == Free }

// AtomicOf finds the procedure xmp_atomic_* of that name.
func AtomicOf(name string) (Atomic, bool) {
	a, ok := atomics[name]
	return a, ok
}

// xmpText is what stands behind #pragma xmp; false: another pragma.
func xmpText(line string) (offset int, ok bool) {
	rest := line
	for _, word := range []string{"", "pragma", "xmp"} {
		if word == "" {
			rest = strings.TrimPrefix(strings.TrimPrefix(rest, "#"), "%:")
		} else if after, found := strings.CutPrefix(rest, word); found && (after == "" ||
			!isLetter(after[0]) && !isDigit(after[0])) {
			rest = after
		} else {
			return 0, false
		}
		rest = strings.TrimLeft(rest, " \t")
	}
	return len(line) - len(rest), true
}

// pragma reads a directive; statement tells whether a statement may stand at this place.
func (p *parser) pragma(statement bool) {
	at := p.pos
	offset, ok := xmpText(p.tok().Text)
	p.pos++
	if !ok {
		return
	}
	p.cover(at, at+1)
	d := &Directive{At: at}
	d.Tokens = p.directiveTokens(at, offset)
	q := &parser{file: p.file, tokens: d.Tokens, diags: p.diags, scopes: p.scopes, tags: p.tags,
		function: p.function, directive: d, byDirective: p.byDirective}
	if q.tok().Kind != Ident {
		q.errorf(CodeDirective, 0, "expected the name of a directive after #pragma xmp")
		return
	}
	d.Name = q.tok().Text
	q.pos++
	if !q.read(d) {
		return
	}
	if q.failure == "" && q.tok().Kind != EOF {
		q.fail("expected the end of the directive, found %s", describe(q.tok()))
	}
	if q.failure != "" {
		q.errorf(CodeArguments, q.failedAt, "in the directive '%s': %s", d.Name, q.failure)
	}
	executable := d.Name != "nodes" && d.Name != "coarray"
	switch {
	case executable && p.function == 0:
		p.errorf(CodePlace, at, "the directive '%s' stands outside of any function", d.Name)
	case executable && !statement:
		p.errorf(CodePlace, at, "the directive '%s' cannot be the body of a statement",
			d.Name).Help(
			"put it in braces: compilers that do not know it would take the next statement in " +
				"its place")
	case q.failure == "":
		p.file.Directives = append(p.file.Directives, d)
	}
	switch d.Name {
	case "task", "tasks":
		p.block(d)
	case "gmove":
		p.moved(d)
	}
}

// moved reads the assignment that belongs to gmove: one of variables, without operators and calls.
func (p *parser) moved(d *Directive) {
	lo := p.pos
	for t := p.tok(); t.Kind != EOF && t.Kind != Pragma && !t.Is(";") && !t.Is("}"); t = p.tok() {
		p.skipOne()
	}
	hi := p.pos
	p.cover(lo, hi)
	d.Body = Span{lo, hi}
	if !p.accept(";") {
		p.errorf(CodeGmove, d.At, "gmove belongs to an assignment after it, which is missing")
		return
	}
	p.pos = lo
	x := p.expression()
	switch {
	case p.failure == "" && p.pos == hi && x.Kind == Assign && x.Op == "=" &&
		isVariable(x.Kids[0]) && isVariable(x.Kids[1]):
		d.Move = x
	case p.failure != "":
		p.errorf(CodeForm, p.failedAt, "%s", p.failure)
	default:
		p.errorf(CodeGmove, lo,
			"gmove moves one variable to another, as in a[0:n] = b[0:n]: neither operators nor "+
				"calls stand in the assignment")
	}
	p.failure = ""
	p.pos = hi + 1
}

// isVariable tells variables, parts and sections of them, coindexed or not.
func isVariable(x *Expr) bool {
	switch x.Kind {
	case Name:
		return true
	case Index, Section, Member, Coindex, Paren:
		return isVariable(x.Kids[0])
	}
	return x.Kind == Unary && x.Op == "*"
}

// block reads the statement that belongs to task and tasks.
func (p *parser) block(d *Directive) {
	first := len(p.file.Directives)
	d.Body.Lo = p.pos
	if !p.tok().Is("{") && !(d.Name == "task" && p.tok().Kind != Pragma) {
		p.errorf(CodePlace, d.At, "the directive '%s' needs a block in braces after it", d.Name)
		return
	}
	lo := p.pos
	p.jumps.tasks = append(p.jumps.tasks, d)
	p.statement()
	p.jumps.tasks = p.jumps.tasks[:len(p.jumps.tasks)-1]
	d.Body = Span{lo, p.pos}
	if d.Name != "tasks" {
		return
	}
	for _, inner := range p.file.Directives[first:] {
		if inner.Name == "task" && p.depthIn(lo, inner.At) == 1 {
			d.Inside = append(d.Inside, inner)
		}
	}
	p.onlyTasks(d)
}

// depthIn counts the braces between two tokens.
func (p *parser) depthIn(lo, at int) (depth int) {
	for _, t := range p.tokens[lo:at] {
		if t.Is("{") {
			depth++
		} else if t.Is("}") {
			depth--
		}
	}
	return depth
}

// onlyTasks: a tasks construct has task constructs in it and nothing else.
func (p *parser) onlyTasks(d *Directive) {
	at := d.Body.Lo + 1
	for _, inner := range d.Inside {
		if inner.At != at {
			break
		}
		at = inner.Body.Hi
	}
	if at != d.Body.Hi-1 {
		p.errorf(CodePlace, at, "a tasks construct holds task constructs and nothing else")
	}
}

// directiveTokens are the tokens behind "xmp", macros expanded as the preprocessor would have done.
func (p *parser) directiveTokens(at, offset int) []Token {
	for ; p.seen <= at; p.seen++ {
		for _, c := range p.changes[p.seen] {
			if c.macro == nil {
				delete(p.macros, c.name)
			} else {
				p.macros[c.name] = c.macro
			}
		}
	}
	t := p.tokens[at]
	l := lexer{stream: stream{src: p.file.Source, macros: map[int][]change{}},
		text: p.file.Source.Text[:t.End], pos: int(t.Start) + offset}
	for l.pos < len(l.text) {
		l.next()
	}
	p.expansions = 0
	return append(p.expand(l.tokens, map[string]bool{}), Token{Kind: EOF, Start: t.End, End: t.End})
}

// read reads what stands behind a directive's name; false: it was refused.
func (p *parser) read(d *Directive) bool {
	switch xmp.ClassOf(d.Name) {
	case xmp.GlobalView:
		p.errorf(CodeGlobalView, 0,
			"Coral does not have the directive '%s' of XcalableMP: it has the local view only",
			d.Name)
		return false
	case xmp.Unknown:
		p.errorf(CodeDirective, 0, "XcalableMP has no directive '%s'", d.Name).
			Help("the directives are %s", xmp.Names("image"))
		return false
	}
	switch d.Name {
	case "coarray":
		p.coarrays(d)
		return true
	case "image":
		p.errorf(CodeLanguage, 0, "the directive 'image' is for Fortran: put the statement into "+
			"the block of a task on these nodes")
		return false
	}
	d.Directive = xmp.Read(reader{p}, d.Name)
	switch d.Name {
	case "nodes":
		p.nodeArrays(d)
	case "sync_images":
		if p.failure == "" && d.With == nil && len(d.Args) == 1 {
			p.fail("expected ',', found %s", describe(p.tokens[p.pos-1]))
		}
	case "gmove":
		if p.failure == "" && d.Async != nil && d.Mode == "" {
			p.errorf(CodeGmove, d.Async.Lo, "'gmove async' is for 'in' and 'out': without "+
				"either, all executing nodes take part in a gmove, and it ends here").
				Help("leave async out, and the id in wait_async")
		}
	case "lock", "unlock":
		if k := d.Args[0].Kind; p.failure == "" && k != Coindex && k != Name && k != Index &&
			k != Member && !(k == Unary && d.Args[0].Op == "*") {
			p.fail("expected a lock variable, as in lock(l:[k])")
		}
	}
	if d.Name == "bcast" || d.Name == "reduction" {
		p.variables(d)
	}
	if p.failure == "" && d.Name != "nodes" {
		for _, r := range d.Refs() {
			p.findArray(d, r)
		}
	}
	return true
}

// variables refuses what the C compiler would refuse for having no address.
func (p *parser) variables(d *Directive) {
	for _, x := range d.Args {
		if p.failure == "" && (x == nil || !isObject(x)) {
			p.errorf(CodeArguments, max(x.Lo, 0),
				"what stands in a %s is a variable, a part or a section of one", d.Name)
		}
	}
}

// isObject tells what has an address, as far as its form tells it.
func isObject(x *Expr) bool {
	switch x.Kind {
	case Name:
		return x.Symbol == nil || !x.Symbol.Function && !x.Symbol.Typedef
	case Paren:
		return isObject(x.Kids[0])
	case Unary:
		return x.Op == "*" || x.Op == "__real__" || x.Op == "__imag__" || x.Op == "__real" ||
			x.Op == "__imag"
	case Leaf, Call, Generic, Postfix, Prefix, SizeOf, Binary, Cond, Assign, Comma:
		return false
	}
	return true
}

// nodeArrays declares the arrays of a directive one by one: each may be made of nodes of those in
// front of it.
func (p *parser) nodeArrays(d *Directive) {
	for _, n := range d.Nodes {
		if p.failure == "" && n.Of != nil {
			p.findArray(d, n.Of)
		}
		if s := p.scopes[len(p.scopes)-1][n.Name]; s != nil && !p.sameNodes(s.Nodes, n) {
			p.errorf(CodeNodes, n.At, "'%s' is declared in this scope already, as something else",
				n.Name)
		}
		p.declareIn(&Symbol{Name: n.Name, Nodes: &Nodes{n, d}, At: Span{n.At, n.At + 1}})
	}
}

// sameNodes tells whether a directive says again what one has said before, as headers do.
func (p *parser) sameNodes(before *Nodes, n *xmp.Nodes[*Expr]) bool {
	return before != nil && before.Base == n.Base && before.Executing == n.Executing &&
		(before.Of == nil) == (n.Of == nil) &&
		slices.EqualFunc(before.Sizes, n.Sizes, func(a, b *Expr) bool {
			if a == nil || b == nil {
				return a == b
			}
			same := func(a, b Token) bool { return a.Text == b.Text }
			return slices.EqualFunc(before.Where.Tokens[a.Lo:a.Hi], p.tokens[b.Lo:b.Hi], same)
		})
}

// findArray finds the node array of a directive's reference.
func (p *parser) findArray(d *Directive, r *Ref) {
	if d.arrays == nil {
		d.arrays = map[*Ref]*Nodes{}
	}
	s := p.lookup(r.Name)
	switch {
	case s == nil || s.Nodes == nil:
		p.errorf(
			CodeNodes, r.At, "'%s' is no node array that is declared before this directive",
			r.Name).Help("declare it there, as in #pragma xmp nodes %s(*)", r.Name)
	case !r.Whole && len(r.Subs) != len(s.Nodes.Sizes):
		p.errorf(CodeNodes, r.At, "the node array '%s' has %d dimensions, this reference has %d",
			r.Name, len(s.Nodes.Sizes), len(r.Subs))
	default:
		d.arrays[r] = s.Nodes
	}
	for _, sub := range r.Subs {
		if sub.Inc == nil {
			continue
		}
		if n, ok := p.constant(sub.Inc.Span); ok && n == 0 {
			p.errorf(CodeNodes, sub.Inc.Lo, "the step of a set of nodes cannot be 0")
		}
	}
}

// isNodes tells whether a token is the name of a node array.
func (p *parser) isNodes(at int) bool {
	if p.tokens[at].Kind != Ident {
		return false
	}
	s := p.lookup(p.tokens[at].Text)
	return s != nil && s.Nodes != nil
}

// reader gives the tokens of a directive to the grammar.
type reader struct{ p *parser }

func (r reader) At() int                 { return r.p.pos }
func (r reader) OK() bool                { return r.p.ok() }
func (r reader) Is(op string) bool       { return r.p.ok() && r.p.tok().Is(op) }
func (r reader) Accept(op string) bool   { return r.p.ok() && r.p.accept(op) }
func (r reader) IsWord(word string) bool { return r.p.ok() && r.p.tok().IsWord(word) }
func (r reader) Word() string            { return r.p.word() }
func (r reader) Expression() *Expr       { return r.p.conditional() }
func (r reader) Variable() *Expr {
	at := r.p.pos
	if x := r.p.cast(); r.p.tok().Is("/") || !r.p.ok() {
		return x
	}
	r.p.pos = at
	return r.p.conditional()
}
func (r reader) IsNodes() bool           { return r.p.isNodes(r.p.pos) }
func (r reader) Next() string            { return describe(r.p.tok()) }
func (r reader) Fail(f string, a ...any) { r.p.fail(f, a...) }

func (r reader) Star() bool {
	next := r.p.peek(1)
	return (next.Is(")") || next.Is(",") || next.Is("]")) && r.Accept("*")
}

// reductions by the runtime's names: '-' sums up, as it does in OpenMP; max and min are found in
// capitals, too.
var reductions = map[string]string{"+": "sum", "-": "sum", "*": "product", "max": "max",
	"min": "min", "&": "and", "|": "or", "^": "xor", "&&": "land", "||": "lor"}

func (r reader) Operator() string {
	op := reductions[strings.ToLower(r.p.tok().Text)]
	if xmp.OnlyInLoop(r.p.tok().Text) {
		r.p.fail("the operator %s is one of the loop directive's clause, of the global view: it "+
			"finds where in a loop an extremum was", describe(r.p.tok()))
		return ""
	}
	if op == "" {
		r.p.fail("the operator %s is none of + - * max min & | ^ && ||", describe(r.p.tok()))
		return ""
	}
	r.p.pos++
	return op
}

func (p *parser) word() string {
	if p.tok().Kind != Ident {
		p.fail("expected a name, found %s", describe(p.tok()))
		return ""
	}
	p.pos++
	return p.tokens[p.pos-1].Text
}

// declareIn enters a name that a directive declares in the scope where the directive stands.
func (p *parser) declareIn(s *Symbol) {
	if s.Name != "" {
		p.scopes[len(p.scopes)-1][s.Name] = s
	}
}

// coarrays = name [ codimensions ] { "," name [ codimensions ] } : a name without codimensions has
// those of the next one with some.
func (p *parser) coarrays(d *Directive) {
	var waiting []int
	for p.ok() {
		waiting = append(waiting, p.pos)
		p.word()
		if p.tok().Is(":") {
			c := &declarator{name: -1}
			p.codimensions(c)
			for _, at := range waiting {
				p.coarray(at, c.codims, d)
			}
			waiting = nil
		}
		if !p.accept(",") {
			break
		}
		if p.tok().Kind == EOF {
			p.word()
		}
	}
	if len(waiting) > 0 && p.failure == "" {
		p.fail("expected codimensions, as in coarray a:[*]")
	}
}

func (p *parser) coarray(at int, codims []Span, d *Directive) {
	s := p.lookup(p.tokens[at].Text)
	switch {
	case s == nil || s.Typedef || s.Nodes != nil:
		p.errorf(CodeNoCoarray, at,
			"'%s' is no variable that is declared before this directive", p.tokens[at].Text)
	case s.Coarray != nil && !p.sameCodims(s.Coarray, codims):
		p.errorf(CodeDeclare, at, "'%s' is a coarray already", s.Name)
	case s.Coarray != nil: // a header has said so
		p.file.Codims = append(p.file.Codims, s.Qualifiers...)
	default:
		// The codimensions are tokens of the directive: their text is kept with it.
		s.Coarray = &Coarray{Numbering: ByNode, Codims: codims, At: Span{at, at + 1}, Where: d}
		*p.byDirective = append(*p.byDirective, s.Coarray)
		p.file.Codims = append(p.file.Codims, s.Qualifiers...)
		p.checkCoarray(&Symbol{Name: s.Name, Function: s.Function, Pointer: s.Pointer,
			Fixed: s.Fixed, Automatic: s.Automatic, At: Span{at, at + 1}}, false)
	}
}

// origins says where the images of coarrays that are declared by directive begin: programs that
// declare nodes p(4) count them from 1, as XcalableMP's first compilers did, and those that declare
// nodes p[4] from 0, as Omni does since 2017.
func (p *parser) origins() {
	var bases [2]bool
	for _, d := range p.file.Directives {
		for _, n := range d.Nodes {
			bases[n.Base] = true
		}
	}
	for _, c := range *p.byDirective {
		if c.Origin = 1; bases[0] && !bases[1] {
			c.Origin = 0
		}
		if bases[0] && bases[1] {
			t := c.Where.Tokens[c.At.Lo]
			p.diags.Errorf(CodeNodes, p.file.Source.Range(int(t.Start), int(t.End)),
				"the images of '%s' count as nodes do, but this file's node arrays count from "+
					"0 and from 1", t.Text).
				Help("declare it with codimensions, as in int %s:[*]: then its images count from 0",
					t.Text)
		}
	}
}

// sameCodims tells whether a directive says again what one has said before, as where a header
// declares what its includer defines.
func (p *parser) sameCodims(c *Coarray, codims []Span) bool {
	if c.Where == nil || len(c.Codims) != len(codims) {
		return false
	}
	same := func(a, b Token) bool { return a.Text == b.Text }
	for i, span := range codims {
		if !slices.EqualFunc(c.Where.Tokens[c.Codims[i].Lo:c.Codims[i].Hi],
			p.tokens[span.Lo:span.Hi], same) {
			return false
		}
	}
	return true
}
