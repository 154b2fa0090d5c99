package pages

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/bench/papers"
)

// TestExperiments: docs/papers.md names the experiments, their papers and what they measure as
// `coral bench papers --list` does, in its order, and so do the results.
func TestExperiments(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "papers.md"))
	if err != nil {
		t.Fatal(err)
	}
	var listed, results []string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, " | ")
		switch {
		case len(cells) == 4 && strings.HasPrefix(cells[2], "`"):
			listed = append(listed, strings.Join(cells[:3], " | "))
		case strings.HasPrefix(line, "| `"):
			results = append(results, strings.TrimPrefix(cells[0], "| "))
		}
	}
	var names, rows []string
	for _, e := range papers.IDs("") {
		names = append(names, "`"+e[0]+"`")
		rows = append(rows, fmt.Sprintf("| %s | %s: %s | `%s`", e[1], e[2], e[3], e[0]))
	}
	if got, want := strings.Join(listed, "\n"), strings.Join(rows, "\n"); got != want {
		t.Errorf("the table of experiments begins\n%s\nthe list is\n%s", got, want)
	}
	rest := names
	for _, r := range results {
		i := slices.Index(rest, r)
		if i < 0 {
			t.Errorf("%s is no experiment, or its result is not in the order of the list", r)
			continue
		}
		rest = rest[i+1:]
	}
}
