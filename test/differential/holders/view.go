package holders

import (
	"fmt"
	"slices"
	"strings"
)

// Marks in the text of a designator: the place of the image selector, and those of the array
// dimensions.
const (
	selectorMark = "\x01"
	dimMark      = "\x02"
)

// View is a name that can be designated: what it is called, its bounds, and where its elements are.
type View struct {
	head string // what stands in front of subscripts
	co   bool   // the selector stands behind the subscripts, or in head
	in   bool   // the selector is in head
	t    *Type
	dims []dim
	at   []int // the first unit of each element
	// what it may be used for
	fixed       bool // not definable
	target      bool
	allocatable bool
	pointer     bool
	deferred    bool // of deferred length: gfortran misplaces what points to its sections
	spaced      bool // a pointer or associate name whose elements may be parts of structures
	polymorphic bool
	dynamic     string // the type that extends that of a polymorphic coarray; ""
	assumed     bool   // assumed size: no whole array
	holder      *Type  // of a coarray that is a component: the type of its object
	frame       *frame
	module      bool // a module's variable, which all procedures see
	v           *variable
}

func (v View) mark() string {
	if v.co && !v.in {
		return selectorMark
	}
	return ""
}

// Desig is a designator.
type Desig struct {
	form  string // with marks
	whole string // the text where no dimension has a subscript; ""
	subs  []sub  // one for each mark of a dimension
	shape []int
	lows  []int // lower bounds, of whole arrays
	t     *Type
	at    []int
	View
	vector bool
	part   bool // elements are parts of larger ones
}

// sub is an array subscript.
type sub struct {
	text string
	at   func(index string) string // nil: a vector
}

func pick(at []int, dims []dim, list [][]int) (out []int) {
	out = []int{0}
	stride := 1
	for d, dm := range dims {
		var next []int
		for _, s := range list[d] {
			for _, o := range out {
				next = append(next, o+(s-dm.lo)*stride)
			}
		}
		// the first dimension varies fastest
		out = next
		stride *= dm.n
	}
	for i, o := range out {
		out[i] = at[o]
	}
	return out
}

// text is the designator with the selector.
func (d Desig) text(selector string) string {
	text := d.whole
	if text == "" {
		text = d.form
		for i, s := range d.subs {
			text = strings.ReplaceAll(text, dimMark+string(rune('0'+i)), s.text)
		}
	}
	return strings.ReplaceAll(text, selectorMark, selector)
}

// element is the element that indices choose; nil if a vector does not let them.
func (d Desig) element(selector string, indices ...string) string {
	text := d.form
	for i, s := range d.subs {
		text = strings.ReplaceAll(text, dimMark+string(rune('0'+i)), s.at(indices[i]))
	}
	return strings.ReplaceAll(text, selectorMark, selector)
}

func (d Desig) count() int { return len(d.at) }
func (d Desig) rank() int  { return len(d.shape) }

// units are all units that the designator names, in order.
func (d Desig) units() (list []int) {
	for _, a := range d.at {
		for u := range d.t.units() {
			list = append(list, a+u)
		}
	}
	return list
}

// misplaced tells whether gfortran passes other memory for the designator, see docs/limits.md.
func (d Desig) misplaced() bool { return d.spaced && d.rank() > 0 && d.whole == "" }

// flags of what designate may choose
type how struct {
	shape    []int // nil: any
	noVector bool
	noPart   bool // neither substrings nor parts of complex numbers
	whole    bool // whole arrays only
	array    bool // no scalars
	simple   bool // no functions in subscripts
}

// designate chooses a designator with the type; false: chance found none.
func (c *kase) designate(v View, want *Type, h how) (Desig, bool) {
	for range 12 {
		if d, ok := c.tryDesignate(v, want, h); ok {
			return d, true
		}
	}
	return Desig{}, false
}

func (c *kase) tryDesignate(v View, want *Type, h how) (Desig, bool) {
	d := Desig{form: v.head, t: v.t, at: v.at, View: v}
	if !c.subscripts(&d, v.head, v.mark(), v.dims, v.at, v.assumed, h, want) {
		return d, false
	}
	poly := v.polymorphic && v.co
	for {
		if d.t.same(want) || d.t.class != 'd' {
			break
		}
		var fit []comp
		for _, m := range d.t.comps {
			if m.t.holds(want) && (m.attr == "" || d.rank() == 0) {
				fit = append(fit, m)
			}
		}
		if len(fit) == 0 {
			return d, false
		}
		m := fit[c.n(len(fit))]
		poly = m.poly
		d.part, d.lows = true, nil
		if d.whole != "" {
			d.whole += "%" + m.name
		}
		head := d.form + "%" + m.name
		base := make([]int, len(d.at))
		for i, a := range d.at {
			base[i] = a + m.at
		}
		u := m.t.units()
		d.t = m.t
		if len(m.dims) == 0 {
			d.form, d.at = head, base
			continue
		}
		elements := make([]int, size(m.dims))
		if d.rank() == 0 {
			for e := range elements {
				elements[e] = base[0] + e*u
			}
			d.whole = ""
			if !c.subscripts(&d, head, "", m.dims, elements, false, h, want) {
				return d, false
			}
			if m.attr == "pointer" {
				d.target, d.pointer, d.allocatable = true, true, false
			} else if m.attr == "allocatable" {
				d.allocatable, d.pointer = true, false
			}
			continue
		}
		e := c.n(len(elements))
		for i := range base {
			base[i] += e * u
		}
		subs := "(" + elementOf(m.dims, e) + ")"
		d.form, d.at = head+subs, base
		if d.whole != "" {
			d.whole += subs
		}
	}
	if poly && d.t.class == 'd' { // assigned by its parts
		return d, false
	}
	if h.shape != nil && len(h.shape) != d.rank() || h.array && d.rank() == 0 {
		return d, false
	}
	return d, c.parts(&d, want, h)
}

// parts chooses a substring or a part of complex numbers.
func (c *kase) parts(d *Desig, want *Type, h how) bool {
	if d.t.same(want) {
		return true
	}
	if h.noPart {
		return false
	}
	add := 0
	text := ""
	switch {
	case d.t.class == 'z' && want.class == 'r' && d.t.kind == want.kind:
		add = c.n(2)
		text = []string{"%re", "%im"}[add]
	case d.t.class == 'c' && want.class == 'c' && d.t.kind == want.kind &&
		d.t.length > want.length:
		add = c.n(d.t.length - want.length + 1)
		text = fmt.Sprintf("(%s:%s)", c.scalar(add+1, h), c.scalar(add+want.length, h))
		if d.whole != "" && d.rank() > 0 && strings.HasSuffix(d.whole, d.lastName()) {
			d.whole = "" // a(2:3) of an array is a section
		}
	default:
		return false
	}
	d.form += text
	if d.whole != "" {
		d.whole += text
	}
	at := make([]int, len(d.at))
	for i, a := range d.at {
		at[i] = a + add
	}
	d.at, d.t, d.part, d.lows = at, want, true, nil
	d.allocatable, d.pointer = false, false
	return true
}

// lastName is the name that ends a whole array's designator.
func (d Desig) lastName() string {
	text := strings.TrimSuffix(d.whole, selectorMark)
	if i := strings.LastIndexByte(text, '%'); i >= 0 {
		text = text[i:]
	}
	if strings.Contains(text, "(") {
		return "\x00"
	}
	return d.whole[len(d.whole)-1:]
}

// subscripts chooses those of an array behind head.
func (c *kase) subscripts(d *Desig, head, mark string, dims []dim, at []int, assumed bool, h how,
	want *Type) bool {
	d.form, d.whole, d.lows = head+mark, head+mark, nil
	if len(dims) == 0 {
		d.at = at
		return true
	}
	d.whole = ""
	shape := h.shape
	if shape == nil && !h.whole {
		// any: mostly one dimension of the array
		switch c.n(6) {
		case 0:
			shape = []int{}
		}
	}
	if shape != nil && len(shape) == 0 {
		if h.array || h.whole {
			return false
		}
		e := c.n(len(at))
		var subs []string
		rest := e
		for _, dm := range dims {
			subs = append(subs, c.scalar(dm.lo+rest%dm.n, h))
			rest /= dm.n
		}
		d.form = head + "(" + strings.Join(subs, ", ") + ")" + mark
		d.whole = d.form
		d.at = []int{at[e]}
		return true
	}
	full := make([]int, len(dims))
	for i, dm := range dims {
		full[i] = dm.n
	}
	if !assumed && (h.whole || shape == nil && c.n(4) == 0 ||
		shape != nil && slices.Equal(shape, full) && c.n(3) == 0) {
		return c.wholeArray(d, head, mark, dims, at)
	}
	if h.whole {
		return false
	}
	// which dimensions are array ones
	lists := make([][]int, len(dims))
	var subs []string
	d.shape, d.subs = nil, nil
	next := 0
	for i, dm := range dims {
		rest := len(dims) - i
		isArray := false
		n := 0
		if shape == nil {
			isArray = c.n(2) == 0 || i == len(dims)-1 && len(d.shape) == 0
			n = 1 + c.n(dm.n)
			if c.n(30) == 0 {
				n = 0
			}
		} else if next < len(shape) {
			isArray = shape[next] <= dm.n && (rest == len(shape)-next || c.n(2) == 0)
			if isArray {
				n = shape[next]
				next++
			}
		}
		if !isArray {
			v := dm.lo + c.n(dm.n)
			lists[i] = []int{v}
			subs = append(subs, c.scalar(v, h))
			continue
		}
		last := assumed && i == len(dims)-1
		s, list := c.triplet(dm, n, h, last)
		if s.at == nil {
			d.vector = true
		}
		lists[i] = list
		subs = append(subs, dimMark+string(rune('0'+len(d.subs))))
		d.subs = append(d.subs, s)
		d.shape = append(d.shape, n)
	}
	if shape != nil && next != len(shape) {
		return false
	}
	d.form = head + "(" + strings.Join(subs, ", ") + ")" + mark
	d.at = pick(at, dims, lists)
	return true
}

func (c *kase) wholeArray(d *Desig, head, mark string, dims []dim, at []int) bool {
	var subs []string
	d.shape, d.subs, d.lows = nil, nil, nil
	for i, dm := range dims {
		subs = append(subs, dimMark+string(rune('0'+i)))
		lo := dm.lo
		d.subs = append(d.subs, sub{":", func(index string) string { return plus(index, lo-1) }})
		d.shape = append(d.shape, dm.n)
		d.lows = append(d.lows, dm.lo)
	}
	d.form = head + "(" + strings.Join(subs, ", ") + ")" + mark
	d.whole = head + mark
	d.at = at
	return true
}

func plus(index string, n int) string {
	switch {
	case n > 0:
		return fmt.Sprintf("%s+%d", index, n)
	case n < 0:
		return fmt.Sprintf("%s-%d", index, -n)
	}
	return index
}

// scalar is a subscript with the value.
func (c *kase) scalar(v int, h how) string {
	switch c.n(6) {
	case 0:
		if !h.simple {
			return fmt.Sprintf("id(%d)", v)
		}
	case 1:
		return plus("one", v-1)
	}
	return fmt.Sprint(v)
}

// triplet chooses n elements of a dimension, without its upper bound in assumed-size arrays.
func (c *kase) triplet(dm dim, n int, h how, last bool) (sub, []int) {
	var list []int
	if n == 0 {
		lo := dm.lo + c.n(dm.n)
		return sub{fmt.Sprintf("%d:%d", lo, lo-1), func(index string) string {
			return plus(index, lo-1)
		}}, nil
	}
	if !h.noVector && c.n(6) == 0 && n <= 12 {
		var items []string
		for _, p := range c.rng.Perm(dm.n)[:n] {
			list = append(list, dm.lo+p)
			items = append(items, fmt.Sprint(dm.lo+p))
		}
		return sub{text: "[" + strings.Join(items, ", ") + "]"}, list
	}
	step := 1
	if n > 1 && c.n(2) == 0 {
		step = 1 + c.n((dm.n-1)/(n-1))
	}
	first := dm.lo + c.n(dm.n-(n-1)*step)
	end := first + (n-1)*step
	if c.n(4) == 0 {
		first, end, step = end, first, -step
	}
	for i := range n {
		list = append(list, first+i*step)
	}
	text := fmt.Sprintf("%s:%s:%d", c.scalar(first, h), c.scalar(end, h), step)
	switch {
	case step == 1 && n == dm.n && !last && c.n(2) == 0:
		text = ":"
	case step == 1 && first == dm.lo && c.n(3) == 0:
		text = fmt.Sprintf(":%d", end)
	case step == 1 && end == dm.lo+dm.n-1 && !last && c.n(3) == 0:
		text = fmt.Sprintf("%d:", first)
	case step == 1:
		text = fmt.Sprintf("%s:%s", c.scalar(first, h), c.scalar(end, h))
	}
	return sub{text, func(index string) string {
		if step == 1 {
			return plus(index, first-1)
		}
		return plus(fmt.Sprintf("(%s)*(%d)", index, step), first-step)
	}}, list
}
