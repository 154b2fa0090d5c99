package syntax

import (
	"strconv"
	"strings"
)

// Constants of literals and arithmetic, as far as they must be known here: all others are the C
// compiler's to know.

var constantOps = map[string]bool{"+": true, "-": true, "*": true, "/": true, "%": true, "(": true,
	")": true}

// constant is the value of a span of tokens; false: it is more than arithmetic on literals.
func (p *parser) constant(s Span) (int64, bool) { return Constant(p.tokens[s.Lo:s.Hi]) }

// Constant is the value of tokens that are arithmetic on literals.
func Constant(tokens []Token) (int64, bool) {
	for _, t := range tokens {
		if t.Kind != Number && !(t.Kind == Punct && constantOps[t.Text]) {
			return 0, false
		}
	}
	p := &parser{tokens: append(append([]Token{}, tokens...), Token{Kind: EOF})}
	x := p.conditional()
	if p.failure != "" || p.pos != len(tokens) {
		return 0, false
	}
	return p.value(x)
}

func (p *parser) value(x *Expr) (int64, bool) {
	switch x.Kind {
	case Leaf:
		n, err := strconv.ParseInt(strings.ReplaceAll(p.tokens[x.Lo].Text, "'", ""), 0, 64)
		return n, err == nil
	case Paren:
		return p.value(x.Kids[0])
	case Unary:
		n, ok := p.value(x.Kids[0])
		if x.Op == "-" {
			n = -n
		}
		return n, ok && (x.Op == "-" || x.Op == "+")
	case Binary:
		a, known := p.value(x.Kids[0])
		b, both := p.value(x.Kids[1])
		if !known || !both || (x.Op == "/" || x.Op == "%") && b == 0 {
			return 0, false
		}
		switch x.Op {
		case "+":
			return a + b, true
		case "-":
			return a - b, true
		case "*":
			return a * b, true
		case "/":
			return a / b, true
		case "%":
			return a % b, true
		}
	}
	return 0, false
}
