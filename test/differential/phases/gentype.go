package phases

// selectRank is SELECT RANK of a dummy argument of assumed rank; bodies[r] is for rank r, in which
// vars[r] is its name.
type selectRank struct {
	named
	of     *Var
	vars   []*Var
	bodies [][]Stmt
}

func (s *selectRank) lists() []*[]Stmt { return pointers(s.bodies) }

func (s *selectRank) print(p *printer) {
	p.line(s.head() + "select rank (" + s.vars[0].name + " => " + s.of.name + ")")
	for k, b := range s.bodies {
		p.line([]string{"rank (0)", "rank (1)", "rank default"}[k] + s.tail())
		p.body(b)
	}
	p.line("end select" + s.tail())
}

func (s *selectRank) exec(im *image) *jump {
	o := im.lookup(s.of)
	k := min(len(o.ext), 2)
	im.frame.vars[s.vars[k]] = o
	if j := im.run(s.bodies[k]); !j.exits(s) {
		return j
	}
	return nil
}

// rankOf generates the construct. Where the rank is another one nothing is known of the array.
func (s *scope) rankOf(d *Var) Stmt {
	st := &selectRank{named: named{name: s.name("rank_")}, of: d}
	name := s.name("as")
	for k := range 3 {
		v := &Var{name: name, typ: intType, kept: true, scope: s.proc}
		in := s.inside(st, &st.named, "exit", false)
		switch k {
		case 0:
			in.vars = append([]*Var{v, v, v}, s.vars...)
		case 1:
			v.low, v.ext = []int{1}, []int{5}
			in.vars = append([]*Var{v, v, v}, s.vars...)
		}
		in.begin()
		body := []Stmt{in.record()}
		if !s.plainDo {
			body = append(body, in.list(1)...)
		}
		st.vars, st.bodies = append(st.vars, v), append(st.bodies, body)
	}
	return st
}

// ofAnyRank is an actual argument for a dummy of assumed rank.
func (s *scope) ofAnyRank(c *Proc) (Expr, bool) {
	switch s.below(3) {
	case 0:
		return s.num(1), true
	case 1:
		for range 6 {
			v := s.aVar()
			if len(v.ext) > 0 && v.typ == intType && !c.fx.touches(v) && (v.corank == 0 || s.solo ||
				v.shared != peers) && s.reaches(v, false) && !v.size && !v.alloc && !v.optional() {
				s.note(v, false)
				return &Ref{v: v}, true
			}
		}
	}
	// gfortran 12 gives the value of an expression the lower bound 0 there
	r := s.sectionOf(5, false, func(v *Var) bool {
		return (v.typ == intType || v.typ.class == structure) && !c.fx.touches(v)
	})
	if r == nil || vectorIn(r) {
		return s.num(1), true
	}
	return r, true
}

// vectorIn: the designator has a vector subscript.
func vectorIn(r *Ref) bool {
	for ; r != nil; r = r.of {
		for _, x := range r.subs {
			if _, is := x.at.(*implied); is {
				return true
			}
		}
	}
	return false
}

// selectType is SELECT TYPE of a polymorphic object; the associate name is v in all bodies.
type selectType struct {
	named
	of     *Var
	v      *Var
	guards []string
	bodies [][]Stmt
}

func (s *selectType) lists() []*[]Stmt { return pointers(s.bodies) }

func (s *selectType) print(p *printer) {
	p.line(s.head() + "select type (" + s.v.name + " => " + s.of.name + ")")
	for k, b := range s.bodies {
		p.line(s.guards[k] + s.tail())
		p.body(b)
	}
	p.line("end select" + s.tail())
}

func (s *selectType) exec(im *image) *jump {
	o := im.lookup(s.of)
	k := -1
	for i, g := range s.guards { // TYPE IS comes before CLASS IS (F2018 11.1.11.2)
		if k < 0 && g == "class is (box)" {
			k = i
		}
	}
	for i, g := range s.guards {
		if g == "type is (bigbox)" && o.longer || g == "type is (box)" && !o.longer {
			k = i
		}
	}
	if k < 0 {
		return nil
	}
	f := im.frame
	before, same := f.vars[s.v], f.same
	f.vars[s.v] = o
	f.same = map[*Var]*Var{s.v: im.actual(s.of)}
	for n, v := range same {
		f.same[n] = v
	}
	j := im.run(s.bodies[k])
	f.vars[s.v], f.same = before, same
	if j.exits(s) {
		return nil
	}
	return j
}

// typeOf generates the construct for a polymorphic object that may be referred to here.
func (s *scope) typeOf(depth int) []Stmt {
	for range 6 {
		of := s.aVar()
		if !of.poly || of.alias != nil || s.fx.banned[of] {
			continue
		}
		st := &selectType{named: named{name: s.name("typ")}, of: of}
		v := *of
		st.v = &v
		v.name, v.alias, v.scope, v.static = s.name("as"), of, s.proc, false
		v.alloc = false
		s.note(of, false)
		in := s.inside(st, &st.named, "exit", false)
		in.vars = append([]*Var{&v, &v, &v}, s.vars...)
		for _, g := range [][]string{{"type is (box)", "type is (bigbox)"}, {"type is (bigbox)",
			"class is (box)"}, {"class is (box)"}}[s.below(3)] {
			st.guards = append(st.guards, g)
			st.bodies = append(st.bodies, in.list(depth-1))
		}
		return []Stmt{st}
	}
	return nil
}

// aStructure is an object of this image's that may be an actual argument, or nil.
func (s *scope) aStructure(write bool, filter func(*Var) bool) *Ref {
	for range 8 {
		v := s.aVar()
		if v.typ != s.box || !filter(v) {
			continue
		}
		if r := s.place(v, write); r != nil && r.coord == nil {
			return r
		}
	}
	return nil
}

// finType is a type with a FINAL procedure, which adds a value to a coarray of the last image.
var finType = &Type{name: "fin", class: structure, parts: []*Var{{name: "n", typ: intType}}}

// finalize does what the FINAL procedure does.
func (o *object) finalize(im *image) {
	if o.typ != finType || o.exists.i == 0 || len(o.elems) == 0 {
		return
	}
	for _, v := range im.m.counts {
		last := im.m.images[im.team.members[len(im.team.members)-1]-1]
		last.statics0(v).elems[1].i += o.elems[0].parts[0].get(im).int()
	}
	o.exists.i = 0
}

// statics0 is the memory of a static variable of an image.
func (im *image) statics0(v *Var) *object {
	if im.statics[v] == nil {
		im.statics[v] = newObject(v)
	}
	return im.statics[v]
}

// finalBlock is BLOCK with an object that is finalized at its end, or when it is deallocated.
func (s *scope) finalBlock(depth int) []Stmt {
	if s.plainDo {
		return nil
	}
	st := &block{named: named{name: s.name("blk")}}
	in := s.inside(st, &st.named, "exit", s.uniform && s.chance(2))
	v := &Var{name: s.name("fo"), typ: finType, scope: s.proc, alloc: true}
	st.vars = []*Var{v}
	s.note(s.counts, true)
	whole := &Ref{v: v}
	e := wrapped(s.num(1))
	st.body = []Stmt{&allocate{what: whole, ext: 1, from: 1},
		&assign{to: &Ref{v: finType.parts[0], of: whole}, from: e}}
	st.body = append(st.body, in.list(depth-1)...)
	if s.chance(2) {
		st.body = append(st.body, &allocate{what: whole})
	}
	return []Stmt{st}
}
