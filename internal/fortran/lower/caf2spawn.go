package lower

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// SPAWN. The runtime packs the call argument by argument, and the target makes it as this back end would. That the arguments fit the
// procedure is what the back end says of the same call, which stands under a condition that is never true.

// spawn plans a SPAWN statement.
func (x *stmt) spawn(s *syntax.SpawnStmt) {
	name, sel, ik := x.scope.ShippedProcedure(s.Call), s.Call.Last().Selector, x.l.use("coral_ik")
	lines := []line{x.line("call %s()", x.l.use("coral_caf_spawn_begin"))}
	for _, a := range x.scope.Shipped(s, func(diag.Range, string, ...any) {}) {
		lines = append(lines, x.shipped(a))
	}
	target := fmt.Sprintf("int(%s, %s)", x.value(sel.Cosubs[0]), ik)
	none := "0_" + ik
	team, event, result, types := none, none, none, "[0, 0, 0, 0]"
	if t := sel.Spec("team"); t != nil {
		team = x.l.use("coral_caf_team_of") + "(" + x.value(t.Value) + ")"
	}
	if e := syntax.FindArg(s.Specs, "event"); e != nil {
		event = x.address(e.Value)
	}
	// The call itself, without the image selector.
	call := s.Call.Range
	call.End = sel.Range.Start
	text := x.t.render(call)
	if s.Call.Last().Args == nil {
		text += "()"
	}
	if r, ok := s.Result.(*syntax.Ref); ok {
		result = x.address(r)
		variable := x.t.render(r.Range)
		of, to := x.scope.ShippedResult(s), x.scope.Analyse(r)
		types = fmt.Sprintf("[%d, kind(%s), %d, kind(%s)]", resolve.Numeric(of), text, resolve.Numeric(to.Types[len(to.Types)-1]), variable)
		lines = append(lines, x.line("if (.false.) %s = %s", variable, text))
	} else if !x.isFunction(s) {
		lines = append(lines, x.line("if (.false.) call %s", text))
	}
	x.store(append(x.before(), lines...), fmt.Sprintf("call %s(%s, %s, %s, %s, %s, %s, %s)", x.l.use("coral_caf_spawn"), name, target, team, result, types, event, x.where()),
		x.after())
}

// isFunction tells whether the procedure of a SPAWN statement is known to be a function.
func (x *stmt) isFunction(s *syntax.SpawnStmt) bool {
	p := x.scope.Callee(s.Call).Proc
	return p != nil && p.Proc.Head.Kind == syntax.Function
}

// shipped hands one argument to the runtime.
func (x *stmt) shipped(a resolve.Shipped) line {
	if a.Actual == nil {
		return x.line("call %s()", x.l.use("coral_caf_spawn_absent"))
	}
	if !a.There {
		return x.line("call %s(%s, %d)", x.l.use("coral_caf_spawn_value"), x.value(a.Actual), a.Mode)
	}
	r := a.Actual.(*syntax.Ref)
	for _, p := range r.Parts {
		x.args(p.Args)
		x.args(p.Second)
		if p.Selector != nil { // the target's own
			x.t.replace(p.Selector.Range, "")
		}
	}
	return x.line("call %s(%s, %d, %s)", x.l.use("coral_caf_spawn_there"), x.t.render(r.Range), a.Mode, x.where())
}
