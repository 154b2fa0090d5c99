package syntax

import (
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/xmp"
)

// Directives of XcalableMP. Those that are statements of the standard under another name become
// these.

// xmpDirective parses a directive.
func (p *parser) xmpDirective(b Base) Stmt {
	if !p.is(NameTok) {
		p.fail("C0409", p.tok().Range, "expected the name of a directive after !$xmp")
		return p.opaque(b)
	}
	at := p.tok().Range
	name := p.ident("a directive").Name
	if name == "end" || name == "endtask" || name == "endtasks" {
		return p.xmpEnd(b, name)
	}
	switch class := xmp.ClassOf(name); {
	case class == xmp.GlobalView:
		p.fail("C0412", at,
			"Coral does not have the directive '%s' of XcalableMP: it has the local view only",
			name)
	case class == xmp.Unknown:
		p.fail("C0409", at, "XcalableMP has no directive '%s'", name).
			Help("the directives are %s", xmp.Names())
	case name == "coarray" && !p.isWord("on"):
		p.fail("C0416", at,
			"the directive 'coarray' is for C: in Fortran a coarray is declared with codimensions").
			Help("write real :: a(10)[*]")
	default:
		return p.xmpStmt(b, xmp.Read(xmpReader{p, name, new(bool)}, name))
	}
	return p.opaque(b)
}

func (p *parser) xmpEnd(b Base, name string) Stmt {
	if name == "end" {
		name += p.ident("task or tasks").Name
	}
	s := &EndStmt{Base: b}
	switch name {
	case "endtask":
		s.Kind = EndXMPTask
	case "endtasks":
		s.Kind = EndXMPTasks
	default:
		p.fail("C0409", p.at(0).Range, "XcalableMP has no directive '%s'",
			strings.Replace(name, "end", "end ", 1))
		return p.opaque(b)
	}
	p.end()
	return s
}

// xmpStmt makes the statement of a directive that has been read.
func (p *parser) xmpStmt(b Base, d xmp.Directive[Expr]) Stmt {
	if !p.is(EOS) {
		p.fail("C0410", p.tok().Range,
			"in the directive '%s': expected the end of the directive, found '%s'", d.Name,
			shown(p.tok()))
	}
	if p.bad {
		if d.Name == "task" || d.Name == "tasks" || d.Name == "image" {
			return &XMPStmt{Base: b, Name: d.Name}
		}
		return p.opaque(b)
	}
	switch d.Name {
	case "barrier":
		if d.On == nil || d.On.Executing {
			return &SyncAllStmt{Base: b}
		}
	case "sync_all":
		return &SyncAllStmt{Base: b}
	case "sync_memory":
		return &SyncMemoryStmt{Base: b}
	case "sync_image":
		return &SyncImagesStmt{Base: b, Images: d.Args[0]}
	case "sync_images":
		switch len(d.Args) {
		case 0:
			return &SyncImagesStmt{Base: b, Images: &Star{Range: b.Range}}
		case 1:
			return &SyncImagesStmt{Base: b, Images: d.Args[0]}
		}
	case "lock":
		return &LockStmt{Base: b, Lock: d.Args[0]}
	case "unlock":
		return &UnlockStmt{Base: b, Lock: d.Args[0]}
	}
	s := &XMPStmt{Base: b, Name: d.Name, Args: d.Args, Async: d.Async, Op: d.Op, Mode: d.Mode,
		Posts: p.xmpRef(d.Posts), From: p.xmpRef(d.From), On: p.xmpRef(d.On)}
	for _, n := range d.Nodes {
		x := &XMPNodes{Name: &Ident{Range: p.at(n.At).Range, Name: n.Name}, Sizes: n.Sizes,
			Executing: n.Executing, Of: p.xmpRef(n.Of)}
		if n.Base == 0 {
			p.diags.Errorf("C0410", x.Name.Range,
				"in Fortran the nodes of an array are written in parentheses, as in nodes %s(4)",
				n.Name)
		}
		s.Nodes = append(s.Nodes, x)
	}
	return s
}

// Refs are the sets of nodes that a directive names.
func (s *XMPStmt) Refs() (list []*XMPRef) {
	for _, r := range []*XMPRef{s.Posts, s.From, s.On} {
		if r != nil && !r.Executing {
			list = append(list, r)
		}
	}
	for _, n := range s.Nodes {
		if n.Of != nil {
			list = append(list, n.Of)
		}
	}
	return list
}

func (p *parser) xmpRef(r *xmp.Ref[Expr]) *XMPRef {
	if r == nil {
		return nil
	}
	out := &XMPRef{Name: &Ident{Range: p.at(r.At).Range, Name: r.Name}, Whole: r.Whole,
		Executing: r.Executing}
	if r.Square {
		p.diags.Errorf("C0410", out.Name.Range,
			"in Fortran nodes are written in parentheses, as in %s(1)", r.Name)
	}
	for _, s := range r.Subs {
		out.Subs = append(out.Subs,
			&XMPSub{Own: s.Own, Triplet: s.Triplet, Lo: s.Lo, Hi: s.Hi, Inc: s.Inc})
	}
	return out
}

// xmpConstruct parses what belongs to task, tasks, image and gmove. Others are statements.
func (p *parser) xmpConstruct(h *XMPStmt) Item {
	switch h.Name {
	case "task", "tasks":
		kind := map[bool]EndKind{true: EndXMPTask, false: EndXMPTasks}[h.Name == "task"]
		c := &XMPConstruct{Head: h}
		c.Body, c.End = p.simple(h, kind, h.Name)
		c.Range = h.Range.Join(p.lastEnd)
		if h.Name == "tasks" {
			p.onlyTasks(c)
		}
		return c
	case "image":
		return p.xmpImage(h)
	case "gmove":
		p.take()
		a, ok := p.peek().(*AssignStmt)
		if !ok {
			p.diags.Errorf("C0417", h.Range,
				"gmove must be followed by an assignment")
			return h
		}
		p.take()
		return &XMPGmove{Range: h.Range.Join(a.Range), Head: h, Assign: a}
	}
	return p.take()
}

// xmpImage makes a construct without an END of the directive image and the statement behind it,
// which the nodes execute that it names.
func (p *parser) xmpImage(h *XMPStmt) Item {
	p.take()
	s := p.peek()
	switch s.(type) {
	case *SyncAllStmt, *SyncImagesStmt, *SyncMemoryStmt, *AllocateStmt, *DeallocateStmt, *CallStmt,
		*AssignStmt:
		p.take()
	default:
		p.diags.Errorf("C0417", h.Range, "image belongs to a statement after it, which SYNC ALL, "+
			"SYNC IMAGES, SYNC MEMORY, ALLOCATE, DEALLOCATE, CALL or an assignment can be").
			Help("put other statements into the block of a task on these nodes")
		return h
	}
	if l := s.Info().Label; l != nil {
		p.diags.Errorf("C0417", l.Range, "the statement after the directive image cannot have "+
			"a label: a branch to it would pass by the directive")
	}
	return &XMPConstruct{Range: h.Range.Join(s.Span()), Head: h, Body: []Item{s}}
}

// onlyTasks: a tasks construct has task constructs in it and nothing else.
func (p *parser) onlyTasks(c *XMPConstruct) {
	for _, it := range c.Body {
		if inner, ok := it.(*XMPConstruct); !ok || inner.Head.Name != "task" {
			p.diags.Errorf("C0411", it.Span(),
				"a tasks construct holds task constructs and nothing else")
			return
		}
	}
}

// xmpReader gives the tokens of a directive to the grammar.
type xmpReader struct {
	*parser
	name string
	half *bool // the first colon of '::' has been taken
}

var xmpPunctuation = map[string]Kind{"(": LParen, ")": RParen, "[": LBracket, "]": RBracket,
	",": Comma, ":": Colon, "=": Assign, "*": StarTok, "/": Slash}

func (r xmpReader) At() int           { return r.i }
func (r xmpReader) OK() bool          { return !r.bad && !r.parser.is(EOS) }
func (r xmpReader) Next() string      { return xmpShown(r.tok()) }
func (r xmpReader) place() diag.Range { return r.tok().Range }

func xmpShown(t *Token) string {
	if t.Kind == EOS {
		return "the end"
	}
	return "'" + shown(t) + "'"
}

func (r xmpReader) Is(op string) bool {
	return !r.bad && (r.parser.is(xmpPunctuation[op]) || op == ":" && r.parser.is(DoubleColon))
}

func (r xmpReader) Accept(op string) bool {
	if !r.Is(op) {
		return false
	}
	if r.parser.is(DoubleColon) {
		if *r.half = !*r.half; *r.half {
			return true
		}
	}
	r.i++
	return true
}

func (r xmpReader) Star() bool {
	switch r.peekKind(1) {
	case RParen, Comma, RBracket:
		return r.Accept("*")
	}
	return false
}

func (r xmpReader) IsWord(word string) bool { return !r.bad && r.isWholeWord(word) }

func (r xmpReader) Word() string {
	if t := r.tok(); t.Kind == NameTok {
		r.i++
		return t.Text
	}
	r.Fail("expected a name, found %s", r.Next())
	return ""
}

func (r xmpReader) Expression() Expr { return r.expr() }
func (r xmpReader) Variable() Expr {
	at := r.i
	if r.is(NameTok) && !r.bad {
		if x := r.primary(false); r.bad || r.is(Slash) {
			return x
		}
		r.i = at
	}
	return r.expr()
}
func (r xmpReader) IsNodes() bool { return false } // what names mean is not known yet

func (r xmpReader) Fail(format string, args ...any) {
	r.fail("C0410", r.place(), "in the directive '"+r.name+"': "+format, args...)
}

// xmpOperators are what a reduction of Fortran does, by the runtime's names.
var xmpOperators = map[string]string{"+": "sum", "-": "sum", "*": "product", "max": "max",
	"min": "min", "iand": "and", "ior": "or", "ieor": "xor",
	".and.": "land", ".or.": "lor", ".eqv.": "eqv", ".neqv.": "neqv"}

func (r xmpReader) Operator() string {
	op := xmpOperators[strings.ToLower(r.tok().Text)]
	if xmp.OnlyInLoop(r.tok().Text) {
		r.Fail("the operator %s is one of the loop directive's clause, of the global view: it "+
			"finds where in a loop an extremum was", r.Next())
		return ""
	}
	if op == "" {
		r.Fail("the operator %s is none of + * max min iand ior ieor .and. .or. .eqv. .neqv.",
			r.Next())
		return ""
	}
	r.i++
	return op
}
