package lower

import (
	"fmt"
	"slices"
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
	x.expr(rank)
	x.evaluateOnce(rank)
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

// emptyCopy hands the runtime a copy of nothing, with its events. Those of rank_none are none: what
// an event's address needs, a check of its image above all, stands under a condition.
func (x *stmt) emptyCopy(s *syntax.CallStmt, args map[string]syntax.Expr) []emit.Line {
	var addresses []emit.Line
	given := func(which string) string {
		e := args[which]
		if e == nil {
			return "0_" + x.l.use("coral_ik")
		}
		missing := x.nobody(e)
		y := x.underCondition(s)
		name := "coral_caf_" + strings.TrimPrefix(which, "ev_")
		x.h.decls = append(x.h.decls, "integer("+x.l.use("coral_ik")+") :: "+name)
		assigned := x.line("%s = %s", name, y.address(e))
		lines := append(append(y.before(), assigned), y.after()...)
		if missing != "" {
			lines = slices.Concat([]emit.Line{x.line("%s = 0", name),
				x.line("if (.not. (%s)) then", missing)}, indented(lines),
				[]emit.Line{x.line("end if")})
		}
		addresses = append(addresses, lines...)
		return name
	}
	before, after := given("ev_before"), given("ev_after")
	call := []emit.Line{x.line("call %s()", x.l.use("coral_caf_copy_begin")),
		x.line("call %s(%s, %s, %s)", x.l.use("coral_caf_copy"), before, after, x.where())}
	return slices.Concat(x.before(), addresses, call, x.after())
}
