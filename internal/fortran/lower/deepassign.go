package lower

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// deepCopying is what a statement does with objects that have components elsewhere.
type deepCopying struct {
	// deep is the coindexed object of a deep assignment, copied the object as it is named here if
	// it is copied to the variable itself.
	deep   *syntax.Ref
	copied string
	// typed is the variable of the statement that has the value of an assignment with its dynamic
	// type.
	typed string
	// inlined counts the types whose objects are being copied or broadcast by statements in place
	// of a procedure (inline.go).
	inlined int
}

// Assignments of coindexed structures: `w = x[k]`. The generated copy procedure defines the
// variable itself where that cannot be part of what is read; else it is called once more, from the
// temporary to the variable. That saves the native compiler's copy, which, with gfortran 12, is
// only one level deep for types that have allocatable components of their own type.

// deepAssignment gives the coindexed object that an assignment copies to a variable of the same
// type; nil: it is another kind of assignment.
func (x *stmt) deepAssignment(a *syntax.AssignStmt) *syntax.Ref {
	l, ok1 := a.LHS().(*syntax.Ref)
	r, ok2 := withoutParens(a.RHS()).(*syntax.Ref)
	if !ok1 || !ok2 || l.Coindexed() != nil || r.Coindexed() == nil ||
		x.fl.group != nil || len(x.loops) > 0 {
		return nil
	}
	li, ri := x.scope.Reference(l), x.scope.Reference(r)
	to, from := li.Types[len(li.Types)-1], ri.Types[len(ri.Types)-1]
	if to == nil || from == nil || li.Call || li.Base == nil || to.Base != syntax.TypeDerived ||
		from.Base != syntax.TypeDerived {
		return nil
	}
	d := from.DerivedOf()
	if d == nil || to.DerivedOf() != d || !derived.NeedsCopy(d) || derived.Confined(d) ||
		x.l.prog.MayDefineAssignment(d) || d.Def == nil || len(d.Def.Head.Params) > 0 ||
		li.Rank < 0 || ri.Rank < 0 {
		return nil
	}
	if x.callsUser(l) && !derived.HasRecursive(d) {
		return nil
	}
	// What the variable had is finalized.
	if (mid.HasFinal(d, mid.AnyFinal) || derived.HasPolymorphic(d)) && !derived.HasRecursive(d) {
		return nil
	}
	if li.Rank > 0 && (!derived.HasRecursive(d) || section.HasVectorAnywhere(x.scope, l)) ||
		ri.Rank > li.Rank {
		return nil
	}
	return r
}

// subscriptsOnce puts variables in the place of subscripts that call functions of the user's: the
// variable that is assigned to is named several times.
func (x *stmt) subscriptsOnce(a *syntax.AssignStmt) {
	mid.EachSubscript(a.LHS().(*syntax.Ref), func(e syntax.Expr) {
		if x.callsUser(e) {
			x.planInVariable(e)
		}
	})
}

// mayBePart tells whether the variable of an assignment may be part of a coarray's object, or that
// of it.
func (x *stmt) mayBePart(l *syntax.Ref, coarray *resolve.Symbol) bool {
	info := x.scope.Reference(l)
	if info.Base.Kind == resolve.Associate || info.Parts[0] == coarray {
		return true
	}
	for _, p := range info.Parts {
		if p == nil || p.Flags&(resolve.Pointer|resolve.Target|resolve.Equivalenced) != 0 {
			return true
		}
	}
	return false
}

// finishDeep writes such an assignment, whose sides have been rewritten.
func (x *stmt) finishDeep(a *syntax.AssignStmt, d *resolve.Symbol) {
	l := a.LHS().(*syntax.Ref)
	info, to, from := x.scope.Reference(l), x.t.Render(l.Range), x.copied
	if from == "" {
		from = x.t.Render(x.deep.Range)
	}
	whole := l.Last().Args == nil && info.Parts[len(info.Parts)-1].Has(resolve.Allocatable)
	if info.Rank == 0 {
		before := x.before()
		if whole {
			before = append(before, x.line("if (.not. allocated(%s)) allocate (%s)", to, to))
		}
		x.store(before, x.copyObject(d, to, from), x.after())
		return
	}
	var indices, heads, ends []string
	elementwise := x.scope.Reference(x.deep).Rank > 0
	for k := 1; k <= info.Rank; k++ {
		index := fmt.Sprintf("coral_j_%d", k)
		x.declare("integer :: " + index)
		indices = append(indices, index)
		heads = append([]string{fmt.Sprintf("do %s = 1, size(coral_e,%d)", index, k)}, heads...)
		ends = append(ends, "end do")
	}
	before := x.before()
	if whole && elementwise {
		before = append(before, x.line("if (allocated(%s)) then", to),
			x.line("  if (any(shape(%s) /= shape(%s))) deallocate (%s)", to, from, to),
			x.line("end if"),
			x.line("if (.not. allocated(%s)) allocate (%s%s)", to, to, boundsLike(from, info.Rank)))
	}
	before = append(before, x.line("associate (coral_e => %s)", to))
	for _, h := range heads {
		before = append(before, x.line("%s", h))
	}
	if elementwise {
		from += "(" + shifted(from, indices) + ")"
	}
	var after []emit.Line
	for _, e := range append(ends, "end associate") {
		after = append(after, x.line("%s", e))
	}
	x.store(before, x.copyObject(d, "coral_e("+shifted("coral_e", indices)+")", from),
		append(after, x.after()...))
}
