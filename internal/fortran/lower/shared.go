package lower

import (
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Assignments whose two sides may be the same memory by names of which the back end does not see
// that: a pointer and what it points to, a dummy argument with TARGET and the variable of its host,
// a component that is reached on another image, which may be this one, and by its name. gfortran
// does not think that a view, which is a component of a structure, is what a pointer of an
// intrinsic type points to.

// mayShare tells whether an array reference may be to the memory of another one, and one of them is
// to an object of another image.
func (x *stmt) mayShare(l, r *syntax.Ref) bool {
	to, from := x.scope.Reference(l), x.scope.Reference(r)
	switch {
	case to.Base == nil || from.Base == nil || from.Call || from.Rank == 0:
		return false
	case !l.Remote() && !r.Remote():
		return false
	case mid.Root(to.Base) == mid.Root(from.Base) && x.throughOneView(l, r, to, from):
		return false
	}
	return x.mayBeOne(l, r, to, from)
}

// mayBeOne tells whether two references may be to the same memory, as far as types and attributes
// tell.
func (x *stmt) mayBeOne(l, r *syntax.Ref, to, from *resolve.Reference) bool {
	switch {
	case !mayOverlap(to.Types[len(l.Parts)-1], from.Types[len(r.Parts)-1]):
		return false
	case mid.Root(to.Base) == mid.Root(from.Base):
		return true
	}
	return x.maybeTarget(l, to) && x.maybeTarget(r, from) &&
		(throughPointer(l, to) || throughPointer(r, from) || dummyBase(to) || dummyBase(from))
}

// throughOneView tells whether two references to a coarray are written as such to one view.
func (x *stmt) throughOneView(l, r *syntax.Ref, to, from *resolve.Reference) bool {
	viewed := func(r *syntax.Ref, info *resolve.Reference) bool {
		if r.Coindexed() != nil && r.Coindexed() != r.Parts[0] || info.Indirect > 0 {
			return false
		}
		return x.viewedAs(r) != "" && (r.Coindexed() != nil || x.localAs[info.Parts[0]])
	}
	return to.Parts[0] == from.Parts[0] && viewed(l, to) && viewed(r, from)
}

// maybeTarget tells whether a reference is to what may have another name in the same scoping unit.
func (x *stmt) maybeTarget(r *syntax.Ref, info *resolve.Reference) bool {
	root := mid.Root(info.Base)
	return throughPointer(r, info) || root != nil && root.Has(resolve.Target) ||
		info.Parts[0] != nil && info.Parts[0].Has(resolve.Target)
}

// throughPointer tells whether a pointer is on the way to what a reference means.
func throughPointer(r *syntax.Ref, info *resolve.Reference) bool {
	for i, p := range r.Parts {
		if s := info.Parts[i]; p.Through() != nil || s != nil && s.Has(resolve.Pointer) {
			return true
		}
	}
	return false
}

func dummyBase(info *resolve.Reference) bool { return info.Base.Has(resolve.Dummy) }

// mayOverlap tells whether two types may be one, or one of them part of the other, as far as they
// are known: a pointer of type REAL may point to a part of complex numbers.
func mayOverlap(a, b *resolve.Type) bool {
	return a == nil || b == nil || a.DerivedOf() != nil || b.DerivedOf() != nil ||
		a.Base == b.Base || ofReals[a.Base] && ofReals[b.Base]
}

// ofReals are the types whose objects are one or two reals.
var ofReals = map[syntax.BaseType]bool{syntax.TypeReal: true, syntax.TypeDoublePrecision: true,
	syntax.TypeComplex: true, syntax.TypeDoubleComplex: true}

// shares tells whether the right side of an array assignment may have memory of the left side.
func (x *stmt) shares(a *syntax.AssignStmt) bool {
	l, ok := a.LHS().(*syntax.Ref)
	return ok && x.scope.Reference(l).Rank != 0 && x.refersTo(a.RHS(),
		func(r *syntax.Ref, _ *resolve.Reference) bool { return x.mayShare(l, r) })
}

// asFunction writes an array as the value of a function that is not elemental. gfortran passes
// parts of complex components with wrong steps, substrings with the length of their strings, and
// other elements of pointers to components, where they are no expression.
func (x *stmt) asFunction(r *syntax.Ref) string {
	text := x.t.Render(r.Range)
	if x.byCopy(r) || x.partsOfSection(r) || substringOf(r, x.scope.Reference(r)) != nil {
		text = "(" + text + ")"
	}
	return "cshift(" + text + ", 0)"
}

// readFirst writes what a right side in WHERE refers to as values of a function that is not
// elemental. Such values are complete before anything is defined (F2018 10.2.3.2), and the
// expression around them is still evaluated for the elements of the mask alone.
func (x *stmt) readFirst(a *syntax.AssignStmt) {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || !x.fl.where {
		return
	}
	x.chosenFirst(l, a.RHS())
	x.readFirstIn(l, a.RHS(), x.cutInWhere(l))
}

// readFirstIn is readFirst for a part of the right side. cut: what it refers to may be what makes
// gfortran cut characters. That is not so within a call that is not elemental, which has a value of
// its own and may need its arguments as they are.
func (x *stmt) readFirstIn(l *syntax.Ref, part syntax.Node, cut bool) {
	syntax.Inspect(part, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if !ok {
			return true
		}
		info := x.scope.Reference(r)
		if info.Base == nil || info.Call {
			if !cut || x.scope.CallsElementally(r) {
				return true
			}
			for _, p := range r.Parts {
				if p.Args != nil {
					x.readFirstIn(l, p.Args, false)
				}
			}
			return false
		}
		if x.mayShare(l, r) || cut && info.Rank > 0 && (l.Remote() || r.Remote()) &&
			info.Base.Kind != resolve.Associate && !isPolymorphic(info) {
			x.t.Replace(r.Range, x.asFunction(r))
		}
		return false
	})
}

// cutInWhere tells whether gfortran would assign one character alone of each value in WHERE, where
// it thinks that the right side may be what is defined: it does so for components that are
// characters.
func (x *stmt) cutInWhere(l *syntax.Ref) bool {
	t := x.scope.TypeOf(l)
	return x.l.opt.InlinePointers && len(l.Parts) > 1 && t != nil && t.Base == syntax.TypeCharacter
}
