package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// CO_BROADCAST defines its argument as if by intrinsic assignment (F2018 16.9.46): what allocatable
// components hold comes along. The memory of such an object is in several pieces, and the compilers
// pass no object of a type with bindings as TYPE(*): objects of both kinds are packed by the layout
// of their type (layout.go).

// broadcastParts plans CO_BROADCAST of an object that travels in parts; false: it is none. stat and
// message are the variables for STAT= and ERRMSG=, the latter allocatable.
func (x *stmt) broadcastParts(a, image, stat, errmsg syntax.Expr) bool {
	r, ok := a.(*syntax.Ref)
	if !ok {
		return false
	}
	info := x.scope.Reference(r)
	t := info.Types[len(info.Types)-1]
	d := t.DerivedOf()
	if !derived.TravelsInParts(d) {
		return false
	}
	if t.Base == syntax.TypeClass {
		return true // the checks say so
	}
	if derived.HoldsParameterized(d) {
		what := "of the parameterized type '%s'"
		if !derived.IsParameterized(d) {
			what = "of type '%s', which has a component of a parameterized type,"
		}
		x.l.errorf("C0241", r.Range, "an object "+what+" cannot be broadcast", d.Name).
			Help("broadcast its components")
		return true
	}
	if x.withheld(d, derived.TravelsInParts) {
		return true
	}
	if !x.l.needs.Broadcasts[d] || info.Rank < 0 || !inlinable(d) {
		x.l.errorf("C0204", r.Range,
			"an object of type '%s' cannot be broadcast here: the type is defined in an "+
				"internal procedure or a BLOCK construct and has components of its own type",
			d.Name).
			Help("broadcast its components")
		return true
	}
	const message, whole = "coral_errmsg", "coral_whole"
	x.declare("character(len=:), allocatable :: " + message)
	end := ""
	if stat != nil {
		x.expr(stat)
		end = ", stat=" + x.status(stat)
	}
	if errmsg != nil {
		x.expr(errmsg)
		text, present := x.t.Render(errmsg.Span()), ""
		if sym := x.named(errmsg); sym != nil && sym.Has(resolve.Optional) {
			present = "if (present(" + text + ")) "
		}
		x.beforehand(present + message + " = " + text)
		x.post = append(x.post, x.line("%s%s = %s", present, text, message))
	}
	object := x.t.Render(r.Range)
	var lines []string
	if info.Rank > 0 {
		lines = append(lines, fmt.Sprintf("associate (%s => %s)", whole, object))
		for k := 1; k <= info.Rank; k++ {
			x.declare(fmt.Sprintf("integer :: coral_i_%d", k))
		}
		lines = append(lines, eachElement(info.Rank, whole, "@")...)
		object = whole
	}
	status, source := "", x.value(image)
	if stat != nil {
		status = x.status(stat)
	}
	call := func(object string) []string {
		if derived.Confined(d) {
			return x.broadcastStatements(d, object, source, message, status)
		}
		return []string{fmt.Sprintf("call %s(%s, loc(%s), int(%s, 4), %d, %s%s, errmsg=%s)",
			x.l.use("coral_co_broadcast_object"), keyText(d), object, source, x.allTold(),
			x.where(), end, message)}
	}
	if info.Rank == 0 {
		texts := call(object)
		for _, text := range texts[:len(texts)-1] {
			x.afterGets = append(x.afterGets, x.line("%s", text))
		}
		x.finishAs(texts[len(texts)-1], true)
		return true
	}
	for _, text := range lines {
		if !strings.HasPrefix(text, "(") {
			x.afterGets = append(x.afterGets, x.line("%s", text))
			continue
		}
		if stat != nil {
			x.afterGets = append(x.afterGets, x.line("if (%s == 0) then", status))
		}
		for _, text := range call(object + text) {
			x.afterGets = append(x.afterGets, x.line("%s", text))
		}
		if stat != nil {
			x.afterGets = append(x.afterGets, x.line("end if"))
		}
	}
	if stat != nil {
		x.pre = append([]emit.Line{x.line("%s = 0", status)}, x.pre...)
	}
	x.finishAs("end associate", true)
	return true
}
