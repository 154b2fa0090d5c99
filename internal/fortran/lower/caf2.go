package lower

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Statements of CAF 2.0 become calls of the runtime by one scheme: variables of its types go by
// address, integers by value in coral_ik, results through a variable of that kind, whatever the
// user's have.

var caf2TypeNames = map[string]string{
	"team": "coral_team_type", "event": "coral_caf_event", "eventset": "coral_caf_eventset",
	"lock": "coral_caf_lock", "lockset": "coral_caf_lockset",
}

// caf2Type is the native text of a type of CAF 2.0.
func (l *lowerer) caf2Type(spec *syntax.TypeSpec) string {
	name := caf2TypeNames[spec.Name.Name]
	if name == "" {
		l.errorf("C0216", spec.Range, "the type %s of CAF 2.0 is not supported yet", spec.Name.Name)
		return "integer"
	}
	return "type(" + l.use(name) + ")"
}

// caf2Value rewrites the values and functions of CAF 2.0.
func (x *stmt) caf2Value(r *syntax.Ref) bool {
	if f := x.scope.CAF2Function(r); f != nil {
		x.t.Replace(r.Range, x.caf2Called(f, r.Parts[0].Args, nil))
		return true
	}
	if !x.scope.CAF2Value(r) {
		return false
	}
	text := ""
	switch name := r.First().Name; name {
	case "rank_none":
		text = "(-1)"
	case "team_world":
		text = x.l.use("coral_get_team") + "(-1)" // INITIAL_TEAM in coral_env
	case "team_default":
		text = x.l.use("coral_get_team") + "()"
	case "team_null":
		text = x.l.use("coral_team_type") + "()"
	default:
		args := r.Parts[0].Args.ByName([]string{"team"})
		team := args["team"]
		if n := len(r.Parts[0].Args.Items); n > 1 || n == 1 && team == nil {
			x.l.errorf("C0171", r.Range, "%s has one argument, a team, or none", name)
			return true
		}
		if name == "team_size" {
			text = x.numImages(r, args)
		} else {
			text = "(" + x.thisImage(r, args) + "-1)"
		}
	}
	x.t.Replace(r.Range, text)
	return true
}

// caf2Statement plans a statement of CAF 2.0 that has the form of a call; false: it is none.
func (x *stmt) caf2Statement(s *syntax.CallStmt) bool {
	p := x.scope.CAF2Statement(s)
	if p == nil {
		return false
	}
	args := x.scope.BindCAF2(p, s.Args(), func(diag.Range, string, ...any) {})
	switch {
	case p.Name == "copy_async":
		x.copyAsync(s, args)
		return true
	}
	collective := p.Collective()
	if collective {
		x.checkOperand(args["var"], p.Name)
		if !strings.HasPrefix(p.Name, "team_scatter") { // the root's alone is used
			x.checkOperand(args["src"], p.Name)
		}
	}
	if x.byEngine(p, args) {
		return true
	}
	x.finishAs("call "+x.caf2Called(p, s.Args(), func(kind resolve.CAF2Kind, e syntax.Expr) string {
		switch {
		case collective && kind == resolve.CAF2Team:
			return x.l.use("coral_caf_team_of") + "(" + x.value(e) + ")"
		case collective && kind == resolve.CAF2Int:
			return "int(" + x.value(e) + ")"
		}
		return ""
	}), true)
	return true
}

// caf2Called is the reference to the runtime's procedure for a statement or function, with the
// arguments by their names. special renders arguments that differ from the scheme; "" of it: one
// does not.
func (x *stmt) caf2Called(p *resolve.CAF2Proc, given *syntax.ArgList,
	special func(resolve.CAF2Kind, syntax.Expr) string) string {
	args := x.scope.BindCAF2(p, given, func(diag.Range, string, ...any) {})
	var list []string
	for _, q := range p.Params {
		e := args[q.Name]
		if e == nil {
			continue
		}
		text := ""
		if special != nil {
			text = special(q.Kind, e)
		}
		if text == "" {
			text = x.caf2Argument(q.Kind, e)
		}
		list = append(list, q.Name+"="+text)
	}
	if p.Name == "event_init" && args["n"] != nil {
		list = append(list, x.eventPlaces(args["e"]))
	}
	p0 := x.at().Position()
	list = append(list, fmt.Sprintf("line=%d", p0.Line), "file="+edit.Quote(p0.File))
	return x.l.use("coral_caf_"+p.Name) + "(" + joinArgs(list...) + ")"
}

// eventPlaces are the arguments by which EVENT_INIT of a number of events knows which of an array's
// they are: the place of each, and how many there are.
func (x *stmt) eventPlaces(e syntax.Expr) string {
	ik := x.l.use("coral_ik")
	if x.scope.RankOf(e) == 0 {
		return fmt.Sprintf("place=1_%s, size=1_%s", ik, ik)
	}
	array := x.value(e)
	size := fmt.Sprintf("size(%s, kind=%s)", array, ik)
	return fmt.Sprintf("place=reshape(%s(%s), shape(%s)), size=%s", x.l.use("coral_caf_places"),
		size, array, size)
}

// caf2Argument renders an argument; a result is stored in the user's variable behind the statement.
func (x *stmt) caf2Argument(kind resolve.CAF2Kind, e syntax.Expr) string {
	ik := x.l.use("coral_ik")
	switch kind {
	case resolve.CAF2Event, resolve.CAF2OwnEvent, resolve.CAF2EventSet, resolve.CAF2Lock,
		resolve.CAF2LockSet:
		return x.address(e)
	case resolve.CAF2Operator:
		return strconv.Itoa(x.scope.CAF2Operator(e))
	case resolve.CAF2Pass:
		return strconv.Itoa(x.scope.CAF2Passes(e))
	case resolve.CAF2Int, resolve.CAF2Ints:
		return fmt.Sprintf("int(%s, %s)", x.value(e), ik)
	case resolve.CAF2Logicals:
		return "logical(" + x.value(e) + ")"
	case resolve.CAF2IntList:
		v := x.temp("caf_out")
		x.h.decls = append(x.h.decls, fmt.Sprintf("integer(%s), allocatable :: %s(:)", ik, v))
		x.post = append(x.post, x.line("%s = %s", x.value(e), v))
		return v
	case resolve.CAF2IntVar, resolve.CAF2EventID, resolve.CAF2Logical:
		x.expr(e)
		v := x.temp("caf_out")
		x.h.decls = append(x.h.decls, fmt.Sprintf("integer(%s) :: %s", ik, v))
		if kind == resolve.CAF2Logical {
			x.post = append(x.post, x.line("%s = %s /= 0", x.t.Render(e.Span()), v))
		} else {
			x.post = append(x.post, x.line("%s = int(%s, kind(%s))", x.t.Render(e.Span()), v,
				x.t.Render(e.Span())))
		}
		return v
	case resolve.CAF2Own, resolve.CAF2Source:
		return x.caf2Operand(e, kind == resolve.CAF2Own, false)
	}
	return x.value(e)
}

// withTeam plans a WITH TEAM construct.
func (l *lowerer) withTeam(c *syntax.WithTeamConstruct, fl *flow) {
	x := l.newStmt(c.Head, fl)
	x.expr(c.Head.Team)
	x.finishAs(fmt.Sprintf("call %s(%s, %s)", l.use("coral_caf_with_team"),
		x.t.Render(c.Head.Team.Span()), x.where()), true)
	clear(fl.fresh)
	l.items(c.Body, fl)
	clear(fl.fresh)
	if c.End != nil {
		e := l.newStmt(c.End, fl)
		e.post = append(e.post, l.viewsOfHosts(c.End, fl)...)
		e.finishAs("call "+l.use("coral_caf_end_with_team")+"()", true)
	}
}

// finishConstruct plans a FINISH construct.
func (l *lowerer) finishConstruct(c *syntax.FinishConstruct, fl *flow) {
	x := l.newStmt(c.Head, fl)
	team := ""
	if c.Head.Team != nil {
		x.expr(c.Head.Team)
		team = "team=" + x.t.Render(c.Head.Team.Span())
	}
	p := x.at().Position()
	x.finishAs(fmt.Sprintf("call %s(%s)", l.use("coral_caf_finish"),
		joinArgs(team, fmt.Sprintf("line=%d", p.Line), "file="+edit.Quote(p.File))), true)
	clear(fl.fresh)
	l.items(c.Body, fl)
	clear(fl.fresh)
	if c.End != nil {
		e := l.newStmt(c.End, fl)
		e.finishAs(fmt.Sprintf("call %s(%s)", l.use("coral_caf_end_finish"), e.where()), true)
	}
}

// asyncTargets gives the dummy arguments of a procedure the TARGET attribute that need it.
func (l *lowerer) asyncTargets(scope *resolve.Scope, sub *syntax.Subprogram) {
	if sub.Head != nil {
		l.declareIn(scope, l.targetsAmong(scope)...)
	}
}

// targetsAmong declares those dummy arguments of a procedure as targets that can be and need it;
// polymorphic ones are where they are declared (typeDecl): gfortran takes no TARGET statement about
// them.
func (l *lowerer) targetsAmong(scope *resolve.Scope) []string {
	var names []string
	for _, d := range scope.Order {
		if !derived.Polymorphic(d) && l.lifetimes.NeedsTarget(scope, d) {
			names = append(names, d.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"target :: " + strings.Join(names, ", ")}
}
