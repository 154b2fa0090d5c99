package syntax

import "strings"

func continueStmt(p *parser, b Base) Stmt {
	p.word("continue")
	p.end()
	return &ContinueStmt{Base: b}
}

func callStmt(p *parser, b Base) Stmt {
	p.word("call")
	s := &CallStmt{Base: b, Proc: p.dataRef(true)}
	p.end()
	return s
}

// ifStmt parses IF THEN, a logical IF, or an arithmetic IF.
func ifStmt(p *parser, b Base) Stmt {
	p.word("if")
	open := p.i
	p.expect(LParen)
	cond := p.expr()
	p.expectClose(RParen, open)
	if p.bad {
		// What follows the parenthesis still tells whether a construct begins.
		if n := len(p.toks); n > 0 && p.toks[n-1].Kind == NameTok && p.toks[n-1].Text == "then" {
			return &IfThenStmt{Base: b, Cond: cond}
		}
		return p.opaque(b)
	}
	if p.isWord("then") && p.assignmentAt() < 0 {
		p.word("then")
		p.end()
		return &IfThenStmt{Base: b, Cond: cond}
	}
	p.integerOnly()
	if p.is(IntTok) {
		s := &ArithIfStmt{Base: b, Expr: cond}
		s.Labels = p.labels()
		p.end()
		return s
	}
	if p.is(EOS) {
		p.fail("C0011", p.tok().Range, "expected THEN or a statement after the condition").
			Help("a block of statements begins with IF (...) THEN and ends with END IF")
		return &IfThenStmt{Base: b, Cond: cond}
	}
	s := &IfStmt{Base: b, Cond: cond}
	s.Action = p.action(b, s)
	return s
}

func (p *parser) labels() []*Label {
	list := []*Label{p.labelRef()}
	for p.accept(Comma) {
		list = append(list, p.labelRef())
	}
	return list
}

// action parses the action statement of an IF, WHERE or FORALL statement.
func (p *parser) action(outer Base, parent Stmt) Stmt {
	start := p.i
	if p.is(EOS) {
		p.failExpected("a statement")
		return &OpaqueStmt{Base: Base{Range: p.eos.Range, Line: outer.Line,
			more: &baseMore{parent: parent}}, Bad: true}
	}
	b := Base{Range: p.at(start).Range.Join(p.at(len(p.toks) - 1).Range),
		Line: int32(p.at(start).Range.Line())}
	var s Stmt = &OpaqueStmt{Base: b, Bad: true}
	// IF (..) WHERE (..) assignment is the deepest that there is; more is refused below without
	// being read.
	if p.actions++; p.actions <= 3 {
		s = p.body(b)
	}
	p.actions--
	if !p.bad && (!isAction(s) || p.actions >= 3) {
		p.fail(
			"C0024", b.Range, "this statement cannot depend on an IF, WHERE or FORALL in one line").
			Help("use the construct form, with an END")
		s = &OpaqueStmt{Base: b, Bad: true}
	}
	s.Info().SetParent(parent)
	p.settle(s, start)
	return s
}

// isAction tells whether a statement may be the action of an IF statement (F2018 R515).
func isAction(s Stmt) bool {
	switch s.(type) {
	case *AssignStmt, *PtrAssignStmt, *CallStmt, *AllocateStmt, *DeallocateStmt, *NullifyStmt,
		*WhereStmt, *ForallStmt,
		*ArithIfStmt, *GotoStmt, *AssignLabelStmt, *ContinueStmt, *CycleStmt, *ExitStmt,
		*ReturnStmt, *StopStmt, *IOStmt,
		*SyncAllStmt, *SyncImagesStmt, *SyncMemoryStmt, *SyncTeamStmt, *LockStmt, *UnlockStmt,
		*EventPostStmt, *EventWaitStmt,
		*NotifyWaitStmt, *FormTeamStmt, *FailImageStmt, *SpawnStmt:
		return true
	}
	return false
}

func elseStmt(p *parser, b Base) Stmt {
	if p.isWholeWord("elsewhere") {
		p.split(p.i, len("else"))
	}
	p.word("else")
	switch {
	case p.isWholeWord("if") && p.peekKind(1) == LParen:
		p.word("if")
		open := p.i
		p.expect(LParen)
		s := &ElseIfStmt{Base: b, Cond: p.expr()}
		p.expectClose(RParen, open)
		if !p.word("then") {
			p.failExpected("'then'")
		}
		s.Name = p.optIdent()
		p.end()
		return s
	case p.isWord("where") && p.innermost() == EndWhere:
		p.word("where")
		s := &ElsewhereStmt{Base: b}
		if open := p.i; p.accept(LParen) {
			s.Mask = p.expr()
			p.expectClose(RParen, open)
		}
		s.Name = p.optIdent()
		p.end()
		return s
	}
	s := &ElseStmt{Base: b, Name: p.optIdent()}
	p.end()
	return s
}

// doStmt parses a DO statement.
func doStmt(p *parser, b Base) Stmt {
	p.word("do")
	s := &DoStmt{Base: b}
	p.integerOnly()
	if p.is(IntTok) {
		s.Target = p.labelRef()
		p.accept(Comma)
	} else if p.is(Comma) {
		p.i++
	}
	switch {
	case p.is(EOS):
	case p.isWholeWord("while") && p.peekKind(1) == LParen:
		p.i++
		open := p.i
		p.expect(LParen)
		s.While = p.expr()
		p.expectClose(RParen, open)
	case p.isWholeWord("concurrent") && p.peekKind(1) == LParen:
		p.i++
		s.Concurrent = p.concurrentHeader()
		for p.is(NameTok) && !p.bad {
			s.Locality = append(s.Locality, p.locality())
		}
	default:
		s.Control = p.loopControl()
	}
	p.end()
	return s
}

func (p *parser) concurrentHeader() *ConcurrentHeader {
	start := p.i
	h := &ConcurrentHeader{}
	p.expect(LParen)
	if p.hasTypePrefix() {
		h.Type = p.typeSpec(false)
		p.expect(DoubleColon)
	}
	for {
		if !(p.is(NameTok) && p.peekKind(1) == Assign) && len(h.Controls) > 0 {
			h.Mask = p.expr()
			break
		}
		at := p.i
		c := &ConcurrentControl{Var: p.ident("an index name")}
		p.expect(Assign)
		c.First = p.expr()
		p.expect(Colon)
		c.Last = p.expr()
		if p.accept(Colon) {
			c.Step = p.expr()
		}
		c.Range = p.from(at)
		h.Controls = append(h.Controls, c)
		if !p.accept(Comma) {
			break
		}
	}
	p.expectClose(RParen, start)
	h.Range = p.from(start)
	return h
}

func (p *parser) locality() *LocalitySpec {
	start := p.i
	w := p.ident("a locality specifier")
	l := &LocalitySpec{Kind: w.Name}
	open := p.i
	p.expect(LParen)
	switch w.Name {
	case "local", "local_init", "shared":
		l.Names = p.idents("a variable name")
	case "reduce":
		if p.is(NameTok) {
			l.Op = p.ident("an operation").Name
		} else {
			l.Op = p.operatorName()
		}
		p.expect(Colon)
		l.Names = p.idents("a variable name")
	case "default":
		if !p.word("none") {
			p.failExpected("'none'")
		}
	default:
		p.fail("C0011", w.Range, "'%s' is no locality specifier",
			w.Name).Help("they are local, local_init, shared, reduce and default(none)")
	}
	p.expectClose(RParen, open)
	l.Range = p.from(start)
	return l
}

func whereStmt(p *parser, b Base) Stmt {
	p.word("where")
	open := p.i
	p.expect(LParen)
	mask := p.expr()
	p.expectClose(RParen, open)
	if p.bad || p.is(EOS) {
		if p.bad && p.skipGroup(open) < len(p.toks) {
			return p.opaque(b)
		}
		return &WhereConstructStmt{Base: b, Mask: mask}
	}
	s := &WhereStmt{Base: b, Mask: mask}
	s.Action = p.action(b, s)
	return s
}

func forallStmt(p *parser, b Base) Stmt {
	p.word("forall")
	open := p.i
	h := p.concurrentHeader()
	if p.bad || p.is(EOS) {
		if p.bad && p.skipGroup(open) < len(p.toks) {
			return p.opaque(b)
		}
		return &ForallConstructStmt{Base: b, Header: h}
	}
	s := &ForallStmt{Base: b, Header: h}
	s.Action = p.action(b, s)
	return s
}

func selectStmt(p *parser, b Base) Stmt {
	p.word("select")
	s := &SelectStmt{Base: b}
	switch {
	case p.word("case"):
		s.Kind = SelectCase
	case p.word("type"):
		s.Kind = SelectType
	case p.word("rank"):
		s.Kind = SelectRank
	default:
		p.failExpected("'case', 'type' or 'rank'")
	}
	open := p.i
	p.expect(LParen)
	if p.is(NameTok) && p.peekKind(1) == Arrow {
		s.Assoc = p.ident("a name")
		p.i++
	}
	s.Expr = p.expr()
	p.expectClose(RParen, open)
	p.end()
	return s
}

func caseStmt(p *parser, b Base) Stmt {
	p.word("case")
	s := &CaseStmt{Base: b, Kind: SelectCase}
	if p.word("default") {
		s.Default = true
	} else {
		open := p.i
		p.expect(LParen)
		for {
			s.Values = append(s.Values, p.exprOrTriplet())
			if !p.accept(Comma) {
				break
			}
		}
		p.expectClose(RParen, open)
	}
	s.Name = p.optIdent()
	p.end()
	return s
}

func rankStmt(p *parser, b Base) Stmt {
	s := &CaseStmt{Base: b, Kind: SelectRank}
	p.word("rank")
	open := p.i
	switch {
	case p.word("default"):
		s.Default = true
	case p.accept(LParen):
		if t := p.tok(); p.accept(StarTok) {
			s.Values = []Expr{&Star{Range: t.Range}}
		} else {
			s.Values = []Expr{p.expr()}
		}
		p.expectClose(RParen, open)
	default:
		return nil
	}
	s.Name = p.optIdent()
	p.end()
	return s
}

func typeGuard(p *parser, b Base) Stmt {
	s := &CaseStmt{Base: b, Kind: SelectType}
	s.ClassIs = p.isWord("class")
	if !p.word("type") {
		p.word("class")
	}
	if p.word("default") {
		s.Default, s.ClassIs = true, false
	} else {
		p.word("is")
		open := p.i
		p.expect(LParen)
		s.Type = p.typeSpec(true)
		p.expectClose(RParen, open)
	}
	s.Name = p.optIdent()
	p.end()
	return s
}

func associateStmt(p *parser, b Base) Stmt {
	p.word("associate")
	s := &AssociateStmt{Base: b}
	open := p.i
	p.expect(LParen)
	if !p.is(RParen) {
		for {
			s.Assocs = append(s.Assocs, p.association(false))
			if !p.accept(Comma) {
				break
			}
		}
	}
	p.expectClose(RParen, open)
	p.end()
	return s
}

func (p *parser) association(coarray bool) *Association {
	start := p.i
	a := &Association{Name: p.ident("an associate name")}
	if coarray {
		a.Codims = p.optCoarraySpec()
	}
	p.expect(Arrow)
	a.Selector = p.expr()
	a.Range = p.from(start)
	return a
}

func gotoStmt(p *parser, b Base) Stmt {
	p.word("go")
	if !p.word("to") {
		p.failExpected("'to'")
	}
	s := &GotoStmt{Base: b}
	p.integerOnly()
	switch open := p.i; {
	case p.is(IntTok):
		s.Labels = []*Label{p.labelRef()}
	case p.accept(LParen):
		s.Labels = p.labels()
		p.expectClose(RParen, open)
		p.accept(Comma)
		s.Expr = p.expr()
	default:
		s.Var = p.ident("a label")
		p.accept(Comma)
		if open = p.i; p.accept(LParen) {
			s.Labels = p.labels()
			p.expectClose(RParen, open)
		}
	}
	p.end()
	return s
}

func assignLabelStmt(p *parser, b Base) Stmt {
	p.word("assign")
	s := &AssignLabelStmt{Base: b, Target: p.labelRef()}
	if !p.word("to") {
		p.failExpected("'to'")
	}
	s.Var = p.ident("a variable name")
	p.end()
	return s
}

func cycleStmt(p *parser, b Base) Stmt {
	p.word("cycle")
	s := &CycleStmt{Base: b, Name: p.optIdent()}
	p.end()
	return s
}

func exitStmt(p *parser, b Base) Stmt {
	p.word("exit")
	s := &ExitStmt{Base: b, Name: p.optIdent()}
	p.end()
	return s
}

func returnStmt(p *parser, b Base) Stmt {
	p.word("return")
	s := &ReturnStmt{Base: b}
	if !p.is(EOS) {
		s.Value = p.expr()
	}
	p.end()
	return s
}

func stopStmt(p *parser, b Base) Stmt {
	p.word("stop")
	s := &StopStmt{Base: b}
	return p.stopRest(s)
}

func errorStopStmt(p *parser, b Base) Stmt {
	p.word("error")
	if !p.word("stop") {
		p.failExpected("'stop'")
	}
	return p.stopRest(&StopStmt{Base: b, Error: true})
}

func pauseStmt(p *parser, b Base) Stmt {
	p.word("pause")
	return p.stopRest(&StopStmt{Base: b, Pause: true})
}

func (p *parser) stopRest(s *StopStmt) Stmt {
	quiet := func() bool { return p.isWholeWord("quiet") && p.peekKind(1) == Assign }
	if quiet() {
		p.failExpected("',' before 'quiet='")
	}
	if !p.is(EOS) && !p.is(Comma) {
		s.Code = p.expr()
	}
	if p.accept(Comma) {
		if quiet() {
			p.i += 2
			s.Quiet = p.expr()
		} else {
			p.failExpected("'quiet='")
		}
	}
	p.end()
	return s
}

func nullifyStmt(p *parser, b Base) Stmt {
	p.word("nullify")
	s := &NullifyStmt{Base: b}
	open := p.i
	p.expect(LParen)
	s.Objects = p.exprList()
	p.expectClose(RParen, open)
	p.end()
	return s
}

var allocSpecs = []string{"stat", "errmsg", "source", "mold", "stream", "pinned"}

func allocateStmt(p *parser, b Base) Stmt {
	p.word("allocate")
	s := &AllocateStmt{Base: b}
	open := p.i
	p.expect(LParen)
	if p.hasTypePrefix() {
		s.Type = p.typeSpec(true)
		p.expect(DoubleColon)
	}
	for {
		if p.is(NameTok) && p.peekKind(1) == Assign {
			s.Specs = append(s.Specs, p.spec(allocSpecs))
		} else {
			if len(s.Specs) > 0 {
				p.fail("C0011", p.tok().Range,
					"objects to allocate stand before stat=, errmsg=, source= and mold=")
			}
			s.Allocs = append(s.Allocs, p.allocation())
		}
		if !p.accept(Comma) {
			break
		}
	}
	p.expectClose(RParen, open)
	p.end()
	return s
}

// allocation parses an object with its shape. The shape is read as subscripts and then turned into
// dims.
func (p *parser) allocation() *Allocation {
	start := p.i
	a := &Allocation{Object: p.dataRef(false)}
	last := a.Object.Last()
	if last.Args != nil {
		a.Dims = &ArraySpec{Range: last.Args.Range}
		for _, x := range last.Args.Items {
			a.Dims.Dims = append(a.Dims.Dims, p.shapeDim(x))
		}
		last.Args = nil
		last.Range = last.Name.Range
		a.Object.Range = a.Object.Range.Join(last.Range)
		a.Object.Range.End = last.Range.End
	}
	if last.Second() != nil {
		p.fail("C0011", last.Second().Range, "expected ',' or ')'")
	}
	if after := p.skipGroup(p.i); p.is(LBracket) && p.at(after).Kind == Percent {
		p.fail("C0021", p.tok().Range, "an object to allocate cannot be coindexed").
			Help("an image allocates its own memory only")
	}
	a.Codims = p.optCoarraySpec()
	a.Range = p.from(start)
	return a
}

func (p *parser) shapeDim(x *Arg) *Dim {
	d := &Dim{Range: x.Range, Kind: DimExplicit, Upper: x.Value}
	if t, ok := x.Value.(*Triplet); ok {
		d.Lower, d.Upper = t.Lower, t.Upper
		if t.Lower == nil || t.Upper == nil || t.Step != nil {
			p.fail("C0022", t.Range,
				"the bounds of an object to allocate are 'upper' or 'lower:upper'")
		}
	}
	return d
}

func deallocateStmt(p *parser, b Base) Stmt {
	p.word("deallocate")
	s := &DeallocateStmt{Base: b}
	open := p.i
	p.expect(LParen)
	for {
		if p.is(NameTok) && p.peekKind(1) == Assign {
			s.Specs = append(s.Specs, p.spec(allocSpecs))
		} else {
			s.Objects = append(s.Objects, p.dataRef(true))
		}
		if !p.accept(Comma) {
			break
		}
	}
	p.expectClose(RParen, open)
	p.end()
	return s
}

func formatStmt(p *parser, b Base) Stmt {
	p.word("format")
	if !p.is(TextTok) {
		if b.Label == nil && p.is(LParen) {
			p.fail("C0011", b.Range, "a FORMAT statement needs a label")
		}
		p.failExpected("'('")
		return p.opaque(b)
	}
	s := &FormatStmt{Base: b, Text: p.tok().Range}
	p.i++
	p.end()
	return s
}

// caf2Stmt parses FINISH, WITH TEAM and SPAWN.
func caf2Stmt(p *parser, b Base) Stmt {
	if !p.opt.CAF2 {
		return nil
	}
	switch {
	case p.word("finish"):
		s := &FinishStmt{Base: b}
		if open := p.i; p.accept(LParen) {
			s.Team = p.expr()
			p.expectClose(RParen, open)
		}
		p.end()
		return s
	case p.word("with"):
		if !p.word("team") {
			p.failExpected("'team'")
		}
		s := &WithTeamStmt{Base: b, Team: p.expr()}
		p.end()
		return s
	}
	return p.spawn(b)
}

// spawn parses `spawn [ (event = e) ] [ v = ] f ( args ) [ image ]`.
func (p *parser) spawn(b Base) Stmt {
	p.word("spawn")
	s := &SpawnStmt{Base: b}
	if p.is(LParen) {
		s.Specs = p.specList([]string{"event"})
	}
	if k := p.assignmentAt(); k >= 0 && p.at(k).Kind == Assign {
		s.Result = p.dataRef(true)
		p.expect(Assign)
	}
	s.Call = p.dataRef(true)
	if !p.bad && s.Call.Last().Selector == nil {
		p.fail("C0011", s.Call.Range, "a spawn names its target image: f(...)[p]")
	}
	p.end()
	return s
}

// bareCall parses a CAF 2.0 statement without CALL.
func (p *parser) bareCall(b Base) Stmt {
	k := p.i + 1
	if p.at(k).Kind == LParen {
		k = p.skipGroup(k)
	}
	if k != len(p.toks) {
		return nil
	}
	s := &CallStmt{Base: b, Proc: p.dataRef(true), Bare: true}
	p.end()
	if p.bad {
		return nil
	}
	return s
}

// caf2Type parses a declaration with one of CAF 2.0's types: `event :: e`.
func (p *parser) caf2Type(b Base) Stmt {
	t := p.tok()
	if !p.opt.CAF2 || !isCAF2Type(t.Text) || !p.declarationAhead() {
		return nil
	}
	p.i++
	s := &TypeDeclStmt{Base: b,
		Type: &TypeSpec{Range: t.Range, Base: TypeNamed,
			Name: &Ident{Range: t.Range, Name: t.Text}}}
	return p.typeDeclRest(s)
}

// caf2Cut finds a declaration with one of CAF 2.0's types in fixed form, where `event e` is the name
// evente, and cuts that behind the type. EVENT POST, EVENT WAIT and LOCK stand in front of a
// parenthesis, and no name begins with an underscore, as that of the statement event_wait would.
func (p *parser) caf2Cut() bool {
	t := p.tok()
	for n := len("lockset") + 1; n >= len("team"); n-- {
		if n > len(t.Text) || !isCAF2Type(t.Text[:n]) {
			continue
		}
		name := t.Text[n:]
		if name == "" {
			return p.declarationAhead()
		}
		if name[0]-'a' >= 26 || p.peekKind(1) == LParen && (name == "post" || name == "wait") {
			continue
		}
		p.split(p.i, n)
		return true
	}
	return false
}

// isCAF2Call tells whether a statement of fixed form is one of CAF 2.0's procedures though its name
// begins with a keyword: event_wait(e), lock_acquire(l).
func (p *parser) isCAF2Call() bool {
	t := p.tok()
	word, _, found := strings.Cut(t.Text, "_")
	return found && isCAF2Type(word) && (p.peekKind(1) == LParen || p.peekKind(1) == EOS)
}

func isCAF2Type(w string) bool {
	switch w {
	case "event", "eventset", "lock", "lockset", "team":
		return true
	}
	return false
}

func (p *parser) declarationAhead() bool {
	switch p.peekKind(1) {
	case DoubleColon, Comma:
		return true
	case NameTok:
		return p.at(p.i+1).Text != "post" && p.at(p.i+1).Text != "wait"
	}
	return false
}
