package phases

import (
	"fmt"
	"strings"
)

// again is a list of statements with a label in front, to which a GOTO behind it leads back.
type again struct {
	n     *Var // counts the turns
	limit int
	body  []Stmt
}

func (s *again) lists() []*[]Stmt { return []*[]Stmt{&s.body} }

func (s *again) print(p *printer) {
	p.line(s.n.name + " = 0")
	p.label(p.labelOf(s))
	p.line(fmt.Sprintf("%[1]s = %[1]s + 1", s.n.name))
	for _, b := range s.body {
		b.print(p)
	}
	p.line(fmt.Sprintf("if (%s < %d) go to %d", s.n.name, s.limit, p.labelOf(s)))
}

func (s *again) exec(im *image) *jump {
	for range s.limit {
		im.step()
		if j := im.run(s.body); j != nil {
			return j
		}
	}
	return nil
}

// backwards generates the statements.
func (s *scope) backwards(depth int) []Stmt {
	st := &again{n: s.local("n", counter), limit: s.between(1, 3)}
	in := *s
	in.uniform = s.uniform && s.chance(2)
	st.body = in.list(depth - 1)
	return []Stmt{st}
}

// branchTo is a computed GOTO, or an arithmetic IF, with a list of statements at each label. They
// go on behind all.
type branchTo struct {
	of     Expr
	signs  bool // arithmetic IF
	bodies [][]Stmt
	marks  []Stmt // what has the labels; the last one is behind all
}

func (s *branchTo) lists() []*[]Stmt { return pointers(s.bodies) }

func (s *branchTo) print(p *printer) {
	var labels []string
	for _, m := range s.marks {
		labels = append(labels, fmt.Sprint(p.labelOf(m)))
	}
	last := len(s.bodies)
	if s.signs {
		p.line("if (" + s.of.src() + ") " + strings.Join(labels[:last], ", "))
	} else {
		p.line("go to (" + strings.Join(labels[:last], ", ") + "), " + s.of.src())
		p.line("go to " + labels[last])
	}
	for k, b := range s.bodies {
		p.label(p.labelOf(s.marks[k]))
		for _, st := range b {
			st.print(p)
		}
		if k < last-1 {
			p.line("go to " + labels[last])
		}
	}
	p.label(p.labelOf(s.marks[last]))
	p.line("continue")
}

func (s *branchTo) exec(im *image) *jump {
	k := int(s.of.eval(im).int()) - 1
	if s.signs {
		k = 1 + sign(k+1)
	}
	if k < 0 || k >= len(s.bodies) {
		return nil
	}
	return im.run(s.bodies[k])
}

func sign(k int) int {
	switch {
	case k < 0:
		return -1
	case k > 0:
		return 1
	}
	return 0
}

// branching generates the statement.
func (s *scope) branching(depth int) []Stmt {
	st := &branchTo{signs: s.chance(2)}
	in := *s
	in.uniform = false
	n := 3
	if st.signs {
		st.of = arith("(%s - %s)", s.withEffect(s.num(1)), s.num(1))
	} else {
		st.of = binary("mod(%s, %d)", s.withEffect(s.num(1)), 5)
		n = s.between(1, 4)
	}
	for range n {
		st.bodies = append(st.bodies, in.list(depth-1))
		st.marks = append(st.marks, &skip{})
	}
	st.marks = append(st.marks, &skip{})
	return []Stmt{st}
}
