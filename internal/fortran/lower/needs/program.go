// Package needs is the first walk over a program: what its statements will need on other images. It
// finds the coarrays that need views, and the components, types and procedures beside which
// generated text must stand, in whatever file they are declared.
package needs

import (
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Program is what all files of a compilation need.
type Program struct {
	// Owner has the components that are referenced on other images, with the types that own them.
	Owner map[*resolve.Symbol]*resolve.Symbol
	// Referred are the components that files of this compilation refer to.
	Referred map[*resolve.Symbol]bool
	// Before are the modules that other commands have compiled.
	Before map[*resolve.Scope]bool
	// Threads: several threads may refer to the components of one object (Options.Threads).
	Threads bool
	// Told are the types of whose layout the runtime is told.
	Told map[*resolve.Symbol]bool
	// Copies are the types of which whole objects are referenced.
	Copies map[*resolve.Symbol]bool
	// Broadcasts are the types of which objects are broadcast component by component.
	Broadcasts map[*resolve.Symbol]bool
	// Ships are the types of which values are arguments of SPAWN and travel component by component.
	Ships map[*resolve.Symbol]bool
	// Shipped are the procedures that SPAWN names.
	Shipped map[*syntax.Subprogram]bool
	// Results are the functions that SPAWN has called by procedures beside them.
	Results map[*resolve.Symbol]bool
	// Pure: a pure procedure refers to whole objects.
	Pure bool
	// Values are polymorphic objects of other images from which something gets its dynamic type;
	// Dynamic: they are copied.
	Values  map[*syntax.Ref]resolve.TypedValue
	Dynamic bool
	// BroadcastsDynamic: objects are broadcast by their dynamic type.
	BroadcastsDynamic bool
	// ShipsDynamic: objects are arguments of SPAWN by their dynamic type.
	ShipsDynamic bool
	// Mirrors are abstract types of coarrays that are coindexed.
	Mirrors map[*resolve.Symbol]bool
	// Units has the coarrays of each program unit.
	Units map[syntax.Unit]*Coarrays
}

// IsEmpty tells whether no file refers to a part of an object on another image.
func (p *Program) IsEmpty() bool {
	return len(p.Owner)+len(p.Referred)+len(p.Told)+len(p.Copies)+len(p.Broadcasts)+len(p.Ships)+
		len(p.Shipped)+len(p.Results)+len(p.Values)+len(p.Mirrors) == 0 &&
		!p.Dynamic && !p.BroadcastsDynamic && !p.ShipsDynamic
}

// mirror notes that an abstract type needs a mirror, and so do its abstract ancestors.
func (p *Program) mirror(d *resolve.Symbol) {
	for depth := 0; d != nil && d.Def != nil && d.Def.Head.Attr(syntax.AttrAbstract) != nil &&
		depth < 64; depth++ {
		p.Mirrors[d] = true
		d = d.ParentType()
	}
}

// tell notes that the runtime is told of a type, and of those that its objects consist of.
func (p *Program) tell(d *resolve.Symbol) {
	if d == nil || p.Told[d] || !d.IsType() || d.Def == nil {
		return
	}
	p.Told[d] = true
	if derived.IsAbstract(d) && d.Scope != nil && !d.Scope.Bare {
		p.mirror(d)
	}
	if a := d.ParentType(); derived.HasParts(a) && !derived.NamesParts(d.Scope, a) {
		p.tell(a)
	}
	derived.EachComponent(d, func(c *resolve.Symbol) {
		if e := c.TypeOf().DerivedOf(); !c.Has(resolve.Pointer) && !derived.Polymorphic(c) &&
			derived.HasParts(e) {
			p.tell(e)
		}
	})
}

// copy notes that structures of a type are copied, and all that its components need.
func (p *Program) copy(d *resolve.Symbol) {
	if d == nil || p.Copies[d] || derived.IsAbstract(d) {
		return
	}
	p.Copies[d] = true
	p.tell(d)
	derived.EachComponent(d, func(c *resolve.Symbol) {
		if c.IsIndirect() {
			p.Owner[c] = derived.Owner(d, c)
		}
		if t := c.TypeOf(); t != nil && !c.Has(resolve.Pointer) {
			if e := t.DerivedOf(); derived.NeedsCopy(e) {
				p.copy(e)
			}
		}
	})
}

// broadcast notes that structures of a type are broadcast by their layout, and those that it has as
// components.
func (p *Program) broadcast(d *resolve.Symbol) {
	if d == nil || p.Broadcasts[d] || derived.IsAbstract(d) {
		return
	}
	p.Broadcasts[d] = true
	p.tell(d)
	derived.EachComponent(d, func(c *resolve.Symbol) {
		// what it holds may be of any type
		if derived.Polymorphic(c) && c.Has(resolve.Allocatable) {
			p.Owner[c] = derived.Owner(d, c)
			p.BroadcastsDynamic = true
		}
		if e := c.TypeOf().DerivedOf(); derived.TravelsInParts(e) && !c.Has(resolve.Pointer) {
			p.broadcast(e)
		}
	})
}

// ship notes that values of a type are arguments of SPAWN, and those of its components are.
func (p *Program) ship(d *resolve.Symbol) {
	if p.Ships[d] || derived.IsAbstract(d) {
		return
	}
	p.Ships[d] = true
	p.tell(d)
	derived.EachComponent(d, func(c *resolve.Symbol) {
		// what it holds may be of any type
		if derived.Polymorphic(c) && c.Has(resolve.Allocatable) {
			p.Owner[c] = derived.Owner(d, c)
			p.ShipsDynamic = true
		}
		if e := c.TypeOf().DerivedOf(); derived.TravelsInParts(e) && !c.Has(resolve.Pointer) {
			p.ship(e)
		}
	})
}
