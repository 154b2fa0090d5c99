package phases

// Within CRITICAL, what images do must not depend on their order: they add to coarrays of their
// own, to which nothing else refers before the phase has ended.

// critically is CRITICAL in which the image adds to something on one image.
func (s *scope) critically() Stmt {
	if s.plainDo {
		return nil
	}
	st := &critical{named: named{name: s.name("crit")}}
	in := s.inside(st, &st.named, "exit", false)
	in.targets = in.targets[len(in.targets)-1:]
	v := s.sums
	s.note(v, true)
	where := s.between(1, s.p.images)
	to := func() *Ref {
		return &Ref{v: v, subs: []*sub{{at: number64(s.between(1, 5))}}, coord: []Expr{number64(where)}}
	}
	add := func() Stmt {
		r := to()
		return &assign{to: r, from: arith("(%s + %s)", r, wrapped(s.num(1)))}
	}
	st.body = []Stmt{add()}
	if s.chance(2) {
		leave := &leave{kind: "exit", target: st, name: st.name}
		st.used = true
		st.body = append(st.body, &ifOnly{cond: in.cond(1), action: leave}, add())
	}
	if s.chance(3) {
		st.body = append(st.body, &ifThen{conds: []Expr{in.cond(1)}, bodies: [][]Stmt{{add()}}})
	}
	return st
}
