package metamorphic

import (
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// edits are changes of one text.
type edits struct {
	src  *diag.Source
	list []edit
}

type edit struct {
	start, end int
	text       string
}

func (e *edits) replace(r diag.Range, text string) {
	e.list = append(e.list, edit{int(r.Start), int(r.End), text})
}

// around puts text in front of a range and behind it. Ranges are nested, or apart; of those that
// begin or end at the same place the outer one must come first.
func (e *edits) around(r diag.Range, before, after string) {
	e.list = append(e.list, edit{int(r.Start), int(r.Start), before})
	// what is behind an inner range comes before what is behind an outer one
	e.list = append([]edit{{int(r.End), int(r.End), after}}, e.list...)
}

func (e *edits) before(at int32, text string) {
	e.list = append(e.list, edit{int(at), int(at), text})
}

// String is the changed text.
func (e *edits) String() string {
	sort.SliceStable(e.list, func(i, j int) bool { return e.list[i].start < e.list[j].start })
	var b strings.Builder
	at := 0
	for _, x := range e.list {
		b.WriteString(e.src.Text[at:x.start])
		b.WriteString(x.text)
		at = x.end
	}
	b.WriteString(e.src.Text[at:])
	return b.String()
}
