package bench

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Verdicts of a row.
const (
	ok      = "ok"
	behind  = "BEHIND"
	equal   = "equal" // neither side can be ahead
	missing = "no figure"
	shown   = "" // only shown: there is no limit for it
)

// row is one line of the table, as text.
type row struct {
	name     string
	value    string
	limit    string
	ratio    string
	required string
	verdict  string
	detail   string // a further line below: the sizes of a shape
}

// group is the rows that are compared alike.
type group struct {
	title    string
	compares string // what the columns mean here
	columns  row    // the headings, where they are not those of other tables
	rows     []row
}

var headings = row{name: "row", value: "value", limit: "limit", ratio: "ratio",
	required: "required", verdict: ""}

func (r row) cells() []string {
	return []string{r.name, r.value, r.limit, r.ratio, r.required, r.verdict}
}

// write prints the group with its columns aligned, the first to the left, figures to the right.
func (g *group) write(w io.Writer) {
	if len(g.rows) == 0 {
		return
	}
	columns := headings
	if g.columns.name != "" {
		columns = g.columns
	}
	widths := make([]int, len(columns.cells()))
	for _, r := range append([]row{columns}, g.rows...) {
		for i, cell := range r.cells() {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	fmt.Fprintf(w, "\n%s\n", g.title)
	if g.compares != "" {
		fmt.Fprintf(w, "  %s\n", g.compares)
	}
	writeRow(w, columns, widths)
	for _, r := range g.rows {
		writeRow(w, r, widths)
		if r.detail != "" {
			fmt.Fprintf(w, "      %s\n", r.detail)
		}
	}
}

func writeRow(w io.Writer, r row, widths []int) {
	cells := r.cells()
	last := len(cells) - 1
	var line strings.Builder
	for i, cell := range cells {
		gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
		if i == 0 || i == last {
			line.WriteString("  " + cell + gap)
		} else {
			line.WriteString("  " + gap + cell)
		}
	}
	fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
}

// tally counts the rows that are behind their limit and those without a figure.
func tally(groups []*group) (late, without int) {
	for _, g := range groups {
		for _, r := range g.rows {
			switch r.verdict {
			case behind:
				late++
			case missing:
				without++
			}
		}
	}
	return late, without
}

// measured fills in what was found; the ratio is that of value and limit, or its inverse.
func (r *row) measured(value, limit string, ratio float64, good bool) {
	r.value, r.limit, r.ratio = value, limit, fmt.Sprintf("%.2f", ratio)
	r.verdict = verdict(good)
}

func verdict(good bool) string {
	if good {
		return ok
	}
	return behind
}
