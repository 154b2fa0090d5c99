package verify

// mutants are small faults in package lower, each a text that is replaced: an invalidation that is
// dropped, a flow that is shared, transfers that are lost, lines in another order.
var mutants = []mutant{
	{"exec.go", "a label on a construct",
		`			clear(fl.fresh) // control may come from elsewhere
		}
		l.construct(it, fl)`,
		`		}
		l.construct(it, fl)`},
	{"exec.go", "a label on a statement",
		`		clear(fl.fresh) // control may come from elsewhere
	}
	l.statement(s, fl)`,
		`	}
	l.statement(s, fl)`},
	{"exec.go", "nothing makes views stale",
		"len(fl.fresh) > 0 && !l.effects.KeepsViews(it, fl.scope)",
		"len(fl.fresh) < 0 && !l.effects.KeepsViews(it, fl.scope)"},
	{"exec.go", "a statement makes no view stale",
		`	l.statement(s, fl)
	l.forget(s, fl)
	return i`,
		`	l.statement(s, fl)
	return i`},
	{"exec.go", "a construct makes no view stale",
		`		l.construct(it, fl)
		l.forget(it, fl)
`,
		`		l.construct(it, fl)
`},
	{"exec.go", "the head of ASSOCIATE makes no view stale",
		`	x.finish()
	l.forget(c.Head, fl)
	p := l.planOf(c.Head)`,
		`	x.finish()
	p := l.planOf(c.Head)`},
	{"../mid/effects.go", "DEALLOCATE is harmless",
		"case *syntax.AllocateStmt, *syntax.DeallocateStmt, *syntax",
		"case *syntax.AllocateStmt, *syntax"},
	{"../mid/effects.go", "ALLOCATE is harmless",
		"case *syntax.AllocateStmt, *syntax.DeallocateStmt, *syntax",
		"case *syntax.DeallocateStmt, *syntax"},
	{"../mid/effects.go", "CALL is harmless",
		"\t\tif !e.CallKeepsViews(s.Proc, scope) {",
		"\t\tif !e.CallKeepsViews(s.Proc, scope) && s.Bare {"},
	{"../mid/effects.go", "functions are harmless",
		"!scope.Reference(n).Call || e.CallKeepsViews(n, scope)",
		"!scope.Reference(n).Call || len(n.Parts) == 1 || e.CallKeepsViews(n, scope)"},
	{"../mid/effects.go", "operators are harmless",
		"ok = ok && !scope.OperatorMayCall(n)",
		"ok = ok || !scope.OperatorMayCall(n)"},
	{"../mid/effects.go", "assignments are harmless",
		"if e.AssignmentMayCall(s, scope) {",
		"if e.AssignmentMayCall(s, scope) && s.MaybeStmtFunc {"},
	{"../mid/effects.go", "MOVE_ALLOC is harmless",
		`return name != "move_alloc"`,
		`return name != ""`},
	{"../mid/effects.go", "each procedure with an interface is pure",
		"p != nil && p.Inner != nil && p.Inner.Pure",
		"p != nil && p.Inner != nil"},
	{"../mid/effects.go", "procedures that are not known are pure",
		`	if sym == nil {
		return false
	}
	if sym.Has(resolve.StatementFunction) {`,
		`	if sym == nil {
		return true
	}
	if sym.Has(resolve.StatementFunction) {`},
	{"loop.go", "a loop begins with what holds before it",
		"\tif stale {\n\t\tclear(inner.fresh)",
		"\tif stale {"},
	{"loop.go", "the condition of a DO WHILE trusts what holds before the loop",
		"\t\tclear(fl.fresh) // the condition",
		"\t\t// the condition"},
	{"loop.go", "views are made in front of every loop",
		"fl.hoist != nil || !coindexed || !l.effects.KeepsViews(c, fl.scope)",
		"fl.hoist != nil || !coindexed"},
	{"loop.go", "the body of a loop shares a flow",
		`	inner := fl.in(fl.scope)
	inner.concurrent`,
		`	inner := fl.in(fl.scope)
	inner.fresh = fl.fresh
	inner.concurrent`},
	{"loop.go", "what stands in front of a loop is lost",
		"append(append([]emit.Line{}, inner.hoist.lines...), p.Before...)",
		"append([]emit.Line{}, p.Before...)"},
	{"loop.go", "the second version has no transfers",
		"if lib.mode = library; whole",
		"if lib.mode = direct; whole"},
	{"loop.go", "the versions are exchanged",
		`[]emit.Line{{Text: "if (.not. " + l.current`,
		`[]emit.Line{{Text: "if (" + l.current`},
	{"loop.go", "the second version is empty",
		`	end.After = append(end.After, indented(copied)...)
`,
		`	_ = indented(copied)
`},
	{"head.go", "the action of IF shares a flow",
		"inner.fresh, inner.conditional = copySet(x.fl.fresh), true",
		"inner.fresh, inner.conditional = x.fl.fresh, true"},
	{"head.go", "the branches of IF share a flow",
		`		in := fl.in(fl.scope)
		in.conditional = true
		l.items(b.Body, in)
	}
	if c.End`,
		`		in := fl.in(fl.scope)
		in.fresh, in.conditional = fl.fresh, true
		l.items(b.Body, in)
	}
	if c.End`},
	{"head.go", "ELSE IF has the flow of IF",
		"\t\t\tif fl == first {",
		"\t\t\tif fl != first {"},
	{"head.go", "the condition of IF makes nothing stale for its action",
		`	x.l.forget(&syntax.IfThenStmt{Base: s.Base, Cond: s.Cond}, &inner)
`,
		""},
	{"head.go", "the condition of IF THEN makes nothing stale",
		`	l.forget(h, fl)
}

// elseOf`,
		`}

// elseOf`},
	{"head.go", "the condition of ELSE IF makes nothing stale",
		`	l.forget(h, fl)
	return closes`,
		"\treturn closes"},
	{"head.go", "what is behind the action of IF is lost",
		`	before = append(before, indented(p.After)...)
`,
		""},
	{"head.go", "what is in front of the action of IF is lost",
		`	before = append(before, indented(p.Before)...)
`,
		""},
	{"head.go", "what is in front of ELSE IF is lost",
		`p.After = append(before, x.line("%s", "if ("+value+") then"))`,
		`p.After = []emit.Line{x.line("%s", "if ("+value+") then")}`},
	{"head.go", "what is in front of ELSE IF is in front of ELSE",
		`p.After = append(before, x.line("%s", "if ("+value+") then"))`,
		`p.Before, p.After = before, []emit.Line{x.line("%s", "if ("+value+") then")}`},
	{"head.go", "the branches of SELECT share a flow",
		"\t\tl.items(b.Body, fl.in(scope))",
		`		in := fl.in(scope)
		in.fresh = fl.fresh
		l.items(b.Body, in)`},
	{"head.go", "DO WHILE looks at its views once",
		`		len(x.h.refresh)+len(x.pre) == 0 &&
`,
		""},
	{"head.go", "DO WHILE fetches nothing",
		`		p.After = append(p.After, indented(x.before())...)
		p.After = append(p.After, x.line("%s", "  if (.not. ("+value+")) exit"))`,
		`		p.After = append(p.After, x.line("%s", "  if (.not. ("+value+")) exit"))`},
	{"head.go", "a head that defines sends nothing",
		`return append(append(x.before(), x.line("%s", name+" = "+value)), x.after()...)`,
		`return append(x.before(), x.line("%s", name+" = "+value))`},
	{"stmt.go", "the guard of a view is wrong",
		`	cond := view + "%gen /= " + x.l.use("coral_gen")
	if early`,
		`	cond := view + "%gen == " + x.l.use("coral_gen")
	if early`},
	{"stmt.go", "definitions are not sent",
		"\tx.h.addPut(hook{what: what, loops: x.loops, at: x.at(), first: first})",
		"\t_, _ = what, first"},
	{"stmt.go", "reads are not fetched",
		"\tx.h.addGet(hook{what: what, loops: x.loops, at: x.at(), first: first, fresh: x.fresh})",
		"\t_, _ = what, first"},
	{"stmt.go", "what is changed is not sent",
		"\tx.h.addGet(k)\n\tx.h.addPut(k)\n",
		"\tx.h.addGet(k)\n"},
	{"stmt.go", "what is changed is not fetched",
		"\tx.h.addGet(k)\n\tx.h.addPut(k)\n",
		"\tx.h.addPut(k)\n"},
	{"stmt.go", "one object of a statement is fetched",
		`		if h.seen["get "+k.what] {`,
		"\t\tif len(h.gets) > 0 {"},
	{"stmt.go", "a statement makes one view",
		`	if x.h.seen[key] {
		return
	}
	x.h.mark(key)`,
		`	if len(x.h.refresh) > 0 {
		return
	}
	x.h.mark(key)`},
	{"stmt.go", "views are made behind the transfers",
		`return slices.Concat(out, x.transfers(x.h.gets, "coral_get"), x.afterGets)`,
		`return slices.Concat(x.transfers(x.h.gets, "coral_get"), out, x.afterGets)`},
	{"stmt.go", "what is evaluated first stands behind nothing",
		`return slices.Concat(out, x.transfers(x.h.gets, "coral_get"), x.afterGets)`,
		`return slices.Concat(x.afterGets, out, x.transfers(x.h.gets, "coral_get"))`},
	{"stmt.go", "nothing is sent behind",
		`append(x.transfers(x.h.puts, "coral_put"), x.post...)`,
		"append([]emit.Line{}, x.post...)"},
	{"stmt.go", "what stands behind a statement is lost",
		`	p.After = append(p.After, after...)
}

// mayEndLoop`,
		`}

// mayEndLoop`},
	{"stmt.go", "what stands before a statement comes twice",
		`	p.Before = append(p.Before, before...)
	if replaced {`,
		`	p.Before = append(append(p.Before, before...), before...)
	if replaced {`},
	{"waysout.go", "a way out is forgotten",
		`		out = append(append(out, lines...), x.line("%s", "goto "+w.to))`,
		`		out = append(out, x.line("%s", "goto "+w.to))`},
	{"waysout.go", "ways out lead past everything",
		"\tif len(labels) == 0 || !x.definesBehind() {",
		"\tif len(labels) >= 0 || !x.definesBehind() {"},
	{"control.go", "CRITICAL shares a flow",
		"c.Head.ConstructName != nil || c.End != nil && c.End.Label != nil",
		"c.Head.ConstructName != nil && c.End == nil"},
	{"control.go", "END CRITICAL does not look at its view",
		`		e.pre = append(e.pre, refresh(e))
`,
		""},
	{"control.go", "SYNC MEMORY is SYNC ALL",
		`x.simple("coral_sync_memory", s.Stats)`,
		`x.simple("coral_sync_all", s.Stats)`},
	{"control.go", "UNLOCK is LOCK",
		`x.simple("coral_unlock", s.Stats`,
		`x.simple("coral_lock", s.Stats`},
	{"control.go", "EVENT WAIT is lost",
		`x.simple("coral_event_wait", s.Stats, x.address(s.Event), x.until(s.Stats))`,
		`x.finishAs("continue", x.address(s.Event)+x.until(s.Stats) != "")`},
	{"team.go", "CHANGE TEAM makes no view stale",
		`	clear(inner.fresh)
`,
		""},
	{"team.go", "a function in TEAM= is called each time",
		"s == mid.TeamSpec(sel) && x.mayHaveEffects(s.Value)",
		"s != mid.TeamSpec(sel) && x.mayHaveEffects(s.Value)"},
	{"caf2.go", "WITH TEAM makes no view stale",
		`		x.t.Render(c.Head.Team.Span()), x.where()), true)
	clear(fl.fresh)
	l.items(c.Body, fl)`,
		`		x.t.Render(c.Head.Team.Span()), x.where()), true)
	l.items(c.Body, fl)`},
	{"xmp.go", "a task makes no view stale",
		`	x.finishAs("if ("+l.use("coral_xmp_member")+"()) then", true)
	clear(fl.fresh)`,
		`	x.finishAs("if ("+l.use("coral_xmp_member")+"()) then", true)`},
	{"near.go", "a view of one way holds behind",
		"\t\t\t\tdelete(x.fl.fresh, x.ownView(",
		"\t\t\t\tdelete(map[*resolve.Symbol]bool{}, x.ownView("},
	{"caf2copy.go", "a view of one way of COPY_ASYNC holds behind",
		"\tx.fl.fresh = fresh // what",
		"\t_ = fresh // what"},
	{"caf2copy.go", "a copy to nobody shares a flow",
		"inner.fresh, inner.evaluated = copySet(x.fl.fresh), x.evaluated",
		"inner.fresh, inner.evaluated = x.fl.fresh, x.evaluated"},
	{"caf2copy.go", "what an empty copy evaluates stands behind its condition",
		"empty := indented(x.underCondition(s).emptyCopy(s, args))",
		"empty := indented(x.emptyCopy(s, args))"},
	{"once.go", "what has effects is evaluated each time",
		`	if x.mayHaveEffects(e) {
		x.inVariable(e)
	}
}`,
		`	if x.mayHaveEffects(e) && x.h == nil {
		x.inVariable(e)
	}
}`},
	{"coarraypart.go", "coarray components are not sent",
		"x.transferOf(k, u)", "x.transferOf(k, reads)"},
	{"coarraypart.go", "coarray components are not fetched",
		"x.transferOf(k, u)", "x.transferOf(k, defines)"},
	{"coarraypart.go", "the view of a component is not made",
		`			x.raw(strings.TrimLeft(ln.Text, " "))
`,
		`			_ = ln
`},
	{"component.go", "components are not sent",
		"x.transferOf(k, u)", "x.transferOf(k, reads)"},
	{"component.go", "components are not fetched",
		"x.transferOf(k, u)", "x.transferOf(k, defines)"},
	{"intrinsic.go", "MOVE_ALLOC is announced too early",
		`x.afterGets = append(x.afterGets, x.line("call %s(%s)", x.l.use("coral_move_begin"),`,
		`x.pre = append(x.pre, x.line("call %s(%s)", x.l.use("coral_move_begin"),`},
	{"ref.go", "what is defined in part is sent as a whole",
		`		x.change(what, first)
	}
}`,
		`		x.get(what, first)
	}
}`},
	{"ref.go", "definitions are fetched",
		`			x.put(what, first)
`,
		`			x.get(what, first)
`},
	{"copy.go", "a copy is not made where images are not mapped",
		`x.h.gets, x.h.puts = without(gets, src), nil // it fetches src itself
`,
		`x.h.gets, x.h.puts = nil, nil // it fetches src itself
`},
	{"call.go", "an argument that is defined is only read",
		`	x.h.puts = append(raws(x.at(), copyBack), x.h.puts...)
`,
		`	x.h.puts = raws(x.at(), copyBack)
`},
	{"alloc.go", "an allocation is not told",
		`	add("call %s(%s)", x.l.use("coral_alloc_end"),`,
		`	add("call %s(%s)", x.l.use("coral_goes_on"),`},
	{"once.go", "subscripts are those behind the call",
		"len(x.loops) == 0 && x.changedBehind(e, info, u) {",
		"len(x.loops) < 0 && x.changedBehind(e, info, u) {"},
	{"stmt.go", "what is evaluated once is evaluated behind the transfers",
		`	out = append(out, x.pre...)
	return slices.Concat(out, x.transfers(x.h.gets, "coral_get"), x.afterGets)`,
		`	return slices.Concat(out, x.transfers(x.h.gets, "coral_get"), x.pre, x.afterGets)`},
	{"ref.go", "a transfer does not ask for iterations",
		"	x.loops = x.ifAny(loops)\n",
		"	x.loops = loops\n"},
	{"stmt.go", "what several assignments of a WHERE define is sent for each",
		`same := p.raw == "" && p.what == k.what && len(p.loops) == 0`,
		`same := p.raw != "" && p.what == k.what && len(p.loops) == 0`},
	// No rule sees the next one: the transfers that go through the view stand in a loop over
	// generated indices, which counts as one that has iterations. The suite's
	// control/no_iterations fails.
	{"stmt.go", "a view does not ask for iterations",
		"return x.operands > 0 || len(x.loops) > 0",
		"return x.operands > 0"},
}
