package lower

import (
	"fmt"
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Heads of constructs, and statements that direct control. What must happen behind the evaluation
// of their expressions (a coindexed actual argument that a function has defined is put) can stand
// neither behind the statement, which control leaves, nor in the construct. Their value then comes
// from a variable of a BLOCK construct:
//
//	block
//	  logical :: coral_q
//	  coral_q = f(coral_x%p(2)) > 0
//	  if (coral_lib) call coral_put(coral_x%p(2))
//	  if (coral_q) exit
//	end block

// valueName is the variable. Where one BLOCK stands in another, the outer value has been used.
const valueName = "coral_q"

// intoVariable opens a BLOCK construct in which the variable of a type has a value, with all
// transfers of the statement around its evaluation.
func (x *stmt) intoVariable(typ, value string) []emit.Line {
	out := []emit.Line{x.line("block"), x.line("%s", "  "+typ+" :: "+valueName)}
	return append(out, indented(x.valued(valueName, value))...)
}

// valued gives a variable a value, with all transfers of the statement around.
func (x *stmt) valued(name, value string) []emit.Line {
	return append(append(x.before(), x.line("%s", name+" = "+value)), x.after()...)
}

// definesBehind tells whether anything must happen behind the evaluation of the statement's
// expressions.
func (x *stmt) definesBehind() bool {
	return x.fl.group == nil && len(x.after()) > len(x.closing())
}

// closing ends the BLOCK of the statement's variables.
func (x *stmt) closing() []emit.Line {
	if len(x.h.decls) > 0 {
		return []emit.Line{x.line("end block")}
	}
	return nil
}

// scalarType is the type of a scalar expression as text; "": declarations do not tell it. All
// integers have the widest type that is needed.
func (x *stmt) scalarType(e syntax.Expr) string {
	t := x.scope.TypeOf(e)
	if t == nil {
		return ""
	}
	kind := int64(0)
	if t.Spec != nil && t.Spec.Kind != nil {
		v, ok := t.Scope.Int(t.Spec.Kind)
		if !ok && t.Base != syntax.TypeInteger {
			return ""
		}
		kind = v
	}
	of := func(base string) string {
		if kind > 0 {
			return fmt.Sprintf("%s(%d)", base, kind)
		}
		return base
	}
	switch t.Base {
	case syntax.TypeInteger:
		return fmt.Sprintf("integer(%d)", max(8, kind))
	case syntax.TypeLogical:
		return "logical"
	case syntax.TypeReal:
		return of("real")
	case syntax.TypeDoublePrecision:
		return "double precision"
	case syntax.TypeCharacter:
		return "character(len=:" + kindOf(t) + "), allocatable"
	}
	return ""
}

// passedBy refuses what cannot be evaluated in front of a statement.
func (x *stmt) passedBy(e syntax.Expr) {
	x.l.errorf("C0226", e.Span(), "a function defines a coindexed object here, and "+
		"control leaves the statement before it can be sent").
		Help("assign the value to a variable before the statement")
}

// directs plans a statement that directs control by the value of an expression, or ends the program
// with it.
func (x *stmt) directs(e syntax.Expr) {
	x.expr(e)
	if e == nil || !x.definesBehind() {
		x.finish()
		return
	}
	typ := x.scalarType(e)
	if typ == "" {
		x.passedBy(e)
		return
	}
	lines := x.intoVariable(typ, x.t.Render(e.Span()))
	x.t.Replace(e.Span(), valueName)
	x.store(lines, x.t.All(), []emit.Line{x.line("end block")})
}

// head plans the first or a middle statement of a construct, whose expressions are evaluated where
// it stands.
func (l *lowerer) head(s syntax.Stmt, fl *flow) {
	if s == nil {
		return
	}
	x := l.newStmt(s, fl)
	syntax.StmtExprs(s, x.expr)
	x.finish()
	l.forget(s, fl)
}

func (l *lowerer) end(e *syntax.EndStmt, fl *flow) {
	if e != nil && len(fl.names) > 0 {
		l.newStmt(e, fl).finish()
	}
}

// ifStmt plans a logical IF: it becomes a construct if its action needs more than one statement.
func (x *stmt) ifStmt(s *syntax.IfStmt) {
	x.expr(s.Cond)
	if s.Action == nil {
		x.finish()
		return
	}
	inner := *x.fl
	inner.fresh, inner.conditional = copySet(x.fl.fresh), true
	if x.fl.fresh == nil {
		inner.fresh = nil
	}
	x.l.forget(&syntax.IfThenStmt{Base: s.Base, Cond: s.Cond}, &inner)
	x.l.statement(s.Action, &inner)
	p := x.l.plans[s.Action]
	delete(x.l.plans, s.Action)
	behind := x.definesBehind()
	if p == nil && !behind {
		x.finish()
		return
	}
	if p == nil {
		p = &emit.Plan{}
	}
	action := p.Text
	if !p.Replaced {
		action = x.l.newText(s.Action).All()
	}
	before, after, value := x.before(), x.after(), x.t.Render(s.Cond.Span())
	if behind {
		before, after, value = x.intoVariable("logical",
			value), []emit.Line{x.line("end block")}, valueName
	}
	cond := "if (" + value + ") "
	if len(p.Before)+len(p.After) == 0 {
		x.store(before, cond+action, after)
		return
	}
	before = append(before, x.line("%s", cond+"then"))
	before = append(before, indented(p.Before)...)
	before = append(before, emit.Line{Text: "  " + action, At: x.at()})
	before = append(before, indented(p.After)...)
	x.store(before, "end if", after)
}

// ifConstruct plans an IF construct. A condition after the first that needs lines in front makes
// its ELSE IF a nested construct: they must not be executed unless the conditions before were
// false.
func (l *lowerer) ifConstruct(c *syntax.IfConstruct, fl *flow) {
	var closes []string // of nested constructs, the innermost first
	first := fl
	for _, b := range c.Branches {
		switch h := b.Head.(type) {
		case *syntax.IfThenStmt:
			l.ifThen(h, c.End, fl)
		case *syntax.ElseIfStmt:
			if fl == first {
				fl = fl.in(fl.scope)
				fl.conditional = true
			}
			closes = append(l.elseIf(h, fl, len(closes) > 0), closes...)
		case *syntax.ElseStmt:
			l.elseOf(h, fl, len(closes) > 0)
		default:
			l.head(b.Head, fl)
		}
		in := fl.in(fl.scope)
		in.conditional = true
		l.items(b.Body, in)
	}
	if c.End == nil {
		return
	}
	l.end(c.End, first)
	p := l.planOf(c.End)
	for _, text := range closes {
		p.Before = append(p.Before, emit.Line{Text: text, At: c.End.Range})
	}
}

// ifThen plans the first condition of an IF construct, which end ends.
func (l *lowerer) ifThen(h *syntax.IfThenStmt, end *syntax.EndStmt, fl *flow) {
	x := l.newStmt(h, fl)
	x.expr(h.Cond)
	if x.definesBehind() && end != nil {
		p := l.planOf(h)
		p.Before = append(p.Before, x.intoVariable("logical", x.t.Render(h.Cond.Span()))...)
		p.Replaced, p.Text = true, "if ("+valueName+") then"
		l.closeBehind(end, "end block")
	} else {
		x.finish()
	}
	l.forget(h, fl)
}

// elseOf plans ELSE. nested: it stands in a construct that an ELSE IF before has become, which does
// not have the user's name.
func (l *lowerer) elseOf(h *syntax.ElseStmt, fl *flow, nested bool) {
	x := l.newStmt(h, fl)
	x.unname(h.Name, nested)
	x.finish()
	l.forget(h, fl)
}

// unname takes the construct's name out of a middle statement.
func (x *stmt) unname(name *syntax.Ident, nested bool) {
	if nested && name != nil {
		x.t.Replace(name.Range, "")
	}
}

// elseIf plans a further condition. It gives the ends of the constructs that it makes of the ELSE
// IF. nested is as in elseOf.
func (l *lowerer) elseIf(h *syntax.ElseIfStmt, fl *flow, nested bool) (closes []string) {
	x := l.newStmt(h, fl)
	x.expr(h.Cond)
	x.unname(h.Name, nested)
	before, value := x.before(), x.t.Render(h.Cond.Span())
	if x.definesBehind() {
		before, value, closes = x.intoVariable("logical", value), valueName, []string{"end block"}
	}
	if len(before) > 0 {
		p := l.planOf(h)
		p.Replaced, p.Text = true, "else"
		p.After = append(before, x.line("%s", "if ("+value+") then"))
		closes = append([]string{"end if"}, closes...)
	} else {
		x.finish()
	}
	l.forget(h, fl)
	return closes
}

// closeBehind ends a construct behind the statement that ends another one.
func (l *lowerer) closeBehind(end syntax.Stmt, texts ...string) {
	p := l.planOf(end)
	p.After = append(p.After, linesAt(end, texts)...)
}

// selectHead plans the first statement of a SELECT construct: nothing can stand between it and the
// first CASE.
func (l *lowerer) selectHead(x *stmt, c *syntax.SelectConstruct) {
	if !x.definesBehind() || c.End == nil {
		x.finish()
		return
	}
	typ := ""
	if c.Head.Kind == syntax.SelectCase {
		typ = x.scalarType(c.Head.Expr)
	}
	// The values of a CASE are of the same type, those of characters of the same kind.
	for _, b := range c.Blocks {
		if typ != "" || c.Head.Kind != syntax.SelectCase || b.Head == nil {
			continue
		}
		for _, v := range b.Head.Values {
			typ = x.caseType(v)
		}
	}
	if typ == "" {
		x.passedBy(c.Head.Expr)
		return
	}
	p := l.planOf(c.Head)
	p.Before = append(p.Before, x.intoVariable(typ, x.t.Render(c.Head.Expr.Span()))...)
	x.t.Replace(c.Head.Expr.Span(), valueName)
	p.Replaced, p.Text = true, x.t.All()
	l.closeBehind(c.End, "end block")
}

func (x *stmt) caseType(v syntax.Expr) string {
	t, ok := v.(*syntax.Triplet)
	switch {
	case ok && t.Lower != nil:
		v = t.Lower
	case ok:
		v = t.Upper
	}
	if v == nil {
		return ""
	}
	return x.scalarType(v)
}

func (l *lowerer) selectConstruct(c *syntax.SelectConstruct, fl *flow) {
	x := l.newStmt(c.Head, fl)
	syntax.StmtExprs(c.Head, x.expr)
	l.forget(c.Head, fl)
	var open *emit.Line // the end of a block's views
	closes := func(at syntax.Stmt) {
		if open != nil && at != nil {
			p := l.planOf(at)
			p.Before = append(p.Before, emit.Line{Text: open.Text, At: at.Info().Range})
		}
		open = nil
	}
	for _, b := range c.Blocks {
		scope := l.prog.ScopeOf(b.Head)
		if scope == nil {
			scope = fl.scope
		}
		l.head(b.Head, fl)
		closes(b.Head)
		if scope != fl.scope {
			if views := x.associated(scope); len(views) > 0 {
				p := l.planOf(b.Head)
				p.After = append(p.After, linesAt(b.Head, views)...)
				open = &emit.Line{Text: "end block"}
			}
		}
		l.items(b.Body, fl.in(scope))
	}
	l.selectHead(x, c)
	l.end(c.End, fl)
	if c.End != nil {
		closes(c.End)
	}
}

// doHead plans the head of a loop. The condition of DO WHILE is evaluated at the beginning of each
// iteration, after its fetches.
func (l *lowerer) doHead(c *syntax.DoConstruct, fl *flow) {
	if c.Head.Concurrent != nil {
		calm := *fl
		calm.onlyPure = true
		fl = &calm
	}
	x := l.newStmt(c.Head, fl)
	own := l.newLocality(x, c)
	if h := c.Head.Concurrent; h != nil && h.Mask != nil {
		x.loops = x.forallLoops(h)
		x.expr(h.Mask)
	} else {
		syntax.StmtExprs(c.Head, x.expr)
	}
	switch {
	case c.Head.Concurrent != nil && x.definesBehind():
		x.passedBy(c.Head.Concurrent.Controls[0].First)
	case own != nil:
		x.finish()
		own.write()
	case c.Head.Control != nil && x.definesBehind():
		l.boundsInFrontOf(x, c)
	case c.Head.While == nil || !x.definesBehind() && len(x.conditionals) == 0 &&
		len(x.h.refresh)+len(x.pre) == 0 &&
		(len(x.h.gets) == 0 || fl.mode == direct && !slices.ContainsFunc(x.h.gets,
			func(k hook) bool { return k.raw != "" })): // copies are made for each iteration
		x.finish()
	default:
		l.conditionInside(x, c)
		clear(fl.fresh)
	}
}

func (l *lowerer) conditionInside(x *stmt, c *syntax.DoConstruct) {
	p := l.planOf(c.Head)
	p.Replaced, p.Text = true, "do"
	if c.Head.Target != nil {
		p.Text += " " + c.Head.Target.Range.Text()
	}
	value := x.t.Render(c.Head.While.Span())
	if !x.definesBehind() {
		p.After = append(p.After, indented(x.before())...)
		p.After = append(p.After, x.line("%s", "  if (.not. ("+value+")) exit"))
		return
	}
	p.After = append(p.After, indented(x.intoVariable("logical", value))...)
	p.After = append(p.After, x.line("%s", "    if (.not. "+valueName+") exit"),
		x.line("  end block"))
}

// boundsInFrontOf evaluates the bounds of a counted loop in front of it, in variables of the type
// of the loop's. Where several loops end in one statement no BLOCK can stand around each: the
// variables are then the procedure's.
func (l *lowerer) boundsInFrontOf(x *stmt, c *syntax.DoConstruct) {
	h := c.Head.Control
	typ := "integer"
	if sym := x.scope.Lookup(h.Var.Name); sym != nil && sym.TypeOf() != nil {
		switch t := sym.TypeOf(); {
		case t.Spec != nil:
			typ = l.specText(sym, t)
		case t.Base == syntax.TypeReal:
			typ = "real"
		}
	}
	name := valueName
	own := c.Terminal != nil && c.Terminal.Info().DoTerminal <= 1
	if !own {
		l.unit.heads++
		name = fmt.Sprintf("%s_h%d", valueName, l.unit.heads)
		l.declareIn(x.scope.Decl(), typ+" :: "+name+"(3)")
	}
	values := []string{x.renderExpr(h.First), x.renderExpr(h.Last), "1"}
	if h.Step != nil {
		values[2] = x.renderExpr(h.Step)
	}
	p := l.planOf(c.Head)
	if own {
		p.Before = append(p.Before, x.line("block"), x.line("%s", "  "+typ+" :: "+name+"(3)"))
		l.closeBehind(c.Terminal, "end block")
	}
	before, after := x.before(), x.after()
	for i, v := range values {
		before = append(before, x.line("%s", fmt.Sprintf("%s(%d) = %s", name, i+1, v)))
	}
	p.Before = append(p.Before, append(before, after...)...)
	for i, e := range []syntax.Expr{h.First, h.Last, h.Step} {
		if e != nil {
			x.t.Replace(e.Span(), fmt.Sprintf("%s(%d)", name, i+1))
		}
	}
	p.Replaced, p.Text = true, x.t.All()
}
