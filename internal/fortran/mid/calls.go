package mid

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Calls tells whether an expression calls one of those functions, or a procedure of the user's by
// an operator.
func Calls(e syntax.Node, scope *resolve.Scope, those func(*syntax.Ref) bool) bool {
	return calls(e, scope, those, func(*resolve.Symbol) bool { return true })
}

// CallsUser tells whether an expression calls a procedure that is not intrinsic, be it by an
// operator.
func CallsUser(e syntax.Node, scope *resolve.Scope) bool {
	return Calls(e, scope, func(f *syntax.Ref) bool {
		return !scope.IsIntrinsic(f.First().Name)
	})
}

// MayHaveEffects tells whether an expression calls a procedure that is not known to be pure: it
// must be evaluated as often as the user has written it.
func (e *Effects) MayHaveEffects(x syntax.Node, scope *resolve.Scope) bool {
	return calls(x, scope, func(f *syntax.Ref) bool {
		return f.Coindexed() == nil && !e.CallKeepsViews(f, scope)
	}, func(p *resolve.Symbol) bool { return p.Inner == nil || !p.Inner.Pure })
}

// calls tells whether an expression calls one of those functions, or one of those procedures by an
// intrinsic operator to which the program gives a further meaning (F2018 10.1.6.2). An operator of
// the user's own is taken to call one. So is one with a structure that no procedure of the files
// takes, or whose type a module outside of them has: no intrinsic operation takes structures (F2018
// 10.1.5). Where a name may be of a type that such a module has, an intrinsic operator is taken for
// what it mostly is.
func calls(e syntax.Node, scope *resolve.Scope, those func(*syntax.Ref) bool,
	procedures func(*resolve.Symbol) bool) bool {
	switch e := e.(type) { // most expressions that are asked about are no more
	case *syntax.Literal:
		return false
	case *syntax.Ref:
		if e.IsName() {
			return scope.Reference(e).Call && those(e)
		}
	}
	found := false
	operator := func(n syntax.Node, op syntax.Op, operands ...syntax.Expr) bool {
		if op == syntax.OpUser {
			return true
		}
		procs, _ := scope.OperatorCalls(n)
		return slices.ContainsFunc(procs, procedures) ||
			slices.ContainsFunc(operands, func(x syntax.Expr) bool {
				return scope.IsStructure(x) &&
					(len(procs) == 0 || scope.TypeOf(x).DerivedOf() == nil)
			})
	}
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ref:
			found = found || scope.Reference(n).Call && those(n)
		case *syntax.Unary:
			found = found || operator(n, n.Op, n.X)
		case *syntax.Binary:
			found = found || operator(n, n.Op, n.X, n.Y)
		}
		return !found
	})
	return found
}

// HasFinal tells whether objects of a type are finalized by some of the FINAL statements, as a
// whole or in part (F2018 7.5.6.2).
func HasFinal(d *resolve.Symbol, some func(*resolve.Symbol, *syntax.FinalStmt) bool) bool {
	return d.AnyType((*resolve.Symbol).Owned, func(t *resolve.Symbol) bool {
		return t.Def != nil && slices.ContainsFunc(t.Def.Bindings, func(it syntax.Item) bool {
			st, is := it.(*syntax.FinalStmt)
			return is && some(t, st)
		})
	})
}

// AnyFinal is true of each FINAL statement.
func AnyFinal(*resolve.Symbol, *syntax.FinalStmt) bool { return true }

// ImpureFinal tells whether a FINAL statement names a procedure that is not known to be pure.
func ImpureFinal(d *resolve.Symbol, st *syntax.FinalStmt) bool {
	return slices.ContainsFunc(st.Names, func(n *syntax.Ident) bool {
		p := d.Scope.Lookup(n.Name).Interface()
		return p == nil || p.Inner == nil || !p.Inner.Pure
	})
}
