package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// The right side of a statement of sections: sections, and scalars, which are evaluated once. What
// stands in an arm of ?: or behind && and || is evaluated only if C needs its value: a program may
// ask in front whether an image exists, a pointer is null or a divisor 0. There is one exception: a
// scalar condition that stands behind a condition of elements, and on which a section depends, is
// evaluated once in front, whether or not an element asks for it.

// rightSide is what the operands of a statement of sections become.
type rightSide struct {
	left     string // an element of the left side
	sections []*section
	late     []late // scalars whose value elements ask for
	setup    *strings.Builder
}

// late is a scalar that is evaluated when the first element asks for its value.
type late struct {
	name string // of the variable that keeps it
	text string // what stands in its place in the loops
}

const wholeArray = "a whole array stands on the right of a section: write a section of it [C0406]"

// guard is on what condition the value of an operand is asked for.
type guard struct {
	when string // of scalars; empty: always
	each bool   // and of elements of sections
}

// behind is the guard of an operand that is evaluated if a scalar is true or, with the not "!", if
// it is false.
func (g guard) behind(not, scalar string) guard {
	when := not + scalar
	if g.when != "" {
		when = g.when + " && " + when
	}
	return guard{when, g.each}
}

// evaluate takes sections apart, and evaluates what has no section in it and is more than a
// constant.
func (p part) evaluate(x *syntax.Expr, g guard, r *rightSide) {
	switch {
	case sectionIn(x) != nil:
		if s := p.takeApart(x, g.when, r.setup); s != nil {
			r.sections = append(r.sections, s)
		}
	case !hasSection(x):
		p.scalarOperand(x, g, r, false)
	case x.Kind == syntax.Cond, x.Kind == syntax.Binary && (x.Op == "&&" || x.Op == "||"):
		p.asked(x, g, r)
	default:
		for _, k := range x.Kids {
			if compares(x) && !hasSection(k) {
				p.scalarOperand(k, g, r, true)
			} else {
				p.evaluate(k, g, r)
			}
		}
	}
}

// compares tells whether an expression is a comparison, whose operands may be pointers. C's
// compiler warns of a number beside a pointer there.
func compares(x *syntax.Expr) bool {
	switch x.Op {
	case "==", "!=", "<", ">", "<=", ">=":
		return x.Kind == syntax.Binary
	}
	return false
}

// asked evaluates the operands of ?:, && and ||: C evaluates the first one, whose value says which
// of the others it evaluates.
func (p part) asked(x *syntax.Expr, g guard, r *rightSide) {
	condition := x.Kids[0]
	p.evaluate(condition, g, r)
	then, otherwise := guard{g.when, true}, guard{g.when, true}
	if !hasSection(condition) {
		is := "(" + p.of(condition) + ")"
		then, otherwise = g.behind("", is), g.behind("!", is)
	}
	switch {
	case x.Op == "&&":
		p.evaluate(x.Kids[1], then, r)
	case x.Op == "||":
		p.evaluate(x.Kids[1], otherwise, r)
	default:
		if x.Kids[1] != nil { // else it is GNU's ?:
			p.evaluate(x.Kids[1], then, r)
		}
		p.evaluate(x.Kids[2], otherwise, r)
	}
}

// scalarOperand has a variable take the place of an operand that is the same for all elements. A
// compared operand may be an array, which stands for its address.
func (p part) scalarOperand(x *syntax.Expr, g guard, r *rightSide, compared bool) {
	p.expr(x, operand)
	if !compared {
		p.noArray(x, r)
	}
	if y := strip(x); y.Kind == syntax.List || y.Kind == syntax.Leaf && harmless(y, p.text.tokens) {
		return
	}
	v, text := p.name("v"), p.of(x)
	value := "((void)0, (" + text + "))" // which is of the type that a bit-field is declared with
	switch {
	case g.when == "" && !g.each || harmless(x, p.text.tokens):
		fmt.Fprintf(r.setup, "__auto_type %s = %s; ", v, value)
	case !g.each && writtenOnce(text):
		fmt.Fprintf(r.setup, "__auto_type %s = %s ? %s : 0; ", v, g.when, value)
	case !g.each:
		fmt.Fprintf(r.setup, "__typeof__(%[1]s) %[2]s; if (%[3]s) %[2]s = %[1]s; "+
			"else __builtin_memset(&%[2]s, 0, sizeof %[2]s); ", value, v, g.when)
	default:
		p.lateOperand(x, v, value, r)
		return
	}
	p.text.replace(x.Span, v)
}

// noArray makes the compiler refuse an array as an operand where its address would become a number.
func (p part) noArray(x *syntax.Expr, r *rightSide) {
	text := p.of(x)
	switch y := strip(x); y.Kind {
	case syntax.Leaf:
		if p.text.tokens[y.Lo].Kind != syntax.String {
			return
		}
	case syntax.Member:
		if p.bits(y) {
			return
		}
	case syntax.Name, syntax.Index, syntax.Unary, syntax.Cast:
	default:
		return
	}
	if writtenOnce(text) {
		return
	}
	fmt.Fprintf(r.setup, "_Static_assert(__builtin_types_compatible_p(__typeof__(%[1]s), "+
		"__typeof__(((void)0, %[1]s))) | (__builtin_classify_type(((void)0, %[1]s)) != 5) | "+
		"(__builtin_classify_type(((void)0, %[2]s)) == 5), \"%[3]s\"); ", text, r.left, wholeArray)
}

// lateOperand has a variable keep the value of an operand from the first element on that asks for
// it.
func (p part) lateOperand(x *syntax.Expr, v, value string, r *rightSide) {
	done := p.name("h")
	fmt.Fprintf(r.setup, "_Bool %s = 0; __typeof__(%s) %s; __builtin_memset(&%s, 0, sizeof %s); ",
		done, value, v, v, v)
	l := late{v, fmt.Sprintf("(*__extension__ ({ if (!%[1]s) { %[1]s = 1; %[2]s = %[3]s; } "+
		"&%[2]s; }))", done, v, value)}
	r.late = append(r.late, l)
	p.text.replace(x.Span, l.text)
}

// harmless tells whether an expression can be evaluated where C would not: it has no effect but its
// value, refers to variables alone, and divides by no variable.
func harmless(x *syntax.Expr, tokens []syntax.Token) bool {
	all := func() bool {
		return !slices.ContainsFunc(x.Kids,
			func(k *syntax.Expr) bool { return k != nil && !harmless(k, tokens) })
	}
	switch x.Kind {
	case syntax.Leaf:
		return tokens[x.Lo].Text != "__builtin_va_arg" // which takes the next argument
	case syntax.Name, syntax.SizeOf:
		return true
	case syntax.Paren, syntax.List, syntax.Cast, syntax.Cond, syntax.Comma:
		return all()
	case syntax.Unary:
		return x.Op != "*" && x.Op != "__extension__" && all()
	case syntax.Member:
		return x.Op == "." && all()
	case syntax.Binary:
		if x.Op == "/" || x.Op == "%" {
			by := strip(x.Kids[1])
			n, err := strconv.ParseFloat(tokens[by.Lo].Text, 64)
			return by.Kind == syntax.Leaf && err == nil && n != 0 && all()
		}
		return all()
	}
	return false
}
