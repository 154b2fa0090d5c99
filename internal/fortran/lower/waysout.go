package lower

import (
	"fmt"
	"strconv"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Statements with several ways out: a CALL with alternate returns, input and output with ERR=, END=
// and EOR=. What must happen behind them happens on each way, which leads through a label of its
// own:
//
//	call sub(coral_x%p(2), *99999)
//	if (coral_lib) call coral_put(coral_x%p(2))
//	goto 99998
//	99999 continue
//	if (coral_lib) call coral_put(coral_x%p(2))
//	goto 10
//	99998 continue

// way is a way out: from a label of its own to the user's.
type way struct{ from, to string }

// leavesBy gives each label to which the statement may branch, at the ranges given, a way of its
// own if there is anything behind the statement.
func (x *stmt) leavesBy(labels []diag.Range) {
	if len(labels) == 0 || !x.definesBehind() {
		return
	}
	known := map[string]string{}
	for _, at := range labels {
		to := at.Text()
		if known[to] == "" {
			known[to] = x.l.freshLabel(x.scope.Unit())
			x.ways = append(x.ways, way{known[to], to})
		}
		x.t.Replace(at, known[to])
	}
}

// onEachWay repeats lines on all ways out.
func (x *stmt) onEachWay(lines []emit.Line) []emit.Line {
	if len(x.ways) == 0 {
		return lines
	}
	end := x.l.freshLabel(x.scope.Unit())
	out := append(append([]emit.Line{}, lines...), x.line("%s", "goto "+end))
	for _, w := range x.ways {
		out = append(out, x.line("%s", w.from+" continue"))
		out = append(append(out, lines...), x.line("%s", "goto "+w.to))
	}
	return append(out, x.line("%s", end+" continue"))
}

// freshLabel is a label that a program unit or procedure does not have.
func (l *lowerer) freshLabel(scope *resolve.Scope) string {
	if l.unit.labels == nil {
		l.unit.labels = map[*resolve.Scope]*labels{}
	}
	known := l.unit.labels[scope]
	if known == nil {
		known = &labels{next: 99999, used: map[int]bool{}}
		l.unit.labels[scope] = known
		syntax.Inspect(scope.Node, func(n syntax.Node) bool {
			if s, ok := n.(syntax.Stmt); ok && s.Info().Label != nil {
				known.used[s.Info().Label.Value] = true
			}
			return true
		})
	}
	for known.used[known.next] {
		known.next--
	}
	known.next--
	return fmt.Sprintf("%05d", known.next+1)
}

// labels are those of a program unit or procedure.
type labels struct {
	next int
	used map[int]bool
}

// alternates are the labels of a CALL statement's alternate returns.
func alternates(list []*syntax.Arg) (out []diag.Range) {
	for _, a := range list {
		if r, ok := a.Value.(*syntax.AltReturn); ok && r.Label != nil {
			out = append(out, r.Label.Range)
		}
	}
	return out
}

// branches are the labels of an input/output statement.
func branches(s *syntax.IOStmt) (out []diag.Range) {
	for _, word := range []string{"err", "end", "eor"} {
		c := s.Control(word)
		if c == nil || c.Value == nil {
			continue
		}
		if _, err := strconv.Atoi(c.Value.Span().Text()); err == nil {
			out = append(out, c.Value.Span())
		}
	}
	return out
}
