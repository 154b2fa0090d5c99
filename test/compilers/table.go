package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// row is one run of the suite.
type row struct {
	release, compiler, version, options string
	programs, mapped, unmapped          int
	failures                            []string
	log                                 string // what was said of the failures
	time                                time.Duration
}

// read takes the names of programs that failed from the test's output, and the counts from the last
// row of its table.
func (r *row) read(output, table string) {
	for line := range strings.Lines(output) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "--- FAIL: ")
		name, _, _ := strings.Cut(rest, " ")
		if parts := strings.Split(name, "/"); ok && len(parts) > 2 {
			r.failures = append(r.failures, strings.Join(parts[len(parts)-2:], "/"))
		}
	}
	for line := range strings.Lines(table) {
		rest, ok := strings.CutPrefix(line, "| **all** |")
		if !ok {
			continue
		}
		cells := strings.Split(rest, "|")
		for i, to := range []*int{&r.programs, &r.mapped, &r.unmapped} {
			if i < len(cells) {
				*to, _ = strconv.Atoi(strings.TrimSpace(cells[i]))
			}
		}
	}
}

func (r *row) line() string {
	return fmt.Sprintf(
		"%-9s %-12s %-8s %-4s %4d programs, %4d passed mapped, %4d not mapped, %d failed, %v",
		r.release, r.compiler, r.version, r.options,
		r.programs, r.mapped, r.unmapped, len(r.failures), r.time.Round(time.Second))
}

// markdown is the table of all runs.
func markdown(rows []row) string {
	var b strings.Builder
	b.WriteString(
		"| release | compiler | version | options | programs | passed, mapped | passed, not " +
			"mapped | time | failed |\n")
	b.WriteString("| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %d | %d | %d | %v | %s |\n", r.release, r.compiler,
			r.version, r.options, r.programs, r.mapped, r.unmapped,
			r.time.Round(time.Second), strings.Join(r.failures, ", "))
	}
	return b.String()
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
