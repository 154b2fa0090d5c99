package cli

import (
	"strings"
	"testing"
)

// TestFormsWithoutEffect: a form that no statement has is told, one that some have is not.
func TestFormsWithoutEffect(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "real, save :: a(9)[*]\ninteger :: j\ndo j = 1, 9\n  a(j) = j\nend do\nend\n")
	for _, c := range []struct{ option, want string }{
		{"--local=cray", ""}, {"--local=default", ""},
		{"--remote=get", "coral: note: --remote=get changes nothing: no statement has"},
		{"--local=split", "coral: note: --local=split changes nothing: no statement has"},
	} {
		got := s.run("coral", "translate", c.option, "p.f90")
		s.expect(got, 0, "", c.want)
		if c.want == "" && strings.Contains(got.stderr, "changes nothing") {
			t.Errorf("%s: %s", c.option, got.stderr)
		}
	}
}
