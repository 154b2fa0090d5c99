package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/needs"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Collectives that go on behind their statement, and those with a user's procedure, are one entry
// of the runtime (capi/caf2/collect.c).

// collectives are their names by the runtime's numbers.
var collectives = []string{"barrier", "broadcast", "gather", "allgather", "reduce", "allreduce",
	"scatter", "alltoall", "sort"}

// blockingKind is added to the number of a collective that blocks.
const blockingKind = 100

// checkedKind is added where the members are to tell each other what they have begun.
const checkedKind = 1000

// How the runtime calls a user's operator.
const (
	operatorBuiltIn = iota
	operatorFunction
	operatorSubroutine
	operatorRice
)

// byEngine plans a collective that the engine executes; false: it is another statement.
func (x *stmt) byEngine(p *resolve.CAF2Proc, args map[string]syntax.Expr) bool {
	name, isAsync := strings.CutSuffix(strings.TrimPrefix(p.Name, "team_"), "_async")
	kind := slices.Index(collectives, name)
	op := args["op"]
	users := op != nil && x.scope.CAF2Operator(op) == 0
	inParts := needs.CollectedType(x.scope, p, args)
	if kind < 0 || !isAsync && !users && name != "sort" && inParts == nil && !x.l.opt.Check {
		return false
	}
	if !isAsync {
		kind += blockingKind
	}
	if x.l.opt.Check {
		kind += checkedKind
	}
	ik := x.l.use("coral_ik")
	event, team, root := "0_"+ik, "0_"+ik, "0"
	how, by := operatorBuiltIn, x.l.use("coral_null_funptr")
	src, dest := x.l.use("coral_me"), x.l.use("coral_me")
	variable := 0
	if e := args["event"]; e != nil {
		event = x.address(e)
	}
	if e := args["team"]; e != nil {
		team = x.l.use("coral_caf_team_of") + "(" + x.value(e) + ")"
	}
	if e := args["root"]; e != nil {
		root = "int(" + x.value(e) + ")"
	}
	if e := args["var"]; e != nil {
		dest = x.caf2Operand(e, true, isAsync)
		src, variable = dest, 1
	}
	if e := args["src"]; e != nil {
		if inParts != nil && !x.isInPlace(e) {
			src = x.partsVariable(inParts, e)
		} else {
			src = x.caf2Operand(e, false, isAsync)
		}
		if x.isInPlace(e) {
			variable = 1
		}
		dest = x.caf2Operand(args["dest"], true, isAsync)
	}
	which := 0
	switch {
	case users:
		how, by = x.usersOperator(args["dest"], op)
	case op != nil:
		which = x.scope.CAF2Operator(op)
	}
	if inParts != nil && !x.collectBy(inParts, p) {
		return true
	}
	code := fmt.Sprint(how)
	if e := args["compare"]; e != nil {
		code, by = x.comparison(e)
	}
	x.finishAs(fmt.Sprintf("call %s(%s)", x.l.use("coral_caf_collective"),
		joinArgs(fmt.Sprint(kind), src, dest, fmt.Sprint(variable), root, fmt.Sprint(which), code,
			by, event, team, x.where())), true)
	return true
}

// collectBy says by which procedure the operands travel; false: there is none.
func (x *stmt) collectBy(d *resolve.Symbol, p *resolve.CAF2Proc) bool {
	if b := derived.BareWithin(d, derived.TravelsInParts); b != nil {
		x.refuseBare(b)
		return false
	}
	if !x.l.needs.Ships[d] || d.Scope.Kind != resolve.ModuleScope {
		x.l.errorf("C0216", x.s.Info().Body(),
			"%s does not take objects of type '%s' yet: it has allocatable components, and is "+
				"not defined in a module", p.Name, d.Name).
			Help("define the type in a module")
		return false
	}
	x.pre = append(x.pre, x.line("call %s(%s)", x.l.use("coral_caf_collect_by"), keyText(d)))
	return true
}

// partsVariable is a variable that has the value of an expression: gfortran frees wrongly what
// holds such a value while it is passed as TYPE(*).
func (x *stmt) partsVariable(d *resolve.Symbol, e syntax.Expr) string {
	value, rank := x.value(e), x.scope.RankOf(e)
	variable := x.temp("v")
	x.declare(fmt.Sprintf("type(%s), allocatable :: %s%s", x.typeName(d), variable, colons(rank)))
	x.afterGets = append(x.afterGets, x.line("%s = %s", variable, value))
	return x.standIn(variable, x.scope.TypeOf(e), rank)
}

// usersOperator is how the runtime calls a user's operator, and its address.
func (x *stmt) usersOperator(dest, op syntax.Expr) (how int, by string) {
	funloc, name := x.l.use("c_funloc"), x.value(op)
	p := x.scope.ProcedureOf(op)
	if p != nil && p.Proc.Head.Kind == syntax.Subroutine {
		return operatorRice, funloc + "(" + name + ")"
	}
	if sub := x.reduceBySubroutine(dest, op); sub != "" {
		return operatorSubroutine, funloc + "(" + sub + ")"
	}
	return operatorFunction, funloc + "(" + name + ")"
}

// comparison is the type of a comparison's result, as the runtime has it, and its address.
func (x *stmt) comparison(e syntax.Expr) (code, by string) {
	t := x.scope.CAF2Comparison(e)
	kind := "4"
	if t != nil && t.Spec != nil && t.Spec.Kind != nil {
		if v, ok := t.Scope.Int(t.Spec.Kind); ok {
			kind = fmt.Sprint(v)
		} else {
			x.l.errorf("C0216", e.Span(),
				"a comparison whose kind is no constant of this file is not supported yet").Help(
				"give it a default integer or logical result")
		}
	}
	class := 1
	if t != nil {
		class = resolve.Numeric(t)
	}
	return fmt.Sprintf("%d+%s", 100*class, kind), x.l.use("c_funloc") + "(" + x.value(e) + ")"
}
