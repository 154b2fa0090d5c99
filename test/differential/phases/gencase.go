package phases

import (
	"fmt"
	"strings"
)

// oneCase makes a case: variables, then phases, each followed by checks of all.
func (g *generator) oneCase() *Proc {
	g.names = map[string]int{}
	c := &Proc{name: fmt.Sprintf("case%d", len(g.p.cases)+1)}
	s := &scope{generator: g, proc: c, caseProc: c, uniform: true, fx: newEffects(),
		total: newEffects()}
	c.place = s.below(3)
	c.separate = c.place == inSubmodule
	s.nearby = &Var{name: "nearby", typ: intType, corank: 1, static: true, scope: c, role: imageNo}
	s.sums = &Var{name: "sums", typ: intType, corank: 1, static: true, scope: c, low: []int{1},
		ext: []int{5}}
	s.cobounded(s.nearby)
	s.usual(s.sums)
	if s.shares = s.more && s.chance(2); s.shares {
		s.peer = &Var{name: "peer", typ: intType, static: true, role: counter}
		s.publish(s.peer)
		s.publish(s.nearby)
		s.publish(s.sums)
	} else {
		s.peer = s.local("peer", counter)
		c.vars = append(c.vars, s.nearby, s.sums)
	}
	s.variables()
	s.caseVars = s.vars
	if s.more {
		s.localPointers()
	}
	if s.chance(3) {
		s.group()
	}
	for n := 2 + g.below(3); n > 0; n-- {
		s.onePhase()
	}
	return c
}

// publish makes a variable of the case one of a module.
func (s *scope) publish(v *Var) {
	name, component, is := strings.Cut(v.name, "%")
	v.name = fmt.Sprintf("%s_%d", name, len(s.p.cases)+1)
	if is {
		v.name += "%" + component
	}
	v.scope, v.static = nil, true
	s.p.vars = append(s.p.vars, v)
}

func (s *scope) declare(v *Var) {
	if v.typ == nil {
		v.typ = intType
	}
	for len(v.low) < len(v.ext) {
		v.low = append(v.low, 1)
	}
	v.static = v.static || v.corank > 0
	s.cobounded(v)
	s.vars = append(s.vars, v)
	if s.shares && v.corank > 0 && s.chance(2) {
		s.publish(v)
		s.libVars = append(s.libVars, v)
		return
	}
	v.scope = s.proc
	s.proc.vars = append(s.proc.vars, v)
}

// variables declares a case's own, and defines all of them.
func (s *scope) variables() {
	five := []int{5}
	all := []*Var{
		{name: "x", ext: five, corank: 1}, {name: "y", ext: five, low: []int{0}, corank: 1},
		{name: "z", ext: []int{5, 5}, corank: 1}, {name: "e", corank: 1},
		{name: "w", ext: five, corank: 2}, {name: "ix", ext: five, corank: 1, role: index},
		{name: "im", ext: five, corank: 1, role: imageNo}, {name: "c", typ: charType, ext: five,
			corank: 1},
		{name: "r", typ: realType, ext: five, corank: 1}, {name: "g", typ: longType, corank: 1},
		{name: "b", typ: s.box, corank: 1}, {name: "bb", typ: s.box, ext: five, corank: 1},
		{name: "a", ext: five, corank: 1, alloc: true},
		{name: "q", typ: pairType, ext: five, corank: 1}, {name: "qs", typ: pairType, corank: 1},
		{name: "lg", typ: truthType, ext: five, corank: 1},
		{name: "fc", typ: charType, ext: five, corank: 1, alloc: true, deferred: true},
	}
	if s.more {
		all = append(all, &Var{name: "h", typ: shortType, ext: five, corank: 1},
			&Var{name: "hs", typ: shortType, corank: 1})
		all = append(all, &Var{name: "ho%x", ext: five, corank: 1, alloc: true},
			&Var{name: "oh%in%x", ext: five, corank: 1, alloc: true})
		all = append(all, &Var{name: "pb", typ: s.box, corank: 1, alloc: true, poly: true})
	}
	s.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, v := range all[:s.between(4, 9)] {
		s.declare(v)
	}
	for _, v := range []*Var{
		{name: "k1", role: index}, {name: "k2", role: index}, {name: "p1", role: imageNo},
		{name: "u1", role: uniform},
		{name: "t1"}, {name: "t2"}, {name: "l", ext: five}, {name: "lx", ext: five, role: index},
		{name: "ch", typ: charType},
	} {
		s.declare(v)
	}
	if s.more {
		s.storageOf()
	}
	for _, v := range append([]*Var{s.trace, s.calls, s.zeros, s.sums, s.counts}, s.caf2Vars()...) {
		s.proc.body = append(s.proc.body, &assign{to: &Ref{v: v}, from: number64(0)})
	}
	for _, v := range s.vars {
		if !s.initialByData(v) {
			s.proc.body = append(s.proc.body, s.initial(v)...)
		}
	}
}

// initial defines a variable as a whole.
func (s *scope) initial(v *Var) []Stmt {
	if compound(v) {
		of := &Ref{v: v}
		l := &loop{v: s.local("i", counter), first: number64(1), last: number64(5)}
		if v.poly {
			l.body = []Stmt{&allocate{what: of, ext: 1, from: 1}}
		}
		if v.ext != nil {
			of.subs = []*sub{{at: &Ref{v: l.v}}}
		}
		for k, p := range v.typ.parts {
			e := s.start(p, 10*k+s.below(20))
			if p.pointer {
				l.body = append(l.body, s.pointing(of, s.allOf()))
			}
			if v.ext != nil && p.typ == intType {
				e = arith("(%s + %s)", e, &Ref{v: l.v})
			}
			l.body = append(l.body, &assign{to: &Ref{v: p, of: of}, from: e})
		}
		if v.ext == nil {
			return l.body
		}
		return []Stmt{l}
	}
	var list []Stmt
	if v.alloc {
		list = append(list, &allocate{what: &Ref{v: v}, ext: 5, from: 1})
	}
	whole := &Ref{v: v}
	if v.deferred { // else its length would change
		whole.subs = []*sub{s.allOf()}
	}
	return append(list, &assign{to: whole, from: s.start(v, s.below(50))})
}

// start is a value that differs from image to image.
func (s *scope) start(v *Var, salt int) Expr {
	switch {
	case v.typ == truthType:
		return binary("(mod(%s, %d) == 0)", binary("(%s + %d)", &images{true}, salt), 2)
	case v.typ == freeType:
		return quoted(fmt.Sprintf("%cfr%c%d", 'a'+salt%26, 'Q'+salt%7, salt%10))
	case v.typ.class == text:
		return quoted(fmt.Sprintf("%c%c%d", 'a'+salt%26, 'Q'+salt%7, salt%10))
	case v.role == uniform:
		return number64(salt % 7)
	}
	one := func(of Expr) Expr {
		e := Expr(binary("(%s + %d)", binary("%s*%d", &images{true}, s.between(2, 9)*10), salt))
		if of != nil {
			e = arith("(%s + %s)", e, binary("%s*%d", of, s.between(2, 9)))
		}
		switch v.role {
		case index:
			return binary("(1 + mod(%s, %d))", e, 4)
		case imageNo:
			return binary("(1 + mod(%s, %d))", e, s.p.images)
		}
		return e
	}
	if len(v.ext) != 1 {
		return one(nil)
	}
	j := s.local("j", counter)
	return &implied{j, 1, 5, []Expr{one(&Ref{v: j})}}
}

// binary is an operation of an expression and a constant.
func binary(format string, x Expr, k int) *op {
	do := map[string]func(a, b int64) int64{
		"%s*%d":                func(a, b int64) int64 { return a * b },
		"(%s + %d)":            func(a, b int64) int64 { return a + b },
		"mod(%s, %d)":          func(a, b int64) int64 { return a % b },
		"(1 + mod(%s, %d))":    func(a, b int64) int64 { return 1 + a%b },
		"(1 + modulo(%s, %d))": func(a, b int64) int64 { return 1 + (a%b+b)%b },
		"(%s == %d)":           func(a, b int64) int64 { return one(a == b) },
		"(%s /= %d)":           func(a, b int64) int64 { return one(a != b) },
		"(%s > %d)":            func(a, b int64) int64 { return one(a > b) },
		"(%s < %d)":            func(a, b int64) int64 { return one(a < b) },
		"(mod(%s, %d) == 0)":   func(a, b int64) int64 { return one(a%b == 0) },
	}[format]
	return &op{fmt.Sprintf(format, "%[1]s",
		k), func(v []scalar) scalar { return scalar{i: do(v[0].i, int64(k))} }, []Expr{x}}
}

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// onePhase gives each coarray a role, then lets the images loose.
func (s *scope) onePhase() {
	s.phase++
	body := &s.proc.body
	add := func(list ...Stmt) { *body = append(*body, list...) }
	n := s.p.images
	s.shift = s.below(n)
	peer := binary("(1 + mod(%s, %d))", binary("(%s + %d)", &images{true}, s.shift+n-1), n)
	add(&assign{to: &Ref{v: s.peer}, from: peer}, &assign{to: &Ref{v: s.nearby},
		from: &Ref{v: s.peer}})
	add(&syncAll{})
	for _, v := range s.vars {
		v.shared = sharing(s.below(3))
		if s.more && v.corank > 0 && s.chance(6) {
			v.shared = striped
		}
	}
	s.budget = s.between(6, 16)
	if s.chance(3) {
		in := *s
		in.solo, in.uniform = true, false
		only := binary("(%s == %d)", &images{true}, s.between(1, n))
		add(&ifThen{conds: []Expr{only}, bodies: [][]Stmt{in.list(3)}})
	} else {
		add(s.list(3)...)
	}
	add(&syncAll{})
	for _, v := range s.vars {
		if s.total.writes[v] {
			add(s.checksOf(v)...)
		}
	}
	add(s.checkOf(&Ref{v: s.sums}), s.checkOf(&Ref{v: s.calls}), s.checkOf(&Ref{v: s.counts}))
	for _, v := range s.caf2Vars() {
		add(s.checkOf(&Ref{v: v}))
	}
	s.total = newEffects()
	add(s.checkOf(&Ref{v: s.trace}))
	add(&syncAll{})
}

func (s *scope) checksOf(v *Var) []Stmt {
	if !compound(v) {
		return []Stmt{s.checkOf(&Ref{v: v})}
	}
	var list []Stmt
	if v.ext == nil {
		for _, p := range v.typ.parts {
			list = append(list, s.checkOf(&Ref{v: p, of: &Ref{v: v}}))
		}
		return list
	}
	if v.typ.class == pair {
		return []Stmt{s.checkOf(&Ref{v: v.typ.parts[0], of: &Ref{v: v}}),
			s.checkOf(&Ref{v: v.typ.parts[1], of: &Ref{v: v}})}
	}
	list = append(list, s.checkOf(&Ref{v: v.typ.parts[0], of: &Ref{v: v}}))
	list = append(list, s.checkOf(&Ref{v: v.typ.parts[2], of: &Ref{v: v}}))
	for k := 1; k <= 5; k++ {
		of := &Ref{v: v, subs: []*sub{{at: number64(k)}}}
		list = append(list, s.checkOf(&Ref{v: v.typ.parts[1], of: of}),
			s.checkOf(&Ref{v: v.typ.parts[3], of: of}), s.checkOf(&Ref{v: v.typ.parts[4], of: of}),
			s.checkOf(&Ref{v: v.typ.parts[5], of: of}))
	}
	return list
}

func (s *scope) checkOf(r *Ref) Stmt {
	s.checks++
	n := 1
	for _, e := range r.v.ext {
		n *= e
	}
	whole := r.of != nil && r.of.v.ext != nil && r.of.subs == nil
	if whole {
		n = 5
	}
	arg := r.src()
	if r.v.ext == nil && !whole {
		arg = "[" + arg + "]"
	}
	if r.v.typ == truthType {
		arg = "merge(1, 0, " + arg + ")"
	}
	if isNumber(r.v) && r.v.typ != intType {
		arg = "int(" + arg + ")"
	}
	hash := fmt.Sprintf("hash_i(%d, %s)", n, arg)
	if r.v.typ == charType {
		hash = fmt.Sprintf("hash_c(%d, %s)", n, arg)
	} else if r.v.alloc && r.of != nil && r.v.typ == freeType {
		hash = "hash_t(" + r.src() + ")"
	} else if r.v.alloc && r.of != nil {
		hash = "hash_a(" + r.src() + ")"
	}
	return &check{id: s.checks, name: r.src(), hash: hash, of: r}
}
