package phases

// ownBlock is BLOCK with a coarray of its own, which is static or allocatable.
func (s *scope) ownBlock(depth int) []Stmt {
	if !s.uniform {
		return []Stmt{s.blockOf(depth)}
	}
	st := &block{named: named{name: s.name("blk")}}
	in := s.inside(st, &st.named, "exit", true)
	v := &Var{name: s.name("bc"), typ: intType, low: []int{1}, ext: []int{5}, scope: s.proc,
		corank: 1}
	v.shared = sharing(s.below(3))
	v.alloc, v.static, v.kept, v.inTeam = true, true, v.shared == anyone, s.team
	s.usual(v)
	whole := &Ref{v: v}
	if s.chance(2) {
		v.alloc = false
	} else {
		st.body = []Stmt{&allocate{what: whole, ext: 5, from: 1}}
	}
	st.vars = []*Var{v}
	fill := &assign{to: &Ref{v: v, subs: []*sub{{text: ":", picks: []int{1, 2, 3, 4, 5}}}},
		from: s.constructor0()}
	st.body = append(st.body, &syncAll{}, fill, &syncAll{})
	in.vars = append([]*Var{v, v, v}, s.vars...)
	st.body = append(st.body, in.list(depth-1)...)
	return []Stmt{st}
}

// leaveBlock deallocates the coarrays of a BLOCK construct.
func (s *block) leaveBlock(im *image) {
	for _, v := range s.vars {
		if v.typ == finType {
			im.lookup(v).finalize(im)
		}
		if !v.alloc || !v.static {
			continue
		}
		o := im.lookup(v)
		if o.exists.i == 1 {
			im.barrier("end of block " + v.name)
			o.exists.set(im, scalar{})
			o.elems = nil
			im.barrier("deallocated " + v.name)
		}
	}
}
