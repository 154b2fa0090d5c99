package xmpc

import "fmt"

// value is the number that an element has.
func (g *generator) value(depth int) pair {
	counted := g.counted
	g.counted = false
	defer func() { g.counted = counted }()
	p := g.scalarPlace(depth, false, anyType)
	if p.t.class == complexes {
		return form("(long)"+g.pick("__real__ ", "__imag__ ")+"%s", p.pair)
	}
	return form("(long)%s", p.pair)
}

// number is an expression whose value is the same wherever it is computed.
func (g *generator) number(depth int) pair {
	if depth <= 0 || g.below(3) == 0 {
		if g.below(4) == 0 {
			return both(fmt.Sprint(1 + g.below(20)))
		}
		return g.value(depth - 1)
	}
	if g.below(3) == 0 {
		return g.unusual(depth)
	}
	x, y := g.number(depth-1), g.number(depth-1)
	switch g.below(8) {
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
	case 5:
		return form("(small(%s) * small(%s))", x, y)
	case 6:
		return form("(%s ?: %s)", x, y)
	}
	return form("(%s %% 7)", x)
}

// unusual is a form of C in which a coindexed object may stand.
func (g *generator) unusual(depth int) pair {
	counted := g.counted
	g.counted = false
	defer func() { g.counted = counted }()
	x, y := g.number(depth-1), g.number(depth-1)
	p := g.scalarPlace(depth-1, false, (*ctype).real)
	g.serial++
	v := fmt.Sprintf("e%d", g.serial)
	switch g.below(14) {
	case 0:
		if !p.bits {
			return form(g.pick("(long)sizeof(%s)", "(long)sizeof %s",
				"(long)sizeof(__typeof__(%s))",
				"(long)__alignof__(%s)"), p.pair)
		}
	case 1:
		return form("_Generic((%s), char: 1, signed char: 2, short: 3, int: 4, unsigned: 5, "+
			"long: 6, float: 7, double: 8, _Bool: 9, default: 10)", p.pair)
	case 2:
		return form("__extension__ ({ "+p.t.name+" "+v+" = %s; long "+v+"b = %s; (long)"+v+" + "+v+
			"b; })", p.pair, x)
	case 3:
		return form("((const long [3]){%s, %s, 4}[%s])", x, y, g.at(3, depth-1))
	case 4:
		return form("((struct { int f; long l[2]; }){ .l = { [1] = %s }, .f = small(%s) }).l[%s]",
			x, y, g.at(2, 0))
	case 5:
		return form("(long)("+g.pick("unsigned char", "short", "double", "_Bool", "unsigned long")+
			")(%s)", x)
	case 6:
		return form("(small(%s) "+g.pick("<<", ">>", "&", "|", "^")+" %s)", x, g.at(5, 0))
	case 7:
		return form("("+g.pick("-", "~", "!", "+")+"%s)", x)
	case 8, 9, 10:
		if len(g.readers) > 0 {
			f := g.readers[g.below(len(g.readers))]
			return form(f.co+"(small(%s) %% 5, %s)", x, g.at(g.images, 0)).instead(f)
		}
	case 11:
		if m := g.macro(); m != nil {
			return form("(long)"+m.co+"(small(%s), %s)", x, g.at(g.images, 0)).instead(m.pair)
		}
	case 12:
		return form("(__builtin_expect(sizeof(%s) > 100, 0) + __builtin_expect(%s, 1))",
			p.forSize(), x)
	}
	return form("(long)("+g.pick("%s == %s", "%s < %s", "%s != %s")+")", p.pair, x)
}

// forSize is the place, or a number where it is a bit-field.
func (p place) forSize() pair {
	if p.bits {
		return both("1")
	}
	return p.pair
}

// macro is one that refers to an object which can be named here; nil: none.
func (g *generator) macro() *place {
	if len(g.macros) == 0 {
		return nil
	}
	m := &g.macros[g.below(len(g.macros))]
	if m.o.hidden > 0 {
		return nil
	}
	return m
}

// instead has the mirror's name stand in the mirror's text.
func (p pair) instead(name pair) pair {
	return pair{p.co, replaceFirst(p.mirror, name.co+"(", name.mirror+"(")}
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

// literal is a compound literal of a structure, or an object of it.
func (g *generator) literal(t *ctype, depth int) pair {
	if t.class == union || g.below(2) == 0 {
		for range 40 {
			if p := g.part(g.one(), depth, nil); p.t == t {
				return p.pair
			}
		}
	}
	if t.class == union {
		return form("((union u0){ .u = small(%s) })", g.number(depth))
	}
	text := both("(" + t.name + "){ ")
	for _, m := range t.members {
		switch {
		case g.below(4) == 0:
		case !m.t.scalar():
			if len(m.dims) == 0 {
				text = form("%s."+m.name+" = %s, ", text, g.literal(m.t, 0))
			}
		case len(m.dims) == 0:
			text = form("%s."+m.name+" = %s, ", text, g.right(m.t, depth))
		default:
			at := ""
			for _, n := range m.dims {
				at += fmt.Sprintf("[%d]", g.below(n))
			}
			text = form("%s."+m.name+at+" = %s, ", text, g.right(m.t, depth))
		}
	}
	return form("(%s})", text)
}

// right is what a type's element is assigned.
func (g *generator) right(t *ctype, depth int) pair {
	if !t.scalar() {
		return g.literal(t, depth)
	}
	if g.below(4) == 0 {
		for range 20 {
			if p := g.part(g.one(), depth, nil); p.t.name == t.name {
				return p.pair
			}
		}
	}
	switch t.class {
	case complexes:
		return form("(small(%s) + small(%s) * 1.0i)", g.number(depth), g.number(depth-1))
	case boolean, signed, unsigned:
		if g.below(2) == 0 {
			return g.number(depth)
		}
	}
	return form("small(%s)", g.number(depth))
}
