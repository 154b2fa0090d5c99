package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What simple procedures must not do beyond what pure ones must not (F2023 15.8). The compilers are
// given pure ones, and find what those forbid: here definitions need not be looked at.

// constantInquiries ask for what the type of a variable tells.
var constantInquiries = set(`bit_size digits epsilon huge kind maxexponent minexponent new_line
	precision radix range rank tiny`)

// shapeInquiries ask for what is constant unless the variable is allocated or associated.
var shapeInquiries = set("is_contiguous lbound len shape size storage_size ubound")

// simpleUnit checks a subprogram as a whole: its dummy procedures and internal ones are simple, and
// it has no ENTRY.
func (p *Program) simpleUnit(s *Scope, b *syntax.ScopeBody) {
	if s.Kind != ProcScope || !s.IsSimple() {
		return
	}
	for _, d := range s.Order {
		i := d.Interface()
		if d.Has(Dummy) && !d.Has(Pointer) && i != nil && i.Inner != nil && !i.Inner.IsSimple() {
			p.errorf(codeSimple, d.Ident.Range,
				"the dummy procedure '%s' of a simple procedure must be simple (F2023 15.8)",
				d.Name).Help(simpleOrPure)
		}
	}
	for _, u := range b.Procs {
		if inner := p.scopes[u]; inner != nil && !inner.IsSimple() {
			p.errorf(codeSimple, u.Head.Name.Range,
				"the internal procedure '%s' of a simple procedure must be simple (F2023 15.8)",
				u.Head.Name.Name).Help(simpleOrPure)
		}
	}
	for _, list := range [][]syntax.Item{b.Spec, b.Exec} {
		for _, it := range list {
			if e, ok := it.(*syntax.EntryStmt); ok {
				p.errorf(codeSimple, e.Name.Range,
					"a simple procedure has no ENTRY statement (F2023 15.8)").
					Help("write a separate procedure, or make this one PURE")
			}
		}
	}
}

const codeSimple diag.Code = "C0183"

const simpleOrPure = "give it the prefix SIMPLE, or make the procedure around it PURE"

// simpleDeclarations checks the bounds and lengths that a simple procedure, or a BLOCK construct in
// one, declares.
func (c *checker) simpleDeclarations(spec []syntax.Item) {
	if !c.scope.IsSimple() {
		return
	}
	check := func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok {
			c.simple(r)
		}
		return true
	}
	if u, ok := c.scope.Node.(*syntax.Subprogram); ok && u.Head.Type != nil {
		syntax.Inspect(u.Head.Type, check)
	}
	for _, it := range spec {
		switch it.(type) {
		case *syntax.TypeDeclStmt, *syntax.AttrStmt:
			syntax.Inspect(it, check)
		}
	}
}

// simple checks a reference in a simple procedure: its variables are its own, and what it calls is
// simple.
func (c *checker) simple(r *syntax.Ref) {
	if !c.scope.IsSimple() {
		return
	}
	c.noteSimpleInquiry(r)
	name := r.First().Name
	sym := c.scope.Lookup(name)
	if sym != nil && (sym.Kind == Variable || sym.Has(Pointer)) {
		c.simpleVariable(r, sym)
	}
	if r == c.called || r.Last().Args != nil {
		if sym == nil || len(r.Parts) > 1 || !sym.Has(Dummy) { // what is wrong with those is told
			c.simpleCallee(c.scope.Callee(r).Proc, r.Range)
		}
	}
}

// noteSimpleInquiry notes variables about which a constant expression inquires.
func (c *checker) noteSimpleInquiry(r *syntax.Ref) {
	name := r.First().Name
	if r.Parts[0].Args == nil || !constantInquiries[name] && !shapeInquiries[name] ||
		!c.scope.IsIntrinsic(name) {
		return
	}
	if c.asked == nil {
		c.asked = map[*syntax.Ref]bool{}
	}
	for _, a := range r.Parts[0].Args.Items {
		if o, ok := a.Value.(*syntax.Ref); ok {
			sym := c.scope.Lookup(o.First().Name)
			c.asked[o] = constantInquiries[name] ||
				sym != nil && sym.Flags&(Allocatable|Pointer|Dummy) == 0
		}
	}
}

// simpleVariable refuses variables of other scopes and of common blocks.
func (c *checker) simpleVariable(r *syntax.Ref, sym *Symbol) {
	unit := c.scope.Unit()
	where := ""
	switch {
	case c.asked[r] || sym.Scope == nil || c.isIndex(sym.Name) || c.asksParameter(r):
		return
	case sym.Has(InCommon):
		where = "in common blocks"
	case sym.Scope.Unit() == unit:
		return
	case sym.Scope.Unit().Kind == ModuleScope:
		where = "of modules, such as " + sym.Scope.Unit().Name
	default:
		where = "of its host"
	}
	if c.toldSimple[sym] {
		return
	}
	if c.toldSimple == nil {
		c.toldSimple = map[*Symbol]bool{}
	}
	c.toldSimple[sym] = true
	d := c.errorf(codeSimple, r.Parts[0].Name.Range,
		"'%s': a simple procedure must not refer to variables %s (F2023 15.8)", sym.Name, where)
	if sym.Ident != nil {
		d.Note(sym.Ident.Range, "'%s' is declared here", sym.Name)
	}
	d.Help("pass '%s' to the procedure as an argument, or make the procedure PURE", sym.Name)
}

// asksParameter tells whether a reference is a type parameter inquiry, as x%kind is.
func (c *checker) asksParameter(r *syntax.Ref) bool {
	if len(r.Parts) < 2 {
		return false
	}
	name := r.Last().Name.Name
	of := c.scope.Reference(r).Types[len(r.Parts)-2]
	if of == nil {
		return false
	}
	d := of.DerivedOf()
	if d == nil {
		return name == "kind" || name == "len"
	}
	return d.Def != nil && slices.ContainsFunc(d.Def.Head.Params,
		func(p *syntax.Ident) bool { return p.Name == name })
}

// isIndex tells whether a name is that of an index of FORALL, DO CONCURRENT or an implied DO loop
// somewhere in the procedure, whose variable is the construct's own.
func (c *checker) isIndex(name string) bool {
	u, ok := c.scope.Unit().Node.(*syntax.Subprogram)
	if !ok {
		return false
	}
	if c.indices == nil {
		c.indices = map[string]bool{}
		syntax.Inspect(u, func(n syntax.Node) bool {
			var header *syntax.ConcurrentHeader
			switch n := n.(type) {
			case *syntax.ImpliedDo:
				if n.Control != nil && n.Control.Var != nil {
					c.indices[n.Control.Var.Name] = true
				}
			case *syntax.DoStmt:
				header = n.Concurrent
			case *syntax.ForallStmt:
				header = n.Header
			}
			if header != nil {
				for _, control := range header.Controls {
					c.indices[control.Var.Name] = true
				}
			}
			return true
		})
	}
	return c.indices[name]
}

// simpleCallee refuses a procedure that is not simple; nil: it is not known.
func (c *checker) simpleCallee(proc *Symbol, at diag.Range) {
	if proc == nil || proc.Inner == nil || !c.scope.IsSimple() || proc.Inner.IsSimple() {
		return
	}
	d := c.errorf(codeSimple, at,
		"a simple procedure calls simple ones only, and '%s' is not simple (F2023 15.8)", proc.Name)
	if proc.Ident != nil {
		d.Note(proc.Ident.Range, "'%s' is declared here", proc.Name)
	}
	d.Help("give it the prefix SIMPLE, or make the procedure that calls it PURE")
}
