package alias

import (
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// MayShare tells whether an array reference may be to the memory of another one, and one of them is
// to an object of another image. Viewed are the coarrays whose local references are written as
// references to their views, too.
func MayShare(scope *resolve.Scope, l, r *syntax.Ref, viewed map[*resolve.Symbol]bool) bool {
	to, from := scope.Reference(l), scope.Reference(r)
	switch {
	case to.Base == nil || from.Base == nil || from.Call || from.Rank == 0:
		return false
	case !l.Remote() && !r.Remote():
		return false
	case mid.Root(to.Base) == mid.Root(from.Base) && throughOneView(scope, l, r, to, from, viewed):
		return false
	}
	return MayAlias(l, r, to, from)
}

// throughOneView tells whether two references to a coarray are written as such to one view. Those
// with TEAM= or TEAM_NUMBER= go through a view of their own.
func throughOneView(scope *resolve.Scope, l, r *syntax.Ref, to, from *resolve.Reference,
	viewed map[*resolve.Symbol]bool) bool {
	through := func(r *syntax.Ref, info *resolve.Reference) bool {
		if r.Coindexed() != nil && r.Coindexed() != r.Parts[0] || info.Indirect > 0 {
			return false
		}
		return mid.ViewedAs(scope, r) != "" && (r.Coindexed() != nil || viewed[info.Parts[0]])
	}
	return to.Parts[0] == from.Parts[0] && through(l, to) && through(r, from) &&
		ofTeam(l) == ofTeam(r)
}

// ofTeam tells whether a reference has TEAM= or TEAM_NUMBER=.
func ofTeam(r *syntax.Ref) bool {
	p := r.Coindexed()
	return p != nil && mid.TeamSpec(p.Selector) != nil
}

// ThroughTwoViews tells whether an assignment names one coarray with TEAM= or TEAM_NUMBER= on one
// side, and without on the other.
func ThroughTwoViews(scope *resolve.Scope, a *syntax.AssignStmt) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok {
		return false
	}
	root := mid.Root(scope.Reference(l).Base)
	return root != nil && mid.RefersTo(scope, a.RHS(),
		func(r *syntax.Ref, info *resolve.Reference) bool {
			return mid.Root(info.Base) == root && ofTeam(l) != ofTeam(r)
		})
}

// Shares tells whether the right side of an array assignment may have memory of the left side.
func Shares(scope *resolve.Scope, a *syntax.AssignStmt, viewed map[*resolve.Symbol]bool) bool {
	l, ok := a.LHS().(*syntax.Ref)
	return ok && scope.Reference(l).Rank != 0 && mid.RefersTo(scope, a.RHS(),
		func(r *syntax.Ref, _ *resolve.Reference) bool { return MayShare(scope, l, r, viewed) })
}

// Overlaps tells whether an array assignment names components of one coarray coindexed and
// something of it locally, or both sides coindexed: they may be the same memory, which the native
// compiler cannot know.
func Overlaps(scope *resolve.Scope, a *syntax.AssignStmt) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || scope.Reference(l).Rank == 0 {
		return false
	}
	base := scope.Reference(l).Parts[0]
	through := l.Coindexed() != nil &&
		(l.Coindexed() != l.Parts[0] || scope.Reference(l).Indirect > 0)
	found := false
	syntax.Inspect(a.RHS(), func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if !ok {
			return true
		}
		info := scope.Reference(r)
		if info.Parts[0] != base || base == nil {
			return true
		}
		found = found || through || r.Coindexed() != nil &&
			(r.Coindexed() != r.Parts[0] || info.Indirect > 0)
		return true
	})
	return found
}

// Disjoint tells whether two sections share no memory.
func Disjoint(scope *resolve.Scope, l, r *syntax.Ref) bool {
	return block(scope, l) && block(scope, r) &&
		scope.Reference(l).Parts[0] != scope.Reference(r).Parts[0]
}

// block tells whether a section may be one side of coral_copy_block: its array cannot share memory
// with another variable, and where it begins is written down.
func block(scope *resolve.Scope, r *syntax.Ref) bool {
	if args := r.Parts[0].Args; args != nil {
		for _, a := range args.Items {
			if t, ok := a.Value.(*syntax.Triplet); ok && t.Step != nil && t.Lower == nil {
				return false
			}
		}
	}
	return scope.Reference(r).Parts[0].Flags&(resolve.Target|resolve.Equivalenced|
		resolve.InCommon) == 0
}

// KeepsBounds tells whether a variable has all elements of a coarray or of a component, under the
// same subscripts.
func KeepsBounds(scope *resolve.Scope, base *resolve.Symbol) bool {
	if base.Kind != resolve.Associate {
		return true
	}
	_, sel := scope.AssociateCoarray(base)
	return sel != nil
}
