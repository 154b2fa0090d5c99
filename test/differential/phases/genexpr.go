package phases

import "fmt"

// coord chooses cosubscripts for a coarray: none for this image's. ok: it may be accessed.
func (s *scope) coord(v *Var, write bool) (image Expr, ok bool) {
	switch {
	case v.corank == 0:
		return nil, true
	case s.solo || v.shared == anyone && !write:
		if s.chance(4) {
			return nil, true
		}
		return s.image(), true
	case v.shared == peers:
		return s.peerImage(), true
	case v.shared == own:
		if s.chance(2) {
			return nil, true
		}
		return &images{true}, true
	}
	return nil, false
}

func (s *scope) peerImage() Expr {
	if s.conditionals() {
		return s.alternatives((*scope).peerImage)
	}
	s.note(s.peer, false)
	p := &Ref{v: s.peer}
	switch s.below(5) {
	case 0:
		return &op{"same(%s)", func(v []scalar) scalar { return v[0] }, []Expr{p}}
	case 1:
		return &Ref{v: s.nearby}
	case 2:
		return &Ref{v: s.nearby, coord: []Expr{&images{true}}}
	}
	return p
}

// image is an expression of an image index of the current team.
func (s *scope) image() Expr {
	e := s.anyImage()
	if !s.split {
		return e
	}
	return &op{"(1 + modulo(%s - 1, %s))", func(v []scalar) scalar {
		return scalar{i: 1 + ((v[0].i-1)%v[1].i+v[1].i)%v[1].i}
	}, []Expr{e, &images{}}}
}

// anyImage is an expression of an image index of the initial team.
func (s *scope) anyImage() Expr {
	if s.conditionals() {
		return s.alternatives((*scope).anyImage)
	}
	switch s.below(9) {
	case 8:
		s.note(s.nearby, false)
		if s.defining { // Coral refuses array constructors in selectors there
			return &Ref{v: s.nearby}
		}
		index := "%s"
		if s.nearby.co != 0 {
			index = fmt.Sprintf("%%s %+d", s.nearby.co)
		}
		return &op{"image_index(" + s.nearby.name + ", [" + index + "])",
			func(v []scalar) scalar { return v[0] },
			[]Expr{&Ref{v: s.nearby}}}
	case 0, 1:
		return number64(s.between(1, s.p.images))
	case 2:
		return &images{s.chance(2)}
	case 3, 4, 5:
		if r := s.reference(func(v *Var) bool { return v.role == imageNo && v.typ == intType },
			false); r != nil {
			return r
		}
	case 6:
		if s.level < 2 {
			in := s.subscript()
			return binary("(1 + modulo(%s, %d))", in.num(1), s.p.images)
		}
	}
	s.note(s.nearby, false)
	return &Ref{v: s.nearby}
}

// subscript is the scope of expressions in subscripts: gfortran 12 to 14 never end over array
// constructors there (../../conformance/faults/constructor_in_subscript.f90).
func (s *scope) subscript() *scope {
	in := *s
	in.masks = true
	return &in
}

// at is a subscript: a value from 1 to 4, or a constant up to 5.
func (s *scope) at() Expr {
	switch s.below(6) {
	case 0:
		return number64(s.between(1, 5))
	case 1:
		if s.level < 2 {
			in := s.subscript()
			return binary("(1 + modulo(%s, %d))", in.num(1), 5)
		}
	case 2:
		return number64(s.between(1, 4))
	}
	if r := s.reference(func(v *Var) bool { return v.role == index }, false); r != nil {
		return r
	}
	return number64(s.between(1, 5))
}

// reference is a scalar designator of a variable that the filter takes, or nil.
func (s *scope) reference(filter func(*Var) bool, write bool) *Ref {
	s.level++
	defer func() { s.level-- }()
	for range 6 {
		v := s.aVar()
		if s.level > 3 && v.ext != nil || write && v.kept || !filter(v) {
			continue
		}
		if r := s.element(v, write); r != nil {
			return r
		}
	}
	return nil
}

// element is a designator of a scalar that is, or is in, a variable.
func (s *scope) element(v *Var, write bool) *Ref {
	r := s.place(v, write)
	if r == nil || !compound(v) {
		return r
	}
	return s.component(r, pick(s.generator, v.typ.parts[:]))
}

func (s *scope) component(of *Ref, p *Var) *Ref {
	r := &Ref{v: p, of: of}
	if p.ext != nil {
		r.subs = []*sub{{at: s.at()}}
	}
	return r
}

// place is an element of a variable, on an image.
func (s *scope) place(v *Var, write bool) *Ref {
	if s.fx.banned[root(v)] {
		return nil
	}
	if write && v.kept || !s.reaches(v, write) {
		return nil
	}
	r := &Ref{v: v}
	image, ok := s.coord(v, write)
	if !ok {
		return nil
	}
	if image != nil {
		r.coord = s.cosubscripts(v, image)
		s.selector(r, write)
	}
	for d := range v.ext {
		r.subs = append(r.subs, &sub{at: s.at(), off: v.low[d] - 1})
	}
	s.note(v, write)
	return r
}

func (s *scope) cosubscripts(v *Var, image Expr) []Expr {
	if v.corank == 1 {
		return []Expr{image}
	}
	half := func(e Expr) Expr {
		return &op{"(1 + (%s - 1)/2)",
			func(v []scalar) scalar { return scalar{i: 1 + (v[0].i-1)/2} },
			[]Expr{e}}
	}
	rest := func(v []scalar) scalar { return scalar{i: 1 + (v[0].i-1)%2} }
	return []Expr{&op{"(1 + mod(%s - 1, 2))", rest, []Expr{image}}, half(image)}
}

// isNumber: of an integer or real type.
func isNumber(v *Var) bool { return v.typ.class == number }

// read makes a number of a reference to one.
func read(r *Ref) Expr {
	if r.v.typ == intType {
		return r
	}
	return &op{"int(%s)", func(v []scalar) scalar { return v[0] }, []Expr{r}}
}

// num is a scalar integer expression.
func (s *scope) num(depth int) Expr {
	if s.conditionals() {
		return s.pathOf(max(depth-1, 0))
	}
	if s.more && s.proc == s.caseProc && s.level < 3 && s.chance(20) {
		if e := s.statementFunctionRef(); e != nil {
			return e
		}
	}
	if s.more && len(s.proc.bounds) > 0 && s.chance(6) {
		return pick(s.generator, s.proc.bounds)
	}
	if depth > 0 {
		switch s.below(12) {
		case 0, 1:
			return arith("(%s + %s)", s.num(depth-1), s.num(depth-1))
		case 2:
			return arith("(%s - %s)", s.num(depth-1), s.num(depth-1))
		case 3:
			return binary("%s*%d", s.num(depth-1), s.between(2, 5))
		case 4:
			return arith(pick(s.generator, []string{"max(%s, %s)", "min(%s, %s)"}), s.num(depth-1),
				s.num(depth-1))
		case 5:
			return s.chosen(depth - 1)
		case 6:
			return s.reduction()
		case 7:
			return s.characterCode()
		}
	}
	for range 3 {
		if r := s.reference(func(v *Var) bool { return isNumber(v) || compound(v) },
			false); r != nil && isNumber(r.v) {
			return read(r)
		}
	}
	return number64(s.between(-9, 99)).positive()
}

// positive: a negative constant needs parentheses.
func (l *lit) positive() Expr {
	if l.v.i < 0 {
		l.text = "(" + l.text + ")"
	}
	return l
}

func arith(format string, x, y Expr) Expr {
	do := map[string]func(a, b int64) int64{
		"(%s + %s)":      func(a, b int64) int64 { return a + b },
		"(%s - %s)":      func(a, b int64) int64 { return a - b },
		"max(%s, %s)":    func(a, b int64) int64 { return max(a, b) },
		"min(%s, %s)":    func(a, b int64) int64 { return min(a, b) },
		"(%s == %s)":     func(a, b int64) int64 { return one(a == b) },
		"(%s > %s)":      func(a, b int64) int64 { return one(a > b) },
		"(%s <= %s)":     func(a, b int64) int64 { return one(a <= b) },
		"(%s .and. %s)":  func(a, b int64) int64 { return a & b },
		"(%s .or. %s)":   func(a, b int64) int64 { return a | b },
		"(%s .neqv. %s)": func(a, b int64) int64 { return a ^ b },
	}[format]
	return &op{format, func(v []scalar) scalar { return scalar{i: do(v[0].i, v[1].i)} },
		[]Expr{x, y}}
}

func (s *scope) chosen(depth int) Expr {
	choose := func(v []scalar) scalar {
		if v[2].i != 0 {
			return v[0]
		}
		return v[1]
	}
	return &op{"merge(%s, %s, %s)", choose, []Expr{s.num(depth), s.num(depth), s.cond(depth)}}
}

// reduction is a function of a section.
func (s *scope) reduction() Expr {
	x := s.vector(s.between(1, 5), 0)
	switch s.below(3) {
	case 0:
		return sumOf(x)
	case 1:
		return &fold{"maxval(%s)", func(v val) int64 {
			n := v.v[0].i
			for _, x := range v.v {
				n = max(n, x.i)
			}
			return n
		}, x}
	}
	return &fold{"size(%s)", func(v val) int64 { return int64(len(v.v)) }, x}
}

func (s *scope) characterCode() Expr {
	r := s.reference(func(v *Var) bool { return v.typ.class == text }, false)
	if r == nil {
		return number64(7)
	}
	k := s.between(1, 4)
	r.chars = [2]int{k, k}
	return &op{"iachar(%s)", func(v []scalar) scalar { return scalar{i: int64(v[0].s[0])} },
		[]Expr{r}}
}

// cond is a logical expression.
func (s *scope) cond(depth int) Expr {
	if depth > 0 {
		switch s.below(6) {
		case 0:
			return arith("(%s .and. %s)", s.cond(depth-1), s.cond(depth-1))
		case 1:
			return arith("(%s .or. %s)", s.cond(depth-1), s.cond(depth-1))
		case 2:
			return &op{"(.not. %s)", func(v []scalar) scalar { return scalar{i: 1 - v[0].i} },
				[]Expr{s.cond(depth - 1)}}
		}
	}
	if s.more && s.chance(8) {
		if e := s.isAssociated(); e != nil {
			return e
		}
	}
	switch s.below(5) {
	case 4:
		if r := s.reference(func(v *Var) bool { return v.typ == truthType }, false); r != nil {
			return r
		}
	case 0:
		return arith(pick(s.generator, []string{"(%s == %s)", "(%s > %s)", "(%s <= %s)"}),
			s.num(depth), s.num(depth))
	case 1:
		return binary("(%s > %d)", s.num(depth), s.between(0, 60))
	}
	return binary("(mod(%s, %d) == 0)", s.num(depth), s.between(2, 3))
}

// uniformCond has one value on all images.
func (s *scope) uniformCond() Expr {
	var list []*Var
	for _, v := range s.vars {
		if v.role == uniform {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return binary("(%s > %d)", &images{}, s.between(0, 4))
	}
	v := pick(s.generator, list)
	s.note(v, false)
	return binary(pick(s.generator, []string{"(%s > %d)", "(%s /= %d)", "(%s < %d)"}), &Ref{v: v},
		s.between(0, 6))
}

// vector is an array expression of n elements.
func (s *scope) vector(n, depth int) Expr {
	if depth > 0 && s.conditionals() {
		return s.sectionPath(n)
	}
	if depth > 0 {
		switch s.below(5) {
		case 0:
			return arith("(%s + %s)", s.vector(n, depth-1), s.vector(n, depth-1))
		case 1:
			return arith("(%s - %s)", s.vector(n, depth-1), s.num(depth-1))
		case 2:
			return binary("%s*%d", s.vector(n, depth-1), s.between(2, 4))
		case 3:
			if !s.masks {
				return s.constructor(n)
			}
		case 4:
			if !s.masks && n == 5 && s.level < 2 {
				if f := s.arrayRef(); f != nil {
					return f
				}
			}
		}
	}
	if r := s.section(n, false); r != nil {
		return read(r)
	}
	if s.masks {
		return &Ref{v: s.zeros, subs: []*sub{{text: fmt.Sprintf("1:%d", n), picks: []int{1, 2, 3, 4,
			5}[:n]}}}
	}
	return s.constructor(n)
}

// constructor is an implied DO whose variable may be a subscript anywhere.
func (s *scope) constructor(n int) Expr {
	in := *s
	in.implied = true
	i := s.local("j", counter)
	i.role, i.kept = index, true
	first := 1
	if n < 4 {
		first = s.between(1, 5-n)
	}
	if n == 5 {
		i.role = plain
	}
	in.vars = append([]*Var{i, i, i, i}, s.vars...)
	in.level++
	e := in.num(1)
	i.role = counter
	return &implied{i, first, first + n - 1, []Expr{arith("(%s + %s)", e, &Ref{v: i})}}
}

// section is a designator of n elements, or nil.
func (s *scope) section(n int, write bool) *Ref {
	return s.sectionOf(n, write, func(*Var) bool { return true })
}

func (s *scope) sectionOf(n int, write bool, filter func(*Var) bool) *Ref {
	for range 8 {
		v := s.aVar()
		if v.ext == nil && v.typ.class != structure || v.typ.class == text || !filter(v) || write &&
			v.kept || v.typ.class == truths {
			continue
		}
		if compound(v) && len(v.ext) == 1 && (v.typ.class == pair || s.chance(3)) {
			of := s.place(v, write)
			if of == nil {
				continue
			}
			of.subs[0] = s.triplet(n, v.low[0], write)[0]
			p := v.typ.parts[0]
			if v.typ.class == pair && s.chance(2) {
				p = v.typ.parts[1]
			}
			return &Ref{v: p, of: of}
		}
		if v.typ.class == structure {
			of := s.place(v, write)
			if of == nil {
				continue
			}
			p := v.typ.parts[1]
			switch s.below(3) {
			case 0:
				p = v.typ.parts[3]
			case 1:
				p = v.typ.parts[5]
			}
			return &Ref{v: p, of: of, subs: s.triplet(n, 1, write)}
		}
		if write && v.role != plain {
			continue
		}
		r := s.place(v, write)
		if r == nil {
			continue
		}
		d := s.below(len(v.ext))
		r.subs[d] = s.triplet(n, v.low[d], write)[0]
		if v.size && r.subs[d].text == ":" {
			r.subs[d].text = "1:5"
		}
		return r
	}
	return nil
}

// triplet is a subscript of n elements of 5, one of those of a vector.
func (s *scope) triplet(n, low int, write bool) []*sub {
	if s.chance(5) && !write {
		c := &implied{}
		for range n {
			c.items = append(c.items, s.at())
		}
		return []*sub{{at: c, off: low - 1}}
	}
	step := 1
	if n > 1 && n <= 3 && s.chance(3) {
		step = 2
	}
	if n == 2 && s.chance(4) {
		step = 3
	}
	first := s.between(1, 5-(n-1)*step)
	last := first + (n-1)*step
	if s.chance(4) {
		first, last, step = last, first, -step
	}
	x := &sub{text: fmt.Sprintf("%d:%d", first+low-1, last+low-1)}
	if step != 1 {
		x.text += fmt.Sprintf(":%d", step)
	}
	if n == 5 && step == 1 && s.chance(2) {
		x.text = ":"
	}
	for i := 0; i < n; i++ {
		x.picks = append(x.picks, first+i*step)
	}
	return []*sub{x}
}
