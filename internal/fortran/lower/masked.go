package lower

import (
	"strconv"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// whereStmt plans a WHERE statement: transfers stand around the whole.
func (x *stmt) whereStmt(s *syntax.WhereStmt) {
	x.expr(s.Mask)
	a, ok := s.Action.(*syntax.AssignStmt)
	if !ok {
		x.finish()
		return
	}
	x.localAs = x.sameCoarray(a)
	x.apartInGroup(a)
	fl := *x.fl
	fl.masked = true
	x.fl = &fl
	x.assignWith(a)
	x.finish()
}

// whereConstruct plans a WHERE construct: nothing but assignments may stand in it, so the transfers of all its statements go
// around the whole. What a mask or assignment reads may have been assigned in the construct through a view of the same memory:
// on shadow memory too, so one fetch in front is enough.
func (l *lowerer) whereConstruct(c *syntax.WhereConstruct, fl *flow) {
	group, inner := l.group(fl)
	var first *stmt
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
	inner.masked = true
	for i, b := range c.Branches {
		x := l.newStmt(b.Head, inner)
		syntax.StmtExprs(b.Head, x.expr)
		x.finish()
		if i == 0 {
			first = x
		}
		plan(b.Body)
	}
	l.end(c.End, fl)
	if fl.group == nil {
		l.flush(first, c.End, group, fl)
	}
}

// group makes the flow for the statements of a construct whose transfers stand around it.
func (l *lowerer) group(fl *flow) (*hooks, *flow) {
	inner := *fl
	group := fl.group
	if group == nil {
		group = &hooks{}
		inner.group = group
	}
	return group, &inner
}

// flush puts the transfers of a group around its construct.
func (l *lowerer) flush(first *stmt, end *syntax.EndStmt, group *hooks, fl *flow) {
	out := &stmt{l: l, s: first.s, scope: fl.scope, fl: fl, t: first.t, h: group}
	if before := out.before(); len(before) > 0 {
		p := l.planOf(first.s)
		p.before = append(p.before, before...)
	}
	if after := out.after(); len(after) > 0 && end != nil {
		p := l.planOf(end)
		p.after = append(p.after, after...)
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
		x.t.names = outer
		defer func() { x.t.names = nil }()
		return x.renderExpr(e)
	}
	for _, c := range h.Controls {
		x.expr(c.First)
		x.expr(c.Last)
		x.expr(c.Step)
		declared := "integer"
		if h.Type != nil {
			declared = x.t.render(h.Type.Range)
		} else if sym := x.scope.Lookup(c.Var.Name); sym != nil && sym.TypeOf() != nil && sym.TypeOf().Spec != nil {
			declared = sym.TypeOf().Spec.Range.Text()
		}
		loops = append(loops, indexLoop{
			name: c.Var.Name, generated: "coral_i_" + strconv.Itoa(len(loops)+1), declared: declared,
			firstX: c.First, lastX: c.Last, stpX: c.Step,
			first: render(c.First), last: render(c.Last), step: render(c.Step),
		})
	}
	return loops
}

func (x *stmt) forallStmt(s *syntax.ForallStmt) {
	fl := *x.fl
	fl.masked = fl.masked || s.Header.Mask != nil
	x.fl = &fl
	x.loops = x.forallLoops(s.Header)
	x.expr(s.Header.Mask)
	if a, ok := s.Action.(*syntax.AssignStmt); ok {
		x.localAs = x.sameCoarray(a)
		x.apartInGroup(a)
		x.assignWith(a)
	} else {
		syntax.StmtExprs(s.Action, x.expr)
	}
	x.finish()
	x.forallIndices(s.Header, s, s)
}

// forallConstruct plans a FORALL construct like a WHERE construct, with index loops around the transfers.
func (l *lowerer) forallConstruct(c *syntax.ForallConstruct, fl *flow) {
	group, inner := l.group(fl)
	x := l.newStmt(c.Head, inner)
	inner.loops = x.forallLoops(c.Head.Header)
	inner.masked = inner.masked || c.Head.Header.Mask != nil
	x.loops = inner.loops
	x.expr(c.Head.Header.Mask)
	x.finish()
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
