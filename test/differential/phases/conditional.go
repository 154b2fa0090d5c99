package phases

import "fmt"

// conditional is a conditional expression (F2023 10.1.2.3): only the operand that is chosen is
// evaluated.
type conditional struct {
	conds    []Expr
	operands []Expr // one more
}

func (c *conditional) src() string {
	s := "( "
	for k, e := range c.conds {
		s += e.src() + " ? " + c.operands[k].src() + " : "
	}
	return s + c.operands[len(c.conds)].src() + " )"
}

func (c *conditional) eval(im *image) val {
	im.step()
	for k, e := range c.conds {
		if truth(e, im) {
			return c.operands[k].eval(im)
		}
	}
	return c.operands[len(c.conds)].eval(im)
}

// alternatives is a conditional expression of what make generates.
func (s *scope) alternatives(make func(*scope) Expr) Expr {
	c := &conditional{}
	for range s.between(1, 2) {
		c.conds = append(c.conds, s.cond(0))
		c.operands = append(c.operands, make(s))
	}
	c.operands = append(c.operands, make(s))
	return c
}

// conditionals: Coral takes conditional expressions here, and this is a place for one.
func (s *scope) conditionals() bool {
	return s.more && !s.p.caf && !s.implied && !s.plainDo && s.level < 3 && s.chance(14)
}

// pathOf is an integer in whose operands there may be functions with effects.
func (s *scope) pathOf(depth int) Expr {
	return s.alternatives(func(in *scope) Expr { return in.num(depth) })
}

// sectionPath is an array; the shapes of its operands are the same.
func (s *scope) sectionPath(n int) Expr {
	return s.alternatives(func(in *scope) Expr {
		return binary("(%s + %d)", in.vector(n, 0), 0)
	})
}

// statementFunction is a statement function of a case, which is for one phase.
type statementFunction struct {
	v       *Var
	dummies []*Var
	body    Expr
	phase   int
	solo    bool
	reads   *effects
}

func (f *statementFunction) print(p *printer) {
	p.line(fmt.Sprintf("%s(%s, %s) = %s", f.v.name, f.dummies[0].name, f.dummies[1].name,
		f.body.src()))
}

// useOf is a reference to one.
type useOf struct {
	f    *statementFunction
	args []Expr
}

func (u *useOf) src() string {
	return fmt.Sprintf("%s(%s, %s)", u.f.v.name, u.args[0].src(), u.args[1].src())
}

func (u *useOf) eval(im *image) (r val) {
	im.step()
	a, b := u.args[0].eval(im).int(), u.args[1].eval(im).int()
	im.bind(u.f.dummies[0], a, func() {
		im.bind(u.f.dummies[1], b, func() { r = u.f.body.eval(im) })
	})
	return r
}

// statementFunctionRef is a reference to a statement function, an old one or a new one; or nil.
func (s *scope) statementFunctionRef() Expr {
	if s.proc != s.caseProc || s.plainDo || s.masks || s.team || s.implied {
		return nil
	}
	var f *statementFunction
	for _, o := range s.proc.functions {
		if o.phase == s.phase && o.solo == s.solo && s.chance(2) {
			f = o
		}
	}
	if f == nil {
		f = s.newStatementFunction()
	}
	for v := range f.reads.reads {
		if s.fx.banned[v] {
			return nil
		}
	}
	s.fx.add(f.reads)
	s.total.add(f.reads)
	return &useOf{f, []Expr{s.num(0), s.num(0)}}
}

func (s *scope) newStatementFunction() *statementFunction {
	f := &statementFunction{v: s.local("sf", counter), phase: s.phase, solo: s.solo,
		reads: newEffects()}
	in := *s
	in.fx, in.total, in.masks, in.plainDo, in.level = f.reads, newEffects(), true, true, 3
	in.vars, in.defining = nil, true
	for _, v := range s.caseVars { // what Coral takes there
		if v.typ == intType && v.ext == nil && v.corank < 2 && !v.alloc {
			in.vars = append(in.vars, v)
		}
	}
	for range 2 {
		d := s.local("sfd", counter)
		f.dummies = append(f.dummies, d)
		in.vars = append(in.vars, d)
	}
	term := in.num(0)
	for k := range 2 {
		term = arith("(%s + %s)", binary("%s*%d", term, s.between(2, 3)), &Ref{v: f.dummies[k]})
		term = arith("(%s - %s)", term, in.num(0))
	}
	for _, d := range f.dummies {
		delete(f.reads.reads, d)
	}
	f.body = wrapped(term)
	s.proc.functions = append(s.proc.functions, f)
	return f
}
