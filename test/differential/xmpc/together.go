package xmpc

import (
	"fmt"
	"strings"
)

// together is a statement that all images execute; the mirror does for all what each one does.
func (g *generator) together() pair {
	switch g.below(7) {
	case 0:
		return g.shifted()
	case 1:
		return g.accumulated()
	case 2:
		return g.reduced()
	case 3:
		return g.broadcast()
	case 4:
		return g.wave()
	case 5:
		return g.task()
	}
	return g.shiftedSection()
}

func (g *generator) each(body string) string {
	return fmt.Sprintf("for (int me = 0; me < %d; me++) {\n    %s\n}\n", g.images, body)
}

const me = "    const int me = xmpc_this_image();\n"

// fixedPart is a part of a coarray on an image that each image chooses for itself.
func (g *generator) fixedPart(image string, will func(*ctype) bool) place {
	g.plain = true
	defer func() { g.plain = false }()
	k := both(image)
	for {
		if o := g.one(); o.coarray {
			if p := g.part(o, 0, &k); will(p.t) && !p.bits {
				return p
			}
		}
	}
}

func (g *generator) next() string {
	return fmt.Sprintf("((me + %d) %% %d)", g.below(4), g.images)
}

// shifted: each image changes something of one other.
func (g *generator) shifted() pair {
	p := g.fixedPart(g.next(), (*ctype).scalar)
	op := g.pick("=", "+=", "-=", "=")
	c := g.below(20)
	if p.t.class == unsigned && op == "-=" {
		op = "+="
	}
	text := both(fmt.Sprintf("%%s %s me * 3 + %d;", op, c))
	body := pair{fmt.Sprintf(text.co, p.co), fmt.Sprintf(text.mirror, p.mirror)}
	return pair{"{\n" + me + "    " + body.co + "\n}\n", g.each(body.mirror)}
}

// shiftedSection: each image copies a section of one other's object to another object.
func (g *generator) shiftedSection() pair {
	n := 1 + g.below(5)
	for range 400 {
		to, from := g.one(), g.one()
		if to == from || !to.coarray || !from.coarray {
			continue
		}
		g.calls = nil
		l := g.sectionOf(to, 1, n, g.next())
		r := g.sectionOf(from, 1, n, g.next())
		if l == nil || r == nil || len(g.calls) > 0 || l.t.name != r.t.name &&
			!(l.t.class == floating && r.t.real()) {
			continue
		}
		op := g.pick("=", "+=")
		return pair{fmt.Sprintf("{\n%s    %s %s %s;\n}\n", me, l.co, op, r.co),
			g.each(fmt.Sprintf("for (int q = 0; q < %d; q++)\n        %s %s %s;", n, l.at("0", "q"),
				op, r.at("0", "q")))}
	}
	return g.shifted()
}

// accumulated: all images change the same element.
func (g *generator) accumulated() pair {
	p := g.fixedPart(fmt.Sprint(g.below(g.images)), func(t *ctype) bool {
		return t.integer() && t.class != boolean
	})
	body := "%s " + g.pick("+=", "^=", "|=", "+=") + " me * 3 + 1;"
	if g.below(4) == 0 {
		body = "(void)%s++;"
	}
	return pair{"{\n" + me + "    " + fmt.Sprintf(body, p.co) + "\n}\n",
		g.each(fmt.Sprintf(body, p.mirror))}
}

// reduced: the elements of a variable are reduced.
func (g *generator) reduced() pair {
	for range 200 {
		o := g.one()
		if !o.t.scalar() || o.pointer || strings.Contains(o.t.name, "__int128") ||
			strings.HasPrefix(o.prefix, "volatile") {
			continue
		}
		ops := []string{"+"}
		if o.t.integer() && o.t.class != boolean {
			ops = append(ops, "max", "min", "|", "&", "^", "&&", "||")
		}
		if o.t.class == floating {
			ops = append(ops, "max", "min")
		}
		if o.t.class == boolean {
			ops = []string{"&&", "||"}
		}
		op := ops[g.below(len(ops))]
		combine := "s = s " + op + " x[j];"
		switch op {
		case "max":
			combine = "s = s > x[j] ? s : x[j];"
		case "min":
			combine = "s = s < x[j] ? s : x[j];"
		}
		n := product(o.dims)
		mirror := fmt.Sprintf("for (int j = 0; j < %d; j++) {\n    %s s = ((%s *)&%sm[0])[j];\n"+
			"    for (int k = 1; k < %d; k++) {\n        %s *x = (%s *)&%sm[k];\n        %s\n"+
			"    }\n    for (int k = 0; k < %d; k++)\n        ((%s *)&%sm[k])[j] = s;\n}\n", n,
			o.t.name,
			o.t.name, o.name, g.images, o.t.name, o.t.name, o.name, combine,
			g.images, o.t.name, o.name)
		if g.images == 1 && (op == "&&" || op == "||") {
			continue
		}
		name := o.name
		if len(o.dims) == 1 && g.below(3) == 0 {
			name = fmt.Sprintf("%s[0:%d]", o.name, n)
		}
		if g.below(3) == 0 {
			return pair{fmt.Sprintf("\n#pragma xmp reduction(%s : %s) async(7)\n"+
				"#pragma xmp wait_async(7)\n", op, name), mirror}
		}
		return pair{fmt.Sprintf("\n#pragma xmp reduction(%s : %s)\n", op, name), mirror}
	}
	return g.shifted()
}

// node is a node of the array by the image's number.
func (g *generator) node(k string) string {
	if g.base == 0 {
		return "p[" + k + "]"
	}
	return "p(" + k + " + 1)"
}

// broadcast: a variable of one image is sent to all.
func (g *generator) broadcast() pair {
	for range 200 {
		o := g.one()
		if o.pointer || strings.HasPrefix(o.prefix, "volatile") {
			continue
		}
		k := g.below(g.images)
		async := ""
		if g.below(3) == 0 {
			async = " async(3)\n#pragma xmp wait_async(3)"
		}
		node := g.node(fmt.Sprint(k))
		return pair{fmt.Sprintf("\n#pragma xmp bcast(%s) from %s%s\n", o.name, node,
			async), fmt.Sprintf("for (int k = 0; k < %d; k++)\n"+
			"    memmove(&%sm[k], &%sm[%d], sizeof "+
			"%sm[0]);\n", g.images, o.name, o.name, k, o.name)}
	}
	return g.shifted()
}

// wave: each image changes something that it has from the one before.
func (g *generator) wave() pair {
	p := g.fixedPart("(me > 0 ? me - 1 : 0)", (*ctype).integer)
	q := g.fixedPart("me", (*ctype).integer)
	tag := g.below(9)
	body := pair{fmt.Sprintf("%s = small((long)%s + me);", q.co, p.co), fmt.Sprintf(
		"%s = small((long)%s + me);", q.mirror, p.mirror)}
	if g.below(2) == 0 {
		return pair{fmt.Sprintf("{\n%s    if (me > 0) {\n#pragma xmp wait(%s, %d)\n    }\n    %s\n"+
			"    if (me < %d) {\n#pragma xmp post(%s, %d)\n    }\n}\n", me, g.node("(me - 1)"), tag,
			body.co, g.images-1, g.node("(me + 1)"), tag), g.each(body.mirror)}
	}
	return pair{fmt.Sprintf("{\n%s    if (me > 0)\n        xmp_sync_image(me - 1);\n    %s\n"+
		"    if (me < %d)\n        xmp_sync_images(1, (int[]){me + 1});\n}\n", me, body.co,
		g.images-1), g.each(body.mirror)}
}

// task: some images are a team of their own, whose first one has the index 0.
func (g *generator) task() pair {
	lo := g.below(g.images)
	n := 1 + g.below(g.images-lo)
	k := g.below(n)
	g.plain = true
	defer func() { g.plain = false }()
	var p place
	for {
		o := g.one()
		if !o.coarray {
			continue
		}
		image := pair{fmt.Sprint(k), fmt.Sprint(lo + k)}
		if p = g.part(o, 0, &image); p.t.integer() && p.t.class != boolean && !p.bits {
			break
		}
	}
	set := fmt.Sprintf("p(%d:%d)", lo+1, lo+n)
	if g.base == 0 {
		set = fmt.Sprintf("p[%d:%d]", lo, n)
	}
	return pair{fmt.Sprintf("\n#pragma xmp task on %s\n{\n"+
		"    %s += xmpc_this_image() * 3 + 1;\n}\n",
		set, p.co), fmt.Sprintf("for (int me = 0; me < %d; me++)\n    %s += me * 3 + 1;\n", n,
		p.mirror)}
}

// helpers are functions and macros that refer to what all files have.
func (g *generator) helpers() string {
	g.objects = g.shared
	var b strings.Builder
	b.WriteString(g.macroDefinitions())
	for i := range 4 {
		name := pair{fmt.Sprintf("read%d", i), fmt.Sprintf("read%dm", i)}
		names := g.names
		g.names = []string{"i", "k"}
		body := g.number(1)
		o := g.one()
		param := "i"
		if o.local == "" && g.below(3) == 0 { // a parameter that hides an object
			param = o.name
			o.hidden++
			g.names = []string{param, "k"}
			body = g.number(2)
			o.hidden--
		}
		g.names = names
		format := []string{"static long %s(int PARAM, int k)\n{\n    return %s;\n}\n",
			"static inline long %s(int PARAM, int k) { long r = %s; return r; }\n",
			"static long %s(PARAM, k)\n    int PARAM, k;\n{\n    return %s;\n}\n",
			"static __attribute__((noinline)) long %[1]s(int PARAM, int k)\n{\n" +
				"    return PARAM <= 0 ? %[2]s : small(%[1]s(PARAM - 1, k));\n}\n"}[g.below(4)]
		b.WriteString(strings.ReplaceAll(form(format, name, body).co, "PARAM", param))
		b.WriteString(strings.ReplaceAll(form(format, name, body).mirror, "PARAM", param))
		g.readers = append(g.readers, name)
	}
	for i := range 3 {
		name := pair{fmt.Sprintf("change%d", i), fmt.Sprintf("change%dm", i)}
		names := g.names
		g.names = []string{"i", "k"}
		body := g.statement(1 + g.below(2))
		g.names = names
		format := g.pick("static void %s(int i, int k)\n{\n%s}\n",
			"static inline void %s(const int i, const int k)\n{\n%s    (void)i;\n}\n",
			"static void %s(i, k)\n    int i, k;\n{\n%s}\n")
		f := form(format, name, pair{indent(body.co), indent(body.mirror)})
		b.WriteString(f.co + f.mirror)
		g.changes = append(g.changes, name)
	}
	b.WriteString(g.parameters())
	return b.String()
}

// macroDefinitions are macros that stand for coindexed elements.
func (g *generator) macroDefinitions() string {
	var b strings.Builder
	for i := range 3 {
		name := pair{fmt.Sprintf("AT%d", i), fmt.Sprintf("AT%dm", i)}
		g.names, g.plain = []string{"(i)", "(k)"}, true
		p := g.scalarPlace(0, true, func(t *ctype) bool { return t.class != complexes })
		g.names, g.plain = nil, false
		if p.bits {
			continue
		}
		fmt.Fprintf(&b, "#define %s(i, k) %s\n#define %s(i, k) %s\n", name.co, p.co, name.mirror,
			p.mirror)
		g.macros = append(g.macros, place{pair: name, t: p.t, o: p.o})
	}
	return b.String()
}

// parameters is a function whose parameter is a coarray.
func (g *generator) parameters() string {
	for range 50 {
		o := g.one()
		if !o.coarray || o.pointer || len(o.dims) == 0 || !o.t.integer() ||
			o.origin != 0 || o.grid ||
			strings.HasPrefix(o.prefix, "volatile") {
			continue
		}
		d := written(o.dims)
		rest := written(o.dims[1:])
		co := g.pick("x"+d+":[*]", "x[]"+rest+":[*]", "(*x)"+rest+":[*]")
		at := fmt.Sprintf("[i %% %d]", o.dims[0])
		for _, n := range o.dims[1:] {
			at += fmt.Sprintf("[%d]", g.below(n))
		}
		op := g.pick("=", "+=", "^=")
		text := fmt.Sprintf("static void by(int i, int k, %s %s)\n{\n    x%s:[k] %s i + 2;\n}\n"+
			"static void bym(int i, int k, %s (*x)%s)\n{\n    x[k]%s %s i + 2;\n}\n", o.t.name, co,
			at,
			op, o.t.name, d, at, op)
		if o.t.class == boolean && op == "^=" {
			continue
		}
		text += fmt.Sprintf("static void change9(int i, int k) { by(i, k, %s); }\n"+
			"static void change9m(int i, int k) { bym(i, k, %sm); }\n", o.name, o.name)
		g.changes = append(g.changes, pair{"change9", "change9m"})
		return text
	}
	return ""
}
