package phases

// Within CRITICAL, what images do must not depend on their order: they add to coarrays of their
// own, to which nothing else refers before the phase has ended.

// counting is a call of ATOMIC_ADD.
func (s *scope) counting() Stmt {
	if s.plainDo {
		return nil
	}
	s.note(s.counts, true)
	return &atomicAdd{to: &Ref{v: s.counts, subs: []*sub{{at: s.at()}},
		coord: []Expr{s.image()}}, by: wrapped(s.withEffect(s.num(1)))}
}

// atomicAdd is a call of ATOMIC_ADD. It orders nothing.
type atomicAdd struct {
	leaf
	to *Ref
	by Expr
}

func (a *atomicAdd) print(p *printer) {
	p.line("call atomic_add(" + a.to.src() + ", " + a.by.src() + ")")
}

func (a *atomicAdd) exec(im *image) *jump {
	n := a.by.eval(im).int()
	a.to.object(im).elems[0].i += n
	return nil
}

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
	if s.split {
		where = 1
	}
	// Each CRITICAL construct excludes others from itself alone (F2018 11.1.6), so it has an
	// element of its own. What a lock guards has the first two.
	const guarded, elements = 2, 5
	locks := s.chance(2) || s.criticals[v] == elements-guarded
	first, last := 1, guarded
	if !locks {
		s.criticals[v]++
		first = guarded + s.criticals[v]
		last = first
	}
	to := func() *Ref {
		return &Ref{v: v, subs: []*sub{{at: number64(s.between(first, last))}},
			coord: []Expr{number64(where)}}
	}
	add := func() Stmt {
		r := to()
		return &assign{to: r, from: arith("(%s + %s)", r, wrapped(s.num(1)))}
	}
	st.body = []Stmt{add()}
	if locks {
		st.lock = &Ref{v: s.lockVar, coord: []Expr{number64(where)}}
		in.targets = nil
		st.body = append(st.body, add())
		return st
	}
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
