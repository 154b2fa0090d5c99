package lower

import (
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestNoWideSubstrings: where the probe has failed, substrings of coarrays of deferred length are
// refused if their characters have 4 bytes.
func TestNoWideSubstrings(t *testing.T) {
	const program = "integer, parameter :: u = selected_char_kind('ISO_10646')\n" +
		"character(len=:, kind=%), allocatable :: d[:]\n" +
		"print *, d[1](2:2)\nprint *, d[1]\nend\n"
	for kind, refused := range map[string]bool{"u": true, "1": false} {
		for _, probe := range []bool{true, false} {
			var diags diag.List
			source := diag.NewSource("a.f90", strings.Replace(program, "%", kind, 1))
			file := syntax.Parse(source, syntax.Options{Form: syntax.Free}, &diags)
			Translate([]*syntax.File{file}, Options{NoWideSubstrings: probe}, &diags)
			var said strings.Builder
			_ = diags.Render(&said)
			if got := strings.Count(said.String(), "[C0236]"); (got == 1) != (refused && probe) {
				t.Errorf("kind %s, probe %v: %s", kind, probe, said.String())
			}
		}
	}
}
