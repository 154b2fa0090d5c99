package conformance

import (
	"fmt"
	"maps"
	"slices"
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
	var lines []tableLine
	for _, feature := range slices.Sorted(maps.Keys(t.rows)) {
		r := t.rows[feature]
		l := tableLine{feature: feature, programs: len(r.programs),
			failed: slices.Sorted(maps.Keys(r.failed))}
		for _, c := range columns {
			l.passed = append(l.passed, r.passed[c]+r.passed["refused"])
		}
		lines = append(lines, l)
	}
	var faults []fault
	for _, p := range prevented {
		if p.Program != noProgram {
			faults = append(faults, fault{p.Backend, p.Program, p.Reason})
		}
	}
	return markdown(columns, lines, faults)
}

// tableLine is a line of a table: a feature, its programs, how many of them have passed in each
// column, and those that have not.
type tableLine struct {
	feature  string
	programs int
	passed   []int
	failed   []string
}

// markdown is a table with a last line for all, and below it a list of faults.
func markdown(columns []string, lines []tableLine, faults []fault) string {
	var b strings.Builder
	cells := slices.Concat([]string{"feature", "programs"}, columns, []string{"not passed"})
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(cells, " | "),
		strings.Repeat(" --- |", len(cells)))
	all := tableLine{feature: "**all**", passed: make([]int, len(columns))}
	for _, l := range lines {
		all.programs += l.programs
		for i, n := range l.passed {
			all.passed[i] += n
		}
	}
	for _, l := range append(lines, all) {
		fmt.Fprintf(&b, "| %s | %d |", l.feature, l.programs)
		for _, n := range l.passed {
			fmt.Fprintf(&b, " %d |", n)
		}
		fmt.Fprintf(&b, " %s |\n", strings.Join(l.failed, ", "))
	}
	if len(faults) > 0 {
		b.WriteString("\nWhat faults of back ends prevent (test/conformance/prevented.txt):\n\n")
	}
	for _, f := range faults {
		fmt.Fprintf(&b, "- %s, %s: %s\n", f.backend, f.program, f.reason)
	}
	return b.String()
}
