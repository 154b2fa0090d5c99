package lower

import (
	"fmt"
	"strconv"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Statements of CAF 2.0 become calls of the runtime by one scheme: variables of its types go by address, integers by value in
// coral_ik, results through a variable of that kind, whatever the user's have.

var caf2TypeNames = map[string]string{
	"team": "coral_team_type", "event": "coral_caf_event", "eventset": "coral_caf_eventset", "lock": "coral_caf_lock", "lockset": "coral_caf_lockset",
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
	if !x.scope.CAF2Value(r) {
		return false
	}
	text := ""
	switch name := r.First().Name; name {
	case "team_world":
		text = x.l.use("coral_get_team") + "(-1)" // INITIAL_TEAM in coral_env
	case "team_default":
		text = x.l.use("coral_get_team") + "()"
	case "team_null":
		text = x.l.use("coral_team_type") + "()"
	default:
		args := arguments(r.Parts[0].Args, []string{"team"})
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
	x.t.replace(r.Range, text)
	return true
}

// caf2Statement plans a statement of CAF 2.0 that has the form of a call; false: it is none.
func (x *stmt) caf2Statement(s *syntax.CallStmt) bool {
	p := x.scope.CAF2Statement(s)
	if p == nil {
		return false
	}
	args := p.Bind(s.Args(), func(diag.Range, string, ...any) {})
	if p.Name == "copy_async" {
		x.copyAsync(s, args)
		return true
	}
	var list []string
	collective := p.Collective()
	for _, q := range p.Params {
		e := args[q.Name]
		switch {
		case e == nil:
		case collective && q.Kind == resolve.CAF2Team:
			list = append(list, q.Name+"="+x.l.use("coral_caf_team_of")+"("+x.value(e)+")")
		case collective && q.Kind == resolve.CAF2Int:
			list = append(list, q.Name+"=int("+x.value(e)+")")
		default:
			list = append(list, q.Name+"="+x.caf2Argument(q.Kind, e))
		}
	}
	p0 := x.at().Position()
	list = append(list, fmt.Sprintf("line=%d", p0.Line), "file="+quote(p0.File))
	x.finishAs("call "+x.l.use("coral_caf_"+p.Name)+"("+joinArgs(list...)+")", true)
	return true
}

// caf2Argument renders an argument; a result is stored in the user's variable behind the statement.
func (x *stmt) caf2Argument(kind resolve.CAF2Kind, e syntax.Expr) string {
	ik := x.l.use("coral_ik")
	switch kind {
	case resolve.CAF2Event, resolve.CAF2OwnEvent, resolve.CAF2EventSet, resolve.CAF2Lock, resolve.CAF2LockSet:
		return x.address(e)
	case resolve.CAF2Operator:
		return strconv.Itoa(x.scope.CAF2Operator(e))
	case resolve.CAF2Int:
		return fmt.Sprintf("int(%s, %s)", x.value(e), ik)
	case resolve.CAF2IntVar, resolve.CAF2Logical:
		x.expr(e)
		v := x.temp("caf_out")
		x.h.decls = append(x.h.decls, fmt.Sprintf("integer(%s) :: %s", ik, v))
		if kind == resolve.CAF2Logical {
			x.post = append(x.post, x.line("%s = %s /= 0", x.t.render(e.Span()), v))
		} else {
			x.post = append(x.post, x.line("%s = int(%s, kind(%s))", x.t.render(e.Span()), v, x.t.render(e.Span())))
		}
		return v
	}
	return x.value(e)
}

// copyAsync plans COPY_ASYNC as an assignment that is made where the statement stands, followed by its notification: a copy may be
// complete when it has been initiated, and then no operand of it is in use afterwards.
func (x *stmt) copyAsync(s *syntax.CallStmt, args map[string]syntax.Expr) {
	var notify []line
	if e := args["ev_after"]; e != nil { // its subscripts have the values from before the copy
		address := x.address(e)
		x.h.decls = append(x.h.decls, "integer("+x.l.use("coral_ik")+") :: coral_caf_after")
		notify = []line{x.line("call %s(coral_caf_after, %s)", x.l.use("coral_caf_copied"), x.where())}
		x.h.gets = append(x.h.gets, hook{raw: "coral_caf_after = " + address, at: x.at()})
	}
	before := x.before()
	a := copyAssignment(s, args["dest"], args["src"])
	x.l.statement(a, x.fl)
	p := x.l.plans[a]
	delete(x.l.plans, a)
	if p == nil {
		p = &plan{}
	}
	text := p.text
	if !p.replaced {
		text = newText(a).all()
	}
	x.store(append(before, p.before...), text, append(append(p.after, notify...), x.after()...))
}

// copyAssignment is `dest = src`, written with the tokens of the statement; the comma between them is the sign.
func copyAssignment(s *syntax.CallStmt, dest, src syntax.Expr) *syntax.AssignStmt {
	a := &syntax.AssignStmt{LHS: dest, RHS: src}
	a.Range, a.Line, a.Parent = s.Range, s.Line, s.Parent
	for _, t := range s.Tokens {
		switch {
		case dest.Span().Contains(t.Range) || src.Span().Contains(t.Range):
			a.Tokens = append(a.Tokens, t)
		case t.Kind == syntax.Comma && t.Range.Start >= dest.Span().End && !a.EqPos.IsValid():
			a.EqPos = t.Range
			a.Tokens = append(a.Tokens, syntax.Token{Kind: syntax.Assign, Range: t.Range, Text: " =", Pieces: []diag.Range{t.Range}})
		}
	}
	return a
}

// withTeam plans a WITH TEAM construct.
func (l *lowerer) withTeam(c *syntax.WithTeamConstruct, fl *flow) {
	x := l.newStmt(c.Head, fl)
	x.expr(c.Head.Team)
	x.finishAs(fmt.Sprintf("call %s(%s, %s)", l.use("coral_caf_with_team"), x.t.render(c.Head.Team.Span()), x.where()), true)
	clear(fl.fresh)
	l.items(c.Body, fl)
	clear(fl.fresh)
	if c.End != nil {
		e := l.newStmt(c.End, fl)
		e.finishAs("call "+l.use("coral_caf_end_with_team")+"()", true)
	}
}
