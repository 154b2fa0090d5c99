package phases

// where is WHERE, as a statement or a construct with masked and other ELSEWHERE parts. What stands
// in a part is assignments and further constructs.
type where struct {
	leaf
	parts []*wherePart
	n     int // elements
}

type wherePart struct {
	mask Expr // nil: ELSEWHERE
	body []Stmt
}

func (w *where) print(p *printer) {
	if a, ok := w.parts[0].body[0].(*assign); ok && len(w.parts) == 1 && len(w.parts[0].body) == 1 {
		p.line("where (" + w.parts[0].mask.src() + ") " + a.to.src() + " = " + a.from.src())
		return
	}
	for k, b := range w.parts {
		switch {
		case k == 0:
			p.line("where (" + b.mask.src() + ")")
		case b.mask != nil:
			p.line("elsewhere (" + b.mask.src() + ")")
		default:
			p.line("elsewhere")
		}
		p.body(b.body)
	}
	p.line("end where")
}

func (w *where) exec(im *image) *jump {
	control := make([]bool, w.n)
	for k := range control {
		control[k] = true
	}
	w.under(im, control)
	return nil
}

// under executes the construct for the elements that a mask selects (F2018 10.2.3.2).
func (w *where) under(im *image, control []bool) {
	pending := append([]bool{}, control...)
	for _, b := range w.parts {
		active := append([]bool{}, pending...)
		if b.mask != nil {
			m := b.mask.eval(im)
			for k := range pending {
				active[k] = pending[k] && m.at(k).i != 0
				pending[k] = pending[k] && m.at(k).i == 0
			}
		}
		for _, st := range b.body {
			switch st := st.(type) {
			case *where:
				st.under(im, active)
			case *assign:
				st.under(im, active)
			}
		}
	}
}

// under executes an array assignment for the elements that a mask selects.
func (a *assign) under(im *image, active []bool) {
	v := a.from.eval(im)
	o := a.to.object(im)
	if len(o.elems) != len(active) {
		reject("shape of a masked assignment")
	}
	for k, e := range o.elems {
		if active[k] {
			e.set(im, o.typ.fit(v.at(k)))
		}
	}
}

// masked is WHERE.
func (s *scope) masked() Stmt {
	n := s.between(2, 5)
	outside := s
	s = &scope{}
	*s = *outside
	s.implied = true
	to := s.section(n, true)
	if to == nil || s.fx.reads[root(to.base())] {
		return nil
	}
	in := *s
	in.masks = true
	in.vars = s.apart(to.base()) // else subscripts may depend on what the construct defines
	targets := []*Ref{to}
	if s.chance(4) {
		if o := in.section(n, true); o != nil && !s.fx.reads[root(o.base())] &&
			!s.fx.reads[root(to.base())] {
			targets = append(targets, o)
			in.vars = in.apart(o.base())
		}
	}
	return in.whereOf(n, targets, 1)
}

// whereOf is a construct with parts.
func (s *scope) whereOf(n int, targets []*Ref, depth int) *where {
	w := &where{n: n}
	for k, parts := 0, s.between(1, 3); k < parts; k++ {
		b := &wherePart{}
		if k == 0 || k < parts-1 || s.chance(3) {
			b.mask = binary("(mod(%s, %d) == 0)", s.vector(n, 1), s.between(2, 3))
			if s.chance(3) {
				b.mask = binary("(mod(%s, %d) == 0)", read(targets[0]), 2)
			}
		}
		for _, to := range targets {
			b.body = append(b.body, &assign{to: to, from: wrapped(s.vector(n, 1))})
		}
		if depth > 0 && s.chance(5) {
			b.body = append(b.body, s.whereOf(n, targets, depth-1))
		}
		w.parts = append(w.parts, b)
	}
	return w
}

// stripe defines elements of an array of any image of which other images define the others in the
// same phase: what a statement does not define must not be sent.
func (s *scope) stripe() Stmt {
	if s.solo || s.team || s.plainDo || s.inFlight {
		return nil
	}
	for range 8 {
		v := s.aVar()
		if v.shared != striped || v.alias != nil || v.dummy != "" || s.fx.banned[v] || v.kept ||
			v.role != plain {
			continue
		}
		s.note(v, true)
		in := *s
		in.masks, in.implied, in.vars = true, true, s.apart(v)
		to := striping(v, in.cosubscripts(v, in.image()))
		if to == nil {
			return nil
		}
		if s.chance(3) {
			n := s.p.images
			me := binary("(1 + mod(%s, %d))", binary("(%s + %d)", &images{true}, n-2), n)
			for r := to; r != nil; r = r.of {
				if r.subs != nil {
					r.subs[0].text, r.subs[0].picks, r.subs[0].at = "", nil, me
				}
			}
			return &assign{to: to, from: wrapped(in.num(2))}
		}
		return in.stripes(to)
	}
	return nil
}

// striping is a designator of the five elements of a variable, or of a component; nil: it has none.
func striping(v *Var, image []Expr) *Ref {
	all := func(low int) []*sub {
		return []*sub{{text: ":", picks: []int{1, 2, 3, 4, 5}, off: low - 1}}
	}
	r := &Ref{v: v, coord: image}
	switch {
	case v.typ.class == structure && v.ext == nil:
		return &Ref{v: v.typ.parts[1], of: r, subs: all(1)}
	case len(v.ext) != 1:
		return nil
	}
	r.subs = all(v.low[0])
	switch {
	case v.typ.class == structure, v.typ.class == pair:
		return &Ref{v: v.typ.parts[0], of: r}
	case isNumber(v):
		return r
	}
	return nil
}

// stripes is WHERE with one or two assignments to the elements of this image.
func (s *scope) stripes(to *Ref) *where {
	j := s.local("j", counter)
	mine := Expr(&implied{j, 1, 5, []Expr{arith("(%s == %s)",
		binary("(1 + mod(%s, %d))", &Ref{v: j}, s.p.images), &images{true})}})
	w := &where{n: 5}
	part := func(mask Expr) {
		w.parts = append(w.parts, &wherePart{mask, []Stmt{&assign{to: to,
			from: wrapped(s.vector(5, 1))}}})
	}
	if s.chance(2) {
		part(arith("(%s .and. %s)", mine, binary("(mod(%s, %d) == 0)", s.vector(5, 1), 2)))
	}
	part(mine)
	return w
}
