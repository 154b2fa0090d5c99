package pages

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// columns is how long a line of prose is at most, as in sources.
const columns = 100

// generated are pages whose lines come from elsewhere: comments of Fortran modules, and reasons for
// which programs of the suite do not pass.
var generated = []string{"docs/design/entry-points.md", "docs/conformance.md"}

// TestColumns: lines of prose end at 100 columns. Tables and what is shown of files are no prose.
func TestColumns(t *testing.T) {
	lines := 0
	for _, p := range pages(t) {
		if name, err := filepath.Rel(root, p.name); err != nil ||
			slices.Contains(generated, filepath.ToSlash(name)) {
			continue
		}
		shown, n := false, 0
		for line := range strings.Lines(p.text) {
			n++
			line = strings.TrimRight(line, "\n")
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				shown = !shown
			}
			if shown || strings.HasPrefix(strings.TrimSpace(line), "|") ||
				strings.HasPrefix(line, "    ") {
				continue
			}
			lines++
			if length := utf8.RuneCountInString(line); length > columns {
				t.Errorf("%s:%d has %d columns, more than %d", p.name, n, length, columns)
			}
		}
	}
	if lines < 3000 {
		t.Errorf("%d lines of prose were found", lines)
	}
}
