package bench

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/coral-pgas/coral/bench/record"
	"github.com/coral-pgas/coral/internal/provider"
)

// providerRows are the operations of that table: what Coral's program names them, and those of the
// libraries.
func providerRows() (rows []struct{ name, kind, of string }) {
	add := func(name, kind, of string) {
		rows = append(rows, struct{ name, kind, of string }{name, kind, of})
	}
	lengths := []int{netElement, 8 << 10, 128 << 10, 2 << 20}
	for _, n := range lengths {
		add("put and notification, "+bytesText(n), fmt.Sprintf("put/%d", n),
			fmt.Sprintf("%s/%d", netSend, n))
	}
	for _, n := range lengths {
		add("get, "+bytesText(n), fmt.Sprintf("get/%d", n), fmt.Sprintf("%s/%d", netGet, n))
	}
	for _, s := range shortRows {
		add(s.name, s.kind, s.kind)
	}
	const n = 8 << 10
	vector, get := fmt.Sprintf("%s/%d", netVector, n), fmt.Sprintf("%s/%d", netVectorGet, n)
	add(fmt.Sprintf("put of %d elements with a stride", n/netElement), vector, vector)
	add(fmt.Sprintf("get of %d elements with a stride", n/netElement), get, get)
	return rows
}

// itself is the system under which figures of a way's library stand, without Coral.
func (w netWay) itself() string {
	if w.library.ByMPI && !w.library.IsLinked() {
		return w.start
	}
	return w.alone()
}

// providersTable has a column for each way that has been measured: the time with Coral, and that of
// the library by itself. docs/providers.md has its figures from there (package provider).
func (b *bench) providersTable() record.Table {
	t := record.Table{Title: provider.FiguresTable, Columns: []string{"operation"},
		Note: "the time with Coral / that of the library by itself; –: it has no such operation, " +
			"or was not measured"}
	for _, w := range b.measured() {
		t.Columns = append(t.Columns, w.name)
	}
	shown := func(system, kind string) string {
		if ns, ok := b.results.onNet(system, kind); ok {
			return duration(ns)
		}
		return "–"
	}
	for _, r := range providerRows() {
		cells := []string{r.name}
		for _, w := range b.measured() {
			cells = append(cells, shown(w.name, r.kind)+" / "+shown(w.itself(), r.of))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// writeColumns writes a table of many columns.
func writeColumns(out io.Writer, t record.Table) {
	if len(t.Columns) < 2 {
		return
	}
	fmt.Fprintf(out, "\n%s: %s\n", t.Title, t.Note)
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, cells := range append([][]string{t.Columns}, t.Rows...) {
		fmt.Fprintf(columns, "  %s\n", strings.Join(cells, "\t"))
	}
	_ = columns.Flush() // as with all that is written there
}
