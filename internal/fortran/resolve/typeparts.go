package resolve

// What types consist of. A type may contain another one in many more ways than there are types, and
// types may contain each other by allocatable components: each type is asked once.

// AnyType asks a type, those that it extends and those of the components that lead on, until one is
// so.
func (d *Symbol) AnyType(leads, is func(*Symbol) bool) bool {
	return d.anyType(leads, is, map[*Symbol]bool{})
}

func (d *Symbol) anyType(leads, is func(*Symbol) bool, seen map[*Symbol]bool) bool {
	for ; d != nil && !seen[d]; d = d.ParentType() {
		seen[d] = true
		if is(d) {
			return true
		}
		for _, k := range d.Components {
			if k.Kind == Variable && leads(k) && k.TypeOf().DerivedOf().anyType(leads, is, seen) {
				return true
			}
		}
	}
	return false
}

// FindComponent finds a component that is so in the types that AnyType asks; nil: there is none.
func (d *Symbol) FindComponent(leads, is func(*Symbol) bool) (found *Symbol) {
	d.AnyType(leads, func(t *Symbol) bool {
		for _, k := range t.Components {
			if is(k) {
				found = k
				return true
			}
		}
		return false
	})
	return found
}

// InObject tells whether what a component has is a part of the object itself.
func (s *Symbol) InObject() bool { return s.Flags&(Allocatable|Pointer|Copointer) == 0 }

// Owned tells whether what a component has goes with the object, allocated or not.
func (s *Symbol) Owned() bool { return s.Flags&(Pointer|Copointer) == 0 }

// hasCoarrayPart tells whether a type has a coarray ultimate component.
func hasCoarrayPart(d *Symbol) bool {
	return d.FindComponent((*Symbol).InObject, (*Symbol).IsCoarray) != nil
}

// apartComponent finds an allocatable ultimate component of a type, or a pointer.
func apartComponent(d *Symbol, kind Flags) *Symbol {
	return d.FindComponent((*Symbol).InObject, func(k *Symbol) bool {
		return k.Kind == Variable && k.Flags&kind != 0
	})
}

// apart tells whether objects of a type have allocatable or pointer components.
func (d *Symbol) apart() bool { return apartComponent(d, Allocatable|Pointer) != nil }

// polymorphicComponent finds a polymorphic allocatable potential subobject component (F2018 3.92).
func polymorphicComponent(d *Symbol) *Symbol {
	return d.FindComponent((*Symbol).Owned, func(k *Symbol) bool {
		return k.Kind == Variable && k.Owned() && k.TypeOf().IsPolymorphic()
	})
}

// pointerComponent finds a data pointer component at any level of component selection.
func (d *Symbol) pointerComponent() *Symbol {
	return d.FindComponent((*Symbol).Owned, func(k *Symbol) bool {
		return k.Kind == Variable && k.Has(Pointer)
	})
}

// synchronizer is the name of the type of ISO_FORTRAN_ENV for events, locks or notify variables
// that a type is, or that its objects have in them outside of coarray components and pointers; ""
// if there is none.
func (d *Symbol) synchronizer() (name string) {
	d.AnyType(func(k *Symbol) bool { return k.Codims == nil && k.Owned() },
		func(t *Symbol) bool {
			if t.Kind == Builtin && (t.Original == "event_type" || t.Original == "lock_type" ||
				t.Original == "notify_type") {
				name = t.Original
			}
			return name != ""
		})
	return name
}
