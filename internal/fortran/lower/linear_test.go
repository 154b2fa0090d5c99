package lower

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// bigModule is a module of about so many statements: procedures with loops, conditions and
// coindexed objects, with directives that share nothing in front of half the loops, or none.
func bigModule(statements int, directives bool) string {
	const each = 25
	var b strings.Builder
	b.WriteString("module big\n  implicit none\n  real(8) :: u(64)[*], w(64)[*]\ncontains\n")
	for k := range statements / each {
		fmt.Fprintf(&b, "subroutine s%d(a, left)\n  real(8), intent(inout) :: a(:)\n", k)
		b.WriteString("  integer, intent(in) :: left\n  integer :: i\n  real(8) :: r(64)\n")
		for range 2 {
			if directives {
				b.WriteString("  !$omp parallel do default(none) shared(r, left)\n")
			}
			b.WriteString("  do i = 1, 64\n    r(i) = w(i)[left] + u(i)[1]\n  end do\n")
			b.WriteString("  do i = 1, 64\n    a(i) = a(i) + r(i)*u(i)[left]\n  end do\n")
		}
		b.WriteString("  if (left > 1) then\n    w(:) = w(:)[left]\n")
		b.WriteString("  else if (w(1)[left] > 0) then\n    u(1:8)[left] = a(1:8)\n  end if\n")
		b.WriteString("  call other(a)\n  u(1)[left] = a(1)\nend subroutine\n")
	}
	b.WriteString(
		"subroutine other(a)\n  real(8), intent(inout) :: a(:)\n  a = 0\nend subroutine\n")
	return b.String() + "end module\n"
}

// work is the processor time and the memory allocated for one translation.
func work(t *testing.T, text string) (time.Duration, uint64) {
	t.Helper()
	var m, n runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before := userTime(t)
	var diags diag.List
	options := syntax.Options{Form: syntax.FormOf("big.f90"),
		Sleeping: syntax.Sleeping{Awake: 1000}} // from the first statement on, in both
	f := syntax.Parse(diag.NewSource("big.f90", text), options, &diags)
	Translate([]*syntax.File{f}, Options{InlinePointers: true}, &diags)
	after := userTime(t)
	if diags.HasErrors() {
		t.Fatal("the module has errors")
	}
	runtime.ReadMemStats(&n)
	return after - before, n.TotalAlloc - m.TotalAlloc
}

// clashingPuts is a program of sections that are put, the last of which defines what the others
// put.
func clashingPuts(statements int) string {
	return "program p\n  implicit none\n  real, save :: x(9)[*], y(9)[*]\n  integer :: n, k\n" +
		"  k = 1\n  n = 9\n" + strings.Repeat("  x(2:n)[k] = y(2:n)\n", statements) +
		"  y(1:n)[k] = x(1:n)\nend program\n"
}

// TestLinear translates 10,000 and 40,000 statements: four times as many must not take much more
// than four times the work. Work that is quadratic takes sixteen times as much. Other work on the
// machine may make one comparison fail, not three.
func TestLinear(t *testing.T) {
	for _, kind := range []struct {
		name string
		text func(statements int) string
	}{
		{"no directives", func(n int) string { return bigModule(n, false) }},
		{"directives", func(n int) string { return bigModule(n, true) }},
		{"puts that clash", clashingPuts},
	} {
		var ratio float64
		for range 3 {
			few, fewBytes := work(t, kind.text(10_000))
			many, manyBytes := work(t, kind.text(40_000))
			if bytes := float64(manyBytes) / float64(fewBytes); bytes > 4.5 {
				t.Errorf("%s: 4 times the statements take %.1f times the memory", kind.name, bytes)
			}
			if ratio = float64(many) / float64(few); ratio <= 7 {
				break
			}
			t.Logf("%s: %v and %v", kind.name, few, many)
		}
		if ratio > 7 {
			t.Errorf("%s: 4 times the statements take %.1f times the time", kind.name, ratio)
		}
	}
}
