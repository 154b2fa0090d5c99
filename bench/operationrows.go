package bench

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/bench/operations"
)

// explained is the verdict of a row that takes longer than is expected, for the reason that
// stands beside it.
const explained = "explained"

// record is a row of `coral bench operations`.
type record struct {
	Way       string  `json:"way"`
	Target    string  `json:"target"`
	Language  string  `json:"language"`
	Operation string  `json:"operation"`
	NS        float64 `json:"ns"`
	Worst     float64 `json:"worst_ns"`
	Expected  float64 `json:"expected_ns"`
	Trips     float64 `json:"round_trips"`
	Bytes     float64 `json:"bytes"`
	Ratio     float64 `json:"ratio"`
	Marked    bool    `json:"marked"`
	Reason    string  `json:"reason"`
}

// measuredOf gives the record of an operation; ok is false where there is no figure.
func (m *operationsBench) measuredOf(w operationsWay, l operations.Language,
	o operations.Operation, busy bool, base operations.Base) (r record, ok bool) {
	system := w.system(l.ID, busy)
	r = record{
		Way: w.id, Target: "waits", Language: l.ID, Operation: o.Name,
		NS:       m.least(system, operationsName, o.Name, "ns"),
		Worst:    m.least(system, operationsName, o.Name, "worst"),
		Expected: o.Cost.Expected(base), Trips: o.Cost.Trips, Bytes: o.Cost.Bytes,
	}
	if busy {
		r.Target = "computes"
	}
	if math.IsNaN(r.NS) || math.IsNaN(r.Expected) {
		return r, false
	}
	r.Ratio = r.NS / r.Expected
	if r.Marked = r.Ratio > operationsFactor; r.Marked {
		r.Reason = o.Why(base)
	}
	return r, true
}

// records are all rows that have figures.
func (m *operationsBench) records() (list []record) {
	m.eachGroup(func(w operationsWay, l operations.Language, busy bool, base operations.Base) {
		for _, o := range m.measuredWith(l, busy) {
			if r, ok := m.measuredOf(w, l, o, busy, base); ok {
				list = append(list, r)
			}
		}
	})
	return list
}

// eachGroup goes through the ways, languages and kinds of target that have operations.
func (m *operationsBench) eachGroup(f func(w operationsWay, l operations.Language, busy bool,
	base operations.Base)) {
	for _, w := range m.ways {
		for _, busy := range []bool{false, true} {
			base := m.baseOf(w, busy)
			for _, l := range operations.Languages {
				if len(m.chosen[l.ID]) > 0 {
					f(w, l, busy, base)
				}
			}
		}
	}
}

func (m *operationsBench) head(ctx context.Context) {
	fmt.Fprintf(m.Out, "coral bench operations: two images, lower quartile of the turns, "+
		"best of %d rounds; a row beyond %d × what is expected is marked\n",
		m.rounds, operationsFactor)
	m.linkHead(ctx)
	for _, w := range m.ways {
		b := m.baseOf(w, false)
		text := fmt.Sprintf("a cache line there and back %s, a call %s",
			duration(b.Line), duration(b.Call))
		switch {
		case b.Link:
			text = "a message there and back " + duration(b.Trip)
		case b.Mapped:
			text = "a cache line there and back " + duration(b.Line)
		}
		if text += fmt.Sprintf(", %.1f GB/s", 1/b.Byte); math.IsNaN(b.Byte) {
			text = "not measured"
		}
		fmt.Fprintf(m.Out, "  %-10s %s: %s\n", "way", w.title, text)
	}
	for _, what := range m.left {
		fmt.Fprintf(m.Out, "  not run    %s\n", what)
	}
}

func (m *operationsBench) groups() (list []*group) {
	m.eachGroup(func(w operationsWay, l operations.Language, busy bool, base operations.Base) {
		g := &group{
			title: fmt.Sprintf("%s: %s, %s", w.title, l.Name, targetText(busy)),
			compares: "value: one operation; limit: what its messages and bytes take; " +
				"below: the worst turn, or why it takes longer",
		}
		for _, o := range m.measuredWith(l, busy) {
			g.rows = append(g.rows, m.rowOf(w, l, o, busy, base))
		}
		list = append(list, g)
	})
	return list
}

func (m *operationsBench) rowOf(w operationsWay, l operations.Language, o operations.Operation,
	busy bool, base operations.Base) row {
	r := row{name: o.Name, required: fmt.Sprintf("≤ %d", operationsFactor), verdict: missing}
	found, ok := m.measuredOf(w, l, o, busy, base)
	if !ok {
		return r
	}
	r.measured(duration(found.NS), duration(found.Expected), found.Ratio, !found.Marked)
	if found.Marked {
		r.detail = "worst " + duration(found.Worst)
		if found.Reason != "" {
			r.verdict, r.detail = explained, found.Reason
		}
	}
	return r
}

// joinFiles writes the files that were asked for, and joins what went wrong.
func joinFiles(err error, o OperationsOptions, records []record) error {
	for _, file := range []struct {
		name  string
		write func(io.Writer, []record) error
	}{{o.CSV, writeCSV}, {o.JSON, writeJSON}} {
		if file.name == "" {
			continue
		}
		var text strings.Builder
		wrong := file.write(&text, records)
		if wrong == nil {
			wrong = os.WriteFile(file.name, []byte(text.String()), 0o666)
		}
		if wrong != nil {
			err = errors.Join(err, fmt.Errorf("bench operations: %w", wrong))
		}
	}
	return err
}

func writeJSON(w io.Writer, records []record) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	if records == nil {
		records = []record{}
	}
	return e.Encode(records)
}

func writeCSV(w io.Writer, records []record) error {
	c := csv.NewWriter(w)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	_ = c.Write([]string{"way", "target", "language", "operation", "ns", "worst_ns", "expected_ns",
		"round_trips", "bytes", "ratio", "marked", "reason"})
	for _, r := range records {
		_ = c.Write([]string{r.Way, r.Target, r.Language, r.Operation,
			number(r.NS), number(r.Worst), number(r.Expected), number(r.Trips), number(r.Bytes),
			number(r.Ratio), strconv.FormatBool(r.Marked), r.Reason})
	}
	c.Flush()
	return c.Error()
}
