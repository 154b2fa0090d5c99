package phases

// Local pointers of a case point to sections of one variable, which may be a coarray, or to
// nothing. Statements refer to them where ASSOCIATED has said that they point to something.

// pointers declares some.
func (s *scope) localPointers() {
	for _, base := range s.vars {
		if base.typ != intType || len(base.ext) != 1 || base.alloc || base.role != plain ||
			base.over != nil || base.part != nil || len(s.proc.pointers) == 2 || !s.chance(4) {
			continue
		}
		base.target = true
		v := &Var{name: s.name("pt"), typ: intType, low: []int{1}, ext: []int{5}, pointer: true,
			alias: base, scope: s.proc}
		s.proc.vars = append(s.proc.vars, v)
		s.proc.pointers = append(s.proc.pointers, v)
		s.proc.body = append(s.proc.body, &repoint{p: v})
	}
}

// reaches: a pointer's target may be referred to here. It is this image's.
func (s *scope) reaches(v *Var, write bool) bool {
	if !v.pointer || v.alias == nil {
		return true
	}
	base := root(v)
	return base.corank == 0 || s.solo || base.shared == own || base.shared == anyone && !write
}

// repoint is NULLIFY, or pointer assignment to a section of the pointer's variable.
type repoint struct {
	leaf
	p      *Var
	target *Ref // nil: none
	null   bool // by NULL()
}

func (a *repoint) print(p *printer) {
	switch {
	case a.target != nil:
		p.line(a.p.name + " => " + a.target.src())
	case a.null:
		p.line(a.p.name + " => null()")
	default:
		p.line("nullify (" + a.p.name + ")")
	}
}

func (a *repoint) exec(im *image) *jump {
	o := im.lookup(a.p)
	if a.target == nil {
		o.exists.set(im, scalar{})
		o.elems = nil
		return nil
	}
	o.point(im, a.target.object(im))
	return nil
}

// pointing of a local pointer; one on which statements rely stays associated.
func (s *scope) repointing() Stmt {
	if s.plainDo || s.proc != s.caseProc || len(s.proc.pointers) == 0 {
		return nil
	}
	v := pick(s.generator, s.proc.pointers)
	st := &repoint{p: v, null: s.chance(2)}
	if s.guarded[v] || s.chance(2) {
		st.target = &Ref{v: v.alias, subs: []*sub{s.allIn(v.alias)}}
	}
	return st
}

// allIn is a section of all elements, forwards or backwards.
func (s *scope) allIn(v *Var) *sub {
	low := v.low[0]
	if low == 1 || s.chance(2) {
		x := s.allOf()
		if low != 1 {
			x = &sub{text: ":", picks: []int{1, 2, 3, 4, 5}}
		}
		return x
	}
	return &sub{text: "4:0:-1", picks: []int{5, 4, 3, 2, 1}}
}

// associated is ASSOCIATED, with a target or without one.
type associated struct {
	p      *Var
	target *Ref
}

func (a *associated) src() string {
	if a.target == nil {
		return "associated(" + a.p.name + ")"
	}
	return "associated(" + a.p.name + ", " + a.target.src() + ")"
}

func (a *associated) eval(im *image) val {
	o := im.lookup(a.p)
	if o.exists.get(im).i == 0 {
		return intVal(0)
	}
	if a.target == nil {
		return intVal(1)
	}
	for k, e := range a.target.object(im).elems {
		if o.elems[k] != e {
			return intVal(0)
		}
	}
	return intVal(1)
}

// isAssociated is such an expression, or nil.
func (s *scope) isAssociated() Expr {
	if s.proc != s.caseProc || len(s.proc.pointers) == 0 {
		return nil
	}
	e := &associated{p: pick(s.generator, s.proc.pointers)}
	if s.chance(2) {
		e.target = &Ref{v: e.p.alias, subs: []*sub{s.allIn(e.p.alias)}}
	}
	return e
}

// whereAssociated is an IF construct in which a pointer is associated.
func (s *scope) whereAssociated(depth int) []Stmt {
	if s.plainDo || s.proc != s.caseProc || len(s.proc.pointers) == 0 {
		return []Stmt{s.branches(depth)}
	}
	v := pick(s.generator, s.proc.pointers)
	st := &ifThen{named: named{name: s.name("if_")}}
	in := s.inside(st, &st.named, "exit", false)
	in.vars = append([]*Var{v, v, v, v}, s.vars...)
	in.guarded = map[*Var]bool{v: true}
	for o := range s.guarded {
		in.guarded[o] = true
	}
	st.conds = []Expr{&associated{p: v}}
	st.bodies = [][]Stmt{in.list(depth - 1)}
	if s.chance(2) {
		other := s.inside(st, &st.named, "exit", false)
		st.bodies = append(st.bodies, other.list(depth-1))
	}
	return []Stmt{st}
}
