package lower

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// The compilers do not pass objects whose types have type-bound procedures as TYPE(*) (F2018
// 15.5.2.4). What statements of CAF 2.0 do with them needs nothing but memory: a variable of the
// type coral_caf_object stands for such an object, with its place and shape.

// passed renders a variable or value that the runtime takes as TYPE(*).
func (x *stmt) passed(e syntax.Expr) string {
	object, t := x.descriptorArgument(e), x.scope.TypeOf(e)
	if r, ok := e.(*syntax.Ref); (!ok || !x.isVariable(r)) && x.scope.RankOf(e) <= 0 &&
		(t == nil || t.Base != syntax.TypeCharacter) {
		if t == nil { // gfortran 12 frees twice what a function gives that has no characters
			object = "(" + object + ")"
		}
		object = x.nameOf(object)
	}
	return x.standIn(object, t, x.scope.RankOf(e))
}

// descriptorArgument renders the value of an expression for an assumed-rank dummy argument.
func (x *stmt) descriptorArgument(e syntax.Expr) string {
	object := x.value(e)
	if object == x.t.Render(e.Span()) {
		object = x.assumedRankArgument(e)
	}
	if x.isCopied(e) { // gfortran 12 has an internal error where the dummy argument is BIND(C)'s
		object = "(" + object + ")"
	}
	return object
}

// isInPlace tells whether what is passed for an operand is memory of the program's that stays
// behind the statement.
func (x *stmt) isInPlace(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return ok && x.isVariable(r) && !x.isCopied(e)
}

// isCopied tells whether an operand is a section with vector subscripts, of which compilers pass a
// copy that ends with the call.
func (x *stmt) isCopied(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return ok && len(section.VectorsOf(x.scope, r.Parts)) > 0 && x.isVariable(r)
}

// nameOf gives the value of a scalar expression a name in the statement. gfortran 16 takes the
// value for the address where a dummy argument of a BIND(C) procedure has assumed rank.
func (x *stmt) nameOf(object string) string {
	name := fmt.Sprintf("coral_e_%d", x.nextObject())
	x.afterGets = append(x.afterGets, x.line("associate (%s => %s)", name, object))
	x.post = append(x.post, x.line("end associate"))
	return name
}

// standIn gives what is passed for an object: itself, or what stands for it, which is made in front
// of the statement.
func (x *stmt) standIn(object string, t *resolve.Type, rank int) string {
	if t == nil || rank < 0 || !derived.HasBindings(t.DerivedOf()) {
		return object
	}
	ik, n := x.l.use("coral_ik"), x.nextObject()
	name, whole := fmt.Sprintf("coral_o_%d", n), fmt.Sprintf("coral_w_%d", n)
	x.declare(fmt.Sprintf("type(%s) :: %s", x.l.use("coral_caf_object"), name))
	add := func(format string, args ...any) {
		x.afterGets = append(x.afterGets, x.line(format, args...))
	}
	add("associate (%s => %s)", whole, object)
	x.post = append(x.post, x.line("end associate"))
	if rank == 0 {
		add("%s%%size = storage_size(%s, kind=%s)/8", name, whole, ik)
		add("%s%%addr = loc(%s)", name, whole)
		return name
	}
	element := whole + "(" + joinArgs(lowerBounds(whole, rank)...) + ")"
	add("%s%%rank = %d", name, rank)
	add("%s%%size = storage_size(%s, kind=%s)/8", name, element, ik)
	add("%s%%extents(:%d) = %s", name, rank, extentsOf(whole, ik))
	add("if (.not. (%s)) then", noElement(whole, rank))
	add("  %s%%steps(:%d) = %s", name, rank, x.stepsOf(whole, rank, ik))
	add("  %s%%addr = loc(%s)", name, element)
	add("end if")
	return name
}
