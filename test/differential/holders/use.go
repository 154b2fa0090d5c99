package holders

import (
	"fmt"
	"slices"
	"strings"
)

// result is a variable for what a statement finds.
func (c *kase) result(t *Type, shape []int) (*variable, []int) {
	dims := fromOne(shape)
	v := c.newVariable("r", t, dims)
	c.module.declare("%s, save :: %s%s", t.decl(), v.name, bounds(dims, false))
	var units []int
	for u := range size(dims) * t.units() {
		units = append(units, v.base+u)
	}
	return v, units
}

func (c *kase) say(format string, args ...any) {
	c.statement = append(c.statement, fmt.Sprintf(format, args...))
}

// procedure is one of the case's module.
func (c *kase) procedure(lines ...string) { c.procs = append(c.procs, lines...) }

// use makes the statement of a case of its objects; false: they do not fit.
type use struct {
	name string
	use  func(c *kase, x, z coview, y View) bool
}

var uses = []use{
	{"put", put}, {"put", put}, {"get", get}, {"get", get}, {"get with put", getPut},
	{"own image", own},
	{"argument", argument}, {"argument", argument}, {"changed argument", changed},
	{"constructor", constructor}, {"intrinsic", intrinsic}, {"intrinsic", intrinsic},
	{"where", where}, {"loop", loop}, {"loop", loop}, {"output", output}, {"input", input},
	{"associate", associated}, {"allocate", allocated}, {"collective", collective},
	{"collective", collective}, {"function", function}, {"structure", structure},
	{"expression", expression}, {"dynamic value", dynamicValue},
	{"select case", selectCase}, {"pointer function", pointed},
	{"atomic", atomic}, {"elemental call", elemental}, {"reduce", reduce},
	{"event", event}, {"notify", notified}, {"lock", locked},
	{"namelist", namelist}, {"defined specifier", specifier}, {"internal file", internal},
	{"unformatted", unformatted}, {"status", status}, {"atomics", atomics},
}

// wanted is the type of the objects that a statement names.
func (c *kase) wanted(x, y View) *Type {
	if x.t == y.t && x.t.class == 'd' && !x.t.deep() && c.n(3) == 0 {
		return x.t
	}
	return c.leaf
}

func put(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, y)
	d, ok := c.designate(x.View, t, how{})
	if !ok {
		return false
	}
	s, ok := c.designate(y, t, how{shape: d.shape})
	if d.rank() == 0 {
		s, ok = c.designate(y, t, how{shape: []int{}})
	} else if !ok || c.n(6) == 0 {
		s, ok = c.designate(y, t, how{shape: []int{}})
	}
	if !ok {
		return false
	}
	c.say("%s = %s", d.text(c.selector(x, "nx", false)), c.value(s))
	c.effect = func(m *model, image int) {
		m.put(m.next(image), d.units(), m.get(image, s.units()))
	}
	return true
}

// value is a designator, or an expression with its value.
func (c *kase) value(s Desig) string {
	text := s.text("")
	switch {
	case c.n(6) == 0:
		return "(" + text + ")"
	case c.n(8) == 0 && strings.IndexByte("irz", s.t.class) >= 0:
		return text + " + 0"
	}
	return text
}

func get(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, y)
	s, ok := c.designate(x.View, t, how{})
	if !ok || y.fixed {
		return false
	}
	d, ok := c.designate(y, t, how{shape: append([]int{}, s.shape...)})
	if !ok && s.rank() == 0 {
		d, ok = c.designate(y, t, how{array: true})
	}
	if !ok {
		return false
	}
	c.say("%s = %s", d.text(""), s.text(c.selector(x, "nx", false)))
	c.effect = func(m *model, image int) {
		m.put(image, d.units(), m.get(m.next(image), s.units()))
	}
	return true
}

func getPut(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, z.View)
	s, ok := c.designate(x.View, t, how{})
	if !ok {
		return false
	}
	d, ok := c.designate(z.View, t, how{shape: append([]int{}, s.shape...)})
	if !ok {
		return false
	}
	c.say("%s = %s", d.text(c.selector(z, "pv", false)), s.text(c.selector(x, "nx", false)))
	c.effect = func(m *model, image int) {
		m.put(m.previous(image), d.units(), m.get(m.next(image), s.units()))
	}
	return true
}

// own has the image itself on both sides, where they may overlap.
func own(c *kase, x, z coview, y View) bool {
	s, ok := c.designate(x.View, c.leaf, how{})
	if !ok {
		return false
	}
	d, ok := c.designate(x.View, c.leaf, how{shape: append([]int{}, s.shape...)})
	if !ok {
		return false
	}
	left, right := c.of(x, "me"), c.of(x, "me")
	if c.n(3) == 0 {
		left = ""
	} else if c.n(3) == 0 {
		right = ""
	}
	c.say("%s = %s", d.text(left), s.text(right))
	c.effect = func(m *model, image int) {
		m.put(image, d.units(), m.get(image, s.units()))
	}
	return true
}

// source is a coindexed or a local object that is read.
type source struct {
	Desig
	sel   string
	image func(m *model, image int) int
}

func (s source) expr() string { return s.text(s.sel) }

// read chooses what a statement reads.
func (c *kase) read(x coview, y View, t *Type, h how, plain bool) (source, bool) {
	if c.n(4) == 0 {
		d, ok := c.designate(y, t, h)
		return source{d, "", func(m *model, image int) int { return image }}, ok
	}
	d, ok := c.designate(x.View, t, h)
	return source{d, c.selector(x, "nx", plain), (*model).next}, ok
}

func (s source) values(m *model, image int) []int { return m.get(s.image(m, image), s.units()) }

// argument passes an object to a dummy argument that is read.
func argument(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, y)
	s, ok := c.read(x, y, t, how{}, false)
	if !ok || s.count() == 0 || s.sel == "" && s.rank() > 0 && (y.spaced || y.polymorphic) {
		return false
	}
	r, units := c.result(t, s.shape)
	p := c.name("s")
	decl, dims := c.dummyOf(s, "intent(in)")
	c.procedure("subroutine "+p+"(d)", decl+" :: d"+dims)
	switch {
	case strings.Contains(dims, ".."):
		c.procedure("select rank (d)", fmt.Sprintf("rank (%d)", s.rank()), r.name+" = d",
			"end select")
	case strings.HasPrefix(decl, "class(*)"):
		guard := t.decl()
		if t.class == 'c' {
			guard = fmt.Sprintf("character(len=*, kind=%d)", t.kind)
		}
		is := "type is (" + guard + ")"
		if t.class == 'd' {
			is = "type is (" + t.spec() + ")"
		}
		c.procedure("select type (d)", is, r.name+" = d", "end select")
	case strings.Contains(dims, "*"):
		full := make([]string, s.rank())
		for i, n := range s.shape {
			full[i] = fmt.Sprintf(":%d", n)
		}
		c.procedure(r.name + " = d(" + strings.Join(full, ", ") + ")")
	case strings.HasPrefix(decl, "class("):
		// a polymorphic object is assigned by its parts
		c.procedure("select type (d)", "type is ("+t.spec()+")", r.name+" = d", "end select")
	default:
		c.procedure(r.name + " = d")
	}
	c.procedure("end subroutine")
	text := s.expr()
	if c.n(8) == 0 {
		text = "(" + text + ")"
	}
	c.tell("passed to %s%s", decl, dims)
	c.say("call %s(%s)", p, text)
	c.effect = func(m *model, image int) { m.put(image, units, s.values(m, image)) }
	return true
}

// dummyOf chooses a dummy argument for an object.
func (c *kase) dummyOf(s source, intent string) (decl, dims string) {
	t := s.t
	decl = t.decl()
	if t.class == 'c' && c.n(2) == 0 {
		decl = fmt.Sprintf("character(len=*, kind=%d)", t.kind)
	}
	if s.rank() == 0 {
		switch c.n(5) {
		case 0:
			if intent == "intent(in)" && !t.deep() && (t.class != 'c' || t.kind == 1) {
				return t.decl() + ", value", ""
			}
		case 1:
			return decl + ", optional, " + intent, ""
		case 2:
			if intent == "intent(in)" && t.class != 'c' {
				return "class(*), intent(in)", ""
			}
		case 3:
			if t.class == 'd' {
				return "class(" + t.spec() + "), " + intent, ""
			}
		}
		return decl + ", " + intent, ""
	}
	ds := fromOne(s.shape)
	decl += ", " + intent
	switch c.n(8) {
	case 0:
		return decl, bounds(ds, false)
	case 1:
		return decl, assumedSize(ds)
	case 2:
		return decl + ", contiguous", bounds(ds, true)
	case 3:
		return decl + ", optional", bounds(ds, true)
	case 4:
		if t.class != 'c' || t.kind == 1 {
			return decl, "(..)"
		}
	case 5:
		if t.class == 'd' {
			return "class(" + t.spec() + "), " + intent, bounds(ds, true)
		}
		if intent == "intent(in)" && t.class != 'c' {
			return "class(*), " + intent, bounds(ds, true)
		}
	}
	return decl, bounds(ds, true)
}

// changed passes an object to a dummy argument that is changed.
func changed(c *kase, x, z coview, y View) bool {
	t := c.leaf
	s, ok := c.read(x, y, t, how{noVector: true}, false)
	if !ok || s.count() == 0 || s.sel == "" && (y.fixed || s.rank() > 0 &&
		(y.spaced || y.polymorphic)) {
		return false
	}
	intent := []string{"intent(inout)", "intent(out)"}[c.n(2)]
	r, units := c.result(t, s.shape)
	by, from := c.result(t, s.shape)
	p := c.name("s")
	decl, dims := c.dummyOf(s, intent)
	name, end := "d", ""
	c.procedure("subroutine "+p+"(d)", decl+" :: d"+dims)
	if strings.Contains(dims, "..") {
		c.procedure("select rank (d)", fmt.Sprintf("rank (%d)", s.rank()))
		end = "end select"
	} else if strings.Contains(dims, "*") {
		full := make([]string, s.rank())
		for i, n := range s.shape {
			full[i] = fmt.Sprintf(":%d", n)
		}
		name += "(" + strings.Join(full, ", ") + ")"
	}
	if intent == "intent(inout)" {
		c.procedure(r.name + " = " + name)
	}
	c.procedure(name + " = " + by.name)
	if end != "" {
		c.procedure(end)
	}
	c.procedure("end subroutine")
	c.tell("changed by %s%s", decl, dims)
	c.say("call %s(%s)", p, s.expr())
	c.effect = func(m *model, image int) {
		if intent == "intent(inout)" {
			m.put(image, units, s.values(m, image))
		}
		m.put(s.image(m, image), s.units(), m.get(image, from))
	}
	return true
}

// constructor puts objects into an array constructor.
func constructor(c *kase, x, z coview, y View) bool {
	var items []string
	var parts []func(m *model, image int) []int
	n := 0
	for range 1 + c.n(3) {
		s, ok := c.read(x, y, c.leaf, how{}, false)
		if !ok {
			return false
		}
		n += s.count()
		parts = append(parts, s.values)
		if s.rank() == 1 && !s.vector && c.n(2) == 0 && s.count() > 0 {
			items = append(items, fmt.Sprintf("(%s, j=1, %d)", s.element(s.sel, "j"), s.count()))
			continue
		}
		items = append(items, s.expr())
	}
	if n == 0 {
		return false
	}
	r, units := c.result(c.leaf, []int{n})
	c.say("%s = [%s :: %s]", r.name, c.specifier(), strings.Join(items, ", "))
	c.effect = func(m *model, image int) {
		var list []int
		for _, p := range parts {
			list = append(list, p(m, image)...)
		}
		m.put(image, units, list)
	}
	return true
}

func (c *kase) specifier() string {
	return strings.TrimSuffix(strings.TrimPrefix(c.leaf.decl(), "type("), "")
}

// expression has objects in an expression.
func expression(c *kase, x, z coview, y View) bool {
	a, ok := c.read(x, y, c.leaf, how{}, false)
	if !ok || a.count() == 0 {
		return false
	}
	b, ok := c.read(z, y, c.leaf, how{shape: append([]int{}, a.shape...)},
		false)
	if !ok {
		return false
	}
	t := &Type{class: 'i', kind: 4}
	r, units := c.result(t, a.shape)
	n := c.leaf.units()
	if c.leaf.class == 'c' || c.leaf.class == 'z' {
		c.say("%s = merge(1, 0, %s == %s)", r.name, a.expr(), b.expr())
	} else if c.leaf.class == 'l' {
		c.say("%s = merge(1, 0, %s .eqv. %s)", r.name, a.expr(), b.expr())
	} else {
		c.say("%s = merge(1, 0, %s < %s)", r.name, a.expr(), b.expr())
	}
	c.effect = func(m *model, image int) {
		va, vb := a.values(m, image), b.values(m, image)
		for i, u := range units {
			same := 1
			for k := range n {
				if va[i*n+k] != vb[i*n+k] {
					same = 0
				}
			}
			if strings.IndexByte("ir", c.leaf.class) >= 0 {
				same = 0
				if va[i] < vb[i] {
					same = 1
				}
			}
			m.put(image, []int{u}, []int{same})
		}
	}
	return true
}

// intrinsic has an object as the argument of an intrinsic function.
func intrinsic(c *kase, x, z coview, y View) bool {
	s, ok := c.read(x, y, c.leaf, how{array: true}, false)
	if !ok || s.count() == 0 {
		return false
	}
	e := s.expr()
	n := c.leaf.units()
	whole := func(f func(v []int) []int) func(m *model, image int) []int {
		return func(m *model, image int) []int { return f(s.values(m, image)) }
	}
	integer := &Type{class: 'i', kind: 4}
	numeric := strings.IndexByte("ir", c.leaf.class) >= 0
	which := c.n(9)
	var text string
	var t *Type
	var shape []int
	var f func(m *model, image int) []int
	switch {
	case which == 0 && numeric:
		op := c.n(3)
		text, t, f = "int("+[]string{"maxval", "minval", "sum"}[op]+"("+e+"))", integer,
			whole(func(v []int) []int {
				out := v[0]
				for _, a := range v[1:] {
					switch op {
					case 0:
						out = max(out, a)
					case 1:
						out = min(out, a)
					case 2:
						out += a
					}
				}
				return []int{out}
			})
		if op == 2 && (c.leaf.kind == 1 || c.leaf.kind == 10) {
			return false
		}
	case which == 1 && numeric && s.rank() == 1:
		text, t, f = "maxloc("+e+", 1)", integer, whole(func(v []int) []int {
			at := 0
			for i, a := range v {
				if a > v[at] {
					at = i
				}
			}
			return []int{at + 1}
		})
	case which == 2:
		text, t, shape = fmt.Sprintf("reshape(%s, [%d])", e, s.count()), c.leaf, []int{s.count()}
		f = whole(func(v []int) []int { return v })
	case which == 3:
		text, t, f = fmt.Sprintf("size(%s) + 10*size(%s, %d)", e, e, s.rank()), integer,
			whole(func(v []int) []int { return []int{s.count() + 10*s.shape[s.rank()-1]} })
	case which == 4 && s.rank() == 1:
		k := 1 + c.n(3)
		text, t, shape = fmt.Sprintf("cshift(%s, %d)", e, k), c.leaf, s.shape
		f = whole(func(v []int) []int {
			var out []int
			for i := range len(v) {
				out = append(out, v[(i+k*n)%len(v)])
			}
			return out
		})
	case which == 5 && s.rank() == 1:
		text, t, shape = fmt.Sprintf("pack(%s, .true.)", e), c.leaf, []int{s.count()}
		f = whole(func(v []int) []int { return v })
	case which == 6 && s.rank() == 1:
		text, t, shape = fmt.Sprintf("spread(%s, 2, 2)", e), c.leaf, []int{s.count(), 2}
		f = whole(func(v []int) []int { return append(append([]int{}, v...), v...) })
	case which == 7 && s.rank() == 2:
		text, t, shape = "transpose("+e+")", c.leaf, []int{s.shape[1], s.shape[0]}
		f = whole(func(v []int) []int {
			var out []int
			for i := range s.shape[0] {
				for j := range s.shape[1] {
					at := (i + j*s.shape[0]) * n
					out = append(out, v[at:at+n]...)
				}
			}
			return out
		})
	case which == 8 && c.leaf.class == 'l':
		text, t, f = "count("+e+")", integer, whole(func(v []int) []int {
			n := 0
			for _, a := range v {
				n += a
			}
			return []int{n}
		})
	case which == 8 && c.leaf.class != 'c':
		text, t, shape = fmt.Sprintf("transfer(%s, [%s])", e, c.leaf.made(func(int) string {
			return "1"
		})), c.leaf, []int{s.count()}
		f = whole(func(v []int) []int { return v })
	default:
		return false
	}
	r, units := c.result(t, shape)
	c.say("%s = %s", r.name, text)
	c.effect = func(m *model, image int) { m.put(image, units, f(m, image)) }
	return true
}

// where has objects in a WHERE statement.
func where(c *kase, x, z coview, y View) bool {
	if c.leaf.class != 'i' && c.leaf.class != 'r' {
		return false
	}
	d, ok := c.designate(x.View, c.leaf, how{array: true})
	if !ok {
		return false
	}
	h := how{shape: append([]int{}, d.shape...)}
	s, ok := c.designate(y, c.leaf, h)
	if !ok {
		return false
	}
	mask, ok := c.designate(z.View, c.leaf, h)
	if !ok {
		return false
	}
	sel := c.selector(z, "nx", false)
	if c.n(2) == 0 && !y.fixed {
		// get
		c.say("where (%s > 45) %s = %s", mask.text(sel), s.text(""),
			d.text(c.selector(x, "nx", false)))
		c.effect = func(m *model, image int) {
			values := m.get(m.next(image), d.units())
			for i, v := range m.get(m.next(image), mask.units()) {
				if v > 45 {
					m.put(image, s.units()[i:i+1], values[i:i+1])
				}
			}
		}
		return true
	}
	c.say("where (%s > 45) %s = %s", mask.text(sel), d.text(c.selector(x, "nx", false)),
		s.text(""))
	c.effect = func(m *model, image int) {
		values := m.get(image, s.units())
		for i, v := range m.get(m.next(image), mask.units()) {
			if v > 45 {
				m.put(m.next(image), d.units()[i:i+1], values[i:i+1])
			}
		}
	}
	return true
}

// loop defines element by element.
func loop(c *kase, x, z coview, y View) bool {
	d, ok := c.designate(x.View, c.leaf, how{array: true, noVector: true, simple: true})
	if !ok || d.rank() > 2 || d.count() == 0 {
		return false
	}
	s, ok := c.designate(y, c.leaf, how{shape: append([]int{}, d.shape...), noVector: true,
		simple: true})
	if !ok {
		return false
	}
	sel := c.selector(x, "nx", true)
	index := []string{"j", "l"}[:d.rank()]
	a, b := d.element(sel, index...), s.element("", index...)
	putting := y.fixed || c.n(2) == 0
	left, right := a, b
	if !putting {
		left, right = b, a
	}
	var heads []string
	for i, n := range d.shape {
		heads = append(heads, fmt.Sprintf("%s=1:%d", index[i], n))
	}
	kind := c.n(3)
	head := strings.Join(heads, ", ")
	switch kind {
	case 0:
		c.say("forall (%s) %s = %s", head, left, right)
	case 1:
		c.say("do concurrent (%s)", head)
		c.say("%s = %s", left, right)
		c.say("end do")
	default:
		for i, n := range d.shape {
			c.say("do %s = 1, %d", index[i], n)
		}
		c.say("%s = %s", left, right)
		for range d.shape {
			c.say("end do")
		}
	}
	c.effect = func(m *model, image int) {
		if putting {
			m.put(m.next(image), d.units(), m.get(image, s.units()))
		} else {
			m.put(image, s.units(), m.get(m.next(image), d.units()))
		}
	}
	return true
}

// output writes an object and reads what was written.
func output(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, y)
	if t.class == 'c' && t.kind != 1 {
		return false
	}
	s, ok := c.read(x, y, t, how{}, true)
	if !ok || s.count() == 0 {
		return false
	}
	r, units := c.result(t, s.shape)
	item := s.expr()
	if s.rank() == 1 && !s.vector && c.n(2) == 0 {
		item = fmt.Sprintf("(%s, j=1, %d)", s.element(s.sel, "j"), s.count())
	}
	c.say("write (line, *, delim='quote') %s", item)
	c.say("read (line, *) %s", r.name)
	c.effect = func(m *model, image int) { m.put(image, units, s.values(m, image)) }
	return true
}

// input reads into an object what was written.
func input(c *kase, x, z coview, y View) bool {
	t := c.leaf
	if t.class == 'c' && t.kind != 1 {
		return false
	}
	d, ok := c.designate(x.View, t, how{})
	if !ok || d.count() == 0 {
		return false
	}
	s, ok := c.designate(y, t, how{shape: append([]int{}, d.shape...)})
	if !ok {
		return false
	}
	c.say("write (line, *, delim='quote') %s", s.text(""))
	item := d.text(c.selector(x, "nx", true))
	if d.rank() == 1 && !d.vector && c.n(2) == 0 {
		item = fmt.Sprintf("(%s, j=1, %d)", d.element(c.selector(x, "nx", true), "j"), d.count())
	}
	c.say("read (line, *) %s", item)
	c.effect = func(m *model, image int) {
		m.put(m.next(image), d.units(), m.get(image, s.units()))
	}
	return true
}

// associated has an object as the selector of ASSOCIATE.
func associated(c *kase, x, z coview, y View) bool {
	s, ok := c.read(x, y, c.leaf, how{}, true)
	if !ok || s.count() == 0 {
		return false
	}
	r, units := c.result(c.leaf, s.shape)
	selector := s.expr()
	if s.sel != "" || c.n(3) == 0 { // F2018 C1103
		selector = "(" + selector + ")"
	}
	c.say("associate (zz => %s)", selector)
	c.say("%s = zz", r.name)
	c.say("end associate")
	c.effect = func(m *model, image int) { m.put(image, units, s.values(m, image)) }
	return true
}

// allocated has an object as a source in ALLOCATE.
func allocated(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, y)
	s, ok := c.read(x, y, t, how{}, true)
	if !ok || s.count() == 0 {
		return false
	}
	r, units := c.result(t, s.shape)
	dims := make([]dim, s.rank())
	attr := []string{"allocatable", "pointer"}[c.n(2)]
	c.say("block")
	c.say("%s, %s :: ss%s", t.decl(), attr, bounds(dims, true))
	c.say("allocate (ss, source=%s)", s.expr())
	if attr == "allocatable" && c.n(2) == 0 {
		c.say("block")
		c.say("%s, allocatable :: mm%s", t.decl(), bounds(dims, true))
		c.say("call move_alloc(ss, mm)")
		c.say("%s = mm", r.name)
		c.say("end block")
	} else {
		c.say("%s = ss", r.name)
	}
	c.say("end block")
	c.effect = func(m *model, image int) { m.put(image, units, s.values(m, image)) }
	return true
}

// dynamicValue has the value of a polymorphic element, which keeps its dynamic type.
func dynamicValue(c *kase, x, z coview, y View) bool {
	d := Desig{View: x.View, t: x.t, at: x.at}
	if !x.polymorphic || x.t.holdsPolymorphic() || !c.subscripts(&d, x.head, x.mark(), x.dims,
		x.at, x.assumed, how{shape: []int{}}, x.t) {
		return false
	}
	r, units := c.result(x.t, nil)
	value, guard, part := "("+d.text(c.selector(x, "nx", true))+")", x.t.spec(), ""
	if x.dynamic != "" {
		guard, part = x.dynamic, "%"+x.t.name
	}
	selects := func(name, selector string) []string {
		if selector != name {
			selector = name + " => " + selector
		}
		return []string{"select type (" + selector + ")", "type is (" + guard + ")",
			r.name + " = " + name + part, "class default", "wrong = wrong+1", "end select"}
	}
	if c.n(3) == 0 {
		c.statement = selects("qq", value)
	} else {
		p := c.name("s")
		c.procedure("subroutine "+p+"(d)", "class("+x.t.spec()+"), intent(in) :: d")
		c.procedure(selects("d", "d")...)
		c.procedure("end subroutine")
		c.say("call %s(%s)", p, value)
	}
	c.effect = func(m *model, image int) {
		m.put(image, units, m.get(m.next(image), d.units()))
	}
	return true
}

// function calls a function with an object, elemental or with an array result.
func function(c *kase, x, z coview, y View) bool {
	t := c.wanted(x.View, y)
	s, ok := c.read(x, y, t, how{}, false)
	if !ok || s.count() == 0 {
		return false
	}
	r, units := c.result(t, s.shape)
	p := c.name("f")
	if c.n(2) == 0 || s.rank() == 0 {
		c.procedure("elemental function "+p+"(d) result(v)", t.decl()+", intent(in) :: d",
			t.decl()+" :: v", "v = d", "end function")
	} else {
		ds := make([]dim, s.rank())
		var sizes []string
		for i := range ds {
			sizes = append(sizes, fmt.Sprintf("size(d, %d)", i+1))
		}
		c.procedure("function "+p+"(d) result(v)",
			t.decl()+", intent(in) :: d"+bounds(ds, true),
			t.decl()+" :: v("+strings.Join(sizes, ", ")+")", "v = d", "end function")
	}
	c.say("%s = %s(%s)", r.name, p, s.expr())
	c.effect = func(m *model, image int) { m.put(image, units, s.values(m, image)) }
	return true
}

// structure has elements in a structure constructor.
func structure(c *kase, x, z coview, y View) bool {
	s, ok := c.read(x, y, c.leaf, how{}, false)
	if !ok || s.count() == 0 {
		return false
	}
	dims := fromOne(s.shape)
	attr := ""
	if len(dims) > 0 && c.n(2) == 0 {
		attr = "allocatable"
	}
	t := c.define(comp{name: "n", t: c.leaf, dims: dims, attr: attr},
		comp{name: "i", t: &Type{class: 'i', kind: 4}})
	r, units := c.result(c.leaf, s.shape)
	c.say("block")
	c.say("type(%s) :: ss", t.name)
	c.say("ss = %s(%s, 1)", t.name, s.expr())
	c.say("%s = ss%%n", r.name)
	c.say("end block")
	c.effect = func(m *model, image int) { m.put(image, units, s.values(m, image)) }
	return true
}

// selectCase has an element as the expression of SELECT CASE.
func selectCase(c *kase, x, z coview, y View) bool {
	if c.leaf.class != 'i' || c.leaf.kind == 16 {
		return false
	}
	s, ok := c.read(x, y, c.leaf, how{shape: []int{}}, true)
	if !ok {
		return false
	}
	r, units := c.result(&Type{class: 'i', kind: 4}, nil)
	c.say("select case (%s)", s.expr())
	c.say("case (:45_%d)", c.leaf.kind)
	c.say("%s = 1", r.name)
	c.say("case default")
	c.say("%s = 2", r.name)
	c.say("end select")
	c.effect = func(m *model, image int) {
		v := 1
		if s.values(m, image)[0] > 45 {
			v = 2
		}
		m.put(image, units, []int{v})
	}
	return true
}

// operand is an object that a collective subroutine changes: one in so many has the type of the
// whole view.
func (c *kase) operand(x coview, y View, wholes int) (d Desig, t *Type, ok bool) {
	v := y
	if y.fixed || c.n(3) == 0 {
		v = x.View
	}
	t = c.leaf
	if c.n(wholes) == 0 && !v.t.deep() && !v.polymorphic {
		t = v.t
	}
	d, ok = c.designate(v, t, how{noVector: true})
	return d, t, ok && d.count() > 0
}

// reassigned has the compiler alone assign through an array's designator, as a collective
// subroutine does, and says whether the type is one for that: what it assigns is 1 more, or the
// contrary.
func (c *kase) reassigned(d Desig, t *Type) bool {
	other := "had + 1"
	switch {
	case d.rank() == 0 || !strings.ContainsRune("irl", rune(t.class)):
		return false
	case t.class == 'l':
		other = ".not. had"
	}
	c.say("block")
	c.say("%s, allocatable :: had(:%s)", t.decl(), strings.Repeat(", :", d.rank()-1))
	c.say("had = %s", d.text(""))
	c.say("had = %s", other)
	c.say("%s = had", d.text(""))
	c.say("end block")
	return true
}

// collective has an object in a collective subroutine.
func collective(c *kase, x, z coview, y View) bool {
	d, t, ok := c.operand(x, y, 4)
	if !ok || c.team == halves {
		return false
	}
	e := d.text("")
	which := c.n(4)
	if t.class == 'd' || t.class == 'l' || t.class == 'z' && which > 1 ||
		t.class == 'c' && which != 2 {
		which = 3
	}
	call := ""
	switch which {
	case 0, 1:
		if t.kind == 1 || t.kind == 2 {
			return false
		}
		call = "co_sum(" + e + ")"
	case 2:
		if t.class == 'c' && t.kind == 4 {
			return false
		}
		call = "co_max(" + e + ")"
	case 3:
		call = "co_broadcast(" + e + ", 2)"
	}
	reassigned := c.control && c.reassigned(d, t)
	if !c.control {
		c.say("call %s", call)
	}
	n := t.units()
	if t.class != 'c' {
		n = 1
	}
	c.effect = func(m *model, image int) {
		units := d.units()
		switch {
		case reassigned:
			for i, v := range m.get(image, units) {
				if v++; t.class == 'l' {
					v %= 2
				}
				m.put(image, units[i:i+1], []int{v})
			}
		case m.alone:
		case which == 3:
			m.put(image, units, m.get(c.team.image(2), units))
		case which == 2:
			for i := 0; i < len(units); i += n {
				best := m.get(0, units[i:i+n])
				for other := range m.before {
					if v := m.get(other, units[i:i+n]); slices.Compare(best, v) < 0 {
						best = v
					}
				}
				m.put(image, units[i:i+n], best)
			}
		default:
			for _, u := range units {
				sum := 0
				for other := range m.before {
					sum += m.before[other][u]
				}
				m.put(image, []int{u}, []int{sum})
			}
		}
	}
	return true
}

// pointed has a function with a pointer result on the other side.
func pointed(c *kase, x, z coview, y View) bool {
	if !y.target || y.fixed || y.spaced || !y.module && !c.hostSeen() || y.frame == &c.inner ||
		!y.module || y.v == nil || y.head != y.v.name {
		return false
	}
	s, ok := c.designate(y, c.leaf, how{noVector: true, array: true, simple: true})
	if !ok || s.count() == 0 || s.part { // parts: faults/span_of_result.f90
		return false
	}
	d, ok := c.designate(x.View, c.leaf, how{shape: append([]int{}, s.shape...)})
	if !ok {
		return false
	}
	f := c.name("f")
	dims := fromOne(s.shape)
	c.procedure("function "+f+"() result(v)", s.t.decl()+", pointer :: v"+bounds(dims, true),
		"v => "+s.text(""), "end function")
	c.say("%s = %s()", d.text(c.selector(x, "nx", false)), f)
	c.effect = func(m *model, image int) {
		m.put(m.next(image), d.units(), m.get(image, s.units()))
	}
	return true
}

// atomic adds to an element.
func atomic(c *kase, x, z coview, y View) bool {
	if c.leaf.class != 'i' || c.leaf.kind != 4 {
		return false
	}
	d, ok := c.designate(x.View, c.leaf, how{shape: []int{}})
	if !ok {
		return false
	}
	if text := d.text(c.of(x, "nx")); c.control {
		c.say("%s = %s + 5", text, text)
	} else {
		c.say("call atomic_add(%s, 5)", text)
	}
	c.effect = func(m *model, image int) {
		v := m.get(m.next(image), d.units())
		m.put(m.next(image), d.units(), []int{v[0] + 5})
	}
	return true
}

// elemental calls an elemental subroutine that changes an object.
func elemental(c *kase, x, z coview, y View) bool {
	d, ok := c.designate(x.View, c.leaf, how{noVector: true})
	if !ok || d.count() == 0 {
		return false
	}
	s, ok := c.designate(y, c.leaf, how{shape: append([]int{}, d.shape...)})
	if !ok {
		return false
	}
	p := c.name("s")
	intent := []string{"intent(out)", "intent(inout)"}[c.n(2)]
	c.procedure("elemental subroutine "+p+"(d, s)", c.leaf.decl()+", "+intent+" :: d",
		c.leaf.decl()+", intent(in) :: s", "d = s", "end subroutine")
	c.say("call %s(%s, %s)", p, d.text(c.selector(x, "nx", false)), s.text(""))
	c.effect = func(m *model, image int) {
		m.put(m.next(image), d.units(), m.get(image, s.units()))
	}
	return true
}

// reduce has an object in CO_REDUCE, which keeps the first image's value.
func reduce(c *kase, x, z coview, y View) bool {
	d, t, ok := c.operand(x, y, 3)
	if !ok || c.team == halves {
		return false
	}
	p := c.name("f")
	c.procedure("pure function "+p+"(a, b) result(v)", t.decl()+", intent(in) :: a, b",
		t.decl()+" :: v", "v = a", "end function")
	if !c.control {
		c.say("call co_reduce(%s, %s)", d.text(""), p)
	}
	c.effect = func(m *model, image int) {
		if !m.alone {
			m.put(image, d.units(), m.get(c.team.image(1), d.units()))
		}
	}
	return true
}
