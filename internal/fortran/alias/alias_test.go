package alias

import (
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestAssignments asks whether the two sides of assignments may be the same memory.
func TestAssignments(t *testing.T) {
	const text = `
subroutine s(t, u, n)
  implicit none
  type :: pair
    real :: a(4), b(4)
    complex :: z(4)
  end type
  type(pair), target :: t[*]
  type(pair), target :: u[*]
  integer :: n
  real, pointer :: p(:)
  real :: l(4)
  integer, pointer :: i(:)
  type(pair), save :: own[*]
  t%a = u[n]%a
  t[n]%a = p
  t[n]%a = i
  t[n]%a = l
  own[n]%a = own%a
  own%a = own%b
  own%a = l
end subroutine
`
	type answer struct{ mayAlias, targets, overlaps, otherComponents bool }
	want := []answer{
		{mayAlias: true, targets: true},
		{mayAlias: true, targets: true},
		{mayAlias: false, targets: true},
		{},
		{mayAlias: true},
		{mayAlias: true, otherComponents: true},
		{},
	}
	check(t, text, want, func(scope *resolve.Scope, a *syntax.AssignStmt) answer {
		l, r := a.LHS().(*syntax.Ref), a.RHS().(*syntax.Ref)
		to, from := scope.Reference(l), scope.Reference(r)
		return answer{MayAlias(l, r, to, from), Targets(scope, a), Overlaps(scope, a),
			OtherComponents(to, from)}
	})
}

// check compares what is answered about each assignment of a program unit with what is wanted.
func check[T comparable](t *testing.T, text string, want []T,
	answer func(*resolve.Scope, *syntax.AssignStmt) T) {
	t.Helper()
	var diags diag.List
	f := syntax.Parse(diag.NewSource("s.f90", text), syntax.Options{}, &diags)
	prog := resolve.Resolve([]*syntax.File{f}, resolve.Options{}, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All()[0].Message)
	}
	scope, n := prog.ScopeOf(f.Units[0]), 0
	syntax.EachStmt(syntax.BodyOf(f.Units[0]).Exec, func(s syntax.Stmt) {
		a, ok := s.(*syntax.AssignStmt)
		if !ok {
			return
		}
		if got := answer(scope, a); n >= len(want) || got != want[n] {
			t.Errorf("%s: %+v", a.Range.Text(), got)
		}
		n++
	})
	if n != len(want) {
		t.Errorf("%d assignments", n)
	}
}

// TestThroughTwoViews asks whether a coarray is on one side with TEAM= and on the other without:
// the two have views of their own, so that the compiler does not see that they may overlap.
func TestThroughTwoViews(t *testing.T) {
	const text = `
subroutine s(n, w)
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: n
  type(team_type) :: w
  integer, save :: x(4)[*], y(4)[*]
  x(:)[n] = x(4:1:-1)[n]
  x(:)[n] = x(4:1:-1)[n, team=w]
  x(:)[n, team_number=-1] = x(4:1:-1)[n, team=w]
  x(:) = x(4:1:-1)[n, team=w]
  x(:)[n, team_number=-1] = x(4:1:-1) + y
  x(:)[n] = y(4:1:-1)[n, team=w]
end subroutine
`
	type answer struct{ twoViews, shares bool }
	want := []answer{{}, {true, true}, {}, {true, true}, {true, true}, {}}
	check(t, text, want, func(scope *resolve.Scope, a *syntax.AssignStmt) answer {
		return answer{ThroughTwoViews(scope, a), Shares(scope, a, nil)}
	})
}
