// Package mid is the middle of the translator, between what declarations mean and what is written:
// it knows what the parts of a program can do to each other. It asks package resolve, and knows
// nothing of how text is generated.
package mid

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Effects. A view becomes stale when a coarray is allocated, freed or moved, and when the team
// changes. The statements here tell whether an item may do so, itself or by a procedure that it
// calls. Calls are not only CALL statements and function references: an operator, an assignment,
// the finalization of what an assignment overwrites, and the input or output of an object of
// derived type may be procedures of the user's (F2018 10.1.6, 10.2.1.4, 7.5.6, 12.6.4.8). A pure
// procedure makes nothing stale: it has no image control statement (F2018 C1599).

// Effects knows what the items of a program may do.
type Effects struct{ prog *resolve.Program }

// NewEffects is for a program that is resolved.
func NewEffects(prog *resolve.Program) *Effects { return &Effects{prog} }

// KeepsViews tells whether no view can become stale during an item: nothing in it allocates, frees
// or moves coarrays, changes the team, or calls what might.
func (e *Effects) KeepsViews(it syntax.Item, scope *resolve.Scope) bool {
	ok := true
	syntax.EachStmt([]syntax.Item{it}, func(s syntax.Stmt) {
		ok = ok && e.StmtKeepsViews(s, scope)
	})
	return ok
}

// StmtKeepsViews is KeepsViews of a single statement.
func (e *Effects) StmtKeepsViews(s syntax.Stmt, scope *resolve.Scope) bool {
	switch s := s.(type) {
	case *syntax.AllocateStmt, *syntax.DeallocateStmt, *syntax.ChangeTeamStmt,
		*syntax.WithTeamStmt, *syntax.SpawnStmt, *syntax.BlockStmt, *syntax.OpaqueStmt,
		*syntax.XMPStmt:
		return false
	case *syntax.EndStmt:
		return s.Kind != syntax.EndTeam && s.Kind != syntax.EndWithTeam && s.Kind != syntax.EndBlock
	case *syntax.CallStmt:
		if !e.CallKeepsViews(s.Proc, scope) {
			return false
		}
	case *syntax.AssignStmt:
		if e.AssignmentMayCall(s, scope) {
			return false
		}
	case *syntax.IOStmt:
		if e.transferMayCall(s, scope) {
			return false
		}
	}
	ok := true
	check := func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ref:
			ok = ok && (!scope.Reference(n).Call || e.CallKeepsViews(n, scope))
		case *syntax.Unary, *syntax.Binary:
			ok = ok && !scope.OperatorMayCall(n)
		}
		return ok
	}
	syntax.StmtExprs(s, func(x syntax.Expr) {
		if c, isCall := s.(*syntax.CallStmt); isCall && x == syntax.Expr(c.Proc) {
			for _, p := range c.Proc.Parts {
				if p.Args != nil {
					for _, a := range p.Args.Items {
						syntax.Inspect(a, check)
					}
				}
			}
			return
		}
		syntax.Inspect(x, check)
	})
	return ok
}

// CallKeepsViews tells whether a procedure is known not to touch the life of coarrays: intrinsic
// (but MOVE_ALLOC), or pure. By a generic name all that it may mean are. What is bound to a type
// or is a procedure component is pure in all extensions and targets if the declared one is (F2018
// 7.5.7.3, 10.2.2.4).
func (e *Effects) CallKeepsViews(r *syntax.Ref, scope *resolve.Scope) bool {
	if len(r.Parts) != 1 {
		return pure(scope.Callee(r).Proc)
	}
	name := r.First().Name
	if scope.IsIntrinsic(name) {
		return name != "move_alloc"
	}
	if scope.CAF2Function(r) != nil {
		return true
	}
	sym := scope.Lookup(name)
	if sym == nil {
		return false
	}
	if sym.Has(resolve.StatementFunction) {
		return true
	}
	if sym.Kind == resolve.Generic && name != "move_alloc" {
		procs, complete := scope.MayMean(r)
		impure := func(p *resolve.Symbol) bool { return !pure(p) }
		return complete && len(procs) > 0 && !slices.ContainsFunc(procs, impure)
	}
	return pure(sym.Interface())
}

// pure tells whether a procedure is known to be.
func pure(p *resolve.Symbol) bool { return p != nil && p.Inner != nil && p.Inner.Pure }

// AssignmentMayCall tells whether an assignment may call a procedure that is not known to be pure:
// one that defines it or the assignment of a component, or one that finalizes what the variable
// held. Of a polymorphic variable the dynamic type is not known.
func (e *Effects) AssignmentMayCall(a *syntax.AssignStmt, scope *resolve.Scope) bool {
	if scope.AssignmentMayCall(a.LHS(), a.RHS()) {
		return true
	}
	t := scope.TypeOf(a.LHS())
	if t == nil || t.Base <= syntax.TypeByte {
		return false
	}
	if t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny {
		return true
	}
	d := t.DerivedOf()
	return HasFinal(d, ImpureFinal) || e.prog.MayDefineAssignment(d)
}

// transferMayCall tells whether an input/output statement may call defined input/output.
func (e *Effects) transferMayCall(s *syntax.IOStmt, scope *resolve.Scope) bool {
	if !e.prog.DefinesTransfer() {
		return false
	}
	group := func(a *syntax.Arg) bool { // NML=, or a name in the second place
		r, ok := a.Value.(*syntax.Ref)
		return ok && r.IsName() && (a.Keyword == nil || a.Keyword.Name == "nml")
	}
	return slices.ContainsFunc(s.Controls, group) || mayBeStructured(s.Items, scope)
}

func mayBeStructured(items []syntax.Expr, scope *resolve.Scope) bool {
	return slices.ContainsFunc(items, func(e syntax.Expr) bool {
		if d, ok := e.(*syntax.ImpliedDo); ok {
			return mayBeStructured(d.Items, scope)
		}
		return !scope.IsPlain(e)
	})
}

// KeepsTeam tells whether the current team is one and the same in all statements of a procedure:
// those of BLOCK constructs in it too, not those of internal procedures.
func KeepsTeam(body *syntax.ScopeBody) bool {
	steady := true
	for _, items := range [][]syntax.Item{body.Spec, body.Exec} {
		syntax.EachStmt(items, func(s syntax.Stmt) {
			switch s.(type) {
			case *syntax.ChangeTeamStmt, *syntax.WithTeamStmt, *syntax.XMPStmt, *syntax.EntryStmt:
				steady = false
			}
		})
	}
	return steady
}

// MovesComponents tells whether a statement could change what components point to, this image's
// included: it may define an allocatable component as a whole, or an object of derived type, or
// hand one to a procedure.
func MovesComponents(s syntax.Stmt, scope *resolve.Scope) bool {
	found := false
	whole := func(e syntax.Expr, flags resolve.Flags) bool { // a component
		r, ok := e.(*syntax.Ref)
		if !ok || len(r.Parts) == 1 || r.Coindexed() != nil {
			return false
		}
		c := scope.Reference(r).Parts[len(r.Parts)-1]
		return c.IsIndirect() && c.Flags&flags != 0 && r.Last().Args == nil
	}
	switch s := s.(type) {
	case *syntax.AssignStmt:
		found = whole(s.LHS(), resolve.Allocatable) || structured(scope, s.LHS()) ||
			structured(scope, s.RHS())
	case *syntax.CallStmt:
		if a := s.Args(); a != nil && !scope.IsIntrinsic(s.Proc.First().Name) {
			for _, arg := range a.Items {
				found = found || whole(arg.Value, resolve.Allocatable|resolve.Pointer) ||
					structured(scope, arg.Value)
			}
		}
	}
	syntax.StmtExprs(s, func(e syntax.Expr) {
		syntax.Inspect(e, func(n syntax.Node) bool { // operators of the user's
			switch n := n.(type) {
			case *syntax.Binary:
				found = found || structured(scope, n.X) || structured(scope, n.Y)
			case *syntax.Unary:
				found = found || structured(scope, n.X)
			}
			return !found
		})
	})
	return found
}

// structured tells whether an expression is of derived type, or may be.
func structured(scope *resolve.Scope, e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Paren:
		return structured(scope, e.X)
	case *syntax.Ref:
		info := scope.Reference(e)
		t := info.Types[len(info.Types)-1]
		if info.Base != nil && info.Base.Kind == resolve.Generic {
			if t = scope.TypeOf(e); t == nil {
				return true
			}
		}
		if info.Call && t == nil && info.Base != nil {
			t = info.Base.TypeOf()
		}
		if t != nil {
			return t.DerivedOf() != nil || t.Base == syntax.TypeClassAny
		}
		return info.Base != nil && info.Base.Kind == resolve.DerivedType
	case *syntax.ArrayCons:
		return len(e.Values) > 0 && structured(scope, e.Values[0])
	}
	return false
}
