package lower

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestLinesOfGenerated: what a compiler counts, by the line markers, is the user's line for every line that is generated.
func TestLinesOfGenerated(t *testing.T) {
	source := "program p\n  real, allocatable :: a(:)[:]\n  integer :: n[*]\n\n  allocate (a(3)[*])\n  critical\n    n[1] = n[1] + 1\n  end critical\n  deallocate (a)\nend program\n"
	var diags diag.List
	f := syntax.Parse(diag.NewSource("p.f90", source), syntax.Options{}, &diags)
	out := Translate([]*syntax.File{f}, Options{}, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All())
	}
	where := map[string]int{"coral_alloc_begin(": 5, "allocate (a(3)": 5, "coral_alloc_end(": 5, "call coral_critical(": 6, "call coral_end_critical(": 8, "coral_dealloc_begin(": 9, "deallocate (a": 9, "call coral_end()": 10}
	marker := regexp.MustCompile(`^# (\d+) `)
	line, found := 1, map[string]bool{}
	for _, text := range strings.Split(out[0].Text, "\n") {
		if m := marker.FindStringSubmatch(text); m != nil {
			line, _ = strconv.Atoi(m[1])
			continue
		}
		for what, want := range where {
			if strings.Contains(text, what) && !strings.Contains(text, "only:") {
				found[what] = true
				if line != want {
					t.Errorf("%q counts as line %d, not %d", text, line, want)
				}
			}
		}
		line++
	}
	for what := range where {
		if !found[what] {
			t.Errorf("%q is not in the translation:\n%s", what, out[0].Text)
		}
	}
}
