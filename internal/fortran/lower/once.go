package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// evaluatedOnce is what of a statement is evaluated in front of it, and not where it stands.
type evaluatedOnce struct {
	// evaluated are the variables of subscripts that are evaluated once, by their places.
	evaluated map[int32]string
	// perItem are subscripts that are evaluated for each item of implied DO loops, by their places.
	perItem map[int32]*perItem
	// scalarsFirst are subscripts that are evaluated in front (chosen.go).
	scalarsFirst []syntax.Expr
}

// once evaluates subscripts and cosubscripts of a coindexed object into variables of the statement
// where they must not be evaluated again: the object's text stands in the statement, in the
// condition of an alias, and in the transfers of the library path. They are those that call a
// function with possible side effects, and, where the statement defines the object, those that the
// definition may change: behind the statement they would mean another element. In implied DO loops
// the functions are evaluated for each item in front, into an array that the loops' variables
// index. In FORALL functions are pure.
func (x *stmt) once(r *syntax.Ref, info *resolve.Reference, u usage) {
	if !r.Remote() || len(x.loops) > x.implied {
		return
	}
	mid.EachSubscript(r, func(e syntax.Expr) {
		// Without the loops around, which a transfer in loops has not, more could be evaluated in
		// front: but the statement itself has it as it stands.
		at := e.Span().Start
		if x.again && x.evaluated[at] == "" && x.perItem[at] == nil {
			return
		}
		if x.place == inPlace && x.changedBy(e, x.defined) {
			return // refused, or evaluated with the object
		}
		if x.mayHaveEffects(e) ||
			len(x.loops) == 0 && x.changedBehind(e, info, u) {
			x.inVariable(e)
		}
	})
}

// changedBehind tells whether a subscript of what a statement defines is evaluated again by the
// transfer behind it, and may have another value there. In WHERE and FORALL nothing can stand
// between the statements (group.go).
func (x *stmt) changedBehind(e syntax.Expr, info *resolve.Reference, u usage) bool {
	if u != defines && u != both || x.fl.mode == direct || x.fl.group != nil {
		return false
	}
	s := x.s
	if _, ok := s.(*syntax.IOStmt); ok {
		return x.ofBases(e, x.read) // items are defined one after another (readBefore)
	}
	if w, ok := s.(*syntax.WhereStmt); ok {
		s = w.Action
	}
	if a, ok := s.(*syntax.AssignStmt); ok {
		if d, _ := x.scope.Assigned(a.LHS(), a.RHS()); d == nil {
			return alias.DependsOn(x.scope, e, info)
		}
	}
	return !mid.IsConstant(x.scope, e)
}

// evaluatedPrefix begins the names of the variables of subscripts that are evaluated once.
const evaluatedPrefix = "coral_f"

// evaluateOnce does this for an expression that may have effects, or the parts of a triplet.
func (x *stmt) evaluateOnce(e syntax.Expr) {
	if t, ok := e.(*syntax.Triplet); ok {
		for _, part := range []syntax.Expr{t.Lower, t.Upper, t.Step} {
			if part != nil {
				x.evaluateOnce(part)
			}
		}
		return
	}
	if x.mayHaveEffects(e) {
		x.inVariable(e)
	}
}

// planInVariable is inVariable for an expression that has not been planned.
func (x *stmt) planInVariable(e syntax.Expr) {
	if x.evaluated[e.Span().Start] == "" {
		x.expr(e)
	}
	x.inVariable(e)
}

// inVariable puts a variable of the statement in the place of an expression, which is evaluated in
// front of the statement. The expression has been planned: once more, what it may define would be
// sent twice, the second time with what other images have defined since.
func (x *stmt) inVariable(e syntax.Expr) {
	if x.perItem[e.Span().Start] != nil || len(x.loops) > 0 {
		x.evaluatePerItem(e)
		return
	}
	x.inVariableOf("integer("+x.l.use("coral_ik")+")", e)
}

// inVariableOf does so outside of implied DO loops, with a variable of a type.
func (x *stmt) inVariableOf(typ string, e syntax.Expr) {
	at := e.Span()
	name := x.evaluated[at.Start]
	if name == "" {
		name = x.pointerNumber(evaluatedPrefix)
		dims := ""
		if x.scope.RankOf(e) > 0 {
			dims = ", allocatable, dimension(:)"
		}
		x.declare(typ + dims + " :: " + name)
		text := name + " = " + x.t.Render(at)
		switch {
		case syntax.HasCoindexed(e), x.operands > 0: // after its own transfers, under a condition
			x.raw(text)
		case x.fl.group != nil:
			x.h.refresh = append(x.h.refresh, x.line("%s", text))
		default:
			x.beforehand(text)
		}
		if x.evaluated == nil {
			x.evaluated = map[int32]string{}
		}
		x.evaluated[at.Start] = name
	}
	x.t.Replace(at, name)
}

// perItem is an array of values, with the loops over whose indices it is.
type perItem struct {
	name  string
	loops []indexLoop
}

// evaluatePerItem evaluates a scalar expression for each item of implied DO loops. In loops that
// fetch the items the indices have other names.
func (x *stmt) evaluatePerItem(e syntax.Expr) {
	at := e.Span()
	values := x.perItem[at.Start]
	if values == nil {
		if values = x.valuePerItem(e); values == nil {
			return
		}
		if x.perItem == nil {
			x.perItem = map[int32]*perItem{}
		}
		x.perItem[at.Start] = values
	}
	var index []string
	for _, lp := range values.loops {
		index = append(index, lp.name)
	}
	x.t.ReplaceIndexed(at, values.name, index)
}

func (x *stmt) valuePerItem(e syntax.Expr) *perItem {
	if syntax.HasCoindexed(e) || x.scope.RankOf(e) > 0 || x.fl.group != nil {
		x.l.errorf("C0227", e.Span(),
			"a function that may have effects cannot be evaluated once for each item of this "+
				"implied DO").
			Help("declare the function PURE if it is, or write the loop as a DO construct")
		return nil
	}
	loops, names := append([]indexLoop{}, x.loops...), map[string]string{}
	for _, lp := range loops {
		names[lp.name] = lp.generated
	}
	x.renderLoops(loops, names)
	name := x.pointerNumber(evaluatedPrefix)
	typ := "integer(" + x.l.use("coral_ik") + "), allocatable :: "
	x.allocateByIndex(typ+name+colons(len(loops)), name, loops)
	var index []string
	for _, lp := range loops {
		index = append(index, lp.generated)
		x.raw(lp.head())
	}
	x.expr(e)
	back := x.t.Naming(names)
	text := x.t.Render(e.Span())
	back()
	x.raw(name + "(" + strings.Join(index, ",") + ") = " + text)
	for range loops {
		x.raw("end do")
	}
	return &perItem{name, loops}
}
