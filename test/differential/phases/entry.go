package phases

import (
	"fmt"
	"strings"
)

// entryPoint is ENTRY: a call of the entry begins there. The function's two results are one
// variable.
type entryPoint struct {
	leaf
	entry *Proc
}

func (e *entryPoint) print(p *printer) {
	var names []string
	for _, d := range e.entry.dummies {
		names = append(names, d.name)
	}
	s := fmt.Sprintf("entry %s(%s)", e.entry.name, strings.Join(names, ", "))
	if e.entry.result != nil {
		s += " result(" + e.entry.result.name + ")"
	}
	if p.next != 0 { // ENTRY is no place to go to
		p.line("continue")
	}
	p.line(s)
}

func (*entryPoint) exec(*image) *jump { return nil }

// bodyOf are the statements that a call executes.
func bodyOf(c *Proc) []Stmt {
	if c.entryOf == nil {
		return c.body
	}
	for k, st := range c.entryOf.body {
		if e, is := st.(*entryPoint); is && e.entry == c {
			return c.entryOf.body[k:]
		}
	}
	reject("no ENTRY of %s", c.name)
	return nil
}

// entry ends the first part of a procedure of the library, and makes an entry there.
func (s *scope) entry(c *Proc) *Proc {
	if !s.more || !c.library || c.place == inSubmodule || c.exits > 0 || c.kind.array ||
		!s.chance(3) {
		return nil
	}
	e := &Proc{name: c.name + "_e", entryOf: c, kind: c.kind, pure: c.pure, uniform: c.uniform,
		library: true, place: c.place}
	if !c.pure {
		c.body = append(c.body, s.list(1)...)
	}
	c.body = append(c.body, &entryPoint{entry: e})
	to := s.sink
	if c.result != nil {
		e.result = &Var{name: s.name("res"), typ: intType, scope: c, over: c.result,
			alias: c.result}
		to = e.result
		c.vars = append(c.vars, e.result)
	}
	s.begin()
	c.body = append(c.body, &assign{to: &Ref{v: to}, from: s.num(1)})
	return e
}

// finished gives an entry what its procedure has.
func (e *Proc) finished(g *generator) {
	c := e.entryOf
	e.dummies = append([]*Var{}, c.dummies...)
	if len(c.dummies) == 0 || !has(c.dummies[0].name, "deep") {
		g.rng.Shuffle(len(e.dummies), func(i, j int) {
			e.dummies[i], e.dummies[j] = e.dummies[j], e.dummies[i]
		})
	}
	e.fx, e.done = c.fx, true
	g.p.libs = append(g.p.libs, e)
}

// bound is a value that a declaration has at each call: the size of an automatic array, whose
// bound refers to other images.
type bound struct {
	v    *Var // the array; its value here is its size
	expr Expr
}

func (b *bound) src() string { return "size(" + b.v.name + ")" }

func (b *bound) eval(im *image) val { return im.lookup(b.v).get(im) }

func (b *bound) declaration() string {
	return fmt.Sprintf("integer :: %s(%s)", b.v.name, b.expr.src())
}

// automatic gives a procedure an automatic array.
func (s *scope) automatic() {
	s.begin()
	in := *s
	in.masks, in.plainDo, in.level = true, true, 3
	in.vars = nil
	for _, v := range s.vars {
		local := v.scope == s.proc && (v.dummy == "" && v.corank == 0 || v.optional())
		if v.typ == intType && v.ext == nil && !v.alloc && !local && v.alias == nil {
			in.vars = append(in.vars, v)
		}
	}
	if len(in.vars) == 0 {
		return
	}
	b := &bound{v: &Var{name: s.name("au"), typ: intType, scope: s.proc},
		expr: binary("(1 + modulo(%s, %d))", in.num(0), 5)}
	s.proc.bounds = append(s.proc.bounds, b)
}
