package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Pure procedures must neither define variables of their hosts or of modules, nor point to them (F2018 C1594), and LOC must not be referenced
// in them. A coarray that is not their own is therefore reached through a view that is, `coral_o_x`, which each call makes anew;
// the runtime gets objects by reference.

// ownView is what stands for a coarray in the scope of the statement: in a pure procedure a stand-in with a view of the procedure's.
func (x *stmt) ownView(sym *resolve.Symbol, local string) *resolve.Symbol {
	unit := x.scope.Unit()
	if !x.scope.IsPure() || sym.Scope == nil || sym.Scope.Unit() == unit || !sym.IsCoarray() || x.l.teams.isOwn[sym] {
		return sym
	}
	known := x.l.teams.own[unit]
	if known == nil {
		known = map[*resolve.Symbol]*resolve.Symbol{}
		x.l.teams.own[unit] = known
	}
	if s := known[sym]; s != nil {
		return s
	}
	c := *sym
	s := &c
	known[sym], x.l.teams.isOwn[s] = s, true
	x.l.use("coral_gen")
	x.l.declareIn(unit, fmt.Sprintf("type(%s) :: %s", viewType(local), x.l.teams.viewOf(s, local)))
	if _, length := x.l.typeText(sym); length != "" {
		if deferredLength(sym) {
			length = ":"
		}
		x.l.declareIn(unit, fmt.Sprintf("character(len=%s%s), pointer :: %s(%s:)", length, kindOf(sym.TypeOf()), x.l.teams.pointerOf(s, local),
			strings.Repeat(":,", max(sym.Rank(), 0))))
	}
	return s
}

// boundsView is the view that keeps the cobounds of an allocatable coarray.
func (x *stmt) boundsView(sym *resolve.Symbol, local string) string {
	if x.l.teams.isOwn[sym] {
		return x.l.teams.viewOf(sym, local)
	}
	return viewName(local)
}

// validateByReference is the call of validate in a pure procedure.
func (x *stmt) validateByReference(sym *resolve.Symbol, pointer, parent string, what int, size string) string {
	return fmt.Sprintf("call %s(%s, %s, %d, %s, %s)", x.l.use("coral_component_by"), pointer, parent, what, size, x.where())
}

// byReference tells whether all objects that a reference goes through can be passed to the runtime by reference, and refuses others: a type with
// type-bound procedures cannot be TYPE(*).
func (x *stmt) byReference(r *syntax.Ref, info resolve.RefInfo) bool {
	for i := range r.Parts {
		t := info.Types[i]
		if t == nil || i == len(r.Parts)-1 && !hasBindings(t.DerivedOf(), 0) {
			continue
		}
		if hasBindings(t.DerivedOf(), 0) || t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny {
			x.l.errorf("C0204", r.Range, "in a pure procedure a component of a coindexed object cannot be reached through '%s', whose type has type-bound procedures or is polymorphic",
				r.Parts[i].Name.Name)
			return false
		}
	}
	return true
}
