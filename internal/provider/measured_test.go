package provider

import (
	"strings"
	"testing"
)

// TestFigures: the page has what a report of `coral bench net` says of all providers, and where it
// was measured.
func TestFigures(t *testing.T) {
	report := `{"date": "1 May 2026", "machine": [{"name": "cores", "value": "2"},
		{"name": "shell", "value": "sh"}], "experiments": [{"id": "net", "tables": [
		{"title": "MPI conduit: get", "columns": ["a"], "rows": [["b"]]},
		{"title": "` + FiguresTable + `", "columns": ["operation", "UCX conduit"],
		"rows": [["get, 8 B", "8.00 µs / 7.00 µs"]]}]}]}`
	text, err := FiguresOf([]byte(report))
	if err != nil {
		t.Fatal(err)
	}
	page := measured(text)
	for _, want := range []string{"| operation | UCX conduit |\n| --- | --- |\n" +
		"| get, 8 B | 8.00 µs / 7.00 µs |\n", "on 1 May 2026 (cores: 2), two images"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
	if _, err := FiguresOf([]byte(`{"experiments": [{"id": "net"}]}`)); err == nil {
		t.Error("a report without figures is taken")
	}
	if got := measured([]byte(`{"rows": []}`)); got != "" {
		t.Errorf("the page has a section without figures: %s", got)
	}
}
