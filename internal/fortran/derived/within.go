package derived

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Confined tells whether a type is one of a BLOCK construct, a pure procedure or a module that was
// compiled as it stands.
func Confined(d *resolve.Symbol) bool {
	return d.Scope != nil &&
		(d.Scope.Bare || d.Scope.Kind == resolve.BlockScope || d.Scope.IsPure())
}

// HasParts tells whether objects of a type are more than plain bytes.
func HasParts(d *resolve.Symbol) bool {
	own := func(d *resolve.Symbol) bool { return slices.ContainsFunc(d.Components, isPart) }
	return d != nil && d.IsType() &&
		Within(d, func(d *resolve.Symbol) bool { return d.IsType() }, own) != nil
}

// isPart tells whether a component is more than plain bytes by itself.
func isPart(c *resolve.Symbol) bool {
	return c.Kind == resolve.Procedure || c.IsIndirect() || c.Kind == resolve.Variable &&
		(c.Codims != nil || IsApart(c))
}

// IsApart tells whether a component is no part of its object's value: it means something where it
// is.
func IsApart(c *resolve.Symbol) bool {
	t := c.TypeOf()
	return t.IsBuiltin("event_type") || t.IsBuiltin("lock_type") || t.IsBuiltin("notify_type")
}

// NamesParts tells whether all components that a type itself declares can be named in a scope.
func NamesParts(scope *resolve.Scope, d *resolve.Symbol) bool {
	if d.Scope == nil || scope != nil && d.Scope.Outermost() == scope.Outermost() {
		return true
	}
	return !slices.ContainsFunc(d.Components, func(c *resolve.Symbol) bool {
		return PrivatePart(d, c) || c.Kind == resolve.Procedure && c.Type == nil &&
			UnlikeSubroutines(c) != "" &&
			!d.Scope.IsPublic(c.Specifics[0])
	})
}

// UnlikeSubroutines is the interface of a procedure pointer component, in the words of its
// declaration, if it is that of a function with a character or array result; else empty.
func UnlikeSubroutines(c *resolve.Symbol) string {
	if t := c.Type; t != nil && t.Spec != nil {
		if t.Base == syntax.TypeCharacter {
			return t.Spec.Range.Text()
		}
		return ""
	}
	of := c.Interface()
	if of == nil || of.Inner == nil || len(c.Specifics) != 1 ||
		!slices.ContainsFunc(of.Inner.Order, func(r *resolve.Symbol) bool {
			return r.Has(resolve.Result) && (r.Rank() > 0 ||
				r.TypeOf() != nil && r.TypeOf().Base == syntax.TypeCharacter)
		}) {
		return ""
	}
	return c.Specifics[0]
}

// BareParts are the types of modules that were compiled as they stand among those that an object
// consists of: nobody else tells of them.
func BareParts(d *resolve.Symbol) []*resolve.Symbol {
	var out []*resolve.Symbol
	Within(d, HasParts, func(e *resolve.Symbol) bool {
		if e.Scope != nil && e.Scope.Bare {
			out = append(out, e)
		}
		return false
	})
	return out
}

// VisibleIn tells whether a scope may name a component of a type.
func VisibleIn(scope *resolve.Scope, d, c *resolve.Symbol) bool {
	if d.Scope == nil || d.Def == nil || d.Scope.Outermost() == scope.Outermost() {
		return true
	}
	return !PrivatePart(d, c)
}

// PrivatePart tells whether only the module of a type may name a component.
func PrivatePart(d, c *resolve.Symbol) bool {
	if c.Decl != nil &&
		(c.Decl.Attr(syntax.AttrPrivate) != nil || c.Decl.Attr(syntax.AttrPublic) != nil) {
		return c.Decl.Attr(syntax.AttrPublic) == nil
	}
	return slices.ContainsFunc(d.Def.Components, func(it syntax.Item) bool {
		a, is := it.(*syntax.AttrStmt)
		return is && a.Attr.Kind == syntax.AttrPrivate
	})
}

// BareWithin is the type among a type, its ancestors and those of its components whose layout
// nobody tells of, in a module that was compiled as it stands; nil: there is none.
func BareWithin(d *resolve.Symbol, needs func(*resolve.Symbol) bool) *resolve.Symbol {
	return Within(d, needs, func(d *resolve.Symbol) bool { return d.Scope != nil && d.Scope.Bare })
}

// HiddenWithin is such a type with something that only its module can name: nothing about it can be
// written elsewhere.
func HiddenWithin(d *resolve.Symbol, needs func(*resolve.Symbol) bool) *resolve.Symbol {
	return Within(d, needs, func(d *resolve.Symbol) bool {
		if d.Scope == nil || !d.Scope.Bare || d.Def == nil {
			return false
		}
		hidden := !d.Scope.IsPublic(d.Name)
		// an ancestor may be one of another module
		for p := d; p != nil && p.Def != nil; p = p.ParentType() {
			hidden = hidden ||
				slices.ContainsFunc(p.Components,
					func(c *resolve.Symbol) bool { return PrivatePart(p, c) })
		}
		return hidden
	})
}

// Within finds a type of some kind among a type, its ancestors and those of its components, as far
// as these have what is asked for.
func Within(d *resolve.Symbol, needs, kind func(*resolve.Symbol) bool) *resolve.Symbol {
	seen := map[*resolve.Symbol]bool{}
	var look func(d *resolve.Symbol) *resolve.Symbol
	look = func(d *resolve.Symbol) *resolve.Symbol {
		if d == nil || seen[d] || !needs(d) {
			return nil
		}
		seen[d] = true
		if kind(d) {
			return d
		}
		found := look(d.ParentType())
		for _, c := range d.Components {
			if found == nil && c.Kind == resolve.Variable {
				found = look(c.TypeOf().DerivedOf())
			}
		}
		return found
	}
	return look(d)
}
