package mid

import (
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestCalls: what expressions and statements call, by each way in which Fortran calls a procedure.
func TestCalls(t *testing.T) {
	const text = `
module m
  implicit none
  type :: number
    integer :: n
  end type
  type, extends(number) :: freed
  contains
    final :: gone
  end type
  interface operator(+)
    procedure added
  end interface
  interface operator(-)
    procedure less
  end interface
  interface operator(.less.)
    procedure less
  end interface
  interface assignment(=)
    procedure from
  end interface
contains
  type(number) function added(a, b)
    type(number), intent(in) :: a, b
    added = number(a%n + b%n)
  end function
  pure type(number) function less(a, b)
    type(number), intent(in) :: a, b
    less%n = a%n - b%n
  end function
  subroutine from(a, i)
    type(number), intent(out) :: a
    integer, intent(in) :: i
    a%n = i
  end subroutine
  impure elemental subroutine gone(a)
    type(freed), intent(inout) :: a
  end subroutine
  pure integer function twice(i)
    integer, intent(in) :: i
    twice = 2*i
  end function
  pure integer function value(a)
    type(number), intent(in) :: a
    value = a%n
  end function
  integer function next(i)
    integer, intent(in) :: i
    next = i + 1
  end function
end module
program p
  use m
  type(number) :: a, b
  type(freed) :: f, g
  integer :: i
  integer, allocatable :: c(:), d(:)
  i = i + abs(i)
  i = twice(i)
  i = next(i)
  a = a + b
  i = value(a - b)
  i = value(a .less. b)
  a = i
  f = g
  if (i > 0) f = g
  where (c > 0) c = next(i)
  call move_alloc(c, d)
  allocate (c(1))
end program`
	var diags diag.List
	f := syntax.Parse(diag.NewSource("t.f90", text), syntax.Options{}, &diags)
	prog := resolve.Resolve([]*syntax.File{f}, resolve.Options{}, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All())
	}
	type answer struct{ keepsViews, callsUser, mayHaveEffects bool }
	want := map[string]answer{
		"i = i + abs(i)":            {true, false, false},
		"i = twice(i)":              {true, true, false},
		"i = next(i)":               {false, true, true},
		"a = a + b":                 {false, true, true},
		"i = value(a - b)":          {true, true, false},
		"i = value(a .less. b)":     {true, true, true},
		"a = i":                     {false, false, false},
		"f = g":                     {false, false, false},
		"if (i > 0) f = g":          {false, false, false},
		"where (c > 0) c = next(i)": {false, true, true},
		"call move_alloc(c, d)":     {false, false, true},
		"allocate (c(1))":           {false, false, false},
	}
	unit := f.Units[1].(*syntax.MainProgram)
	scope, effects := prog.ScopeOf(unit), NewEffects(prog)
	for _, it := range unit.Exec {
		s, ok := it.(syntax.Stmt)
		if !ok {
			continue
		}
		name := s.Info().Body().Text()
		got := answer{keepsViews: effects.KeepsViews(s, scope)}
		syntax.StmtExprs(s, func(e syntax.Expr) {
			got.callsUser = got.callsUser || CallsUser(e, scope)
			got.mayHaveEffects = got.mayHaveEffects || effects.MayHaveEffects(e, scope)
		})
		if is, known := want[name]; !known || is != got {
			t.Errorf("%s: got %+v, want %+v", name, got, is)
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("%s is missing", name)
	}
}

// TestOperatorOfUnknownModule: an operation of structures is a procedure's, be it one of a module
// that is not among the files, also where the files define the operator for other types.
func TestOperatorOfUnknownModule(t *testing.T) {
	const text = `
module known
  type :: pair
    integer :: n(2)
  end type
  interface operator(+)
    procedure added
  end interface
contains
  pure type(pair) function added(a, b)
    type(pair), intent(in) :: a, b
    added%n = a%n + b%n
  end function
end module
program p
  use known
  use elsewhere, only: thing, operator(+), operator(-)
  type(thing) :: a, b
  integer :: i
  i = a + b
  i = -a
  i = i - i
  i = size([a, b]) + 1
end program`
	var diags diag.List
	f := syntax.Parse(diag.NewSource("t.f90", text), syntax.Options{}, &diags)
	prog := resolve.Resolve([]*syntax.File{f}, resolve.Options{}, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All())
	}
	unit := f.Units[1].(*syntax.MainProgram)
	scope, effects := prog.ScopeOf(unit), NewEffects(prog)
	want := []bool{true, true, false, false}
	for k, it := range unit.Exec {
		e := it.(*syntax.AssignStmt).RHS()
		user, effect := CallsUser(e, scope), effects.MayHaveEffects(e, scope)
		if user != want[k] || effect != want[k] {
			t.Errorf("%s: calls the user's %v, may have effects %v",
				it.(syntax.Stmt).Info().Body().Text(), user, effect)
		}
	}
}
