package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// A neighbour over an edge that is not periodic is rank_none, which no image is. An asynchronous
// copy to it, or from it, moves nothing and is complete; an event of it is none.

// nobody is the condition that the image of some operand is rank_none; "": it never is.
func (x *stmt) nobody(operands ...syntax.Expr) string {
	var conditions []string
	for _, e := range operands {
		r, ok := e.(*syntax.Ref)
		if !ok || r.Coindexed() == nil {
			continue
		}
		if c := x.isNobody(r); c != "" {
			conditions = append(conditions, c)
		}
	}
	return strings.Join(conditions, " .or. ")
}

// isNobody is the condition that a coindexed object's image is rank_none. Only where cosubscripts
// are ranks, not where the program gives a lower cobound; ALLOCATE statements may give one to an
// allocatable coarray.
func (x *stmt) isNobody(r *syntax.Ref) string {
	part := r.Coindexed()
	info := x.scope.Reference(r)
	var sym *resolve.Symbol
	for i, p := range r.Parts {
		if p == part {
			sym = info.Parts[i]
		}
	}
	if sym == nil || sym.Corank() != 1 || len(part.Selector.Cosubs) != 1 {
		return ""
	}
	d, rank := sym.Codims.Dims[0], part.Selector.Cosubs[0]
	if _, ok := x.scope.Int(rank); ok || !d.Ranks && d.Kind != syntax.DimDeferred {
		return ""
	}
	x.evaluateOnce(rank)
	x.expr(rank)
	text := x.t.Render(rank.Span())
	condition := fmt.Sprintf("(%s) == -1", text)
	if !d.Ranks && part == r.Parts[0] {
		if own, local, ok := x.coarrayOf(r, part, info); ok {
			x.refreshSelected(own, local, part.Selector)
			condition += fmt.Sprintf(" .and. (%s) == 0",
				x.cosubscriptIndex(own, local, part.Selector))
		}
	}
	return condition
}

// emptyCopy hands the runtime a copy of nothing, with its events.
func (x *stmt) emptyCopy(args map[string]syntax.Expr) []emit.Line {
	before, after := "0_"+x.l.use("coral_ik"), "0_"+x.l.use("coral_ik")
	if e := args["ev_before"]; e != nil {
		before = x.address(e)
	}
	lines := []emit.Line{x.line("call %s()", x.l.use("coral_caf_copy_begin"))}
	call := func(after string) emit.Line {
		return x.line("call %s(%s, %s, %s)", x.l.use("coral_caf_copy"), before, after, x.where())
	}
	e := args["ev_after"]
	if e == nil {
		return append(lines, call(after))
	}
	missing := x.nobody(e)
	if missing == "" {
		return append(lines, call(x.address(e)))
	}
	lines = append(lines, x.line("if (%s) then", missing), call(after), x.line("else"),
		call(x.address(e)))
	return append(lines, x.line("end if"))
}
