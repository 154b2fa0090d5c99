package phases

import "fmt"

// kindOfCall is what a procedure is made for: where it may be called.
type kindOfCall struct {
	phase               int
	solo, team, uniform bool
	split               bool
	function, pure      bool
	array               bool // a function whose result is an array
	library             bool // no internal procedure
}

func (s *scope) kind(function, pure bool) kindOfCall {
	return kindOfCall{phase: s.phase, solo: s.solo, team: s.team, split: s.split,
		uniform: s.uniform && !pure && s.chance(2), function: function, pure: pure}
}

// callable is a procedure that disturbs nothing of the statement: an old one or a new one.
func (s *scope) callable(function, pure bool) *Proc {
	return s.callableOf(s.kind(function, pure))
}

func (s *scope) callableOf(k kindOfCall) *Proc {
	if s.deep > 2 || s.inFlight {
		return nil
	}
	k.library = s.library || s.shares && s.chance(3)
	list := s.caseProc.inner
	if k.library {
		list = s.p.libs
	}
	for _, c := range list {
		if c.kind == k && c.done && !s.disturbs(c) && s.chance(2) {
			return c
		}
	}
	return s.procedure(k)
}

// disturbs: what the statement refers to is defined by the procedure.
func (s *scope) disturbs(c *Proc) bool {
	for v := range c.fx.writes {
		if s.fx.touches(v) {
			return true
		}
	}
	return false
}

// procedure makes an internal procedure of the case.
func (s *scope) procedure(k kindOfCall) *Proc {
	c := &Proc{name: s.name("proc"), host: s.caseProc, kind: k, pure: k.pure, uniform: k.uniform}
	in := &scope{generator: s.generator, proc: c, caseProc: s.caseProc, uniform: k.uniform,
		solo: s.solo, team: s.team, split: s.split, library: k.library, shares: s.shares,
		peer: s.peer, nearby: s.nearby, shift: s.shift, deep: s.deep + 1, fx: newEffects(),
		total: newEffects(), libVars: s.libVars,
		silent: s.fx.touches(s.trace) || k.pure, plainDo: k.pure, caseVars: s.caseVars,
		sums: s.sums}
	if k.library {
		c.name = fmt.Sprintf("lib%d_%d", s.names["proc"], len(s.p.cases)+1)
		c.host, c.library, c.place = nil, true, s.below(3)
		c.separate = c.place == inSubmodule && s.chance(2)
		in.caseVars = s.libVars
		s.p.libs = append(s.p.libs, c)
	} else {
		s.caseProc.inner = append(s.caseProc.inner, c)
	}
	for _, v := range in.caseVars {
		if !s.fx.touches(v) {
			in.vars = append(in.vars, v)
		}
	}
	result := &Var{name: s.name("res"), typ: intType, scope: c}
	in.sink = result
	if k.function && !k.array {
		c.result = result
	} else {
		c.vars = append(c.vars, result)
	}
	in.dummies(k)
	if s.more && s.chance(3) && (!k.library || c.place == inModule) {
		in.automatic()
	}
	if s.more && !k.pure && s.chance(4) {
		in.savedLocal()
	}
	if k.library && s.common != nil && !s.fx.touches(s.common) && s.chance(2) {
		in.common = s.common
		for _, v := range in.commonViews() {
			v.kept = k.pure
			in.vars, c.vars = append(in.vars, v, v), append(c.vars, v)
		}
	}
	// gfortran 12 forgets alternate returns in bodies that begin with MODULE PROCEDURE
	c.separate = c.separate && c.exits == 0
	saved := s.budget
	s.budget = 4
	c.body = []Stmt{&assign{to: &Ref{v: result}, from: in.num(1)}}
	in.vars = append(in.vars, result)
	entry := in.entry(c)
	c.body = append(c.body, in.optionalUse()...)
	if k.pure {
		c.body = append(c.body, &assign{to: &Ref{v: result}, from: wrapped(in.num(2))})
		if k.array {
			c.result = &Var{name: s.name("arr"), typ: intType, low: []int{1}, ext: []int{5},
				scope: c}
			c.body = append(c.body, &assign{to: &Ref{v: c.result}, from: wrapped(in.vector(5, 1))})
		}
	} else {
		c.body = append(c.body, in.list(2)...)
		if k.function && s.chance(3) {
			c.body = append(c.body, in.recursion())
		}
	}
	s.budget = saved
	c.fx, c.done = in.total, true
	if entry != nil {
		entry.finished(s.generator)
	}
	return c
}

// dummyOf chooses the kind of a dummy argument.
func (s *scope) dummyOf(d *Var, k kindOfCall) {
	changed := func() bool {
		if k.function {
			return false
		}
		d.dummy, d.kept = "intent(inout)", false
		return true
	}
	five := func() { d.low, d.ext = []int{1}, []int{5} }
	kinds := 9
	if s.more {
		kinds = 15
	}
	switch s.below(kinds) {
	case 0:
		d.dummy, d.kept = "value", k.pure
	case 1:
		five()
		d.assumed = true
	case 2:
		five()
	case 3:
		d.dummy = "intent(in), optional"
		if s.chance(2) {
			five()
			d.assumed = s.chance(2)
		}
	case 4, 5:
		changed()
		if s.chance(4) {
			d.dummy += ", optional"
		}
	case 6:
		if changed() {
			five()
			switch s.below(4) {
			case 0:
				d.size = true
			case 1:
				d.assumed, d.dummy = true, "intent(inout), contiguous"
			default:
				d.assumed = s.chance(2)
			}
		}
	case 7, 8:
		if k.pure {
			return
		}
		d.dummy, d.kept, d.corank = "", false, s.between(1, 2)
		d.low, d.ext = []int{s.below(2)}, []int{5}
		d.shared = sharing(s.below(3))
		if s.chance(3) {
			d.alloc, d.dummy, d.low, d.shared, d.corank = true, "intent(inout)", []int{1}, own, 1
		} else if s.chance(3) {
			d.dummy = "optional"
		}
		s.cobounded(d)
	case 9:
		d.typ = s.box
		d.poly = s.chance(2)
		changed()
	case 10:
		d.typ = starType
	case 11:
		if changed() {
			d.typ = charType
		}
	case 12:
		d.typ = pairType
		changed()
	case 13:
		d.typ = realType
		changed()
	case 14:
		d.anyRank = true
	}
}

// dummies declares arguments.
func (s *scope) dummies(k kindOfCall) {
	for n := s.below(4); n > 0; n-- {
		d := &Var{name: s.name("d"), typ: intType, scope: s.proc, dummy: "intent(in)", kept: true}
		s.dummyOf(d, k)
		s.proc.dummies = append(s.proc.dummies, d)
		if !d.optional() && !d.anyRank {
			s.vars = append(s.vars, d, d)
		}
	}
	if !k.function && s.chance(3) {
		s.proc.exits = s.between(1, 2)
	}
}

func (v *Var) optional() bool { return has(v.dummy, "optional") }

// optionalUse refers to optional dummies where they are present.
func (s *scope) optionalUse() []Stmt {
	var list []Stmt
	for _, d := range s.proc.dummies {
		if d.anyRank {
			list = append(list, s.rankOf(d))
		}
		if !d.optional() {
			continue
		}
		in := *s
		in.vars = append([]*Var{d, d, d, d}, s.vars...)
		in.uniform = false
		in.begin()
		body := []Stmt{in.record()}
		if !s.plainDo {
			body = append(body, in.list(1)...)
		}
		list = append(list, &ifThen{conds: []Expr{&present{d}}, bodies: [][]Stmt{body}})
	}
	return list
}

// recursion is a call of the function by itself, to a depth that an argument counts.
func (s *scope) recursion() Stmt {
	depth := &Var{name: s.name("deep"), typ: intType, scope: s.proc, dummy: "value"}
	f := &funcRef{proc: s.proc, args: []Expr{binary("(%s + %d)", &Ref{v: depth}, -1)}}
	for _, d := range s.proc.dummies {
		f.args = append(f.args, &Ref{v: d})
	}
	s.proc.dummies = append([]*Var{depth}, s.proc.dummies...)
	r := &Ref{v: s.sink}
	return &ifOnly{cond: binary("(%s > %d)", &Ref{v: depth}, 0), action: &assign{to: r,
		from: wrapped(arith("(%s + %s)", r, f))}}
}

// actuals chooses arguments; false: there are none for a dummy.
func (s *scope) actuals(c *Proc) ([]Expr, bool) {
	in := *s
	in.vars = nil
	for _, v := range s.vars {
		if !c.fx.writes[root(v)] {
			in.vars = append(in.vars, v)
		}
	}
	// Coral does not know what an entry does with a variable, and refuses conditional arguments
	in.implied = in.implied || c.entryOf != nil
	args := make([]Expr, len(c.dummies))
	for pass := range 2 { // what is defined comes first: the others must not refer to it
		for k, d := range c.dummies {
			defines := d.corank > 0 || has(d.dummy, "inout")
			if defines != (pass == 0) {
				continue
			}
			e, ok := in.actual(c, d)
			if !ok {
				return nil, false
			}
			args[k] = e
			if r, is := e.(*Ref); is && defines {
				in.vars = without(in.vars, r.base())
			}
		}
	}
	return args, true
}

func without(list []*Var, v *Var) []*Var {
	var r []*Var
	for _, o := range list {
		if root(o) != root(v) {
			r = append(r, o)
		}
	}
	return r
}

func (s *scope) actual(c *Proc, d *Var) (Expr, bool) {
	switch {
	case has(d.name, "deep"):
		return number64(s.below(3)), true
	case d.optional() && c.exits == 0 && s.chance(2):
		return nil, true
	case d.corank > 0:
		return s.coarrayActual(c, d)
	case d.typ == s.box:
		b := s.aStructure(has(d.dummy, "inout"), func(v *Var) bool {
			return !c.fx.touches(v) && (!has(d.dummy, "inout") || !v.kept) && (d.poly || !v.poly)
		})
		return b, b != nil
	case d.typ == pairType:
		for range 6 {
			v := s.aVar()
			if v.typ == pairType && !c.fx.touches(v) {
				r := s.place(v, has(d.dummy, "inout"))
				return r, r != nil
			}
		}
		return nil, false
	case d.typ == starType:
		r := s.reference(func(v *Var) bool { return v.typ.class == text || v.typ == s.box }, false)
		if r == nil || r.v.typ.class != text {
			return quoted("some"), true
		}
		return r, true
	case d.typ == charType:
		r := s.reference(func(v *Var) bool { return v.typ == charType && !c.fx.touches(v) }, true)
		return r, r != nil
	case d.typ == realType:
		r := s.reference(func(v *Var) bool {
			return (v.typ == realType || v.typ == pairType) && !c.fx.touches(v)
		}, has(d.dummy, "inout"))
		return r, r != nil
	case d.anyRank:
		return s.ofAnyRank(c)
	case has(d.dummy, "inout") && d.ext != nil && d.corank == 0:
		r := s.sectionOf(5, true, func(v *Var) bool {
			return !c.fx.touches(v) && (v.typ == intType || v.typ.class == structure) &&
				(v.part == nil || d.strided())
		})
		return r, r != nil
	case has(d.dummy, "inout"):
		r := s.reference(func(v *Var) bool {
			return v.role == plain && !c.fx.touches(v) &&
				(v.typ == intType || v.typ.class == structure)
		}, true)
		return r, r != nil && r.v.typ == intType
	case d.ext != nil:
		e := s.vector(5, 1)
		if r, ok := e.(*Ref); ok && r.v.part != nil && !d.strided() {
			e = binary("(%s + %d)", e, 0)
		}
		return e, true
	}
	return s.num(1), true
}

// strided tells whether a dummy argument takes a section with steps as it lies. gfortran makes no
// copy for others where the actual argument is an associate name of such a section
// (test/conformance/faults/associate_name_of_section.f90).
func (v *Var) strided() bool { return v.assumed && !has(v.dummy, "contiguous") }

func (s *scope) coarrayActual(c *Proc, d *Var) (Expr, bool) {
	for range 8 {
		v := s.aVar()
		if v.corank > 0 && v.typ == intType && len(v.ext) == 1 && v.role == plain &&
			!c.fx.touches(root(v)) && v.part == nil && !s.fx.banned[root(v)] &&
			(!d.alloc || v.alloc && v.corank == 1) && (s.solo || v.shared == d.shared) {
			if c.fx.writes[d] && s.fx.touches(root(v)) {
				continue // F2018 10.1.4: the statement must not refer to what a function defines
			}
			s.note(v, c.fx.writes[d])
			if c.fx.writes[d] {
				s.fx.banned[root(v)] = true
			}
			return &Ref{v: v}, true
		}
	}
	return nil, false
}

// withEffect adds a function reference to an expression that is evaluated in any case.
func (s *scope) withEffect(e Expr) Expr {
	if s.plainDo && !s.pureCalls || s.fx.effect || s.chance(2) {
		return e
	}
	f := s.boxValue()
	if f == nil || s.chance(2) && !s.fx.effect {
		f = s.funcRef(s.plainDo)
	}
	if f == nil {
		return e
	}
	if s.conditionals() {
		return &conditional{[]Expr{s.cond(0)}, []Expr{arith("(%s + %s)", f, e), s.num(0)}}
	}
	if s.chance(2) {
		return arith("(%s - %s)", f, e)
	}
	return arith("(%s + %s)", e, f)
}

// funcRef is a reference to a function; the rest of the statement must not refer to what it
// defines.
func (s *scope) funcRef(pure bool) Expr {
	c := s.callable(true, pure)
	if c == nil {
		return nil
	}
	args, ok := s.actuals(c)
	if !ok || s.disturbs(c) {
		return nil
	}
	s.called(c)
	s.fx.effect = true
	return &funcRef{proc: c, args: args}
}

// arrayRef is a reference to a pure function whose result is an array.
func (s *scope) arrayRef() Expr {
	k := s.kind(true, true)
	k.array = true
	c := s.callableOf(k)
	if c == nil {
		return nil
	}
	args, ok := s.actuals(c)
	if !ok {
		return nil
	}
	s.called(c)
	return &funcRef{proc: c, args: args}
}

// called adds a callee's effects to the caller's.
func (s *scope) called(c *Proc) {
	s.fx.add(c.fx)
	s.total.add(c.fx)
	for v := range c.fx.writes {
		s.fx.banned[v] = true
	}
}

// callOf is a CALL.
func (s *scope) callOf() Stmt {
	c := s.callable(false, false)
	if c == nil {
		return nil
	}
	args, ok := s.actuals(c)
	if !ok {
		return nil
	}
	st := &callStmt{proc: c, args: args}
	for range c.exits {
		t := s.jumpTarget("goto")
		if t == nil || c.uniform && s.uniform && t.uniform {
			return nil
		}
		t.n.used = true
		st.ways = append(st.ways, t.s)
	}
	s.called(c)
	return st
}

// disturb puts a function into a subscript or an image selector of a designator.
func (s *scope) disturb(r *Ref) {
	if s.more && s.solo && !s.split && !s.plainDo && !s.fx.effect && len(r.coord) == 1 &&
		r.other == 0 && s.chance(4) {
		if f := s.funcRef(false); f != nil {
			r.coord[0] = binary("(1 + modulo(%s, %d))", f, s.p.images)
			return
		}
	}
	if s.plainDo || s.fx.effect || len(r.subs) == 0 || r.subs[0].at == nil || !s.chance(4) {
		return
	}
	if f := s.funcRef(false); f != nil {
		r.subs[0].at = binary("(1 + modulo(%s, %d))", f, 4)
	}
}
