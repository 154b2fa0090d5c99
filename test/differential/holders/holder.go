package holders

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// frame is a procedure of a case, or a construct in it.
type frame struct {
	decls, open, close []string
}

func (f *frame) declare(format string, args ...any) {
	f.decls = append(f.decls, fmt.Sprintf(format, args...))
}

// selects has what follows stand in the only block of a SELECT construct.
func (f *frame) selects(head, block string) {
	f.open = append(f.open, head, block)
	f.close = append([]string{"end select"}, f.close...)
}

// variable is memory that the case compares.
type variable struct {
	name string
	t    *Type
	dims []dim
	base int // its first unit
	open string
}

// kase is a case.
type kase struct {
	rng     *rand.Rand
	k       int
	control bool
	narrow  bool // no numbers of more than 8 bytes
	caf     bool // in CAF 2.0, which counts images from 0
	images  int
	// the team of the statement
	team           team
	teamCall       bool   // it is that of the inner procedure's call
	teamName       string // as CHANGE TEAM knows it
	coassociations []string
	types          []*Type
	leaf           *Type
	module         frame
	outer, inner   frame
	place          place
	calls          bool // there is an inner procedure
	vars           []*variable
	next           int // units so far
	names          int
	procs          []string // of the module
	dummies        []string // of the inner procedure
	actuals        []string
	statement      []string
	x, z           coview // the objects, as the statement sees them
	y              View
	effect         func(m *model, image int)
	told           []string // what the case crosses
}

// place is where a case's procedures are.
type place uint8

const (
	inModule    place = iota // a module procedure, with an internal one
	sibling                  // module procedures
	inSubmodule              // a procedure of a submodule, with an internal one
	inMain                   // internal procedures of the main program
	places
)

func (c *kase) n(n int) int { return c.rng.IntN(n) }
func (c *kase) name(stem string) string {
	c.names++
	return fmt.Sprintf("%s%d_%d", stem, c.k, c.names)
}
func (c *kase) tell(format string, args ...any) {
	c.told = append(c.told, fmt.Sprintf(format, args...))
}

// hostSeen tells whether the inner procedure sees what the outer declares.
func (c *kase) hostSeen() bool { return c.place == inModule || c.place == inSubmodule }

// shape chooses bounds.
func (c *kase) shape(scalar bool) (dims []dim) {
	rank := []int{1, 1, 1, 1, 2, 2, 3}[c.n(7)]
	if scalar && c.n(6) == 0 {
		return nil
	}
	for range rank {
		lo := 1
		if c.n(2) == 0 {
			lo = c.n(7) - 3
		}
		n := 2 + c.n(5)
		if rank > 1 {
			n = 2 + c.n(3)
		} else if c.n(4) == 0 {
			n = 33 + c.n(20)
		}
		dims = append(dims, dim{lo, n})
	}
	return dims
}

// leafType chooses an intrinsic type.
func (c *kase) leafType() *Type {
	t := c.anyLeaf()
	if c.narrow && t.kind > 8 {
		t.kind = 8
	}
	return t
}

func (c *kase) anyLeaf() *Type {
	switch c.n(12) {
	case 0:
		return &Type{class: 'i', kind: []int{1, 2, 8, 16}[c.n(4)]}
	case 1, 2, 3:
		return &Type{class: 'i', kind: 4}
	case 4:
		return &Type{class: 'r', kind: []int{4, 8, 10, 16}[c.n(4)]}
	case 5:
		return &Type{class: 'r', kind: 8}
	case 6:
		return &Type{class: 'z', kind: []int{4, 8, 10, 16}[c.n(4)]}
	case 7:
		return &Type{class: 'l', kind: []int{1, 2, 4, 8}[c.n(4)]}
	case 8, 9:
		return &Type{class: 'c', kind: 1, length: 1 + c.n(5)}
	case 10:
		return &Type{class: 'c', kind: 4, length: 1 + c.n(3)}
	}
	return &Type{class: 'r', kind: 4}
}

// around is the type of an array whose elements have parts of type t.
func (c *kase) around(t *Type, deep bool) *Type {
	switch {
	case t.class == 'r' && c.n(4) == 0:
		return &Type{class: 'z', kind: t.kind}
	case t.class == 'c' && c.n(2) == 0:
		return &Type{class: 'c', kind: t.kind, length: t.length + c.n(4)}
	}
	switch c.n(9) {
	case 0, 1, 2:
		return t
	case 7:
		w := c.define(comp{name: "pad", t: &Type{class: 'i', kind: 1}}, comp{name: "n", t: t})
		if c.narrow && strings.IndexByte("irzl", t.class) >= 0 { // gfortran: C0241
			w.param = t.kind
		}
		return w
	case 8:
		s := c.around(t, deep)
		if !deep || s.class != 'd' || s.deep() {
			return t
		}
		return c.define(comp{name: "b", t: &Type{class: 'i', kind: 1}},
			comp{name: "o", t: s, attr: []string{"allocatable", "pointer"}[c.n(2)], poly: true})
	case 3:
		return c.define(comp{name: "n", t: t}, comp{name: "v", t: t})
	case 4:
		return c.define(comp{name: "pad", t: &Type{class: 'i', kind: 1}}, comp{name: "n", t: t},
			comp{name: "q", t: &Type{class: 'i', kind: 2}})
	case 5:
		attr := ""
		if deep {
			attr = []string{"", "allocatable", "pointer"}[c.n(3)]
		}
		return c.define(comp{name: "h", t: &Type{class: 'i', kind: 2}},
			comp{name: "w", t: c.around(t, deep), dims: c.small(), attr: attr},
			comp{name: "tail", t: &Type{class: 'i', kind: 1}})
	}
	return c.define(comp{name: "b", t: &Type{class: 'i', kind: 1}},
		comp{name: "s", t: c.around(t, deep)})
}

// fromOne are the dimensions of a shape.
func fromOne(shape []int) (dims []dim) {
	for _, n := range shape {
		dims = append(dims, dim{1, n})
	}
	return dims
}

// lowerBounds chooses lower bounds, and gives them as a declaration of assumed shape does.
func (c *kase) lowerBounds(dims []dim) string {
	var list []string
	for i := range dims {
		dims[i].lo = c.n(7) - 3
		list = append(list, fmt.Sprintf("%d:", dims[i].lo))
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// keepLower gives dimensions the lower bounds of others.
func keepLower(dims, others []dim) {
	for i := range dims {
		dims[i].lo = others[i].lo
	}
}

// assumedSize are bounds of which the last is not declared.
func assumedSize(dims []dim) string {
	text := strings.TrimSuffix(bounds(dims, false), ")")
	return text[:strings.LastIndexAny(text, "(,")+1] + "*)"
}

func (c *kase) small() []dim {
	dims := []dim{{1, 2 + c.n(3)}}
	if c.n(2) == 0 {
		dims[0].lo = c.n(4) - 1
	}
	if c.n(4) == 0 {
		dims = append(dims, dim{1, 2})
	}
	return dims
}

func (c *kase) define(comps ...comp) *Type {
	t := derived(c.name("t"), comps...)
	c.types = append(c.types, t)
	return t
}

// newVariable is memory of the case.
func (c *kase) newVariable(stem string, t *Type, dims []dim) *variable {
	v := &variable{name: c.name(stem), t: t, dims: dims, base: c.next}
	c.next += t.units() * size(dims)
	c.vars = append(c.vars, v)
	return v
}

func (v *variable) view() View {
	w := View{head: v.name, t: v.t, dims: v.dims, v: v}
	for e := range size(v.dims) {
		w.at = append(w.at, v.base+e*v.t.units())
	}
	return w
}

// limits are bounds for ALLOCATE.
func limits(dims []dim) string {
	if len(dims) == 0 {
		return ""
	}
	return bounds(dims, false)
}

// allocateDeep allocates components.
func (c *kase) allocateDeep(f *frame, t *Type, ref string, dims []dim) {
	if !t.deep() {
		return
	}
	for e := range size(dims) {
		r := ref
		if len(dims) > 0 {
			r += "(" + elementOf(dims, e) + ")"
		}
		for _, m := range t.comps {
			if m.attr != "" {
				f.open = append(f.open, fmt.Sprintf("allocate (%s%%%s%s)", r, m.name,
					limits(m.dims)))
			}
			c.allocateDeep(f, m.t, r+"%"+m.name, m.dims)
		}
	}
}

// local makes an object that is no coarray.
func (c *kase) local(t *Type) View {
	dims := c.shape(true)
	if t.deep() {
		dims = c.fewer(dims)
	}
	v := c.newVariable("y", t, dims)
	w := v.view()
	w.frame = &c.outer
	target := ""
	byLength := t.class == 'd' && t.length > 0 // no target: gfortran crashes over pointers to parts
	if c.n(3) > 0 && !byLength {
		target, w.target = ", target", true
	}
	d := t.decl()
	kinds := []string{"explicit", "saved in a module", "allocatable", "pointer", "automatic",
		"common", "equivalence", "allocatable in a module", "polymorphic", "deferred length"}
	for {
		kind := kinds[c.n(len(kinds))]
		if byLength {
			kind = "explicit"
		}
		switch kind {
		case "explicit":
			c.outer.declare("%s%s :: %s%s", d, target, v.name, bounds(dims, false))
		case "saved in a module":
			c.module.declare("%s, save%s :: %s%s", d, target, v.name, bounds(dims, false))
			w.module = true
		case "allocatable":
			c.outer.declare("%s, allocatable%s :: %s%s", d, target, v.name, bounds(dims, true))
			c.outer.open = append(c.outer.open, "allocate ("+v.name+limits(dims)+")")
			w.allocatable = true
		case "allocatable in a module":
			c.module.declare("%s, allocatable%s :: %s%s", d, target, v.name, bounds(dims, true))
			c.outer.open = append(c.outer.open, "allocate ("+v.name+limits(dims)+")")
			w.allocatable, w.module = true, true
		case "pointer":
			c.outer.declare("%s, pointer :: %s%s", d, v.name, bounds(dims, true))
			c.outer.open = append(c.outer.open, "allocate ("+v.name+limits(dims)+")")
			w.pointer, w.target, w.spaced = true, true, true
		case "automatic":
			if len(dims) == 0 {
				continue
			}
			var list []string
			for _, dm := range dims {
				list = append(list, fmt.Sprintf("id(%d):id(%d)", dm.lo, dm.lo+dm.n-1))
			}
			c.outer.declare("%s%s :: %s(%s)", d, target, v.name, strings.Join(list, ", "))
		case "common":
			if t.class == 'd' {
				continue
			}
			c.outer.declare("%s%s :: %s%s", d, target, v.name, bounds(dims, false))
			c.outer.declare("common /b%s/ %s", v.name, v.name)
		case "equivalence":
			if t.class == 'd' || len(dims) == 0 {
				continue
			}
			w.target = false
			c.outer.declare("%s :: %s%s", d, v.name, bounds(dims, false))
			c.outer.declare("%s :: q%s(0:%d)", d, v.name, size(dims)-1)
			c.outer.declare("equivalence (%s(%s), q%s(0))", v.name, elementOf(dims, 0), v.name)
			if c.n(2) == 0 {
				w.head, w.dims = "q"+v.name, []dim{{0, size(dims)}}
			}
		case "polymorphic":
			if t.class != 'd' {
				continue
			}
			c.outer.declare("class(%s), allocatable%s :: %s%s", t.spec(), target, v.name,
				bounds(dims, true))
			c.outer.open = append(c.outer.open, "allocate ("+v.name+limits(dims)+")")
			w.allocatable, w.polymorphic = true, true
		case "deferred length":
			if t.class != 'c' {
				continue
			}
			c.outer.declare("character(len=:, kind=%d), allocatable%s :: %s%s", t.kind, target,
				v.name, bounds(dims, true))
			c.outer.open = append(c.outer.open, fmt.Sprintf("allocate (%s :: %s%s)", d, v.name,
				limits(dims)))
			w.allocatable, w.deferred = true, true
		}
		c.allocateDeep(&c.outer, t, v.name, dims)
		c.tell("local: %s %s%s", kind, shortOf(t), bounds(dims, false))
		return w
	}
}

func (c *kase) fewer(dims []dim) []dim {
	for i := range dims {
		dims[i].n = min(dims[i].n, 3)
	}
	return dims
}

func shortOf(t *Type) string {
	if t.class != 'd' {
		return t.decl()
	}
	var list []string
	for _, m := range t.comps {
		list = append(list, strings.TrimSpace(m.attr+" "+m.name+bounds(m.dims, false))+" "+
			shortOf(m.t))
	}
	return "{" + strings.Join(list, "; ") + "}"
}

// cobounds chooses codimensions: their text in declarations, where they are deferred and of dummy
// arguments, and the cosubscripts of an image.
func (c *kase) cobounds() (text, deferred string, subs func(image string) string) {
	if c.caf {
		return "[*]", "[:]", func(image string) string { return image + "-1" }
	}
	switch c.n(5) {
	case 0:
		lo := c.n(7) - 3
		return fmt.Sprintf("[%d:*]", lo), "[:]", func(image string) string {
			return plus(image, lo-1)
		}
	case 1:
		return "[2, *]", "[:, :]", func(image string) string {
			return fmt.Sprintf("1+mod(%s-1, 2), 1+(%s-1)/2", image, image)
		}
	case 2:
		return "[0:1, -1:*]", "[:, :]", func(image string) string {
			return fmt.Sprintf("mod(%s-1, 2), (%s-1)/2-1", image, image)
		}
	}
	return "[*]", "[:]", func(image string) string { return image }
}

// coarray is a view with the cosubscripts of an image.
type coview struct {
	View
	here bool // it is established in the current team only
	subs func(image string) string
}

// co is the text of codimensions, which the control has none of.
func (c *kase) co(text string) string {
	if c.control {
		return ""
	}
	return text
}

// coarray makes one.
func (c *kase) coarray(t *Type) coview {
	dims := c.shape(true)
	if t.deep() {
		dims = c.fewer(dims)
	}
	v := c.newVariable("x", t, dims)
	w := v.view()
	w.co = true
	w.frame = &c.outer
	target := ""
	if c.n(3) == 0 {
		target, w.target = ", target", true
	}
	text, deferred, subs := c.cobounds()
	limit := limits(dims) + c.co(text)
	if c.control {
		limit = limits(dims)
	}
	d := t.decl()
	kinds := []string{"static", "saved", "allocatable", "allocatable in a module", "component",
		"deferred length", "polymorphic"}
	for {
		kind := kinds[c.n(len(kinds))]
		switch kind {
		case "static":
			c.module.declare("%s, save%s :: %s%s%s", d, target, v.name, bounds(dims, false),
				c.co(text))
			w.module = true
		case "saved":
			c.outer.declare("%s, save%s :: %s%s%s", d, target, v.name, bounds(dims, false),
				c.co(text))
		case "allocatable", "allocatable in a module":
			f := &c.outer
			if kind != "allocatable" {
				f, w.module = &c.module, true
			}
			f.declare("%s, allocatable%s :: %s%s%s", d, target, v.name, bounds(dims, true),
				c.co(deferred))
			c.outer.open = append(c.outer.open, "allocate ("+v.name+limit+")")
			w.allocatable = true
		case "component":
			if t.deep() {
				continue // the standard lets none be allocated by other images only
			}
			name := c.name("h")
			h := &Type{class: 'd', name: name, comps: []comp{{
				name: "x", t: t, dims: dims, attr: "allocatable" + codimensions + c.co(deferred)}}}
			if !c.narrow && c.n(8) == 0 {
				h.length = 1 + c.n(3)
				c.tell("in a type with a length parameter")
			}
			c.types = append(c.types, h)
			saved := ""
			if h.length > 0 { // faults/parameterized_local_object.f90
				saved = ", save"
			}
			c.outer.declare("type(%s)%s%s :: o%s", h.spec(), saved, target, v.name)
			v.name = "o" + v.name + "%x"
			w.holder = h
			w.head = v.name
			c.outer.open = append(c.outer.open, "allocate ("+v.name+limit+")")
			w.allocatable = true
		case "deferred length":
			if t.class != 'c' {
				continue
			}
			c.outer.declare("character(len=:, kind=%d), allocatable%s :: %s%s%s", t.kind, target,
				v.name, bounds(dims, true), c.co(deferred))
			c.outer.open = append(c.outer.open, fmt.Sprintf("allocate (%s :: %s%s)", d, v.name,
				limit))
			w.allocatable = true
		}
		if kind == "polymorphic" {
			if t.class != 'd' || t.deep() || t.param > 0 {
				continue
			}
			f := &c.outer
			if c.n(2) == 0 {
				f, w.module = &c.module, true
			}
			f.declare("class(%s), allocatable%s :: %s%s%s", t.spec(), target, v.name,
				bounds(dims, true), c.co(deferred))
			of := ""
			if c.n(2) == 0 {
				e := &Type{class: 'd', name: c.name("t"), comps: []comp{{name: "more", t: &Type{
					class: 'i', kind: 8}}}, extends: t}
				c.types = append(c.types, e)
				w.dynamic = e.name
				of = e.name + " :: "
			}
			c.outer.open = append(c.outer.open, "allocate ("+of+v.name+limit+")")
			w.allocatable, w.polymorphic = true, true
		}
		c.allocateDeep(&c.outer, t, v.name, dims)
		c.tell("coarray: %s %s%s%s", kind, shortOf(t), bounds(dims, false), text)
		return coview{View: w, subs: subs}
	}
}

// hold puts a local view behind another name in the frame; false: the view cannot be.
func (c *kase) hold(f *frame, v View) (View, bool) {
	if v.deferred {
		return v, false
	}
	want := v.t
	if v.polymorphic && c.n(2) == 0 && v.byName() {
		w := v
		w.head, w.polymorphic, w.allocatable, w.module = c.name("k"), false, false, false
		w.frame = f
		f.selects("select type ("+w.head+" => "+v.head+")", "type is ("+v.t.spec()+")")
		c.tell("select type %s => %s", w.head, v.head)
		return w, true
	}
	if v.t.class == 'd' && c.n(2) == 0 && v.t.holds(c.leaf) {
		want = c.leaf
	}
	switch c.n(5) {
	case 0, 1:
		return c.pointTo(f, v, want)
	case 2:
		return c.remap(f, v, want)
	}
	return c.associate(f, v, want)
}

// byName tells whether the view is a variable by its name.
func (v View) byName() bool { return v.v != nil && v.head == v.v.name }

func (c *kase) after(d Desig, name string) View {
	w := View{head: name, t: d.t, at: d.at, v: d.v}
	for i, n := range d.shape {
		lo := 1
		if d.lows != nil {
			lo = d.lows[i]
		}
		w.dims = append(w.dims, dim{lo, n})
	}
	return w
}

// usable: an object without elements has nothing to designate.
func (d Desig) usable() bool { return len(d.at) > 0 }

func (c *kase) pointTo(f *frame, v View, want *Type) (View, bool) {
	if !v.target || v.fixed {
		return v, false
	}
	d, ok := c.designate(v, want, how{noVector: true, simple: true})
	// sections of pointers to components are gfortran's fault, see docs/limits.md
	if !ok || !d.usable() || v.spaced && d.rank() > 0 && d.whole == "" || !d.target {
		return v, false
	}
	name := c.name("p")
	w := c.after(d, name)
	w.target, w.pointer, w.frame, w.spaced = true, true, f, true
	left := name
	if d.rank() > 0 && c.n(2) == 0 {
		left += c.lowerBounds(w.dims)
	}
	c.declareHolder(f, fmt.Sprintf("%s, pointer :: %s%s", d.t.decl(), name, bounds(w.dims, true)))
	f.open = append(f.open, left+" => "+d.text(""))
	c.tell("pointer %s => %s", left, d.text(""))
	return w, true
}

// declareHolder declares a name in the procedure, or in a block in it.
func (c *kase) declareHolder(f *frame, text string) {
	if c.n(3) > 0 {
		f.declare("%s", text)
		return
	}
	f.open = append(f.open, "block\n"+text)
	f.close = append([]string{"end block"}, f.close...)
}

// remap has a pointer of two dimensions point to a rank-one object.
func (c *kase) remap(f *frame, v View, want *Type) (View, bool) {
	if !v.target || v.fixed {
		return v, false
	}
	d, ok := c.designate(v, want, how{noVector: true, simple: true})
	if !ok || d.rank() != 1 || !d.target || v.spaced && d.whole == "" || d.count() < 2 {
		return v, false
	}
	name := c.name("p")
	rows := 1 + c.n(d.count()/2)
	w := View{head: name, t: d.t, at: d.at, v: d.v, target: true, pointer: true, spaced: true,
		frame: f}
	lo := c.n(5) - 2
	w.dims = []dim{{lo, rows}, {1, d.count() / rows}}
	w.at = d.at[:rows*(d.count()/rows)]
	c.declareHolder(f, fmt.Sprintf("%s, pointer :: %s(:, :)", d.t.decl(), name))
	left := fmt.Sprintf("%s(%d:%d, 1:%d)", name, lo, lo+rows-1, d.count()/rows)
	f.open = append(f.open, left+" => "+d.text(""))
	c.tell("pointer %s => %s", left, d.text(""))
	return w, true
}

func (c *kase) associate(f *frame, v View, want *Type) (View, bool) {
	d, ok := c.designate(v, want, how{})
	if !ok || !d.usable() {
		return v, false
	}
	name := c.name("z")
	w := c.after(d, name)
	w.target = (v.target || v.pointer) && !d.vector && !v.polymorphic
	w.fixed = v.fixed || d.vector
	w.spaced, w.frame = true, f
	selector := d.text("")
	// gfortran takes other elements of associate names and pointers
	if v.polymorphic && (d.vector || d.part) || v.spaced && d.whole != v.head {
		return v, false
	}
	f.open = append(f.open, "associate ("+name+" => "+selector+")")
	f.close = append([]string{"end associate"}, f.close...)
	c.tell("associate %s => %s", name, selector)
	return w, true
}

// dummy passes a local view to the inner procedure.
func (c *kase) dummy(v View) View {
	d, ok := c.designate(v, v.t, how{noPart: true})
	if c.n(3) == 0 && v.t.class == 'd' && v.t.holds(c.leaf) {
		if e, fits := c.designate(v, c.leaf, how{}); fits && e.usable() {
			d, ok = e, true
		}
	}
	if !ok || !d.usable() || d.misplaced() {
		d = c.whole(v)
	}
	name := c.name("d")
	w := c.after(d, name)
	w.fixed = v.fixed || d.vector
	w.frame = &c.inner
	decl := d.t.decl()
	if d.t.class == 'c' && c.n(2) == 0 {
		decl, w.deferred = fmt.Sprintf("character(len=*, kind=%d)", d.t.kind), true
	}
	if d.t.class == 'd' && d.t.length > 0 && c.n(2) == 0 {
		decl = "type(" + d.t.assumed() + ")"
	}
	for i := range w.dims {
		w.dims[i].lo = 1
	}
	intent := ""
	if w.fixed {
		intent = ", intent(in)"
	}
	kind := ""
	if d.rank() == 0 {
		kind = []string{"scalar", "value", "target", "optional", "assumed rank"}[c.n(5)]
	} else {
		kind = []string{"explicit", "assumed shape", "assumed size", "contiguous", "optional",
			"target", "lower bounds", "assumed rank", "pointer", "allocatable", "polymorphic",
			"unlimited"}[c.n(12)]
	}
	// gfortran passes a section that an associate name stands for as if it were contiguous
	if v.spaced && !v.pointer && (kind == "explicit" || kind == "contiguous" ||
		kind == "assumed size") {
		kind = "assumed shape"
	}
	attr, dims := "", bounds(w.dims, true)
	switch kind {
	case "value":
		if d.t.deep() || v.polymorphic || v.deferred || d.t.class == 'c' && d.t.kind != 1 {
			kind = "scalar" // gfortran passes other values
			break
		}
		attr, intent, w.fixed, decl = ", value", "", true, d.t.decl()
	case "target":
		attr, w.target = ", target", true
	case "optional":
		attr = ", optional"
	case "explicit":
		dims = bounds(w.dims, false)
	case "contiguous":
		attr = ", contiguous"
		if c.n(2) == 0 {
			attr, w.target = ", contiguous, target", true
		}
	case "lower bounds":
		dims = c.lowerBounds(w.dims)
	case "assumed size":
		w.assumed = true
		dims = assumedSize(w.dims)
	case "assumed rank":
		dims = "(..)"
		if d.t.class == 'c' && d.t.kind != 1 || d.part ||
			v.polymorphic && d.whole == "" {
			kind, dims = "assumed shape", bounds(w.dims, true)
			break
		}
		attr = c.ofAnyRank(&w, d, name)
	case "pointer":
		if v.pointer && d.whole == v.head && d.rank() == len(v.dims) {
			attr, w.pointer, w.target, w.spaced = ", pointer", true, true, true
			keepLower(w.dims, v.dims)
			intent = ""
		} else {
			kind = "assumed shape"
		}
	case "allocatable":
		if v.allocatable && d.whole == v.head && d.rank() == len(v.dims) &&
			v.v.open != "class" && !strings.HasPrefix(v.head, "\x00") && !c.deferredOrClass(v) {
			attr, w.allocatable = ", allocatable", true
			keepLower(w.dims, v.dims)
			decl = d.t.decl()
		} else {
			kind = "assumed shape"
		}
	case "polymorphic":
		if d.t.class == 'd' {
			decl, w.polymorphic = "class("+d.t.spec()+")", true
		} else {
			kind = "assumed shape"
		}
	case "unlimited":
		if d.part || v.spaced || v.polymorphic {
			kind = "assumed shape" // gfortran takes elements from wrong places
			break
		}
		w.head = c.name("u")
		decl = "class(*)"
		guard := d.t.decl()
		if d.t.class == 'd' {
			guard = d.t.spec()
		} else if d.t.class == 'c' {
			guard = fmt.Sprintf("character(len=*, kind=%d)", d.t.kind)
		}
		c.inner.selects(fmt.Sprintf("select type (%s => %s)", w.head, name), "type is ("+guard+")")
	}
	c.dummies = append(c.dummies, name)
	c.actuals = append(c.actuals, d.text(""))
	c.inner.declare("%s%s%s :: %s%s", decl, attr, intent, name, dims)
	c.tell("dummy: %s %s for %s", kind, name, d.text(""))
	return w
}

// ofAnyRank has SELECT RANK give a name to a dummy argument of assumed rank, and chooses what the
// dummy argument is beside.
func (c *kase) ofAnyRank(w *View, d Desig, name string) (attr string) {
	head, block := "select rank ("+name+")", fmt.Sprintf("rank (%d)", d.rank())
	w.head = name
	if c.n(2) == 0 {
		w.head = c.name("r")
		head = fmt.Sprintf("select rank (%s => %s)", w.head, name)
	}
	switch {
	case c.n(3) == 0:
		attr, w.target = ", target", true
	case d.whole == d.head && d.pointer && c.n(2) == 0:
		attr, w.pointer, w.target, w.spaced = ", pointer", true, true, true
		keepLower(w.dims, d.View.dims)
	case d.whole == d.head && d.allocatable && d.byName() && !d.deferred && !d.polymorphic &&
		c.n(2) == 0 && !c.deferredOrClass(d.View):
		attr, w.allocatable = ", allocatable", true
		keepLower(w.dims, d.View.dims)
	}
	others := []string{"", "rank default\nwrong = wrong+1\n", "rank (7)\nwrong = wrong+1\n"}[c.n(3)]
	c.inner.selects(head, others+block)
	return attr
}

func (c *kase) deferredOrClass(v View) bool {
	for _, d := range c.outer.decls {
		if (strings.HasPrefix(d, "class") || strings.Contains(d, "len=:")) &&
			strings.Contains(d, ":: "+v.v.name) {
			return true
		}
	}
	return false
}

func (c *kase) whole(v View) Desig {
	d := Desig{View: v, t: v.t}
	if len(v.dims) == 0 {
		d.form, d.whole, d.at = v.head+v.mark(), v.head+v.mark(), v.at
		return d
	}
	c.wholeArray(&d, v.head, v.mark(), v.dims, v.at)
	return d
}

// coassociate gives a coarray an associate name, which is a coarray, too.
func (c *kase) coassociate(f *frame, x coview) coview {
	name := c.name("a")
	w := x.View
	if x.polymorphic && c.n(2) == 0 {
		is := "type is (" + x.t.spec() + ")"
		if x.dynamic != "" {
			is = []string{"type is (", "class is ("}[c.n(2)] + x.dynamic + ")"
		} else {
			w.polymorphic = false
		}
		w.head, w.frame, w.allocatable, w.module = name, f, false, false
		f.selects("select type ("+name+" => "+x.head+")", is)
		c.tell("select type %s => %s %s", name, x.head, is)
		return coview{View: w, subs: x.subs, here: x.here}
	}
	w.head, w.frame, w.allocatable, w.module = name, f, false, false
	f.open = append(f.open, "associate ("+name+" => "+x.head+")")
	f.close = append([]string{"end associate"}, f.close...)
	c.tell("associate %s => %s", name, x.head)
	return coview{View: w, subs: x.subs, here: x.here}
}

// codummy passes a coarray to the inner procedure.
func (c *kase) codummy(x coview) coview {
	if x.holder != nil && x.byName() && c.n(2) == 0 {
		return c.holderDummy(x)
	}
	d := c.whole(x.View)
	name := c.name("e")
	w := c.after(d, name)
	w.co, w.frame = true, &c.inner
	decl := x.t.decl()
	text, deferred, subs := c.cobounds()
	w.polymorphic, w.dynamic = x.polymorphic, x.dynamic
	// of an associate name gfortran passes a copy, and of an array
	if x.polymorphic && c.n(2) == 0 && x.byName() && len(x.dims) == 0 {
		w.polymorphic = false
	} else if x.t.class == 'd' && c.n(3) == 0 {
		w.polymorphic = true
	}
	if w.polymorphic {
		decl = "class(" + x.t.spec() + ")"
	}
	for i := range w.dims {
		w.dims[i].lo = 1
	}
	kind := ""
	if len(x.dims) == 0 {
		kind = []string{"scalar", "allocatable"}[c.n(2)]
	} else {
		kind = []string{"explicit", "assumed shape", "assumed size", "contiguous", "lower bounds",
			"allocatable"}[c.n(6)]
	}
	attr, dims := "", bounds(w.dims, true)
	switch kind {
	case "explicit":
		dims = bounds(w.dims, false)
	case "contiguous":
		attr = ", contiguous"
	case "lower bounds":
		dims = c.lowerBounds(w.dims)
	case "assumed size":
		w.assumed = true
		dims = assumedSize(w.dims)
	case "allocatable":
		if !x.allocatable || x.polymorphic != w.polymorphic {
			kind = "assumed shape"
			break
		}
		attr, w.allocatable, text = ", allocatable", true, ""
		keepLower(w.dims, x.dims)
		// the corank must be the actual argument's
		if c.deferredOrClass(x.View) && x.t.class == 'c' {
			decl = fmt.Sprintf("character(len=:, kind=%d)", x.t.kind)
		}
		probe := x.subs("i")
		deferred = "[:]"
		if strings.Contains(probe, "mod") {
			deferred = "[:, :]"
		}
		subs = x.subs
		text = deferred
	}
	c.dummies = append(c.dummies, name)
	c.actuals = append(c.actuals, d.text(""))
	c.inner.declare("%s%s :: %s%s%s", decl, attr, name, dims, c.co(text))
	c.tell("coarray dummy: %s %s%s", kind, name, text)
	return coview{View: w, subs: subs, here: c.teamCall || x.here}
}

// holderDummy passes the object of which a coarray is a component, perhaps to a dummy argument of
// assumed rank.
func (c *kase) holderDummy(x coview) coview {
	w := x.View
	name := c.name("o")
	object := strings.TrimSuffix(x.head, "%x")
	decl := "type(" + x.holder.assumed() + ")"
	kind := []string{"a scalar", "assumed rank", "polymorphic"}[c.n(3)]
	dims := ""
	w.head = name + "%x"
	switch kind {
	case "assumed rank":
		if x.holder.length > 0 { // gfortran loses length parameters there
			kind = "a scalar"
			break
		}
		dims = "(..)"
		c.inner.selects("select rank ("+name+")", "rank (0)")
	case "polymorphic":
		if x.holder.length > 0 {
			kind = "a scalar"
			break
		}
		decl = "class(" + x.holder.name + ")"
	}
	w.frame, w.holder = &c.inner, nil
	c.dummies = append(c.dummies, name)
	c.actuals = append(c.actuals, object)
	c.inner.declare("%s :: %s%s", decl, name, dims)
	c.tell("dummy for the holder of the coarray: %s", kind)
	return coview{View: w, subs: x.subs, here: c.teamCall || x.here}
}
