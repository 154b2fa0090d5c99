package lower

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestLongNames: no generated name is longer than the standard's 63 characters, whatever the user's
// are (F2018 C601).
func TestLongNames(t *testing.T) {
	module, object := "m_"+strings.Repeat("y", 61), "t_"+strings.Repeat("x", 61)
	source := "module " + module + "\n  type " + object +
		"\n    integer, allocatable :: a(:)\n  end type\n  type(" + object + "), save :: " +
		strings.Repeat("v", 63) +
		"[*]\ncontains\n  subroutine s(" + strings.Repeat("i", 63) + ")\n    integer :: " +
		strings.Repeat("i", 63) + "(3), k\n    do concurrent (k = 1:3) local_init(" +
		strings.Repeat("i", 63) + ")\n      " + strings.Repeat("i", 63) +
		"(k) = 1\n    end do\n  end subroutine\nend module\n"
	var diags diag.List
	f := syntax.Parse(diag.NewSource("m.f90", source), syntax.Options{}, &diags)
	out := Translate([]*syntax.File{f}, Options{Separate: true}, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All()[0])
	}
	for _, word := range strings.FieldsFunc(out[0].Text,
		func(c rune) bool { return c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') }) {
		if len(word) > mangle.MaxLength {
			t.Errorf("%s has %d characters", word, len(word))
		}
	}
}

// packageSources are the files of this package and of those in its folder.
func packageSources(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.go", "*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

// TestGeneratedPrefixes: what the sources of this package number, as in "coral_e_%d", no coarray's
// view may be called.
func TestGeneratedPrefixes(t *testing.T) {
	found := 0
	for _, f := range packageSources(t) {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), `"coral_`)[1:] {
			name, _, numbered := strings.Cut(strings.SplitN(part, `"`, 2)[0], "%d")
			if !numbered || !strings.HasSuffix(name, "_") {
				continue
			}
			found++
			if view := mangle.View(name + "1"); view == "coral_"+name+"1" {
				t.Errorf("%s: the view of a coarray called %s1 has a generated name", f, name)
			}
		}
	}
	if found == 0 {
		t.Error("no generated names")
	}
}

// TestGeneratedNames: no coarray's view has a name that the sources of this package write. One
// letter may name a dummy argument of a generated procedure, where no view of the user's is used,
// as coarrays often have such names.
func TestGeneratedNames(t *testing.T) {
	isName := func(c rune) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z'
	}
	for _, f := range packageSources(t) {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			code, _, _ := strings.Cut(line, "//")
			for _, word := range strings.FieldsFunc(code, func(c rune) bool { return !isName(c) }) {
				name, generated := strings.CutPrefix(word, "coral_")
				if !generated || len(name) < 2 || strings.HasSuffix(name, "_") ||
					strings.HasSuffix(f, "_test.go") {
					continue
				}
				if mangle.View(name) == word {
					t.Errorf("%s: the view of a coarray called %s has a generated name", f, name)
				}
			}
		}
	}
}
