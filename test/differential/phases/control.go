package phases

import (
	"fmt"
	"strings"
)

// mine tells whether a jump that left the body of a construct ends at the construct's end.
func (j *jump) exits(s Stmt) bool { return j != nil && j.target == s && j.kind == "exit" }

// named is embedded by constructs; the name is printed if something refers to it.
type named struct {
	name string
	used bool // a jump names it
}

func (n *named) head() string {
	if n.used {
		return n.name + ": "
	}
	return ""
}

func (n *named) tail() string {
	if n.used {
		return " " + n.name
	}
	return ""
}

func truth(e Expr, im *image) bool { return e.eval(im).int() != 0 }

// ifThen is an IF construct; a body more than conditions: ELSE.
type ifThen struct {
	named
	conds  []Expr
	bodies [][]Stmt
}

func (s *ifThen) lists() []*[]Stmt { return pointers(s.bodies) }

func pointers(bodies [][]Stmt) []*[]Stmt {
	var r []*[]Stmt
	for k := range bodies {
		r = append(r, &bodies[k])
	}
	return r
}

func (s *ifThen) print(p *printer) {
	for k, b := range s.bodies {
		switch {
		case k == 0:
			p.line(s.head() + "if (" + s.conds[0].src() + ") then")
		case k < len(s.conds):
			p.line("else if (" + s.conds[k].src() + ") then" + s.tail())
		default:
			p.line("else" + s.tail())
		}
		p.body(b)
	}
	p.line("end if" + s.tail())
}

func (s *ifThen) exec(im *image) *jump {
	for k, b := range s.bodies {
		if k >= len(s.conds) || truth(s.conds[k], im) {
			if j := im.run(b); !j.exits(s) {
				return j
			}
			return nil
		}
	}
	return nil
}

// ifOnly is an IF statement.
type ifOnly struct {
	leaf
	cond   Expr
	action Stmt
}

func (s *ifOnly) print(p *printer) {
	p.pre = "if (" + s.cond.src() + ") "
	s.action.print(p)
}

func (s *ifOnly) exec(im *image) *jump {
	if truth(s.cond, im) {
		return s.action.exec(im)
	}
	return nil
}

// selectCase is SELECT CASE; ranges[k] are those of bodies[k], none for CASE DEFAULT.
type selectCase struct {
	named
	of     Expr
	ranges [][2]int
	bodies [][]Stmt
}

func (s *selectCase) lists() []*[]Stmt { return pointers(s.bodies) }

func (s *selectCase) print(p *printer) {
	p.line(s.head() + "select case (" + s.of.src() + ")")
	for k, b := range s.bodies {
		switch {
		case k >= len(s.ranges):
			p.line("case default" + s.tail())
		case s.ranges[k][0] == s.ranges[k][1]:
			p.line(fmt.Sprintf("case (%d)%s", s.ranges[k][0], s.tail()))
		default:
			p.line(fmt.Sprintf("case (%d:%d)%s", s.ranges[k][0], s.ranges[k][1], s.tail()))
		}
		p.body(b)
	}
	p.line("end select" + s.tail())
}

func (s *selectCase) exec(im *image) *jump {
	v := int(s.of.eval(im).int())
	for k, b := range s.bodies {
		if k >= len(s.ranges) || s.ranges[k][0] <= v && v <= s.ranges[k][1] {
			if j := im.run(b); !j.exits(s) {
				return j
			}
			return nil
		}
	}
	return nil
}

// loop is a DO construct: with bounds, WHILE, or without control.
type loop struct {
	named
	v                 *Var
	first, last, step Expr
	cond              Expr
	label             bool // ends at a labelled CONTINUE
	body              []Stmt
}

func (s *loop) lists() []*[]Stmt { return []*[]Stmt{&s.body} }

func (s *loop) print(p *printer) {
	head := s.head() + "do"
	if s.label {
		head += fmt.Sprint(" ", p.labelOf(s))
	}
	switch {
	case s.v != nil:
		head += fmt.Sprintf(" %s = %s, %s", s.v.name, s.first.src(), s.last.src())
		if s.step != nil {
			head += ", " + s.step.src()
		}
	case s.cond != nil:
		head += " while (" + s.cond.src() + ")"
	}
	p.line(head)
	p.body(s.body)
	if s.label && !s.used {
		p.label(p.labelOf(s))
		p.line("continue")
		return
	}
	if s.label {
		p.label(p.labelOf(s))
	}
	p.line("end do" + s.tail())
}

func (s *loop) exec(im *image) *jump {
	if s.v == nil {
		for s.cond == nil || truth(s.cond, im) {
			im.step()
			if j := im.run(s.body); j != nil && !(j.kind == "cycle" && j.target == s) {
				if j.exits(s) {
					return nil
				}
				return j
			}
		}
		return nil
	}
	first, last, step := s.first.eval(im).int(), s.last.eval(im).int(), int64(1)
	if s.step != nil {
		step = s.step.eval(im).int()
	}
	if step == 0 {
		reject("step 0")
	}
	v := im.lookup(s.v).elems[0]
	i := first
	for n := (last - first + step) / step; n > 0; n-- {
		im.step()
		v.set(im, scalar{i: i})
		if j := im.run(s.body); j != nil && !(j.kind == "cycle" && j.target == s) {
			if j.exits(s) {
				return nil
			}
			return j
		}
		i += step
	}
	v.set(im, scalar{i: i})
	return nil
}

// concurrent is DO CONCURRENT with a mask, and with a variable of each iteration's own.
type concurrent struct {
	vars         []*Var
	firsts, last []int
	mask         Expr
	own          *Var
	body         []Stmt
}

func (s *concurrent) lists() []*[]Stmt { return []*[]Stmt{&s.body} }

func (s *concurrent) print(p *printer) {
	var heads []string
	for k, v := range s.vars {
		heads = append(heads, fmt.Sprintf("%s = %d:%d", v.name, s.firsts[k], s.last[k]))
	}
	if s.mask != nil {
		heads = append(heads, s.mask.src())
	}
	head := "do concurrent (integer :: " + strings.Join(heads, ", ") + ")"
	if s.own != nil {
		head += " local(" + s.own.name + ")"
	}
	p.line(head)
	p.body(s.body)
	p.line("end do")
}

func (s *concurrent) exec(im *image) *jump {
	var chosen []bool
	s.each(im, 0, func() { chosen = append(chosen, s.mask == nil || truth(s.mask, im)) })
	s.each(im, 0, func() {
		if chosen[0] {
			im.bind(s.ownOr(), 0, func() { im.run(s.body) })
		}
		chosen = chosen[1:]
	})
	return nil
}

// ownOr is the LOCAL variable, or one that nothing refers to.
func (s *concurrent) ownOr() *Var {
	if s.own == nil {
		return &Var{typ: intType}
	}
	return s.own
}

// each does something for all combinations of the indices.
func (s *concurrent) each(im *image, k int, do func()) {
	if k == len(s.vars) {
		do()
		return
	}
	for i := s.firsts[k]; i <= s.last[k]; i++ {
		im.bind(s.vars[k], int64(i), func() { s.each(im, k+1, do) })
	}
}

// block is BLOCK with variables of its own.
type block struct {
	named
	vars []*Var
	body []Stmt
}

func (s *block) lists() []*[]Stmt { return []*[]Stmt{&s.body} }

func (s *block) print(p *printer) {
	p.line(s.head() + "block")
	p.depth++
	for _, v := range s.vars {
		p.line(v.declaration())
	}
	p.depth--
	p.body(s.body)
	p.line("end block" + s.tail())
}

func (s *block) exec(im *image) *jump {
	before := map[*Var]*object{}
	for _, v := range s.vars {
		if !v.static {
			before[v] = im.frame.vars[v]
			im.frame.vars[v] = newObject(v)
		}
	}
	j := im.run(s.body)
	s.leaveBlock(im)
	for v, o := range before {
		im.frame.vars[v] = o
	}
	if j.exits(s) {
		return nil
	}
	return j
}

// skip is a list of statements whose end has a label that GOTO, ERR= and the like go to.
type skip struct {
	named
	body []Stmt
	bare bool // the next statement has the label, not a CONTINUE
}

func (s *skip) lists() []*[]Stmt { return []*[]Stmt{&s.body} }

func (s *skip) print(p *printer) {
	for _, b := range s.body {
		b.print(p)
	}
	if s.used {
		p.label(p.labelOf(s))
		if !s.bare {
			p.line("continue")
		}
	}
}

func (s *skip) exec(im *image) *jump {
	j := im.run(s.body)
	if j != nil && j.kind == "goto" && j.target == s {
		return nil
	}
	return j
}

// leave is EXIT, CYCLE, GOTO or RETURN.
type leave struct {
	leaf
	kind   string
	target Stmt
	name   string // of the construct, if it is named
	number int    // RETURN with a number
}

func (s *leave) print(p *printer) {
	switch {
	case s.kind == "goto":
		p.line(fmt.Sprintf("go to %d", p.labelOf(s.target)))
	case s.kind == "return" && s.number > 0:
		p.line(fmt.Sprintf("return %d", s.number))
	case s.name != "":
		p.line(s.kind + " " + s.name)
	default:
		p.line(s.kind)
	}
}

func (s *leave) exec(im *image) *jump { return &jump{s.kind, s.target, s.number} }

// critical is CRITICAL: what it does must not depend on the order of the images.
type critical struct {
	named
	lock *Ref // LOCK and UNLOCK of this variable in place of the construct
	body []Stmt
}

func (s *critical) lists() []*[]Stmt { return []*[]Stmt{&s.body} }

func (s *critical) print(p *printer) {
	if s.lock != nil {
		p.line("lock (" + s.lock.src() + ")")
		p.body(s.body)
		p.line("unlock (" + s.lock.src() + ")")
		return
	}
	p.line(s.head() + "critical")
	p.body(s.body)
	p.line("end critical" + s.tail())
}

func (s *critical) exec(im *image) *jump {
	im.seen.merge(&im.m.lock)
	j := im.run(s.body)
	im.m.lock.merge(&im.seen)
	im.seen[im.me]++
	if j.exits(s) {
		return nil
	}
	return j
}
