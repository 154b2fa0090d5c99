package lower

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNamesOfViews: a coarray whose name is that of an entity of coral_rt, or of one that generated code declares, has a view of another name.
func TestNamesOfViews(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, filepath.Join("..", "..", "..", "capi", "fortran", "src", "coral_rt.f90"))
	// What comments call examples, and what is local to generated procedures that name no view.
	harmless := strings.Fields("a b c d f k m r s u x far fc")
	allowed := map[string]bool{}
	for _, w := range harmless {
		allowed[w] = true
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range strings.FieldsFunc(strings.ToLower(string(text)), func(r rune) bool {
			return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
		}) {
			name, ok := strings.CutPrefix(word, "coral_")
			if ok && name != "" && !allowed[name] && viewName(name) == word {
				t.Errorf("%s: %s is the view of a coarray called %s", file, word, name)
				allowed[name] = true
			}
		}
	}
}
