package syntax

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
)

// fixedText writes the statements of a free-form file in fixed form with no blanks at all, which
// must mean the same.
func fixedText(file *File) string {
	var b strings.Builder
	for _, s := range file.Stmts {
		info := s.Info()
		label := ""
		if info.Label != nil {
			label = fmt.Sprint(info.Label.Value)
		}
		text := ""
		if info.ConstructName != nil {
			text = info.ConstructName.Name + ":"
		}
		for _, tok := range info.Tokens() {
			text += tok.Text
		}
		fmt.Fprintf(&b, "%-5s ", label)
		for len(text) > 66 {
			fmt.Fprintf(&b, "%s\n     &", text[:66])
			text = text[66:]
		}
		b.WriteString(text + "\n")
	}
	return b.String()
}

var position = regexp.MustCompile(` @\d+:\d+`)

func dumpText(t *testing.T, file *File) string {
	var out bytes.Buffer
	if err := Dump(&out, file); err != nil {
		t.Fatal(err)
	}
	return position.ReplaceAllString(out.String(), "")
}

// TestFixedEqualsFree: the same statements give the same tree in both forms, although fixed form
// has no blanks to tell words apart.
func TestFixedEqualsFree(t *testing.T) {
	sources := testSources(t, "tree")
	for _, path := range sources {
		if FormOf(path) != Free || filepath.Ext(path) == ".caf" ||
			filepath.Base(path) == "markers.f90" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		// statements of INCLUDE files are not the file's own
		if strings.Contains(string(text), "include ") {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			var diags diag.List
			free := Parse(diag.NewSource("free", string(text)), Options{}, &diags)
			fixed := Parse(diag.NewSource("fixed", fixedText(free)), Options{Form: Fixed}, &diags)
			var out bytes.Buffer
			if err := diags.Render(&out); err != nil {
				t.Fatal(err)
			}
			if out.Len() > 0 {
				t.Errorf("diagnostics:\n%s", out.String())
			}
			a, b := dumpText(t, free), dumpText(t, fixed)
			if a != b {
				t.Errorf("trees differ: %s", firstDifference(a, b))
			}
			checkInvariants(t, fixed, true)
		})
	}
}
