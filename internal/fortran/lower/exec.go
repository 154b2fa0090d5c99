package lower

import (
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// execPart plans the execution part of a program unit or subprogram.
func (l *lowerer) execPart(scope *resolve.Scope, items []syntax.Item) {
	l.items(items, &flow{scope: scope, fresh: map[*resolve.Symbol]bool{}})
}

// execPartIn plans the block of a construct that is always executed.
func (l *lowerer) execPartIn(items []syntax.Item, fl *flow) { l.items(items, fl) }

func (l *lowerer) items(items []syntax.Item, fl *flow) {
	lent := -1
	for i := 0; i < len(items); i++ {
		if i > lent {
			lent = l.lends(items, i, fl)
		}
		if i = l.item(items, i, fl); i == lent {
			l.returned(items[i], fl)
		}
	}
}

// item plans an item, and those behind that belong to it. It gives the last one.
func (l *lowerer) item(items []syntax.Item, i int, fl *flow) int {
	it := items[i]
	if l.enters(items, i) {
		clear(fl.fresh)
	}
	if n := l.atomicConstruct(items, i, fl); n > 0 {
		return i + n - 1
	}
	s, ok := it.(syntax.Stmt)
	if !ok {
		l.construct(it, fl)
		if fl.hoist == nil && !l.safe(it, fl.scope) {
			clear(fl.fresh)
		}
		return i
	}
	if _, entry := s.(*syntax.EntryStmt); entry || s.Info().Label != nil {
		clear(fl.fresh) // control may come from elsewhere
	}
	l.statement(s, fl)
	if fl.hoist == nil && !l.safeStmt(s, fl.scope) {
		clear(fl.fresh)
	}
	return i
}

// statement plans one statement that is no part of a construct's frame.
func (l *lowerer) statement(s syntax.Stmt, fl *flow) {
	if op, ok := s.(*syntax.OpaqueStmt); ok {
		l.opaque(op)
		return
	}
	x := l.newStmt(s, fl)
	switch s := s.(type) {
	case *syntax.AssignStmt:
		x.assign(s)
	case *syntax.CallStmt:
		if !x.caf2Statement(s) && !x.intrinsicSubroutine(s) {
			x.userCall(s)
		}
	case *syntax.IfStmt:
		x.ifStmt(s)
	case *syntax.IOStmt:
		x.io(s)
	case *syntax.AllocateStmt:
		x.allocate(s)
	case *syntax.DeallocateStmt:
		x.deallocate(s)
	case *syntax.WhereStmt:
		x.whereStmt(s)
	case *syntax.ForallStmt:
		x.forallStmt(s)
	case *syntax.PtrAssignStmt:
		if !x.assignCopointer(s) {
			syntax.StmtExprs(s, x.expr)
			x.finish()
		}
	case *syntax.NullifyStmt:
		if !x.nullify(s) {
			syntax.StmtExprs(s, x.expr)
			x.finish()
		}
	case *syntax.DataStmt, *syntax.FormatStmt, *syntax.EntryStmt:
	case *syntax.XMPStmt:
		x.xmp(s)
	default:
		if !x.imageControl(s) {
			syntax.StmtExprs(s, x.expr)
			x.finish()
		}
	}
	if lines := l.unit.leaving[s]; len(lines) > 0 {
		p := l.planOf(s)
		p.before = append(p.before, linesAt(s, lines)...)
	}
}

// construct plans a construct.
func (l *lowerer) construct(it syntax.Item, fl *flow) {
	switch c := it.(type) {
	case *syntax.IfConstruct:
		l.ifConstruct(c, fl)
	case *syntax.DoConstruct:
		l.doConstruct(c, fl)
	case *syntax.SelectConstruct:
		l.selectConstruct(c, fl)
	case *syntax.WhereConstruct:
		l.whereConstruct(c, fl)
	case *syntax.ForallConstruct:
		l.forallConstruct(c, fl)
	case *syntax.AssociateConstruct:
		l.associate(c, fl)
	case *syntax.BlockConstruct:
		l.block(c, fl)
	case *syntax.CriticalConstruct:
		l.critical(c, fl)
	case *syntax.ChangeTeamConstruct:
		l.changeTeam(c, fl)
	case *syntax.WithTeamConstruct:
		l.withTeam(c, fl)
	case *syntax.FinishConstruct:
		l.finishConstruct(c, fl)
	case *syntax.XMPConstruct:
		l.xmpConstruct(c, fl)
	case *syntax.XMPGmove:
		l.gmove(c, fl)
	}
}

// head plans the first or a middle statement of a construct, whose expressions are evaluated where it stands.
func (l *lowerer) head(s syntax.Stmt, fl *flow) {
	if s == nil {
		return
	}
	x := l.newStmt(s, fl)
	syntax.StmtExprs(s, x.expr)
	x.finish()
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
	x.l.statement(s.Action, &inner)
	p := x.l.plans[s.Action]
	delete(x.l.plans, s.Action)
	if p == nil {
		x.finish()
		return
	}
	action := p.text
	if !p.replaced {
		action = x.l.newText(s.Action).all()
	}
	cond := "if (" + x.t.render(s.Cond.Span()) + ") "
	if len(p.before)+len(p.after) == 0 {
		x.store(x.before(), cond+action, x.after())
		return
	}
	before := append(x.before(), x.line("%s", cond+"then"))
	before = append(before, indented(p.before)...)
	before = append(before, line{"  " + action, x.at()})
	before = append(before, indented(p.after)...)
	x.store(before, "end if", x.after())
}

func indented(list []line) []line {
	out := make([]line, len(list))
	for i, l := range list {
		out[i] = line{"  " + l.text, l.at}
	}
	return out
}

// ifConstruct plans an IF construct. A condition after the first that needs fetches makes its ELSE IF a nested construct, for the
// fetches must not run unless the conditions before were false.
func (l *lowerer) ifConstruct(c *syntax.IfConstruct, fl *flow) {
	nested := 0
	for _, b := range c.Branches {
		switch h := b.Head.(type) {
		case *syntax.ElseIfStmt:
			x := l.newStmt(h, fl)
			x.expr(h.Cond)
			if before := x.before(); len(before) > 0 {
				p := l.planOf(h)
				p.replaced, p.text = true, "else"
				p.after = append(before, x.line("if (%s) then", x.t.render(h.Cond.Span())))
				nested++
			} else {
				x.finish()
			}
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
	l.end(c.End, fl)
	for range nested {
		p := l.planOf(c.End)
		p.before = append(p.before, line{"end if", c.End.Range})
	}
}

func (l *lowerer) selectConstruct(c *syntax.SelectConstruct, fl *flow) {
	x := l.newStmt(c.Head, fl)
	syntax.StmtExprs(c.Head, x.expr)
	var open *line // the end of a block's views
	closes := func(at syntax.Stmt) {
		if open != nil && at != nil {
			p := l.planOf(at)
			p.before = append(p.before, line{open.text, at.Info().Range})
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
				p.after = append(p.after, linesAt(b.Head, views)...)
				open = &line{text: "end block"}
			}
		}
		l.items(b.Body, fl.in(scope))
	}
	x.finish()
	l.end(c.End, fl)
	if c.End != nil {
		closes(c.End)
	}
}

func (l *lowerer) block(c *syntax.BlockConstruct, fl *flow) {
	scope := l.prog.ScopeOf(c)
	if scope == nil {
		return
	}
	closed := l.boundsInFront(scope, c, fl)
	l.spec(scope, c.Spec)
	decls := l.viewDecls(scope)
	body := &syntax.ScopeBody{Spec: c.Spec, Exec: c.Body}
	l.insertAtSpecEnd(c.Head, body, endOf(c.End), decls)
	if entry := append(l.registerTypes(scope), l.captures(scope)...); len(entry) > 0 && len(c.Body) > 0 {
		at := l.firstStmt(c.Body[0])
		p := l.planOf(at)
		p.before = append(linesAt(at, entry), p.before...)
	}
	in := fl.in(scope)
	l.meetAtEnd(scope, c.Head.ConstructName, c.Body, endOf(c.End))
	l.items(c.Body, in)
	l.insertAtSpecEnd(c.Head, body, endOf(c.End), l.unit.headDecls[scope])
	l.end(c.End, fl)
	if closed && c.End != nil {
		p := l.planOf(c.End)
		p.after = append(p.after, linesAt(c.End, []string{"end block"})...)
	}
}

// associate plans an ASSOCIATE construct. A coindexed selector is fetched before; what is stored through the name is sent after.
func (l *lowerer) associate(c *syntax.AssociateConstruct, fl *flow) {
	x := l.newStmt(c.Head, fl)
	var stored []hook
	for _, a := range c.Head.Assocs {
		r, ok := a.Selector.(*syntax.Ref)
		if !ok || !r.Remote() || a.Name == nil {
			x.expr(a.Selector)
			continue
		}
		if l.mayDefine(c.Body, a.Name.Name) {
			x.ref(r, both)
			stored = append(stored, x.h.puts...)
			x.h.puts = nil
		} else {
			x.ref(r, reads)
		}
	}
	scope := l.prog.ScopeOf(c)
	if scope == nil {
		scope = fl.scope
	}
	views := x.associated(scope)
	x.finish()
	p := l.planOf(c.Head)
	p.after = append(p.after, linesAt(c.Head, views)...)
	l.items(c.Body, fl.in(scope))
	l.end(c.End, fl)
	if len(views) > 0 && c.End != nil {
		p := l.planOf(c.End)
		p.before = append(p.before, line{"end block", c.End.Range})
	}
	if len(stored) > 0 && c.End != nil {
		if leaves(c.Body) {
			l.errorf("C0217", c.Head.Range, "an ASSOCIATE construct that stores into a coindexed object cannot be left by EXIT, CYCLE, GO TO or RETURN")
		}
		e := l.newStmt(c.End, fl)
		p := l.planOf(c.End)
		p.after = append(p.after, e.transfers(stored, "coral_put")...)
	}
}

// mayDefine tells whether statements could define a variable: it stands on a left-hand side, in a call or in an input list.
func (l *lowerer) mayDefine(items []syntax.Item, name string) bool {
	found := false
	first := func(e syntax.Expr) {
		if r, ok := e.(*syntax.Ref); ok && r.First().Name == name {
			found = true
		}
	}
	eachStmt(items, func(s syntax.Stmt) {
		switch s := s.(type) {
		case *syntax.AssignStmt:
			first(s.LHS)
		case *syntax.CallStmt:
			if a := s.Args(); a != nil {
				for _, arg := range a.Items {
					first(arg.Value)
				}
			}
		case *syntax.IOStmt:
			for _, i := range s.Items {
				first(i)
			}
			for _, i := range s.Controls {
				first(i.Value)
			}
		}
	})
	return found
}

func leaves(items []syntax.Item) bool {
	found := false
	eachStmt(items, func(s syntax.Stmt) {
		switch s.(type) {
		case *syntax.ExitStmt, *syntax.CycleStmt, *syntax.GotoStmt, *syntax.ReturnStmt:
			found = true
		}
	})
	return found
}

// eachStmt calls f for all statements of a list of items, those of constructs and actions of IF statements included.
func eachStmt(items []syntax.Item, f func(syntax.Stmt)) {
	visit := func(s syntax.Stmt) {
		if s == nil {
			return
		}
		f(s)
		switch s := s.(type) {
		case *syntax.IfStmt:
			if s.Action != nil {
				f(s.Action)
			}
		case *syntax.WhereStmt:
			if s.Action != nil {
				f(s.Action)
			}
		case *syntax.ForallStmt:
			if s.Action != nil {
				f(s.Action)
			}
		}
	}
	for _, it := range items {
		if s, ok := it.(syntax.Stmt); ok {
			visit(s)
			continue
		}
		syntax.EachPart(it, func(_ syntax.Node, head syntax.Stmt, body []syntax.Item) {
			visit(head)
			eachStmt(body, f)
		})
	}
}

// io plans an input/output statement: items of READ and what the controls report are defined.
func (x *stmt) io(s *syntax.IOStmt) {
	for i, c := range s.Controls {
		keyword := ""
		switch {
		case c.Keyword != nil:
			keyword = c.Keyword.Name
		case i == 0 && s.Parens.IsValid():
			keyword = "unit"
		}
		if r, ok := c.Value.(*syntax.Ref); ok && r.Remote() && keyword != "" && controlDefines(s, keyword) {
			x.ref(r, both)
			continue
		}
		x.expr(c.Value)
	}
	input := s.Verb == syntax.IORead || s.Verb == syntax.IOAccept
	var item func(e syntax.Expr)
	item = func(e syntax.Expr) {
		if d, ok := e.(*syntax.ImpliedDo); ok {
			x.impliedDo(d, func() {
				for _, v := range d.Items {
					item(v)
				}
			})
			return
		}
		if r, ok := e.(*syntax.Ref); ok {
			u := map[bool]usage{true: both, false: reads}[input]
			x.ref(r, u)
			x.throughCopy(r, u)
			return
		}
		x.expr(e)
	}
	for _, e := range s.Items {
		item(e)
	}
	x.finish()
}

func controlDefines(s *syntax.IOStmt, keyword string) bool {
	switch keyword {
	case "iostat", "iomsg", "size", "newunit", "id":
		return true
	case "unit":
		return s.Verb == syntax.IOWrite
	}
	return s.Verb == syntax.IOInquire && keyword != "file"
}
