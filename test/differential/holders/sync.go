package holders

import (
	"fmt"
	"strings"
)

// synchronizer is a coarray with parts of a type of events, notifications or locks.
func (c *kase) synchronizer(class byte) coview {
	t := &Type{class: class, plain: c.control, caf: c.caf}
	c.leaf = t
	x := c.coarray(c.around(t, false))
	if c.calls && (!c.seen(x.View) || c.n(2) == 0) {
		x = c.codummy(x)
	}
	return c.inTeam(x)
}

// event posts an event, and waits for the one of this image.
func event(c *kase, x, z coview, y View) bool {
	if y.t.holds(&Type{class: 'i', kind: 4}) == false || y.fixed || c.leaf.class != 'i' {
		return false
	}
	s, ok := c.designate(y, c.leaf, how{shape: []int{}})
	e := c.synchronizer('e')
	d, fits := c.designate(e.View, c.leaf, how{shape: []int{}})
	if !ok || !fits || e.polymorphic {
		return false
	}
	at, own := d.text(c.of(e, "nx")), d.text("")
	posts := 1 + c.n(3)
	waits := c.n(posts + 1)
	for i := range posts {
		switch {
		case c.control:
			c.say("%s = %s + 1", own, own)
		case i == 1:
			c.say("event post (%s, stat=st)", at)
		default:
			c.say("event post (%s)", at)
		}
	}
	if waits > 0 && c.control {
		c.say("%s = %s - %d", own, own, waits)
	} else if waits == 1 {
		c.say("event wait (%s)", own)
	} else if waits > 1 {
		c.say("event wait (%s, until_count=%d)", own, waits)
	}
	count := -1
	if waits == posts && s.t.kind == 4 {
		count = 0
		if c.control {
			c.say("%s = 0", s.text(""))
		} else {
			c.say("call event_query(%s, %s)", own, s.text(""))
		}
	}
	c.effect = func(m *model, image int) {
		m.put(m.next(image), d.units(), []int{posts - waits})
		if count == 0 {
			m.put(image, s.units(), []int{0})
		}
	}
	return true
}

// notified has an assignment that notifies.
func notified(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, y)
	to, ok := c.designate(x.View, t, how{})
	s, fits := c.designate(y, t, how{shape: append([]int{}, to.shape...)})
	if !ok || !fits {
		return false
	}
	e := c.synchronizer('n')
	d, ok := c.designate(e.View, c.leaf, how{shape: []int{}})
	if !ok || e.polymorphic {
		return false
	}
	sel := c.of(x, "nx")
	if !c.control {
		sel = strings.TrimSuffix(sel, "]") + ", notify=" + d.text("") + "]"
	}
	c.say("%s = %s", to.text(sel), s.text(""))
	if !c.control {
		c.say("notify wait (%s)", d.text(""))
	}
	c.effect = func(m *model, image int) {
		m.put(m.next(image), to.units(), m.get(image, s.units()))
	}
	return true
}

// locked locks an image's variable.
func locked(c *kase, x, z coview, y View) bool {
	k := c.synchronizer('k')
	d, ok := c.designate(k.View, c.leaf, how{shape: []int{}})
	if !ok || k.polymorphic {
		return false
	}
	at, own := d.text(c.of(k, "nx")), d.text("")
	left := c.n(2)
	if c.control {
		c.say("%s = %d", own, left)
	} else {
		c.say("lock (%s)", at)
		if left == 0 {
			c.say("unlock (%s)", at)
		}
	}
	c.effect = func(m *model, image int) {
		m.put(m.next(image), d.units(), []int{left})
	}
	return true
}

// status has an object as the STAT= of an image selector.
func status(c *kase, x, z coview, y View) bool {
	if c.leaf.class != 'i' || c.leaf.kind < 4 || y.fixed {
		return false
	}
	s, ok := c.designate(y, c.leaf, how{shape: []int{}})
	if !ok {
		return false
	}
	d, ok := c.designate(x.View, c.leaf, how{})
	if !ok {
		return false
	}
	sel := strings.TrimSuffix(c.of(x, "nx"), "]")
	if !c.control {
		sel += ", stat=" + s.text("") + "]"
	}
	if c.n(2) == 0 {
		c.say("%s = 5", d.text(sel))
		c.effect = func(m *model, image int) {
			m.put(m.next(image), d.units(), []int{5})
			m.put(image, s.units(), []int{0})
		}
	} else {
		r, units := c.result(c.leaf, d.shape)
		c.say("%s = %s", r.name, d.text(sel))
		c.effect = func(m *model, image int) {
			m.put(image, units, m.get(m.next(image), d.units()))
			m.put(image, s.units(), []int{0})
		}
	}
	if c.control {
		c.say("%s = 0", s.text(""))
	}
	return true
}

// atomics has elements in atomic subroutines.
func atomics(c *kase, x, z coview, y View) bool {
	if c.leaf.class != 'i' || c.leaf.kind != 4 {
		return false
	}
	d, ok := c.designate(x.View, c.leaf, how{shape: []int{}})
	if !ok {
		return false
	}
	s, ok := c.designate(y, c.leaf, how{shape: []int{}})
	if !ok {
		return false
	}
	atom, other := d.text(c.of(x, "nx")), s.text("")
	put := func(f func(a, b int) (int, int), changed bool) {
		c.effect = func(m *model, image int) {
			a, b := f(m.get(m.next(image), d.units())[0], m.get(image, s.units())[0])
			m.put(m.next(image), d.units(), []int{a})
			if changed {
				m.put(image, s.units(), []int{b})
			}
		}
	}
	which := c.n(5)
	if y.fixed {
		which %= 2
	}
	stat := ""
	if c.n(3) == 0 {
		stat = ", stat=st"
	}
	text := ""
	switch which {
	case 0:
		text = fmt.Sprintf("call atomic_define(%s, %s%s)\n%s = %s", atom, other, stat, atom, other)
		put(func(a, b int) (int, int) { return b, b }, false)
	case 1:
		text = fmt.Sprintf("call atomic_and(%s, %s%s)\n%s = iand(%s, %s)", atom, other, stat, atom,
			atom, other)
		put(func(a, b int) (int, int) { return a & b, b }, false)
	case 2:
		text = fmt.Sprintf("call atomic_ref(%s, %s%s)\n%s = %s", other, atom, stat, other, atom)
		put(func(a, b int) (int, int) { return a, a }, true)
	case 3:
		text = fmt.Sprintf("call atomic_fetch_add(%s, 9, %s%s)\n%s = %s; %s = %s+9", atom, other,
			stat, other, atom, atom, atom)
		put(func(a, b int) (int, int) { return a + 9, a }, true)
	case 4:
		text = fmt.Sprintf("call atomic_cas(%s, %s, 0, 9%s)\n%s = %s", atom, other, stat, other,
			atom)
		put(func(a, b int) (int, int) { return a, a }, true)
	}
	with, without, _ := strings.Cut(text, "\n")
	if c.control {
		with = without
	}
	c.say("%s", with)
	return true
}
