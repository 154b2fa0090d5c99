package lower

import (
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestFailuresMark: files that ask which images have failed are marked, and others are not.
func TestFailuresMark(t *testing.T) {
	for statements, marked := range map[string]bool{
		"if (this_image() == 2) fail image":                       true,
		"print *, size(failed_images())":                          true,
		"print *, image_status(1)":                                true,
		"sync all (stat=i)\nif (i == stat_failed_image) continue": true,
		"sync all (stat=i)\nif (i /= 0) error stop":               false,
		"print *, size(stopped_images())":                         false,
	} {
		text := "program p\nuse, intrinsic :: iso_fortran_env\ninteger :: i, x[*]\n" + statements +
			"\nend program\n"
		var diags diag.List
		f := syntax.Parse(diag.NewSource("p.f90", text), syntax.Options{}, &diags)
		out := Translate([]*syntax.File{f}, Options{}, &diags)
		if diags.HasErrors() {
			t.Fatalf("%s: %v", statements, diags)
		}
		if is := strings.Contains(out[0].Text, "common /coral_failures/"); is != marked {
			t.Errorf("%s: %v", statements, is)
		}
	}
}
