package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFeatures: the tables count programs by feature, and name the back ends whose faults keep one
// from passing.
func TestFeatures(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"fortran/g/a.f90": "! feature: x\nend\n",
		"fortran/g/b.f90": "! feature: x\nend\n",
		"fortran/h/c.f90": "! feature: w\nend\n",
		"xmp/d.c":         "// feature: y\n",
		"prevented.txt": "flang 21-23: g/b: why\nflang 19: g/b: another\n" +
			"gfortran 12: -: nothing\nclang 14: d: reason\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Page(inFortran.begin+"old\n"+inFortran.end+"between\n"+inC.begin+inC.end, dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Page(got, dir)
	if err != nil || again != got {
		t.Errorf("the second time: %v\n%s", err, again)
	}
	fortran, c, _ := strings.Cut(got, "between\n")
	const rows = "| w | 1 |  |\n| x | 2 | g/b (flang 21-23, flang 19) |\n| **all** | 3 |  |\n"
	for _, want := range []string{rows, "- flang 21-23, g/b: why\n- flang 19, g/b: another\n"} {
		if !strings.Contains(fortran, want) {
			t.Errorf("lacks %q:\n%s", want, fortran)
		}
	}
	for _, want := range []string{"| y | 1 | d (clang 14) |\n", "- clang 14, d: reason\n"} {
		if !strings.Contains(c, want) {
			t.Errorf("lacks %q:\n%s", want, c)
		}
	}
	for _, other := range []string{"old", "nothing", "clang"} {
		if strings.Contains(fortran, other) {
			t.Errorf("has %q:\n%s", other, fortran)
		}
	}
}

// TestPageWithoutMarks: a page that lacks the lines between which a table stands is an error.
func TestPageWithoutMarks(t *testing.T) {
	for _, page := range []string{"", "head\n" + inFortran.begin + "no end\n"} {
		if _, err := inFortran.insert(page, "x"); err == nil {
			t.Errorf("no error for %q", page)
		}
	}
}
