package phases

// inside is the scope of a construct's body.
func (s *scope) inside(st Stmt, n *named, kinds string, uniform bool) *scope {
	in := *s
	in.uniform = uniform
	in.targets = append(append([]*target{}, s.targets...), &target{st, n, kinds, uniform})
	return &in
}

// together decides whether the images go on together, and gives a condition of that kind.
func (s *scope) together() (uniform bool, cond func() Expr) {
	if s.uniform && s.chance(2) {
		return true, s.uniformCond
	}
	return false, func() Expr { return s.head(2) }
}

func (s *scope) construct(depth int) []Stmt {
	if s.plainDo {
		return []Stmt{s.branches(depth)}
	}
	kinds := 19
	if s.more {
		kinds = 28
	}
	if s.more && s.proc == s.caseProc && s.chance(8) {
		return s.whereAssociated(depth)
	}
	switch s.below(kinds) {
	case 23, 24:
		return s.backwards(depth)
	case 25:
		return s.branching(depth)
	case 26, 27:
		return s.partAssociate(depth)
	case 19, 20:
		return s.typeOf(depth)
	case 21, 22:
		return s.finalBlock(depth)
	case 14, 15:
		return s.associateOf(depth)
	case 16:
		return one1(s.critically())
	case 17, 18:
		return s.ownBlock(depth)
	case 0, 1, 2:
		return []Stmt{s.branches(depth)}
	case 3:
		return []Stmt{s.choice(depth)}
	case 4, 5:
		return []Stmt{s.counted(depth)}
	case 6, 7:
		return s.uncounted(depth)
	case 8:
		return one1(s.independent())
	case 9:
		return []Stmt{s.blockOf(depth)}
	case 10, 11:
		return []Stmt{s.labelled(depth)}
	case 12:
		if s.uniform && !s.team {
			return s.teamOf(depth)
		}
	case 13:
		return s.collective()
	}
	return []Stmt{s.branches(depth)}
}

func (s *scope) branches(depth int) Stmt {
	st := &ifThen{named: named{name: s.name("if_")}}
	uniform, cond := s.together()
	kinds := "exit"
	if s.plainDo {
		kinds = ""
	}
	in := s.inside(st, &st.named, kinds, uniform)
	for n := s.between(1, 3); n > 0; n-- {
		s.begin()
		st.conds = append(st.conds, cond())
		st.bodies = append(st.bodies, in.list(depth-1))
	}
	if s.chance(2) {
		st.bodies = append(st.bodies, in.list(depth-1))
	}
	return st
}

func (s *scope) choice(depth int) Stmt {
	st := &selectCase{named: named{name: s.name("sel")}}
	in := s.inside(st, &st.named, "exit", false)
	st.of = binary("mod(%s, %d)", s.withEffect(s.num(1)), 7)
	at := s.between(-6, 0)
	for n := s.between(1, 3); n > 0; n-- {
		to := at + s.below(3)
		st.ranges = append(st.ranges, [2]int{at, to})
		st.bodies = append(st.bodies, in.list(depth-1))
		at = to + 1 + s.below(2)
	}
	if s.chance(2) {
		st.bodies = append(st.bodies, in.list(depth-1))
	}
	return st
}

// counted is DO with bounds; its variable is a subscript while it is within 1 and 4.
func (s *scope) counted(depth int) Stmt {
	st := &loop{named: named{name: s.name("do")}, v: s.local("i", counter), label: s.chance(4)}
	uniform := s.uniform && s.chance(2)
	in := s.inside(st, &st.named, "exit cycle", uniform)
	first, last := s.between(1, 3), s.between(2, 4)
	st.first, st.last = number64(first), number64(last)
	switch s.below(5) {
	case 0:
		st.first, st.last, st.step = number64(last), number64(first), number64(-1)
		st.step = st.step.(*lit).positive()
	case 1:
		if !uniform {
			st.last = s.at4()
		}
	case 2:
		st.step = number64(2)
	}
	in.vars = append([]*Var{st.v, st.v, st.v}, s.vars...)
	st.v.role, st.v.kept = index, true
	st.body = in.list(depth - 1)
	st.v.role = counter
	return st
}

// at4 is a value from 1 to 4 for a bound.
func (s *scope) at4() Expr {
	if s.chance(2) {
		return binary("(1 + modulo(%s, %d))", s.withEffect(s.num(1)), 4)
	}
	if r := s.reference(func(v *Var) bool { return v.role == index }, false); r != nil {
		return r
	}
	return number64(4)
}

// uncounted is DO WHILE or DO without control, both ended by a counter.
func (s *scope) uncounted(depth int) []Stmt {
	n := s.local("n", counter)
	st := &loop{named: named{name: s.name("do")}}
	uniform := s.uniform && s.chance(2)
	in := s.inside(st, &st.named, "exit cycle", uniform)
	zero := &assign{to: &Ref{v: n}, from: number64(0)}
	count := &assign{to: &Ref{v: n}, from: binary("(%s + %d)", &Ref{v: n}, 1)}
	limit := s.between(1, 4)
	if s.chance(2) {
		st.cond = binary("(%s < %d)", &Ref{v: n}, limit)
		if !uniform && s.chance(2) {
			st.cond = arith("(%s .and. %s)", st.cond, s.cond(1))
		}
		st.body = append([]Stmt{count}, in.list(depth-1)...)
		return []Stmt{zero, st}
	}
	end := &ifOnly{cond: binary("(%s > %d)", &Ref{v: n}, limit), action: &leave{kind: "exit",
		target: st}}
	st.body = append([]Stmt{count, end}, in.list(depth-1)...)
	return []Stmt{zero, st}
}

// independent is DO CONCURRENT: each iteration defines elements of its own.
func (s *scope) independent() Stmt {
	v := s.aVar()
	if len(v.ext) == 0 || !isNumber(v) || v.role != plain || v.kept {
		return nil
	}
	at := *s
	at.plainDo = true // no STAT=
	to := at.place(v, true)
	if to == nil || s.fx.reads[root(v)] {
		return nil
	}
	st := &concurrent{}
	in := *s
	in.targets = nil
	in.plainDo, in.uniform = true, false
	in.vars = nil
	for _, o := range s.vars {
		if o != v {
			in.vars = append(in.vars, o)
		}
	}
	for d := range v.ext {
		q := s.local("q", counter)
		st.vars = append(st.vars, q)
		st.firsts, st.last = append(st.firsts, s.between(1, 2)), append(st.last, s.between(3, 4))
		to.subs[d] = &sub{at: &Ref{v: q}, off: v.low[d] - 1}
		in.vars = append(in.vars, q, q)
		q.role, q.kept = index, true
	}
	if s.chance(2) {
		st.mask = in.cond(1)
	}
	assignTo := &assign{to: to, from: wrapped(in.num(2))}
	st.body = []Stmt{assignTo}
	if s.chance(3) {
		st.own = s.local("h", counter)
		first := &assign{to: &Ref{v: st.own}, from: wrapped(in.num(1))}
		assignTo.from = arith("(%s - %s)", assignTo.from, &Ref{v: st.own})
		st.body = []Stmt{first, assignTo}
	}
	if s.chance(3) {
		st.body = []Stmt{&ifThen{conds: []Expr{in.cond(1)}, bodies: [][]Stmt{st.body}}}
	}
	for _, q := range st.vars {
		q.role = counter
	}
	return st
}

// blockOf is BLOCK with a variable.
func (s *scope) blockOf(depth int) Stmt {
	st := &block{named: named{name: s.name("blk")}}
	in := s.inside(st, &st.named, "exit", s.uniform && s.chance(2))
	v := &Var{name: s.name("h"), typ: intType, low: []int{1}, ext: []int{5}, scope: s.proc}
	st.vars = []*Var{v}
	in.vars = append([]*Var{v, v}, s.vars...)
	st.body = append([]Stmt{&assign{to: &Ref{v: v}, from: s.constructor(5)}}, in.list(depth-1)...)
	return st
}

// labelled is statements with a label behind them.
func (s *scope) labelled(depth int) Stmt {
	st := &skip{}
	in := s.inside(st, &st.named, "goto", s.uniform && s.chance(3))
	st.bare = s.chance(2)
	st.body = in.list(depth - 1)
	return st
}

// collective renews a coarray on all images.
func (s *scope) collective() []Stmt {
	if !s.uniform || s.team {
		return nil
	}
	for _, v := range s.vars {
		if v.alloc && v.corank > 0 && v.typ == intType && v.shared == own && !s.fx.banned[v] {
			s.note(v, true)
			r := &Ref{v: v}
			if s.chance(2) {
				return s.moved(r)
			}
			return []Stmt{&allocate{what: r}, &allocate{what: r, ext: 5, from: 1},
				&assign{to: &Ref{v: v, subs: []*sub{{text: ":", picks: []int{1, 2, 3, 4, 5}}}},
					from: s.constructor0()}}
		}
	}
	return []Stmt{&syncAll{text: pick(s.generator, []string{"sync all", "sync images (*)",
		"sync team (get_team())"})}}
}

// moved gives a coarray the memory of another one.
func (s *scope) moved(to *Ref) []Stmt {
	v := &Var{name: s.name("mc"), typ: intType, low: []int{1}, ext: []int{5}, corank: 1,
		alloc:  true,
		static: true, scope: s.proc}
	s.usual(v)
	s.proc.vars = append(s.proc.vars, v)
	from := &Ref{v: v}
	fill := &assign{to: &Ref{v: v, subs: []*sub{{text: ":", picks: []int{1, 2, 3, 4, 5}}}},
		from: s.constructor0()}
	return []Stmt{&allocate{what: from, ext: 5, from: 1}, fill, &moveAlloc{from: from, to: to}}
}
