// Package alias is the translator's alias analysis: whether two references may be to the same
// memory, by whatever names. They may where one is a pointer and the other what it points to, a
// dummy argument with TARGET and the variable of its host, a component that is reached on another
// image, which may be this one, and by its name. Back ends do not see that: gfortran does not think
// that a view, which is a component of a structure, is what a pointer of an intrinsic type points
// to. Statements for which the answer is yes get a temporary in between.
package alias

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// MayAlias tells whether two references may be to the same memory, as far as types and attributes
// tell.
func MayAlias(l, r *syntax.Ref, to, from *resolve.Reference) bool {
	switch {
	case !mayOverlap(to.Types[len(l.Parts)-1], from.Types[len(r.Parts)-1]):
		return false
	case mid.Root(to.Base) == mid.Root(from.Base):
		return true
	}
	return maybeTarget(l, to) && maybeTarget(r, from) &&
		(throughPointer(l, to) || throughPointer(r, from) || isDummy(to) || isDummy(from))
}

// MayBePart tells whether a reference may be to a part of an object, by any name.
func MayBePart(info, object *resolve.Reference) bool {
	if info.Base == nil || info.Call {
		return false
	}
	if mid.Root(info.Base) == mid.Root(object.Base) {
		return true
	}
	pointed := object.Base.Has(resolve.Target)
	for _, c := range object.Parts[1:] {
		pointed = pointed || c != nil && c.Has(resolve.Pointer)
	}
	if !pointed || differ(info, object) {
		return false
	}
	for _, s := range info.Parts {
		if s != nil && s.Flags&(resolve.Pointer|resolve.Target) != 0 {
			return true
		}
	}
	return false
}

// DependsOn tells whether the value of an expression may change when an object is defined.
func DependsOn(scope *resolve.Scope, e syntax.Expr, object *resolve.Reference) bool {
	if mid.CallsUser(e, scope) {
		return true
	}
	return mid.RefersTo(scope, e, func(_ *syntax.Ref, info *resolve.Reference) bool {
		return MayBePart(info, object)
	})
}

// ReadsOther tells whether an expression reads other elements of what is defined than those that
// are defined at the same time.
func ReadsOther(scope *resolve.Scope, e syntax.Expr, l *syntax.Ref, to *resolve.Reference) bool {
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if ok && !found {
			info := scope.Reference(r)
			same := info.Base == to.Base && Subscripts(r) == Subscripts(l) &&
				info.Rank == to.Rank && (r.Coindexed() == nil) == (l.Coindexed() == nil)
			found = !same && info.Base != nil && !info.Call && MayAlias(l, r, to, info)
		}
		return !found
	})
	return found
}

// maybeTarget tells whether a reference is to what may have another name in the same scoping unit.
func maybeTarget(r *syntax.Ref, info *resolve.Reference) bool {
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

func isDummy(info *resolve.Reference) bool { return info.Base.Has(resolve.Dummy) }

// OtherComponents tells whether two references with one base are to different components of a type,
// so that they share no memory whatever their subscripts are. A pointer on the way of one of them
// could only lead to the other one in an object that has the TARGET attribute.
func OtherComponents(a, b *resolve.Reference) bool {
	if a.Base == nil || a.Base != b.Base || a.Parts[0] != b.Parts[0] {
		return false
	}
	points := func(c *resolve.Symbol) bool { return c != nil && c.Has(resolve.Pointer) }
	by := slices.ContainsFunc(a.Parts[1:], points)
	also := slices.ContainsFunc(b.Parts[1:], points)
	if by && also || (by || also) && mid.Root(a.Base).Flags&(resolve.Target|resolve.Pointer) != 0 {
		return false
	}
	for i := 1; i < len(a.Parts) && i < len(b.Parts); i++ {
		p, q := a.Parts[i], b.Parts[i]
		if p == nil || q == nil {
			return false
		}
		if p != q {
			// what a type has inherited is named with and without the parent component
			for o := a.Types[i-1].DerivedOf().ParentType(); o != nil; o = o.ParentType() {
				if p.TypeOf().DerivedOf() == o || q.TypeOf().DerivedOf() == o {
					return false
				}
			}
			return true
		}
	}
	return false
}

// Subscripts is the subscripts of a reference as text; none are as good as all.
func Subscripts(r *syntax.Ref) string {
	text := ""
	for _, p := range r.Parts {
		if p.Args != nil {
			text += strings.Join(strings.Fields(p.Args.Range.Text()), "")
		}
	}
	if strings.Trim(text, "(:,)") == "" {
		return ""
	}
	return text
}
