package lower

import (
	"fmt"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// benchPercent is how much of the memory in use may be garbage, as in the commands.
const benchPercent = 400

// BenchmarkTranslate translates files of 100,000 statements of several kinds, and reports the
// processor time that a statement takes behind the parser.
func BenchmarkTranslate(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(benchPercent))
	for _, kind := range []struct{ name, text string }{
		{"mixed", bigModule(100_000, false)},
		{"directives", bigModule(100_000, true)},
		{"puts", bigProgram(100_000, "x(%d)[k] = y(%d)\n")},
		{"gets", bigProgram(100_000, "x(%d) = y(%d)[k] + x(i)\n")},
		{"conditions", bigProgram(25_000,
			"do i = 1, 50\nif (x(i)[k] > %d) y(i)[k] = x(%d)\ny(i) = y(i) + 1\nend do\n")},
		{"procedures", smallProcedures(100_000)},
	} {
		b.Run(kind.name, func(b *testing.B) { benchmarkTranslate(b, kind.text) })
	}
}

func benchmarkTranslate(b *testing.B, text string) {
	var behind time.Duration
	statements := 0
	b.ReportAllocs()
	for b.Loop() {
		var diags diag.List
		f := syntax.Parse(diag.NewSource("big.f90", text),
			syntax.Options{Form: syntax.FormOf("big.f90")}, &diags)
		parsed := userTime(b)
		Translate([]*syntax.File{f}, Options{InlinePointers: true, Once: true}, &diags)
		behind += userTime(b) - parsed
		statements += len(f.Stmts)
		if diags.HasErrors() {
			b.Fatal("the file has errors")
		}
	}
	b.ReportMetric(float64(behind.Nanoseconds())/float64(statements), "ns/statement")
}

// bigProgram is a program whose statements repeat a text with two subscripts.
func bigProgram(times int, repeated string) string {
	var b strings.Builder
	b.WriteString("program big\nimplicit none\nreal, save :: x(100)[*], y(100)[*]\n")
	b.WriteString("integer :: i, k\nk = 1\ni = 3\n")
	for j := range times {
		fmt.Fprintf(&b, repeated, j%100+1, j*7%100+1)
	}
	return b.String() + "end program\n"
}

// smallProcedures is a module of procedures with one coindexed statement each.
func smallProcedures(statements int) string {
	const each = 5
	var b strings.Builder
	b.WriteString("module big\nimplicit none\nreal :: u(64)[*]\ncontains\n")
	for k := range statements / each {
		fmt.Fprintf(&b, "subroutine s%d(a, k)\nreal, intent(in) :: a\n", k)
		b.WriteString("integer, intent(in) :: k\nu(1)[k] = a\nend subroutine\n")
	}
	return b.String() + "end module\n"
}

// userTime is the processor time that the process has taken, without that of the system.
func userTime(tb testing.TB) time.Duration {
	tb.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(used.Utime.Nano())
}
