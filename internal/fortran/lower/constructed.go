package lower

import (
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Coindexed objects in constructors. Of an object that has allocatable components of its own type
// gfortran's constructors copy what lies deeper than one level by its address only, so that the
// new value would hold what the statement's own variable frees at its end. There the variable is
// a pointer, and the new value keeps what it holds. Where gfortran copies such a value once more,
// or frees it, there is no variable that would do.

// placing tells where in a statement a coindexed object stands.
type placing int

const (
	apart    placing = iota // its value is used, or copied, as it is
	retained                // in a constructor whose value keeps what it holds
	unowned                 // gfortran would give what it holds to several values, or free it
)

// rearranging are the intrinsic functions whose results have elements of their arguments.
var rearranging = map[string]bool{
	"cshift": true, "eoshift": true, "merge": true, "pack": true, "reduce": true,
	"reshape": true, "spread": true, "transpose": true, "unpack": true,
}

// placeOf tells where an object stands; loops are those over whose indices there are copies of it.
func (x *stmt) placeOf(r *syntax.Ref, loops []indexLoop) placing {
	constructed, copied := apart, false
	around := nodesAround(x.s, r)
	for i := len(around) - 1; i >= 0; i-- {
		switch n := around[i].(type) {
		case *syntax.Paren: // gfortran copies what stands in parentheses, and frees it
			copied = copied || constructed == retained
		case *syntax.ArrayCons:
			constructed = retained
		case *syntax.Unary, *syntax.Binary:
			return constructed
		case *syntax.Ref:
			name := n.First().Name
			switch {
			case x.scope.LookupType(name) != nil:
				constructed = retained
			case x.scope.IsIntrinsic(name) && rearranging[name]:
				return unowned
			case copied:
				return unowned
			default:
				return constructed
			}
		}
	}
	if constructed == retained {
		if copied || !x.keeps() {
			return unowned
		}
		return retained
	}
	return x.placeOfValue(r, loops)
}

// placeOfValue tells where an object stands that is no part of a constructor or an argument. If the
// back end assigns it, the value of each variable must be one that no other variable gets.
func (x *stmt) placeOfValue(r *syntax.Ref, loops []indexLoop) placing {
	a := x.assignment()
	if a == nil || withoutParens(a.RHS()) != syntax.Expr(r) || x.deep == r ||
		!x.assignsNatively(a) {
		return apart
	}
	if x.scope.DefinesAssignment(a.LHS(), a.RHS()) {
		return apart
	}
	// Of a component that has a defined assignment gfortran makes one more copy, which it frees.
	info, rank := x.scope.Reference(r), x.scope.RankOf(a.LHS())
	if d := info.Types[len(info.Types)-1].DerivedOf(); x.l.prog.MayDefineAssignment(d) {
		return unowned
	}
	if len(loops) == len(x.loops) && rank >= 0 && rank == x.scope.RankOf(a.RHS()) {
		return retained
	}
	return unowned
}

// keepLength makes a concatenation with nothing of part i where that loses its length. It stands
// behind the reference, which transfers name as it is.
func (x *stmt) keepLength(c *chain, i int) {
	if !x.losesLength(c, i) {
		return
	}
	kind, known := x.kindHere(c.info.Parts[i].TypeOf())
	empty := "''"
	if !known {
		empty = c.pointer + "(1:0)"
	} else if kind != "" {
		empty = kind + "_" + empty
	}
	x.t.InsertBefore(x.t.TokenFrom(c.r.Range.End), " // "+empty)
}

// losesLength tells whether part i is the value of a component in a structure constructor and of
// deferred character length. Of such a component of another object gfortran 12 takes the length for
// zero. gfortran 13 has the length of a substring only where that is constant.
func (x *stmt) losesLength(c *chain, i int) bool {
	sym := c.info.Parts[i]
	last := i == len(c.r.Parts)-1 && c.r.Parts[i].Range.End == c.r.Parts[i].Name.Range.End
	if !x.l.opt.InlinePointers || !last || sym.Rank() > 0 || !deferredLength(sym) {
		return false
	}
	around := nodesAround(x.s, c.r)
	for i := len(around) - 1; i >= 0; i-- {
		switch n := around[i].(type) {
		case *syntax.Paren:
		case *syntax.Ref:
			return x.scope.LookupType(n.First().Name) != nil
		case syntax.Expr:
			return false
		}
	}
	return false
}

// assignment is the assignment that a statement consists of or has as its action.
func (x *stmt) assignment() *syntax.AssignStmt {
	s := x.s
	switch w := s.(type) {
	case *syntax.IfStmt:
		s = w.Action
	case *syntax.WhereStmt:
		s = w.Action
	case *syntax.ForallStmt:
		s = w.Action
	}
	a, _ := s.(*syntax.AssignStmt)
	return a
}

// assignsNatively tells whether an assignment is to a variable that is not polymorphic: to
// others the run-time system copies values (allocated.go).
func (x *stmt) assignsNatively(a *syntax.AssignStmt) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok {
		return false
	}
	parts := x.scope.Reference(l).Parts
	last := parts[len(parts)-1]
	return last != nil && !derived.Polymorphic(last)
}

// keeps tells whether a statement uses the value of a constructor for one object.
func (x *stmt) keeps() bool {
	s := x.s
	if conditional, ok := s.(*syntax.IfStmt); ok {
		s = conditional.Action
	}
	switch s := s.(type) {
	case *syntax.CallStmt:
		return true
	case *syntax.AssignStmt: // the elements of an array would share the value of a scalar
		rank := x.scope.RankOf(s.LHS())
		return x.fl.group == nil && rank >= 0 && rank == x.scope.RankOf(s.RHS())
	}
	return false
}

// nodesAround are the nodes of a statement in which a reference stands, outer ones first.
func nodesAround(s syntax.Stmt, r *syntax.Ref) (around []syntax.Node) {
	syntax.Inspect(s, func(n syntax.Node) bool {
		if n == syntax.Node(r) || !contains(n, r) {
			return false
		}
		around = append(around, n)
		return true
	})
	return around
}

// contains tells whether a reference stands in a node.
func contains(n syntax.Node, r *syntax.Ref) bool {
	found := false
	syntax.Inspect(n, func(m syntax.Node) bool {
		found = found || m == syntax.Node(r)
		return !found
	})
	return found
}

// ownAttribute is the attribute of the statement's variable for a coindexed object that must be
// allocated; "" for a scalar that need not be; false: there is no variable that would do.
func (x *stmt) ownAttribute(r *syntax.Ref, d *resolve.Symbol, loops []indexLoop,
	dynamic bool) (string, bool) {
	if x.sharesBelow(d) {
		switch x.placeOf(r, loops) {
		case retained:
			return "pointer", true
		case unowned:
			x.l.errorf("C0204", r.Range, "an object of another image whose type has allocatable "+
				"components of its own type cannot be copied as a whole here: gfortran copies "+
				"them by their addresses").
				Help("assign it to each object that is to have its value, by an assignment of " +
					"its own " +
					"outside of WHERE and FORALL")
			return "", false
		}
	}
	if dynamic {
		return "allocatable", true
	}
	return "", true
}

// sharesBelow tells whether the back end copies allocatable components of an object's own type by
// their addresses.
func (x *stmt) sharesBelow(d *resolve.Symbol) bool {
	return x.l.opt.InlinePointers && derived.HasRecursive(d)
}

// standFor puts the variable of the statement in the place of an object, and of the parentheses
// around it where gfortran would copy in them what it frees.
func (x *stmt) standFor(r *syntax.Ref, d *resolve.Symbol, variable string) {
	x.t.Replace(r.Range, variable)
	if p := x.parensAround(r); p != nil && x.l.opt.InlinePointers {
		x.t.Replace(p.Range, variable)
	}
}

// parensAround are the outermost parentheses in which nothing but a reference stands; nil: none.
func (x *stmt) parensAround(r *syntax.Ref) *syntax.Paren {
	var outermost *syntax.Paren
	around := nodesAround(x.s, r)
	for i := len(around) - 1; i >= 0; i-- {
		p, ok := around[i].(*syntax.Paren)
		if !ok {
			break
		}
		outermost = p
	}
	return outermost
}
