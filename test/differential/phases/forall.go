package phases

import (
	"fmt"
	"strings"
)

// forall is FORALL: each assignment takes place for all values of the indices at once.
type forall struct {
	leaf
	vars []*Var
	last []int // they begin at 1
	mask Expr
	body []*assign
}

func (f *forall) print(p *printer) {
	var heads []string
	for k, v := range f.vars {
		heads = append(heads, fmt.Sprintf("%s = 1:%d", v.name, f.last[k]))
	}
	if f.mask != nil {
		heads = append(heads, f.mask.src())
	}
	head := "forall (" + strings.Join(heads, ", ") + ")"
	if len(f.body) == 1 {
		p.line(head + " " + f.body[0].to.src() + " = " + f.body[0].from.src())
		return
	}
	p.line(head)
	for _, a := range f.body {
		p.line("  " + a.to.src() + " = " + a.from.src())
	}
	p.line("end forall")
}

// each does something for all combinations of the indices.
func (f *forall) each(im *image, k int, do func()) {
	if k == len(f.vars) {
		do()
		return
	}
	for i := 1; i <= f.last[k]; i++ {
		im.bind(f.vars[k], int64(i), func() { f.each(im, k+1, do) })
	}
}

func (f *forall) exec(im *image) *jump {
	var active []bool
	f.each(im, 0, func() { active = append(active, f.mask == nil || truth(f.mask, im)) })
	for _, a := range f.body {
		at := 0
		var objects []*object
		var values []val
		f.each(im, 0, func() {
			if at++; active[at-1] {
				values = append(values, a.from.eval(im))
				objects = append(objects, a.to.object(im))
			}
		})
		for k, o := range objects {
			a.to.assign(im, o, values[k])
		}
	}
	return nil
}

// forallOf generates the construct. The assignments define elements that the indices choose.
func (s *scope) forallOf() Stmt {
	st := &forall{}
	in := *s
	in.targets = nil
	in.plainDo, in.uniform, in.masks, in.pureCalls = true, false, true, true
	v := s.numericArray()
	if v == nil {
		return nil
	}
	for range v.ext {
		q := s.local("q", counter)
		q.role, q.kept = index, true
		st.vars, st.last = append(st.vars, q), append(st.last, s.between(2, 4))
		in.vars = append([]*Var{q, q}, in.vars...)
	}
	targets := []*Var{v}
	if o := s.numericArray(); o != nil && len(o.ext) == len(v.ext) && s.chance(2) {
		// no subscript may depend on what another statement defines: C0235
		targets = append(targets, o)
		in.vars = in.apart(v)
		in.vars = in.apart(o)
	}
	for _, v := range targets {
		to := in.place(v, true)
		if to == nil {
			continue
		}
		for d := range v.ext {
			to.subs[d] = &sub{at: &Ref{v: st.vars[d]}, off: v.low[d] - 1}
		}
		from := wrapped(in.withEffect(in.num(2)))
		if !definesDesignators(to) && !choosesElements(to.base(), from) {
			st.body = append(st.body, &assign{to: to, from: from})
		}
	}
	if s.chance(2) {
		st.mask = in.cond(1)
	}
	for _, q := range st.vars {
		q.role = counter
	}
	if len(st.body) == 0 {
		return nil
	}
	return st
}

// definesDesignators: the cosubscripts of what is defined refer to it.
func definesDesignators(to *Ref) bool {
	for _, c := range to.coord {
		if refersTo(to.v, c) {
			return true
		}
	}
	return false
}

// choosesElements: the subscripts of what an expression refers to refer to a variable. gfortran
// does not see that a FORALL depends on what it defines there
// (../../conformance/faults/depends_by_subscript.f90).
func choosesElements(v *Var, e Expr) bool {
	for _, x := range slots(e) {
		if *x == nil {
			continue
		}
		if _, designator := e.(*Ref); designator && refersTo(v, *x) || choosesElements(v, *x) {
			return true
		}
	}
	return false
}

// refersTo: an expression refers to a variable, by any name.
func refersTo(v *Var, e Expr) bool {
	if r, ok := e.(*Ref); ok && root(r.base()) == root(v) {
		return true
	}
	for _, x := range slots(e) {
		if *x != nil && refersTo(v, *x) {
			return true
		}
	}
	return false
}

// numericArray is an array of numbers that may be defined, or nil.
func (s *scope) numericArray() *Var {
	for range 6 {
		v := s.aVar()
		if len(v.ext) > 0 && isNumber(v) && v.role == plain && !v.kept {
			return v
		}
	}
	return nil
}
