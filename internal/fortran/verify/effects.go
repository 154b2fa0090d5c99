package verify

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// staling are the runtime's procedures behind which no view holds, since coral_gen has grown
// (capi/sync/heap.c, capi/sync/team.c). What is allocated or freed is nothing else that the
// statement refers to.
var staling = map[string]effect{"coral_alloc_end": calls, "coral_dealloc_begin": calls,
	"coral_move_begin": calls, "coral_change_team": stales, "coral_end_team": stales,
	"coral_caf_with_team": stales, "coral_caf_end_with_team": stales, "coral_xmp_enter": stales,
	"coral_xmp_go": stales, "coral_xmp_leave": stales}

// effect says what a statement may do to views.
type effect uint8

const (
	none effect = iota
	// calls: it calls a procedure that may leave views stale. The statement's own go on to be good:
	// no function changes what the statement around refers to (F2018 10.1.4), each leaves the team
	// as it was (11.1.5), and the runtime then puts views back.
	calls
	stales // no view holds behind it
)

// effectOf is the effect of a statement itself, without the expressions in it: of the runtime's
// procedure, of one of the user's that is not pure, or of one that defines the assignment.
func (p *program) effectOf(s syntax.Stmt, scope *resolve.Scope) effect {
	switch s := s.(type) {
	case *syntax.CallStmt:
		name := s.Proc.First().Name
		if isGenerated(name) && len(s.Proc.Parts) == 1 {
			return staling[name]
		}
		if p.mayStale(s.Proc, scope) {
			return calls
		}
	case *syntax.AssignStmt:
		if impure(scope.AssignmentCalls(s.LHS(), s.RHS())) {
			return calls
		}
	}
	return none
}

// mayStale tells whether a procedure reference is to one that is not known to leave views alone.
func (p *program) mayStale(r *syntax.Ref, scope *resolve.Scope) bool {
	name := r.First().Name
	if len(r.Parts) > 1 {
		callee := scope.Callee(r)
		return callee.Proc == nil || callee.Proc.Inner == nil || !callee.Proc.Inner.Pure
	}
	if isGenerated(name) || scope.IsIntrinsic(name) {
		return false
	}
	sym := scope.Lookup(name)
	if sym == nil {
		return true
	}
	if sym.Has(resolve.StatementFunction) {
		return false
	}
	i := sym.Interface()
	if i == nil || i.Inner == nil {
		if callee := scope.Callee(r); callee.Proc != nil && callee.Proc.Inner != nil {
			return !callee.Proc.Inner.Pure
		}
		return true
	}
	return !i.Inner.Pure
}

// callsIn tells whether an expression calls a procedure that may leave views stale.
func (p *program) callsIn(e syntax.Expr, scope *resolve.Scope) bool {
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ref:
			found = found || scope.Reference(n).Call && p.mayStale(n, scope)
		case *syntax.Unary, *syntax.Binary:
			found = found || impure(scope.OperatorCalls(n))
		}
		return !found
	})
	return found
}

// impure tells whether one of the procedures that may be meant is not pure. What may be meant
// besides, of a module that is not there, is not known.
func impure(procs []*resolve.Symbol, _ bool) bool {
	return slices.ContainsFunc(procs, func(p *resolve.Symbol) bool {
		return p.Inner != nil && !p.Inner.Pure
	})
}
