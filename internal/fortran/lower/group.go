package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// WHERE and FORALL: a mask is evaluated before the assignments, and each assignment's right side
// before its left side is defined (F2018 10.2.3.2, 10.2.4.2.4). The back end leaves the temporaries
// out where it sees no dependence, and a view and the coarray's name are two objects for it. So
// where a construct refers to a coarray in both ways, all its references go through the view.

// together are the facts about an outermost WHERE or FORALL.
type together struct {
	// both are the coarrays that it refers to with and without an image selector, among them
	// coarray components, of whatever objects.
	both map[*resolve.Symbol]bool
	// defined are the variables that it defines.
	defined map[*resolve.Symbol][]definition
	// places number the statements in the order of their execution.
	places map[syntax.Stmt]int
	// remote: it has an image selector.
	remote bool
	// several: it has more than one assignment.
	several bool
	// fetches are what functions fetch that are called at a place or behind it, by the places of
	// assignments.
	fetches map[int]*mid.Fetched
	// apart: its right side is evaluated into an array before anything is defined (apart.go).
	apart bool
}

// definition is what a statement of a construct defines, and the place of that statement.
type definition struct {
	place  int
	object *resolve.Reference
}

// togetherIn finds the facts about a WHERE or FORALL.
func (l *lowerer) togetherIn(scope *resolve.Scope, construct syntax.Node) *together {
	g := &together{both: map[*resolve.Symbol]bool{}, defined: map[*resolve.Symbol][]definition{},
		places: map[syntax.Stmt]int{}}
	for sym := range alias.NamedBothWays(scope, construct) {
		g.both[sym] = true
	}
	for sym := range alias.ComponentsBothWays(scope, construct) {
		g.both[sym] = true
	}
	assignments := 0
	syntax.Inspect(construct, func(n syntax.Node) bool {
		if s, ok := n.(syntax.Stmt); ok {
			g.places[s] = len(g.places) + 1
		}
		switch n := n.(type) {
		case *syntax.AssignStmt:
			assignments++
			if r, ok := n.LHS().(*syntax.Ref); ok {
				info := scope.Reference(r)
				if base := mid.Root(info.Base); base != nil {
					g.defined[base] = append(g.defined[base], definition{g.places[n], info})
				}
			}
		case *syntax.Ref:
			g.remote = g.remote || n.Coindexed() != nil
		}
		return true
	})
	g.several = assignments > 1
	if g.remote {
		g.fetches = l.fetchesBehind(scope, construct, g.places)
	}
	return g
}

// fetchesBehind finds for the place of each assignment in a construct what functions fetch that are
// called there or behind. Those of masks and headers count everywhere: a back end may evaluate a
// mask for one element after it has defined another one.
func (l *lowerer) fetchesBehind(scope *resolve.Scope, construct syntax.Node,
	places map[syntax.Stmt]int) map[int]*mid.Fetched {
	var assignments []*syntax.AssignStmt
	all := l.fetches().From(scope)
	syntax.Inspect(construct, func(n syntax.Node) bool {
		if a, ok := n.(*syntax.AssignStmt); ok {
			assignments = append(assignments, a)
			return false
		}
		if e, ok := n.(syntax.Expr); ok {
			all.CalledIn(e, scope)
			return false
		}
		return true
	})
	found := map[int]*mid.Fetched{}
	for _, a := range slices.Backward(assignments) {
		all.CalledIn(a, scope)
		found[places[a]] = all.Found()
	}
	return found
}

// inGroup begins the planning of a statement that is a WHERE or FORALL, or part of one.
func (x *stmt) inGroup() {
	if x.fl.together == nil {
		fl := *x.fl
		fl.together = x.l.togetherIn(x.scope, x.s)
		x.fl = &fl
	}
	if len(x.fl.together.both) > 0 {
		x.localAs = x.fl.together.both
	}
}

// subscriptsInGroup refuses a coindexed object in a WHERE or FORALL whose subscripts may mean other
// elements than the transfers around the construct take: for what it defines those are behind all
// of its statements, for what it refers to in front of them.
func (x *stmt) subscriptsInGroup(r *syntax.Ref, info *resolve.Reference, u usage) {
	g := x.fl.together
	if g == nil || !r.Remote() || info.Base == nil {
		return
	}
	called := g.fetches[g.places[actionOf(x.s)]]
	if called != nil && (u == defines || u == both) && !g.apart && x.fl.mode != direct &&
		called.MayHave(info.Base) {
		x.l.errorf("C0237", r.Range,
			"a function that the construct calls may fetch elements of '%s'",
			r.First().Name).
			Help("define a local array in the WHERE or FORALL, and assign that to '%s', or put "+
				"the function into a module if it is not in one", r.First().Name)
		return
	}
	if x.fl.masked && u == defines {
		u = both // what the mask leaves out is fetched in front
	}
	mid.EachSubscript(r, func(e syntax.Expr) {
		switch {
		case (u == defines || u == both) && !x.callsUser(e) &&
			mid.RefersTo(x.scope, e, func(_ *syntax.Ref, s *resolve.Reference) bool {
				return alias.MayBePart(s, info) && !alias.OtherComponents(s, info)
			}):
			if !g.several && len(x.loops) == 0 {
				x.inVariable(e)
				return
			}
			x.l.errorf("C0235", e.Span(),
				"this subscript of '%s' depends on what the statement defines", r.First().Name).
				Help("assign it to a variable before the WHERE or FORALL, and use that")
		case g.several && mid.RefersTo(x.scope, e, func(_ *syntax.Ref, s *resolve.Reference) bool {
			return g.changes(s, g.places[x.s], u)
		}):
			x.l.errorf("C0235", e.Span(),
				"this subscript of '%s' depends on what another statement of the construct defines",
				r.First().Name).
				Help("write one WHERE or FORALL for each assignment")
		}
	})
}

// actionOf is what a WHERE or FORALL statement executes; other statements are that themselves.
func actionOf(s syntax.Stmt) syntax.Stmt {
	switch s := s.(type) {
	case *syntax.WhereStmt:
		return s.Action
	case *syntax.ForallStmt:
		return s.Action
	}
	return s
}

// changes tells whether an object has another value at the transfer for a reference in a statement
// than it has in the statement: another statement in front defines it, where the reference is
// fetched, or one behind, where it is sent.
func (g *together) changes(object *resolve.Reference, place int, u usage) bool {
	return slices.ContainsFunc(g.defined[mid.Root(object.Base)], func(d definition) bool {
		return (d.place < place && u != defines ||
			d.place > place && (u == defines || u == both)) &&
			!alias.OtherComponents(object, d.object)
	})
}
