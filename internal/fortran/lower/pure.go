package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
)

// Pure procedures must neither define variables of their hosts or of modules, nor point to them
// (F2018 C1594), and LOC must not be referenced in them. A coarray that is not their own is
// therefore reached through a view that is, `coral_o_x`, which each call makes anew; the runtime
// gets objects by reference, or by an address that a function of coral_rt gives.

// ownView is what stands for a coarray in the scope of the statement: in a pure procedure a
// stand-in with a view of the procedure's.
func (x *stmt) ownView(sym *resolve.Symbol, local string) *resolve.Symbol {
	unit := x.scope.Unit()
	if !x.scope.IsPure() || sym.Scope == nil || sym.Scope.Unit() == unit || !sym.IsCoarray() ||
		x.l.teams.isOwn[sym] || x.l.teams.standIn[sym] {
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
	x.l.declareIn(unit, fmt.Sprintf("type(%s) :: %s", mangle.ViewType(local),
		x.l.teams.viewOf(s, local)))
	if _, length := x.l.typeText(sym); length != "" {
		if x.l.lengthOfPointer(sym) {
			length = ":"
		}
		x.l.declareIn(unit, fmt.Sprintf("character(len=%s%s), pointer :: %s(%s:)", length,
			kindOf(sym.TypeOf()), x.l.teams.pointerOf(s, local),
			strings.Repeat(":,", max(sym.Rank(), 0))))
	}
	return s
}

// boundsView is the view that keeps the cobounds of an allocatable coarray.
func (x *stmt) boundsView(sym *resolve.Symbol, local string) string {
	if sym = x.ownView(sym, local); x.l.teams.isOwn[sym] {
		return x.l.teams.viewOf(sym, local)
	}
	return mangle.View(local)
}

// pure tells whether generated text must do what pure procedures may do.
func (x *stmt) pure() bool { return x.purely || x.scope.IsPure() }

// pureContext tells whether the statement stands where C_F_POINTER must not be called: in a pure
// procedure or in DO CONCURRENT (F2018 C1139).
func (x *stmt) pureContext() bool { return x.scope.IsPure() || x.fl.concurrent }

// loc is the address of an object. The function of coral_rt that stands for LOC where that must not
// be referenced takes objects of every type. gfortran takes LOC for impure in DO CONCURRENT; from
// 15 on it looks into BLOCK constructs there, too.
func (x *stmt) loc(object string) string {
	if x.pure() || x.fl.concurrent && x.l.opt.InlinePointers {
		return x.l.use("coral_address") + "(" + object + ")"
	}
	return "loc(" + object + ")"
}

// purelyCopied tells whether the procedure that copies structures of a type can be pure: procedure
// pointers are set by C_F_PROCPOINTER, final procedures must be pure themselves (F2018 C1585,
// C1594), and by which procedure a polymorphic component is copied is not known. Procedures that
// define assignments of components may be impure, and a pointer must not get a target of the module
// as its default value.
func (l *lowerer) purelyCopied(d *resolve.Symbol) bool {
	return l.copiesPurely(d) && !l.prog.MayDefineAssignment(d)
}

// copiesPurely leaves defined assignments aside.
func (l *lowerer) copiesPurely(d *resolve.Symbol) bool {
	return derived.ProcedureComponent(d) == nil && !mid.HasFinal(d, mid.ImpureFinal) &&
		!derived.HasPolymorphic(d) &&
		derived.Within(d, func(*resolve.Symbol) bool { return true },
			derived.PointsByDefault) == nil
}
