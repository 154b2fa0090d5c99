package resolve

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What simple procedures must not do beyond what pure ones must not (F2023 15.8). The compilers are
// given pure ones, and find what those forbid: here definitions need not be looked at.

// constantInquiries ask for what the type of a variable tells.
var constantInquiries = set(`bit_size digits epsilon huge kind maxexponent minexponent new_line
	precision radix range rank tiny`)

// shapeInquiries ask for what is constant unless the variable is allocated or associated.
var shapeInquiries = set(`c_sizeof coshape is_contiguous lbound lcobound len shape size sizeof
	storage_size ubound ucobound`)

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
	if r.Parts[0].Args == nil {
		return
	}
	name := c.inquires(r.First().Name)
	ofType := constantInquiries[name] || strings.HasPrefix(name, "ieee_support_")
	if !ofType && !shapeInquiries[name] {
		return
	}
	if c.asked == nil {
		c.asked = map[*syntax.Ref]bool{}
	}
	for _, a := range r.Parts[0].Args.Items {
		if o, ok := a.Value.(*syntax.Ref); ok {
			c.asked[o] = ofType || c.constantShape(o)
		}
	}
}

// inquires gives the name of an intrinsic function, also where an intrinsic module has it, and USE
// another name; "": it is none.
func (c *checker) inquires(name string) string {
	sym := c.scope.Lookup(name)
	if sym != nil && sym.Original == "c_sizeof" {
		return sym.Original
	}
	if name != "c_sizeof" && c.scope.IsIntrinsic(name) ||
		sym == nil && strings.HasPrefix(name, "ieee_support_") {
		return name
	}
	for s := c.scope; s != nil && sym == nil; s = s.Host {
		for _, u := range s.Uses {
			original, is := u.original(name)
			if is && strings.HasPrefix(u.Intrinsic, "ieee_") {
				return original
			}
		}
	}
	return ""
}

// constantShape tells whether the bounds and the length of an object are surely constant.
func (c *checker) constantShape(o *syntax.Ref) bool {
	sym := c.scope.Lookup(o.First().Name)
	if sym == nil || sym.Flags&(Allocatable|Pointer|Dummy) != 0 {
		return false
	}
	parts := c.scope.Reference(o).Parts
	return !slices.ContainsFunc(parts[min(1, len(parts)):], func(p *Symbol) bool {
		return p != nil && p.Flags&(Allocatable|Pointer) != 0
	})
}

// simpleVariable refuses variables of other scopes and of common blocks.
func (c *checker) simpleVariable(r *syntax.Ref, sym *Symbol) {
	unit := c.scope.Unit()
	where := ""
	switch {
	case c.asked[r] || sym.Scope == nil || c.isIndex(r) || c.asksParameter(r):
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

// isIndex tells whether a reference is to the index of FORALL, DO CONCURRENT or an implied DO loop
// around it. (LOCAL cannot have a variable of another scope, which a pure procedure must not
// define.)
func (c *checker) isIndex(r *syntax.Ref) bool {
	u, ok := c.scope.Unit().Node.(*syntax.Subprogram)
	if !ok {
		return false
	}
	if c.indices == nil {
		c.indices = map[*syntax.Ref]bool{}
		syntax.Inspect(u, func(n syntax.Node) bool {
			names := ownNames(n)
			if len(names) > 0 {
				syntax.Inspect(n, func(in syntax.Node) bool {
					if r, ok := in.(*syntax.Ref); ok && names[r.First().Name] {
						c.indices[r] = true
					}
					return true
				})
			}
			return true
		})
	}
	return c.indices[r]
}

// ownNames are the names of the indices that a construct or implied DO loop has for itself.
func ownNames(n syntax.Node) map[string]bool {
	names := map[string]bool{}
	var header *syntax.ConcurrentHeader
	switch n := n.(type) {
	case *syntax.ImpliedDo:
		if n.Control != nil && n.Control.Var != nil {
			names[n.Control.Var.Name] = true
		}
	case *syntax.DoConstruct:
		header = n.Head.Concurrent
	case *syntax.ForallConstruct:
		header = n.Head.Header
	case *syntax.ForallStmt:
		header = n.Header
	}
	if header != nil {
		for _, control := range header.Controls {
			names[control.Var.Name] = true
		}
	}
	return names
}

// simpleCallee refuses a procedure that is not simple; nil: it is not known.
func (c *checker) simpleCallee(proc *Symbol, at diag.Range) {
	if proc == nil || proc.Inner == nil || !c.scope.IsSimple() || proc.Inner.IsSimple() {
		return
	}
	if host := proc.Inner.Host; host != nil && host.Kind == ProcScope && host.IsSimple() &&
		proc.Scope == host {
		return // told where it is defined
	}
	d := c.errorf(codeSimple, at,
		"a simple procedure calls simple ones only, and '%s' is not simple (F2023 15.8)", proc.Name)
	if proc.Ident != nil {
		d.Note(proc.Ident.Range, "'%s' is declared here", proc.Name)
	}
	d.Help("give it the prefix SIMPLE, or make the procedure that calls it PURE")
}
