package alias

import (
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// mayOverlap tells whether two types may be one, or one of them part of the other, as far as they
// are known: a pointer of type REAL may point to a part of complex numbers.
func mayOverlap(a, b *resolve.Type) bool {
	return a == nil || b == nil || a.DerivedOf() != nil || b.DerivedOf() != nil ||
		a.Base == b.Base || ofReals[a.Base] && ofReals[b.Base]
}

// ofReals are the types whose objects are one or two reals.
var ofReals = map[syntax.BaseType]bool{syntax.TypeReal: true, syntax.TypeDoublePrecision: true,
	syntax.TypeComplex: true, syntax.TypeDoubleComplex: true}

// differ tells whether two references are to objects of intrinsic types of which none can be a part
// of the other: no pointer to one is to the other then.
func differ(a, b *resolve.Reference) bool {
	x, isX := numbersOf(a)
	y, isY := numbersOf(b)
	return isX && isY && x != y
}

// numbersOf is the type of what a reference is to, if that is a number or logical; of a complex
// number the type of its parts.
func numbersOf(info *resolve.Reference) (syntax.BaseType, bool) {
	last := len(info.Types) - 1
	t := info.Types[last]
	if t == nil && info.Parts[last] != nil {
		t = info.Parts[last].TypeOf()
	}
	if t == nil {
		return 0, false
	}
	switch t.Base {
	case syntax.TypeInteger, syntax.TypeLogical:
		return t.Base, true
	case syntax.TypeReal, syntax.TypeDoublePrecision, syntax.TypeComplex, syntax.TypeDoubleComplex:
		return syntax.TypeReal, true
	}
	return 0, false
}

// Compared tells whether back ends take two pointers to objects of these types for possible
// aliases. They do not for a complex number and its real part.
func Compared(a, b *resolve.Type) bool {
	if a == nil || b == nil || a.Base != b.Base {
		return false
	}
	switch a.Base {
	case syntax.TypeCharacter:
		return true
	case syntax.TypeDerived:
		return a.DerivedOf() == b.DerivedOf()
	}
	return section.SameIntrinsicType(a, b)
}
