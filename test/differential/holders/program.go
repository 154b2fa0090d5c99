package holders

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// images is how many run a program.
const images = 3

// newCase makes the case of a number; nil: chance found none.
func newCase(seed uint64, k int, o Options) *kase {
	list := uses
	if o.CAF {
		list = usesOfCAF
	}
	u := list[rand.New(rand.NewPCG(seed, uint64(k))).IntN(len(list))]
	for try := range 99 {
		c := &kase{rng: rand.New(rand.NewPCG(seed, uint64(k*100+try+1))), k: k,
			control: o.Control, narrow: o.Narrow, caf: o.CAF, images: images}
		c.tell("use: %s", u.name)
		c.objects()
		if u.use(c, c.x, c.z, c.y) {
			c.nest()
			return c
		}
	}
	return nil
}

// objects chooses the objects of a case, and what holds them.
func (c *kase) objects() {
	c.place = place(c.n(int(places)))
	c.calls = c.n(2) == 0
	c.leaf = c.leafType()
	shared := c.around(c.leaf, false)
	typeOf := func(deep bool) *Type {
		if c.n(3) == 0 {
			return shared
		}
		return c.around(c.leaf, deep)
	}
	x, z := c.coarray(typeOf(true)), c.coarray(typeOf(false))
	y := c.local(c.maybeByLength(typeOf(true)))
	for range c.n(3) {
		if w, ok := c.hold(&c.outer, y); ok {
			y = w
		}
	}
	if c.n(6) == 0 {
		x = c.coassociate(&c.outer, x)
	}
	c.enterTeam()
	if c.calls {
		if !c.seen(y) || c.n(2) == 0 {
			y = c.dummy(y)
		}
		if !c.seen(x.View) || c.n(2) == 0 {
			x = c.codummy(x)
		}
		if !c.seen(z.View) || c.n(2) == 0 {
			z = c.codummy(z)
		}
		for range c.n(2) {
			if w, ok := c.hold(&c.inner, y); ok {
				y = w
			}
		}
		if c.n(6) == 0 && !x.assumed {
			x = c.coassociate(&c.inner, x)
		}
	}
	c.x, c.z, c.y = c.inTeam(x), c.inTeam(z), y
}

// maybeByLength puts a type into one with a length parameter. gfortran knows such types only as
// those of local objects, and often not even there.
func (c *kase) maybeByLength(t *Type) *Type {
	if c.narrow || t.deep() || t.class == 'd' && t.param > 0 || c.n(16) > 0 {
		return t
	}
	n := 2 + c.n(3)
	if t.class == 'c' {
		n = t.length
	}
	w := c.define(comp{name: "pad", t: &Type{class: 'i', kind: 1}},
		comp{name: "w", t: t, dims: []dim{{1, n}}})
	w.length = n
	c.tell("a length parameter")
	return w
}

// seen tells whether the inner procedure sees a view.
func (c *kase) seen(v View) bool {
	if v.module {
		return true
	}
	// an associate name of the outer procedure is no name of the internal one's host
	for _, o := range c.outer.open {
		if strings.HasPrefix(o, "associate ("+v.head+" ") ||
			strings.HasPrefix(o, "block") && strings.Contains(o, ":: "+v.head) ||
			strings.HasPrefix(o, "select type ("+v.head+" ") {
			return false
		}
	}
	return c.hostSeen()
}

// Program is a set of cases.
type Program struct {
	seed    uint64
	control bool
	caf     bool
	cases   []*kase
}

// Options are what is made of a seed.
type Options struct {
	Control bool             // without coarrays, for one image
	Narrow  bool             // no numbers of more than 8 bytes
	CAF     bool             // CAF 2.0
	Count   int              // so many cases
	Keep    func(k int) bool // those that are made; nil: all
}

// Generate makes the cases of a seed.
func Generate(seed uint64, o Options) *Program {
	p := &Program{seed: seed, control: o.Control, caf: o.CAF}
	for k := range o.Count {
		if o.Keep != nil && !o.Keep(k+1) {
			continue
		}
		if c := newCase(seed, k+1, o); c != nil {
			p.cases = append(p.cases, c)
		}
	}
	return p
}

const base = `module base
use iso_fortran_env
implicit none
logical :: free
integer :: me = 1, ni = 1, nx = 1, pv = 1, st = 0, one = 1, wrong = 0
character(300) :: lines(2000)
%scontains
pure integer function iv(unit)
integer, intent(in) :: unit
iv = mod(unit*7 + me*31, 90) + 1
end function
pure integer function rolled(image) ! the index of an image in team tr
integer, intent(in) :: image
rolled = mod(image, ni) + 1
end function
pure integer function half(image) ! the team ts of an image
integer, intent(in) :: image
half = 1 + image/3
end function
pure integer function place(image) ! the index of an image in team ts
integer, intent(in) :: image
place = merge(image, 1, image < 3)
end function
pure integer function id(n)
integer, intent(in) :: n
id = n
end function
subroutine eq(k, unit, got, want)
integer, intent(in) :: k, unit, got, want
if (got == want) return
wrong = wrong + 1
if (wrong < 20) print '(*(g0))', 'DIFFERS case ', k, ' image ', me, ' unit ', unit, ': ', got, &
', not ', want
end subroutine
end module
`

// Source is the program's text.
func (p *Program) Source() string {
	var b strings.Builder
	fmt.Fprintf(&b, base, map[bool]string{false: "type(team_type) :: tm, tr, ts\n" +
		"type teams\ntype(team_type) :: t(3)\nend type\n" +
		"type(teams) :: held\n"}[p.control || p.caf])
	var main []string
	for _, c := range p.cases {
		main = append(main, c.write(&b)...)
	}
	b.WriteString("program crossing\nuse base\n")
	for _, c := range p.cases {
		fmt.Fprintf(&b, "use m%d\n", c.k)
	}
	b.WriteString("implicit none\n")
	if p.control {
		b.WriteString("character(1) :: image\ncall get_command_argument(1, image)\n" +
			"read (image, *) me\nnx = me\npv = me\nni = 3\n")
	} else {
		b.WriteString("me = this_image()\nni = num_images()\nnx = mod(me, ni) + 1\n" +
			"pv = mod(me + ni - 2, ni) + 1\n")
	}
	if !p.control && !p.caf {
		b.WriteString("tm = get_team()\n" +
			"form team (7, tr, new_index=rolled(me))\nform team (half(me), ts)\n" +
			"form team (7, held%t(2), new_index=rolled(me))\n")
	}
	for _, c := range p.cases {
		fmt.Fprintf(&b, "call case%d\n", c.k)
	}
	if !p.control {
		b.WriteString("sync all\n")
	}
	if p.control {
		b.WriteString("me = 1\n")
	}
	b.WriteString("if (wrong > 0) error stop\nif (me == 1) print '(a)', 'PASS'\n")
	if len(main) > 0 {
		b.WriteString("contains\n")
		writeLines(&b, main)
	}
	b.WriteString("end program\n")
	return b.String()
}

// writeLines continues long lines.
func writeLines(b *strings.Builder, lines []string) {
	for _, l := range strings.Split(strings.Join(lines, "\n"), "\n") {
		for len(l) > 100 && l[0] != '!' {
			at := strings.LastIndexAny(l[:100], " ,")
			if at < 50 {
				at = 99
			}
			b.WriteString(l[:at+1] + "&\n")
			l = "&" + l[at+1:]
		}
		b.WriteString(l + "\n")
	}
}

// write writes a case's module, and returns its procedures of the main program.
func (c *kase) write(b *strings.Builder) (main []string) {
	var m []string
	for _, t := range c.told {
		m = append(m, "! "+strings.ReplaceAll(t, "\n", " "))
	}
	m = append(m, fmt.Sprintf("module m%d", c.k), "use base", "implicit none")
	done := map[*Type]bool{}
	for _, t := range c.types {
		m = append(m, t.define(done)...)
	}
	m = append(m, c.module.decls...)
	outer, inner := c.outerLines(), c.innerLines()
	name := fmt.Sprintf("case%d", c.k)
	if c.place == inSubmodule {
		m = append(m, "interface", "module subroutine "+name+"()", "end subroutine",
			"end interface")
	}
	if len(c.procs) > 0 || c.place != inMain && c.place != inSubmodule {
		m = append(m, "contains")
	}
	m = append(m, c.procs...)
	internal := func(head string) []string {
		list := append([]string{head}, outer...)
		if c.calls {
			list = append(append(list, "contains"), inner...)
		}
		return append(list, "end subroutine")
	}
	switch c.place {
	case inModule:
		m = append(m, internal("subroutine "+name)...)
	case sibling:
		m = append(append(append(m, "subroutine "+name), outer...), "end subroutine")
		if c.calls {
			m = append(m, inner...)
		}
	case inMain:
		main = append(append(append(main, "subroutine "+name), outer...), "end subroutine")
		if c.calls {
			main = append(main, inner...)
		}
	}
	m = append(m, "end module")
	if c.place == inSubmodule {
		m = append(m, fmt.Sprintf("submodule (m%d) sub%d", c.k, c.k), "contains")
		m = append(m, internal("module subroutine "+name+"()")...)
		m = append(m, "end submodule")
	}
	writeLines(b, m)
	return main
}

const locals = "integer :: i1, i2, i3, j, l"

// outerLines are those of the outer procedure without its heading.
func (c *kase) outerLines() []string {
	m := newModel(c)
	for image := range c.images {
		c.effect(m, image)
	}
	list := []string{locals, "character(4000) :: line"}
	list = append(list, c.outer.decls...)
	list = append(list, fmt.Sprintf("integer :: e(0:%d, %d)", c.next-1, c.images))
	for image := range c.images {
		var values []string
		for _, v := range m.after[image] {
			values = append(values, fmt.Sprint(v))
		}
		list = append(list, fmt.Sprintf("e(:, %d) = [%s]", image+1, strings.Join(values, ",")))
	}
	var allocations, rest []string
	for _, o := range c.outer.open {
		if strings.HasPrefix(o, "allocate") {
			allocations = append(allocations, o)
		} else {
			rest = append(rest, o)
		}
	}
	list = append(list, allocations...)
	for _, v := range c.vars {
		list = append(list, c.initialize(v)...)
	}
	if !c.control {
		list = append(list, "sync all")
	}
	list = append(list, rest...)
	if c.calls {
		list = append(list, fmt.Sprintf("call inner%d(%s)", c.k, strings.Join(c.actuals, ", ")))
	} else {
		list = append(list, c.statement...)
	}
	list = append(list, c.outer.close...)
	if !c.control {
		list = append(list, "sync all")
	}
	for _, v := range c.vars {
		list = append(list, c.compare(v)...)
	}
	return list
}

// innerLines are the inner procedure.
func (c *kase) innerLines() []string {
	if !c.calls {
		return nil
	}
	name := fmt.Sprintf("inner%d", c.k)
	list := []string{"subroutine " + name + "(" + strings.Join(c.dummies, ", ") + ")",
		"integer :: j, l", "character(4000) :: line"}
	list = append(list, c.inner.decls...)
	list = append(list, c.inner.open...)
	list = append(list, c.statement...)
	list = append(list, c.inner.close...)
	return append(list, "end subroutine")
}

// loops goes through a variable's elements: f writes the statements for one.
func (v *variable) loops(f func(ref, unit string) []string) (list []string) {
	ref, unit := v.name, fmt.Sprint(v.base)
	if len(v.dims) == 0 {
		return f(ref, unit)
	}
	stride := v.t.units()
	var index []string
	for i, d := range v.dims {
		name := fmt.Sprintf("i%d", i+1)
		index = append(index, name)
		list = append(list, fmt.Sprintf("do %s = %d, %d", name, d.lo, d.lo+d.n-1))
		unit += fmt.Sprintf("+(%s)*%d", plus(name, -d.lo), stride)
		stride *= d.n
	}
	list = append(list, f(ref+"("+strings.Join(index, ", ")+")", unit)...)
	for range v.dims {
		list = append(list, "end do")
	}
	return list
}

func (c *kase) initialize(v *variable) []string {
	return v.loops(func(ref, unit string) (list []string) {
		for _, l := range v.t.leaves(ref, 0) {
			if strings.IndexByte("enk", l.t.class) >= 0 {
				if l.t.plain {
					list = append(list, l.ref+" = 0")
				}
				continue
			}
			if l.t.class == 'c' {
				for u := range l.t.length {
					list = append(list, fmt.Sprintf("%s(%d:%d) = achar(97+mod(iv(%s+%d), 26), %d)",
						l.ref, u+1, u+1, unit, l.at+u, l.t.kind))
				}
				continue
			}
			list = append(list, l.ref+" = "+l.t.made(func(part int) string {
				return fmt.Sprintf("iv(%s+%d)", unit, l.at+part)
			}))
		}
		return list
	})
}

func (c *kase) compare(v *variable) []string {
	return v.loops(func(ref, unit string) (list []string) {
		eq := func(at int, got string) {
			list = append(list, fmt.Sprintf("call eq(%d, %s+%d, %s, e(%s+%d, me))", c.k, unit, at,
				got, unit, at))
		}
		for _, l := range v.t.leaves(ref, 0) {
			if strings.IndexByte("enk", l.t.class) >= 0 && !l.t.plain {
				list = append(list, l.t.counted(l.ref)...)
				eq(l.at, "st")
				continue
			}
			switch l.t.class {
			case 'c':
				for u := range l.t.length {
					eq(l.at+u, fmt.Sprintf("iachar(%s(%d:%d))-97", l.ref, u+1, u+1))
				}
			case 'z':
				eq(l.at, "int(real("+l.ref+"))")
				eq(l.at+1, "int(aimag("+l.ref+"))")
			case 'l':
				eq(l.at, "merge(1, 0, "+l.ref+")")
			default:
				eq(l.at, "int("+l.ref+")")
			}
		}
		return list
	})
}

// counted has statements that give st what an event, a notification or a lock of this image counts.
func (t *Type) counted(ref string) []string {
	switch {
	case t.caf:
		return []string{"st = 0", "do", "event_trywait(" + ref + ", free)",
			"if (.not. free) exit", "st = st + 1", "end do"}
	case t.class == 'e':
		return []string{"call event_query(" + ref + ", st)"}
	case t.class == 'n': // the program has waited for what there was
		return []string{"st = 0"}
	}
	return []string{"lock (" + ref + ", acquired_lock=free)", "st = merge(0, 1, free)",
		"if (free) unlock (" + ref + ")"}
}
