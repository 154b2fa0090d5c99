package phases

import (
	"fmt"
	"strings"
)

// Expr is an expression.
type Expr interface {
	src() string
	eval(im *image) val
}

// lit is a constant.
type lit struct {
	v    scalar
	text string
}

func number64(i int) *lit  { return &lit{scalar{i: int64(i)}, fmt.Sprint(i)} }
func quoted(s string) *lit { return &lit{scalar{s: s}, "'" + s + "'"} }

func (l *lit) src() string        { return l.text }
func (l *lit) eval(im *image) val { return val{nil, []scalar{l.v}} }

// op is an operation or an intrinsic that works element by element.
type op struct {
	format string // with %s for each operand
	do     func(x []scalar) scalar
	args   []Expr
}

func (o *op) src() string {
	var list []any
	for _, a := range o.args {
		list = append(list, a.src())
	}
	return fmt.Sprintf(o.format, list...)
}

func (o *op) eval(im *image) val {
	im.step()
	var vals []val
	r := val{}
	n := 1
	for _, a := range o.args {
		v := a.eval(im)
		if v.ext != nil {
			if r.ext != nil && len(v.v) != n {
				reject("shapes of operands")
			}
			r.ext, n = v.ext, len(v.v)
		}
		vals = append(vals, v)
	}
	for k := range n {
		var x []scalar
		for _, v := range vals {
			x = append(x, v.at(k))
		}
		r.v = append(r.v, o.do(x))
	}
	return r
}

// fold is a reduction: a function of all elements.
type fold struct {
	format string
	do     func(v val) int64
	arg    Expr
}

func (f *fold) src() string        { return fmt.Sprintf(f.format, f.arg.src()) }
func (f *fold) eval(im *image) val { return intVal(f.do(f.arg.eval(im))) }

// implied is an array constructor: an implied DO, or a list.
type implied struct {
	v           *Var
	first, last int
	items       []Expr
}

func (c *implied) src() string {
	var list []string
	for _, e := range c.items {
		list = append(list, e.src())
	}
	if c.v == nil {
		return "[" + strings.Join(list, ", ") + "]"
	}
	return fmt.Sprintf("[(%s, %s = %d, %d)]", strings.Join(list, ", "), c.v.name, c.first, c.last)
}

func (c *implied) eval(im *image) val {
	var r val
	add := func() {
		for _, e := range c.items {
			r.v = append(r.v, e.eval(im).v...)
		}
	}
	if c.v == nil {
		add()
	} else {
		for i := c.first; i <= c.last; i++ {
			im.bind(c.v, int64(i), add)
		}
	}
	r.ext = []int{len(r.v)}
	return r
}

// bind gives a construct's own variable a value for a while.
func (im *image) bind(v *Var, i int64, do func()) {
	f := im.frame
	before := f.vars[v]
	o := newObject(v)
	o.elems[0].cell = cell{scalar: scalar{i: i}, defined: true}
	f.vars[v] = o
	do()
	f.vars[v] = before
}

// images is THIS_IMAGE or NUM_IMAGES.
type images struct{ this bool }

func (e *images) src() string {
	if e.this {
		return "this_image()"
	}
	return "num_images()"
}

func (e *images) eval(im *image) val {
	if e.this {
		return intVal(int64(im.index()))
	}
	return intVal(int64(len(im.team.members)))
}

func sumOf(array Expr) Expr {
	return &fold{"sum(%s)", func(v val) int64 {
		n := int64(0)
		for _, x := range v.v {
			n += x.i
		}
		return n
	}, array}
}
