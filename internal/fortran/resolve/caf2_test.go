package resolve

import (
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// statements resolves a main program and tells which of its calls are statements of the language.
func statements(t *testing.T, text string, caf2 bool) []bool {
	var diags diag.List
	f := syntax.Parse(diag.NewSource("t.caf", text), syntax.Options{CAF2: caf2}, &diags)
	p := Resolve([]*syntax.File{f}, Options{}, &diags)
	var out []bool
	for _, s := range f.Stmts {
		if c, ok := s.(*syntax.CallStmt); ok {
			out = append(out, p.ScopeOf(f.Units[0]).CAF2Statement(c) != nil)
		}
	}
	return out
}

func TestCAF2Statement(t *testing.T) {
	for _, c := range []struct {
		text string
		caf2 bool
		want bool
	}{
		{"call team_barrier()\nend\n", true, true},
		{"team_barrier\nend\n", true, true},
		{"call team_barrier()\nend\n", false, false},
		{"call team_barrier()\ncontains\nsubroutine team_barrier()\nend\nend\n", true, false},
		{"external team_barrier\ncall team_barrier()\nend\n", true, false},
		{"call exchange()\nend\n", true, false},
	} {
		if got := statements(t, c.text, c.caf2); len(got) != 1 || got[0] != c.want {
			t.Errorf("%q in CAF 2.0 %v: %v, want %v", c.text, c.caf2, got, c.want)
		}
	}
}
