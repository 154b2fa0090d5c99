package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/directive"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// doConstruct plans a DO construct. In front of the outermost loop in which no view can become
// stale the views are refreshed once; such a loop is written twice, without and with the transfers
// of the library path, if it can be.
func (l *lowerer) doConstruct(c *syntax.DoConstruct, fl *flow) {
	if c.Terminal != nil {
		l.directives.Loop(c)
	}
	coindexed := l.usesViews(c, fl.scope) || l.usesLocalForms(c, fl.scope)
	if fl.hoist != nil && fl.mode == direct && c.Terminal != nil {
		inner := fl.in(fl.scope)
		inner.locals, inner.conditional = l.loopLocals(c, fl.scope, fl.locals), false
		l.doBody(c, inner)
		inner.locals.around(l.newStmt(c.Head, fl), l.planOf(c.Head), l.planOf(c.Terminal),
			c.Terminal)
		return
	}
	if fl.hoist != nil || !coindexed || !l.effects.KeepsViews(c, fl.scope) ||
		fl.concurrent { // what would stand in front of the loop is not pure (F2018 C1139)
		l.doBody(c, fl)
		return
	}
	inner := fl.in(fl.scope)
	inner.hoist = &hoister{head: c.Head, seen: map[*resolve.Symbol]bool{}}
	if fl.mode == guarded && hasCoindexedStmt(c) && !l.callsRemote() && l.versionable(c) &&
		!hasVolatile(c, fl.scope) {
		l.twice(c, fl, inner)
	} else {
		l.doBody(c, inner)
	}
	if len(inner.hoist.lines) > 0 {
		p := l.planOf(c.Head)
		p.Before = append(append([]emit.Line{}, inner.hoist.lines...), p.Before...)
	}
}

// twice plans the direct copy in place and appends the library copy.
func (l *lowerer) twice(c *syntax.DoConstruct, fl, inner *flow) {
	inner.mode, inner.locals = direct, l.loopLocals(c, fl.scope, nil)
	inner.hoist.addresses = addressesIn(c, fl.scope)
	l.doBody(c, inner)
	whole := ""
	if inner.locals != nil && len(inner.locals.gaps) > 0 {
		whole = " .and. " + inner.locals.contiguous()
	}
	apart := "coral_lib"
	if inner.hoist.addresses.unique() {
		apart = "coral_apart"
	}

	outer := l.plans
	quiet := l.quiet
	l.plans, l.quiet = map[syntax.Stmt]*emit.Plan{}, true
	lib := fl.in(fl.scope)
	if lib.mode = library; whole != "" { // also for mapped images, whose arrays have gaps
		lib.mode = guarded
	}
	lib.hoist = &hoister{head: c.Head, seen: map[*resolve.Symbol]bool{}}
	for sym := range inner.hoist.seen {
		lib.hoist.seen[sym] = true
	}
	lib.names = map[string]string{}
	for k, v := range fl.names {
		lib.names[k] = v
	}
	syntax.EachStmt([]syntax.Item{c}, func(s syntax.Stmt) {
		if n := s.Info().ConstructName; n != nil {
			lib.names[n.Name] = n.Name + "_library"
		}
	})
	l.doBody(c, lib)
	// views that a form of remote data does without (forms.go)
	inner.hoist.lines = append(inner.hoist.lines, lib.hoist.lines...)
	opening := l.directives.Attached(c.Head)
	copied := l.linear(c, directive.Lines(opening), lib.names)
	l.plans, l.quiet = outer, quiet

	head, end := l.planOf(c.Head), l.planOf(c.Terminal)
	at := c.Head.Info().Body()
	if inner.locals != nil {
		inner.locals.around(l.newStmt(c.Head, fl), head, end, c.Terminal)
	}
	head.Before = append(
		[]emit.Line{{Text: "if (.not. " + l.current(fl.scope, apart) + whole + ") then",
			At: at}},
		head.Before...)
	end.After = append(end.After, emit.Line{Text: "else", At: c.Terminal.Info().Body()})
	end.After = append(end.After, indented(copied)...)
	if d := l.directives.Closing(c.Terminal, opening); d != nil {
		end.After = append(end.After, indented(directive.Lines([]*directive.Directive{d}))...)
	}
	end.After = append(end.After, emit.Line{Text: "end if", At: c.Terminal.Info().Body()})
}

// linear writes the statements of a construct one after the other, with plans applied. Directives
// that belong to the loop stand directly in front of it, behind what its head needs.
func (l *lowerer) linear(c *syntax.DoConstruct, directives []emit.Line,
	names map[string]string) []emit.Line {
	var out []emit.Line
	from, to := syntax.IndexOf(c.Head), syntax.IndexOf(c.Terminal)
	add := func(s syntax.Stmt, lines ...emit.Line) {
		inside := strings.Repeat(" ", max(0, column(s)-column(c.Head)))
		for _, ln := range lines {
			out = append(out, emit.Line{Text: inside + ln.Text, At: ln.At})
		}
	}
	for _, s := range l.f.Stmts[from : to+1] {
		p := l.plans[s]
		if p == nil {
			p = &emit.Plan{}
		}
		add(s, p.Before...)
		if s == syntax.Stmt(c.Head) {
			out = append(out, directives...)
		}
		text := p.Text
		if !p.Replaced {
			text = l.newText(s).All()
		}
		if n := s.Info().ConstructName; n != nil && !p.DropName {
			name := n.Name
			if to, ok := names[name]; ok {
				name = to
			}
			text = name + ": " + text
		}
		if text != "" {
			add(s, emit.Line{Text: text, At: s.Info().Body()})
		}
		add(s, p.After...)
	}
	return out
}

// column counts the characters in front of a statement; 0 if a statement is among them.
func column(s syntax.Stmt) int {
	r := s.Info().Range
	lead := r.Src.Text[directive.LineStart(r.Src, r.Start):r.Start]
	if strings.Trim(lead, " \t") != "" {
		return 0
	}
	return len(lead)
}

// doBody plans the statements of a loop.
func (l *lowerer) doBody(c *syntax.DoConstruct, fl *flow) {
	stale := fl.hoist == nil && !l.effects.KeepsViews(c, fl.scope) // from the second iteration on
	if stale && c.Head.While != nil {
		clear(fl.fresh) // the condition is evaluated then, too
	}
	l.doHead(c, fl)
	inner := fl.in(fl.scope)
	inner.concurrent = fl.concurrent || c.Head.Concurrent != nil
	if stale {
		clear(inner.fresh)
	}
	l.items(c.Body, inner)
	l.end(c.End, fl)
	if l.independent(c, fl) {
		p := l.planOf(c.Head)
		p.Before = append(p.Before, emit.Line{Text: ivdep, At: c.Head.Info().Body()})
	}
}

// versionable tells whether a loop may be written twice: labels and saved variables would exist
// twice, directives inside would not be repeated.
func (l *lowerer) versionable(c *syntax.DoConstruct) bool {
	if c.Terminal == nil || c.Head.Info().Label != nil || c.Head.Target != nil {
		return false
	}
	// All statements, END statements among them: they may have labels, too.
	for _, s := range l.f.Stmts[syntax.IndexOf(c.Head) : syntax.IndexOf(c.Terminal)+1] {
		if s.Info().Label != nil {
			return false
		}
	}
	ok := true
	syntax.EachStmt([]syntax.Item{c}, func(s syntax.Stmt) {
		switch s.(type) {
		case *syntax.BlockStmt, *syntax.GotoStmt, *syntax.ArithIfStmt, *syntax.FormatStmt,
			*syntax.OpaqueStmt, *syntax.XMPStmt:
			ok = false
		}
	})
	return ok && !l.directives.Within(c.Range)
}

func hasCoindexedStmt(c *syntax.DoConstruct) bool {
	found := false
	syntax.EachStmt([]syntax.Item{c}, func(s syntax.Stmt) {
		if !found {
			syntax.StmtExprs(s, func(e syntax.Expr) { found = found || syntax.HasCoindexed(e) })
		}
	})
	return found
}

// hasVolatile tells whether a loop names coarrays that are VOLATILE. Between two references to
// one stands a call of the runtime, so that a compiler reads memory again: the direct copy of a
// loop would have none (the pointer through which it goes cannot be VOLATILE itself).
func hasVolatile(c *syntax.DoConstruct, scope *resolve.Scope) bool {
	volatile := func(r *syntax.Ref, info *resolve.Reference) bool {
		return r.Coindexed() != nil && info.Parts[0].Has(resolve.Volatile)
	}
	found := false
	syntax.EachStmt([]syntax.Item{c}, func(s syntax.Stmt) {
		syntax.StmtExprs(s, func(e syntax.Expr) {
			found = found || mid.RefersTo(scope, e, volatile)
		})
	})
	return found
}

// usesViews tells whether a loop has coindexed objects or inquiries that go through views.
func (l *lowerer) usesViews(c *syntax.DoConstruct, scope *resolve.Scope) bool {
	return hasCoindexedStmt(c)
}

// ivdep says that the iterations of a loop are independent of each other (mid.Independent).
const ivdep = "!GCC$ ivdep"

// independent tells whether the iterations of an innermost loop are independent of each other, and
// the back end does not know.
func (l *lowerer) independent(c *syntax.DoConstruct, fl *flow) bool {
	if !l.opt.InlinePointers || fl.mode != direct || fl.group != nil || c.Head.Control == nil ||
		c.Head.Target != nil || c.Head.Concurrent != nil ||
		c.Head.Info().ConstructName != nil || !hasCoindexedStmt(c) || l.directives.Nested(c.Head) {
		return false
	}
	return !l.crayPointers && mid.Independent(fl.scope, c.Head.Control.Var.Name, c.Body)
}
