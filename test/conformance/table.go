package conformance

import (
	"fmt"
	"sort"
	"strings"
	"sync"
)

// Table collects results by feature. Methods may be called concurrently.
type Table struct {
	mu   sync.Mutex
	rows map[string]*row
}

type row struct {
	programs int
	passed   map[string]int // by column
	failed   map[string]bool
}

// Record notes the result of one program under a column ("direct", "library" or "refused").
func (t *Table) Record(p *Program, column string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.row(p.Feature)
	if err == nil {
		r.passed[column]++
	} else {
		r.failed[p.Name] = true
	}
}

// Count notes that a program was tried.
func (t *Table) Count(p *Program) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.row(p.Feature).programs++
}

func (t *Table) row(feature string) *row {
	if t.rows == nil {
		t.rows = map[string]*row{}
	}
	r := t.rows[feature]
	if r == nil {
		r = &row{passed: map[string]int{}, failed: map[string]bool{}}
		t.rows[feature] = r
	}
	return r
}

// Markdown renders the table, a row per feature, with the programs that failed. Programs that must be refused count in every column.
func (t *Table) Markdown(columns []string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "| feature | programs | %s | failed |\n", strings.Join(columns, " | "))
	fmt.Fprintf(&b, "| --- | --- |%s --- |\n", strings.Repeat(" --- |", len(columns)))
	features := make([]string, 0, len(t.rows))
	for f := range t.rows {
		features = append(features, f)
	}
	sort.Strings(features)
	programs, totals := 0, make([]int, len(columns))
	for _, f := range features {
		r := t.rows[f]
		programs += r.programs
		fmt.Fprintf(&b, "| %s | %d |", f, r.programs)
		for i, c := range columns {
			passed := r.passed[c] + r.passed["refused"]
			totals[i] += passed
			fmt.Fprintf(&b, " %d |", passed)
		}
		var failed []string
		for name := range r.failed {
			failed = append(failed, name)
		}
		sort.Strings(failed)
		fmt.Fprintf(&b, " %s |\n", strings.Join(failed, ", "))
	}
	fmt.Fprintf(&b, "| **all** | %d |", programs)
	for _, n := range totals {
		fmt.Fprintf(&b, " %d |", n)
	}
	b.WriteString(" |\n")
	return b.String()
}
