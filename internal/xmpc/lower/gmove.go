package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// gmove in local view. With in or out it is one-sided: the assignment itself. Else it is
// collective: all nodes take what the right side names before any defines the left side. Where
// neither side is coindexed, the array on the right is one array of all executing nodes, its rows
// (the first subscript) in blocks, a block a node, as the paper's Integer Sort uses it: each node
// gets the rows from the nodes that have them.

// gmove is the statement for a directive and its assignment; where is the directive's place.
func (p part) gmove(d *syntax.Directive, where string) string {
	if d.Move == nil {
		return "" // refused
	}
	left, right := strip(d.Move.Kids[0]), strip(d.Move.Kids[1])
	_, to := coindexedIn(left)
	_, from := coindexedIn(right)
	switch {
	case d.Mode == "in" && (from == nil || to != nil):
		p.errorf(syntax.CodeGmove, d.Move,
			"gmove in reads from another node: the right side is coindexed, the left side is not").
			Help("write b[..]:[k] on the right")
	case d.Mode == "out" && (to == nil || from != nil):
		p.errorf(syntax.CodeGmove, d.Move,
			"gmove out writes to another node: the left side is coindexed, the right side is not").
			Help("write a[..]:[k] on the left")
	case d.Mode != "":
		p.expr(d.Move, statement)
		return p.of(d.Move)
	default:
		return p.gmoveTogether(d.Move, left, right, where)
	}
	return "0"
}

// gmoveTogether is the collective form.
func (p part) gmoveTogether(x, left, right *syntax.Expr, where string) string {
	var setup strings.Builder
	l, r := p.operand(left, &setup), p.operand(right, &setup)
	if l == nil || r == nil {
		return "0"
	}
	element := "(*" + r.first + ")"
	lines, rows := sectionIn(left) != nil, sectionIn(right) != nil
	switch {
	case rows && !lines:
		p.errorf(syntax.CodeShape, x, "the right side is an array section, the left side is not")
		return "0"
	case rows && len(l.number) != len(r.number):
		p.errorf(syntax.CodeShape, right, "this section has %d dimension%s, the left side has %d",
			len(r.number), plural(len(r.number)), len(l.number))
		return "0"
	case rows || !lines:
		for d := range l.number {
			fmt.Fprintf(
				&setup, "if (__builtin_expect(%s != %s, 0)) coral_xmp_shapes(%s, %s, %d, %s); ",
				r.number[d], l.number[d], l.number[d], r.number[d], d+1, where)
		}
	default: // one element goes to all of the section
		fmt.Fprintf(&setup,
			"_Static_assert(__builtin_types_compatible_p(__typeof__(%s), __typeof__(((void)0, "+
				"%s))), \"%s\"); ", p.of(right), p.of(right), p.wholeArray(right))
		r.number, r.step = l.number, nil
		for range l.number {
			r.step = append(r.step, "0L")
		}
	}
	rank, kept := len(l.number), &section{x: right, first: p.name("k"), element: element,
		kind: "__typeof__(" + element + ")", number: l.number}
	var b strings.Builder
	b.WriteString("__extension__ ({ " + setup.String())
	fmt.Fprintf(&b, "__typeof__(%s) *%s = coral_xmp_room(sizeof(%s), %s, %d); ", element,
		kept.first, element, vector(l.number), rank)
	kept.step = p.contiguous(l.number, "sizeof("+element+")", &b)
	if r.remote || l.remote {
		fmt.Fprintf(&b,
			"coral_xmp_barrier(%s); coral_xmp_copy((void *)%s, (const void *)%s, sizeof(%s), "+
				"%d, %s, %s, %s); coral_xmp_barrier(%s); ",
			where, kept.first, r.first, element, rank, vector(l.number), vector(kept.step),
			vector(r.step), where)
	} else {
		fmt.Fprintf(
			&b, "coral_xmp_gather((void *)%s, (const void *)%s, sizeof(%s), %d, %s, %s, %s, %s, "+
				"%s); ", kept.first, r.first, element, rank, vector(l.number), vector(r.step),
			p.rows(right, r, &b), typeOf(element), where)
	}
	b.WriteString(p.evaluated(x, l, &rightSide{sections: []*section{kept}}, kept.at()))
	fmt.Fprintf(&b, " coral_xmp_done((void *)%s); ", kept.first)
	if l.remote {
		fmt.Fprintf(&b, "coral_xmp_barrier(%s); ", where)
	}
	b.WriteString("(void)0; })")
	return b.String()
}

// operand takes a side apart; a whole variable is one dimension of all its elements.
func (p part) operand(x *syntax.Expr, setup *strings.Builder) *section {
	s := p.takeApart(x, "", setup)
	if s == nil || len(s.number) > 0 {
		return s
	}
	last := p.peel(s.first, setup)
	n, step := p.name("l"), p.name("d")
	fmt.Fprintf(setup, "const long %s = sizeof(*%s) / sizeof(*%s), %s = sizeof(*%s); ", n, s.first,
		last, step, last)
	s.first, s.element, s.number, s.step = last, "*"+last, []string{n}, []string{step}
	declare, kind := p.pointee(x, s.element)
	s.kind = kind
	setup.WriteString(declare)
	return s
}

// contiguous declares the steps of elements that lie close together.
func (p part) contiguous(number []string, size string, b *strings.Builder) []string {
	steps := make([]string, len(number))
	for d := len(number) - 1; d >= 0; d-- {
		steps[d] = p.name("d")
		fmt.Fprintf(b, "const long %s = %s; ", steps[d], size)
		size = steps[d] + " * " + number[d]
	}
	return steps
}

// rows says whose the elements of an operand are, as the runtime wants it: the dimension of the
// section, innermost first, in which the rows of the array go on (-1: it lies in one row), how many
// rows the array has (0: it is no array), the first, from one to the next, and elements of a row.
func (p part) rows(x *syntax.Expr, s *section, setup *strings.Builder) string {
	const known = "gmove takes rows of arrays whose extent is known: how many rows a pointer " +
		"points to is not [C0406]"
	o := s.outer
	if o.array == "" {
		array := p.of(x)
		isArray := fmt.Sprintf(
			"!__builtin_types_compatible_p(__typeof__(%s), __typeof__(((void)0, %s)))", array,
			array)
		row := fmt.Sprintf("__builtin_choose_expr(%s, %s, *(__typeof__(%s)(*)[1])0)[0]", isArray,
			array, array)
		return fmt.Sprintf(
			"(const long[]){0, %s ? (long)(sizeof(%s) / sizeof(%s)) : 0, 0, 1, "+
				"(long)(sizeof(%s) / sizeof(%s))}", isArray, array, row, row, s.element)
	}
	extent := p.extent(o.array, known, setup)
	dim := -1
	if o.section {
		dim = len(s.number) - 1
	}
	return fmt.Sprintf("(const long[]){%d, %s, %s, %s, 1}", dim, extent, o.first, o.inc)
}
