package xmpc

import (
	"fmt"
	"strings"
)

// run is a section of n elements of a dimension: base, length and step.
type run struct{ base, n, step, size int }

func (g *generator) run(n, size int) run {
	step := 1
	if n > 1 {
		step = 1 + g.below((size-1)/(n-1))
	}
	base := g.below(size - (n-1)*step)
	if g.below(4) == 0 {
		return run{base + (n-1)*step, n, -step, size}
	}
	return run{base, n, step, size}
}

// length is how many elements there are from the base on.
func (r run) length() int {
	if r.step > 0 {
		return (r.size - r.base + r.step - 1) / r.step
	}
	return r.base/-r.step + 1
}

// text is the triplet; open: its bounds are known, so that what is the default may be left out.
func (g *generator) text(r run, open bool) string {
	base, n, step := fmt.Sprint(r.base), fmt.Sprint(r.n), fmt.Sprint(r.step)
	if g.below(8) == 0 {
		base = fmt.Sprintf("next(%d)", r.base)
		g.calls = append(g.calls, base)
	}
	if g.below(8) == 0 {
		n = fmt.Sprintf("small(%d)", r.n)
	}
	if g.below(8) == 0 {
		step = fmt.Sprintf("(short)%d", r.step)
	}
	if open && g.below(2) == 0 {
		if r.n == r.length() {
			n = ""
		}
		if r.step > 0 && r.base == 0 || r.step < 0 && r.base == r.size-1 {
			if len(g.calls) > 0 && g.calls[len(g.calls)-1] == base {
				g.calls = g.calls[:len(g.calls)-1]
			}
			base = ""
		}
	}
	if r.step == 1 && step == "1" && g.below(5) > 0 {
		return base + ":" + n
	}
	return base + ":" + n + ":" + step
}

// slice is a section of rows and columns; at gives its element (p, q) on the mirror.
type slice struct {
	co     string
	at     func(p, q string) string
	t      *ctype
	remote bool
	o      *object
}

// sliceOf chooses an object and a section of it of m by n elements, m 1 for a line.
func (g *generator) sliceOf(m, n int, will func(*ctype) bool) slice {
	for range 60 {
		calls := len(g.calls)
		if s := g.sectionOf(g.one(), m, n, ""); s != nil && will(s.t) {
			return *s
		}
		g.calls = g.calls[:calls]
	}
	for calls := len(g.calls); ; g.calls = g.calls[:calls] {
		if s := g.sectionOf(g.integers, m, n, ""); s != nil {
			return *s
		}
	}
}

// dimension is one on the way down an object.
type dimension struct {
	size int
	open bool
	text string // a member's name stands here
}

// sectionOf is one of an object, on a given image or anywhere; nil: it has none.
func (g *generator) sectionOf(o *object, m, n int, image string) *slice {
	var way []dimension
	t, dims := o.t, o.dims
	for {
		for i, d := range dims {
			way = append(way, dimension{d, !(o.pointer && i == 0 && len(way) == 0), ""})
		}
		if t.scalar() {
			break
		}
		k := t.members[g.below(len(t.members))]
		if k.bits {
			return nil
		}
		way = append(way, dimension{0, false, "." + k.name})
		t, dims = k.t, k.dims
	}
	var chosen []int // the dimensions of the section
	for i, d := range way {
		need := n
		if m > 1 && len(chosen) == 0 {
			need = m
		}
		if d.size >= need && d.text == "" && g.below(3) > 0 && len(chosen) < 2 &&
			(m > 1 || len(chosen) == 0) {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) != 1 && m == 1 || len(chosen) != 2 && m > 1 {
		return nil
	}
	k := "who"
	s := &slice{t: t, o: o}
	if o.coarray && g.below(4) > 0 || image != "" {
		s.remote = true
		if k = fmt.Sprint(g.below(g.images)); image != "" {
			k = image
		}
	}
	s.co = o.name
	mirror := []any{} // texts and runs
	single := m == 1 && g.single
	c := 0
	for i, d := range way {
		switch {
		case d.text != "":
			s.co += d.text
			mirror = append(mirror, d.text)
		case c < len(chosen) && chosen[c] == i:
			need := n
			if m > 1 && c == 0 {
				need = m
			}
			r := g.run(need, d.size)
			s.co += "[" + g.text(r, d.open) + "]"
			mirror = append(mirror, r)
			c++
		default:
			j := g.below(d.size)
			text := fmt.Sprint(j)
			switch {
			case single && n > 1 && g.below(2) == 0:
				text = fmt.Sprintf("%d:1", j)
				single, g.single = false, false
			case g.below(6) == 0:
				text = fmt.Sprintf("next(%d)", j)
				g.calls = append(g.calls, text)
			}
			s.co += "[" + text + "]"
			mirror = append(mirror, fmt.Sprintf("[%d]", j))
		}
	}
	if s.remote {
		s.co += g.coindex(o, k, false)
	}
	s.at = func(p, q string) string {
		text, first := o.mirror(k), m > 1
		for _, x := range mirror {
			if r, ok := x.(run); ok {
				by := q
				if first {
					by, first = p, false
				}
				text += fmt.Sprintf("[%d + %s * %d]", r.base, by, r.step)
			} else {
				text += x.(string)
			}
		}
		return text
	}
	return s
}

// section assigns a section; the right side is evaluated before.
func (g *generator) section() pair {
	if g.objects[0].hidden+g.integers.hidden > 0 { // a is named by constructs
		return g.simple()
	}
	m, n := 1, 1+g.below(6)
	if g.below(3) == 0 {
		m, n = 2+g.below(3), 1+g.below(4)
	}
	g.calls, g.single = nil, g.below(4) == 0
	to := g.sliceOf(m, n, anyType)
	will := (*ctype).real
	if to.t.integer() {
		will = (*ctype).integer
	}
	g.single = g.single && g.below(2) == 0
	from := g.sliceOf(m, n, will)
	if to.t.class == complexes && g.below(2) == 0 {
		g.calls = keep(g.calls, to.co)
		will = anyType
		from = g.sliceOf(m, n, will)
	}
	always := g.calls
	g.calls, g.single = nil, false
	right, value := from.co, from.at("p", "q")
	before, pragma := "", ""
	kind := g.below(11)
	if kind >= 5 && (to.t.class == complexes || g.typ.class == floating && to.t.integer() ||
		len(always) > 0) {
		kind = 3
	}
	switch kind {
	case 5, 6:
		before, right, value = g.asked(m, n, right, value, will)
	case 7:
		before, right, value = g.askedByElements(m, n, right, value, will)
	case 0:
		right, value = "7", "7"
		always = keep(always, to.co)
	case 1:
		right, value = right+" + 1", value+" + 1"
	case 2:
		more := g.sliceOf(m, n, will)
		right, value = right+" - "+more.co, value+" - "+more.at("p", "q")
		always = append(always, keep(g.calls, more.co)...)
	case 8:
		if to.t.integer() || to.t.class == floating {
			x := g.number(1)
			right, value = "("+right+") * 2 + small("+x.co+")", "("+value+") * 2 + kept"
			before = "    const int kept = small(" + x.mirror + ");\n"
		}
	case 9:
		if to.t.integer() {
			cast := g.pick("(short)", "(unsigned char)", "(long)", "(double)", "-", "~")
			if cast == "(double)" {
				right, value = "(long)(double)"+right, "(long)(double)"+value
			} else {
				right, value = cast+right, cast+value
			}
		}
	case 3:
		if to.remote != from.remote && len(always) == 0 && g.below(2) == 0 &&
			to.t.name == from.t.name && !strings.Contains(to.co+from.co, ":1]") {
			pragma = "\n#pragma xmp gmove " + map[bool]string{true: "out", false: "in"}[to.remote] +
				"\n"
		}
	}
	op := g.pick("=", "=", "=", "+=", "-=")
	if op != "=" && strings.Contains(right, "-") || pragma != "" || to.t.class == boolean {
		op = "="
	}
	loop := fmt.Sprintf("for (int p = 0; p < %d; p++)\n        for (int q = 0; q < %d; q++)\n", m,
		n)
	for _, c := range always {
		before += "    " + c + ";\n"
	}
	return pair{fmt.Sprintf("%s%s %s %s;\n", pragma, to.co, op, right), fmt.Sprintf(
		"{\n%s    int p = 0, q = 0;\n    __typeof__(((void)0, %s)) t[%d][%d];\n"+
			"    %s            t[p][q] = %s;\n    %s            %s %s t[p][q];\n}\n",
		before, value, m, n, loop, value, loop, to.at("p", "q"), op)}
}

// keep gives the calls that stand in a text.
func keep(calls []string, text string) (list []string) {
	for _, c := range calls {
		if strings.Contains(text, c) {
			list = append(list, c)
			text = replaceFirst(text, c, "")
		}
	}
	return list
}

// still is a slice without calls.
func (g *generator) still(m, n int, will func(*ctype) bool) slice {
	for range 100 {
		g.calls = nil
		if s := g.sliceOf(m, n, will); len(g.calls) == 0 && will(s.t) {
			return s
		}
	}
	for {
		g.calls = nil
		if s := g.sectionOf(g.integers, m, n, ""); s != nil && len(g.calls) == 0 {
			return *s
		}
	}
}

// typed is a value of the type that it has beside a number of the type of the first coarray.
func typed(value string) string { return "(0 ? am[0][0][0] : " + value + ")" }

// asked is a right side of which C asks for some operands on a condition: a scalar's, or one of the
// elements. What a null pointer points to and images that are not there are never asked for; next
// is called once, or not.
func (g *generator) asked(m, n int, right, value string, will func(*ctype) bool) (before, co,
	mirror string) {
	before = "    int done = 0, kept = 0;\n"
	call := g.below(50)
	called := fmt.Sprintf("(done++ ? kept : (kept = next(%d)))", call)
	test := g.test(1)
	bad := fmt.Sprintf("none->v[0:%d]", n)
	if m > 1 {
		bad = fmt.Sprintf("a[0:%d][0:%d]:[%d]", m, n, g.images)
	}
	switch g.below(6) {
	case 0:
		return "", fmt.Sprintf("none ? %s : %s", bad, right), typed(value)
	case 1:
		return "", fmt.Sprintf("!none || %s > 0", bad), "1"
	case 2:
		other := g.still(m, n, will)
		return "", fmt.Sprintf("%s ? %s : %s", test.co, right, other.co),
			fmt.Sprintf("%s ? %s : %s", test.mirror, value, other.at("p", "q"))
	case 3:
		return before, fmt.Sprintf("%s ? %s : next(%d)", test.co, right, call),
			fmt.Sprintf("%s ? %s : %s", test.mirror, value, called)
	case 4:
		return before, fmt.Sprintf("small((long)next(3)) == 3 && %s > 5", right),
			fmt.Sprintf("(done++ || next(3)) && %s > 5", value)
	}
	other := g.still(m, n, will)
	return before, fmt.Sprintf("%s > 9 ? next(%d) : %s", right, call, other.co),
		fmt.Sprintf("%s > 9 ? %s : %s", value, called, other.at("p", "q"))
}

// askedByElements is a right side of which elements ask for operands that must not be evaluated
// otherwise: a null pointer's, those of images that are not there, and calls, which are counted.
func (g *generator) askedByElements(m, n int, right, value string, will func(*ctype) bool) (before,
	co, mirror string) {
	before = "    int done = 0, kept = 0;\n"
	one, other := g.still(m, n, will), g.still(m, n, will)
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
		return "", fmt.Sprintf("%s ? (none->n ? %s : %s) : %s", never, bad, other.co, right),
			fmt.Sprintf("(0 ? %s : %s)", other.at("p", "q"), typed(value))
	case 1:
		return "", fmt.Sprintf("%s && (%s || none->v[0])", never, bad), "0"
	case 2:
		return before, fmt.Sprintf("%s ? (next(%d) ? %s : %s) : %s", asks, call, right, bad,
				other.co), fmt.Sprintf("%s ? (%s ? %s : am[0][0][0]) : %s", asksMirror, called,
				value, other.at("p", "q"))
	case 3:
		inner := g.still(m, n, will)
		return before, fmt.Sprintf("%s ? (%s > 7 ? (next(%d) ? %s : %s) : %s) : %s", asks, inner.co,
				call, right, bad, other.co, right),
			fmt.Sprintf("%s ? (%s > 7 ? (%s ? %s : am[0][0][0]) : %s) : %s", asksMirror,
				inner.at("p", "q"), called, value, other.at("p", "q"), value)
	case 4:
		return before, fmt.Sprintf("(%s) || (!next(%d) && %s > 5)", asks, call, right),
			fmt.Sprintf("(%s) || (!%s && %s > 5)", asksMirror, called, value)
	}
	return "", fmt.Sprintf("%s ?: (%s ? %s : %s)", right, never, bad, other.co),
		fmt.Sprintf("%s ?: (0 ? am[0][0][0] : %s)", value, other.at("p", "q"))
}
