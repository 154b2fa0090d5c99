package lower

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestLinesOfGenerated: what a compiler counts, by the line markers, is the user's line for every
// line that is generated.
func TestLinesOfGenerated(t *testing.T) {
	source := "program p\n  real, allocatable :: a(:)[:]\n  integer :: n[*]\n\n" +
		"  allocate (a(3)[*])\n  critical\n    n[1] = n[1] + 1\n  end critical\n" +
		"  deallocate (a)\nend program\n"
	var diags diag.List
	f := syntax.Parse(diag.NewSource("p.f90", source), syntax.Options{}, &diags)
	out := Translate([]*syntax.File{f}, Options{}, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All())
	}
	where := map[string]int{"coral_alloc_begin(": 5, "allocate (a(3)": 5, "coral_alloc_end(": 5,
		"call coral_critical(": 6, "call coral_end_critical(": 8, "coral_dealloc_begin(": 9,
		"deallocate (a": 9, "call coral_end()": 10}
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

// TestBeyondTheEnd: the last line that the markers count is not that of a statement.
func TestBeyondTheEnd(t *testing.T) {
	for _, end := range []string{"", "\n", "\n! the end"} {
		source := "program p\n  integer :: n[*]\n  n = n[1]\nend program" + end
		var diags diag.List
		f := syntax.Parse(diag.NewSource("p.f90", source), syntax.Options{}, &diags)
		out := Translate([]*syntax.File{f}, Options{}, &diags)
		if !strings.HasSuffix(out[0].Text, "\nend program"+strings.TrimSuffix(end, "\n")+"\n\n") {
			t.Errorf("with %q behind it: %q", end, out[0].Text)
		}
	}
}

// TestTypesOfPointersToComponents: where another file may refer to components on other images,
// nothing is written beside their types that can be written there.
func TestTypesOfPointersToComponents(t *testing.T) {
	const source = `module m
  private
  type hidden
    integer n
  end type
  type, public :: t
    real, allocatable :: a(:)
    real, allocatable :: used(:)
    type(hidden), allocatable :: b
  end type
  type(t), public :: x[*]
contains
  real function first(k)
    integer, intent(in) :: k
    first = x[k]%used(1)
  end function
end module
`
	var diags diag.List
	f := syntax.Parse(diag.NewSource("m.f90", source), syntax.Options{}, &diags)
	text := Translate([]*syntax.File{f}, Options{Separate: true}, &diags)[0].Text
	for name, beside := range map[string]bool{"coral_p_t__a": false, "coral_p_t__used": true,
		"coral_p_t__b": true} {
		if strings.Contains(text, "type :: "+name+"\n") != beside {
			t.Errorf("the type %s stands in the module: %v\n%s", name, !beside, text)
		}
	}
}
