package xmpc

import (
	"fmt"
	"strings"
)

// image is an image index of XcalableMP/C: from 0.
func (g *generator) image() pair {
	switch g.below(6) {
	case 0:
		return form("(small(%s) %% 3)", g.number(0))
	case 1:
		if g.counted {
			return both(fmt.Sprintf("next(%d)", g.below(images)))
		}
	}
	return both(fmt.Sprint(g.below(images)))
}

// at is a subscript below n.
func (g *generator) at(n, depth int) pair {
	switch g.below(6) {
	case 0:
		if depth > 0 {
			return form(fmt.Sprintf("small(%%s) %%%% %d", n), g.number(depth-1))
		}
	case 1:
		if g.counted {
			return both(fmt.Sprintf("next(%d)", g.below(n)))
		}
	case 2, 3:
		if g.loops > 0 {
			return both(fmt.Sprintf("(i%d %% %d)", 1+g.below(g.loops), n))
		}
	}
	return both(fmt.Sprint(g.below(n)))
}

// place is an element: of a coarray, on an image or here, or of the local array.
func (g *generator) place(depth int) pair {
	i, j := g.at(rows, depth), g.at(columns, depth)
	switch g.below(6) {
	case 0:
		return pair{"w[" + j.co + "]", "wm[" + j.mirror + "]"}
	case 1:
		return pair{fmt.Sprintf("a[%s][%s]", i.co, j.co),
			fmt.Sprintf("am[0][%s][%s]", i.mirror, j.mirror)}
	case 2:
		k := g.image()
		return pair{fmt.Sprintf("b[%s]:[%s].v[%s]", i.co, k.co, j.co),
			fmt.Sprintf("bm[%s][%s].v[%s]", k.mirror, i.mirror, j.mirror)}
	}
	k := g.image()
	return pair{fmt.Sprintf("a[%s][%s]:[%s]", i.co, j.co, k.co),
		fmt.Sprintf("am[%s][%s][%s]", k.mirror, i.mirror, j.mirror)}
}

// number is an expression whose value is the same wherever it is computed.
func (g *generator) number(depth int) pair {
	if depth <= 0 || g.below(3) == 0 {
		if g.below(4) == 0 {
			return both(fmt.Sprint(1 + g.below(20)))
		}
		counted := g.counted
		g.counted = false
		defer func() { g.counted = counted }()
		return form("(long)%s", g.place(depth-1))
	}
	x, y := g.number(depth-1), g.number(depth-1)
	switch g.below(6) {
	case 0:
		return form("(%s + %s)", x, y)
	case 1:
		return form("(%s - %s)", x, y)
	case 2:
		return form("(%s ? %s : %s)", g.test(depth-1), x, y)
	case 3:
		return form("small(%s)", x)
	case 4:
		return form("(%s, %s)", x, y)
	}
	return form("(%s %% 7)", x)
}

func (g *generator) test(depth int) pair {
	x, y := g.number(depth), g.number(depth)
	switch g.below(5) {
	case 0:
		return form("(%s && %s)", x, y)
	case 1:
		return form("(%s < %s || %s == 3)", x, y, g.number(depth))
	case 2:
		return form("!(%s > %s)", x, y)
	}
	return form("(%s %% 2 == 0)", x)
}

// statement is a statement or a block of them.
func (g *generator) statement(depth int) pair {
	if depth == 0 {
		return g.simple()
	}
	switch g.below(9) {
	case 0:
		return form("if %s {\n%s} else {\n%s}\n", paren(g.test(1)), g.body(depth), g.body(depth))
	case 1:
		return g.loop(depth)
	case 2:
		return form("switch (small(%s) %% 4) {\ncase 0:\n%scase 2:\n%s    break;\ndefault:\n%s}\n",
			g.number(1), g.body(depth), g.body(depth), g.body(depth))
	case 3, 4, 5:
		return g.section()
	}
	return g.simple()
}

func paren(p pair) pair { return form("(%s)", p) }

func (g *generator) body(depth int) pair {
	var co, mirror strings.Builder
	for range 1 + g.below(3) {
		s := g.statement(depth - 1)
		co.WriteString(indent(s.co))
		mirror.WriteString(indent(s.mirror))
	}
	return pair{co.String(), mirror.String()}
}

// loop is a loop with an index of its own, which may be left or go on in the middle.
func (g *generator) loop(depth int) pair {
	g.loops++
	defer func() { g.loops-- }()
	i := fmt.Sprintf("i%d", g.loops)
	middle := pair{"", ""}
	if g.below(2) == 0 {
		middle = form("    if %s\n        "+g.pick("break", "continue")+";\n", paren(g.test(1)))
	}
	last := 1 + g.below(6)
	switch g.below(3) {
	case 0:
		return form(fmt.Sprintf("for (int %s = 0; %s < %d; %s++) {\n%%s%%s%%s}\n", i, i, last, i),
			g.body(depth), middle, g.body(depth))
	case 1:
		return form(
			fmt.Sprintf("{\n    int %s = -1;\n    while (++%s < %d && %%s) {\n%%s%%s%%s    }\n}\n",
				i, i, last), g.test(1), g.body(depth), middle, g.body(depth))
	}
	return form(
		fmt.Sprintf("{\n    int %s = 0;\n    do {\n%%s%%s    } while (++%s < %d && %%s);\n}\n",
			i, i, last), g.body(depth), middle, g.test(1))
}

// simple is an assignment to an element.
func (g *generator) simple() pair {
	g.counted = true
	to := g.place(1)
	g.counted = false
	switch g.below(5) {
	case 0:
		return form("%s += small(%s);\n", to, g.number(2))
	case 1:
		return form("%s -= %s;\n", to, form("small(%s)", g.number(1)))
	case 2:
		return g.update(to)
	}
	return form("%s = small(%s);\n", to, g.number(2))
}

// update changes an element by the operators that the type has, whose values are used or not.
func (g *generator) update(to pair) pair {
	n := form("small(%s)", g.number(1))
	switch g.below(6) {
	case 0:
		return form(g.pick("%s++;\n", "++%s;\n", "%s--;\n", "--%s;\n"), to)
	case 1:
		return form("%s = small((long)"+g.pick("%s++", "--%s")+");\n", both("LOCAL"), to).local(g)
	case 2:
		return form("%s = small((long)(%s "+g.pick("+=", "-=")+" %s));\n", both("LOCAL"), to, n).
			local(g)
	case 3:
		if g.typ != "double" && g.typ != "float" {
			return form("%s "+g.pick("|=", "&=", "^=", ">>=")+" %s %% 8;\n", to, n)
		}
	}
	return form("%s /= 1 + %s %% 5;\n", to, n)
}

// local puts an element of the local array in a text's place for one.
func (p pair) local(g *generator) pair {
	j := fmt.Sprint(g.below(columns))
	return pair{strings.Replace(p.co, "LOCAL", "w["+j+"]", 1),
		strings.Replace(p.mirror, "LOCAL", "wm["+j+"]", 1)}
}

// run is a section of n elements of a dimension: base, length and step.
type run struct{ base, n, step int }

func (g *generator) run(n, size int) run {
	step := 1
	if n > 1 {
		step = 1 + g.below((size-1)/(n-1))
	}
	return run{g.below(size - (n-1)*step), n, step}
}

func (r run) text() string {
	if r.step == 1 {
		return fmt.Sprintf("%d:%d", r.base, r.n)
	}
	return fmt.Sprintf("%d:%d:%d", r.base, r.n, r.step)
}

// slice is a section of rows and columns; at gives its element (p, q) on the mirror.
type slice struct {
	co string
	at func(p, q string) string
}

// sliceOf chooses an object and a section of it of m by n elements, m 1 for a line.
func (g *generator) sliceOf(m, n int) slice {
	c := g.run(n, columns)
	column := func(q string) string { return fmt.Sprintf("%d + %s * %d", c.base, q, c.step) }
	k := g.below(images)
	if m > 1 {
		r := g.run(m, rows)
		row := func(p string) string { return fmt.Sprintf("%d + %s * %d", r.base, p, r.step) }
		s := slice{at: func(p, q string) string {
			return fmt.Sprintf("am[%d][%s][%s]", k, row(p), column(q))
		}}
		s.co = fmt.Sprintf("a[%s][%s]:[%d]", r.text(), c.text(), k)
		if k == 0 && g.below(2) == 0 {
			s.co = fmt.Sprintf("a[%s][%s]", r.text(), c.text())
		}
		return s
	}
	i := g.below(rows)
	switch g.below(4) {
	case 0:
		return slice{fmt.Sprintf("w[%s]", c.text()), func(_, q string) string {
			return fmt.Sprintf("wm[%s]", column(q))
		}}
	case 1:
		return slice{fmt.Sprintf("b[%d].v[%s]:[%d]", i, c.text(), k), func(_, q string) string {
			return fmt.Sprintf("bm[%d][%d].v[%s]", k, i, column(q))
		}}
	}
	return slice{fmt.Sprintf("a[%d][%s]:[%d]", i, c.text(), k), func(_, q string) string {
		return fmt.Sprintf("am[%d][%d][%s]", k, i, column(q))
	}}
}

// section assigns a section; the right side is evaluated before.
func (g *generator) section() pair {
	m, n := 1, 1+g.below(6)
	if g.below(3) == 0 {
		m = 2 + g.below(3)
	}
	to, from := g.sliceOf(m, n), g.sliceOf(m, n)
	right, value := from.co, from.at("p", "q")
	before := ""
	switch g.below(9) {
	case 5, 6:
		before, right, value = g.asked(m, n, right, value)
	case 7:
		before, right, value = g.askedByElements(m, n, right, value)
	case 0:
		right, value = "7", "7"
	case 1:
		right, value = right+" + 1", value+" + 1"
	case 2:
		more := g.sliceOf(m, n)
		right, value = right+" - "+more.co, value+" - "+more.at("p", "q")
	}
	op := g.pick("=", "=", "=", "+=", "-=")
	if op != "=" && strings.Contains(right, "-") {
		op = "="
	}
	loop := fmt.Sprintf("for (int p = 0; p < %d; p++)\n        for (int q = 0; q < %d; q++)\n", m,
		n)
	return pair{fmt.Sprintf("%s %s %s;\n", to.co, op, right), fmt.Sprintf(
		"{\n    %s t[%d][%d];\n%s    %s            t[p][q] = %s;\n"+
			"    %s            %s %s t[p][q];\n}\n",
		g.typ, m, n, before, loop, value, loop, to.at("p", "q"), op)}
}

// asked is a right side of which C asks for some operands on a condition: a scalar's, or one of the
// elements. What a null pointer points to and images that are not there are never asked for; next
// is called once, or not.
func (g *generator) asked(m, n int, right, value string) (before, co, mirror string) {
	before = "    int done = 0, kept = 0;\n"
	call := g.below(50)
	called := fmt.Sprintf("(done++ ? kept : (kept = next(%d)))", call)
	test := g.test(1)
	bad := fmt.Sprintf("none->v[0:%d]", n)
	if m > 1 {
		bad = fmt.Sprintf("a[0:%d][0:%d]:[%d]", m, n, images)
	}
	switch g.below(6) {
	case 0:
		return "", fmt.Sprintf("none ? %s : %s", bad, right), value
	case 1:
		return "", fmt.Sprintf("!none || %s > 0", bad), "1"
	case 2:
		other := g.sliceOf(m, n)
		return "", fmt.Sprintf("%s ? %s : %s", test.co, right, other.co),
			fmt.Sprintf("%s ? %s : %s", test.mirror, value, other.at("p", "q"))
	case 3:
		return before, fmt.Sprintf("%s ? %s : next(%d)", test.co, right, call),
			fmt.Sprintf("%s ? %s : %s", test.mirror, value, called)
	case 4:
		return before, fmt.Sprintf("small((long)next(3)) == 3 && %s > 5", right),
			fmt.Sprintf("(done++ || next(3)) && %s > 5", value)
	}
	other := g.sliceOf(m, n)
	return before, fmt.Sprintf("%s > 9 ? next(%d) : %s", right, call, other.co),
		fmt.Sprintf("%s > 9 ? %s : %s", value, called, other.at("p", "q"))
}

// askedByElements is a right side of which elements ask for operands that must not be evaluated
// otherwise: a null pointer's, those of images that are not there, and calls, which are counted.
func (g *generator) askedByElements(m, n int, right, value string) (before, co, mirror string) {
	before = "    int done = 0, kept = 0;\n"
	one, other := g.sliceOf(m, n), g.sliceOf(m, n)
	never := fmt.Sprintf("%s != %s", one.co, one.co)
	bad := fmt.Sprintf("a[next(0)][0:%d]:[none->n]", n)
	if m > 1 {
		bad = fmt.Sprintf("a[0:%d][next(0):%d]:[none->n]", m, n)
	}
	call := 1 + g.below(50)
	called := fmt.Sprintf("(done++ ? kept : (kept = next(%d)))", call)
	test := fmt.Sprintf("%%s %s %d", g.pick(">", "<", "!="), g.below(40))
	asks, asksMirror := fmt.Sprintf(test, one.co), fmt.Sprintf(test, one.at("p", "q"))
	switch g.below(6) {
	case 0:
		return "", fmt.Sprintf("%s ? (none->n ? %s : %s) : %s", never, bad, other.co, right), value
	case 1:
		return "", fmt.Sprintf("%s && (%s || none->v[0])", never, bad), "0"
	case 2:
		return before, fmt.Sprintf("%s ? (next(%d) ? %s : %s) : %s", asks, call, right, bad,
				other.co), fmt.Sprintf("%s ? (%s ? %s : 0) : %s", asksMirror, called, value,
				other.at("p", "q"))
	case 3:
		inner := g.sliceOf(m, n)
		return before, fmt.Sprintf("%s ? (%s > 7 ? (next(%d) ? %s : %s) : %s) : %s", asks, inner.co,
				call, right, bad, other.co, right),
			fmt.Sprintf("%s ? (%s > 7 ? (%s ? %s : 0) : %s) : %s", asksMirror, inner.at("p", "q"),
				called, value, other.at("p", "q"), value)
	case 4:
		return before, fmt.Sprintf("(%s) || (!next(%d) && %s > 5)", asks, call, right),
			fmt.Sprintf("(%s) || (!%s && %s > 5)", asksMirror, called, value)
	}
	return "", fmt.Sprintf("%s ?: (%s ? %s : %s)", right, never, bad, other.co),
		fmt.Sprintf("%s ? %s : %s", value, value, other.at("p", "q"))
}
