package phases

// associate is ASSOCIATE with one name: for a variable, or for the value of an expression.
type associate struct {
	named
	v    *Var
	of   Expr // a whole variable, of which v is an alias, if v.alias is set
	body []Stmt
}

func (s *associate) lists() []*[]Stmt { return []*[]Stmt{&s.body} }

func (s *associate) print(p *printer) {
	p.line(s.head() + "associate (" + s.v.name + " => " + s.of.src() + ")")
	p.body(s.body)
	p.line("end associate" + s.tail())
}

func (s *associate) exec(im *image) *jump {
	f := im.frame
	before, same := f.vars[s.v], f.same
	if s.v.alias != nil {
		f.vars[s.v] = im.lookup(s.v.alias)
		if s.v.part != nil {
			f.vars[s.v] = s.v.part.object(im)
		}
		f.same = map[*Var]*Var{s.v: im.actual(s.v.alias)}
		for k, v := range same {
			f.same[k] = v
		}
	} else {
		f.vars[s.v] = temporary(s.v, s.of.eval(im))
	}
	j := im.run(s.body)
	f.vars[s.v], f.same = before, same
	if j.exits(s) {
		return nil
	}
	return j
}

// temporary is memory with a value.
func temporary(v *Var, x val) *object {
	o := &object{typ: v.typ}
	o.make(v.typ, v.low, x.ext)
	o.exists.defined = true
	for k := range o.elems {
		o.elems[k].cell = cell{scalar: x.v[k], defined: true}
	}
	return o
}

// associateOf generates the construct.
func (s *scope) associateOf(depth int) []Stmt {
	st := &associate{named: named{name: s.name("asc")}}
	in := s.inside(st, &st.named, "exit", s.uniform && s.chance(2))
	v := &Var{name: s.name("as"), typ: intType, scope: s.proc, kept: true}
	kinds := 3
	if s.more && !s.solo {
		kinds = 5
	}
	switch s.below(kinds) {
	case 3, 4:
		of := s.ofAnother()
		if of == nil {
			return nil
		}
		if ranked(of) {
			v.low, v.ext = []int{1}, []int{5}
		}
		// F2018 C1105: a coindexed object is no selector, its value may be one
		st.of = &op{"(%s)", func(v []scalar) scalar { return v[0] }, []Expr{of}}
		v.typ = of.v.typ
	case 0:
		st.of = arith("(%s + %s)", s.num(1), number64(1))
	case 1:
		v.low, v.ext = []int{1}, []int{5}
		st.of = binary("(%s + %d)", s.vector(5, 1), 0)
	default:
		base := s.aVar()
		if base.alloc || base.kept || base.pointer || base.size ||
			base.role != plain || base.typ != intType || s.fx.banned[base] {
			return nil
		}
		if base.corank == 0 && base.scope != s.proc && base.ext == nil {
			return nil
		}
		copied := *base
		*v = copied
		v.name, v.alias, v.scope, v.static = s.name("as"), base, s.proc, false
		st.of = &Ref{v: base}
	}
	st.v = v
	in.vars = append([]*Var{v, v, v}, s.vars...)
	st.body = in.list(depth - 1)
	return []Stmt{st}
}

// ofAnother is a scalar or a section of another image.
func (s *scope) ofAnother() *Ref {
	same := func(v *Var) bool {
		return v.corank > 0 && v.shared == anyone && v.dummy == "" && v.alias == nil &&
			(v.typ == intType || v.typ == realType)
	}
	r := s.reference(same, false)
	if s.chance(2) {
		r = s.sectionOf(5, false, same)
	}
	if r == nil || !r.image() || vectorIn(r) {
		return nil
	}
	return r
}

// partAssociate is ASSOCIATE with a section of a coarray, or with a component of one that is a
// structure: a coarray too (F2018 11.1.3.3).
func (s *scope) partAssociate(depth int) []Stmt {
	for range 8 {
		base := s.aVar()
		if base.corank == 0 || base.alloc || base.kept || base.role != plain || base.poly ||
			!base.static || base.alias != nil || base.dummy != "" || s.fx.banned[base] {
			continue
		}
		part := s.partOfCoarray(base)
		if part == nil {
			continue
		}
		st := &associate{named: named{name: s.name("asc")}, of: part}
		in := s.inside(st, &st.named, "exit", s.uniform && s.chance(2))
		v := *base
		v.name, v.alias, v.part, v.scope, v.static = s.name("as"), base, part, s.proc, false
		v.typ, v.low, v.ext = part.v.typ, nil, nil
		if part.of == nil || part.v.ext != nil || part.of.subs != nil && part.of.subs[0].at == nil {
			v.low, v.ext = []int{1}, []int{5}
		}
		st.v = &v
		in.vars = append([]*Var{&v, &v, &v}, s.vars...)
		st.body = in.list(depth - 1)
		return []Stmt{st}
	}
	return nil
}

// partOfCoarray is a part with a coarray's cobounds: five elements, or a scalar.
func (s *scope) partOfCoarray(base *Var) *Ref {
	r := &Ref{v: base}
	whole := &sub{text: ":", picks: []int{1, 2, 3, 4, 5}}
	turned := &sub{text: "5:1:-1", picks: []int{5, 4, 3, 2, 1}}
	one := &sub{at: number64(s.between(1, 5))}
	switch {
	case base.typ.class == structure:
		if base.ext != nil && s.chance(3) {
			r.subs = []*sub{whole}
			return &Ref{v: base.typ.parts[0], of: r}
		}
		if base.ext != nil {
			r.subs = []*sub{one}
		}
		return &Ref{v: base.typ.parts[s.below(2)], of: r}
	case compound(base) || base.typ.class == text:
		return nil
	case len(base.ext) == 2:
		r.subs = []*sub{whole, one}
		if s.chance(2) {
			r.subs = []*sub{one, turned}
		}
		return r
	case len(base.ext) == 1 && base.low[0] == 1:
		r.subs = []*sub{turned}
		return r
	}
	return nil
}
