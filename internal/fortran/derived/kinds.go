package derived

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// HasRecursive tells whether a type, or that of a part of it, is recursive.
func HasRecursive(d *resolve.Symbol) bool {
	seen := map[*resolve.Symbol]bool{}
	var within func(*resolve.Symbol) bool
	within = func(e *resolve.Symbol) bool {
		if seen[e] {
			return false
		}
		seen[e] = true
		found := IsRecursive(e)
		EachComponent(e, func(c *resolve.Symbol) {
			t := c.TypeOf().DerivedOf()
			found = found || t != nil && !c.Has(resolve.Pointer) && within(t)
		})
		return found
	}
	return within(d)
}

// HasBindings tells whether a type, or one that it extends, has type-bound procedures or type
// parameters.
func HasBindings(d *resolve.Symbol) bool {
	ancestorsOnly := func(*resolve.Symbol) bool { return false }
	return d.AnyType(ancestorsOnly, func(t *resolve.Symbol) bool {
		return t.Def != nil && (len(t.Def.Bindings) > 0 || len(t.Def.Head.Params) > 0)
	})
}

// IsRecursive tells whether objects of a type may have objects of the same type among what their
// allocatable components hold.
func IsRecursive(d *resolve.Symbol) bool {
	seen := map[*resolve.Symbol]bool{}
	var within func(*resolve.Symbol) bool
	within = func(e *resolve.Symbol) bool {
		found := false
		EachComponent(e, func(c *resolve.Symbol) {
			t := c.TypeOf().DerivedOf()
			if found || t == nil || c.Has(resolve.Pointer) || seen[t] && t != d {
				return
			}
			seen[t] = true
			found = t == d || within(t)
		})
		return found
	}
	return within(d)
}

// IsAbstract: there are no objects of such a type, but those of types that extend it.
func IsAbstract(d *resolve.Symbol) bool {
	return d != nil && d.Def != nil && d.Def.Head.Attr(syntax.AttrAbstract) != nil
}

// Extensible tells whether a type can be the dynamic type of a polymorphic object (F2018 7.5.7.1).
func Extensible(d *resolve.Symbol) bool {
	if d == nil || !d.IsType() || d.Def == nil || len(d.Def.Head.Params) > 0 {
		return false
	}
	sequence := slices.ContainsFunc(d.Def.Components, func(it syntax.Item) bool {
		_, is := it.(*syntax.SequenceStmt)
		return is
	})
	return !sequence && d.Def.Head.Attr(syntax.AttrBind) == nil
}

// IsParameterized tells whether a type, or one that it extends, has parameters.
func IsParameterized(d *resolve.Symbol) bool {
	for ; d != nil; d = d.ParentType() {
		if d.Def != nil && len(d.Def.Head.Params) > 0 {
			return true
		}
	}
	return false
}

// HoldsParameterized tells whether an object of a type is, or has in it, one of a type with
// parameters.
func HoldsParameterized(d *resolve.Symbol) bool {
	return holdsParameterized(d, map[*resolve.Symbol]bool{})
}

func holdsParameterized(d *resolve.Symbol, seen map[*resolve.Symbol]bool) bool {
	if IsParameterized(d) {
		return true
	}
	for ; d != nil && !seen[d]; d = d.ParentType() {
		seen[d] = true
		for _, c := range d.Components {
			if t := c.TypeOf(); t != nil && !c.Has(resolve.Pointer) &&
				holdsParameterized(t.DerivedOf(), seen) {
				return true
			}
		}
	}
	return false
}

// ByParameter tells whether the type of a component depends on a parameter of the type that has it.
func ByParameter(d, c *resolve.Symbol) bool {
	t := c.TypeOf()
	if t == nil || !IsParameterized(d) {
		return false
	}
	is := func(name string) bool {
		for o := d; o != nil; o = o.ParentType() {
			if o.Def != nil && slices.ContainsFunc(o.Def.Head.Params,
				func(p *syntax.Ident) bool { return p.Name == name }) {
				return true
			}
		}
		return false
	}
	found := false
	look := func(e syntax.Expr) {
		if e == nil {
			return
		}
		syntax.Inspect(e, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.Ref); ok && is(r.First().Name) {
				found = true
			}
			return !found
		})
	}
	look(t.Len)
	if t.Spec != nil {
		syntax.TypeExprs(t.Spec, look)
	}
	return found
}

// HasLengths tells whether objects of a type have LEN parameters.
func HasLengths(d *resolve.Symbol) bool {
	for ; d != nil; d = d.ParentType() {
		if d.Def == nil || len(d.Def.Head.Params) == 0 {
			continue
		}
		for _, it := range d.Def.Components {
			decl, is := it.(*syntax.TypeDeclStmt)
			if is && decl.Attr(syntax.AttrLenParam) != nil {
				return true
			}
		}
	}
	return false
}

// Polymorphic tells whether a variable or component has a dynamic type (CLASS).
func Polymorphic(sym *resolve.Symbol) bool { return sym.TypeOf().IsPolymorphic() }

// ParameterizedWithin tells whether a type, or what it extends or consists of, has type parameters:
// nobody tells of its layout.
func ParameterizedWithin(d *resolve.Symbol) bool {
	every := func(*resolve.Symbol) bool { return true }
	return Within(d, every, func(d *resolve.Symbol) bool {
		return d.Def != nil && len(d.Def.Head.Params) > 0
	}) != nil
}
