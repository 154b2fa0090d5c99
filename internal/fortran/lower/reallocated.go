package lower

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// An assignment must not give an allocated coarray another shape or length (F2018 10.2.1.2).
// gfortran asks realloc for the memory then, which the runtime refuses. flang frees the old memory,
// as DEALLOCATE does on all images: the runtime has to be told that this would be an error.
//
//	call coral_assign_begin(loc(a), line, file)
//	a = expression
//	call coral_assign_end()

// keepsPlace writes the calls around an assignment that could move a coarray.
func (x *stmt) keepsPlace(a *syntax.AssignStmt) {
	r, ok := a.LHS().(*syntax.Ref)
	if !ok || x.l.opt.InlinePointers || x.fl.group != nil || r.Coindexed() != nil ||
		r.Last().Args != nil ||
		a.Info().DoTerminal != 0 {
		return
	}
	sym := x.scope.Reference(r).Parts[len(r.Parts)-1]
	if sym == nil || sym.Codims == nil || !sym.Has(resolve.Allocatable) {
		return
	}
	if x.scope.RankOf(a.RHS()) == 0 && !deferredLength(sym) { // each element gets it
		return
	}
	x.raw(fmt.Sprintf("call %s(%s, %s)", x.l.use("coral_assign_begin"),
		x.loc(x.l.userName(r.Range.Text())), x.where()))
	x.h.puts = append(x.h.puts, hook{raw: "call " + x.l.use("coral_assign_end") + "()", at: x.at()})
}
