package phases

import "fmt"

const maxImages = 5

// clock is a vector clock: what an image knows of the segments of all.
type clock [maxImages + 1]int

func (c *clock) merge(o *clock) {
	for i := range c {
		c[i] = max(c[i], o[i])
	}
}

// scalar is a value of one element. Logical values are 0 and 1.
type scalar struct {
	i int64
	s string
}

// val is the value of an expression; ext is nil for a scalar.
type val struct {
	ext []int
	v   []scalar
}

func intVal(i int64) val  { return val{nil, []scalar{{i: i}}} }
func strVal(s string) val { return val{nil, []scalar{{s: s}}} }

func (v val) int() int64 { return v.v[0].i }

// at is element k, where a scalar stands for as many as are wanted.
func (v val) at(k int) scalar {
	if len(v.ext) == 0 {
		return v.v[0]
	}
	return v.v[k]
}

// invalid ends the execution of a program that is not valid: the generator or the reducer drops it.
type invalid struct{ why string }

func reject(format string, args ...any) { panic(invalid{fmt.Sprintf(format, args...)}) }

// cell is memory that images access, with what is needed to see unordered accesses.
type cell struct {
	scalar
	defined bool
	writer  int
	written int
	read    clock
}

func (c *cell) get(im *image) scalar {
	if !c.defined {
		reject("undefined value")
	}
	c.mayRead(im)
	return c.scalar
}

func (c *cell) mayRead(im *image) {
	if c.writer != 0 && c.written > im.seen[c.writer] {
		reject("image %d reads what image %d wrote", im.me, c.writer)
	}
	c.read[im.me] = im.seen[im.me]
}

func (c *cell) set(im *image, s scalar) {
	c.mayWrite(im)
	c.scalar, c.defined = s, true
}

func (c *cell) mayWrite(im *image) {
	if c.writer != 0 && c.written > im.seen[c.writer] {
		reject("image %d writes what image %d wrote", im.me, c.writer)
	}
	for j, t := range c.read {
		if t > im.seen[j] {
			reject("image %d writes what image %d read", im.me, j)
		}
	}
	c.writer, c.written = im.me, im.seen[im.me]
}

// elem is an element: a cell, or the components of a structure.
type elem struct {
	cell
	parts []*object
}

// object is a variable, a section of one, or a component. Sections share elements.
type object struct {
	typ     *Type
	pointer bool // elems are its target's
	longer  bool // of an extended type
	exists  cell // of an allocatable object: whether it is allocated
	low     []int
	ext     []int
	elems   []*elem
}

func newElem(t *Type) *elem {
	e := &elem{}
	for _, c := range t.parts {
		e.parts = append(e.parts, newObject(c))
	}
	return e
}

// newObject is the memory of a variable; one that is allocatable has none.
func newObject(v *Var) *object {
	o := &object{typ: v.typ, pointer: v.pointer, longer: v.poly}
	o.exists.defined = true
	if !v.alloc && !v.pointer {
		o.make(v.typ, v.low, v.ext)
	}
	for k, i := range v.data {
		o.elems[k].cell.hold(int64(i))
	}
	return o
}

func (o *object) make(t *Type, low, ext []int) {
	o.exists.i = 1
	o.low, o.ext, o.elems = low, ext, nil
	n := 1
	for _, e := range ext {
		n *= e
	}
	for range n {
		o.elems = append(o.elems, newElem(t))
	}
}

func (o *object) need(im *image) {
	if o.exists.get(im).i == 0 {
		reject("not allocated")
	}
}

func (o *object) get(im *image) val {
	r := val{ext: o.ext}
	for _, e := range o.elems {
		r.v = append(r.v, e.get(im))
	}
	return r
}

func (o *object) set(im *image, v val) {
	if len(v.ext) > 0 && len(v.v) != len(o.elems) {
		reject("shapes differ")
	}
	for k, e := range o.elems {
		e.set(im, o.typ.fit(v.at(k)))
	}
}

// copyFrom is intrinsic assignment of structures, too.
func (e *elem) copyFrom(im *image, from *elem) {
	if from.parts == nil {
		e.set(im, from.get(im))
		return
	}
	for k, p := range e.parts {
		f := from.parts[k]
		if p.pointer {
			p.exists.set(im, f.exists.get(im))
			p.low, p.ext, p.elems = f.low, f.ext, f.elems
			continue
		}
		if p.exists.get(im).i != f.exists.get(im).i || len(p.elems) != len(f.elems) {
			p.exists.set(im, scalar{i: f.exists.i})
			p.make(p.typ, f.low, f.ext)
			p.exists.i = f.exists.i
			if f.exists.i == 0 {
				p.elems = nil
			}
		}
		for i := range p.elems {
			p.elems[i].copyFrom(im, f.elems[i])
		}
	}
}
