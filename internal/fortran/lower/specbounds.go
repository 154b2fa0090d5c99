package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Coindexed objects in the bounds and lengths that a procedure declares have their values at entry,
// before any statement. Specification functions of coral_rt give these: `real :: a(n[2])` becomes
// `real :: a(coral_bound(n, 2_4, 7_4, 'file'))`.

// boundAtEntry rewrites such an object; false: it is none, or has its value in front of a BLOCK
// construct (blockbounds.go).
func (x *stmt) boundAtEntry(r *syntax.Ref) bool {
	if !inDeclaration(x.s) || x.inFront || x.scope.Kind != resolve.ProcScope || !r.Remote() ||
		r.Parts[0].Selector == nil {
		return false
	}
	part, sym := r.Parts[0], x.scope.Reference(r).Base
	if !sym.IsCoarray() {
		return false
	}
	for _, p := range r.Parts {
		x.args(p.Args)
	}
	var subs []string
	for _, c := range part.Selector.Cosubs {
		x.expr(c)
		subs = append(subs, "int("+x.t.Render(c.Span())+", "+x.l.use("coral_ik")+")")
	}
	at := part.Range.Position()
	where := fmt.Sprintf("%d_4, %s", at.Line, edit.Quote(at.File))
	image := ""
	if sym.Has(resolve.Allocatable) {
		image = fmt.Sprintf("%s(%s, %d_4, [%s], %s)", x.l.use("coral_image_index_now"),
			part.Name.Range.Text(), sym.Corank(),
			strings.Join(subs, ", "), where)
	} else {
		image = "int(" + x.cosubscriptIndex(sym, part.Name.Name, part.Selector) + ", 4)"
	}
	here := part.Name.Range
	if part.Args != nil {
		here.End = part.Args.Range.End
	}
	x.t.Replace(partRange(part), x.t.Render(here))
	x.t.Replace(r.Range, fmt.Sprintf("%s(%s, %s, %s)", x.l.use("coral_bound"), x.t.Render(r.Range),
		image, where))
	return true
}

// inDeclaration tells whether a statement has bounds and lengths that are evaluated at entry.
func inDeclaration(s syntax.Stmt) bool {
	switch s.(type) {
	case *syntax.TypeDeclStmt, *syntax.AttrStmt, *syntax.ProcStmt:
		return true
	}
	return false
}
