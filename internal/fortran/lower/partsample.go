package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Polymorphic array components with gfortran: from version 13 on a pointer assignment reads the
// table of the target's type, whose address in another image's object is one of that image. So no
// pointer is assigned. The runtime copies the descriptor from the object; where in the object it
// stands, LOC tells of a sample, in which each word holds its own place (capi/types/component.c):
//
//	block
//	  type(coral_p_t__many) :: coral_c_1          ! has a pointer to an object of type t, too
//	  call coral_part_sample(loc(coral_c_1), 258, storage_size(coral_c_1%s, kind=coral_ik)/8)
//	  call coral_component_at(loc(coral_c_1), loc(coral_x%p(k)), loc(coral_c_1%s%many), 258, line, file)

// sampled tells whether pointers to a component are made so where its type can be named.
func (l *lowerer) sampled(owner, c *resolve.Symbol) bool {
	return l.opt.InlinePointers && derived.Polymorphic(c) && c.Rank() > 0 && owner != nil &&
		derived.Extensible(owner)
}

// objectName is the name of the type that declares a component of a module that was compiled as it
// stands; empty: it cannot be named.
func (x *stmt) objectName(owner, c *resolve.Symbol) string {
	if !x.l.sampled(owner, c) || !x.nameable(owner) {
		return ""
	}
	return x.typeName(owner)
}

// sampled tells whether the pointer to a component is made so here.
func (x *stmt) sampled(c *resolve.Symbol) bool {
	owner := x.l.needs.Owner[c]
	return x.l.sampled(owner, c) && (owner.Scope == nil || !owner.Scope.Bare || x.nameable(owner))
}

// partSample gives a pointer's variable its sample.
func (x *stmt) partSample(c *resolve.Symbol, pointer string) string {
	return fmt.Sprintf("call %s(%s, %d, storage_size(%s%%s, kind=%s)/8)",
		x.l.use("coral_part_sample"), x.loc(pointer),
		sampleFlags(c, x.partFlags(c, false)), pointer, x.l.use("coral_ik"))
}

// fromSample makes the pointer.
func (x *stmt) fromSample(c *resolve.Symbol, pointer, parent string, what int) string {
	return fmt.Sprintf("call %s(%s, %s, %s, %d, %s)", x.l.use("coral_component_at"), x.loc(pointer),
		x.loc(parent),
		x.placeInSample(pointer+"%s%"+c.Name, c), sampleFlags(c, what), x.where())
}

// placeInSample is the address that stands in the descriptor of a component of a sample.
func (x *stmt) placeInSample(object string, c *resolve.Symbol) string {
	if text := x.l.placeIn(object, c, &toldBy{}); !strings.HasPrefix(text, "loc(") {
		return text
	}
	return x.loc(object)
}

// placeIn is the same outside of pure procedures. To LOC of a pointer to an array gfortran passes a
// contiguous copy. With optimisation gfortran 13 and 14 make one also of a polymorphic array
// without elements, and have an internal error where it is unlimited polymorphic.
func (l *lowerer) placeIn(object string, c *resolve.Symbol, by *toldBy) string {
	if l.opt.InlinePointers && c.Has(resolve.Pointer) && c.Rank() > 0 && derived.Polymorphic(c) {
		return l.named(by.address, "coral_address") + "(" + object + ")"
	}
	return "loc(" + object + ")"
}

func sampleFlags(c *resolve.Symbol, what int) int {
	if c.TypeOf().Base == syntax.TypeClassAny {
		what += partUnlimited
	}
	return what
}
