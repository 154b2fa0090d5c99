//go:build cgo

package net

import (
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/provider"
)

// TestNoteFailures: only a program that asks which images have failed is told what a library cannot
// give, and only of a library that cannot, unless the user wants no notes.
func TestNoteFailures(t *testing.T) {
	defer func(before func() bool) { conduit.AsksForFailures = before }(conduit.AsksForFailures)
	for _, c := range []struct{ asks, survives, quiet, told bool }{
		{true, false, false, true}, {true, true, false, false}, {true, false, true, false},
		{false, false, false, false},
	} {
		conduit.AsksForFailures = func() bool { return c.asks }
		t.Setenv("CORAL_NOTES", map[bool]string{true: "0"}[c.quiet])
		var out strings.Builder
		noteFailures(&out, &provider.Provider{Title: "Some library",
			Gives: provider.Gives{Survives: c.survives}})
		told := strings.Contains(out.String(), "With Some library, the other images go on after")
		if told != c.told {
			t.Errorf("%+v: %q", c, out.String())
		}
	}
}
