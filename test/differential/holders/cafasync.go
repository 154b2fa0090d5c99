package holders

import (
	"fmt"
	"slices"
	"strings"
)

// predicated has objects in a copy that waits for an event.
func predicated(c *kase, x, z coview, y View) bool {
	h := how{noPart: c.leaf.class == 'r', noVector: true}
	t := c.wanted(x.View, y)
	s, ok := c.read(x, y, t, h, true)
	if !ok || s.count() == 0 || t.deep() {
		return false
	}
	h.shape = append([]int{}, s.shape...)
	d, ok := c.designate(z.View, t, h)
	text, where := d.text(c.of(z, "pv")), (*model).previous
	if c.n(2) == 0 && !y.fixed && s.sel != "" {
		d, ok = c.designate(y, t, h)
		text, where = d.text(""), func(m *model, image int) int { return image }
	}
	if !ok {
		return false
	}
	before, after := c.name("ev"), c.name("ev")
	c.module.declare("event, save :: %s[*], %s[*]", before, after)
	notify := "event_notify(" + before + []string{"", "[nx-1]", "[pv-1]"}[c.n(3)] + ")"
	switch c.n(3) {
	case 0:
		c.say("copy_async(%s, %s, %s, %s)", text, s.expr(), after, before)
		c.say("%s", notify)
		c.say("event_wait(%s)", after)
	case 1: // the event of another image tells the end
		c.say("copy_async(%s, %s, ev_before=%s, ev_after=%s[pv-1])", text, s.expr(), before, after)
		c.say("%s", notify)
		c.say("event_wait(%s)", after)
	case 2:
		c.say("finish")
		c.say("copy_async(%s, %s, ev_before=%s)", text, s.expr(), before)
		c.say("%s", notify)
		c.say("end finish")
	}
	if c.control {
		c.statement = []string{text + " = " + s.expr()}
	}
	c.effect = func(m *model, image int) {
		m.put(where(m, image), d.units(), s.values(m, image))
	}
	return true
}

// constant is a value of an intrinsic type, and the values of its units.
func (t *Type) constant() (string, []int) {
	switch t.class {
	case 'z':
		return fmt.Sprintf("(3.0_%d, 4.0_%d)", t.kind, t.kind), []int{3, 4}
	case 'l':
		return fmt.Sprintf(".true._%d", t.kind), []int{1}
	case 'c':
		return fmt.Sprintf("repeat(%d_'b', %d)", t.kind, t.length), []int{1}
	}
	return "3", []int{3}
}

// fenced has objects in a copy whose local end COFENCE tells.
func fenced(c *kase, x, z coview, y View) bool {
	t := c.leaf
	if y.fixed {
		return false
	}
	l, ok := c.designate(y, t, how{noVector: true})
	if !ok || l.count() == 0 {
		return false
	}
	r, ok := c.designate(x.View, t, how{shape: append([]int{}, l.shape...), noVector: true})
	if !ok {
		return false
	}
	here, there := l.text(""), r.text(c.of(x, "nx"))
	if c.n(2) == 0 {
		v, units := c.result(t, l.shape)
		c.say("copy_async(%s, %s)", here, there)
		c.say("%s", []string{"cofence", "cofence()", "cofence(downward=read)",
			"cofence(upward=any, downward=read)"}[c.n(4)])
		if c.control {
			c.statement = []string{here + " = " + there}
		}
		c.say("%s = %s", v.name, here)
		c.effect = func(m *model, image int) {
			values := m.get(m.next(image), r.units())
			m.put(image, l.units(), values)
			m.put(image, units, values)
		}
		return true
	}
	text, values := t.constant()
	c.say("finish")
	c.say("copy_async(%s, %s)", there, here)
	c.say("%s", []string{"cofence", "cofence(downward=write)", "cofence(write, read)"}[c.n(3)])
	if c.control {
		c.statement = []string{there + " = " + here}
	}
	c.say("%s = %s", here, text)
	if !c.control {
		c.say("end finish")
	}
	c.effect = func(m *model, image int) {
		m.put(m.next(image), r.units(), m.get(image, l.units()))
		m.put(image, l.units(), values)
	}
	return true
}

// gathered has an object in a collective of CAF 2.0, of which there are blocking and asynchronous
// forms.
func gathered(c *kase, x, z coview, y View) bool {
	v := y
	if c.n(3) == 0 || y.fixed {
		v = x.View
	}
	t := c.leaf
	if c.n(3) == 0 && !v.t.deep() && !v.polymorphic {
		t = v.t
	}
	blocking := c.n(3) == 0
	// what gfortran misplaces is refused, see docs/limits.md
	s, ok := c.designate(v, t, how{noVector: true, noPart: !blocking})
	n := s.count()
	if !ok || n == 0 || !blocking && (v.spaced && s.whole == "" || v.deferred) {
		return false
	}
	whole := func(u []int) func(m *model, image int) []int {
		return func(m *model, image int) []int { return m.get(image, u) }
	}
	own, size := whole(s.units()), t.units()
	r, units := (*variable)(nil), []int(nil)
	call, dest := "", ""
	result := func(shape ...int) {
		r, units = c.result(t, shape)
		dest = r.name
	}
	switch which := c.n(6); {
	case which == 0 && n%images == 0 && s.rank() > 0: // scatter
		part := n / images * size
		result(n / images)
		call = fmt.Sprintf("scatter (%s, %s, 1", s.text(""), dest)
		c.effect = func(m *model, image int) {
			m.put(image, units, own(m, 1)[image*part:(image+1)*part])
		}
	case which == 1 && n%images == 0 && s.rank() > 0: // alltoall
		part := n / images * size
		result(n)
		call = fmt.Sprintf("alltoall (%s, %s", s.text(""), dest)
		c.effect = func(m *model, image int) {
			var list []int
			for other := range m.before {
				list = append(list, own(m, other)[image*part:(image+1)*part]...)
			}
			m.put(image, units, list)
		}
	case which == 2: // allgather
		result(n * images)
		call = fmt.Sprintf("allgather (%s, %s", s.text(""), dest)
		c.effect = func(m *model, image int) {
			var list []int
			for other := range m.before {
				list = append(list, own(m, other)...)
			}
			m.put(image, units, list)
		}
	case which <= 3 && strings.IndexByte("irlzc", t.class) >= 0:
		op := map[byte]string{'i': "caf_max", 'r': "caf_max", 'c': "caf_max", 'l': "caf_lor",
			'z': "caf_sum"}[t.class]
		if t.class == 'i' && t.kind > 2 && c.n(2) == 0 {
			op = "caf_sum"
		}
		result(s.shape...)
		call = fmt.Sprintf("allreduce (%s, %s, %s", s.text(""), dest, op)
		c.effect = func(m *model, image int) {
			m.put(image, units, combined(m, s.units(), op, size))
		}
	default:
		if v.fixed {
			return false
		}
		call = fmt.Sprintf("broadcast (%s, 2", s.text(""))
		c.effect = func(m *model, image int) { m.put(image, s.units(), own(m, 2)) }
	}
	call = "team_" + call
	begun := strings.Replace(call, " (", "_async (", 1)
	ev := c.name("ev")
	switch {
	case c.control: // the other images' parts are unknown to it
		c.effect = func(m *model, image int) {}
	case blocking:
		c.say("%s)", call)
	case c.n(3) == 0:
		c.say("finish")
		c.say("%s)", begun)
		c.say("end finish")
	case c.n(2) == 0:
		c.say("%s)", begun)
		c.say("cofence")
	default:
		c.module.declare("event, save :: %s", ev)
		c.say("%s, %s)", begun, ev)
		c.say("event_wait(%s)", ev)
	}
	return true
}

// combined are the units of all images, combined; size is the number of a character's units.
func combined(m *model, units []int, op string, size int) []int {
	out := append([]int{}, m.get(0, units)...)
	for other := 1; other < len(m.before); other++ {
		more := m.get(other, units)
		for i := 0; i < len(out); i += size {
			switch {
			case op == "caf_sum":
				for u := range size {
					out[i+u] += more[i+u]
				}
			case op == "caf_lor":
				out[i] |= more[i]
			case slices.Compare(out[i:i+size], more[i:i+size]) < 0:
				copy(out[i:i+size], more[i:i+size])
			}
		}
	}
	return out
}

// returned has an object get the result of a function that another image executes.
func returned(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, y)
	s, ok := c.designate(y, t, how{})
	if !ok || s.count() == 0 || y.spaced || y.polymorphic || t.deep() {
		return false
	}
	d, ok := c.designate(z.View, t, how{shape: append([]int{}, s.shape...), noVector: true,
		noPart: s.rank() > 0 && t.class == 'r'})
	if !ok || z.polymorphic {
		return false
	}
	p := c.name("f")
	dims := bounds(fromOne(s.shape), false)
	c.procedure("function "+p+"(d) result(r)",
		fmt.Sprintf("%s, intent(in) :: d%s", t.decl(), bounds(fromOne(s.shape), c.n(2) == 0)),
		fmt.Sprintf("%s :: r%s", t.decl(), dims), "r = d", "end function")
	to := d.text(c.of(z, "pv"))
	if c.control {
		c.say("%s = %s(%s)", to, p, s.text(""))
	} else if c.n(2) == 0 {
		c.say("finish")
		c.say("spawn %s = %s(%s)[nx-1]", to, p, s.text(""))
		c.say("end finish")
	} else {
		e := c.name("ev")
		c.module.declare("event, save :: %s[*]", e)
		c.say("spawn (event=%s) %s = %s(%s)[nx-1]", e+[]string{"", "[pv-1]"}[c.n(2)], to, p,
			s.text(""))
		c.say("event_wait(%s)", e)
	}
	c.effect = func(m *model, image int) {
		m.put(m.previous(image), d.units(), m.get(image, s.units()))
	}
	return true
}

// posted notifies an event of another image, and waits for some of what this one's has counted.
func posted(c *kase, x, z coview, y View) bool {
	e := c.synchronizer('e')
	d, ok := c.designate(e.View, c.leaf, how{shape: []int{}})
	if !ok || e.polymorphic {
		return false
	}
	at, own := d.text(c.of(e, "nx")), d.text("")
	posts := 1 + c.n(3)
	waits := c.n(posts + 1)
	switch {
	case c.control:
		c.say("%s = %d", own, posts-waits)
	case c.n(2) == 0:
		c.say("event_notify(%s, %d)", at, posts)
	default:
		c.say("do l = 1, %d", posts)
		c.say("call event_notify(%s)", at)
		c.say("end do")
	}
	switch {
	case c.control || waits == 0:
	case waits == 1:
		c.say("event_wait(%s)", own)
	case c.n(2) == 0:
		c.say("event_wait(%s, %d)", own, waits)
	default:
		c.say("do l = 1, %d", waits)
		c.say("event_trywait(%s, free)", own)
		c.say("if (.not. free) event_wait(%s)", own)
		c.say("end do")
	}
	c.effect = func(m *model, image int) {
		m.put(m.next(image), d.units(), []int{posts - waits})
	}
	return true
}
