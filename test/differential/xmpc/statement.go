package xmpc

import (
	"fmt"
	"strings"
)

// statement is a statement or a block of them.
func (g *generator) statement(depth int) pair {
	if depth == 0 {
		return g.simple()
	}
	switch g.below(13) {
	case 0:
		return form("if %s {\n%s} else {\n%s}\n", paren(g.test(1)), g.body(depth), g.body(depth))
	case 1:
		return g.loop(depth)
	case 2:
		return form(g.pick("switch (small(%s) %% 4) {\ncase 0:\n%scase 2:\n%s    break;\n"+
			"default:\n%s}\n", "switch (small(%s) %% 7) {\ndefault:\n%scase 1 ... 3:\n%s"+
			"    break;\ncase 5:;\n%s}\n"), g.number(1), g.body(depth), g.body(depth),
			g.body(depth))
	case 3, 4, 5, 6:
		return g.section()
	case 7:
		return g.shadow(depth)
	case 8:
		return g.dynamic(depth)
	case 9:
		return g.pointer(depth)
	case 10:
		return g.again(depth)
	case 11:
		if len(g.changes) > 0 {
			f := g.changes[g.below(len(g.changes))]
			return form(f.co+"(small(%s) %% 5, %s);\n", g.number(1), g.at(g.images, 0)).instead(f)
		}
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

// within generates something in whose scope there is one more small number.
func (g *generator) within(name string, text func() pair) pair {
	before := g.names
	g.names = append(append([]string{}, before...), name)
	defer func() { g.names = before }()
	return text()
}

// loop is a loop with an index of its own, which may be left or go on in the middle.
func (g *generator) loop(depth int) pair {
	g.loops++
	defer func() { g.loops-- }()
	i := fmt.Sprintf("i%d", g.loops)
	last := 1 + g.below(6)
	return g.within(i, func() pair {
		middle := pair{"", ""}
		if g.below(2) == 0 {
			middle = form("    if %s\n        "+g.pick("break", "continue")+";\n", paren(g.test(1)))
		}
		body, more, test := g.body(depth), g.body(depth), g.test(1)
		switch g.below(3) {
		case 0:
			return form(fmt.Sprintf("for (int %s = 0; %s < %d; %s++) {\n%%s%%s%%s}\n", i, i,
				last, i), body, middle, more)
		case 1:
			return form(fmt.Sprintf(
				"{\n    int %s = 0;\n    for (; %s < %d && %%s; %s++) {\n%%s%%s%%s    }\n}\n", i, i,
				last, i), test, body, middle, more)
		}
		return form(
			fmt.Sprintf("{\n    int %s = 0;\n    do {\n%%s%%s    } while (++%s < %d && %%s);\n}\n",
				i, i, last), body, middle, test)
	})
}

// again is a block to which a goto goes back.
func (g *generator) again(depth int) pair {
	g.serial++
	l := fmt.Sprintf("l%d", g.serial)
	return form("{\n    int "+l+"c = 0;\n"+l+":;\n%s    if (++"+l+"c < 3 && %s)\n        goto "+l+
		";\n}\n", g.body(depth), g.test(1))
}

// shadow is a block in which the name of an object means something else.
func (g *generator) shadow(depth int) pair {
	o := g.one()
	if o.local != "" || len(g.objects) < 4 {
		return g.simple()
	}
	o.hidden++ // from its declarator on
	defer func() { o.hidden-- }()
	first := g.number(1)
	switch n := o.name; g.below(5) {
	case 0:
		return g.within(n, func() pair {
			return form("{\n    int "+n+" = small(%s) %% 9;\n%s}\n", first, g.body(depth))
		})
	case 1:
		return g.within(n, func() pair {
			return form("for (int "+n+" = small(%s) %% 3; "+n+" < 4; "+n+"++) {\n%s}\n", first,
				g.body(depth))
		})
	case 2:
		return g.within(n+"[1]", func() pair {
			return form("{\n    unsigned "+n+"[2] = {7, small(%s)};\n%s}\n", first, g.body(depth))
		})
	case 3:
		g.serial++
		v := fmt.Sprintf("v%d", g.serial)
		return g.within(v, func() pair {
			return form("{\n    typedef int "+n+";\n    "+n+" "+v+" = small(%s);\n%s}\n", first,
				g.body(depth))
		})
	}
	return g.within(o.name, func() pair {
		return form("{\n    enum { "+o.name+" = 3 };\n%s}\n", g.body(depth))
	})
}

// with generates something where there is one more object.
func (g *generator) with(o *object, text func() pair) pair {
	before := g.objects
	g.objects = append(append([]*object{}, before...), o, o)
	defer func() { g.objects = before }()
	return text()
}

// dynamic is a block with an array whose bound is not constant.
func (g *generator) dynamic(depth int) pair {
	g.serial++
	v, n := fmt.Sprintf("v%d", g.serial), 2+g.below(4)
	o := &object{name: v, t: g.typ, dims: []int{n}, local: v}
	bound := form(fmt.Sprintf("small(%%s) * 0 + %d", n), g.number(0))
	first := g.number(1)
	return g.with(o, func() pair {
		return form(fmt.Sprintf("{\n    const int %[1]sn = %%s;\n    %[2]s %[1]s[%[1]sn];\n"+
			"    for (int j = 0; j < %[1]sn; j++)\n        %[1]s[j] = (%[2]s)(j + small(%%s));\n"+
			"%%s}\n", v, g.typ.name), bound, first, g.body(depth))
	})
}

// pointer is a block with a pointer to elements that this image has.
func (g *generator) pointer(depth int) pair {
	of := g.one()
	if len(of.dims) == 0 || of.local != "" {
		return g.simple()
	}
	g.serial++
	q := fmt.Sprintf("q%d", g.serial)
	last := len(of.dims) - 1
	o := &object{name: q, t: of.t, dims: of.dims[last:], pointer: true, local: q}
	at := ""
	for _, n := range of.dims[:last] {
		at += fmt.Sprintf("[%d]", g.below(n))
	}
	return g.with(o, func() pair {
		first := pair{of.name + at, of.mirror("who") + at}
		return form("{\n    "+strings.TrimPrefix(of.prefix, "static ")+of.t.name+" *"+q+
			" = %s;\n%s}\n", first, g.body(depth))
	})
}

// simple is an assignment to an element.
func (g *generator) simple() pair {
	if g.below(8) == 0 {
		return g.whole()
	}
	if g.below(10) == 0 {
		return g.atomic()
	}
	if m := g.macro(); m != nil && g.below(8) == 0 {
		return form(m.co+"(small(%s), %s) "+g.pick("=", "+=", "-=")+" small(%s);\n", g.number(0),
			g.at(g.images, 0), g.number(1)).instead(m.pair)
	}
	g.counted = true
	to := g.scalarPlace(1, true, anyType)
	g.counted = false
	switch g.below(7) {
	case 0:
		return form("%s += small(%s);\n", to.pair, g.number(2))
	case 1:
		return form("%s -= small(%s);\n", to.pair, g.number(1))
	case 2, 3:
		return g.update(to)
	case 4:
		g.plain = true
		first := g.scalarPlace(0, true, func(t *ctype) bool { return t.class != complexes })
		second := g.scalarPlace(0, true, func(t *ctype) bool { return t.class != complexes })
		g.plain = false
		return form(g.pick("%s = %s = small(%s);\n", "%s = small((long)(%s = small(%s)));\n",
			"(void)%s, %s = small(%s);\n"), first.pair, second.pair, g.number(1))
	}
	return form("%s = %s;\n", to.pair, g.right(to.t, 2))
}

// whole assigns a structure, or union.
func (g *generator) whole() pair {
	for range 30 {
		if to := g.part(g.one(), 1, nil); !to.t.scalar() {
			return form("%s = %s;\n", to.pair, g.literal(to.t, 1))
		}
	}
	return form("{\n    struct cell t = %s;\n    %s = small(t.n);\n}\n", g.literal(g.types[len(
		g.types)-1], 1), g.scalarPlace(1, true, anyType).pair)
}

// atomic calls one of the procedures for atomic objects.
func (g *generator) atomic() pair {
	for range 30 {
		p := g.scalarPlace(1, true, func(t *ctype) bool {
			return t.name == "int" || t.name == "long"
		})
		if p.bits || strings.HasPrefix(p.o.prefix, "volatile") || p.o.local != "" {
			continue
		}
		switch k := g.below(4); g.below(3) {
		case 0:
			return form([]string{"xmp_atomic_add", "xmp_atomic_and", "xmp_atomic_or",
				"xmp_atomic_xor"}[k]+"(%s, small(%s));\n", p.pair, g.number(1)).mirrored(
				[]string{"ADD", "AND", "OR", "XOR"}[k])
		case 1:
			return form("%s = small("+[]string{"xmp_atomic_fetch_add", "xmp_atomic_fetch_and",
				"xmp_atomic_fetch_or", "xmp_atomic_fetch_xor"}[k]+"(%s, small(%s)));\n",
				both("LOCAL"), p.pair, g.number(1)).mirrored([]string{"FETCH_ADD", "FETCH_AND",
				"FETCH_OR", "FETCH_XOR"}[k]).local(g)
		}
		return form("xmp_atomic_define(%s, small(%s));\n", p.pair, g.number(1)).mirrored("DEFINE")
	}
	return both(";\n")
}

// mirrored has the macro stand for the procedure in the mirror's text.
func (p pair) mirrored(macro string) pair {
	at := strings.Index(p.mirror, "xmp_atomic_")
	end := at + strings.Index(p.mirror[at:], "(")
	return pair{p.co, p.mirror[:at] + macro + p.mirror[end:]}
}

// update changes an element by the operators that the type has, whose values are used or not.
func (g *generator) update(to place) pair {
	n := form("small(%s)", g.number(1))
	real := ""
	if to.t.class == complexes {
		real = "__real__ "
	}
	switch g.below(7) {
	case 0:
		return form(g.pick("%s++;\n", "++%s;\n", "%s--;\n", "--%s;\n"), to.pair)
	case 1:
		return form("%s = small((long)"+real+"("+g.pick("%s++", "--%s")+"));\n", both("LOCAL"),
			to.pair).local(g)
	case 2:
		return form("%s = small((long)"+real+"(%s "+g.pick("+=", "-=")+" %s));\n", both("LOCAL"),
			to.pair, n).local(g)
	case 3:
		if to.t.integer() {
			return form("%s "+g.pick("|=", "&=", "^=", ">>=")+" %s %% 8;\n", to.pair, n)
		}
	case 4:
		return form("for (int c = 0; c < 3 && ((void)%s++, %s); c++)\n    %s = c;\n", to.pair,
			g.test(1), both("LOCAL")).local(g)
	case 5:
		op := g.pick("+=", "-=", "=")
		return form("if ("+real+"(%s "+op+" %s) && %s)\n    %s = 5;\n", to.pair,
			n, g.test(0), both("LOCAL")).local(g)
	}
	return form("%s /= 1 + %s %% 5;\n", to.pair, n)
}

// local puts an element of the local array in a text's place for one.
func (p pair) local(g *generator) pair {
	j := fmt.Sprint(g.below(columns))
	for _, o := range g.objects {
		if o.name == "w" && o.hidden > 0 {
			return pair{replaceFirst(p.co, "LOCAL", "a[1]["+j+"]"),
				replaceFirst(p.mirror, "LOCAL", "am[who][1]["+j+"]")}.unhidden(g)
		}
	}
	return pair{replaceFirst(p.co, "LOCAL", "w["+j+"]"),
		replaceFirst(p.mirror, "LOCAL", "wm[who]["+j+"]")}
}

// unhidden is the statement, or none if the coarray's name means something else, too.
func (p pair) unhidden(g *generator) pair {
	for _, o := range g.objects {
		if o.name == "a" && o.hidden > 0 {
			return both(";\n")
		}
	}
	return p
}
