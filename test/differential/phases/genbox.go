package phases

import "fmt"

// Operations on structures that a program defines: an operator, an overloaded one, an assignment.
// They count how often they are called.

// boxLines are what the module of data has for them, behind its variables.
var boxLines = []string{
	"interface operator(.plus.)",
	"  module procedure box_plus",
	"end interface",
	"interface operator(+)",
	"  module procedure box_plus",
	"end interface",
	"interface assignment(=)",
	"  module procedure box_from",
	"end interface",
}

// boxProcedures are the procedures.
var boxProcedures = []string{
	"contains",
	"  integer function box_plus(a, k)",
	"    type(box), intent(in) :: a",
	"    integer, intent(in) :: k",
	"    calls = calls + 1",
	"    box_plus = a%n + k",
	"  end function box_plus",
	"  subroutine box_from(a, k)",
	"    type(box), intent(inout) :: a",
	"    integer, intent(in) :: k",
	"    calls = calls + 1",
	"    a%v(2) = a%n",
	"    a%n = mod(k, 997)",
	"  end subroutine box_from",
	"  subroutine fin_gone(f)",
	"    type(fin), intent(inout) :: f",
	"    call atomic_add(counts(2)[LAST], f%n)",
	"  end subroutine fin_gone",
}

// boxSum is the value of the operator.
type boxSum struct {
	box   *Ref
	k     Expr
	name  string
	calls *Var
}

func (b *boxSum) src() string { return fmt.Sprintf("(%s %s %s)", b.box.src(), b.name, b.k.src()) }

func (b *boxSum) eval(im *image) val {
	n := b.box.object(im).elems[0].parts[0].get(im).int()
	k := b.k.eval(im).int()
	im.count(b.calls)
	return intVal(n + k)
}

// count adds one to a variable.
func (im *image) count(v *Var) {
	e := im.lookup(v).elems[0]
	e.set(im, scalar{i: e.get(im).i + 1})
}

// boxAssign is the assignment.
type boxAssign struct {
	leaf
	to    *Ref
	k     Expr
	calls *Var
}

func (b *boxAssign) print(p *printer) { p.line(b.to.src() + " = " + b.k.src()) }

func (b *boxAssign) exec(im *image) *jump {
	k := b.k.eval(im).int()
	e := b.to.object(im).elems[0]
	im.count(b.calls)
	n := e.parts[0].get(im).int()
	e.parts[1].elems[1].set(im, scalar{i: n})
	e.parts[0].set(im, intVal(k%997))
	return nil
}

// aBox is a structure that may be referred to, or nil.
func (s *scope) aBox(write bool) *Ref {
	for range 6 {
		v := s.aVar()
		if v.typ.class == structure && !v.poly {
			return s.place(v, write)
		}
	}
	return nil
}

// boxValue is a reference to the operator, with its effect.
func (s *scope) boxValue() Expr {
	if s.plainDo || s.inFlight || s.fx.effect || s.fx.touches(s.calls) {
		return nil
	}
	b := s.aBox(false)
	if b == nil {
		return nil
	}
	name := pick(s.generator, []string{"+", ".plus."})
	e := &boxSum{b, s.num(1), name, s.calls}
	s.note(s.calls, true)
	s.fx.effect = true
	return e
}

// boxAssignment defines a structure by the program's own assignment.
func (s *scope) boxAssignment() Stmt {
	b := s.aBox(true)
	if b == nil || b.coord != nil || s.plainDo || s.fx.touches(s.calls) {
		return nil
	}
	in := *s
	in.vars = s.apart(b.base())
	k := in.num(2)
	s.note(s.calls, true)
	s.note(b.base(), false)
	return &boxAssign{to: b, k: k, calls: s.calls}
}
