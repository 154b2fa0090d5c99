package lower

import (
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// BenchmarkTranslate translates a module of 100,000 statements, and reports the processor time that
// a statement takes behind the parser.
func BenchmarkTranslate(b *testing.B) {
	text := bigModule(100_000, false)
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
	}
	b.ReportMetric(float64(behind.Nanoseconds())/float64(statements), "ns/statement")
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
