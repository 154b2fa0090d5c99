package phases

import (
	"fmt"
	"strings"
)

// Variables that share storage: by EQUIVALENCE, or as names of a COMMON block. The storage is a
// variable without a declaration; they are its aliases.

// storageOf gives a case variables of this kind.
func (s *scope) storageOf() {
	if s.chance(3) {
		at := s.below(5)
		base := &Var{name: s.name("eqs"), typ: intType, low: []int{1}, ext: []int{5 + at},
			hidden: true, scope: s.proc}
		s.proc.vars = append(s.proc.vars, base)
		a, b := base.view(s.name("eq"), s.proc, 0, 5), base.view(s.name("eq"), s.proc, at, 5)
		s.proc.specs = append(s.proc.specs,
			fmt.Sprintf("equivalence (%s(%d), %s(1))", a.name, 1+at, b.name))
		s.shareStorage(a, b)
	}
	if s.chance(3) {
		s.common = &Var{name: fmt.Sprintf("blk%d", len(s.p.cases)+1), typ: intType, low: []int{1},
			ext: []int{7}, hidden: true, static: true}
		s.shareStorage(s.commonViews()...)
	}
}

// shareStorage declares the variables.
func (s *scope) shareStorage(list ...*Var) {
	for _, v := range list {
		s.vars = append(s.vars, v, v)
		s.proc.vars = append(s.proc.vars, v)
	}
}

// commonViews are the names of the elements of the case's COMMON block in one procedure.
func (s *scope) commonViews() (list []*Var) {
	var names []string
	for at := 0; at < 7; {
		n := 1
		if at <= 2 && s.chance(2) {
			n = 5
		}
		v := s.common.view(s.name("cm"), s.proc, at, n)
		list, names, at = append(list, v), append(names, v.name), at+n
	}
	s.proc.specs = append(s.proc.specs, "common /"+s.common.name+"/ "+strings.Join(names, ", "))
	return list
}

// view is a variable that has elements of another one: a scalar, or an array.
func (v *Var) view(name string, in *Proc, at, n int) *Var {
	w := &Var{name: name, typ: v.typ, over: v, at: at, alias: v, scope: in}
	if n > 1 {
		w.low, w.ext = []int{1}, []int{n}
	}
	return w
}

// stored is the memory of a variable that has elements of another one.
func (im *image) stored(v *Var) *object {
	n := 1
	for _, e := range v.ext {
		n *= e
	}
	o := &object{typ: v.typ, low: v.low, ext: v.ext}
	o.exists.hold(1)
	o.elems = im.lookup(v.over).elems[v.at : v.at+n]
	return o
}

// hold gives a cell a value that no image has defined.
func (c *cell) hold(i int64) { *c = cell{scalar: scalar{i: i}, defined: true} }

// initialByData has DATA give a variable its first values.
func (s *scope) initialByData(v *Var) bool {
	if !s.more || v.typ != intType || v.alloc || v.over != nil || len(v.ext) > 1 || !s.chance(6) ||
		v.scope == nil && !v.static {
		return false
	}
	limit := 90
	switch v.role {
	case index:
		limit = 4
	case imageNo:
		limit = s.p.images
	case uniform:
		limit = 6
	}
	n := 1
	if v.ext != nil {
		n = v.ext[0]
	}
	for range n {
		v.data = append(v.data, s.between(1, limit))
	}
	v.static = true
	return true
}

// dataLine is the DATA statement of a variable, with equal values after each other as one.
func (v *Var) dataLine() string {
	var list []string
	for k := 0; k < len(v.data); {
		n := 1
		for k+n < len(v.data) && v.data[k+n] == v.data[k] {
			n++
		}
		item := fmt.Sprint(v.data[k])
		if n > 1 {
			item = fmt.Sprintf("%d*%s", n, item)
		}
		list, k = append(list, item), k+n
	}
	return "data " + v.name + " /" + strings.Join(list, ", ") + "/"
}

// savedLocal gives a procedure a variable that keeps its value from one call to the next.
func (s *scope) savedLocal() {
	v := &Var{name: s.name("sv"), typ: intType, scope: s.proc, static: true}
	n := 1
	if s.chance(2) {
		v.low, v.ext, n = []int{1}, []int{5}, 5
	}
	for range n {
		v.data = append(v.data, s.between(1, 90))
	}
	s.proc.vars = append(s.proc.vars, v)
	s.vars = append(s.vars, v, v)
}
