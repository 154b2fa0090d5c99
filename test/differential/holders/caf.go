package holders

import "fmt"

// usesOfCAF are the statements of CAF 2.0, and those of Fortran whose text is the same there but
// for the images' numbers.
var usesOfCAF = []use{
	{"copy", copied}, {"copy", copied}, {"copointer", copointer}, {"spawn", spawned},
	{"copy", copied}, {"copointer", copointer}, {"spawn", spawned},
	{"predicate", predicated}, {"predicate", predicated}, {"cofence", fenced}, {"cofence", fenced},
	{"collective", gathered}, {"collective", gathered}, {"collective", gathered},
	{"result", returned}, {"result", returned}, {"notification", posted},
	{"put", put}, {"get", get}, {"get with put", getPut}, {"own image", own},
	{"argument", argument}, {"changed argument", changed}, {"where", where}, {"loop", loop},
	{"output", output}, {"function", function}, {"elemental call", elemental},
}

// copied has objects in copy_async, the end of which an event or FINISH tells.
func copied(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, y)
	s, ok := c.read(x, y, t, how{}, true)
	if !ok || s.count() == 0 || t.deep() {
		return false
	}
	h := how{shape: append([]int{}, s.shape...), noVector: true}
	d, ok := c.designate(z.View, t, h)
	text, where := d.text(c.of(z, "pv")), (*model).previous
	if c.n(3) == 0 && !y.fixed && s.sel != "" {
		d, ok = c.designate(y, t, h)
		text, where = d.text(""), func(m *model, image int) int { return image }
	}
	if !ok {
		return false
	}
	switch e := c.name("ev"); {
	case c.control:
		c.say("%s = %s", text, s.expr())
	case c.n(2) == 0:
		c.module.declare("event, save :: %s[*]", e)
		c.say("copy_async(%s, %s, %s)", text, s.expr(), e)
		c.say("event_wait(%s)", e)
	default:
		c.say("finish")
		c.say("copy_async(%s, %s)", text, s.expr())
		c.say("end finish")
	}
	c.effect = func(m *model, image int) {
		m.put(where(m, image), d.units(), s.values(m, image))
	}
	return true
}

// copointer reaches an object by one.
func copointer(c *kase, x, z coview, y View) bool {
	t := c.leaf
	d, ok := c.designate(x.View, t, how{noVector: true, noPart: true})
	if !ok || d.count() == 0 || t.class == 'c' || x.polymorphic || x.t.deep() ||
		x.allocatable && c.n(2) == 0 {
		return false
	}
	s, ok := c.designate(y, t, how{shape: append([]int{}, d.shape...)})
	if !ok {
		return false
	}
	p, all := c.name("cp"), ""
	if d.rank() > 0 {
		all = "(:" + ", :, :, :"[:3*(d.rank()-1)] + ")"
	}
	through := p + all + "[]"
	if c.control {
		through = p
		c.say("associate (%s => %s)", p, d.text(""))
	} else {
		c.say("block")
		c.say("%s, copointer :: %s%s", t.decl(), p, all)
		c.say("%s => %s", p, d.text(c.of(x, "nx")))
	}
	if y.fixed || c.n(2) == 0 {
		c.say("%s = %s", through, s.text(""))
		c.effect = func(m *model, image int) {
			m.put(m.next(image), d.units(), m.get(image, s.units()))
		}
	} else {
		c.say("%s = %s", s.text(""), through)
		c.effect = func(m *model, image int) {
			m.put(image, s.units(), m.get(m.next(image), d.units()))
		}
	}
	c.say("%s", map[bool]string{false: "end block", true: "end associate"}[c.control])
	return true
}

// spawned ships a procedure, whose argument is an object.
func spawned(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, y)
	s, ok := c.read(x, y, t, how{}, true)
	if !ok || s.count() == 0 || s.sel == "" && (y.spaced || y.polymorphic) || t.deep() {
		return false
	}
	r, units := c.result(t, s.shape)
	p := c.name("s")
	decl := fmt.Sprintf("%s, intent(in) :: d%s", t.decl(), bounds(fromOne(s.shape), c.n(2) == 0))
	c.procedure("subroutine "+p+"(d)", decl, r.name+" = d", "end subroutine")
	if c.control {
		c.say("call %s(%s)", p, s.expr())
	} else {
		text := s.expr()
		if s.sel != "" {
			text = "(" + text + ")"
		}
		c.say("finish")
		c.say("spawn %s(%s)[pv-1]", p, text)
		c.say("end finish")
	}
	c.effect = func(m *model, image int) {
		m.put(m.previous(image), units, s.values(m, image))
	}
	return true
}
