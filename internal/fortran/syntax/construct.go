package syntax

// block parses executable items up to something that ends the block: an END that an open construct
// or unit waits for, or a statement that divides the innermost construct. unit: this is the
// execution part of a program unit.
func (p *parser) block(unit bool) []Item {
	var list []Item
	for {
		s := p.peek()
		if s == nil || p.endsBlock(s, unit) {
			return list
		}
		if it := p.blockItem(s); it != nil {
			list = append(list, it)
		}
	}
}

// blockItem parses one item of a block; nil if the statement belonged nowhere.
func (p *parser) blockItem(s Stmt) Item {
	if isDecl(s) {
		p.diags.Errorf("C0019", s.Span(),
			"a specification statement after the first executable statement")
		return p.specItem(s)
	}
	switch h := s.(type) {
	case *EndStmt, *ElseIfStmt, *ElseStmt, *CaseStmt, *ElsewhereStmt, *ContainsStmt,
		*ModuleProcStmt, *SequenceStmt,
		*BindingStmt, *FinalStmt, *EnumeratorStmt:
		p.take()
		p.stray(h)
		return nil
	}
	return p.executable(s)
}

// endsBlock tells whether a statement ends a block.
func (p *parser) endsBlock(s Stmt, unit bool) bool {
	in := p.innermost()
	switch h := s.(type) {
	case *EndStmt:
		return h.Kind == EndAny || p.waitsFor(h.Kind) || isUnitEnd(h.Kind)
	case *ElseIfStmt, *ElseStmt:
		return p.waitsFor(EndIf)
	case *CaseStmt:
		return in == EndSelect || p.waitsFor(EndSelect)
	case *ElsewhereStmt:
		return p.waitsFor(EndWhere)
	case *ContainsStmt:
		return true
	case *ProgramStmt, *ModuleStmt, *SubmoduleStmt, *BlockDataStmt, *ProcStmt:
		return true
	}
	return false
}

// executable parses an executable statement or construct.
func (p *parser) executable(s Stmt) Item {
	switch h := s.(type) {
	case *IfThenStmt:
		return p.ifConstruct(h)
	case *DoStmt:
		return p.doConstruct(h)
	case *SelectStmt:
		return p.selectConstruct(h)
	case *WhereConstructStmt:
		return p.whereConstruct(h)
	case *ForallConstructStmt:
		c := &ForallConstruct{Head: h}
		c.Body, c.End = p.simple(h, EndForall, "forall")
		c.Range = h.Range.Join(p.lastEnd)
		return c
	case *AssociateStmt:
		c := &AssociateConstruct{Head: h}
		c.Body, c.End = p.simple(h, EndAssociate, "associate")
		c.Range = h.Range.Join(p.lastEnd)
		return c
	case *BlockStmt:
		return p.blockConstruct(h)
	case *CriticalStmt:
		c := &CriticalConstruct{Head: h}
		c.Body, c.End = p.simple(h, EndCritical, "critical")
		c.Range = h.Range.Join(p.lastEnd)
		return c
	case *ChangeTeamStmt:
		c := &ChangeTeamConstruct{Head: h}
		c.Body, c.End = p.simple(h, EndTeam, "team")
		c.Range = h.Range.Join(p.lastEnd)
		return c
	case *WithTeamStmt:
		c := &WithTeamConstruct{Head: h}
		c.Body, c.End = p.simple(h, EndWithTeam, "with team")
		c.Range = h.Range.Join(p.lastEnd)
		return c
	case *XMPStmt:
		return p.xmpConstruct(h)
	case *FinishStmt:
		c := &FinishConstruct{Head: h}
		c.Body, c.End = p.simple(h, EndFinish, "finish")
		c.Range = h.Range.Join(p.lastEnd)
		return c
	}
	return p.take()
}

// simple parses a construct that has one block.
func (p *parser) simple(h Stmt, kind EndKind, what string) ([]Item, *EndStmt) {
	p.take()
	var body []Item
	if p.push(kind, h.Span()) {
		body = p.block(false)
	}
	return body, p.constructEnd(h, kind, what)
}

// constructEnd takes the END of the innermost construct, which it closes.
func (p *parser) constructEnd(h Stmt, kind EndKind, what string) *EndStmt {
	p.pop()
	e, ok := p.peek().(*EndStmt)
	if !ok || e.Kind != kind {
		p.missingEnd(what, h.Span())
		return nil
	}
	p.take()
	p.checkConstructName(e.Name, h, what)
	if name := h.Info().ConstructName; name != nil && e.Name == nil {
		p.diags.Errorf("C0017", e.Range, "this END must repeat the construct's name '%s'",
			name.Name).
			Note(name.Range, "the construct begins here")
	}
	return e
}

// checkConstructName checks a name on an END, ELSE or CASE against the construct's own.
func (p *parser) checkConstructName(used *Ident, h Stmt, what string) {
	if used == nil {
		return
	}
	name := h.Info().ConstructName
	switch {
	case name == nil:
		p.diags.Errorf("C0017", used.Range, "this %s construct has no name", what).Note(h.Span(),
			"it begins here")
	case name.Name != used.Name:
		p.diags.Errorf("C0017", used.Range, "'%s' is not the name of this construct",
			used.Name).Note(name.Range, "its name is '%s'", name.Name)
	}
}

func (p *parser) ifConstruct(h *IfThenStmt) Item {
	p.take()
	c := &IfConstruct{}
	br := &IfBranch{Head: h}
	c.Branches = append(c.Branches, br)
	ok := p.push(EndIf, h.Range)
	var last *ElseStmt
	for ok {
		br.Body = append(br.Body, p.block(false)...)
		var name *Ident
		s := p.peek()
		switch e := s.(type) {
		case *ElseIfStmt:
			name = e.Name
		case *ElseStmt:
			name = e.Name
		default:
			s = nil
		}
		if s == nil {
			break
		}
		p.take()
		p.checkConstructName(name, h, "if")
		if last != nil {
			p.diags.Errorf("C0018", s.Span(), "'%s' after the ELSE of this IF construct",
				firstWords(s)).Note(last.Range, "its ELSE is here")
		}
		if e, is := s.(*ElseStmt); is {
			last = e
		}
		br = &IfBranch{Head: s}
		c.Branches = append(c.Branches, br)
	}
	c.End = p.constructEnd(h, EndIf, "if")
	c.Range = h.Range.Join(p.lastEnd)
	return c
}

func (p *parser) selectConstruct(h *SelectStmt) Item {
	p.take()
	c := &SelectConstruct{Head: h}
	ok := p.push(EndSelect, h.Range)
	for ok {
		s := p.peek()
		if cs, is := s.(*CaseStmt); is {
			p.take()
			if cs.Kind != h.Kind {
				p.diags.Errorf("C0018", cs.Range,
					"this is no alternative of the enclosing SELECT").Note(h.Range,
					"which is this one")
			}
			p.checkConstructName(cs.Name, h, "select")
			c.Blocks = append(c.Blocks, &SelectBlock{Head: cs, Body: p.block(false)})
			continue
		}
		if s == nil || p.endsBlock(s, false) {
			break
		}
		p.diags.Errorf("C0018", s.Span(),
			"a statement between SELECT and its first alternative").Note(h.Range,
			"the SELECT is here")
		p.blockItem(s)
	}
	c.End = p.constructEnd(h, EndSelect, "select")
	c.Range = h.Range.Join(p.lastEnd)
	return c
}

func (p *parser) whereConstruct(h *WhereConstructStmt) Item {
	p.take()
	c := &WhereConstruct{}
	br := &WhereBranch{Head: h}
	c.Branches = append(c.Branches, br)
	ok := p.push(EndWhere, h.Range)
	for ok {
		br.Body = append(br.Body, p.block(false)...)
		e, is := p.peek().(*ElsewhereStmt)
		if !is {
			break
		}
		p.take()
		p.checkConstructName(e.Name, h, "where")
		br = &WhereBranch{Head: e}
		c.Branches = append(c.Branches, br)
	}
	c.End = p.constructEnd(h, EndWhere, "where")
	c.Range = h.Range.Join(p.lastEnd)
	return c
}

func (p *parser) blockConstruct(h *BlockStmt) Item {
	p.take()
	c := &BlockConstruct{Head: h}
	if p.push(EndBlock, h.Range) {
		var pending []Item
		c.Spec, pending = p.specPart()
		for _, it := range pending { // F2018 C1107: no statement function
			it.(*AssignStmt).MaybeStmtFunc = false
		}
		c.Body = append(pending, p.block(false)...)
	}
	c.End = p.constructEnd(h, EndBlock, "block")
	c.Range = h.Range.Join(p.lastEnd)
	return c
}

// doConstruct parses a DO construct. With a label it goes up to the statement with that label,
// which several loops may share.
func (p *parser) doConstruct(h *DoStmt) Item {
	p.take()
	c := &DoConstruct{Head: h}
	if !p.push(EndDo, h.Range) {
		c.End = p.constructEnd(h, EndDo, "do")
		c.Range = h.Range.Join(p.lastEnd)
		return c
	}
	if h.Target == nil {
		c.Body = p.block(false)
		c.End = p.constructEnd(h, EndDo, "do")
		if c.End != nil {
			c.Terminal = c.End
		}
		c.Range = h.Range.Join(p.lastEnd)
		return c
	}
	for c.Terminal == nil {
		s := p.peek()
		if e, ok := s.(*EndStmt); ok && e.Kind == EndDo && p.innermost() == EndDo {
			c.End = p.constructEnd(h, EndDo, "do")
			c.Range = h.Range.Join(p.lastEnd)
			if e.Label == nil || e.Label.Value != h.Target.Value {
				p.diags.Errorf("C0020", e.Range, "this END DO has not the label %d of its DO",
					h.Target.Value).Note(h.Range, "the DO is here")
				return c
			}
			e.DoTerminal++
			c.Terminal = e
			return c
		}
		if s == nil || p.endsBlock(s, false) {
			p.pop()
			r := p.lastEnd.To()
			if s != nil {
				r = s.Span()
			}
			p.diags.Errorf("C0020", r, "label %d, where this DO ends, is missing before here",
				h.Target.Value).Note(h.Range, "the DO is here")
			c.Range = h.Range.Join(p.lastEnd)
			return c
		}
		it := p.blockItem(s)
		if it == nil {
			continue
		}
		c.Body = append(c.Body, it)
		if last := lastStmt(it); last != nil && last.Info().Label != nil &&
			last.Info().Label.Value == h.Target.Value {
			c.Terminal = last
			last.Info().DoTerminal++
			p.stopEndsDo(last)
		}
	}
	p.pop()
	c.Range = h.Range.Join(p.lastEnd)
	return c
}

// stopEndsDo refuses STOP and ERROR STOP as the last statement of a DO, as the standards do that
// still have such loops. Other statements of that kind are left as they are, and refused by the
// compiler; these become calls, which it would take.
func (p *parser) stopEndsDo(last Stmt) {
	if s, ok := last.(*StopStmt); ok && !s.Pause {
		p.diags.Errorf("C0020", s.Range,
			"STOP cannot be the last statement of a DO").Help("end the DO with CONTINUE or END DO")
	}
}

// lastStmt is the statement that ends an item, nil for what cannot end a DO.
func lastStmt(it Item) Stmt {
	var end *EndStmt
	switch c := it.(type) {
	case Stmt:
		return c
	case *DoConstruct:
		return c.Terminal
	case *IfConstruct:
		end = c.End
	case *SelectConstruct:
		end = c.End
	case *WhereConstruct:
		end = c.End
	case *ForallConstruct:
		end = c.End
	case *AssociateConstruct:
		end = c.End
	case *BlockConstruct:
		end = c.End
	case *CriticalConstruct:
		end = c.End
	case *ChangeTeamConstruct:
		end = c.End
	case *WithTeamConstruct:
		end = c.End
	case *FinishConstruct:
		end = c.End
	}
	if end == nil {
		return nil
	}
	return end
}
