package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Copies of sections that are parts of components: `a(:) = x[k]%p(:)`, `x[k]%b%p(1:n) = a(1:n)`.
// The pointer that stands for the component does not say that its elements follow each other in
// memory, and a compiler that sees two pointers has to think of overlap: where both sides are
// contiguous, or runs of equal length, of elements of one intrinsic type, memory is moved (compare
// copy.go). Transfers of the library path stand around it as around the assignment.

// run is a section of such an array.
type run struct {
	r    *syntax.Ref
	info *resolve.Reference
}

// arrayRank is that of the array of which it is a section.
func (s run) arrayRank() int { return s.info.Parts[len(s.r.Parts)-1].Rank() }

// partCopy tells whether an assignment copies one run to another, at least one of them behind an
// image selector and a component.
func (x *stmt) partCopy(a *syntax.AssignStmt) (to, from run, ok bool) {
	l, ok1 := a.LHS().(*syntax.Ref)
	r, ok2 := a.RHS().(*syntax.Ref)
	if !ok1 || !ok2 || len(x.loops) > 0 || x.fl.group != nil || x.scope.IsPure() || x.l.opt.Bounds {
		return to, from, false
	}
	to, from = run{l, x.scope.Reference(l)}, run{r, x.scope.Reference(r)}
	n := len(to.info.Types) - 1
	ok = (ofComponent(l) || ofComponent(r)) && to.info.Rank > 0 && to.info.Rank == from.info.Rank &&
		!to.info.Call && !from.info.Call &&
		section.SameIntrinsicType(to.info.Types[n], from.info.Types[len(from.info.Types)-1]) &&
		x.isSection(to) && x.isSection(from) &&
		(joinedIn(to) == to.info.Rank && joinedIn(from) == to.info.Rank || inBlocks(to, from)) &&
		!x.callsUser(l) && !x.callsUser(r)
	if c := to.info.Parts[n]; ok && l.Coindexed() == nil && l.Last().Args == nil &&
		c.Has(resolve.Allocatable) {
		ok = false // the assignment may have to allocate
	}
	return to, from, ok
}

// ofComponent tells whether a component of a coindexed object is named, or a coarray component.
func ofComponent(r *syntax.Ref) bool { return r.Coindexed() != nil && len(r.Parts) > 1 }

// isSection tells whether a designator is a section, without vector subscripts, of an array in
// memory without gaps that is its last part.
func (x *stmt) isSection(s run) bool {
	n := len(s.r.Parts) - 1
	c := s.info.Parts[n]
	if s.info.Base == nil || s.info.Base.Kind == resolve.Associate || c == nil ||
		!section.IsContiguous(c) {
		return false
	}
	for i, p := range s.r.Parts {
		sym := s.info.Parts[i]
		if p.Second() != nil || sym == nil || p.Selector != nil && len(p.Selector.Specs) > 0 {
			return false
		}
		if i == n {
			break
		}
		if p.Args == nil && sym.Rank() != 0 {
			return false
		}
		if p.Args != nil {
			for _, a := range p.Args.Items {
				if _, section := a.Value.(*syntax.Triplet); section ||
					x.scope.RankOf(a.Value) != 0 {
					return false
				}
			}
		}
	}
	if args := s.r.Parts[n].Args; args != nil {
		for _, a := range args.Items {
			if _, section := a.Value.(*syntax.Triplet); !section && x.scope.RankOf(a.Value) != 0 {
				return false
			}
		}
	}
	return true
}

// joinedIn counts the dimensions of a section that lie in memory one behind the other.
func joinedIn(s run) int {
	args := s.r.Last().Args
	if args == nil {
		return s.info.Rank
	}
	n, last := 0, false
	for _, a := range args.Items {
		t, section := a.Value.(*syntax.Triplet)
		switch {
		case section && (last || t.Step != nil):
			return n
		case section:
			n++
			last = t.Lower != nil || t.Upper != nil
		default:
			last = true
		}
	}
	return n
}

// inBlocks tells whether both sections are runs of equal length at a constant distance, of objects
// that share no memory.
func inBlocks(to, from run) bool {
	if !separate(to, from) || min(joinedIn(to), joinedIn(from)) != to.info.Rank-1 ||
		to.info.Rank < 2 {
		return false
	}
	for _, s := range []run{to, from} {
		if args := s.r.Last().Args; args != nil {
			for _, a := range args.Items {
				if t, ok := a.Value.(*syntax.Triplet); ok && t.Step != nil && t.Lower == nil {
					return false
				}
			}
		}
	}
	return true
}

// separate tells whether two sections are of objects that share no memory.
func separate(to, from run) bool {
	for _, s := range []run{to, from} {
		for _, p := range s.info.Parts {
			if p.Flags&(resolve.Pointer|resolve.Equivalenced|resolve.InCommon) != 0 {
				return false
			}
		}
	}
	return mid.Root(to.info.Base) != mid.Root(from.info.Base) &&
		!alias.OneTarget(to.info, from.info)
}

// moveRun gives the statements that copy; both sides have been rewritten.
func (x *stmt) moveRun(to, from run) []string {
	ik, section := x.l.use("coral_ik"), x.t.Render(to.r.Range)
	element := fmt.Sprintf("(storage_size(%s)/8)", section)
	rank := to.info.Rank
	if joinedIn(to) == rank && joinedIn(from) == rank {
		if short := x.shortMove(to, from); short != nil {
			return short
		}
		return []string{fmt.Sprintf("call %s(%s, %s, size(%s, kind=%s)*%s)",
			x.l.use("coral_copy_run"), x.locRun(to), x.locRun(from), section, ik, element)}
	}
	var bytes []string
	for d := 1; d < rank; d++ {
		bytes = append(bytes, fmt.Sprintf("size(%s, %d, kind=%s)", section, d, ik))
	}
	step := func(s run) string { return x.distance(x.arrayOf(s), s.arrayRank(), s.r.Last().Args) }
	return []string{fmt.Sprintf("call %s(%s, %s, %s*%s, size(%s, %d, kind=%s), %s*%s, %s*%s)",
		x.l.use("coral_copy_block"), x.locRun(to), x.locRun(from),
		strings.Join(bytes, "*"), element, section, rank, ik, step(to), element, step(from),
		element)}
}

// shortMove is a copy of few elements, if one of the sections shows how many; nil: it is none
// (runOf).
func (x *stmt) shortMove(to, from run) []string {
	dummy := (to.info.Parts[0].Flags | from.info.Parts[0].Flags) & resolve.Dummy
	// two names for one object of another image
	if !separate(to, from) || to.r.Coindexed() != nil && from.r.Coindexed() != nil && dummy != 0 {
		return nil
	}
	last := len(to.r.Parts) - 1
	n := section.Elements(x.scope, to.r.Last().Args, to.info.Parts[last], shortRun)
	if n == 0 {
		n = section.Elements(x.scope, from.r.Last().Args, from.info.Parts[len(from.r.Parts)-1],
			shortRun)
	}
	return x.runOf(n, to.info.Types[last], x.arrayOf(to),
		func() (string, string) { return x.locRun(to), x.locRun(from) })
}

// arrayOf is the array of which a section is: a coarray with an image selector has one dimension
// more here.
func (x *stmt) arrayOf(s run) string {
	last := s.r.Last()
	switch {
	case last.Selector == nil:
		array := s.r.Range
		array.Start, array.End = s.r.Parts[0].Name.Range.Start, last.Name.Range.End
		return x.t.Render(array)
	case len(s.r.Parts) == 1:
		return x.pointer(s.info.Parts[0], last.Name.Name)
	}
	return x.selectedPointer(x.partOf[s.r].sym, x.partOf[s.r].local, last.Selector)
}

// locRun is the address of a section's first element.
func (x *stmt) locRun(s run) string {
	array, last := x.arrayOf(s), s.r.Last()
	subs, _ := x.lows(array, s.arrayRank(), last.Args)
	switch {
	case last.Selector != nil && len(s.r.Parts) == 1:
		subs = append(subs, x.imageIndex(s.info.Parts[0], last.Name.Name, last.Selector))
	case last.Selector != nil:
		p := x.partOf[s.r]
		subs = append(subs, x.imageIndex(p.sym, p.local, last.Selector))
	}
	return "loc(" + array + "(" + strings.Join(subs, ",") + "))"
}
