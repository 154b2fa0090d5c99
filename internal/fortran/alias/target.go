package alias

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Targets tells whether an array assignment names a coarray with TARGET coindexed, and on the other
// side what may point to the same memory, or be it. gfortran does not take a view, which is a
// component, for what another pointer points to, and no temporary where both overlap.
func Targets(scope *resolve.Scope, a *syntax.AssignStmt) bool {
	return targetsWhere(scope, a, func(_, _ *resolve.Reference) bool { return true })
}

// TargetsByOtherNames tells so of what has another name than the left side.
func TargetsByOtherNames(scope *resolve.Scope, a *syntax.AssignStmt) bool {
	return targetsWhere(scope, a, func(to, from *resolve.Reference) bool {
		return mid.Root(from.Base) != mid.Root(to.Base)
	})
}

// targetsWhere tells so of the references for which a condition holds.
func targetsWhere(scope *resolve.Scope, a *syntax.AssignStmt,
	counts func(to, from *resolve.Reference) bool) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || scope.Reference(l).Rank == 0 {
		return false
	}
	to := scope.Reference(l)
	with := func(kind func(*syntax.Ref, *resolve.Reference) bool) bool {
		return mid.RefersTo(scope, a.RHS(), func(r *syntax.Ref, info *resolve.Reference) bool {
			return kind(r, info) && counts(to, info)
		})
	}
	if l.Coindexed() != nil {
		return targeted(l, to) && with(Pointing) || TargetDummies(scope, a)
	}
	return Pointing(l, to) && with(targeted)
}

// targeted tells whether a reference is to a coindexed object with TARGET.
func targeted(r *syntax.Ref, info *resolve.Reference) bool {
	return r.Coindexed() != nil && (info.Parts[0].Has(resolve.Target) ||
		mid.Root(info.Base) != nil && mid.Root(info.Base).Has(resolve.Target))
}

// Pointing tells whether a reference may be to a part of a variable with TARGET on this image, by
// another name.
func Pointing(r *syntax.Ref, info *resolve.Reference) bool {
	if r.Coindexed() != nil || info.Rank == 0 || info.Call {
		return false
	}
	for _, s := range append(slices.Clone(info.Parts), mid.Root(info.Base)) {
		if s != nil && (s.Has(resolve.Pointer) || s.Has(resolve.Target) && s.Has(resolve.Dummy)) {
			return true
		}
	}
	return false
}

// TargetDummies tells whether both sides have coindexed objects of different coarrays that may be
// one (OneTarget).
func TargetDummies(scope *resolve.Scope, a *syntax.AssignStmt) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok {
		return false
	}
	to := scope.Reference(l)
	if !targeted(l, to) {
		return false
	}
	return mid.RefersTo(scope, a.RHS(), func(r *syntax.Ref, info *resolve.Reference) bool {
		return targeted(r, info) && mid.Root(to.Base) != mid.Root(info.Base) && OneTarget(to, info)
	})
}

// OneTarget tells whether two references may be to one object, since both are to objects with
// TARGET, and one to a dummy argument: the other may be its actual argument (F2018 15.5.2.13).
func OneTarget(a, b *resolve.Reference) bool {
	to, from := mid.Root(a.Base), mid.Root(b.Base)
	return to != nil && from != nil && to.Has(resolve.Target) && from.Has(resolve.Target) &&
		(to.Has(resolve.Dummy) || from.Has(resolve.Dummy))
}

// Copointers tells whether an array assignment has on its two sides what a copointer refers to, and
// what that may be: the native compiler would not take the temporary that overlapping sections
// need.
func Copointers(scope *resolve.Scope, a *syntax.AssignStmt) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || scope.Reference(l).Rank == 0 {
		return false
	}
	shared := func(r *syntax.Ref, info *resolve.Reference) bool {
		return r.Remote() || info.Parts[0].IsCoarray() || Pointing(r, info)
	}
	if l.ThroughCopointer() {
		return mid.RefersTo(scope, a.RHS(), shared)
	}
	return shared(l, scope.Reference(l)) &&
		mid.RefersTo(scope, a.RHS(), func(r *syntax.Ref, _ *resolve.Reference) bool {
			return r.ThroughCopointer()
		})
}
