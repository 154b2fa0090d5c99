package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// The split procedure form: the statements of a subroutine become those of an internal one, which
// gets the coarrays as arguments of explicit shape. The back end then knows that nothing else
// reaches them.
//
//	  call coral_body_s(a)
//	contains
//	  subroutine coral_body_s(coral_local_a)
//	    real :: coral_local_a(10,20)
//	    integer :: i
//	    do i = 1, 10
//	      coral_local_a(i,1) = 0
//	    end do
//	  end subroutine
//	end subroutine
//
// That holds where the statements are assignments, loops and branches on this image's data, and
// call nothing but intrinsic functions: whatever is called, or the coarray's name with an image
// selector, might reach the same memory. Scalars of the subroutine become the inner one's.

// splitting is what is known of a subroutine that is split.
type splitting struct {
	order  []*resolve.Symbol
	locals map[*resolve.Symbol]string // their names in the procedure
}

// splits finds out whether a procedure is split.
func (l *lowerer) splits(scope *resolve.Scope, body *syntax.ScopeBody, end syntax.Stmt) {
	sub, ok := scope.Node.(*syntax.Subprogram)
	if l.opt.localForm() != FormSplit || l.formsApart() || !ok || sub.Head == nil ||
		body.Contains != nil || len(body.Exec) == 0 || sub.Head.Kind != syntax.Subroutine ||
		scope.Pure || sub.Head.Has("elemental") || end == nil || end.Info().Label != nil ||
		scope.Host != nil && !isOutermost(scope.Host) || scope.SaveAll {
		return
	}
	if first := l.firstStmt(body.Exec[0]); first == nil || first.Info().Label != nil {
		return
	}
	s := &splitting{locals: map[*resolve.Symbol]string{}}
	fits := true
	syntax.EachStmt(body.Exec, func(st syntax.Stmt) {
		fits = fits && l.fitsSplit(scope, st, s)
	})
	if !fits || len(s.order) == 0 {
		return
	}
	if l.unit.split == nil {
		l.unit.split = map[*resolve.Scope]*splitting{}
	}
	l.unit.split[scope] = s
}

// fitsSplit tells whether a statement may stand in a split procedure, and notes its coarrays.
func (l *lowerer) fitsSplit(scope *resolve.Scope, st syntax.Stmt, s *splitting) bool {
	switch st := st.(type) {
	case *syntax.AssignStmt:
		if st.MaybeStmtFunc || scope.AssignmentMayCall(st.LHS(), st.RHS()) {
			return false
		}
	case *syntax.DoStmt:
		if st.Concurrent != nil {
			return false
		}
	case *syntax.ReturnStmt:
		if st.Value != nil {
			return false
		}
	case *syntax.IfStmt, *syntax.IfThenStmt, *syntax.ElseIfStmt, *syntax.ElseStmt,
		*syntax.CycleStmt, *syntax.ExitStmt, *syntax.EndStmt, *syntax.ContinueStmt:
	default:
		return false
	}
	x := &stmt{l: l, s: st, scope: scope, h: &hooks{}, fl: &flow{scope: scope}}
	ok := true
	syntax.StmtExprs(st, func(e syntax.Expr) {
		ok = ok && !syntax.HasCoindexed(e) && x.understood(e)
		syntax.Inspect(e, func(n syntax.Node) bool {
			r, is := n.(*syntax.Ref)
			if !ok || !is {
				return ok
			}
			sym, name := scope.Reference(r).Parts[0], r.First().Name
			if !sym.IsCoarray() {
				return true
			}
			if !x.formable(sym, name) || x.declaredBounds(sym) == nil {
				ok = false
			} else if !slices.Contains(s.order, sym) {
				s.order = append(s.order, sym)
				s.locals[sym] = name
			}
			ok = ok && s.locals[sym] == name
			return ok
		})
	})
	return ok
}

// splitName gives the dummy argument that stands for a coarray in a split procedure.
func (x *stmt) splitName(sym *resolve.Symbol) string {
	if s := x.l.unit.split[x.scope]; s != nil && s.locals[sym] != "" {
		return localFormName(s.locals[sym])
	}
	return ""
}

// writeSplit puts the statements of a procedure that is split into an internal one.
func (l *lowerer) writeSplit(scope *resolve.Scope, body *syntax.ScopeBody, end syntax.Stmt) {
	s := l.unit.split[scope]
	if s == nil {
		return
	}
	first := l.firstStmt(body.Exec[0])
	x := l.newStmt(first, &flow{scope: scope})
	name := mangle.Name("coral_body_", scope.Name)
	var actual, dummies, decls []string
	for _, sym := range s.order {
		local := localFormName(s.locals[sym])
		actual = append(actual, l.userName(s.locals[sym]))
		dummies = append(dummies, local)
		decls = append(decls, fmt.Sprintf("  %s :: %s(%s)", x.typeHere(sym.TypeOf()), local,
			strings.Join(x.declaredBounds(sym), ",")))
	}
	decls = append(decls, l.ownScalars(scope, x)...)
	lines := append([]string{fmt.Sprintf("call %s(%s)", name, strings.Join(actual, ", ")),
		"contains", fmt.Sprintf("subroutine %s(%s)", name, strings.Join(dummies, ", "))}, decls...)
	p := l.planOf(first)
	p.Before = append(linesAt(first, lines), p.Before...)
	q := l.planOf(end)
	q.Before = append(q.Before, linesAt(end, []string{"end subroutine"})...)
}

// ownScalars declares the scalars of a procedure once more, as those of its inner one.
func (l *lowerer) ownScalars(scope *resolve.Scope, x *stmt) []string {
	var out []string
	for _, sym := range scope.Order {
		if sym.Scope != scope || sym.Kind != resolve.Variable || sym.Rank() != 0 ||
			sym.IsCoarray() || !numeric(sym.TypeOf()) || sym.Flags&^resolve.Typed != 0 ||
			sym.Init != nil {
			continue
		}
		if typ := x.typeHere(sym.TypeOf()); typ != "" {
			out = append(out, "  "+typ+" :: "+sym.Name)
		}
	}
	return out
}
