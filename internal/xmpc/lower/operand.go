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
// ask in front whether an image exists, a pointer is null or a divisor 0. Of what stands behind a
// condition of elements it is found out in front whether one of them asks for it.

// rightSide is what the operands of a statement of sections become.
type rightSide struct {
	left       string   // an element of the left side
	to         *section // the left side
	at         int      // where the statement stands
	sections   []*section
	late       []late // scalars whose value elements ask for
	setup      *strings.Builder
	assigned   []*syntax.Expr  // scalars that are assigned as they are
	checks     []string        // marks at the end of setup
	difference *syntax.Expr    // from or to what a scalar is subtracted; nil: it is not
	marks      []func() string // what takes the place of marks in setup, when all is known
}

// mark is what stands in setup for a text that takes the form of all sections.
func (r *rightSide) mark(text func() string) string {
	r.marks = append(r.marks, text)
	return markOf(len(r.marks) - 1)
}

func markOf(i int) string { return fmt.Sprintf("\x01%d\x01", i) }

// ready puts texts in the places of the marks.
func (r *rightSide) ready() {
	text := r.setup.String() + strings.Join(r.checks, "")
	for i, give := range r.marks {
		text = strings.Replace(text, markOf(i), give(), 1)
	}
	r.setup.Reset()
	r.setup.WriteString(text)
}

// late is a scalar that is evaluated when the first element asks for its value.
type late struct {
	name string // of the variable that keeps it
	text string // what stands in its place in the loops
}

// wholeArray says that an operand is an array, and which one, if it has a name.
func (p part) wholeArray(x *syntax.Expr) string {
	return p.stands(x, "whole array", "write a section of ")
}

// stands says that what is no element, and is called what, stands on the right of a section.
func (p part) stands(x *syntax.Expr, what, remedy string) string {
	return "a " + what + " stands on the right of a section: " + remedy + p.named(x) + " [C0406]"
}

// named is an operand in a message, as it is written, or "it".
func (p part) named(x *syntax.Expr) string {
	x = strip(x)
	if x.Kind != syntax.Name && x.Kind != syntax.Member && x.Kind != syntax.Index {
		return "it"
	}
	text := ""
	for _, t := range p.text.tokens[x.Lo:x.Hi] {
		if t.Kind == syntax.String {
			return "it" // the message is a string itself
		}
		text += t.Text
	}
	return "'" + text + "'"
}

// decayed is an operand as C takes its value: an array or a function is an address then.
func decayed(text string) string { return "((void)0, " + text + ")" }

// isPointer is true for C if the value of an operand is an address.
func isPointer(text string) string {
	return "(__builtin_classify_type(" + decayed(text) + ") == 5)"
}

// decays is true for C if an operand is an array or a function.
func decays(text string) string {
	return "!__builtin_types_compatible_p(__typeof__(" + text + "), __typeof__(" + decayed(text) +
		"))"
}

// guard is on what condition the value of an operand is asked for.
type guard struct {
	when string    // of scalars; empty: always
	each *elements // and of elements of sections; nil: always
}

// elements are conditions of elements of sections, one behind the other.
type elements struct {
	when       string // what must be true for them to be evaluated
	conditions []*syntax.Expr
	not        []bool // which of them must be false
	flag       string // name of the variable that tells whether an element fulfills all
}

const pointerAlone = "a pointer stands on the right of a section whose elements are no pointers: " +
	"write a section of what it points to, as in p[0:n] [C0406]"

// behind is the guard of an operand that is evaluated if a scalar is true or, with the not "!", if
// it is false.
func (g guard) behind(not, scalar string) guard {
	when := not + scalar
	if g.when != "" {
		when = g.when + " && " + when
	}
	return guard{when, g.each}
}

// behindElements is the guard of an operand that is evaluated for elements of which a condition is
// true or not.
func (g guard) behindElements(condition *syntax.Expr, not bool) guard {
	e := &elements{when: g.when}
	if g.each != nil {
		e.conditions, e.not = slices.Clone(g.each.conditions), slices.Clone(g.each.not)
	}
	e.conditions, e.not = append(e.conditions, condition), append(e.not, not)
	return guard{g.when, e}
}

// asked is the condition on which something is evaluated in front of the loops: that of the
// scalars, and that an element asks for it.
func (p part) asked(g guard, r *rightSide) string {
	if g.each == nil {
		return g.when
	}
	if e := g.each; e.flag == "" {
		e.flag = p.name("q")
		fmt.Fprintf(r.setup, "_Bool %s = 0; %s", e.flag, r.mark(func() string {
			return p.search(e, r.to)
		}))
	}
	if g.when == "" {
		return g.each.flag
	}
	return g.each.flag + " && " + g.when
}

// search looks for an element that fulfills all conditions. Before them stands !: clang warns of
// if ((a == b)), and of real numbers that become _Bool.
func (p part) search(e *elements, left *section) string {
	all := ""
	for i, c := range e.conditions {
		if i > 0 {
			all += " && "
		}
		if !e.not[i] {
			all += "!"
		}
		all += "!(" + p.of(c) + ")"
	}
	text := left.nestWhile("!"+e.flag+" && ", fmt.Sprintf("%s = %s;", e.flag, all))
	if e.when != "" {
		text = "if (" + e.when + ") { " + text + " } "
	}
	return text
}

// values are what has to be done before elements of sections are referred to.
func (p part) values(sections []*section, r *rightSide) (text string) {
	for _, s := range sections {
		text += p.shapes(s, r)
	}
	for _, s := range sections {
		text += s.fetch()
	}
	return text
}

// evaluate takes sections apart, and evaluates what has no section in it and is more than a
// constant.
func (p part) evaluate(x *syntax.Expr, g guard, r *rightSide) {
	switch {
	case sectionIn(x) != nil:
		when := g.when
		if !harmlessSection(x, p.text.tokens) {
			when = p.asked(g, r)
		}
		if s := p.takeApart(x, when, r.setup); s != nil {
			r.sections = append(r.sections, s)
		}
	case !hasSection(x):
		p.scalarOperand(x, g, r, false)
	case x.Kind == syntax.Cond, x.Kind == syntax.Binary && (x.Op == "&&" || x.Op == "||"):
		p.choice(x, g, r)
	default:
		for i, k := range x.Kids {
			switch {
			case hasSection(k):
				p.evaluate(k, g, r)
			case x.Kind == syntax.Binary && x.Op == "-":
				r.difference = x.Kids[1-i]
				p.scalarOperand(k, g, r, false)
				r.difference = nil
			default:
				p.scalarOperand(k, g, r, compares(x))
			}
		}
	}
}

// assignedIn lists the operands whose values a statement assigns as they are.
func assignedIn(x *syntax.Expr) (list []*syntax.Expr) {
	switch {
	case x == nil:
	case !hasSection(x):
		list = append(list, x)
	case x.Kind == syntax.Paren:
		list = assignedIn(x.Kids[0])
	case x.Kind == syntax.Cond:
		then := x.Kids[1]
		if then == nil { // GNU's ?: without its middle
			then = x.Kids[0]
		}
		list = append(assignedIn(then), assignedIn(x.Kids[2])...)
	}
	return list
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

// choice evaluates the operands of ?:, && and ||: C evaluates the first one, whose value says which
// of the others it evaluates.
func (p part) choice(x *syntax.Expr, g guard, r *rightSide) {
	condition := x.Kids[0]
	before := len(r.sections)
	var then, otherwise guard
	switch {
	case hasSection(condition):
		p.evaluate(condition, g, r)
		own := slices.Clone(r.sections[before:])
		r.setup.WriteString(r.mark(func() string { return p.values(own, r) }))
		then, otherwise = g.behindElements(condition, false), g.behindElements(condition, true)
	case harmless(condition, p.text.tokens):
		p.evaluate(condition, g, r)
		is := "(" + p.of(condition) + ")"
		then, otherwise = g.behind("", is), g.behind("!", is)
	default: // it is evaluated in front, if an element asks for it: operands depend on it
		when := p.asked(g, r)
		p.evaluate(condition, guard{when: when}, r)
		is := "(" + p.of(condition) + ")"
		behind := guard{when, g.each}
		then, otherwise = behind.behind("", is), behind.behind("!", is)
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
		p.noPointer(x, r)
	}
	if y := strip(x); y.Kind == syntax.List || y.Kind == syntax.Leaf && harmless(y, p.text.tokens) {
		return
	}
	v, text := p.name("v"), p.of(x)
	value := decayed("(" + text + ")") // which is of the type that a bit-field is declared with
	switch {
	case g.when == "" && g.each == nil || harmless(x, p.text.tokens):
		fmt.Fprintf(r.setup, "__auto_type %s = %s; ", v, value)
	case g.each == nil && writtenOnce(text):
		fmt.Fprintf(r.setup, "__auto_type %s = %s ? %s : 0; ", v, g.when, value)
	case g.each == nil:
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
	text, words := p.of(x), p.wholeArray(x)
	switch y := strip(x); y.Kind {
	case syntax.Leaf:
		if p.text.tokens[y.Lo].Kind != syntax.String {
			return
		}
		words = p.stands(x, "string", "use memcpy or strcpy to copy ")
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
	function := fmt.Sprintf("__builtin_types_compatible_p(__typeof__(%s) *, __typeof__(%s))", text,
		decayed(text))
	called, other := p.stands(x, "function", "call "), r.difference
	r.checks = append(r.checks, r.mark(func() string { // behind what declares the other operand
		address := isPointer(r.left)
		if other != nil {
			address = isPointer(r.sample(p.of(other)))
		}
		return fmt.Sprintf("_Static_assert(!%[1]s | !%[2]s | %[3]s | %[4]s, \"%[5]s\"); "+
			"_Static_assert(!%[3]s | %[4]s, \"%[6]s\"); ", decays(text), isPointer(text), function,
			address, words, called)
	}))
}

// noPointer makes the compiler refuse a pointer that is assigned to elements of another kind.
func (p part) noPointer(x *syntax.Expr, r *rightSide) {
	text := p.of(x)
	if !slices.Contains(r.assigned, x) || writtenOnce(text) || p.mayBeBits(x) {
		return
	}
	fmt.Fprintf(r.setup, "_Static_assert(!%s | %s | %s | "+
		"__builtin_types_compatible_p(__typeof__(%s), _Bool), \"%s\"); ", isPointer(text),
		decays(text), isPointer(r.left), decayed(r.left), pointerAlone)
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
		return x.Op != "*" && all()
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

// harmlessSection tells whether the address of a section can be computed where C would not evaluate
// it: it is this image's, and no pointer is followed to it.
func harmlessSection(x *syntax.Expr, tokens []syntax.Token) bool {
	subscripts := 0
	for ; ; x = x.Kids[0] {
		switch x.Kind {
		case syntax.Section, syntax.Index:
			for _, k := range x.Kids[1:] {
				if k != nil && !harmless(k, tokens) {
					return false
				}
			}
			subscripts++
		case syntax.Paren:
		case syntax.Member:
			if x.Op != "." || subscripts > 1 {
				return false
			}
		case syntax.Name:
			s := x.Symbol
			return subscripts < 2 || s != nil && !s.Pointer && subscripts <= len(s.Bounds)
		default:
			return false
		}
	}
}
