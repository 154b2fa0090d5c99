package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What is at address p here is at p + coral_shift + k*coral_step on image k of the current team.
// Copies of sections between mapped images take the address from that: the loads of a view's
// descriptor and its multiplications less, and for static coarrays, which are always there, no view
// is needed at all. That is what a copy of 64 bytes costs.

// near tells whether a coindexed section of one part is reached so.
func (x *stmt) near(r *syntax.Ref) bool {
	return section.IsContiguous(x.scope.Reference(r).Parts[0]) && x.shifted(r)
}

// shifted tells whether the elements of a coindexed section lie as those of this image do, be that
// without gaps or not.
func (x *stmt) shifted(r *syntax.Ref) bool {
	info, p := x.scope.Reference(r), r.Parts[0]
	sym := info.Parts[0]
	if p.Selector == nil || len(r.Parts) != 1 || len(p.Selector.Specs) > 0 || info.Base == nil ||
		info.Base.Kind == resolve.Associate {
		return false
	}
	if !section.IsContiguous(sym) && !section.IsAssumedShape(sym) || sym.Has(resolve.Optional) ||
		x.l.opt.Check ||
		x.l.teams.viewOf(sym, p.Name.Name) != mangle.View(p.Name.Name) {
		return false
	}
	for _, c := range p.Selector.Cosubs {
		if syntax.HasCoindexed(c) {
			return false
		}
	}
	if p.Args != nil {
		for _, a := range p.Args.Items {
			if syntax.HasCoindexed(a.Value) {
				return false
			}
		}
	}
	return true
}

// needsView tells whether a near coarray may not be there, which its view's check finds out.
func (x *stmt) needsView(r *syntax.Ref) bool {
	return x.scope.Reference(r).Parts[0].Flags&(resolve.Allocatable|resolve.Dummy) != 0
}

// finishNear writes a copy without the descriptors of views; false if it is none. The views of
// static coarrays are needed on the library path only. cond says when call is better than mapped,
// the statements; throughViews: they are the user's own, with views.
func (x *stmt) finishNear(a *syntax.AssignStmt, call []emit.Line, cond string, mapped []string,
	throughViews bool) bool {
	l, r := a.LHS().(*syntax.Ref), a.RHS().(*syntax.Ref)
	for _, side := range []*syntax.Ref{l, r} {
		if syntax.HasCoindexed(side) && !x.near(side) {
			return false
		}
	}
	direct := mapped
	if throughViews {
		direct = nil
		if section.HasLeadingStride(l) || section.HasLeadingStride(r) {
			direct = x.pointedCopy(l, r)
		}
		if direct == nil {
			return false
		}
	}
	// what the statement fetches is what it copies; conditional expressions are evaluated in front
	x.h.gets = slices.DeleteFunc(x.h.gets, func(k hook) bool { return k.raw == "" })
	var refresh []emit.Line
	if (l.Coindexed() == nil || !x.needsView(l)) && (r.Coindexed() == nil || !x.needsView(r)) {
		refresh, x.h.refresh = x.h.refresh, nil
	}
	if len(refresh) > 0 { // not for the statements behind
		for _, side := range []*syntax.Ref{l, r} {
			if side.Coindexed() != nil {
				delete(x.fl.fresh, x.ownView(x.scope.Reference(side).Parts[0],
					side.Parts[0].Name.Name))
			}
		}
	}
	if cond != "" {
		cond = " .or. " + cond
	}
	before := append(x.before(), x.line("if (%s%s) then", x.current("coral_lib"), cond))
	for _, k := range refresh {
		before = append(before, emit.Line{Text: "  " + k.Text, At: k.At})
	}
	before = append(append(before, call...), x.line("else"))
	x.storeAll(before, "  ", direct, append([]emit.Line{x.line("end if")},
		x.withoutPuts()...))
	return true
}

// nearAddress is where an object of this image lies on another one. The product comes last: the sum
// before it does not wait for it.
func (x *stmt) nearAddress(object, image string) string {
	return x.loc(object) + " + " + x.current("coral_shift") + " + (" + image + ")*" +
		x.current("coral_step")
}

// pointedCopy writes a copy with a stride, one side of which is near, through a contiguous pointer;
// nil if that is no gain.
func (x *stmt) pointedCopy(l, r *syntax.Ref) []string {
	other := l
	if l.Coindexed() == nil {
		other = r
	}
	if !x.l.opt.InlinePointers || x.scope.IsPure() || l.Coindexed() != nil &&
		r.Coindexed() != nil || !x.shifted(other) {
		return nil
	}
	p := other.Parts[0]
	sym, local := x.scope.Reference(other).Parts[0], p.Name.Name
	if !x.l.pointable(sym) {
		return nil
	}
	name := mangle.LocalPrefix + "1"
	lows, inits := x.pointerTo(sym, local, name)
	x.viewed(local)
	address := x.nearAddress(x.l.userName(local)+"("+strings.Join(lows, ",")+")",
		x.imageIndex(sym, local, p.Selector))
	out := []string{"block", fmt.Sprintf("  type(%s) :: %s", mangle.ViewType(local), name)}
	for _, i := range inits(address) {
		out = append(out, "  "+i)
	}
	section := name + "%q"
	if p.Args != nil {
		section += x.t.Render(p.Args.Range)
	}
	if other == l {
		out = append(out, "  "+section+" = "+x.t.Render(r.Range))
	} else {
		out = append(out, "  "+x.t.Render(l.Range)+" = "+section)
	}
	return append(out, "end block")
}
