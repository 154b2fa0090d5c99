package phases

// Each structure variable has targets of its own for its pointer component, so that no two
// components share memory.

// pointTo is a pointer assignment.
type pointTo struct {
	leaf
	p, target *Ref
}

func (a *pointTo) print(p *printer) { p.line(a.p.src() + " => " + a.target.src()) }

func (a *pointTo) exec(im *image) *jump {
	a.p.raw(im).point(im, a.target.object(im))
	return nil
}

// point points a pointer to a target.
func (o *object) point(im *image, t *object) {
	o.exists.set(im, scalar{i: 1})
	o.low, o.ext, o.elems = t.low, t.ext, t.elems
}

// targetOf is the variable to which the pointers of a structure variable point.
func (s *scope) targetOf(v *Var) *Var {
	if v.targets == nil {
		v.targets = &Var{name: "tg_" + v.name, typ: intType, low: []int{1, 1}, ext: []int{5, 5},
			static: true, target: true, scope: v.scope}
		if v.scope == nil {
			s.p.vars = append(s.p.vars, v.targets)
		} else {
			s.caseProc.vars = append(s.caseProc.vars, v.targets)
		}
	}
	return v.targets
}

// pointing gives the pointer of a structure, which is not another image's, its target.
func (s *scope) pointing(of *Ref, section *sub) Stmt {
	line := Expr(number64(3))
	if of.subs != nil {
		line = of.subs[0].at
	}
	p := of.v.typ.parts[5]
	t := &Ref{v: s.targetOf(of.v), subs: []*sub{section, {at: line}}}
	return &pointTo{p: &Ref{v: p, of: of}, target: t}
}

// pointer points a pointer of this image's to its target in another order.
func (s *scope) pointer() Stmt {
	for range 5 {
		v := s.aVar()
		if v.typ.class != structure || !s.solo && v.shared != own || s.plainDo ||
			v.alias != nil || v.kept || v.dummy != "" {
			continue
		}
		of := &Ref{v: v}
		if v.ext != nil {
			of.subs = []*sub{{at: number64(s.between(1, 5))}}
		}
		s.note(v, true)
		return s.pointing(of, s.allOf())
	}
	return nil
}

// allOf is a section of five elements, forwards or backwards.
func (s *scope) allOf() *sub {
	if s.chance(2) {
		return &sub{text: "5:1:-1", picks: []int{5, 4, 3, 2, 1}}
	}
	return &sub{text: ":", picks: []int{1, 2, 3, 4, 5}}
}
