package lower

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestForms compares the texts of all forms of coarrays with golden files.
func TestForms(t *testing.T) {
	for name, forms := range map[string][]string{"local.f90": LocalForms,
		"remote.f90": RemoteForms} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("testdata", "forms", name)
			var all strings.Builder
			for _, form := range forms {
				opt := Options{InlinePointers: true}
				if name == "local.f90" {
					opt.Local = form
				} else {
					opt.Remote = form
				}
				text, _, diags := translateWith(t, path, opt)
				if diags.HasErrors() {
					var b bytes.Buffer
					_ = diags.Render(&b)
					t.Fatal(b.String())
				}
				fmt.Fprintf(&all, "! %s\n%s", form, text)
			}
			golden(t, path, all.String())
		})
	}
}

// TestFormsApart: options by which a form could not hold leave the translator's own.
func TestFormsApart(t *testing.T) {
	for _, opt := range []Options{{Check: true}, {Bounds: true}, {Threads: true}} {
		for _, name := range []string{"local.f90", "remote.f90"} {
			path := filepath.Join("testdata", "forms", name)
			want, _, _ := translateWith(t, path, opt)
			opt.Local, opt.Remote = FormPointer, FormVector
			if got, _, _ := translateWith(t, path, opt); got != want {
				t.Errorf("%s: the text differs; got:\n%s", name, got)
			}
			opt.Local, opt.Remote = "", ""
		}
	}
}
