package lower

import (
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// execPart plans the execution part of a program unit or subprogram.
func (l *lowerer) execPart(scope *resolve.Scope, items []syntax.Item) {
	l.items(items, &flow{scope: scope, fresh: map[*resolve.Symbol]bool{}})
}

func (l *lowerer) items(items []syntax.Item, fl *flow) {
	lent, search := -1, 0
	for i := 0; i < len(items); i++ {
		if i >= search {
			lent, search = l.lends(items, i, fl)
		}
		if i = l.item(items, i, fl); i == lent {
			l.returned(items[i], fl)
		}
	}
}

// item plans an item, and those behind that belong to it. It gives the last one.
func (l *lowerer) item(items []syntax.Item, i int, fl *flow) int {
	it := items[i]
	if l.directives.Enters(items, i) {
		clear(fl.fresh)
	}
	if n := l.atomicConstruct(items, i, fl); n > 0 {
		return i + n - 1
	}
	s, ok := it.(syntax.Stmt)
	if !ok {
		if first := l.firstStmt(it); first != nil && first.Info().Label != nil {
			clear(fl.fresh) // control may come from elsewhere
		}
		l.construct(it, fl)
		l.forget(it, fl)
		return i
	}
	if _, entry := s.(*syntax.EntryStmt); entry || s.Info().Label != nil {
		clear(fl.fresh) // control may come from elsewhere
	}
	l.statement(s, fl)
	l.forget(s, fl)
	return i
}

// forget leaves no view for fresh that an item may have made stale. In a loop in front of which
// views are made nothing does.
func (l *lowerer) forget(it syntax.Item, fl *flow) {
	if fl.hoist == nil && len(fl.fresh) > 0 && !l.effects.KeepsViews(it, fl.scope) {
		clear(fl.fresh)
	}
}

// statement plans one statement that is no part of a construct's frame.
func (l *lowerer) statement(s syntax.Stmt, fl *flow) {
	syntax.Hold(s)
	defer syntax.Release(s)
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
	case *syntax.ArithIfStmt:
		x.directs(s.Expr)
	case *syntax.GotoStmt:
		x.directs(s.Expr)
	case *syntax.ReturnStmt:
		x.directs(s.Value)
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
		p.Before = append(p.Before, linesAt(s, lines)...)
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

func indented(list []emit.Line) []emit.Line {
	out := make([]emit.Line, len(list))
	for i, l := range list {
		out[i] = emit.Line{Text: "  " + l.Text, At: l.At}
	}
	return out
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
	l.implied(scope, c.Head, body, endOf(c.End))
	l.insertAtSpecEnd(c.Head, body, endOf(c.End), decls)
	if entry := append(l.registerTypes(scope), l.captures(scope)...); len(entry) > 0 &&
		len(c.Body) > 0 {
		at := l.firstStmt(c.Body[0])
		p := l.planOf(at)
		p.Before = append(linesAt(at, entry), p.Before...)
	}
	in := fl.in(scope)
	l.meetAtEnd(scope, c.Head.ConstructName, c.Body, endOf(c.End))
	l.items(c.Body, in)
	l.insertAtSpecEnd(c.Head, body, endOf(c.End), l.unit.headDecls[scope])
	l.end(c.End, fl)
	if closed && c.End != nil {
		p := l.planOf(c.End)
		p.After = append(p.After, linesAt(c.End, []string{"end block"})...)
	}
}

// associate plans an ASSOCIATE construct. No selector is coindexed or what a copointer refers to
// (C0137).
func (l *lowerer) associate(c *syntax.AssociateConstruct, fl *flow) {
	x := l.newStmt(c.Head, fl)
	for _, a := range c.Head.Assocs {
		x.argument(a.Selector)
		l.unit.selectors = append(l.unit.selectors, selector{fl, c.Head, a.Selector})
	}
	scope := l.prog.ScopeOf(c)
	if scope == nil {
		scope = fl.scope
	}
	views := x.associated(scope)
	x.finish()
	l.forget(c.Head, fl)
	p := l.planOf(c.Head)
	p.After = append(p.After, linesAt(c.Head, views)...)
	l.items(c.Body, fl.in(scope))
	l.end(c.End, fl)
	if len(views) > 0 && c.End != nil {
		p := l.planOf(c.End)
		p.Before = append(p.Before, emit.Line{Text: "end block", At: c.End.Range})
	}
}

// io plans an input/output statement: items of READ and what the controls report are defined.
func (x *stmt) io(s *syntax.IOStmt) {
	for i, c := range s.Controls {
		if r, ok := c.Value.(*syntax.Ref); ok && r.Remote() && s.ControlDefines(i) {
			x.ref(r, both)
			x.unitOfView(r, both)
			continue
		}
		x.expr(c.Value)
		if r, ok := c.Value.(*syntax.Ref); ok {
			x.unitOfView(r, reads)
		}
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
			if input && r.Remote() {
				x.fetchedBefore(r, s)
			}
			x.ref(r, u)
			if x.place == around {
				x.itemOfView(r, u)
			}
			return
		}
		x.expr(e)
	}
	if input {
		x.read, x.place = x.basesOf(s.Items), x.inputOrder(s)
	}
	for _, e := range s.Items {
		if _, loop := e.(*syntax.ImpliedDo); loop && input {
			x.defined = append(x.defined, x.itemsIn(e)...)
		}
		item(e)
		if input {
			x.defined = append(x.defined, x.itemsIn(e)...)
		}
	}
	x.place = around
	x.leavesBy(branches(s))
	x.finish()
}

// itemOfView puts a copy in the place of an array of characters of another image in a list, where
// gfortran's library would look for it elsewhere.
func (x *stmt) itemOfView(r *syntax.Ref, u usage) {
	switch {
	case x.throughCopy(r, u), !x.charactersOfView(r):
	case u == reads:
		x.asValue(r, nil)
	case !x.characterCopy(r, x.scope.Reference(r), u):
		x.refuseDefinedInLoop(r)
	}
}

// unitOfView does so for an internal file or a format.
func (x *stmt) unitOfView(r *syntax.Ref, u usage) {
	if x.charactersOfView(r) {
		x.characterCopy(r, x.scope.Reference(r), u)
	}
}

// ofBases tells whether an expression refers to one of some variables.
func (x *stmt) ofBases(e syntax.Expr, bases map[*resolve.Symbol]bool) bool {
	return len(bases) > 0 &&
		mid.RefersTo(x.scope, e, func(_ *syntax.Ref, info *resolve.Reference) bool {
			return info.Base != nil && bases[mid.Root(info.Base)]
		})
}

// basesOf are the variables of items, those of implied DO loops among them.
func (x *stmt) basesOf(items []syntax.Expr) map[*resolve.Symbol]bool {
	bases := map[*resolve.Symbol]bool{}
	var note func(items []syntax.Expr)
	note = func(items []syntax.Expr) {
		for _, item := range items {
			switch item := item.(type) {
			case *syntax.ImpliedDo:
				note(item.Items)
			case *syntax.Ref:
				if base := x.scope.Reference(item).Base; base != nil {
					bases[mid.Root(base)] = true
				}
			}
		}
	}
	note(items)
	return bases
}

// fetchedBefore refuses it where a function in the list may fetch elements of the same coarray.
func (x *stmt) fetchedBefore(r *syntax.Ref, s *syntax.IOStmt) {
	if x.fl.mode == direct {
		return
	}
	called := x.l.fetches().From(x.scope)
	for _, item := range s.Items {
		called.CalledIn(item, x.scope)
	}
	if info := x.scope.Reference(r); info.Base == nil || called.Found().MayHave(info.Base) {
		x.l.errorf("C0237", r.Range, "a function in the list may fetch elements of '%s'",
			r.First().Name).
			Help("read the items by two statements")
	}
}
