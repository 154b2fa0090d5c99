package lower

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// What constants tell of a section at compile time. The compiler knows them; it is asked by
// declarations that it refuses where they are wrong.

// mayBeConstant tells whether an expression can be a constant one by its form: its names are of
// enumerators only.
func mayBeConstant(x *syntax.Expr) bool {
	switch x.Kind {
	case syntax.Name:
		return x.Symbol == nil
	case syntax.Leaf, syntax.SizeOf:
		return true
	case syntax.Paren, syntax.Unary, syntax.Binary, syntax.Cast, syntax.Cond:
		return !slices.ContainsFunc(x.Kids,
			func(k *syntax.Expr) bool { return k == nil || !mayBeConstant(k) })
	}
	return false
}

// ifConstant is the value of an expression if it is a constant one of C (6.6), else another value.
// A null pointer constant in a conditional expression gives the type of the other operand (6.5.15);
// what multiplies by zero is one if it is constant.
func ifConstant(text, otherwise string) string {
	return fmt.Sprintf(
		"__builtin_choose_expr(__builtin_types_compatible_p(__typeof__(1 ? (void *)((long)(%s) "+
			"* 0L) : (int *)8), int *), (%s), %s)", text, text, otherwise)
}

// asserted is a number, of no use but that the compiler sees assertions where an operand stands.
// C99 does not have them, hence __extension__, by which compilers say nothing of that. The
// initializer of a declaration with auto may define no structure (C23 6.7.1), and outside of bodies
// no statement may stand in parentheses.
func (p part) asserted(at int, format string, args ...any) string {
	asserts := fmt.Sprintf(format, args...)
	if p.inBody(at) {
		return "sizeof(__extension__ ({ " + asserts + " 0; }))"
	}
	return "(__extension__ sizeof(struct { " + asserts + " char c; }))"
}

// inBody tells whether a token stands in the body of a function, as all of a directive do.
func (p part) inBody(at int) bool {
	if p.text != &p.body {
		return true
	}
	if p.outer == nil {
		p.outer = outerSpans(p.body.tokens)
	}
	i := sort.Search(len(p.outer), func(i int) bool { return p.outer[i].Hi > at })
	return i == len(p.outer) || p.outer[i].Lo > at
}

// outerSpans are the tokens that stand in no braces, in their order.
func outerSpans(tokens []syntax.Token) (spans []syntax.Span) {
	depth, from := 0, 0
	for i, t := range tokens {
		switch t.Text {
		case "{":
			if depth++; depth == 1 {
				spans = append(spans, syntax.Span{Lo: from, Hi: i})
			}
		case "}":
			if depth--; depth == 0 {
				from = i + 1
			}
		}
	}
	return append(spans, syntax.Span{Lo: from, Hi: len(tokens)})
}

// positive is an integer that the compiler refuses if it is a constant below 1.
func (p part) positive(at int, text string) string {
	if strings.Trim(text, "0123456789") == "" {
		return text // the parser has seen it
	}
	return fmt.Sprintf("((%s) + 0 * (long)%s)", integer(text),
		p.asserted(at, "_Static_assert(%s > 0, \"a codimension has at least one image [C0408]\");",
			ifConstant(text, "1")))
}

// constantTriplet makes the compiler refuse what constants say is wrong in a section's triplet.
func (p part) constantTriplet(x *syntax.Expr, array string, setup *strings.Builder) {
	part := func(i int, otherwise string) (string, bool) {
		if x.Kids[i] == nil {
			return otherwise, true
		}
		return p.of(x.Kids[i]), mayBeConstant(x.Kids[i])
	}
	base, known := part(1, "0L")
	length, counted := part(2, "0L")
	step, even := part(3, "1L")
	if x.Kids[2] != nil && counted && x.Kids[2].Kind != syntax.Leaf {
		fmt.Fprintf(setup,
			"_Static_assert(%s >= 0, \"the length of a section cannot be negative [C0406]\"); ",
			ifConstant(length, "0"))
	}
	if x.Kids[3] != nil && even {
		fmt.Fprintf(
			setup, "_Static_assert(%s != 0, \"the step of a section cannot be 0 [C0406]\"); ",
			ifConstant(step, "1"))
	}
	if known && counted && even && (x.Kids[1] != nil || x.Kids[2] != nil) {
		p.constantWithin(x, array, base, length, step, setup)
	}
}

// constantWithin makes the compiler refuse a section that goes beyond its array, whose extent it
// knows: a declared array that is no parameter.
func (p part) constantWithin(x *syntax.Expr, array, base, length, step string,
	setup *strings.Builder) {
	name := strip(x.Kids[0])
	if x.Kids[1] != nil && !mayBeConstant(x.Kids[1]) {
		return
	}
	if name.Kind == syntax.Index || name.Kind == syntax.Section {
		p.beyondRow(x)
		return
	}
	extent := declaredExtent(name, array, "0x7fffffffffffffffL")
	if extent == "" {
		return
	}
	first, n, inc := ifConstant(base, "0L"), ifConstant(length, "0L"), ifConstant(step, "0L")
	if x.Kind == syntax.Section && x.Kids[1] == nil && x.Kids[3] != nil { // from the end, backwards
		first = fmt.Sprintf("(%s < 0 ? %s - 1 : 0)", inc, extent)
	}
	last := fmt.Sprintf("%s + (%s > 0 ? %s - 1 : 0) * %s", first, n, n, inc)
	// not by && and ||: see all
	fmt.Fprintf(setup,
		"_Static_assert(__builtin_types_compatible_p(__typeof__(%[1]s), "+
			"__typeof__(&(%[1]s)[0])) ? 1 : %[2]s < 0 ? 0 : %[2]s > %[3]s ? 0 : %[4]s < 0 ? 0 : "+
			"%[4]s < %[3]s ? 1 : %[5]s <= 0, "+
			"\"the section goes beyond the declared extent of its array [C0406]\"); ", array,
		first, extent, last, n)
}

// declaredExtent is how many elements an array has, by its declaration, if that is a constant.
// Empty: the compiler would not know it of any object of this form.
func declaredExtent(of *syntax.Expr, array, otherwise string) string {
	switch s := of.Symbol; {
	case of.Kind == syntax.Member:
		return memberExtent(array, otherwise)
	case of.Kind == syntax.Index, of.Kind == syntax.Section, of.Kind == syntax.Name && s != nil &&
		s.Complete && !s.Pointer && !s.Function:
		return ifConstant(fmt.Sprintf("(long)(sizeof(%s) / sizeof((%s)[0]))", array, array),
			otherwise)
	}
	return ""
}

// memberExtent is that of a member. A member without a bound has no size, but may end a structure,
// which has one. Old programs give such a member the bound 0 or 1.
func memberExtent(array, otherwise string) string {
	n := ifConstant(fmt.Sprintf("((long)(sizeof(struct { __typeof__((%[1]s)[0]) first; "+
		"__typeof__(%[1]s) all; }) / sizeof((%[1]s)[0])) - 1)", array), "0L")
	return fmt.Sprintf("(%s > 1 ? %s : %s)", n, n, otherwise)
}

// beyondRow warns of a section that goes beyond its row, as programs have it that take what lies
// behind for the next row.
func (p part) beyondRow(x *syntax.Expr) {
	at, name := 0, strip(x.Kids[0])
	for name.Kind == syntax.Index || name.Kind == syntax.Section {
		at, name = at+1, strip(name.Kids[0])
	}
	if name.Kind != syntax.Name || name.Symbol == nil || name.Symbol.Pointer && at == 0 ||
		at >= len(name.Symbol.Bounds) {
		return
	}
	if x.Kind == syntax.Section && x.Kids[2] == nil {
		return // up to the end
	}
	bound := name.Symbol.Bounds[at]
	extent, known := syntax.Constant(p.body.tokens[bound.Lo:bound.Hi])
	parts := [3]int64{0, 1, 1}
	for i, k := range x.Kids[1:] {
		if k == nil || !known {
			continue
		}
		parts[i], known = syntax.Constant(p.text.tokens[k.Lo:k.Hi])
	}
	if !known || parts[1] < 1 {
		return
	}
	if x.Kind == syntax.Section && x.Kids[1] == nil && parts[2] < 0 {
		parts[0] = extent - 1
	}
	if last := parts[0] + (parts[1]-1)*parts[2]; parts[0] < 0 || parts[0] >= extent || last < 0 ||
		last >= extent {
		p.diags.Warnf(syntax.CodeShape, p.at(x),
			"elements %d to %d of a row of %d: the section goes beyond it", parts[0], last, extent)
	}
}
