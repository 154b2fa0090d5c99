package syntax

// The parser of expressions: C11 6.5 with GNU's extensions, sections and coindexing.

var binaryPower = map[string]int{"*": 10, "/": 10, "%": 10, "+": 9, "-": 9, "<<": 8, ">>": 8,
	"<": 7, ">": 7, "<=": 7, ">=": 7, "==": 6, "!=": 6,
	"&": 5, "^": 4, "|": 3, "&&": 2, "||": 1}

var assignments = map[string]bool{"=": true, "*=": true, "/=": true, "%=": true, "+=": true,
	"-=": true, "<<=": true, ">>=": true, "&=": true, "^=": true, "|=": true}

// maxDepth bounds the nesting of expressions: nobody's program has it, and the stack is finite.
const maxDepth = 1000

// expression = assignment { "," assignment } .
func (p *parser) expression() *Expr {
	x := p.assignment()
	for p.tok().Is(",") && p.ok() {
		at := p.pos
		p.pos++
		y := p.assignment()
		x = &Expr{Span: Span{x.Lo, y.Hi}, Kind: Comma, Op: ",", OpAt: at, Kids: []*Expr{x, y}}
	}
	return x
}

func (p *parser) assignment() *Expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("the expression is nested too deeply")
		return p.leaf(p.pos)
	}
	x := p.conditional()
	if t := p.tok(); t.Kind == Punct && assignments[t.Text] && p.ok() {
		at := p.pos
		p.pos++
		y := p.assignment()
		return &Expr{Span: Span{x.Lo, y.Hi}, Kind: Assign, Op: t.Text, OpAt: at,
			Kids: []*Expr{x, y}}
	}
	return x
}

func (p *parser) conditional() *Expr {
	c := p.binary(1)
	if !p.tok().Is("?") || !p.ok() {
		return c
	}
	at := p.pos
	p.pos++
	var x *Expr
	if !p.tok().Is(":") {
		x = p.expression()
	}
	p.expect(":")
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("the expression is nested too deeply")
		return c
	}
	y := p.conditional()
	return &Expr{Span: Span{c.Lo, y.Hi}, Kind: Cond, Op: "?", OpAt: at, Kids: []*Expr{c, x, y}}
}

func (p *parser) binary(least int) *Expr {
	x := p.cast()
	for p.ok() {
		t := p.tok()
		power := 0
		if t.Kind == Punct {
			power = binaryPower[t.Text]
		}
		if power < least || power == 0 {
			break
		}
		at := p.pos
		p.pos++
		y := p.binary(power + 1)
		x = &Expr{Span: Span{x.Lo, y.Hi}, Kind: Binary, Op: t.Text, OpAt: at, Kids: []*Expr{x, y}}
	}
	return x
}

// cast = "(" type ")" cast | "(" type ")" "{" initialisers "}" | unary .
func (p *parser) cast() *Expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("the expression is nested too deeply")
		return p.leaf(p.pos)
	}
	if !p.tok().Is("(") || !p.startsTypeName(p.pos+1) {
		return p.unary()
	}
	lo := p.pos
	hi := p.closing(p.pos)
	if hi < 0 {
		p.fail("the parenthesis is not closed")
		return p.leaf(p.pos)
	}
	kind := &Expr{Span: Span{lo, hi + 1}, Kind: Leaf, Kids: p.typeTokens(lo+1, hi),
		Aggregate: p.typeNamed(lo+1, hi)}
	p.pos = hi + 1
	if p.tok().Is("{") {
		list := p.list()
		return p.postfix(&Expr{Span: Span{lo, list.Hi}, Kind: Cast, OpAt: lo,
			Kids: []*Expr{kind, list}})
	}
	x := p.cast()
	return &Expr{Span: Span{lo, x.Hi}, Kind: Cast, OpAt: lo, Kids: []*Expr{kind, x}}
}

func (p *parser) unary() *Expr {
	t, lo := p.tok(), p.pos
	if t.Kind == Punct {
		switch t.Text {
		case "++", "--":
			p.pos++
			x := p.cast()
			return &Expr{Span: Span{lo, x.Hi}, Kind: Prefix, Op: t.Text, OpAt: lo, Kids: []*Expr{x}}
		case "&", "*", "+", "-", "~", "!":
			p.pos++
			x := p.cast()
			return &Expr{Span: Span{lo, x.Hi}, Kind: Unary, Op: t.Text, OpAt: lo, Kids: []*Expr{x}}
		case "&&":
			p.pos++
			p.word()
			return &Expr{Span: Span{lo, p.pos}, Kind: Leaf} // GNU: the address of a label
		}
	}
	if t.Kind == Ident {
		switch t.Text {
		case "sizeof", "_Alignof", "__alignof__", "__alignof", "alignof", "_Countof":
			p.pos++
			if p.tok().Is("(") && p.startsType(p.pos+1) {
				if hi := p.closing(p.pos); hi >= 0 && !p.tokens[hi+1].Is("{") {
					kids := p.typeTokens(p.pos+1, hi)
					p.pos = hi + 1
					return &Expr{Span: Span{lo, p.pos}, Kind: Leaf, Kids: kids}
				}
			}
			x := p.cast1()
			return &Expr{Span: Span{lo, x.Hi}, Kind: SizeOf, Op: t.Text, OpAt: lo, Kids: []*Expr{x}}
		case "__extension__": // which changes nothing of what it stands in front of
			p.pos++
			x := p.cast()
			return &Expr{Span: Span{lo, x.Hi}, Kind: Paren, Kids: []*Expr{x}}
		case "__real__", "__imag__", "__real", "__imag":
			p.pos++
			x := p.cast()
			return &Expr{Span: Span{lo, x.Hi}, Kind: Unary, Op: t.Text, OpAt: lo, Kids: []*Expr{x}}
		}
	}
	return p.postfix(p.primary())
}

// cast1 is the operand of sizeof: unary, or a compound literal.
func (p *parser) cast1() *Expr {
	if p.tok().Is("(") && p.startsTypeName(p.pos+1) {
		return p.cast()
	}
	return p.unary()
}

// opaque are names with arguments that are no expressions alone.
var opaque = map[string]bool{"__builtin_va_arg": true, "__builtin_offsetof": true,
	"__builtin_types_compatible_p": true, "__builtin_choose_expr": true,
	"__typeof__": true, "typeof": true, "__typeof": true, "__builtin_has_attribute": true}

func (p *parser) primary() *Expr {
	t, lo := p.tok(), p.pos
	switch {
	case t.IsWord("_Generic") && p.peek(1).Is("("):
		return p.generic()
	case t.Kind == Ident && opaque[t.Text] && p.peek(1).Is("("):
		hi := p.closing(lo + 1)
		if hi < 0 {
			p.fail("the parenthesis is not closed")
			return p.leaf(lo)
		}
		p.opaqueArguments(lo+2, hi)
		p.pos = hi + 1
		return &Expr{Span: Span{lo, p.pos}, Kind: Leaf}
	case t.Kind == Ident:
		p.pos++
		return &Expr{Span: Span{lo, p.pos}, Kind: Name, Symbol: p.lookup(t.Text)}
	case t.Kind == Number:
		p.pos++
		return &Expr{Span: Span{lo, p.pos}, Kind: Leaf}
	case t.Kind == String:
		for p.tok().Kind == String || p.tok().Kind == Ident && p.peek(1).Kind == String {
			p.pos++
		}
		return &Expr{Span: Span{lo, p.pos}, Kind: Leaf}
	case t.Is("(") && p.peek(1).Is("{"):
		p.pos++
		p.compound()
		p.expect(")")
		return &Expr{Span: Span{lo, p.pos}, Kind: Block}
	case t.Is("("):
		p.pos++
		x := p.expression()
		p.expect(")")
		return &Expr{Span: Span{lo, p.pos}, Kind: Paren, Kids: []*Expr{x}}
	}
	p.fail("expected an expression, found %s", describe(t))
	return p.leaf(lo)
}

// generic = "_Generic" "(" assignment { "," ( type | "default" ) ":" assignment } ")" .
func (p *parser) generic() *Expr {
	lo := p.pos
	p.pos += 2
	kids := []*Expr{p.argument()}
	for p.ok() && p.accept(",") {
		at := p.pos
		for p.ok() && !p.tok().Is(":") && !p.tok().Is(")") {
			p.skipOne()
		}
		p.typeTokens(at, p.pos)
		p.expect(":")
		kids = append(kids, p.assignment())
	}
	p.expect(")")
	return &Expr{Span: Span{lo, p.pos}, Kind: Generic, OpAt: lo + 1, Kids: kids}
}

func (p *parser) leaf(at int) *Expr { return &Expr{Span: Span{at, at + 1}, Kind: Leaf} }

func (p *parser) postfix(x *Expr) *Expr {
	for p.ok() {
		t := p.tok()
		switch {
		case t.Is("["):
			x = p.subscript(x)
		case t.Is("("):
			at := p.pos
			p.pos++
			kids := []*Expr{x}
			for !p.tok().Is(")") && p.ok() {
				kids = append(kids, p.argument())
				if !p.tok().Is(",") {
					break
				}
				p.pos++
			}
			p.expect(")")
			x = &Expr{Span: Span{x.Lo, p.pos}, Kind: Call, OpAt: at, Kids: kids}
		case t.Is(".") || t.Is("->"):
			at := p.pos
			p.pos++
			p.word()
			x = &Expr{Span: Span{x.Lo, p.pos}, Kind: Member, Op: t.Text, OpAt: at, Kids: []*Expr{x}}
		case t.Is("++") || t.Is("--"):
			p.pos++
			x = &Expr{Span: Span{x.Lo, p.pos}, Kind: Postfix, Op: t.Text, OpAt: p.pos - 1,
				Kids: []*Expr{x}}
		case t.Is(":") && p.peek(1).Is("[") && !p.peek(2).Is("["):
			x = p.coindex(x)
		default:
			return x
		}
	}
	return x
}

// argument is an assignment expression, or a type that a builtin takes.
func (p *parser) argument() *Expr {
	if p.startsType(p.pos) {
		lo := p.pos
		for !p.tok().Is(",") && !p.tok().Is(")") && p.ok() {
			p.skipOne()
		}
		return &Expr{Span: Span{lo, p.pos}, Kind: Leaf, Kids: p.typeTokens(lo, p.pos)}
	}
	return p.assignment()
}

// subscript = "[" expression "]" | "[" [ expression ] ":" [ expression ] [ ":" [ expression ] ] "]"
// .
func (p *parser) subscript(x *Expr) *Expr {
	at := p.pos
	p.pos++
	var parts [3]*Expr
	part, colons := 0, 0
	for p.ok() && !p.tok().Is("]") {
		if p.tok().Is(":") {
			p.pos++
			colons++
			if part++; part > 2 {
				p.fail("a section has at most a base, a length and a step")
			}
			continue
		}
		if parts[part] != nil {
			p.fail("expected ']', found %s", describe(p.tok()))
			break
		}
		parts[part] = p.expression()
	}
	p.expect("]")
	if colons > 0 {
		p.constructs++
		return &Expr{Span: Span{x.Lo, p.pos}, Kind: Section, OpAt: at,
			Kids: []*Expr{x, parts[0], parts[1], parts[2]}}
	}
	if parts[0] == nil {
		p.fail("expected a subscript, found ']'")
		return x
	}
	return &Expr{Span: Span{x.Lo, p.pos}, Kind: Index, OpAt: at, Kids: []*Expr{x, parts[0]}}
}

// coindex = designator ":" "[" expression "]" { "[" expression "]" } .
func (p *parser) coindex(x *Expr) *Expr {
	p.constructs++
	at := p.pos
	p.pos++
	kids := []*Expr{x}
	for p.ok() && p.tok().Is("[") {
		p.pos++
		kids = append(kids, p.expression())
		p.expect("]")
	}
	return &Expr{Span: Span{x.Lo, p.pos}, Kind: Coindex, OpAt: at, Kids: kids}
}

// list = "{" { [ designators ] initialiser "," } "}" .
func (p *parser) list() *Expr {
	lo := p.pos
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("the initialiser is nested too deeply")
		return p.leaf(lo)
	}
	p.expect("{")
	var kids []*Expr
	for p.ok() && !p.tok().Is("}") {
		kids = append(kids, p.designators()...)
		if p.tok().Is("{") {
			kids = append(kids, p.list())
		} else {
			kids = append(kids, p.assignment())
		}
		if !p.tok().Is(",") {
			break
		}
		p.pos++
	}
	p.expect("}")
	return &Expr{Span: Span{lo, p.pos}, Kind: List, Kids: kids}
}

// designators = { "[" expression [ "..." expression ] "]" | "." name } "=" | name ":" | .
func (p *parser) designators() (kids []*Expr) {
	if p.tok().Kind == Ident && p.peek(1).Is(":") && !p.peek(2).Is("[") {
		p.pos += 2
		return nil
	}
	some := false
	for p.ok() && (p.tok().Is("[") || p.tok().Is(".")) {
		some = true
		if p.accept(".") {
			p.word()
			continue
		}
		p.pos++
		kids = append(kids, p.assignment())
		if p.tok().Is("...") {
			p.pos++
			kids = append(kids, p.assignment())
		}
		p.expect("]")
	}
	if some && p.tok().Is("=") {
		p.pos++
	}
	return kids
}

// Walk visits an expression and what is in it, outer ones first.
func Walk(x *Expr, visit func(*Expr) bool) {
	if x == nil || !visit(x) {
		return
	}
	for _, k := range x.Kids {
		Walk(k, visit)
	}
}
