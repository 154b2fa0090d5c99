package bench

import (
	"time"

	"github.com/coral-pgas/coral/bench/record"
)

// experimentOf is a benchmark's table as a report has it: one table for each group of rows.
func experimentOf(name string, groups []*group, failures []error, took time.Duration) (
	e record.Experiment) {
	e = record.Experiment{ID: name, Source: "coral bench", Item: name, Title: "the table",
		Verdict: record.Shown, Command: "coral bench " + name, Seconds: took.Seconds()}
	for _, g := range groups {
		if len(g.rows) == 0 {
			continue
		}
		columns := headings
		if g.columns.name != "" {
			columns = g.columns
		}
		t := record.Table{Title: g.title, Columns: columns.cells(), Note: g.compares}
		for _, r := range g.rows {
			t.Rows = append(t.Rows, r.cells())
			if r.detail != "" {
				t.Rows = append(t.Rows, []string{r.detail})
			}
		}
		e.Tables = append(e.Tables, t)
	}
	for _, f := range failures {
		e.Left = append(e.Left, f.Error())
	}
	return e
}
