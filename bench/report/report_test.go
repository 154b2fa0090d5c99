package report

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/bench/record"
)

// TestPage: a page of every kind of figure, with bars and lines on both kinds of axes, tooltips,
// and nothing of the colours that stand for the page's own; and no reference to other files.
func TestPage(t *testing.T) {
	points := []record.Point{{X: 0, Y: 0.002, Low: 0.001, High: 0.003}, {X: 1, Y: 30, Low: 29,
		High: 31}}
	lines := []record.Point{{X: 8, Y: 0.002, Low: 0.001, High: 0.003}, {X: 4096, Y: 30, Low: 29,
		High: 31}}
	var figures []record.Figure
	for _, log := range []bool{false, true} {
		figures = append(figures,
			record.Figure{Title: "bars <1>", X: "class", Y: "s", LogY: log, Names: []string{"S",
				"W"}, Series: []record.Series{{Name: "one & only", Points: points},
				{Name: "empty"}}},
			record.Figure{Title: "lines", X: "bytes", Y: "µs", LogX: log, LogY: log,
				Series: []record.Series{{Name: "one & only", Points: lines}, {Name: "empty"}}})
	}
	r := &record.Record{Title: "Test", Experiments: []record.Experiment{{ID: "a", Source: "P",
		Item: "Figure 1", Title: "t", Verdict: record.Partly, Figures: figures,
		Tables: []record.Table{{Title: "T", Columns: []string{"x", "y"}, Rows: [][]string{{"name",
			"1.5 <"}}}}, Left: []string{"nothing"}}}}
	var page strings.Builder
	if err := Write(&page, r); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	for part, want := range map[string]int{"<svg": 4, "</svg>": 4, "class=\"point\"": 8,
		"one &amp; only, S: 0.002 s (0.001 to 0.003)": 2, "1.5 &lt;": 1, "in-part": 3,
		"src=": 0, "#010203": 0, "#010204": 0, "#0201": 0, "var(--s0)": -1} {
		if n := strings.Count(text, part); n != want && want >= 0 || n == 0 && want < 0 {
			t.Errorf("%q is there %d times, want %d", part, n, want)
		}
	}
	if strings.Contains(strings.ReplaceAll(text, "http://www.w3.org/", ""), "http") {
		t.Error("the page refers to other places")
	}
}

// TestFigureAlone: a figure as a file is XML with its title and legend, and has colours of its own.
func TestFigureAlone(t *testing.T) {
	r := &record.Record{Experiments: []record.Experiment{{Figures: []record.Figure{{Title: "a < b",
		X: "x", Y: "y", LogX: true, LogY: true, Series: []record.Series{{Name: "packed",
			Points: []record.Point{{X: 1, Y: 2, Low: 2, High: 2}, {X: 8, Y: 3, Low: 3,
				High: 3}}}}}}}}}
	var text strings.Builder
	if err := WriteFigure(&text, r); err != nil {
		t.Fatal(err)
	}
	words := ""
	for d := xml.NewDecoder(strings.NewReader(text.String())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, is := token.(xml.CharData); is {
			words += string(data)
		}
	}
	if !strings.Contains(words, "a < b") || !strings.Contains(words, "packed") ||
		strings.Contains(text.String(), "var(") {
		t.Errorf("the figure:\n%s", text.String())
	}
}
