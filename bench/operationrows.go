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
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/bench/operations"
)

// explained is the verdict of a row that takes longer than is expected, for the reason that
// stands beside it.
const explained = "explained"

// operationRow is a row of `coral bench operations`.
type operationRow struct {
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
	o operations.Operation, busy bool, base operations.Base) (r operationRow, ok bool) {
	system := w.system(l.ID, busy)
	r = operationRow{
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
func (m *operationsBench) records() (list []operationRow) {
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
	fmt.Fprintf(m.Out, "coral bench operations: between two images; lower quartile of the turns, "+
		"%s\n", roundsText(m.rounds))
	m.machineHead()
	for _, w := range m.ways {
		fmt.Fprintf(m.Out, "  way        %s (%s): %s\n", w.title, w.id,
			wayText(m.baseOf(w, false)))
	}
	m.explainHead()
	for _, w := range m.ways {
		if text := m.changed(w); text != "" {
			fmt.Fprintf(m.Out, "  warning    %s: %s\n", w.title, text)
		}
	}
	for _, what := range m.left {
		fmt.Fprintf(m.Out, "  not run    %s\n", what)
	}
}

func roundsText(rounds int) string {
	if rounds == 1 {
		return "one round"
	}
	return fmt.Sprintf("best of %d rounds", rounds)
}

// wayText is what was measured of a way, from which the expected figures are made.
func wayText(b operations.Base) string {
	if math.IsNaN(b.Byte) {
		return "not measured"
	}
	var text string
	switch {
	case b.Link:
		text = "an event there and back " + duration(b.Trip)
	case b.Mapped:
		text = "a cache line there and back " + duration(b.Line)
	default:
		text = fmt.Sprintf("a cache line there and back %s, a get of 8 bytes %s",
			duration(b.Line), duration(b.Call))
	}
	return text + fmt.Sprintf(", %.1f GB/s", 1/b.Byte)
}

// explainHead says what the columns mean, what of the expected figures is estimated, and what the
// words in names mean that occur in this table.
func (m *operationsBench) explainHead() {
	fmt.Fprint(m.Out, "  expected   what the messages, bytes and calls of an operation take by "+
		"the figures above\n             and these estimates: 50 ns a call of Coral, 1.5 µs to "+
		"wake an image that waits")
	if m.anyLink() {
		fmt.Fprint(m.Out, ",\n             50 µs until an image that computes answers, and for a "+
			"message whose arrival\n             nobody awaits, a quarter of the time there and "+
			"back")
	}
	fmt.Fprintf(m.Out, "\n  ratio      measured / expected; a row above %d is marked BEHIND, or "+
		"explained where a reason is known\n", operationsFactor)
	m.eachKind(func(busy bool) {
		if busy {
			fmt.Fprint(m.Out, "  target computes   image 2 computes and calls nothing of Coral\n")
		} else {
			fmt.Fprint(m.Out, "  target waits      image 2 waits for an event\n")
		}
	})
	for _, word := range nameWords {
		if m.anyName(word.in) {
			fmt.Fprintf(m.Out, "  %-17s %s\n", word.in, word.means)
		}
	}
}

// nameWords are the parts of operations' names that need words.
var nameWords = []struct{ in, means string }{
	{"-own", "on a variable of image 1 itself"},
	{"-complete", "with SYNC MEMORY behind it: the other image has the data"},
	{"-ping-pong", "image 1 to image 2 and back"},
	{"-contended", "both images do it at once"},
}

func (m *operationsBench) anyLink() bool {
	return slices.ContainsFunc(m.ways, func(w operationsWay) bool { return w.base.Link })
}

// anyName says whether an operation that was chosen has the word in its name: "-own" only at its
// end, since own operations of a program's are another thing.
func (m *operationsBench) anyName(word string) bool {
	for _, list := range m.chosen {
		for _, o := range list {
			if strings.HasSuffix(o.Name, word) ||
				word != "-own" && strings.Contains(o.Name, word) {
				return true
			}
		}
	}
	return false
}

// eachKind goes through the kinds of target with which the chosen operations are measured.
func (m *operationsBench) eachKind(f func(busy bool)) {
	for _, busy := range []bool{false, true} {
		if slices.ContainsFunc(operations.Languages, func(l operations.Language) bool {
			return len(m.measuredWith(l, busy)) > 0
		}) {
			f(busy)
		}
	}
}

// changed says that a ping-pong was faster than the bare cache line, which it cannot be unless the
// machine has changed between the two; "": none was.
func (m *operationsBench) changed(w operationsWay) string {
	if !w.base.Mapped {
		return ""
	}
	base := m.baseOf(w, false)
	for _, l := range operations.Languages {
		for _, o := range m.measuredWith(l, false) {
			r, ok := m.measuredOf(w, l, o, false, base)
			if ok && strings.Contains(o.Name, "-ping-pong") && r.NS < base.Line {
				return fmt.Sprintf("%s took %s, less than the bare cache line: the processors "+
					"were nearer to each other then (threads of one core), or other programs "+
					"ran beside the bare line. What is expected is too much", l.Full(o),
					duration(r.NS))
			}
		}
	}
	return ""
}

// operationColumns are the headings of the table.
var operationColumns = row{name: "operation", value: "measured", limit: "expected",
	ratio: "ratio", required: "allowed"}

func (m *operationsBench) groups() (list []*group) {
	m.eachGroup(func(w operationsWay, l operations.Language, busy bool, base operations.Base) {
		g := &group{
			title:   fmt.Sprintf("%s: %s, %s", w.title, l.Name, targetText(busy)),
			columns: operationColumns,
		}
		for _, o := range m.measuredWith(l, busy) {
			g.rows = append(g.rows, m.rowOf(w, l, o, busy, base))
		}
		list = append(list, g)
	})
	return list
}

// operationsSummary counts the rows.
func operationsSummary(groups []*group) string {
	behind, missing := tally(groups)
	return fmt.Sprintf("%s more than %d × what is expected (BEHIND); %s no figure",
		counted(behind, "row takes", "rows take"), operationsFactor,
		counted(missing, "row has", "rows have"))
}

func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
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
		r.detail = "worst turn " + duration(found.Worst)
		if found.Reason != "" {
			r.verdict, r.detail = explained, found.Reason
		}
	}
	return r
}

// joinFiles writes the files that were asked for, and joins what went wrong.
func joinFiles(err error, o OperationsOptions, records []operationRow) error {
	for _, file := range []struct {
		name  string
		write func(io.Writer, []operationRow) error
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

func writeJSON(w io.Writer, records []operationRow) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	if records == nil {
		records = []operationRow{}
	}
	return e.Encode(records)
}

func writeCSV(w io.Writer, records []operationRow) error {
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
