package lower

import (
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

// placeOf tells where an object stands.
func (x *stmt) placeOf(r *syntax.Ref) placing {
	constructed, copied := apart, false
	around := nodesAround(x.s, r)
	for i := len(around) - 1; i >= 0; i-- {
		switch n := around[i].(type) {
		case *syntax.Paren: // gfortran copies what stands in parentheses, and frees it
			copied = true
		case *syntax.ArrayCons:
			constructed = retained
		case *syntax.Unary, *syntax.Binary:
			return constructed
		case *syntax.Ref:
			name := n.First().Name
			d := x.scope.Lookup(name)
			switch {
			case d != nil && d.IsType():
				constructed = retained
			case x.scope.IsIntrinsic(name) && rearranging[name]:
				return unowned
			case constructed == retained && copied:
				return unowned
			default:
				return constructed
			}
		}
	}
	if copied && constructed == apart && x.assignsNatively() || constructed == retained &&
		(copied || !x.keeps()) {
		return unowned
	}
	return constructed
}

// assignsNatively tells whether a statement assigns to a variable that is not polymorphic: to
// others the run-time system copies values (allocated.go).
func (x *stmt) assignsNatively() bool {
	a, ok := x.s.(*syntax.AssignStmt)
	if !ok {
		return false
	}
	l, ok := a.LHS.(*syntax.Ref)
	if !ok {
		return false
	}
	parts := x.scope.Analyse(l).Parts
	last := parts[len(parts)-1]
	return last != nil && !polymorphic(last)
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
		rank := x.scope.RankOf(s.LHS)
		return x.fl.group == nil && rank >= 0 && rank == x.scope.RankOf(s.RHS)
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
func (x *stmt) ownAttribute(r *syntax.Ref, d *resolve.Symbol, dynamic bool) (string, bool) {
	if x.l.opt.InlinePointers && hasRecursive(d) {
		switch x.placeOf(r) {
		case retained:
			return "pointer", true
		case unowned:
			x.l.errorf("C0204", r.Range, "an object of another image whose type has allocatable "+
				"components of its own type cannot be copied as a whole here: gfortran copies "+
				"them by their addresses").
				Help("assign it to a variable or a component first")
			return "", false
		}
	}
	if dynamic {
		return "allocatable", true
	}
	return "", true
}
