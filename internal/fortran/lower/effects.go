package lower

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

// safe tells whether no view can become stale during an item: nothing in it allocates, frees or
// moves coarrays, changes the team, or calls what might.
func (l *lowerer) safe(it syntax.Item, scope *resolve.Scope) bool {
	ok := true
	eachStmt([]syntax.Item{it}, func(s syntax.Stmt) {
		ok = ok && l.safeStmt(s, scope)
	})
	return ok
}

func (l *lowerer) safeStmt(s syntax.Stmt, scope *resolve.Scope) bool {
	switch s := s.(type) {
	case *syntax.AllocateStmt, *syntax.DeallocateStmt, *syntax.ChangeTeamStmt,
		*syntax.WithTeamStmt, *syntax.SpawnStmt, *syntax.BlockStmt, *syntax.OpaqueStmt,
		*syntax.XMPStmt:
		return false
	case *syntax.EndStmt:
		return s.Kind != syntax.EndTeam && s.Kind != syntax.EndWithTeam && s.Kind != syntax.EndBlock
	case *syntax.CallStmt:
		if !l.safeCall(s.Proc, scope) {
			return false
		}
	case *syntax.AssignStmt:
		if l.assignmentCalls(s, scope) {
			return false
		}
	case *syntax.IOStmt:
		if l.transferCalls(s, scope) {
			return false
		}
	}
	ok := true
	check := func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ref:
			if info := scope.Reference(n); info.Call && !l.safeCall(n, scope) {
				ok = false
			}
		case *syntax.Unary, *syntax.Binary:
			ok = ok && !scope.OperatorMayCall(n)
		}
		return ok
	}
	syntax.StmtExprs(s, func(e syntax.Expr) {
		if c, isCall := s.(*syntax.CallStmt); isCall && e == syntax.Expr(c.Proc) {
			for _, p := range c.Proc.Parts {
				if p.Args != nil {
					for _, a := range p.Args.Items {
						syntax.Inspect(a, check)
					}
				}
			}
			return
		}
		syntax.Inspect(e, check)
	})
	return ok
}

// safeCall tells whether a procedure is known not to touch the life of coarrays: intrinsic (but
// MOVE_ALLOC), or pure.
func (l *lowerer) safeCall(r *syntax.Ref, scope *resolve.Scope) bool {
	if len(r.Parts) != 1 {
		return false
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
	p := sym.Interface()
	return p != nil && p.Inner != nil && p.Inner.Pure
}

// assignmentCalls tells whether an assignment may call a procedure that is not known to be pure:
// one that defines it or the assignment of a component, or one that finalizes what the variable
// held. Of a polymorphic variable the dynamic type is not known.
func (l *lowerer) assignmentCalls(a *syntax.AssignStmt, scope *resolve.Scope) bool {
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
	return hasFinalOf(d, 0, impure) || l.prog.MayDefineAssignment(d)
}

// transferCalls tells whether an input/output statement may call defined input/output.
func (l *lowerer) transferCalls(s *syntax.IOStmt, scope *resolve.Scope) bool {
	if !l.prog.DefinesTransfer() {
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
