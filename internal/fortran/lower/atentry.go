package lower

import (
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What the runtime says of the current team holds for the whole of a procedure that changes no team
// itself: a team that a procedure called from it changes to is left before that returns (F2018
// 11.1.5.1). The back end does not know that, and loads it anew behind every call. So such a
// procedure keeps it in variables of its own,
//
//	logical :: coral_lib_kept
//	integer(coral_ik) :: coral_shift_kept, coral_step_kept
//	coral_lib_kept = coral_lib
//
// from which the back end takes tests and addresses out of loops that call something: a tenth of
// what a copy of 64 bytes takes.

// kept are the variables that may be kept so, with their types; mangle.KeptSuffix makes their names
// those of the procedure's own.
var kept = map[string]string{"coral_lib": "logical", "coral_apart": "logical",
	"coral_shift": "integer(coral_ik)", "coral_step": "integer(coral_ik)"}

// atEntry are the variables that a procedure keeps, in the order in which they were asked for.
type atEntry struct {
	names []string
	seen  map[string]bool
}

// mayKeep tells whether the variables hold for all statements of a procedure.
func mayKeep(scope *resolve.Scope, body *syntax.ScopeBody) bool {
	return (scope.Kind == resolve.MainScope || scope.Kind == resolve.ProcScope) &&
		!scope.SaveAll && mid.KeepsTeam(body)
}

// current names a variable of the current team: what the procedure has kept of it, or the runtime's
// own.
func (x *stmt) current(name string) string { return x.l.current(x.scope, name) }

func (l *lowerer) current(scope *resolve.Scope, name string) string {
	for scope != nil && (scope.Kind == resolve.BlockScope || scope.Kind == resolve.AssocScope) {
		scope = scope.Host
	}
	keep := l.unit.atEntry[scope]
	if keep == nil {
		return l.use(name)
	}
	if !keep.seen[name] {
		keep.seen[name] = true
		keep.names = append(keep.names, l.use(name))
	}
	return name + mangle.KeptSuffix
}

// keepAtEntry gives the declarations of what a procedure keeps, and the statements with which it
// begins.
func (l *lowerer) keepAtEntry(scope *resolve.Scope) (decls, begin []string) {
	keep := l.unit.atEntry[scope]
	if keep == nil {
		return nil, nil
	}
	for _, name := range keep.names {
		l.use("coral_ik")
		decls = append(decls, kept[name]+" :: "+name+mangle.KeptSuffix)
		begin = append(begin, name+mangle.KeptSuffix+" = "+name)
	}
	return decls, begin
}
