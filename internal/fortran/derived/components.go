// Package derived answers questions about derived types: what their objects consist of at any
// depth, which of it is more than plain bytes, and which scopes may name it. Lowering asks them
// before it copies, sends, allocates or frees an object.
package derived

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TravelsInParts tells whether the objects of a type are broadcast component by component.
func TravelsInParts(d *resolve.Symbol) bool {
	return InPieces(d) || d != nil && d.IsType() && HasBindings(d)
}

// InPieces tells whether the objects of a type are more than their bytes: memory that allocatable
// components hold, or addresses of procedures.
func InPieces(d *resolve.Symbol) bool {
	return d != nil && d.IsType() && (!OnlyPointers(d) || ProcedureComponent(d) != nil)
}

// Owner is the type among a type and its ancestors that declares a component.
func Owner(d, c *resolve.Symbol) *resolve.Symbol {
	for depth := 0; d != nil && depth < 64; depth++ {
		for _, k := range d.Components {
			if k == c {
				return d
			}
		}
		d = d.ParentType()
	}
	return nil
}

// EachComponent visits the data components of a type, inherited ones first.
func EachComponent(d *resolve.Symbol, f func(*resolve.Symbol)) {
	if p := d.ParentType(); p != nil {
		EachComponent(p, f)
	}
	for _, c := range d.Components {
		if c.Kind == resolve.Variable {
			f(c)
		}
	}
}

// EachProcedure visits the procedure pointer components of a type, inherited ones first.
func EachProcedure(d *resolve.Symbol, f func(*resolve.Symbol)) {
	if p := d.ParentType(); p != nil {
		EachProcedure(p, f)
	}
	for _, c := range d.Components {
		if c.Kind == resolve.Procedure {
			f(c)
		}
	}
}

// ProcedureComponent finds a procedure pointer component at any depth that belongs to the object
// itself.
func ProcedureComponent(d *resolve.Symbol) *resolve.Symbol {
	return d.FindComponent((*resolve.Symbol).Owned,
		func(k *resolve.Symbol) bool { return k.Kind == resolve.Procedure })
}

// NeedsCopy tells whether an object of another image that is referenced as a whole has more to it
// than its bytes: what allocatable components hold, and addresses.
func NeedsCopy(d *resolve.Symbol) bool {
	return d != nil && d.IsType() &&
		(IndirectComponent(d) != nil || ProcedureComponent(d) != nil)
}

// OnlyPointers tells whether a type has no allocatable component at any depth.
func OnlyPointers(d *resolve.Symbol) bool {
	return d.FindComponent((*resolve.Symbol).Owned, func(k *resolve.Symbol) bool {
		return k.Kind == resolve.Variable && k.Has(resolve.Allocatable)
	}) == nil
}

// PointsByDefault tells whether a type has a pointer component whose default initialization is a
// target.
func PointsByDefault(d *resolve.Symbol) bool {
	return slices.ContainsFunc(d.Components, func(c *resolve.Symbol) bool {
		if !c.Has(resolve.Pointer) || c.Init == nil {
			return false
		}
		r, ok := c.Init.(*syntax.Ref)
		return !ok || r.First().Name != "null"
	})
}

// IndirectComponent finds an allocatable or pointer component at any depth.
func IndirectComponent(d *resolve.Symbol) *resolve.Symbol {
	return d.FindComponent((*resolve.Symbol).InObject, func(k *resolve.Symbol) bool {
		return k.Kind == resolve.Variable &&
			k.Flags&(resolve.Allocatable|resolve.Pointer) != 0
	})
}

// HoldsAllocatable tells whether a type has an allocatable component at any depth, beside coarrays.
func HoldsAllocatable(d *resolve.Symbol) bool {
	return d.FindComponent((*resolve.Symbol).InObject, func(k *resolve.Symbol) bool {
		return k.Kind == resolve.Variable && k.Has(resolve.Allocatable) && k.Codims == nil
	}) != nil
}

// HasPolymorphic tells whether a type has something that no generated procedure can copy without
// knowing its dynamic type.
func HasPolymorphic(d *resolve.Symbol) bool {
	return d.FindComponent((*resolve.Symbol).Owned, func(k *resolve.Symbol) bool {
		return k.Kind == resolve.Variable && Polymorphic(k)
	}) != nil
}
