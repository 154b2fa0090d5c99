package differential

import "fmt"

// statement chooses one statement.
func (g *generator) statement() pair {
	choices := []func() pair{
		g.assignment, g.assignment, g.assignment, g.assignment, g.part, g.masked, g.loop, g.forall,
		g.constructor, g.reduction, g.output, g.condition, g.whole,
	}
	return choices[g.rng.IntN(len(choices))]()
}

func (g *generator) pick(list []string) string { return list[g.rng.IntN(len(list))] }

// operand is a reference of the shape, or a scalar.
func (g *generator) operand(shape []int) pair {
	for range 5 {
		if subs, ok := g.conforming(shape); ok {
			return g.holder(g.anyTarget(), subs)
		}
	}
	return g.element()
}

func (g *generator) element() pair {
	subs, _ := g.conforming(nil)
	return g.holder(g.anyTarget(), subs)
}

// expression of the case's type.
func (g *generator) expression(shape []int, depth int) pair {
	if depth == 0 || g.rng.IntN(3) == 0 {
		if g.rng.IntN(6) == 0 && g.kind.literal != nil {
			return both(g.pick(g.kind.literal))
		}
		return g.operand(shape)
	}
	x, y := g.expression(shape, depth-1), g.expression(shape, depth-1)
	switch g.kind.class {
	case integerClass:
		if g.kind.name == "integer(2)" {
			return form(g.pick([]string{"max(%s, %s)", "ieor(%s, %s)", "min(%s, %s)"}), x, y)
		}
		return form(
			g.pick([]string{"(%s + %s)", "(%s - %s)", "max(%s, %s)", "mod(%s, 100 + 0*abs(%s))"}),
			x, y)
	case realClass:
		return form(g.pick([]string{"(%s + %s)", "(%s - %s)", "(%s + 0.5*%s)", "min(%s, %s)"}), x,
			y)
	case complexClass:
		return form(g.pick([]string{"(%s + %s)", "(%s - conjg(%s))"}), x, y)
	case logicalClass:
		return form(g.pick([]string{"(%s .and. %s)", "(%s .or. .not. %s)", "(%s .neqv. %s)"}), x, y)
	case characterClass:
		return form(g.pick([]string{"%s // %s", "merge(%s, %s, .true.)", "max(%s, %s)"}), x, y)
	}
	return x
}

// assignment of a section or element to a section, on either side any image's.
func (g *generator) assignment() pair {
	// .and. and .or. need not evaluate both operands; gfortran 12 evaluates a CHARACTER scalar once
	// for each element that it is assigned to.
	if g.kind.class == logicalClass || g.kind.class == characterClass {
		g.quiet = true
		defer func() { g.quiet = false }()
	}
	subs, shape := g.section(true)
	t := g.anyTarget()
	right := g.expression(shape, 2)
	if g.kind.class == cellClass {
		right = g.operand(shape)
	}
	if g.kind.class == characterClass { // operands of max and merge must have one length
		right = g.operand(shape)
		// gfortran 12 lets the temporary of an array's concatenation share memory with local
		// variables
		if len(shape) == 0 {
			right = form("%s // %s", right, g.operand(shape))
		}
	}
	return form("%s = %s\n", g.holder(t, subs), right)
}

// part assigns components, substrings and parts of complex numbers.
func (g *generator) part() pair {
	g.quiet = true // MERGE need not evaluate what it does not take
	defer func() { g.quiet = false }()
	subs, shape := g.section(true)
	left, right := g.holder(g.anyTarget(), subs), g.operand(shape)
	switch g.kind.class {
	case cellClass:
		forms := []string{"%s%%n = %s%%n + 1\n", "%s%%v(2) = 2*%s%%v(1)\n",
			"%s%%z = conjg(%s%%z)\n", "%s%%z%%re = %s%%v(3)\n", "%s%%v(1) = %s%%n\n",
			"%s%%s(2:3) = merge('uv', 'xy', mod(%s%%n, 2) == 0)\n", "%s%%n = iachar(%s%%s(2:2))\n"}
		// gfortran 12 crashes on t(4:1:-1)%s(2:3) = t(1:4)%s(1:2), coarray or not: from substring
		// to substring only for elements.
		if len(shape) == 0 {
			forms = append(forms, "%s%%s = %s%%s(2:3)\n", "%s%%s(2:3) = %s%%s(1:2)\n")
		}
		return form(g.pick(forms), left, right)
	case characterClass:
		return form(g.pick([]string{"%s(2:4) = %s(1:3)\n", "%s(:2) = %s(4:)\n", "%s = %s(3:3)\n"}),
			left, right)
	case complexClass:
		return form(g.pick([]string{"%s%%re = %s%%im\n", "%s%%im = -%s%%re\n", "%s = %s%%re\n"}),
			left, right)
	case integerClass, realClass:
		return form("%s = %s\n", left,
			form(g.pick([]string{"merge(%s, %s, .true.)", "(%s + 0*%s)"}), right, g.operand(shape)))
	}
	return g.assignment()
}

// test is a mask of the shape.
func (g *generator) test(shape []int) pair { return g.testOf(g.operand(shape)) }

// fullMask is a mask that has the shape even if no operand could be found: WHERE needs an array.
func (g *generator) fullMask(subs pair, shape []int) pair {
	for range 5 {
		if m := g.test(shape); m.co != "" {
			if probe, ok := g.conforming(shape); ok {
				return g.testOf(g.holder(g.anyTarget(), probe))
			}
		}
	}
	return g.testOf(g.holder(work, subs))
}

func (g *generator) testOf(x pair) pair {
	switch g.kind.class {
	case integerClass:
		return form("mod(%s, 2) == 0", x)
	case realClass:
		return form("%s > 500", x)
	case complexClass:
		return form("%s%%re > 3", x)
	case logicalClass:
		return x
	case characterClass:
		return form("%s > 'c'", x)
	}
	return form("mod(%s%%n, 2) == 0", x)
}

// masked is a WHERE statement or construct.
func (g *generator) masked() pair {
	g.quiet = true
	defer func() { g.quiet = false }()
	subs, shape := g.section(true)
	if len(shape) == 0 {
		return g.condition()
	}
	t := g.anyTarget()
	left, mask := g.holder(t, subs), g.fullMask(subs, shape)
	if g.kind.class == cellClass {
		left = form("%s%%n", left)
		return form("where (%s) %s = %s%%n + 3\n", mask, left, g.operand(shape))
	}
	if g.rng.IntN(2) == 0 {
		return form("where (%s) %s = %s\n", mask, left, g.operand(shape))
	}
	return form("where (%s)\n  %s = %s\nelsewhere\n  %s = %s\nend where\n", mask, left,
		g.operand(shape), left, g.operand(shape))
}

// line chooses subscripts of a line through the array: dimension d runs, the index is v.
func (g *generator) line(index string) (subs func() pair, first, last int) {
	d := g.rng.IntN(len(g.a.extent))
	first, last = g.a.low[d], g.a.low[d]+g.a.extent[d]-1
	mirrored := fmt.Sprintf("%d - %s", first+last, index)
	return func() pair {
		var list []pair
		for e := range g.a.extent {
			switch {
			case e != d:
				list = append(list, both(fmt.Sprint(g.a.low[e]+g.rng.IntN(g.a.extent[e]))))
			case g.rng.IntN(2) == 0:
				list = append(list, both(index))
			default:
				list = append(list, both(mirrored))
			}
		}
		return join(list)
	}, first, last
}

// loop assigns elements one after the other.
func (g *generator) loop() pair {
	subs, first, last := g.line("i")
	image := g.holder(g.anyTarget(), subs())
	source := g.holder(g.anyTarget(), subs())
	body := form("  %s = %s\n", image, source)
	if g.rng.IntN(2) == 0 {
		body = form("  if (%s) %s = %s\n", g.testOf(g.holder(g.anyTarget(), subs())), image, source)
	}
	head := fmt.Sprintf("do i = %d, %d\n", first, last)
	if g.rng.IntN(3) == 0 {
		head = fmt.Sprintf("do i = %d, %d, -1\n", last, first)
	}
	return form(head+"%send do\n", body)
}

// forall assigns a line at once.
func (g *generator) forall() pair {
	subs, first, last := g.line("i")
	left, right := g.holder(g.anyTarget(), subs()), g.holder(g.anyTarget(), subs())
	if g.rng.IntN(2) == 0 {
		return form(fmt.Sprintf("forall (i = %d:%d) %%s = %%s\n", first, last), left, right)
	}
	return form(fmt.Sprintf("forall (i = %d:%d, %%s)\n  %%s = %%s\nend forall\n", first, last),
		g.testOf(g.holder(g.anyTarget(), subs())), left, right)
}

// constructor builds a line by an implied DO and assigns it to one of the local array.
func (g *generator) constructor() pair {
	subs, first, last := g.line("i")
	d := g.rng.IntN(len(g.a.extent))
	var list []pair
	for e := range g.a.extent {
		if e == d {
			list = append(list, both(fmt.Sprintf("%d:%d", g.a.low[d], g.a.low[d])))
		} else {
			list = append(list, both(fmt.Sprint(g.a.low[e])))
		}
	}
	left := g.holder(g.anyTarget(), join(list))
	pickFrom := fmt.Sprint(first + g.rng.IntN(last-first+1))
	return form("block\n  "+g.kind.name+", allocatable :: v(:)\n  v = [(%s, i = "+
		fmt.Sprintf("%d, %d)]", first, last)+"\n  %s = v("+
		fmt.Sprintf("%s - (%d)", pickFrom, first-1)+
		")\nend block\n", g.holder(g.remote(), subs()), left)
}

// reduction uses array functions, whose arguments are sections.
func (g *generator) reduction() pair {
	subs, shape := g.section(false)
	if len(shape) == 0 {
		return g.condition()
	}
	x := g.holder(g.remote(), subs)
	switch g.kind.class {
	case realClass:
		// gfortran before 12.4, at -O3 or with -fvect-cost-model=dynamic, adds some elements twice
		// to a sum in which the innermost of several loops goes backwards (GCC's bug 110381).
		if len(shape) > 1 {
			return form(g.pick([]string{"write (t%s, *) maxval(%s)\n",
				"write (t%s, *) minloc(%s)\n"}), pair{"0", "1"}, x)
		}
		fallthrough
	case integerClass:
		return form(
			g.pick([]string{"write (t%s, *) sum(%s)\n", "write (t%s, *) maxval(%s)\n",
				"write (t%s, *) minloc(%s)\n"}), pair{"0", "1"}, x)
	case complexClass:
		if len(shape) > 1 { // the same fault
			return form("write (t%s, *) %s\n", pair{"0", "1"}, x)
		}
		return form("write (t%s, *) sum(%s)\n", pair{"0", "1"}, x)
	case logicalClass:
		return form("write (t%s, *) count(%s), any(%s)\n", pair{"0", "1"}, x, x)
	case characterClass:
		return form("write (t%s, *) len_trim(%s)\n", pair{"0", "1"}, x)
	}
	return form("write (t%s, *) sum(%s%%n)\n", pair{"0", "1"}, x)
}

// output writes a section to an internal file.
func (g *generator) output() pair {
	subs, _ := g.section(false)
	x := g.holder(g.remote(), subs)
	if g.kind.class == cellClass {
		x = form(g.pick([]string{"%s%%n", "%s%%v(2)", "%s%%s"}), x)
	}
	return form("write (t%s, *) %s\n", pair{"0", "1"}, x)
}

// condition tests an element.
func (g *generator) condition() pair {
	x, y, z := g.element(), g.element(), g.element()
	subs, _ := g.conforming(nil)
	left := g.holder(g.anyTarget(), subs)
	return form("if (%s) then\n  %s = %s\nelse if (%s) then\n  %s = %s\nend if\n", g.testOf(x),
		left, y, g.testOf(z), left, x)
}

// whole copies all of the array.
func (g *generator) whole() pair {
	return form("%s = %s\n", g.holder(g.anyTarget(), g.all()), g.holder(g.anyTarget(), g.all()))
}

func (g *generator) all() pair {
	var list []pair
	for range g.a.extent {
		list = append(list, both(":"))
	}
	return join(list)
}
