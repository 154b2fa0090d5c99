package syntax

// ioControl parses an input/output statement with a control list: WRITE, OPEN, INQUIRE, ...
func ioControl(verb IOVerb) handler {
	return func(p *parser, b Base) Stmt {
		p.word(verb.String())
		s := &IOStmt{Base: b, Verb: verb}
		p.controls(s)
		p.items(s)
		p.end()
		return s
	}
}

// controls parses the parenthesised control list.
func (p *parser) controls(s *IOStmt) {
	open := p.i
	p.expect(LParen)
	for !p.is(RParen) && !p.is(EOS) {
		s.Controls = append(s.Controls, p.arg())
		if !p.accept(Comma) {
			break
		}
	}
	p.expectClose(RParen, open)
	s.Parens = p.from(open)
}

// items parses the item list that follows the control list, legacy comma included.
func (p *parser) items(s *IOStmt) {
	p.accept(Comma)
	if p.is(EOS) {
		return
	}
	for {
		s.Items = append(s.Items, p.item())
		if !p.accept(Comma) {
			return
		}
	}
}

// ioSimple parses PRINT and its relatives: a format, then items.
func ioSimple(verb IOVerb) handler {
	return func(p *parser, b Base) Stmt {
		p.word(verb.String())
		return p.formatAndItems(&IOStmt{Base: b, Verb: verb})
	}
}

func (p *parser) formatAndItems(s *IOStmt) Stmt {
	t := p.tok()
	p.integerOnly()
	var format Expr
	if p.accept(StarTok) {
		format = &Star{Range: t.Range}
	} else {
		format = p.expr()
	}
	s.Controls = []*Arg{{Range: format.Span(), Value: format}}
	if p.accept(Comma) {
		p.items(s)
	}
	p.end()
	return s
}

// readStmt parses READ in its two forms.
func readStmt(p *parser, b Base) Stmt {
	p.word("read")
	s := &IOStmt{Base: b, Verb: IORead}
	if p.is(LParen) {
		// `read (fmt), x` and `read (fmt)//'x', y` have a format in parentheses: no unit list is
		// followed by such.
		if after := p.skipGroup(p.i); p.at(after).Kind == Comma || p.at(after).Kind == Concat {
			return p.formatAndItems(s)
		}
		p.controls(s)
		p.items(s)
		p.end()
		return s
	}
	return p.formatAndItems(s)
}

// ioPosition parses BACKSPACE, REWIND, FLUSH and the like: a control list, or a unit.
func ioPosition(verb IOVerb) handler {
	return func(p *parser, b Base) Stmt { return p.positionStmt(b, verb.String(), verb) }
}

func (p *parser) positionStmt(b Base, word string, verb IOVerb) Stmt {
	p.word(word)
	s := &IOStmt{Base: b, Verb: verb}
	if p.is(LParen) && p.skipGroup(p.i) == len(p.toks) {
		p.controls(s)
	} else {
		unit := p.expr()
		s.Controls = []*Arg{{Range: unit.Span(), Value: unit}}
	}
	p.end()
	return s
}
