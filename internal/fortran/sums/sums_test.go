package sums

import (
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What may add elements against their order in memory, and what does not.
func TestBackwards(t *testing.T) {
	for text, want := range map[string]bool{
		"s = sum(x(3:2:-1, 1:m))":                      true,
		"s = sum(x(::-1))":                             true,
		"do i = n, 1, -1\ns = s + x(i)\nend do":        true,
		"do concurrent (i = n:1:-1)\ny(i) = 0\nend do": true,
		"s = s + x(i+1) + x(i)":                        true,
		"s = s + p(i)%b + p(i)%a":                      true,
		"s = s + x(i+1)\ns = s + x(i)":                 true,
		"h%s(2) = h%s(2) - x(i, 2) - x(i, 1)":          true,
		"u(i, j) = u(i, j) + r(i+1, j) + r(i, j)":      false,
		"s = sum(x(2:3, 1:m))":                         false,
		"s = s + x(i)*y(i)":                            false,
		"n = n + 1\nn = n + 2":                         false,
		"do i = -3, n\ns = s + x(i)\nend do":           false,
		"do i = 1, n - 1\ns = s - x(i)\nend do":        false,
		"y(-3:-1) = x(n - 3:n - 1)":                    false,
		"y = (s - x(1:3)) + x(4:6)":                    false,
	} {
		var diags diag.List
		file := syntax.Parse(diag.NewSource("sums.f90", text+"\nend\n"), syntax.Options{}, &diags)
		if got := Backwards(file); got != want || diags.HasErrors() {
			t.Errorf("%q: %v, errors %v", text, got, diags.HasErrors())
		}
	}
}
