package needs

import (
	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Find finds what the files need of each other: the types of components that one refers to may be
// in another one.
func Find(prog *resolve.Program, files []*syntax.File, threads bool) *Program {
	all := &Program{Owner: map[*resolve.Symbol]*resolve.Symbol{},
		Referred: map[*resolve.Symbol]bool{}, Before: map[*resolve.Scope]bool{},
		Copies: map[*resolve.Symbol]bool{}, Broadcasts: map[*resolve.Symbol]bool{},
		Ships: map[*resolve.Symbol]bool{}, Shipped: map[*syntax.Subprogram]bool{},
		Results: map[*resolve.Symbol]bool{}, Mirrors: map[*resolve.Symbol]bool{},
		Told: map[*resolve.Symbol]bool{}, Units: map[syntax.Unit]*Coarrays{},
		Values: map[*syntax.Ref]resolve.TypedValue{}, Threads: threads}
	for _, f := range files {
		for _, u := range f.Units {
			if body, scope := syntax.BodyOf(u), prog.ScopeOf(u); body != nil && scope != nil {
				find := &finder{prog, all, NewCoarrays()}
				find.unit(scope, body)
				all.Units[u] = find.coarrays
			}
		}
	}
	return all
}

// finder goes through one program unit. What it finds is kept until the unit is planned: the trees
// of a long unit are made anew for each walk.
type finder struct {
	prog     *resolve.Program
	needs    *Program
	coarrays *Coarrays
}

// unit finds the coarrays of a program unit that need a view: those with an image selector
// anywhere, and allocatable ones whose cobounds are inquired.
func (f *finder) unit(scope *resolve.Scope, body *syntax.ScopeBody) {
	f.items(scope, body.Exec)
	for _, sub := range body.Procs {
		if in := f.prog.ScopeOf(sub); in != nil {
			f.unit(in, &sub.ScopeBody)
		}
	}
}

func (f *finder) items(scope *resolve.Scope, items []syntax.Item) {
	visit := func(s syntax.Stmt) {
		if s != nil {
			f.allocated(scope, s)
			f.broadcast(scope, s)
			f.shipped(scope, s)
			f.collected(scope, s)
			f.dynamic(scope, s)
			f.pointed(scope, s)
			f.bothWays(scope, s)
			syntax.StmtExprs(s, func(e syntax.Expr) { f.expr(scope, e) })
		}
	}
	for _, it := range items {
		if s, ok := it.(syntax.Stmt); ok {
			visit(s)
			continue
		}
		f.bothWays(scope, it)
		if b, ok := it.(*syntax.BlockConstruct); ok {
			EachBoundBefore(f.prog.ScopeOf(b), b,
				func(_ *syntax.TypeDeclStmt, r *syntax.Ref) { f.expr(scope, r) })
		}
		if c, ok := it.(*syntax.ChangeTeamConstruct); ok {
			for _, passed := range PassedInTeam(scope, c) {
				f.coarrays.Allocated[passed.Sym] = true
			}
		}
		syntax.EachPart(it, func(node syntax.Node, head syntax.Stmt, body []syntax.Item) {
			visit(head)
			inner := f.prog.ScopeOf(node)
			if inner == nil {
				inner = scope
			}
			f.items(inner, body)
		})
	}
}

func (f *finder) expr(scope *resolve.Scope, e syntax.Expr) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if !ok {
			return true
		}
		if r.Parts[0].Selector != nil {
			info := scope.Reference(r)
			if sym := info.Parts[0]; sym.IsCoarray() {
				f.coarrays.Indexed[sym] = true
			}
			f.associated(info.Base)
			f.selected(scope, r)
		}
		if r.Remote() {
			f.components(scope, r)
		}
		if mid.CoboundInquiries[r.First().Name] && r.Parts[0].Args != nil {
			if a, ok := r.Parts[0].Args.ByName([]string{"coarray"})["coarray"].(*syntax.Ref); ok {
				f.components(scope, a)
				info := scope.Reference(a)
				f.associated(info.Base)
				if sym := info.Parts[0]; sym.IsCoarray() {
					needed, _ := mid.NeedsBounds(sym)
					if sym.Has(resolve.Allocatable) || needed {
						f.coarrays.Indexed[sym] = true
					}
				}
			}
		}
		return true
	})
}

// components notes the components that a coindexed reference goes through.
func (f *finder) components(scope *resolve.Scope, r *syntax.Ref) {
	info := scope.Reference(r)
	for i, p := range r.Parts {
		if c := info.Parts[i]; p.Selector != nil && c != nil && c.Codims != nil &&
			derived.IsAbstract(c.TypeOf().DerivedOf()) {
			f.needs.mirror(c.TypeOf().DerivedOf())
		}
	}
	if base := info.Base; base != nil && base.Kind == resolve.Associate &&
		r.Parts[0].Selector != nil {
		if t := base.TypedName().Type; t != nil && derived.IsAbstract(t.DerivedOf()) { // CLASS IS
			f.needs.mirror(t.DerivedOf())
		}
	}
	for i := 1; i < len(r.Parts); i++ {
		if c := info.Parts[i]; c.IsIndirect() {
			if d := info.Types[i-1].DerivedOf(); d != nil {
				f.needs.Owner[c], f.needs.Referred[c] = derived.Owner(d, c), true
				if f.needs.Threads && derived.HiddenWithin(d, derived.HasParts) == nil {
					f.needs.tell(d)
				}
			}
		}
	}
	last := len(info.Types) - 1
	// a type-bound procedure: the object in front is passed
	if last > 0 && info.Types[last] == nil {
		last--
	}
	if t := info.Types[last]; t != nil {
		if d := t.DerivedOf(); derived.NeedsCopy(d) {
			f.needs.copy(d)
			f.needs.Pure = f.needs.Pure || scope.IsPure()
		}
	}
}

// associated notes that a coarray is needed, and what its associate name is made from.
func (f *finder) associated(base *resolve.Symbol) {
	for base != nil && base.Kind == resolve.Associate && base.Coarray != nil {
		f.coarrays.Indexed[base.Coarray] = true
		sel, host := base.Coarray.Selector.(*syntax.Ref), base.Scope.Host
		f.components(host, sel)
		info := host.Reference(sel)
		if sym := info.Parts[0]; sym.IsCoarray() {
			f.coarrays.Indexed[sym] = true
		}
		base = info.Base
	}
}

// bothWays notes that the associate names of a WHERE or FORALL need views that stand for coarrays
// which it refers to on other images, too.
func (f *finder) bothWays(scope *resolve.Scope, n syntax.Node) {
	switch n.(type) {
	case *syntax.WhereStmt, *syntax.ForallStmt, *syntax.WhereConstruct, *syntax.ForallConstruct:
		for _, base := range alias.NamedBothWays(scope, n) {
			f.associated(base)
		}
	}
}

// selected notes that a scope needs the view of all images.
func (f *finder) selected(scope *resolve.Scope, r *syntax.Ref) {
	sel := r.Parts[0].Selector
	if sel == nil || mid.TeamSpec(sel) == nil {
		return
	}
	info := scope.Reference(r)
	sym, local := info.Parts[0], r.First().Name
	if info.Base != nil && info.Base.Kind == resolve.Associate {
		local = mid.WholeName(scope, info.Base)
	}
	if !sym.IsCoarray() {
		return
	}
	unit := scope.Unit()
	if sym.Scope != nil && (sym.Scope.Kind == resolve.BlockScope || sym.Selector != nil) {
		unit = sym.Scope
	}
	f.coarrays.view(unit, Named{sym, local})
}

// allocated notes the coarrays that an ALLOCATE statement or MOVE_ALLOC names.
func (f *finder) allocated(scope *resolve.Scope, s syntax.Stmt) {
	note := func(r *syntax.Ref) {
		if sym := scope.Lookup(r.First().Name); sym.IsCoarray() {
			f.coarrays.Allocated[sym] = true
		}
	}
	switch s := s.(type) {
	case *syntax.IfStmt:
		f.allocated(scope, s.Action)
	case *syntax.AllocateStmt:
		for _, o := range s.Allocs {
			if o.Codims != nil {
				note(o.Object)
			}
		}
	case *syntax.CallStmt:
		if a := s.Args(); a != nil && s.Proc.First().Name == "move_alloc" {
			for _, arg := range a.Items {
				if r, ok := arg.Value.(*syntax.Ref); ok {
					note(r)
				}
			}
		}
	}
}

// pointed notes the coarrays of this image that a statement lets a copointer refer to: native
// compilers are told by TARGET that they are reached by another name, too.
func (f *finder) pointed(scope *resolve.Scope, s syntax.Stmt) {
	a, ok := s.(*syntax.PtrAssignStmt)
	if !ok || scope.CopointerAssigned(a) == nil {
		return
	}
	if r, ok := a.RHS.(*syntax.Ref); ok && !r.Remote() {
		if sym := scope.Reference(r).Parts[0]; sym.IsCoarray() {
			f.coarrays.Pointed[sym] = true
		}
	}
}

// EachBoundBefore visits the coindexed objects in the bounds and lengths of what a BLOCK construct
// declares, which are evaluated in front of it.
func EachBoundBefore(scope *resolve.Scope, c *syntax.BlockConstruct,
	visit func(*syntax.TypeDeclStmt, *syntax.Ref)) {
	if scope == nil {
		return
	}
	for _, it := range c.Spec {
		if d, ok := it.(*syntax.TypeDeclStmt); ok {
			list, _ := scope.BoundsBefore(d)
			for _, r := range list {
				visit(d, r)
			}
		}
	}
}
