package holders

import (
	"fmt"
	"strings"
)

// statementFrame is the procedure of the statement.
func (c *kase) statementFrame() *frame {
	if c.calls {
		return &c.inner
	}
	return &c.outer
}

// namelist transfers a variable by its name, which a group has.
func namelist(c *kase, x, z coview, y View) bool {
	v := y
	if y.fixed || c.n(2) == 0 {
		v = x.View
	}
	if strings.ContainsAny(v.head, "%(") || v.deferred ||
		!strings.Contains("xyde", v.head[:1]) || v.assumed || v.polymorphic || v.t.deep() ||
		c.leaf.class == 'c' && c.leaf.kind != 1 || v.frame == nil {
		return false
	}
	d := c.whole(v)
	r, units := c.result(v.t, d.shape)
	p, group := c.name("s"), c.name("g")
	dims := fromOne(d.shape)
	for i := range dims {
		dims[i].lo = v.dims[i].lo
	}
	into := c.n(2) == 0
	c.procedure("subroutine "+p, fmt.Sprintf("%s :: %s%s", v.t.decl(), v.head,
		bounds(dims, false)), "namelist /"+group+"/ "+v.head)
	c.statementFrame().declare("namelist /%s/ %s", group, v.head)
	if into {
		c.procedure(v.head+" = "+r.name, "write (lines, nml="+group+", delim='quote')")
		c.say("call %s", p)
		c.say("read (lines, nml=%s)", group)
		c.effect = func(m *model, image int) { m.put(image, d.units(), m.get(image, units)) }
	} else {
		c.procedure("read (lines, nml="+group+")", r.name+" = "+v.head)
		c.say("write (lines, nml=%s, delim='quote')", group)
		c.say("call %s", p)
		c.effect = func(m *model, image int) { m.put(image, units, m.get(image, d.units())) }
	}
	c.procedure("end subroutine")
	return true
}

// target chooses a scalar that a statement defines: a coindexed one, or a local one.
func (c *kase) defined(x coview, y View, t *Type) (d Desig, text string,
	image func(m *model, image int) int, ok bool) {
	if y.fixed || c.n(3) > 0 {
		d, ok = c.designate(x.View, t, how{shape: []int{}})
		return d, d.text(c.selector(x, "nx", true)), (*model).next, ok
	}
	d, ok = c.designate(y, t, how{shape: []int{}})
	return d, d.text(""), func(m *model, image int) int { return image }, ok
}

// specifier has an integer object as a specifier that a statement defines.
func specifier(c *kase, x, z coview, y View) bool {
	if c.leaf.class != 'i' || c.leaf.kind < 2 {
		return false
	}
	d, text, where, ok := c.defined(x, y, c.leaf)
	if !ok {
		return false
	}
	value := 0
	switch c.n(8) {
	case 0:
		c.say("write (line, '(i9)', iostat=%s) 5", text)
	case 1:
		c.say("read (line(2:1), '(i9)', iostat=%s) l", text)
		value = -1
	case 2:
		s, ok := c.read(x, y, c.leaf, how{}, true)
		if !ok || c.leaf.kind == 16 {
			return false
		}
		value = s.count() * c.leaf.kind
		c.say("inquire (iolength=%s) %s", text, s.expr())
	case 3:
		c.say("open (newunit=l, status='scratch')")
		c.say("write (l, '(a)') 'abcd'")
		c.say("rewind (l)")
		c.say("read (l, '(a)', size=%s, advance='no') line(9:11)", text)
		c.say("close (l)")
		value = 3
	case 4:
		c.say("open (newunit=%s, status='scratch')", text)
		c.say("close (%s)", text)
		c.say("%s = 4", text)
		value = 4
	case 5:
		c.say("block")
		c.say("integer, allocatable :: ss(:)")
		c.say("allocate (ss(4), stat=%s)", text)
		c.say("end block")
		if d.co {
			return false // F2018 C1173
		}
	case 6:
		c.say("open (newunit=l, status='scratch', iostat=%s)", text)
		c.say("close (l)")
	case 7:
		c.say("open (newunit=l, status='scratch', recl=8, access='direct', form='unformatted')")
		c.say("inquire (l, recl=%s)", text)
		c.say("close (l)")
		value = 8
	}
	c.effect = func(m *model, image int) { m.put(where(m, image), d.units(), []int{value}) }
	return true
}

// internal has a character object as an internal file.
func internal(c *kase, x, z coview, y View) bool {
	if c.leaf.class != 'c' || c.leaf.kind != 1 {
		return false
	}
	if c.n(2) == 0 {
		s, ok := c.read(x, y, c.leaf, how{noVector: true}, true)
		if !ok || s.count() == 0 || s.misplaced() {
			return false
		}
		r, units := c.result(c.leaf, s.shape)
		c.say("read (%s, '(a)') %s", s.expr(), r.name)
		c.effect = func(m *model, image int) { m.put(image, units, s.values(m, image)) }
		return true
	}
	v := y
	if y.fixed || c.n(3) > 0 {
		v = x.View
	}
	d, ok := c.designate(v, c.leaf, how{noVector: true})
	if !ok || d.count() == 0 || d.misplaced() {
		return false
	}
	by, from := c.result(c.leaf, d.shape)
	text, where := d.text(""), func(m *model, image int) int { return image }
	if v.co {
		text, where = d.text(c.selector(x, "nx", true)), (*model).next
	}
	c.say("write (%s, '(a)') %s", text, by.name)
	c.effect = func(m *model, image int) { m.put(where(m, image), d.units(), m.get(image, from)) }
	return true
}

// unformatted transfers objects without conversion.
func unformatted(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, y)
	s, ok := c.read(x, y, t, how{}, true)
	if !ok || s.count() == 0 || t.class == 'd' {
		return false
	}
	d, ok := c.designate(z.View, t, how{shape: append([]int{}, s.shape...)})
	if !ok {
		return false
	}
	item, into := s.expr(), d.text(c.selector(z, "pv", true))
	if s.rank() == 1 && !s.vector && c.n(2) == 0 {
		item = fmt.Sprintf("(%s, j=1, %d)", s.element(s.sel, "j"), s.count())
	}
	if d.rank() == 1 && !d.vector && c.n(2) == 0 {
		into = fmt.Sprintf("(%s, j=1, %d)", d.element(c.selector(z, "pv", true), "j"), d.count())
	}
	access := []string{"", ", access='stream'"}[c.n(2)]
	c.say("open (newunit=l, status='scratch', form='unformatted'%s)", access)
	c.say("write (l) %s", item)
	c.say("rewind (l)")
	c.say("read (l) %s", into)
	c.say("close (l)")
	c.effect = func(m *model, image int) {
		m.put(m.previous(image), d.units(), s.values(m, image))
	}
	return true
}
