package resolve

import (
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
)

// TestConstantCosubscripts: those outside of their cobounds draw a warning, as they may stand in
// statements that are never executed; those within draw none.
func TestConstantCosubscripts(t *testing.T) {
	const source = `program p
  implicit none
  integer, parameter :: none = 0
  integer :: a(10)[*], g[2, -1:*], z[0:*], b(10)
  integer, allocatable :: h[:]
  b = a(:)[none]
  a(2)[-1] = 3
  b(1) = g[3, 1]
  b(1) = g[2, -2]
  b(1) = g[1, -1] + z[0] + h[-3] + a(1)[1]
end program`
	_, diags := program(t, source)
	var got []string
	for _, d := range diags.All() {
		if d.Severity != diag.Warning || d.Code != "C0197" {
			t.Errorf("%v", d)
		}
		got = append(got, d.Message)
	}
	want := []string{"the cosubscript 0 is below the lower cobound 1 of 'a'",
		"the cosubscript -1 is below the lower cobound 1 of 'a'",
		"the cosubscript 3 is above the upper cobound 2 of 'g'",
		"the cosubscript -2 is below the lower cobound -1 of 'g'"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

// TestForgottenUse: what a program forgot to use, and what no compiler has, is told once, where it
// is declared.
func TestForgottenUse(t *testing.T) {
	const source = `module m
  enumeration type :: color
    enumerator :: red, green
  end enumeration type
end module
module mine
  type team_type
  end type
end module
program p
  use mine
  type(event_type) :: e[*]
  type(team_type) :: t
  event post (e[1])
  event wait (e)
contains
  subroutine s
    use iso_fortran_env
    type(lock_type), save :: l[*]
    lock (l)
  end subroutine
end program`
	_, diags := program(t, source)
	var got []string
	for _, d := range diags.All() {
		got = append(got, string(d.Code)+" "+d.Message)
	}
	want := []string{"C0010 this is no Fortran statement",
		"C0117 type 'event_type' is not known here"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}
