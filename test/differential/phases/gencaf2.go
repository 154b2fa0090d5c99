package phases

import (
	"fmt"
	"strings"
)

// caf2 generates a statement of CAF 2.0.
func (s *scope) caf2() []Stmt {
	if s.plainDo {
		return nil
	}
	if s.finishing && s.chance(2) {
		s.begin()
		if b := s.shipment(); b != nil {
			return []Stmt{&statement{op: b}}
		}
	}
	if s.uniform && s.chance(4) {
		if c := s.gathered(""); c != nil {
			return []Stmt{&statement{op: c}}
		}
	}
	return one1(s.overlapping())
}

// apartFrom removes variables of which operations are in flight.
func (s *scope) apartFrom(list []*Var) *scope {
	in := *s
	in.vars = nil
	for _, v := range s.vars {
		free := true
		for _, o := range list {
			free = free && root(v) != root(o)
		}
		if free {
			in.vars = append(in.vars, v)
		}
	}
	return &in
}

// overlapping generates operations and what goes on beside them.
func (s *scope) overlapping() Stmt {
	o := &overlap{finish: s.uniform && s.chance(2), global: s.chance(2)}
	in := *s
	in.inFlight = true
	var busy, sources []*Var
	for n := s.between(1, 3); n > 0; n-- {
		var b begun
		now := in.apartFrom(append(busy, sources...))
		now.fx = newEffects()
		switch now.below(7) {
		case 0, 1, 2:
			if c := now.copying(); c != nil {
				if busy = append(busy, c.to.base()); c.late {
					o.waits++
				}
				if r, is := c.from.(*Ref); is {
					sources = append(sources, r.base())
				}
				b = c
			}
		case 3, 4:
			if s.uniform {
				if c := now.gathered("_async"); c != nil {
					busy = append(busy, c.what.base())
					b = c
				}
			}
		default:
			if sh := now.shipment(); sh != nil {
				if sh.kind == "ship_chain" && !o.finish {
					continue // nobody would wait for its end
				}
				if sh.to != nil {
					busy = append(busy, sh.to.base())
				}
				b = sh
			}
		}
		if b != nil {
			o.ops = append(o.ops, b)
		}
	}
	if len(o.ops) == 0 {
		return nil
	}
	around := in.apartFrom(append(busy, sources...))
	if o.waits > 0 {
		for _, v := range sources { // it may be defined until the predicate comes
			if in.mayDefine(v) && s.chance(2) {
				o.first = append(o.first, around.definition(v)...)
			}
		}
	}
	around.targets = nil
	for n := s.below(3); n > 0; n-- {
		around.begin()
		if s.chance(2) {
			o.body = append(o.body, around.arrayAssign()...)
		} else {
			o.body = append(o.body, around.simple())
		}
	}
	if o.finish && s.chance(2) {
		more := around.apartFrom(nil)
		more.finishing = true
		if b := more.shipment(); b != nil && b.to == nil {
			o.body = append(o.body, &statement{op: b})
		}
	}
	return o
}

// mayDefine: the variable is this image's to define.
func (s *scope) mayDefine(v *Var) bool {
	return v.corank == 0 && !v.kept && v.alias == nil && v.role == plain && isNumber(v) &&
		v.dummy == ""
}

// definition defines a variable of this image's.
func (s *scope) definition(v *Var) []Stmt {
	r := &Ref{v: v}
	for d := range v.ext {
		r.subs = append(r.subs, &sub{at: number64(s.between(1, 5)), off: v.low[d] - 1})
	}
	s.note(v, true)
	return []Stmt{&assign{to: r, from: wrapped(s.num(1))}}
}

// copying is COPY_ASYNC of scalars, of sections, or of characters.
func (s *scope) copying() *copyAsync {
	if s.chance(5) {
		is := func(v *Var) bool { return v.typ == charType }
		to, from := s.reference(is, true), s.reference(is, false)
		if to == nil || from == nil || root(to.base()) == root(from.base()) {
			return nil
		}
		return &copyAsync{to: to, from: from, late: mayWait(to, from) && s.chance(2)}
	}
	numbers := func(v *Var) bool { return isNumber(v) || compound(v) }
	number := func(v *Var) bool { return v.role == plain && numbers(v) }
	n := s.between(1, 5)
	var to, from *Ref
	if s.chance(3) {
		to, from = s.reference(number, true), s.reference(numbers, false)
	} else {
		to, from = s.sectionOf(n, true, number), s.sectionOf(n, false, numbers)
	}
	if to == nil || !isNumber(to.v) {
		return nil
	}
	if from == nil || !isNumber(from.v) || root(to.base()) == root(from.base()) ||
		s.chance(4) && ranked(to) {
		in := s.apartFrom([]*Var{to.base()})
		if ranked(to) {
			return &copyAsync{to: to, from: wrapped(in.vector(n, 1))}
		}
		return &copyAsync{to: to, from: wrapped(in.num(1))}
	}
	return &copyAsync{to: to, from: from, late: mayWait(to, from) && s.chance(2)}
}

// mayWait: no object with allocatable components, and no name for a value, may wait for a
// predicate.
func mayWait(list ...*Ref) bool {
	for _, r := range list {
		if v := r.base(); v.kept && v.dummy == "" && v.alias == nil {
			return false
		}
		if compound(r.base()) || r.v.typ == freeType || strings.Contains(r.v.name, "%") {
			return false
		}
	}
	return true
}

// ranked: the designator is of an array.
func ranked(r *Ref) bool {
	for ; r != nil; r = r.of {
		if r.subs == nil && r.v.ext != nil {
			return true
		}
		for _, x := range r.subs {
			if x.at == nil {
				return true
			}
			if _, is := x.at.(*implied); is {
				return true
			}
		}
	}
	return false
}

// shipment is SPAWN.
func (s *scope) shipment() *ship {
	b := s.shipped()
	if b == nil {
		return nil
	}
	for k, a := range b.args { // other images' objects travel by value alone
		if r, is := a.(*Ref); is && b.kind != "ship_coarray" {
			b.args[k] = &op{"(%s)", func(v []scalar) scalar { return v[0] }, []Expr{r}}
		}
	}
	return b
}

func (s *scope) shipped() *ship {
	b := &ship{image: s.image(), target: s.hits, k: s.between(1, 5)}
	s.note(s.hits, true)
	switch s.below(7) {
	case 0:
		b.kind, b.args = "ship_list", []Expr{s.vector(s.between(1, 5), 1)}
		if s.chance(2) {
			b.args = append(b.args, s.num(2))
		}
	case 1:
		b.kind = "ship_text"
		b.args = []Expr{quoted("some text")}
		if r := s.reference(func(v *Var) bool { return v.typ.class == text || v.typ == s.box },
			false); r != nil && r.v.typ.class == text {
			b.args = []Expr{r}
		}
	case 2:
		b.kind, b.text = "ship_parcel", strings.Repeat("par", s.between(0, 4))
		b.args = []Expr{s.num(1), s.vector(s.between(1, 5), 1)}
	case 3:
		for range 6 {
			v := s.aVar()
			if v.corank > 0 && v.typ == intType && len(v.ext) == 1 && v.shared == anyone &&
				v.dummy == "" && v.alias == nil && v.role == plain && v.static && !v.alloc &&
				!s.solo && v.scope == nil {
				s.note(v, false)
				b.kind, b.args = "ship_coarray", []Expr{&Ref{v: v}}
				return b
			}
		}
		return nil
	case 4:
		b.kind, b.args = "ship_chain", []Expr{number64(s.between(0, 5)),
			binary("(1 + modulo(%s, %d))", s.num(1), 1000)}
	case 5:
		b.kind, b.args = "ship_value", []Expr{s.vector(s.between(1, 5), 1), s.num(1)}
		r := s.reference(func(v *Var) bool {
			return v.role == plain && v.corank > 0 && (isNumber(v) || v.typ == s.box)
		}, true)
		if r == nil || !isNumber(r.v) || r.v.typ == shortType {
			return nil
		}
		b.to = r
	default:
		n := s.between(1, 5)
		r := s.sectionOf(n, true, func(v *Var) bool {
			return v.role == plain && v.corank > 0 && isNumber(v)
		})
		if r == nil {
			return nil
		}
		b.kind, b.args, b.to = "ship_values", []Expr{number64(n)}, r
	}
	return b
}

// gathered is a collective of CAF 2.0 on something of this image's.
func (s *scope) gathered(suffix string) *collectAsync {
	if !s.uniform || s.plainDo {
		return nil
	}
	number := func(v *Var) bool { return v.role == plain && isNumber(v) && v != s.sums }
	n := s.between(1, 5)
	to := s.sectionOf(n, true, number)
	if to == nil || to.image() {
		return nil
	}
	c := &collectAsync{collect: collect{what: to}}
	root := s.between(1, s.p.images)
	if s.split {
		root = 1
	}
	if s.chance(3) {
		c.name, c.from = "team_broadcast"+suffix, root
		return c
	}
	in := s.apartFrom([]*Var{to.base()})
	c.src0 = wrapped(in.vector(n, 1))
	if to.v.typ != intType { // source and destination are of one type
		return nil
	}
	k := s.below(3)
	c.op = []string{"caf_sum", "caf_max", "caf_min"}[k]
	c.do = []func(a, b int64) int64{func(a, b int64) int64 { return a + b },
		func(a, b int64) int64 { return max(a, b) }, func(a, b int64) int64 { return min(a, b) }}[k]
	c.name = "team_allreduce" + suffix
	if s.chance(3) {
		c.name, c.from = "team_reduce"+suffix, root
	}
	return c
}

// withTeam prints a team's construct as TEAM_SPLIT and WITH TEAM.
func (s *inTeam) withTeam(p *printer) {
	number := "1"
	p.line("block")
	p.depth++
	p.line("team :: tm")
	p.line(constants("order", s.order))
	if s.part != nil {
		p.line(constants("part", s.part))
		number = "part(this_image())"
	}
	p.line(fmt.Sprintf("team_split(team_default, %s, order(this_image()), tm)", number))
	p.line("with team tm")
	p.body(s.body)
	p.line("end with team")
	p.depth--
	p.line("end block")
}
