package lower

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// choosing is what depends on conditions within a statement.
type choosing struct {
	// conditionals are the variables that have the values of conditional expressions.
	conditionals map[*syntax.CondExpr]string
	// operands counts the operands around that may not be chosen.
	operands int
	// late: views are made among the transfers, behind the condition of a conditional expression
	// that may have made them stale.
	late bool
}

// Conditional expressions (F2023 10.1.2.3). Back ends do not know them, and what is fetched for an
// operand that is not chosen must not be fetched. So the value goes into a variable in front of the
// statement, with the transfers of each operand where it is chosen:
//
//	if (n > 0) then
//	  if (coral_lib) call coral_get(coral_x%p(1))
//	  coral_q_1 = coral_x%p(1)
//	else
//	  coral_q_1 = 0
//	end if
//	y = coral_q_1

const chosenValue = "coral_q"

// conditional puts a variable in the place of a conditional expression.
func (x *stmt) conditional(e *syntax.CondExpr) {
	if name := x.conditionals[e]; name != "" { // the text is made once more
		x.t.Replace(e.Range, name)
		return
	}
	x.l.conditionals[e.Range] = true
	name := x.valueOfChosen(e)
	if name == "" {
		return
	}
	puts, post, used := len(x.h.puts), len(x.post), slices.Clone(x.used)
	t, _ := x.scope.OperandType(e)
	x.choose(e, name, t.DerivedOf() != nil)
	if x.late { // the rest of the statement goes through what it has gone through before
		for _, v := range used {
			x.refresh(v.sym, v.local)
		}
	}
	if len(x.h.puts) != puts || len(x.post) != post {
		x.refuseConditional(e, "an operand of it defines a coindexed object")
	}
	if x.conditionals == nil {
		x.conditionals = map[*syntax.CondExpr]string{}
	}
	x.conditionals[e] = name
	x.t.Replace(e.Range, name)
}

// evaluatedBefore tells whether a node has its value in a variable when the statement is executed:
// what it refers to is no part of the statement.
func evaluatedBefore(n syntax.Node) bool {
	_, is := n.(*syntax.CondExpr)
	return is
}

// valueOfChosen declares the variable that gets the value; "": it is refused.
func (x *stmt) valueOfChosen(e *syntax.CondExpr) string {
	switch {
	case x.views != nil:
		return x.refuseConditional(e, "it stands in a statement function")
	case inDeclaration(x.s):
		return x.refuseConditional(e, "it stands in a declaration")
	case isCase(x.s):
		return x.refuseConditional(e, "it stands in a CASE statement")
	case len(x.loops) > 0 || x.repeats > 0:
		return x.refuseConditional(e, "it stands in an implied DO or FORALL")
	case x.fl.group != nil || x.fl.where:
		return x.refuseConditional(e, "it stands in a WHERE or FORALL")
	case x.place == inPlace:
		return x.refuseConditional(e, "the input list has an item that depends on another one")
	}
	t, rank := x.scope.OperandType(e)
	if t == nil || rank < 0 {
		return x.refuseConditional(e, "the type of its operands is not known")
	}
	typ := x.typeHere(t)
	switch {
	case x.differs(e.Then, t, rank) || x.differs(e.Else, t, rank):
		return x.refuseConditional(e,
			"its operands must have one type, kind and rank, by F2023 C1004")
	case typ == "":
		return x.refuseConditional(e, "the type of its operands cannot be named here")
	case mid.HasFinal(t.DerivedOf(), mid.AnyFinal) || t.Base == syntax.TypeClass:
		return x.refuseConditional(e, "its operands are polymorphic or are finalized")
	}
	if x.wrongCondition(e) {
		return ""
	}
	name := x.pointerNumber(chosenValue)
	if rank > 0 || t.Base == syntax.TypeCharacter || t.DerivedOf() != nil {
		typ += ", allocatable"
	}
	x.declare(typ + " :: " + name + colons(rank))
	return name
}

// wrongCondition refuses a condition that is surely no scalar LOGICAL one, also of a conditional
// expression among the operands.
func (x *stmt) wrongCondition(e *syntax.CondExpr) bool {
	t, rank := x.scope.OperandType(e.Cond)
	if t != nil && t.Base != syntax.TypeLogical || rank > 0 {
		x.l.errorf("C0229", e.Cond.Span(),
			"the condition of a conditional expression is a scalar of type LOGICAL (F2023 "+
				"10.1.2.3)").
			Help("write a comparison, such as n /= 0, or ALL or ANY of an array")
		return true
	}
	for _, operand := range []syntax.Expr{e.Then, e.Else} {
		if c, ok := operand.(*syntax.CondExpr); ok && x.wrongCondition(c) {
			return true
		}
	}
	return false
}

// isCase tells whether a statement has constants in front of which nothing can be executed.
func isCase(s syntax.Stmt) bool {
	_, is := s.(*syntax.CaseStmt)
	return is
}

// differs tells whether an operand surely has another type, kind or rank than the first has. The
// value would be converted without a word.
func (x *stmt) differs(e syntax.Expr, t *resolve.Type, rank int) bool {
	if c, ok := e.(*syntax.CondExpr); ok {
		return x.differs(c.Then, t, rank) || x.differs(c.Else, t, rank)
	}
	if r := x.scope.RankOf(e); r >= 0 && r != rank {
		return true
	}
	own, _ := x.scope.OperandType(e)
	if own == nil {
		return false
	}
	const double, real = syntax.TypeDoublePrecision, syntax.TypeReal
	switch {
	case own.Base == double && t.Base == real:
		return section.KindText(t) == ""
	case own.Base == real && t.Base == double:
		return section.KindText(own) == ""
	case own.Base != t.Base:
		return true
	}
	a, err1 := strconv.Atoi(section.KindText(own))
	b, err2 := strconv.Atoi(section.KindText(t))
	return err1 == nil && err2 == nil && a != b
}

// refuseOtherConditionals refuses the conditional expressions of statements that are left as they
// stand: no back end takes them.
func (l *lowerer) refuseOtherConditionals() {
	if !l.f.HasKind(syntax.Question) {
		return
	}
	question := func(kind syntax.Kind, _ string) bool { return kind == syntax.Question }
	for _, s := range l.f.Stmts {
		if !s.Info().HasToken(question) {
			continue
		}
		syntax.Inspect(s, func(n syntax.Node) bool {
			c, is := n.(*syntax.CondExpr)
			if is && !l.conditionals[c.Range] {
				l.conditionals[c.Range] = true // an action stands in two statements
				l.refuseConditional(c, "it stands where a constant is wanted")
			}
			return !is
		})
	}
}

func (x *stmt) refuseConditional(e *syntax.CondExpr, why string) string {
	x.l.refuseConditional(e, why)
	return ""
}

func (l *lowerer) refuseConditional(e *syntax.CondExpr, why string) {
	l.errorf("C0229", e.Range, "this conditional expression is not supported: %s", why).
		Help("choose by an IF construct, before the statement or around it; in place of an " +
			"implied DO or FORALL, in a DO construct")
}

// choose evaluates the chosen operand into a variable, among the transfers in front.
func (x *stmt) choose(e *syntax.CondExpr, name string, structure bool) {
	x.expr(e.Cond)
	x.raw("if (" + x.t.Render(e.Cond.Span()) + ") then")
	if x.fl.hoist == nil && !x.l.effects.StmtKeepsViews(
		&syntax.IfThenStmt{Cond: e.Cond}, x.scope) {
		x.late = true
		x.forgetViews()
	}
	x.operand(e.Then, name, structure)
	x.raw("else")
	if other, ok := e.Else.(*syntax.CondExpr); ok {
		x.inOperand(func() { x.choose(other, name, structure) })
	} else {
		x.operand(e.Else, name, structure)
	}
	x.raw("end if")
}

func (x *stmt) operand(e syntax.Expr, name string, structure bool) {
	x.inOperand(func() {
		x.expr(e)
		text := x.t.Render(e.Span())
		if structure { // no defined assignment is meant
			x.raw("if (allocated(" + name + ")) deallocate (" + name + ")")
			x.raw("allocate (" + name + ", source=" + text + ")")
			return
		}
		if x.textsOfSection(e) {
			text = "cshift(" + text + ", 0)"
		}
		x.raw(name + " = " + text)
	})
}

// textsOfSection tells whether an operand is a component of type CHARACTER of an array's elements,
// whole or elements of it: gfortran 12 has an internal error where an array of deferred length gets
// it, and none where a function has it as its value.
func (x *stmt) textsOfSection(e syntax.Expr) bool {
	r, ok := withoutParens(e).(*syntax.Ref)
	t := x.scope.TypeOf(e)
	return ok && x.l.opt.InlinePointers && t != nil && t.Base == syntax.TypeCharacter &&
		x.componentOfSection(r) && section.Substring(r, x.scope.Reference(r)) == nil
}

// inOperand plans what is executed under a condition: what it fetches has not been fetched for the
// rest of the statement.
func (x *stmt) inOperand(plan func()) {
	seen, fetched := x.h.seen, maps.Clone(x.h.seen)
	used := slices.Clone(x.used) // what it goes through may be absent where it is not chosen
	x.h.seen = fetched
	x.operands++
	plan()
	x.operands--
	fetched, x.h.seen, x.used = x.h.seen, seen, used
	if x.late { // it has made views among its own transfers
		x.forgetViews()
		return
	}
	for key := range fetched {
		if strings.HasPrefix(key, viewKey) {
			x.h.mark(key)
		}
	}
}

// forgetViews lets what goes on to use views make them again.
func (x *stmt) forgetViews() {
	clear(x.fl.fresh)
	maps.DeleteFunc(x.h.seen, func(key string, _ bool) bool {
		return strings.HasPrefix(key, viewKey)
	})
}

// asConditionalArgument refuses a conditional argument that is associated with a variable (F2023
// 15.5.2.3): the procedure would get a copy.
func (x *stmt) asConditionalArgument(e syntax.Expr, dummy *resolve.Symbol) {
	c, ok := e.(*syntax.CondExpr)
	if !ok {
		return
	}
	const variable = resolve.Pointer | resolve.Allocatable | resolve.Target
	switch {
	case !x.variableOperands(c):
		if dummy != nil && (dummy.Intent == "out" || dummy.Intent == "inout") {
			x.refuseConditional(c,
				"an operand is no variable, and the procedure defines the argument")
		}
	case dummy == nil || dummy.Intent != "in" && !dummy.Has(resolve.Value) ||
		dummy.Flags&variable != 0 || dummy.IsCoarray():
		x.refuseConditional(c, "the procedure may define the variable that it chooses")
	}
}

func (x *stmt) variableOperands(c *syntax.CondExpr) bool {
	for _, e := range []syntax.Expr{c.Then, c.Else} {
		switch e := e.(type) {
		case *syntax.CondExpr:
			if !x.variableOperands(e) {
				return false
			}
		case *syntax.Ref:
			if info := x.scope.Reference(e); info.Call || info.Base != nil &&
				info.Base.Kind == resolve.Parameter {
				return false
			}
		default:
			return false
		}
	}
	return true
}
