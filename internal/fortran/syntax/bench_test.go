package syntax

import (
	"os"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
)

// BenchmarkParse reads about 20,000 lines of each form.
func BenchmarkParse(b *testing.B) {
	for _, path := range []string{"testdata/tree/nasty.f90", "testdata/tree/fixed.f"} {
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		big := strings.Repeat(string(text), 20000/strings.Count(string(text), "\n"))
		b.Run(path, func(b *testing.B) {
			b.SetBytes(int64(len(big)))
			b.ReportAllocs()
			for b.Loop() {
				var diags diag.List
				Parse(diag.NewSource("big", big), Options{Form: FormOf(path)}, &diags)
			}
		})
	}
}
