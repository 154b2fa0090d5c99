package syntax

import "strings"

// Statements: their structure, so that declarations are found in their scopes and expressions in
// their whole.

func (p *parser) accept(op string) bool {
	if p.tok().Is(op) {
		p.pos++
		return true
	}
	return false
}

// compound = "{" { item } "}" . The brace is there.
func (p *parser) compound() {
	if p.failure != "" || !p.accept("{") {
		return
	}
	p.push()
	p.items()
	p.pop()
	p.accept("}")
}

func (p *parser) items() {
	failure, at, inside := p.failure, p.failedAt, p.inside
	p.failure, p.inside = "", false
	p.depth++
	for p.tok().Kind != EOF && !p.tok().Is("}") && p.depth < maxDepth {
		before := p.pos
		p.item()
		if p.pos == before {
			p.pos++
		}
	}
	p.depth--
	p.failure, p.failedAt, p.inside = failure, at, inside
}

func (p *parser) item() {
	switch {
	case p.tok().Kind == Pragma:
		p.pragma(true)
	case p.startsDeclaration(p.pos):
		p.declaration()
	default:
		p.statement()
	}
}

// body is a statement that another one contains: a directive there would be read otherwise by a
// compiler that does not know it.
func (p *parser) body() {
	inside := p.inside
	p.inside = true
	for p.tok().Kind == Pragma {
		p.pragma(false)
	}
	p.statement()
	p.inside = inside
}

func (p *parser) parenthesised() {
	if p.accept("(") {
		p.until(")")
		p.accept(")")
	}
}

func (p *parser) statement() {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.skipOne()
		return
	}
	t := p.tok()
	if t.Is("{") {
		p.compound()
		return
	}
	if end := p.attributes(p.pos); end > p.pos {
		p.pos = end
		p.statement()
		return
	}
	if t.Kind == Ident {
		if p.keyword(t.Text) {
			return
		}
		if p.peek(1).Is(":") && (!p.peek(2).Is("[") || p.peek(3).Is("[")) {
			p.jumps.labels = append(p.jumps.labels, p.jump(p.pos)) // a label
			p.pos += 2
			if end := p.attributes(p.pos); p.startsDeclaration(end) {
				p.item()
				return
			}
			for p.tok().IsWord("__attribute__") {
				p.pos++
				p.skipOne()
			}
			for p.inside && p.tok().Kind == Pragma { // what a label is in front of is the body, too
				p.pragma(false)
			}
			if !p.tok().Is("}") {
				p.item()
			}
			return
		}
	}
	x := p.rootUntil(";")
	p.accept(";")
	if x != nil {
		// the last of statements in parentheses is their value
		x.Unused = !p.tok().Is("}") || !p.peek(1).Is(")")
	}
}

// rootUntil is until of an expression; nil: there is nothing of XcalableMP in it.
func (p *parser) rootUntil(ends ...string) *Expr {
	lo, before := p.pos, len(p.file.Roots)
	p.until(ends...)
	if n := len(p.file.Roots); n > before && p.file.Roots[n-1].Lo == lo {
		return p.file.Roots[n-1]
	}
	return nil
}

// keyword reads statements that begin by one; false: this is none.
func (p *parser) keyword(word string) bool {
	switch word {
	case "if", "switch", "while":
		p.pos++
		p.parenthesised()
		outer := p.jumps.selected
		if word == "switch" {
			p.jumps.selected = len(p.jumps.tasks)
		}
		p.body()
		p.jumps.selected = outer
		if word == "if" && p.tok().IsWord("else") {
			p.pos++
			p.body()
		}
	case "do":
		p.pos++
		p.body()
		p.pos++
		p.parenthesised()
		p.accept(";")
	case "for":
		p.forLoop()
	case "case":
		p.selected()
		p.fallsInto()
		p.pos++
		p.until(":", "...")
		if p.accept("...") {
			p.until(":")
		}
		p.accept(":")
	case "default":
		p.selected()
		p.fallsInto()
		p.pos++
		p.accept(":")
	case "return", "goto":
		if word == "goto" && p.peek(1).Kind == Ident {
			p.jumps.gotos = append(p.jumps.gotos, p.jump(p.pos+1))
		}
		p.pos++
		p.until(";")
		p.accept(";")
	case "else":
		p.pos++
	case "asm", "__asm__", "__asm":
		lo := p.pos
		for p.tok().Kind != EOF && !p.tok().Is(";") && !p.tok().Is("}") {
			p.skipOne()
		}
		p.asmOperands(lo, p.pos)
		p.accept(";")
	default:
		return false
	}
	return true
}

// asmOperands reads the operands of an asm statement that have something of XcalableMP: behind a
// string, in parentheses.
func (p *parser) asmOperands(lo, hi int) {
	if !p.marked(lo, hi) {
		return
	}
	for i := lo + 1; i < hi; i++ {
		if !p.tokens[i].Is("(") || p.tokens[i-1].Kind != String {
			continue
		}
		end := p.closing(i)
		if end < 0 || end >= hi {
			return
		}
		if strings.ContainsAny(p.tokens[i-1].Text, "=+") {
			p.refuse(i+1, end, CodeForm,
				"an output operand of asm cannot be a coindexed object: let it be a variable, "+
					"and assign that")
		}
		p.root(i+1, end)
		p.pos, i = hi, end
	}
}

func (p *parser) forLoop() {
	p.pos++
	if !p.accept("(") {
		return
	}
	p.push()
	if p.startsDeclaration(p.pos) {
		p.declaration()
	} else {
		if x := p.rootUntil(";"); x != nil {
			x.Unused = true
		}
		p.accept(";")
	}
	p.until(";")
	p.accept(";")
	if x := p.rootUntil(")"); x != nil {
		x.Unused = true
	}
	p.accept(")")
	p.body()
	p.pop()
}
