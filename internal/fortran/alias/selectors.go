package alias

import (
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// NamedBothWays finds the coarrays to which a WHERE or FORALL refers with and without an image
// selector, with what is named in their references. By an associate name on one side and another
// name on the other it may be one coarray that looks like two.
func NamedBothWays(scope *resolve.Scope,
	construct syntax.Node) map[*resolve.Symbol]*resolve.Symbol {
	selected, named := map[*resolve.Symbol]bool{}, map[*resolve.Symbol]*resolve.Symbol{}
	syntax.Inspect(construct, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok {
			info := scope.Reference(r)
			switch {
			case !info.Parts[0].IsCoarray():
			case r.Coindexed() != nil:
				selected[info.Parts[0]], selected[mid.Root(info.Base)] = true, true
			default:
				named[info.Parts[0]] = info.Base
			}
		}
		return true
	})
	for sym, base := range named {
		if !selected[sym] && !selected[mid.Root(base)] {
			delete(named, sym)
		}
	}
	return named
}

// ComponentsBothWays finds the coarray components to which a WHERE or FORALL refers with and
// without an image selector. Whether the objects are the same is not always known.
func ComponentsBothWays(scope *resolve.Scope, construct syntax.Node) map[*resolve.Symbol]bool {
	selected, both := map[*resolve.Symbol]bool{}, map[*resolve.Symbol]bool{}
	each := func(found func(r *syntax.Ref, i int, c *resolve.Symbol)) {
		syntax.Inspect(construct, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.Ref); ok {
				info := scope.Reference(r)
				if i, c := CoarrayComponent(info); c != nil && !info.Call {
					found(r, i, c)
				}
			}
			return true
		})
	}
	each(func(r *syntax.Ref, i int, c *resolve.Symbol) {
		if r.Parts[i].Selector != nil {
			selected[c] = true
		}
	})
	each(func(r *syntax.Ref, _ int, c *resolve.Symbol) {
		if r.Coindexed() == nil && selected[c] {
			both[c] = true
		}
	})
	return both
}

// CoarrayComponent is the coarray component that a reference is to, or to a part of, and which part
// of the reference names it; nil: there is none. A subobject of a coarray is a coarray (F2018
// 5.4.7).
func CoarrayComponent(info *resolve.Reference) (index int, c *resolve.Symbol) {
	for i, s := range info.Parts {
		if i > 0 && s != nil && s.Codims != nil {
			index, c = i, s
		}
	}
	return index, c
}
