package implicit

import (
	"slices"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestNames: names are collected in the order of the text, with what statements do with them.
func TestNames(t *testing.T) {
	const text = `
program p
  real a(3), sqrt
  integer known
  known = 1
  do i = 1, 3
    a(i) = sqrt(2.0)*x
  end do
  block
    integer inner
    inner = j
  end block
  call s(k)
  l = 4
end program
`
	var diags diag.List
	f := syntax.Parse(diag.NewSource("p.f90", text), syntax.Options{}, &diags)
	prog := resolve.Resolve([]*syntax.File{f}, resolve.Options{}, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All()[0].Message)
	}
	scope, body := prog.ScopeOf(f.Units[0]), syntax.BodyOf(f.Units[0])
	n := NamesIn(prog, scope, body)
	if want := []string{"i", "x", "j", "k", "l"}; !slices.Equal(n.Exec, want) || !n.Wraps {
		t.Errorf("names %q, wraps %v", n.Exec, n.Wraps)
	}
	for _, name := range []string{"i", "l"} {
		if !n.Defined[name] {
			t.Errorf("%s is defined", name)
		}
	}
	if n.Defined["x"] || !n.Called["s"] {
		t.Errorf("defined: %v, called: %v", n.Defined, n.Called)
	}
	none := func(string) bool { return false }
	if got := TypedIntrinsics(scope, body, none); !slices.Equal(got, []string{"sqrt"}) {
		t.Errorf("typed intrinsic functions: %q", got)
	}
}
