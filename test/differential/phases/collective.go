package phases

import "fmt"

// collect is a call of a collective subroutine. It does not order the segments of the images
// (F2018 16.6), so that the interpreter's barrier leaves their clocks alone.
type collect struct {
	leaf
	name string
	what *Ref
	more string // arguments
	do   func(a, b int64) int64
	from int  // SOURCE_IMAGE of CO_BROADCAST
	also *Ref // what the arguments refer to besides; nil: nothing
}

func (c *collect) print(p *printer) {
	p.line("call " + c.name + "(" + c.what.src() + c.more + ")")
}

func (c *collect) exec(im *image) *jump {
	o := c.what.object(im)
	if c.also != nil {
		c.also.eval(im)
	}
	im.given = temporary(c.what.v, o.get(im))
	im.barrier(loose + fmt.Sprintf("%p", c))
	var sum []int64
	for k, m := range im.team.members {
		g := im.m.images[m-1].given
		if len(g.elems) != len(o.elems) {
			reject("shapes in %s", c.name)
		}
		for i := range g.elems {
			switch {
			case c.do == nil:
			case k == 0:
				sum = append(sum, g.elems[i].i)
			default:
				sum[i] = c.do(sum[i], g.elems[i].i)
			}
		}
	}
	if c.do == nil && im.index() != c.from {
		g := im.m.images[im.team.members[c.from-1]-1].given
		for i := range o.elems {
			o.elems[i].copyFrom(im, g.elems[i])
		}
	}
	im.barrier(loose + fmt.Sprintf("done %p", c))
	for i := range sum {
		o.elems[i].set(im, scalar{i: sum[i]})
	}
	return nil
}

// collection is a collective subroutine on something of this image's, on all images of the team.
func (s *scope) collection() Stmt {
	if !s.uniform || s.plainDo {
		return nil
	}
	number := func(v *Var) bool { return v.role == plain && v.typ.class != text && v != s.sums }
	var to *Ref
	if s.chance(3) {
		to = s.reference(number, true)
	} else {
		to = s.sectionOf(s.between(1, 5), true, number)
	}
	if to == nil || !isNumber(to.v) || to.image() {
		return nil
	}
	switch s.below(5) {
	case 0:
		return &collect{name: "co_max", what: to, do: func(a, b int64) int64 { return max(a, b) }}
	case 1:
		return &collect{name: "co_min", what: to, do: func(a, b int64) int64 { return min(a, b) }}
	case 2:
		if to.v.typ == intType {
			return &collect{name: "co_reduce", what: to, more: ", larger",
				do: func(a, b int64) int64 { return max(a, b) }}
		}
	case 3:
		from := s.between(1, s.p.images)
		if s.split {
			from = 1
		}
		text := fmt.Sprint(from)
		also := s.sameOnAll(to)
		if also != nil {
			text += " + 0*" + also.src()
		}
		return &collect{name: "co_broadcast", what: to, more: ", source_image=" + text,
			from: from, also: also}
	}
	return &collect{name: "co_sum", what: to, do: func(a, b int64) int64 { return (a + b) }}
}

// sameOnAll is an element of an image's that all images may refer to while a collective subroutine
// defines something else, or nil.
func (s *scope) sameOnAll(to *Ref) *Ref {
	if !s.more || s.solo {
		return nil
	}
	return s.apartFrom([]*Var{to.base()}).reference(func(v *Var) bool {
		return v.corank > 0 && v.shared == anyone && v.typ == intType && v.dummy == "" &&
			v.alias == nil
	}, false)
}

// image: the designator has an image selector.
func (r *Ref) image() bool {
	return r.coord != nil || r.of != nil && r.of.image()
}
