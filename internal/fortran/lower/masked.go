package lower

import (
	"strconv"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// whereStmt plans a WHERE statement: transfers stand around the whole.
func (x *stmt) whereStmt(s *syntax.WhereStmt) {
	x.inGroup()
	a, _ := s.Action.(*syntax.AssignStmt)
	x.fl.together.apart = x.fl.together.apart || x.whereApart(x.fl.together, a)
	l := definedBy(a)
	x.chosenInFront(l, s.Mask, x.fl.group == nil)
	x.expr(s.Mask)
	if a == nil {
		x.finish()
		return
	}
	fl := *x.fl
	fl.masked, fl.where = true, true
	x.fl = &fl
	x.chosenInGroup(a)
	x.assignWith(a)
	x.readFirst(a)
	x.chosenFirst(l, s.Mask)
	if x.fl.together.apart {
		x.evaluateWhere(x, s.Mask, a)
	}
	x.padInForall(a)
	x.finish()
}

// whereConstruct plans a WHERE construct: nothing but assignments may stand in it, so the transfers
// of all its statements go around the whole. What a mask or assignment reads may have been assigned
// in the construct through a view of the same memory: on shadow memory too, so one fetch in front
// is enough.
func (l *lowerer) whereConstruct(c *syntax.WhereConstruct, fl *flow) {
	group, inner := l.group(fl, c)
	var first *stmt
	//lint:ignore S1021 it calls itself
	var plan func(items []syntax.Item)
	plan = func(items []syntax.Item) {
		for _, it := range items {
			switch s := it.(type) {
			case *syntax.AssignStmt:
				l.newStmt(s, inner).assign(s)
			case *syntax.WhereStmt:
				l.newStmt(s, inner).whereStmt(s)
			case *syntax.WhereConstruct:
				l.whereConstruct(s, inner)
			}
		}
	}
	inner.masked, inner.where = true, true
	apart := fl.group == nil && l.maskCallsApart(c, fl)
	single, mask := onlyAssignment(c)
	if !apart && fl.group == nil && single != nil {
		inner.together.apart = l.newStmt(single, fl).whereApart(inner.together, single)
	}
	for i, b := range c.Branches {
		if i == 0 && apart {
			first = l.maskInFront(c, fl)
		} else {
			x := l.newStmt(b.Head, inner)
			x.inGroup()
			x.whereHead(c, b.Head, i == 0 && fl.group == nil)
			if inner.together.apart {
				l.whereAloneApart(x, mask, single, inner)
				first = x
				continue
			}
			x.finish()
			if i == 0 {
				first = x
			}
		}
		plan(b.Body)
	}
	l.end(c.End, fl)
	if fl.group == nil {
		l.flush(first, c.End, group, fl)
	}
	if apart {
		l.closeBehind(c.End, "end block")
	}
}

// whereAloneApart plans the head and the one assignment of a construct whose right side is
// evaluated in front.
func (l *lowerer) whereAloneApart(head *stmt, mask syntax.Expr, a *syntax.AssignStmt, fl *flow) {
	x := l.newStmt(a, fl)
	x.inGroup()
	x.assignWith(a)
	x.evaluateWhere(head, mask, a)
	head.finish()
	x.finish()
}

// whereHead plans a mask. First: it is that of the outermost construct.
func (x *stmt) whereHead(c *syntax.WhereConstruct, head syntax.Stmt, first bool) {
	var defined []*syntax.Ref
	syntax.EachStmt([]syntax.Item{c}, func(s syntax.Stmt) {
		if a, ok := s.(*syntax.AssignStmt); ok {
			defined = append(defined, definedBy(a))
		}
	})
	syntax.StmtExprs(head, func(e syntax.Expr) {
		for _, l := range defined {
			if first {
				x.chosenInFront(l, e, true)
			}
		}
		x.expr(e)
		for _, l := range defined {
			x.chosenFirst(l, e)
		}
	})
}

// maskCallsApart tells whether the first mask calls what may change coarrays to which the construct
// refers. Transfers of the construct then stand behind the evaluation of that mask. Behind what is
// called by another statement of the construct none can stand.
func (l *lowerer) maskCallsApart(c *syntax.WhereConstruct, fl *flow) bool {
	coindexed := func(s syntax.Stmt) bool {
		found := false
		syntax.StmtExprs(s, func(e syntax.Expr) { found = found || syntax.HasCoindexed(e) })
		return found
	}
	var all []syntax.Stmt
	syntax.EachStmt([]syntax.Item{c}, func(s syntax.Stmt) { all = append(all, s) })
	with := 0
	for _, s := range all {
		if coindexed(s) {
			with++
		}
	}
	for _, s := range all[1:] {
		others := with
		if coindexed(s) {
			others--
		}
		if others > 0 && !l.effects.StmtKeepsViews(s, fl.scope) {
			l.errorf("C0228", s.Info().Body(),
				"what this statement calls may change coarrays, and "+
					"other statements of the WHERE construct have coindexed objects").
				Help("declare the function PURE if it is, or end the construct before the " +
					"statement")
			return false
		}
	}
	elsewhere := with > 1 || with == 1 && !coindexed(all[0])
	return elsewhere && c.End != nil && !l.effects.StmtKeepsViews(all[0], fl.scope)
}

// maskInFront evaluates the first mask of a WHERE construct into a variable.
func (l *lowerer) maskInFront(c *syntax.WhereConstruct, fl *flow) *stmt {
	head := c.Branches[0].Head
	x := l.newStmt(head, fl)
	var mask syntax.Expr
	syntax.StmtExprs(head, func(e syntax.Expr) { mask = e })
	x.expr(mask)
	rank := x.scope.RankOf(mask)
	if rank <= 0 {
		l.errorf("C0228", mask.Span(),
			"what this mask calls may change coarrays, and its rank is not known").
			Help("assign the mask to a variable before the construct")
		return x
	}
	p := l.planOf(head)
	typ := "logical, allocatable, dimension" + colons(rank)
	p.Before = append(p.Before, x.intoVariable(typ, x.t.Render(mask.Span()))...)
	x.t.Replace(mask.Span(), valueName)
	p.Replaced, p.Text = true, x.t.All()
	l.forget(head, fl)
	return x
}

// group makes the flow for the statements of a construct whose transfers stand around it.
func (l *lowerer) group(fl *flow, construct syntax.Node) (*hooks, *flow) {
	inner := *fl
	group := fl.group
	if group == nil {
		group = &hooks{}
		inner.group = group
		inner.together = l.togetherIn(fl.scope, construct)
	}
	return group, &inner
}

// flush puts the transfers of a group around its construct.
func (l *lowerer) flush(first *stmt, end *syntax.EndStmt, group *hooks, fl *flow) {
	out := &stmt{l: l, s: first.s, scope: fl.scope, fl: fl, t: first.t, h: group}
	if before := out.before(); len(before) > 0 {
		p := l.planOf(first.s)
		p.Before = append(p.Before, before...)
	}
	if after := out.after(); len(after) > 0 && end != nil {
		p := l.planOf(end)
		p.After = append(p.After, after...)
	}
}

// forallLoops are the indices of a FORALL header.
func (x *stmt) forallLoops(h *syntax.ConcurrentHeader) []indexLoop {
	loops := append([]indexLoop{}, x.loops...)
	outer := map[string]string{}
	for _, k := range loops {
		outer[k.name] = k.generated
	}
	render := func(e syntax.Expr) string {
		defer x.t.Naming(outer)()
		return x.renderExpr(e)
	}
	for _, c := range h.Controls {
		x.expr(c.First)
		x.expr(c.Last)
		x.expr(c.Step)
		declared := "integer"
		if h.Type != nil {
			declared = x.t.Render(h.Type.Range)
		} else if sym := x.scope.Lookup(c.Var.Name); sym != nil && sym.TypeOf() != nil &&
			sym.TypeOf().Spec != nil {
			declared = sym.TypeOf().Spec.Range.Text()
		}
		loops = append(loops, indexLoop{
			name: c.Var.Name, generated: "coral_i_" + strconv.Itoa(len(loops)+1),
			declared: declared,
			firstX:   c.First, lastX: c.Last, stpX: c.Step,
			first: render(c.First), last: render(c.Last), step: render(c.Step),
		})
	}
	return loops
}

func (x *stmt) forallStmt(s *syntax.ForallStmt) {
	fl := *x.fl
	fl.masked = fl.masked || s.Header.Mask != nil
	fl.onlyPure = true
	x.fl = &fl
	x.inGroup()
	x.loops = x.forallLoops(s.Header)
	x.expr(s.Header.Mask)
	if a, ok := s.Action.(*syntax.AssignStmt); ok {
		apart := x.forallApart(x.fl.together, s.Header, a)
		x.fl.together.apart = x.fl.together.apart || apart
		x.apartInGroup(a)
		x.chosenInGroup(a)
		x.assignWith(a)
		if apart {
			x.evaluateForall(x, s.Header, a)
		}
		x.padInForall(a)
	} else {
		syntax.StmtExprs(s.Action, x.expr)
	}
	x.finish()
	x.forallIndices(s.Header, s, s)
}

// forallConstruct plans a FORALL construct like a WHERE construct, with index loops around the
// transfers.
func (l *lowerer) forallConstruct(c *syntax.ForallConstruct, fl *flow) {
	group, inner := l.group(fl, c)
	inner.onlyPure = true
	x := l.newStmt(c.Head, inner)
	x.inGroup()
	inner.loops = x.forallLoops(c.Head.Header)
	inner.masked = inner.masked || c.Head.Header.Mask != nil
	x.loops = inner.loops
	x.expr(c.Head.Header.Mask)
	x.finish()
	if l.forallAloneApart(x, c, fl, inner) {
		l.endForall(x, c, group, fl)
		return
	}
	for _, it := range c.Body {
		switch s := it.(type) {
		case *syntax.AssignStmt:
			l.newStmt(s, inner).assign(s)
		case *syntax.WhereStmt:
			l.newStmt(s, inner).whereStmt(s)
		case *syntax.ForallStmt:
			l.newStmt(s, inner).forallStmt(s)
		case *syntax.WhereConstruct:
			l.whereConstruct(s, inner)
		case *syntax.ForallConstruct:
			l.forallConstruct(s, inner)
		case syntax.Stmt:
			l.head(s, inner)
		}
	}
	l.endForall(x, c, group, fl)
}

// forallAloneApart plans the one assignment of a construct whose right side is evaluated in front;
// false: that is not so.
func (l *lowerer) forallAloneApart(head *stmt, c *syntax.ForallConstruct, outer,
	inner *flow) bool {
	if len(c.Body) != 1 {
		return false
	}
	a, ok := c.Body[0].(*syntax.AssignStmt)
	if !ok {
		return false
	}
	asks := l.newStmt(a, outer)
	asks.loops = inner.loops
	if !asks.forallApart(inner.together, c.Head.Header, a) {
		return false
	}
	inner.together.apart = true
	x := l.newStmt(a, inner)
	x.inGroup()
	x.apartInGroup(a)
	x.assignWith(a)
	x.evaluateForall(head, c.Head.Header, a)
	x.finish()
	return true
}

// endForall plans the end of a construct, with the transfers of the outermost one.
func (l *lowerer) endForall(x *stmt, c *syntax.ForallConstruct, group *hooks, fl *flow) {
	l.end(c.End, fl)
	if fl.group == nil {
		l.flush(x, c.End, group, fl)
	}
	outer := *x
	outer.fl = fl
	var last syntax.Stmt
	if c.End != nil {
		last = c.End
	}
	outer.forallIndices(c.Head.Header, c.Head, last)
}
