package phases

import (
	"fmt"
	"strings"
)

// roundTrip writes numbers to an internal file, and reads them into something else.
type roundTrip struct {
	leaf
	n     int
	v     *Var // of the implied DO loops; nil: there are none
	first int
	item  Expr
	to    *Ref
}

func (r *roundTrip) print(p *printer) {
	item, to := r.item.src(), r.to.src()
	if r.v != nil {
		item = fmt.Sprintf("(%s, %s = %d, %d)", item, r.v.name, r.first, r.first+r.n-1)
		to = fmt.Sprintf("(%s, %s = %d, %d)", to, r.v.name, r.first, r.first+r.n-1)
	}
	p.line(fmt.Sprintf("write (wide, '(%di12)') %s", r.n, item))
	p.line("read (wide, *) " + to)
}

func (r *roundTrip) exec(im *image) *jump {
	var values []scalar
	r.each(im, func() { values = append(values, r.item.eval(im).v...) })
	if len(values) != r.n {
		reject("number of items")
	}
	r.each(im, func() {
		o := r.to.object(im)
		k := min(len(o.elems), len(values))
		for i, e := range o.elems[:k] {
			e.set(im, o.typ.fit(values[i]))
		}
		values = values[k:]
	})
	return nil
}

func (r *roundTrip) each(im *image, do func()) {
	if r.v == nil {
		do()
		return
	}
	for i := r.first; i < r.first+r.n; i++ {
		im.bind(r.v, int64(i), do)
	}
}

// transfer is a round trip of a section, or of elements that implied DO loops choose.
func (s *scope) transfer() Stmt {
	if s.plainDo {
		return nil
	}
	r := &roundTrip{n: s.between(2, 4)}
	if s.chance(2) {
		to := s.section(r.n, true)
		if to == nil || s.fx.reads[root(to.base())] {
			return nil
		}
		r.to = to
		r.item = s.vector(r.n, 1)
		return r
	}
	v := s.numericArray()
	if v == nil || len(v.ext) != 1 {
		return nil
	}
	at := *s
	at.implied = true
	to := at.place(v, true)
	if to == nil || s.fx.reads[root(v)] {
		return nil
	}
	r.to, r.v, r.first = to, s.local("j", counter), s.between(1, 5-r.n)
	to.subs[0] = &sub{at: &Ref{v: r.v}, off: v.low[0] - 1}
	in := *s
	in.implied = true
	r.v.role, r.v.kept = index, true
	in.vars = append([]*Var{r.v, r.v, r.v}, s.vars...)
	r.item = in.num(1)
	r.v.role = counter
	return r
}

// group is a namelist group of a case: numbers that are not allocatable.
func (s *scope) group() {
	for _, v := range s.vars {
		if isNumber(v) && v.role == plain && !v.alloc && v.scope == s.proc && len(v.ext) < 2 {
			s.proc.namelist = append(s.proc.namelist, v)
		}
	}
}

// readGroup reads parts of the group from an internal file.
type readGroup struct {
	leaf
	into   []*Ref
	values []int
	name   string
}

func (r *readGroup) print(p *printer) {
	list := []string{"&" + r.name}
	for k, x := range r.into {
		list = append(list, fmt.Sprintf("%s=%d", x.src(), r.values[k]))
	}
	p.line("wide = '" + strings.Join(list, " ") + " /'")
	p.line("read (wide, nml=" + r.name + ")")
}

func (r *readGroup) exec(im *image) *jump {
	for k, x := range r.into {
		x.assign(im, x.object(im), intVal(int64(r.values[k])))
	}
	return nil
}

// reading by NAMELIST defines variables of this image's.
func (s *scope) readingGroup() Stmt {
	if s.plainDo || s.library || len(s.caseProc.namelist) == 0 {
		return nil
	}
	r := &readGroup{name: "group"}
	for range s.between(1, 3) {
		v := pick(s.generator, s.caseProc.namelist)
		if v.corank > 0 && !s.solo && v.shared != own || !s.sees(v) || s.fx.banned[v] || v.kept {
			continue
		}
		s.note(v, true)
		x := &Ref{v: v}
		for d := range v.ext {
			x.subs = append(x.subs, &sub{at: number64(s.between(1, 5)), off: v.low[d] - 1})
		}
		r.into, r.values = append(r.into, x), append(r.values, s.between(1, 99))
	}
	if len(r.into) == 0 {
		return nil
	}
	return r
}

// sees: the variable may be referred to here.
func (s *scope) sees(v *Var) bool {
	for _, o := range s.vars {
		if o == v {
			return true
		}
	}
	return false
}
