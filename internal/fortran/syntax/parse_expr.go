package syntax

import (
	"strings"
)

// Precedences, from loose to tight (F2018 10.1.2).
const (
	precUser = iota + 1
	precEqv
	precOr
	precAnd
	precNot
	precRel
	precConcat
	precAdd
	precMul
	precPower
)

// expr parses an expression.
func (p *parser) expr() Expr {
	start := p.i
	x := p.binary(precUser)
	if p.is(Question) {
		p.fail("C0229", p.from(start).Join(p.tok().Range),
			"a conditional expression stands in parentheses").
			Help("write (condition ? value : other value)")
	}
	return x
}

// chosen parses an operand of a conditional expression.
func (p *parser) chosen() Expr {
	if p.isNil() {
		return p.refuseNil()
	}
	return p.binary(precUser)
}

// isNil tells whether `.nil.` stands here for an argument that is absent: as an operator of the
// user it has an operand.
func (p *parser) isNil() bool {
	if t := p.tok(); t.Kind != DotOpTok || !strings.EqualFold(t.Text, ".nil.") {
		return false
	}
	switch p.peekKind(1) {
	case Colon, RParen, Question, Comma, EOS:
		return true
	}
	return false
}

func (p *parser) refuseNil() Expr {
	p.fail("C0229", p.tok().Range, "'.nil.' is not supported").
		Help("it can stand in a conditional argument only: write an IF construct with two calls, " +
			"one of them without the argument")
	return p.badExpr()
}

func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail("C0031", p.tok().Range, "expressions are nested more than %d deep", maxDepth)
		return false
	}
	return true
}

// binary parses operations of at least the given precedence.
func (p *parser) binary(least int) Expr {
	defer func() { p.depth-- }()
	if !p.enter() {
		return p.badExpr()
	}
	start := p.i
	x := p.operand(least)
	for {
		op, prec := p.binaryOp()
		if prec < least || prec == 0 {
			return x
		}
		t := p.tok()
		p.i++
		next := prec + 1
		if op == OpPower {
			next = prec // to the right
		}
		y := p.binary(next)
		b := p.nodes.binaries.make()
		*b = Binary{Range: p.from(start), Op: op, X: x, Y: y}
		if op == OpUser {
			b.Name = strings.ToLower(strings.Trim(t.Text, "."))
		}
		x = b
	}
}

// operand parses a prefix operation or a primary.
func (p *parser) operand(least int) Expr {
	start, t := p.i, p.tok()
	switch t.Kind {
	case Plus, Minus:
		p.i++
		op := OpAdd
		if t.Kind == Minus {
			op = OpSub
		}
		// `a*-b` and `a**-b` are common extensions: there the sign binds to the next operand alone.
		x := p.binary(max(precMul, least))
		return &Unary{Range: p.from(start), Op: op, X: x}
	case DotOpTok:
		if p.isNil() {
			return p.refuseNil()
		}
		op, user := dotOp(t.Text)
		if op == OpNot {
			p.i++
			x := p.binary(precNot)
			return &Unary{Range: p.from(start), Op: OpNot, X: x}
		}
		if op == OpUser && !isLogical(t.Text) {
			p.i++
			x := p.unaryOperand()
			return &Unary{Range: p.from(start), Op: OpUser, Name: user, X: x}
		}
	}
	return p.primary(false)
}

// unaryOperand parses what a user-defined unary operator applies to: a primary (F2018 R1002), other
// such operators in front of it being a common extension.
func (p *parser) unaryOperand() Expr {
	defer func() { p.depth-- }()
	if !p.enter() {
		return p.badExpr()
	}
	start, t := p.i, p.tok()
	if op, user := dotOp(t.Text); t.Kind == DotOpTok && op == OpUser && !isLogical(t.Text) {
		p.i++
		x := p.unaryOperand()
		return &Unary{Range: p.from(start), Op: OpUser, Name: user, X: x}
	}
	return p.primary(false)
}

func isLogical(text string) bool {
	return len(text) >= 6 && (strings.EqualFold(text[:6], ".true.") || len(text) >= 7 &&
		strings.EqualFold(text[:7], ".false."))
}

var dotOps = map[string]Op{
	".eq.": OpEq, ".ne.": OpNe, ".lt.": OpLt, ".le.": OpLe, ".gt.": OpGt, ".ge.": OpGe,
	".not.": OpNot, ".and.": OpAnd, ".or.": OpOr, ".eqv.": OpEqv, ".neqv.": OpNeqv, ".xor.": OpXor,
}

// dotOp gives the operator of a dotted token; for a user's own its name too.
func dotOp(text string) (Op, string) {
	lower := strings.ToLower(text)
	if op, ok := dotOps[lower]; ok {
		return op, ""
	}
	return OpUser, strings.Trim(lower, ".")
}

// binaryOp gives the infix operator that is next, with precedence 0 if there is none.
func (p *parser) binaryOp() (Op, int) {
	t := p.tok()
	switch t.Kind {
	case Power:
		return OpPower, precPower
	case StarTok:
		return OpMul, precMul
	case Slash:
		return OpDiv, precMul
	case Plus:
		return OpAdd, precAdd
	case Minus:
		return OpSub, precAdd
	case Concat:
		return OpConcat, precConcat
	case EqEq:
		return OpEq, precRel
	case NotEq:
		return OpNe, precRel
	case Less:
		return OpLt, precRel
	case LessEq:
		return OpLe, precRel
	case Greater:
		return OpGt, precRel
	case GreaterEq:
		return OpGe, precRel
	case DotOpTok:
		if isLogical(t.Text) {
			return 0, 0
		}
		switch op, _ := dotOp(t.Text); op {
		case OpEq, OpNe, OpLt, OpLe, OpGt, OpGe:
			return op, precRel
		case OpAnd:
			return op, precAnd
		case OpOr:
			return op, precOr
		case OpEqv, OpNeqv, OpXor:
			return op, precEqv
		case OpUser:
			return op, precUser
		}
	}
	return 0, 0
}

func (p *parser) badExpr() Expr {
	return &BadExpr{Range: p.tok().Range}
}

// primary parses a primary. Where items is set, a parenthesis may be an implied DO.
func (p *parser) primary(items bool) Expr {
	t := p.tok()
	switch t.Kind {
	case NameTok:
		return p.ref()
	case IntTok, RealTok, BozTok, HollerithTok:
		p.i++
		return literal(t)
	case StringTok:
		p.i++
		lit := literal(t)
		if p.is(LParen) {
			args := p.argList()
			return &Substring{Range: t.Range.Join(args.Range), X: lit, Args: args}
		}
		return lit
	case DotOpTok:
		if isLogical(t.Text) {
			p.i++
			return literal(t)
		}
	case LParen:
		return p.paren(items)
	case LBracket, LArrayCons:
		return p.arrayCons()
	case Percent: // %val(x), %ref(x), %loc(x)
		if p.peekKind(1) == NameTok {
			p.i++
			x := p.ref()
			if r, ok := x.(*Ref); ok {
				r.Parts[0].Name.Name = "%" + r.Parts[0].Name.Name
				r.Range = t.Range.Join(r.Range)
			}
			return x
		}
	}
	if t.Text == "@" && p.i > 0 && (p.peekKind(-1) == LParen || p.peekKind(-1) == Comma) {
		p.refuseNew(t.Range, "an array of subscripts after '@'",
			"write its elements, such as y(v(1), v(2)) for y(@v)")
		p.bad, p.i = true, len(p.toks)
		return &BadExpr{Range: t.Range}
	}
	if t.Kind == EOS {
		p.fail("C0012", t.Range, "expected an expression at the end of the statement")
	} else {
		p.fail("C0012", t.Range, "expected an expression, found '%s'", shown(t))
	}
	return &BadExpr{Range: t.Range}
}

// literal makes the node of a literal token.
func literal(t *Token) *Literal {
	switch t.Kind {
	case StringTok:
		kind, value := charValue(t.Text)
		more := &literalMore{text: t.Text, value: value, kind: strings.ToLower(kind)}
		if n := len(kind); n > 0 {
			more.text = t.Text[n+1:]
			more.kindRange, _ = cutRange(t, 0, n)
		}
		return &Literal{Range: t.Range, Kind: CharLit, more: more}
	case HollerithTok:
		more := &literalMore{text: t.Text, value: t.Text[digits(t.Text, 0)+1:]}
		return &Literal{Range: t.Range, Kind: HollerithLit, more: more}
	case BozTok:
		return NewLiteral(BozLit, t.Range, strings.ToLower(t.Text))
	}
	kind := LogicalLit
	switch t.Kind {
	case IntTok:
		kind = IntLit
	case RealTok:
		kind = RealLit
	}
	text := strings.ToLower(t.Text)
	i := strings.IndexByte(text, '_')
	if i <= 0 {
		return NewLiteral(kind, t.Range, text)
	}
	more := &literalMore{text: text[:i], kind: text[i+1:]}
	more.kindRange, _ = cutRange(t, i+1, len(t.Text))
	return &Literal{Range: t.Range, Kind: kind, more: more}
}

// ref parses a data-ref, which may be anything that begins with a name.
func (p *parser) ref() Expr { return p.dataRef(true) }

// dataRef parses a Ref. Without selectors the brackets after the last part are left for a
// coarray-spec.
func (p *parser) dataRef(selectors bool) *Ref {
	start := p.i
	r := p.nodes.refs.make()
	coindexed := false
	for {
		part := p.partRef(selectors)
		switch {
		case part.Selector != nil && coindexed:
			p.fail("C0021", part.Selector.Range, "a reference can have one image selector only")
		case part.Through() != nil && coindexed || part.Selector != nil && r.ThroughCopointer():
			p.fail("C0021", p.from(start),
				"an object of another image and one through a copointer in one reference").
				Help("assign the copointer first: q => x[k]%%next, then q[]")
		}
		coindexed = coindexed || part.Selector != nil
		r.Parts = append(r.Parts, part)
		if !p.is(Percent) {
			break
		}
		p.i++
	}
	r.Range = p.from(start)
	return r
}

func (p *parser) partRef(selectors bool) *PartRef {
	start := p.i
	part := &PartRef{Name: p.ident("a name")}
	if p.is(LParen) {
		part.Args = p.argList()
	}
	if selectors && p.is(LBracket) {
		s := p.imageSelector()
		if p.opt.CAF2 && len(s.Cosubs)+len(s.Specs) == 0 {
			part.SetThrough(s)
		} else {
			part.Selector = s
		}
	}
	if p.is(LParen) && (part.Args != nil || part.Selector != nil || part.Through() != nil) {
		list := p.argList()
		// p[](2), Rice's order, for p(2)[]
		if part.Through() != nil && part.Args == nil && !list.oneTriplet() {
			part.Args = list
		} else {
			part.setSecond(list)
		}
		if selectors && p.is(LBracket) && part.Selector == nil && part.Through() == nil {
			p.fail("C0021", p.tok().Range, "an image selector stands before a substring range").
				Help("write s(i)[k](2:3)")
		}
	}
	part.Range = p.from(start)
	return part
}

// oneTriplet tells whether a list may be a substring range.
func (l *ArgList) oneTriplet() bool {
	if len(l.Items) != 1 {
		return false
	}
	_, ok := l.Items[0].Value.(*Triplet)
	return ok
}

// argList parses a parenthesised list of arguments or subscripts.
func (p *parser) argList() *ArgList {
	start := p.i
	p.expect(LParen)
	list := p.nodes.lists.make()
	if !p.is(RParen) {
		list.Items = append(list.Items, p.arg())
		for p.accept(Comma) {
			list.Items = append(list.Items, p.arg())
		}
	}
	p.expectClose(RParen, start)
	list.Range = p.from(start)
	return list
}

// expectClose expects the partner of the parenthesis at token index open.
func (p *parser) expectClose(k Kind, open int) {
	if p.accept(k) {
		return
	}
	t, o := p.tok(), p.at(open)
	if t.Kind == EOS {
		p.fail("C0014", o.Range, "'%s' is not closed", o.Text)
		return
	}
	p.fail("C0011", t.Range, "expected ',' or %s, found '%s'", k, shown(t)).Note(o.Range,
		"to close this '%s'", o.Text)
}

// arg parses one argument.
func (p *parser) arg() *Arg {
	start := p.i
	a := p.nodes.args.make()
	if p.is(NameTok) && p.peekKind(1) == Assign {
		a.Keyword = p.ident("a keyword")
		p.i++
	}
	t := p.tok()
	switch {
	case t.Kind == StarTok && p.peekKind(1) == IntTok:
		p.i++
		l := p.labelRef()
		a.Value = &AltReturn{Range: t.Range.Join(l.Range), Label: l}
	case t.Kind == StarTok:
		p.i++
		a.Value = &Star{Range: t.Range}
	default:
		a.Value = p.exprOrTriplet()
	}
	a.Range = p.from(start)
	return a
}

// exprOrTriplet parses a subscript.
func (p *parser) exprOrTriplet() Expr {
	start := p.i
	var lower Expr
	if !p.is(Colon) && !p.is(DoubleColon) {
		lower = p.expr()
		if !p.is(Colon) && !p.is(DoubleColon) {
			return lower
		}
	}
	t := &Triplet{Lower: lower}
	if p.accept(DoubleColon) {
		t.Step = p.expr()
	} else {
		p.i++
		if !p.atSubscriptEnd() && !p.is(Colon) {
			t.Upper = p.expr()
		}
		if p.accept(Colon) {
			t.Step = p.expr()
		}
	}
	t.Range = p.from(start)
	return t
}

func (p *parser) atSubscriptEnd() bool {
	switch p.kind() {
	case Comma, RParen, RBracket, EOS:
		return true
	}
	return false
}

// imageSelector parses an image selector.
func (p *parser) imageSelector() *ImageSelector {
	start := p.i
	s := &ImageSelector{}
	p.expect(LBracket)
	for !p.is(RBracket) && !p.is(EOS) {
		switch {
		case p.is(NameTok) && p.peekKind(1) == Assign:
			a := p.arg()
			switch a.Keyword.Name {
			case "stat", "team", "team_number", "notify":
			default:
				p.fail("C0029", a.Keyword.Range, "'%s=' is no image selector specifier",
					a.Keyword.Name).
					Help("the specifiers are stat=, team=, team_number= and notify=")
			}
			s.Specs = append(s.Specs, a)
		case p.is(StarTok) && (p.peekKind(1) == RBracket || p.peekKind(1) == Comma):
			p.fail("C0029", p.tok().Range, "'*' selects no image: a cosubscript is an integer").
				Help("an asterisk in brackets stands in declarations and ALLOCATE only")
		default:
			if len(s.Specs) > 0 {
				p.fail("C0029", p.tok().Range,
					"cosubscripts stand before the specifiers of an image selector")
			}
			s.Cosubs = append(s.Cosubs, p.exprOrTriplet())
			if p.opt.CAF2 && p.is(At) {
				s.Specs = append(s.Specs, p.atTeam())
			}
		}
		if !p.accept(Comma) {
			break
		}
	}
	p.expectClose(RBracket, start)
	s.Range = p.from(start)
	if len(s.Cosubs) == 0 && !p.opt.CAF2 && !p.bad {
		p.fail("C0029", s.Range, "an image selector without cosubscripts")
	}
	return s
}

// atTeam parses `@ team` as TEAM=.
func (p *parser) atTeam() *Arg {
	start := p.i
	p.expect(At)
	a := &Arg{Keyword: &Ident{Range: p.from(start), Name: "team"}, Value: p.expr()}
	a.Range = p.from(start)
	return a
}

// paren parses what begins with a parenthesis: a parenthesised expression, a complex literal, a
// conditional expression, or, where items is set, an implied DO.
func (p *parser) paren(items bool) Expr {
	defer func() { p.depth-- }()
	start := p.i
	if !p.enter() {
		return p.badExpr()
	}
	p.expect(LParen)
	var list []Expr
	for {
		if items && len(list) > 0 {
			if ctl, ts := p.impliedControl(); ctl != nil {
				p.expectClose(RParen, start)
				return &ImpliedDo{Range: p.from(start), Items: list, Type: ts, Control: ctl}
			}
		}
		switch {
		case items:
			list = append(list, p.item())
		case len(list) == 0: // which may be the condition of a conditional expression
			list = append(list, p.binary(precUser))
		default:
			list = append(list, p.expr())
		}
		if len(list) == 1 && p.is(Question) {
			return p.conditional(start, list[0])
		}
		if !p.accept(Comma) {
			break
		}
	}
	p.expectClose(RParen, start)
	r := p.from(start)
	switch len(list) {
	case 1:
		return &Paren{Range: r, X: list[0]}
	case 2:
		return &ComplexLit{Range: r, Re: list[0], Im: list[1]}
	}
	p.fail("C0012", r, "a list in parentheses is no expression")
	return &BadExpr{Range: r}
}

// conditional parses the rest of a conditional expression (F2023 R1002).
func (p *parser) conditional(start int, cond Expr) Expr {
	first := p.i
	p.expect(Question)
	c := &CondExpr{Cond: cond, Then: p.chosen()}
	p.expect(Colon)
	c.Else = p.chosen()
	if p.is(Question) {
		if !p.enter() {
			return p.badExpr()
		}
		c.Else = p.conditional(-1, c.Else)
		p.depth--
	}
	if start < 0 {
		c.Range = cond.Span().Join(p.from(first))
		return c
	}
	p.expectClose(RParen, start)
	c.Range = p.from(start)
	return c
}

// item parses an element of an input/output list, array constructor or DATA statement.
func (p *parser) item() Expr {
	if !p.is(LParen) {
		return p.expr()
	}
	// `(a, i=1,3)` is an implied DO, `(a+b)*c` is not: only the whole item can be one.
	if after := p.skipGroup(p.i); after > p.i && p.hasControl(p.i, after) {
		return p.primary(true)
	}
	return p.expr()
}

// hasControl tells whether the parenthesis from token n to end holds a loop control at its own
// level.
func (p *parser) hasControl(n, end int) bool {
	for k := n + 1; k < end; k = max(k+1, p.skipGroup(k)) {
		if p.toks[k].Kind == Assign {
			return true
		}
	}
	return false
}

// impliedControl parses `[ type :: ] i = first, last [, step]` if it is next.
func (p *parser) impliedControl() (*LoopControl, *TypeSpec) {
	var ts *TypeSpec
	if p.is(NameTok) && p.hasTypePrefix() {
		ts = p.typeSpec(true)
		p.expect(DoubleColon)
	} else if !(p.is(NameTok) && p.peekKind(1) == Assign) {
		return nil, nil
	}
	return p.loopControl(), ts
}

// loopControl parses `i = first, last [, step]`.
func (p *parser) loopControl() *LoopControl {
	start := p.i
	c := &LoopControl{Var: p.ident("a loop variable")}
	p.expect(Assign)
	c.First = p.expr()
	p.expect(Comma)
	c.Last = p.expr()
	if p.accept(Comma) {
		c.Step = p.expr()
	}
	c.Range = p.from(start)
	return c
}

// hasTypePrefix tells whether `type-spec ::` is next.
func (p *parser) hasTypePrefix() bool {
	k := p.i
	if p.at(k).Kind != NameTok {
		return false
	}
	for p.at(k).Kind == NameTok && k-p.i < 2 {
		k++
	}
	if p.at(k).Kind == StarTok && (p.at(k+1).Kind == IntTok || p.at(k+1).Kind == LParen) {
		k++
		if p.at(k).Kind == IntTok {
			k++
		}
	}
	if p.at(k).Kind == LParen {
		k = p.skipGroup(k)
	}
	return p.at(k).Kind == DoubleColon
}

// arrayCons parses an array constructor.
func (p *parser) arrayCons() Expr {
	defer func() { p.depth-- }()
	start := p.i
	if !p.enter() {
		return p.badExpr()
	}
	a := &ArrayCons{Brackets: p.is(LBracket)}
	closer := RArrayCons
	if a.Brackets {
		closer = RBracket
	}
	p.i++
	if p.hasTypePrefix() {
		a.Type = p.typeSpec(true)
		p.expect(DoubleColon)
	}
	if !p.is(closer) {
		a.Values = append(a.Values, p.item())
		for p.accept(Comma) {
			a.Values = append(a.Values, p.item())
		}
		// `[lo:hi]` and `[lo:hi:step]` are accepted by no standard; say it plainly.
		if t := p.tok(); t.Kind == Colon && !p.bad {
			p.fail(
				"C0012", t.Range, "an array constructor holds values and implied DOs, no section")
		}
	}
	p.expectClose(closer, start)
	a.Range = p.from(start)
	return a
}

func (p *parser) exprList() []Expr {
	list := []Expr{p.expr()}
	for p.accept(Comma) {
		list = append(list, p.expr())
	}
	return list
}
