package driver

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
)

// An executable is run without other files, with options of runs; what does not go with it is
// refused by name, and so is a file that is none.
func TestExecutables(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	notes := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(notes, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		words string // SELF, DIR: this program, a directory
		code  diag.Code
		error string
		note  string
	}{
		{"-n 2 --tag -v SELF -- in.nml -check", "", "", ""},
		{"SELF -n 2", "", "", ""},
		{"-n 2 -check SELF", CodeUsage,
			"-check has no effect on a program already built (SELF)",
			"coral build -check -o SELF"},
		{"SELF -O3", CodeUsage, "-O3 has no effect on a program already built", ""},
		{"-J mods SELF", CodeUsage, "-J has no effect on a program", ""},
		{"SELF -n 2 in.nml -check", "", "", ""},
		{"a.f90 SELF", CodeUsage, "SELF is a program already built: no other files", ""},
		{"-lm SELF", CodeUsage, "SELF is a program already built: no other files", ""},
		{"DIR/typo", CodeFile, "DIR/typo: no such file or directory", ""},
		{"DIR", CodeFile, "DIR: is a directory", ""},
		{"DIR/notes.txt/x", CodeFile, "DIR/notes.txt/x: not a directory", ""},
		{"DIR/notes.txt", CodeFile, "what kind of file this is cannot be told from its name", ""},
	} {
		names := strings.NewReplacer("SELF", self, "DIR", dir)
		words := strings.Fields(test.words)
		for i := range words {
			words[i] = names.Replace(words[i])
		}
		r, err := ParseArgs("run", words)
		if test.code == "" {
			if err != nil || r.Images != 2 || len(r.Inputs) != 1 || r.Inputs[0].Kind != Program ||
				len(r.Program) > 0 && !slices.Equal(r.Program, []string{"in.nml", "-check"}) {
				t.Errorf("%s: %+v, %v", test.words, r, err)
			}
			continue
		}
		e, is := errors.AsType[*Error](err)
		if !is || e.Code != test.code ||
			!strings.Contains(e.Err.Error(), names.Replace(test.error)) ||
			!strings.Contains(e.Help, names.Replace(test.note)) {
			t.Errorf("%s: %+v", test.words, err)
		}
	}
}
