package resolve

import (
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

const genericParts = `
module one
  use iso_fortran_env
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  interface s
    procedure int4, real_dp, matrix, named
  end interface
contains
  subroutine int4(n); integer, intent(in) :: n; end subroutine
  subroutine real_dp(x); real(dp), intent(in) :: x; end subroutine
  subroutine matrix(x); real(dp), intent(in) :: x(:, :); end subroutine
  subroutine named(n, text); integer, intent(in) :: n; character(*), optional :: text; end subroutine
end module
module two
  use iso_fortran_env
  implicit none
  interface s
    procedure int8s, each
  end interface
  type :: base
  contains
    procedure :: a => base_a
    procedure, pass(self) :: b => base_b
    generic :: g => a, b
  end type
  type, extends(base) :: more
  contains
    procedure :: a => more_a
  end type
contains
  subroutine int8s(n); integer(int64), intent(in) :: n; end subroutine
  elemental subroutine each(l); logical, intent(in) :: l; end subroutine
  subroutine base_a(self, n); class(base) :: self; integer :: n; end subroutine
  subroutine more_a(self, n); class(more) :: self; integer :: n; end subroutine
  subroutine base_b(x, self); class(base) :: self; real :: x; end subroutine
end module
program p
  use one
  use two
  implicit none
  type(more) :: m
  type(base) :: b
  integer :: i
  integer(int64) :: j
  real(dp) :: x, mat(2, 2)
  complex :: z
  logical :: l(3)
  %s
end program`

// TestCallee: the specific procedure by type, kind, rank and keywords, of generics that come in
// parts, and what is bound to a type.
func TestCallee(t *testing.T) {
	for call, want := range map[string]string{
		"call s(j)": "int8s", "call s(x)": "real_dp", "call s(mat)": "matrix",
		"call s(mat(:, 1:1))": "matrix", "call s(mat(1, 1))": "real_dp",
		"call s(l)": "each", "call s(l(1))": "each", "call s(i, 'x')": "named",
		"call s(text='x', n=i)": "named", "call s(1.0_dp)": "real_dp",
		"call s(i + 1_int64)": "", "call s(z)": "", "call s(2 * x)": "real_dp",
		"call s(unknown(i))": "",
		"call m%a(i)":        "more_a", "call b%a(i)": "base_a", "call m%g(i)": "more_a",
		"call m%g(1.5)": "base_b", "call m%missing(i)": "",
	} {
		p, diags := program(t, strings.Replace(genericParts, "%s", call, 1))
		clean(t, diags)
		main := p.Files[0].Units[2].(*syntax.MainProgram)
		c := p.ScopeOf(main).Callee(main.Exec[0].(*syntax.CallStmt).Proc)
		got := ""
		if c.Proc != nil {
			got = c.Proc.Name
		}
		if got != want {
			t.Errorf("%s calls %q, want %q", call, got, want)
		}
		if passed := c.Passed != nil; passed != (want == "more_a" || want == "base_a" ||
			want == "base_b") {
			t.Errorf("%s: passed object: %v", call, passed)
		}
	}
}
