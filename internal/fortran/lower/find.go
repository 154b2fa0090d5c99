package lower

import (
	"maps"

	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// findCoindexed finds the coarrays of a program unit that need a view: those with an image selector
// anywhere, and allocatable ones whose cobounds are inquired.
func (l *lowerer) findCoindexed(scope *resolve.Scope, body *syntax.ScopeBody) {
	l.findIn(scope, body.Exec)
	for _, sub := range body.Procs {
		if in := l.prog.ScopeOf(sub); in != nil {
			l.findCoindexed(in, &sub.ScopeBody)
		}
	}
}

// newFinder makes what notes the coarrays of one program unit. It is kept from the walk that looks
// for components until the unit is planned: the trees of a long unit are made anew for each walk.
func newFinder(prog *resolve.Program, f *syntax.File, parts *parts) *lowerer {
	return &lowerer{prog: prog, f: f, parts: parts, indexed: map[*resolve.Symbol]bool{},
		pointed: map[*resolve.Symbol]bool{},
		teams: &teams{views: map[*resolve.Scope][]coarrayHere{},
			allocated: map[*resolve.Symbol]bool{}}}
}

// adopt takes over what has been found of a unit that is planned now.
func (l *lowerer) adopt(u syntax.Unit) {
	from := l.parts.found[u]
	if from == nil {
		return
	}
	maps.Copy(l.indexed, from.indexed)
	maps.Copy(l.pointed, from.pointed)
	maps.Copy(l.teams.allocated, from.teams.allocated)
	for scope, views := range from.teams.views {
		for _, v := range views {
			l.teams.view(scope, v)
		}
	}
}

// findAllParts finds the components that any file refers to on other images: their types may be in
// another file.
func findAllParts(prog *resolve.Program, files []*syntax.File, threads bool) *parts {
	all := &parts{owner: map[partKey]*resolve.Symbol{}, referred: map[partKey]bool{},
		before: map[*resolve.Scope]bool{},
		copies: map[*resolve.Symbol]bool{}, broadcasts: map[*resolve.Symbol]bool{},
		ships: map[*resolve.Symbol]bool{}, shipped: map[*syntax.Subprogram]bool{},
		results: map[*resolve.Symbol]bool{}, mirrors: map[*resolve.Symbol]bool{},
		told: map[*resolve.Symbol]bool{}, found: map[syntax.Unit]*lowerer{},
		values: map[*syntax.Ref]resolve.TypedValue{}, threads: threads}
	for _, f := range files {
		for _, u := range f.Units {
			if body, scope := syntax.BodyOf(u), prog.ScopeOf(u); body != nil && scope != nil {
				l := newFinder(prog, f, all)
				l.findCoindexed(scope, body)
				all.found[u] = l
			}
		}
	}
	return all
}

func (l *lowerer) findIn(scope *resolve.Scope, items []syntax.Item) {
	visit := func(s syntax.Stmt) {
		if s != nil {
			l.noteAllocated(scope, s)
			l.noteBroadcast(scope, s)
			l.noteShipped(scope, s)
			l.noteCollected(scope, s)
			l.noteDynamic(scope, s)
			l.notePointed(scope, s)
			l.noteBothWays(scope, s)
			syntax.StmtExprs(s, func(e syntax.Expr) { l.findInExpr(scope, e) })
		}
	}
	for _, it := range items {
		if s, ok := it.(syntax.Stmt); ok {
			visit(s)
			continue
		}
		l.noteBothWays(scope, it)
		if b, ok := it.(*syntax.BlockConstruct); ok {
			eachBoundBefore(l.prog.ScopeOf(b), b,
				func(_ *syntax.TypeDeclStmt, r *syntax.Ref) { l.findInExpr(scope, r) })
		}
		if c, ok := it.(*syntax.ChangeTeamConstruct); ok {
			for _, passed := range passedInTeam(scope, c) {
				l.teams.allocated[passed.sym] = true
			}
		}
		syntax.EachPart(it, func(node syntax.Node, head syntax.Stmt, body []syntax.Item) {
			visit(head)
			inner := l.prog.ScopeOf(node)
			if inner == nil {
				inner = scope
			}
			l.findIn(inner, body)
		})
	}
}

// noteBothWays notes that the associate names of a WHERE or FORALL need views that stand for
// coarrays which it refers to on other images, too (group.go).
func (l *lowerer) noteBothWays(scope *resolve.Scope, n syntax.Node) {
	switch n.(type) {
	case *syntax.WhereStmt, *syntax.ForallStmt, *syntax.WhereConstruct, *syntax.ForallConstruct:
		for _, base := range namedBothWays(scope, n) {
			l.noteAssociated(base)
		}
	}
}

func (l *lowerer) findInExpr(scope *resolve.Scope, e syntax.Expr) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if !ok {
			return true
		}
		if r.Parts[0].Selector != nil {
			info := scope.Reference(r)
			if sym := info.Parts[0]; sym.IsCoarray() {
				l.indexed[sym] = true
			}
			l.noteAssociated(info.Base)
			l.noteSelected(scope, r)
		}
		if r.Remote() {
			l.findParts(scope, r)
		}
		if mid.CoboundInquiries[r.First().Name] && r.Parts[0].Args != nil {
			if a, ok := r.Parts[0].Args.ByName([]string{"coarray"})["coarray"].(*syntax.Ref); ok {
				l.findParts(scope, a)
				info := scope.Reference(a)
				l.noteAssociated(info.Base)
				if sym := info.Parts[0]; sym.IsCoarray() {
					needed, _ := hasBounds(sym)
					if sym.Has(resolve.Allocatable) || needed {
						l.indexed[sym] = true
					}
				}
			}
		}
		return true
	})
}
