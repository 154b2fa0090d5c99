package lower

import (
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Statement functions. No line can stand around the expression of one, so coindexed objects in it
// are transferred in place (inplace.go), and each statement that refers to the function refreshes
// the views.

// viewUse is a view that a statement function goes through, with the name of its coarray.
type viewUse struct {
	sym   *resolve.Symbol
	local string
}

// statementFunction rewrites the expression of a statement function.
func (l *lowerer) statementFunction(scope *resolve.Scope, st *syntax.AssignStmt) {
	if !st.MaybeStmtFunc || !l.isSpecLike(scope, st) {
		return
	}
	var views []viewUse
	x := &stmt{l: l, s: st, scope: scope, t: l.newText(st), h: &hooks{}, fl: &flow{scope: scope},
		timing: timing{place: inPlace}, viewing: viewing{views: &views}}
	x.expr(st.RHS())
	if len(x.h.gets)+len(x.h.puts)+len(x.h.decls)+len(x.pre)+len(x.afterGets)+len(x.post) > 0 {
		l.errorf("C0230", st.RHS().Span(),
			"a statement function cannot refer to this object of another image").Help(
			"write an internal function, after CONTAINS")
		return
	}
	if len(views) > 0 {
		l.viewsOf[scope.Lookup(st.LHS().(*syntax.Ref).First().Name)] = views
	}
	l.replaceBy(st, x.t)
}

// viewsOfFunction refreshes the views that a statement function goes through in front of a
// statement that refers to it.
func (x *stmt) viewsOfFunction(r *syntax.Ref, info *resolve.Reference) {
	if info.Base == nil || !info.Base.Has(resolve.StatementFunction) {
		return
	}
	for _, v := range x.l.viewsOf[info.Base] {
		if x.scope.Lookup(v.local) != info.Base.Scope.Lookup(v.local) {
			x.l.errorf("C0230", r.Range, "the statement function '%s' refers to '%s' of another "+
				"image, and '%s' means something else here", r.First().Name, v.local, v.local).
				Help("rename what is declared here")
			return
		}
		x.refresh(v.sym, v.local)
	}
}
