package phases

// list is a list of statements, with constructs of a depth.
func (s *scope) list(depth int) []Stmt {
	var list []Stmt
	for n := s.between(1, 4); n > 0 && s.budget > 0; n-- {
		s.budget--
		s.begin()
		list = append(list, s.statement(depth)...)
	}
	if len(list) == 0 {
		s.begin()
		list = append(list, s.record())
	}
	return list
}

func (s *scope) statement(depth int) []Stmt {
	if depth > 0 && s.chance(2) {
		return s.construct(depth)
	}
	if s.p.caf && s.chance(4) {
		return s.caf2()
	}
	if s.more && s.chance(12) {
		if st := s.stripe(); st != nil {
			return []Stmt{st}
		}
	}
	if s.more && s.chance(9) {
		if s.chance(3) {
			return s.notifying()
		}
		return one1(s.repointing())
	}
	switch s.below(33) {
	case 27, 28:
		return one1(s.transfer())
	case 29:
		return one1(s.readingGroup())
	case 30, 31:
		return one1(s.truthAssign())
	case 32:
		return s.eventsOf()
	case 25, 26:
		return one1(s.pointer())
	case 23:
		return one1(s.counting())
	case 24:
		return s.collective()
	case 20, 21:
		return one1(s.forallOf())
	case 22:
		return one1(s.collection())
	case 18:
		return one1(s.boxAssignment())
	case 19:
		return s.moving()
	case 16, 17:
		return one1(s.callOf())
	case 0:
		return []Stmt{s.record()}
	case 1, 2:
		return s.arrayAssign()
	case 3:
		return one1(s.roleAssign())
	case 4, 5:
		return s.maybeJump()
	case 6:
		return s.reading()
	case 7:
		return one1(s.writing())
	case 8:
		return one1(s.masked())
	case 9:
		return s.renewal()
	case 10:
		return one1(s.characterAssign())
	case 11:
		c := s.head(1)
		s.begin()
		return []Stmt{&ifOnly{cond: c, action: s.simple()}}
	}
	return []Stmt{s.simple()}
}

func one1(st Stmt) []Stmt {
	if st == nil {
		return nil
	}
	return []Stmt{st}
}

// record mixes a value into the trace.
func (s *scope) record() Stmt {
	if s.silent {
		return &assign{to: &Ref{v: s.sink}, from: wrapped(s.num(2))}
	}
	s.note(s.trace, true)
	return s.traced(s.withEffect(s.num(1)))
}

// traced mixes a value into what is printed.
func (s *scope) traced(e Expr) Stmt {
	t := &Ref{v: s.trace}
	from := &op{"modulo(%s*31 + %s, 65521)", func(v []scalar) scalar {
		return scalar{i: mix(v[0].i, v[1].i)}
	}, []Expr{t, e}}
	return &assign{to: t, from: from}
}

// simple is an assignment to a scalar; there is always one.
func (s *scope) simple() Stmt {
	numeric := func(v *Var) bool {
		return v.role == plain && (isNumber(v) || compound(v))
	}
	for range 4 {
		r := s.reference(numeric, true)
		if r == nil || !isNumber(r.v) {
			continue
		}
		s.disturb(r)
		from := s.withEffect(s.num(2))
		return &assign{to: r, from: wrapped(from)}
	}
	return s.record()
}

// wrapped keeps values small.
func wrapped(e Expr) Expr {
	return &op{"mod(%s, 997)", func(v []scalar) scalar { return scalar{i: v[0].i % 997} },
		[]Expr{e}}
}

func (s *scope) arrayAssign() []Stmt {
	n := s.between(1, 5)
	if s.chance(6) {
		if list := s.wholeStructure(); list != nil {
			return list
		}
	}
	to := s.section(n, true)
	if to == nil {
		return nil
	}
	return []Stmt{&assign{to: to, from: wrapped(s.vector(n, 2))}}
}

// wholeStructure assigns a structure to one.
func (s *scope) wholeStructure() []Stmt {
	is := func(v *Var) bool { return v.typ.class == structure && !v.poly }
	var list []*Var
	for _, v := range s.vars {
		if is(v) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return nil
	}
	to := s.place(pick(s.generator, list), true)
	from := s.place(pick(s.generator, list), false)
	if to == nil || from == nil || to.coord != nil || to.v.alias != nil || to.v.dummy != "" {
		return nil
	}
	if to.subs != nil {
		to.subs[0] = &sub{at: number64(s.between(1, 5))}
	}
	return []Stmt{&assign{to: to, from: from}, s.pointing(to, s.allOf())}
}

// roleAssign defines a variable whose values are limited.
func (s *scope) roleAssign() Stmt {
	if s.uniform && s.chance(2) {
		for _, v := range s.vars {
			if v.role == uniform {
				s.note(v, true)
				return &assign{to: &Ref{v: v},
					from: binary("mod(%s, %d)", binary("(%s + %d)", &Ref{v: v},
						s.between(1, 3)), 7)}
			}
		}
	}
	r := s.reference(func(v *Var) bool { return v.role == index || v.role == imageNo }, true)
	if r == nil {
		return nil
	}
	n := 4
	if r.v.role == imageNo {
		n = s.p.images
	}
	return &assign{to: r, from: binary("(1 + modulo(%s, %d))", s.withEffect(s.num(2)), n)}
}

func (s *scope) characterAssign() Stmt {
	is := func(v *Var) bool { return v.typ.class == text || v.typ.class == structure }
	to := s.reference(is, true)
	from := s.reference(is, false)
	if to == nil || to.v.typ.class != text {
		return nil
	}
	free := to.v.typ == freeType
	// F2018 10.2.1.2: a coindexed object keeps its length
	if s.chance(3) || free && to.image() {
		k := s.between(1, 4)
		to.chars, free = [2]int{k, s.between(k, 4)}, false
	}
	if from == nil || from.v.typ.class != text {
		if free {
			return &assign{to: to, from: quoted("quite")}
		}
		return &assign{to: to, from: quoted("q")}
	}
	if free && s.chance(2) {
		return &assign{to: to, from: from}
	}
	if s.chance(2) && !free {
		from.chars = [2]int{2, 3}
	}
	if s.chance(3) {
		join := func(v []scalar) scalar { return scalar{s: v[0].s + v[1].s} }
		return &assign{to: to, from: &op{"%s // %s", join, []Expr{from, quoted("z")}}}
	}
	return &assign{to: to, from: from}
}

// truthAssign defines a logical object, or a complex one.
func (s *scope) truthAssign() Stmt {
	if s.chance(2) {
		to := s.reference(func(v *Var) bool { return v.typ == truthType }, true)
		if to == nil {
			return nil
		}
		return &assign{to: to, from: s.cond(1)}
	}
	for range 8 {
		v, o := s.aVar(), s.aVar()
		if v.typ != pairType || o.typ != pairType {
			continue
		}
		to, from := s.place(v, true), s.place(o, false)
		if to != nil && from != nil {
			return &assign{to: to, from: from}
		}
	}
	return nil
}

// renewal deallocates and allocates something of this image's, or has an assignment do it.
func (s *scope) renewal() []Stmt {
	for range 5 {
		v := s.aVar()
		if v.typ.class != structure || !s.solo && v.shared != own || v.kept {
			continue
		}
		of := &Ref{v: v}
		if v.ext != nil {
			of.subs = []*sub{{at: number64(s.between(1, 5))}}
		}
		r := &Ref{v: v.typ.parts[3], of: of}
		s.note(v, true)
		if s.plainDo {
			return nil
		}
		if s.chance(3) {
			e := s.vector(5, 1)
			return []Stmt{&assign{to: r, from: wrapped(e)}}
		}
		whole := &Ref{v: r.v, of: of}
		s.begin()
		fill := &assign{to: &Ref{v: r.v, of: of,
			subs: []*sub{{text: ":", picks: []int{1, 2, 3, 4, 5}}}},
			from: s.constructor0()}
		return []Stmt{&allocate{what: whole}, &allocate{what: whole, ext: 5, from: 1}, fill}
	}
	return nil
}

// constructor0 is an array that refers to nothing but this image.
func (s *scope) constructor0() Expr {
	i := s.local("j", counter)
	k := s.between(3, 40)
	return &implied{i, 1, 5, []Expr{binary("%s*%d", &Ref{v: i}, k)}}
}

// head is a condition, with an effect now and then.
func (s *scope) head(depth int) Expr {
	if s.chance(4) {
		return binary("(mod(%s, %d) == 0)", s.withEffect(s.num(1)), 2)
	}
	return s.cond(depth)
}

// reading is READ from a constant, which may end by ERR= or END=, or IOSTAT=.
func (s *scope) reading() []Stmt {
	numeric := func(v *Var) bool {
		return v.role == plain && (isNumber(v) ||
			compound(v))
	}
	r := &readText{text: pick(s.generator, []string{"12", "7 8", "31 no", "bad", "5"})}
	for range s.between(1, 2) {
		if x := s.reference(numeric, true); x != nil && isNumber(x.v) && !s.overlaps(r.into, x) {
			r.into = append(r.into, x)
		}
	}
	for _, x := range r.into {
		if s.fx.reads[root(x.base())] {
			return nil
		}
	}
	if len(r.into) == 0 {
		return nil
	}
	t := s.jumpTarget("goto")
	if t != nil && s.chance(2) {
		t.n.used = true
		r.target = t.s
	}
	if r.target == nil || s.chance(3) {
		r.status, r.target = &Ref{v: s.local("ios", counter)}, nil
		return []Stmt{r}
	}
	r.way = "err"
	if len(r.into) == 2 && len(r.text) < 3 {
		r.way = "end"
	}
	return []Stmt{r}
}

// overlaps: what one item defines must not matter to another's designator; be careful.
func (s *scope) overlaps(list []*Ref, x *Ref) bool {
	for _, r := range list {
		if r.base() == x.base() {
			return true
		}
	}
	return len(list) > 0 && s.fx.reads[root(x.base())]
}

func (s *scope) writing() Stmt {
	to := s.reference(func(v *Var) bool { return v.typ.class == text }, true)
	if to == nil {
		return nil
	}
	in := *s
	in.vars = s.apart(to.base()) // no item may refer to the file
	return &writeText{to: to, item: in.num(2)}
}

// jumpTarget is an enclosing construct that may be left from here in this way.
func (s *scope) jumpTarget(kind string) *target {
	var list []*target
	for _, t := range s.targets {
		if (s.uniform || !t.uniform) && has(t.kinds, kind) {
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return pick(s.generator, list)
}

// maybeJump is a jump under a condition.
func (s *scope) maybeJump() []Stmt {
	kind := pick(s.generator, []string{"exit", "exit", "cycle", "goto", "goto", "return"})
	jump := s.jump(kind)
	if jump == nil {
		return nil
	}
	cond := s.head(1)
	if s.uniform {
		in := s.jumpNeedsUniform(jump)
		if in {
			s.begin()
			cond = s.uniformCond()
		}
	}
	return []Stmt{&ifOnly{cond: cond, action: jump}}
}

func (s *scope) jump(kind string) *leave {
	if kind == "return" {
		if s.proc == s.caseProc || s.plainDo || s.inTeam || s.proc.uniform && !s.uniform {
			return nil
		}
		l := &leave{kind: "return"}
		if s.proc.exits > 0 {
			l.number = s.between(1, s.proc.exits)
		}
		return l
	}
	t := s.jumpTarget(kind)
	if t == nil {
		return nil
	}
	l := &leave{kind: kind, target: t.s}
	if kind == "goto" {
		t.n.used = true
		return l
	}
	inner := s.innermost()
	if inner != t || s.chance(2) {
		t.n.used = true
		l.name = t.n.name
	}
	return l
}

// innermost is the loop that EXIT and CYCLE without a name are for.
func (s *scope) innermost() *target {
	for k := len(s.targets) - 1; k >= 0; k-- {
		if has(s.targets[k].kinds, "cycle") {
			return s.targets[k]
		}
	}
	return nil
}

func (s *scope) jumpNeedsUniform(l *leave) bool {
	if l.kind == "return" {
		return s.proc.uniform
	}
	for _, t := range s.targets {
		if t.s == l.target {
			return t.uniform
		}
	}
	return false
}

func has(list, word string) bool {
	for k := 0; k+len(word) <= len(list); k++ {
		if list[k:k+len(word)] == word {
			return true
		}
	}
	return false
}

// apart are the variables that are not another one, by any name.
func (s *scope) apart(v *Var) (list []*Var) {
	for _, o := range s.vars {
		if root(o) != root(v) {
			list = append(list, o)
		}
	}
	return list
}

// root is the variable that a name belongs to in the end.
func root(v *Var) *Var {
	for ; v.alias != nil; v = v.alias {
	}
	return v
}

// moving gives a component the memory of a local variable.
func (s *scope) moving() []Stmt {
	for range 5 {
		v := s.aVar()
		if v.typ.class != structure || !s.solo && v.shared != own || s.plainDo || v.kept {
			continue
		}
		of := &Ref{v: v}
		if v.ext != nil {
			// gfortran 12 gives the memory to another element where a subscript has MAXVAL
			of.subs = []*sub{{at: number64(s.between(1, 5))}}
		}
		s.note(v, true)
		local := &Var{name: s.name("mv"), typ: intType, low: []int{1}, ext: []int{5}, alloc: true,
			scope: s.proc}
		s.proc.vars = append(s.proc.vars, local)
		m := &Ref{v: local}
		return []Stmt{&assign{to: m, from: wrapped(s.vector(5, 1))}, &moveAlloc{from: m,
			to: &Ref{v: v.typ.parts[3], of: of}}}
	}
	return nil
}
