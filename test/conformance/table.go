package conformance

import (
	"fmt"
	"slices"
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
	programs map[string]bool
	passed   map[string]int // by column
	failed   map[string]bool
}

// Record notes the result of one program under a column, or as "refused". What fails is named by
// the back end and the program.
func (t *Table) Record(p *Program, backend, column string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.row(p.Feature)
	if err == nil {
		r.passed[column]++
	} else {
		r.failed[p.Name+" ("+backend+")"] = true
	}
}

// Count notes that a program was tried.
func (t *Table) Count(p *Program) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.row(p.Feature).programs[p.Name] = true
}

func (t *Table) row(feature string) *row {
	if t.rows == nil {
		t.rows = map[string]*row{}
	}
	r := t.rows[feature]
	if r == nil {
		r = &row{programs: map[string]bool{}, passed: map[string]int{}, failed: map[string]bool{}}
		t.rows[feature] = r
	}
	return r
}

// Markdown renders the table, a row per feature, with the programs that failed, and below it what
// faults of back ends keep from passing. Programs that must be refused count in every column.
func (t *Table) Markdown(columns []string, prevented []Prevented) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "| feature | programs | %s | not passed |\n", strings.Join(columns, " | "))
	fmt.Fprintf(&b, "| --- | --- |%s --- |\n", strings.Repeat(" --- |", len(columns)))
	features := make([]string, 0, len(t.rows))
	for f := range t.rows {
		features = append(features, f)
	}
	sort.Strings(features)
	programs, totals := 0, make([]int, len(columns))
	for _, f := range features {
		r := t.rows[f]
		programs += len(r.programs)
		fmt.Fprintf(&b, "| %s | %d |", f, len(r.programs))
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
	prevented = slices.DeleteFunc(slices.Clone(prevented),
		func(p Prevented) bool { return p.Program == noProgram })
	if len(prevented) > 0 {
		b.WriteString(
			"\nWhat faults of the back ends prevent (test/conformance/prevented.txt):\n\n")
		for _, p := range prevented {
			fmt.Fprintf(&b, "- %s, %s: %s\n", p.Backend, p.Program, p.Reason)
		}
	}
	return b.String()
}
