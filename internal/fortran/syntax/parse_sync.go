package syntax

import "strings"

// The specifiers of the image control statements (F2018 11.6).
var (
	syncSpecs     = []string{"stat", "errmsg"}
	waitSpecs     = []string{"until_count", "stat", "errmsg"}
	lockSpecs     = []string{"acquired_lock", "stat", "errmsg"}
	formTeamSpecs = []string{"new_index", "stat", "errmsg"}
)

// spec parses `keyword = value`, the keyword being one of those known.
func (p *parser) spec(known []string) *Arg {
	start := p.i
	a := &Arg{Keyword: p.ident("a specifier")}
	if !p.bad && !contains(known, a.Keyword.Name) {
		written := a.Keyword.Name
		if p.is(Assign) {
			written += "="
		}
		p.fail("C0027", a.Keyword.Range, "'%s' does not belong here", written).
			Help("this statement takes %s", strings.Join(known, "=, ")+"=")
	}
	p.expect(Assign)
	a.Value = p.expr()
	a.Range = p.from(start)
	return a
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// specList parses `( [ spec-list ] )`; without a parenthesis there is none.
func (p *parser) specList(known []string) []*Arg {
	open := p.i
	if !p.accept(LParen) {
		return nil
	}
	var list []*Arg
	if !p.is(RParen) {
		list = append(list, p.spec(known))
		for p.accept(Comma) {
			list = append(list, p.spec(known))
		}
	}
	p.expectClose(RParen, open)
	return list
}

// operandOpens takes the parenthesis in front of what an image control statement is about.
func (p *parser) operandOpens() {
	at := p.tok()
	if p.accept(LParen) {
		return
	}
	if p.bad || at.Kind == EOS {
		p.expect(LParen)
		return
	}
	statement := p.from(0)
	operand := at.Range.Join(p.toks[len(p.toks)-1].Range)
	p.fail("C0011", at.Range, "expected '(', found '%s'", shown(at)).
		Help("what follows stands in parentheses: %s (%s)", statement.Text(), operand.Text())
}

// operandAndSpecs parses `( operand [ , spec-list ] )`.
func (p *parser) operandAndSpecs(known []string, operand func() Expr) (Expr, []*Arg) {
	open := p.i
	p.operandOpens()
	x := operand()
	var list []*Arg
	for p.accept(Comma) {
		list = append(list, p.spec(known))
	}
	p.expectClose(RParen, open)
	return x, list
}

func syncStmt(p *parser, b Base) Stmt {
	p.word("sync")
	var s Stmt
	switch {
	case p.word("all"):
		s = &SyncAllStmt{Base: b, Stats: p.specList(syncSpecs)}
	case p.word("memory"):
		s = &SyncMemoryStmt{Base: b, Stats: p.specList(syncSpecs)}
	case p.word("images"):
		n := &SyncImagesStmt{Base: b}
		n.Images, n.Stats = p.operandAndSpecs(syncSpecs, func() Expr {
			if t := p.tok(); p.accept(StarTok) {
				return &Star{Range: t.Range}
			}
			images := p.expr()
			p.oneList(images)
			return images
		})
		s = n
	case p.word("team"):
		n := &SyncTeamStmt{Base: b}
		n.Team, n.Stats = p.operandAndSpecs(syncSpecs, p.expr)
		s = n
	default:
		p.failExpected("'all', 'images', 'memory' or 'team'")
		return p.opaque(b)
	}
	p.end()
	return s
}

// oneList refuses images that stand one after the other, `sync images (1, 2)`: they are an array.
func (p *parser) oneList(first Expr) {
	next := p.at(p.i + 1)
	if p.bad || !p.is(Comma) || next.Kind == NameTok && p.peekKind(2) == Assign {
		return
	}
	p.fail("C0011", next.Range, "SYNC IMAGES takes one image, an array of images, or *").
		Help("write the images as an array, as sync images ([%s, %s])", first.Span().Text(),
			next.Range.Text())
}

func lockStmt(p *parser, b Base) Stmt {
	if p.opt.CAF2 && p.declarationAhead() {
		return p.caf2Type(b)
	}
	p.word("lock")
	s := &LockStmt{Base: b}
	s.Lock, s.Stats = p.operandAndSpecs(lockSpecs, p.expr)
	p.end()
	return s
}

func unlockStmt(p *parser, b Base) Stmt {
	p.word("unlock")
	s := &UnlockStmt{Base: b}
	s.Lock, s.Stats = p.operandAndSpecs(syncSpecs, p.expr)
	p.end()
	return s
}

func eventStmt(p *parser, b Base) Stmt {
	if p.opt.CAF2 && p.declarationAhead() {
		return p.caf2Type(b)
	}
	p.word("event")
	switch {
	case p.word("post"):
		s := &EventPostStmt{Base: b}
		s.Event, s.Stats = p.operandAndSpecs(syncSpecs, p.expr)
		p.end()
		return s
	case p.word("wait"):
		s := &EventWaitStmt{Base: b}
		s.Event, s.Stats = p.operandAndSpecs(waitSpecs, p.expr)
		p.end()
		return s
	}
	p.failExpected("'post' or 'wait'")
	return p.opaque(b)
}

func notifyStmt(p *parser, b Base) Stmt {
	p.word("notify")
	if !p.word("wait") {
		p.failExpected("'wait'")
	}
	s := &NotifyWaitStmt{Base: b}
	s.Notify, s.Stats = p.operandAndSpecs(waitSpecs, p.expr)
	p.end()
	return s
}

func formTeamStmt(p *parser, b Base) Stmt {
	p.word("form")
	if !p.word("team") {
		p.failExpected("'team'")
	}
	s := &FormTeamStmt{Base: b}
	open := p.i
	p.operandOpens()
	s.Number = p.expr()
	p.expect(Comma)
	s.Team = p.expr()
	for p.accept(Comma) {
		s.Stats = append(s.Stats, p.spec(formTeamSpecs))
	}
	p.expectClose(RParen, open)
	p.end()
	return s
}

func changeTeamStmt(p *parser, b Base) Stmt {
	p.word("change")
	if !p.word("team") {
		p.failExpected("'team'")
	}
	s := &ChangeTeamStmt{Base: b}
	open := p.i
	p.operandOpens()
	s.Team = p.expr()
	for p.accept(Comma) {
		if p.is(NameTok) && p.peekKind(1) == Assign {
			s.Stats = append(s.Stats, p.spec(syncSpecs))
		} else {
			s.Assocs = append(s.Assocs, p.association(true))
		}
	}
	p.expectClose(RParen, open)
	p.end()
	return s
}

func criticalStmt(p *parser, b Base) Stmt {
	p.word("critical")
	s := &CriticalStmt{Base: b, Stats: p.specList(syncSpecs)}
	p.end()
	return s
}

func failImageStmt(p *parser, b Base) Stmt {
	p.word("fail")
	if !p.word("image") {
		p.failExpected("'image'")
	}
	p.end()
	return &FailImageStmt{Base: b}
}
