package phases

import (
	"fmt"
	"strings"
)

// sub is a subscript: an expression, a triplet of constants, or a vector.
type sub struct {
	at    Expr // scalar or vector
	text  string
	picks []int // a triplet's, from 1
	off   int   // lower bound - 1, which is added to at
}

func (s *sub) src() string {
	if s.at == nil {
		return s.text
	}
	return moved(s.at, s.off)
}

// moved is the text of a subscript that counts from another bound than 1.
func moved(at Expr, off int) string {
	if off == 0 {
		return at.src()
	}
	if l, ok := at.(*lit); ok {
		return fmt.Sprint(l.v.i + int64(off))
	}
	return fmt.Sprintf("%s %+d", at.src(), off)
}

// Ref is a designator: a variable or component, subscripts, an image, a component of that, and so
// on.
type Ref struct {
	v     *Var
	of    *Ref // the structure that this is a component of
	subs  []*sub
	coord []Expr // cosubscripts of an image index; nil: of this image
	chars [2]int // a substring
	more  string // STAT=, TEAM= or TEAM_NUMBER= of the selector
	other int    // the team that the selector names: initial, or the number of a sibling; 0: none
}

func (r *Ref) src() string {
	s := ""
	if r.of != nil {
		s = r.of.src() + "%"
	}
	s += r.v.name
	if r.subs != nil {
		var list []string
		for _, x := range r.subs {
			list = append(list, x.src())
		}
		s += "(" + strings.Join(list, ", ") + ")"
	}
	if r.coord != nil {
		var list []string
		for _, x := range r.coord {
			list = append(list, moved(x, r.v.co))
		}
		s += "[" + strings.Join(list, ", ") + r.more + "]"
	}
	if r.chars[0] > 0 {
		s += fmt.Sprintf("(%d:%d)", r.chars[0], r.chars[1])
	}
	return s
}

// base is the variable at the left end.
func (r *Ref) base() *Var {
	for r.of != nil {
		r = r.of
	}
	return r.v
}

// whose is the image that a selector names.
func (r *Ref) whose(im *image) *image {
	if r.coord == nil {
		return im
	}
	k := r.coord[0].eval(im).int()
	if len(r.coord) == 2 {
		k += 2 * (r.coord[1].eval(im).int() - 1)
	}
	members := im.team.members
	switch {
	case r.other == initial:
		members = im.m.all.members
	case r.other > 0:
		members = im.team.siblings[r.other]
	}
	if k < 1 || k > int64(len(members)) {
		reject("no image %d", k)
	}
	return im.m.images[members[k-1]-1]
}

// object finds the memory, as a section.
func (r *Ref) object(im *image) *object {
	im.step()
	var o *object
	if r.of != nil {
		s := r.of.object(im)
		o = s.elems[0].part(r.v, r.of.v.typ)
		if len(s.ext) > 0 { // a component of each element
			all := &object{typ: o.typ, exists: cell{scalar: scalar{i: 1}, defined: true},
				low: []int{1},
				ext: s.ext}
			for _, e := range s.elems {
				all.elems = append(all.elems, r.within(im, e.part(r.v, r.of.v.typ)).elems...)
			}
			return all
		}
	} else {
		w := r.whose(im)
		switch {
		case w == im:
			o = im.lookup(r.v)
		case r.v.part != nil:
			saved := w.frame
			w.frame = nil
			o = r.v.part.object(w)
			w.frame = saved
		default:
			o = w.remote(im, r.v)
		}
	}
	if r.v.alloc || r.v.pointer {
		o.need(im)
	}
	return r.within(im, o)
}

// remote is what a coarray is on another image: statics, or a dummy argument in the frame there.
func (w *image) remote(im *image, v *Var) *object {
	v = im.actual(v)
	if v.static {
		saved := w.frame
		w.frame = nil
		defer func() { w.frame = saved }()
		return w.lookup(v)
	}
	reject("%s on another image", v.name)
	return nil
}

func (e *elem) part(v *Var, t *Type) *object {
	for k, p := range t.parts {
		if p == v {
			return e.parts[k]
		}
	}
	reject("no component %s", v.name)
	return nil
}

// within applies the subscripts.
func (r *Ref) within(im *image, o *object) *object {
	if r.subs == nil {
		return o
	}
	if len(r.subs) != len(o.ext) {
		reject("rank of %s", r.v.name)
	}
	s := &object{typ: o.typ, exists: cell{scalar: scalar{i: 1}, defined: true}}
	places := []int{0}
	stride := 1
	for d, x := range r.subs {
		picks := x.picks
		if x.at != nil {
			v := x.at.eval(im)
			picks = nil
			for _, p := range v.v {
				picks = append(picks, int(p.i))
			}
			if v.ext != nil {
				s.ext = append(s.ext, len(picks))
			}
		} else {
			s.ext = append(s.ext, len(picks))
		}
		var next []int
		for _, p := range picks {
			if p < 1 || p > o.ext[d] {
				reject("subscript %d of %s", p, r.v.name)
			}
			for _, q := range places {
				next = append(next, q+(p-1)*stride)
			}
		}
		places, stride = next, stride*o.ext[d]
	}
	for range s.ext {
		s.low = append(s.low, 1)
	}
	for _, p := range places {
		s.elems = append(s.elems, o.elems[p])
	}
	return s
}

func (r *Ref) eval(im *image) val {
	o := r.object(im)
	defer func() {
		if e := recover(); e != nil {
			if i, ok := e.(invalid); ok {
				i.why += " in " + r.src()
				panic(i)
			}
			panic(e)
		}
	}()
	v := o.get(im)
	if r.chars[0] > 0 {
		for k := range v.v {
			if len(v.v[k].s) < r.chars[1] {
				reject("substring of %s", r.v.name)
			}
			v.v[k].s = v.v[k].s[r.chars[0]-1 : r.chars[1]]
		}
	}
	return v
}

// assign defines what is referred to. Its subscripts are evaluated before.
func (r *Ref) assign(im *image, o *object, v val) {
	if r.chars[0] == 0 {
		o.set(im, v)
		return
	}
	n := r.chars[1] - r.chars[0] + 1
	for k, e := range o.elems {
		old := e.get(im).s
		if len(old) < r.chars[1] {
			reject("substring of %s", r.v.name)
		}
		s := fmt.Sprintf("%-*.*s", n, n, v.at(k).s)
		e.set(im, scalar{s: old[:r.chars[0]-1] + s + old[r.chars[1]:]})
	}
}
