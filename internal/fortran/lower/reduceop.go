package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// CO_REDUCE takes a function. How a function returns a complex number, a character or a structure
// is the back end's own affair, so that the runtime cannot call it; and it passes addresses, while
// the function's dummy arguments may have the VALUE attribute: in these cases a subroutine is
// generated for it to call.

// contained are generated internal procedures, by the scope that is to contain them.
type contained struct {
	lines []string
	names int
}

// reduceBySubroutine makes the subroutine for an operation and gives its name; "" if the runtime
// can call the function itself.
func (x *stmt) reduceBySubroutine(a, op syntax.Expr) string {
	typ := x.typeOfRef(a)
	if typ == nil {
		return ""
	}
	text := ""
	switch typ.Base {
	case syntax.TypeComplex, syntax.TypeDoubleComplex, syntax.TypeDerived:
		text = x.l.specText(nil, typ)
	case syntax.TypeCharacter:
		text = "character(len=*" + kindOf(typ) + ")"
	default:
		if !x.takesValues(op) {
			return ""
		}
		switch {
		case typ.Spec != nil:
			text = x.l.specText(nil, typ)
		case typ.Base == syntax.TypeInteger:
			text = "integer"
		default:
			text = "real"
		}
	}
	host := containing(x.scope)
	if host == nil {
		return ""
	}
	var uses []string
	if d := typ.DerivedOf(); d != nil && d.IsType() && host.LookupType(typ.Spec.Name.Name) != d &&
		d.Scope.Kind == resolve.ModuleScope {
		uses = append(uses, fmt.Sprintf("use %s, only: coral_operand => %s", d.Scope.Name, d.Name))
		text = "type(coral_operand)"
	}
	c := x.l.contain(host, nil)
	c.names++
	name := fmt.Sprintf("coral_operation_%d", c.names)
	c.lines = append(c.lines, fmt.Sprintf("subroutine %s(coral_a, coral_b, coral_r)", name))
	c.lines = append(c.lines, uses...)
	result, value := text+", intent(out) :: coral_r", "coral_r = %s(coral_a, coral_b)"
	if typ.Base == syntax.TypeDerived { // as bytes: the type may have an assignment of its own
		result, value = "character(len=1), intent(out) :: coral_r(storage_size(coral_a)/8)",
			"coral_r = transfer(%s(coral_a, coral_b), coral_r)"
	}
	c.lines = append(c.lines, text+", intent(in) :: coral_a, coral_b", result,
		fmt.Sprintf(value, x.t.Render(op.Span())), "end subroutine "+name)
	return name
}

// reduceAt plans CO_REDUCE of an object that the compilers do not pass as TYPE(*), by its address;
// false: it can be passed. list are the arguments otherwise, the object first.
func (x *stmt) reduceAt(a syntax.Expr, list []string) bool {
	r, ok := a.(*syntax.Ref)
	if !ok {
		return false
	}
	info := x.scope.Reference(r)
	if info.Rank < 0 || !derived.HasBindings(info.Types[len(info.Types)-1].DerivedOf()) {
		return false
	}
	ik, object, element := x.l.use("coral_ik"), list[0], list[0]
	none := fmt.Sprintf("[0_%s]", ik)
	extents := none
	if info.Rank > 0 {
		object = "coral_whole"
		x.afterGets = append(x.afterGets, x.line("associate (%s => %s)", object, list[0]))
		element = object + "(" + strings.Join(lowerBounds(object, info.Rank), ",") + ")"
		extents = extentsOf(object, ik)
	}
	call := func(first, steps string) string {
		head := []string{"loc(" + first + ")",
			fmt.Sprintf("storage_size(%s, kind=%s)/8", element, ik), fmt.Sprint(info.Rank), extents,
			steps}
		return "call " + x.l.use("coral_co_reduce_at") + "(" +
			joinArgs(append(head, list[1:]...)...) + ")"
	}
	if info.Rank == 0 {
		x.finishAs(call(object, none), true)
		return true
	}
	x.afterGets = append(x.afterGets, x.line("if (%s) then", noElement(object, info.Rank)),
		x.line("%s", call(object, none)), x.line("else"),
		x.line("%s", call(element, x.stepsOf(object, info.Rank, ik))), x.line("end if"))
	x.finishAs("end associate", true)
	return true
}

// takesValues tells whether a function's dummy arguments have the VALUE attribute: all, or none
// (F2018 16.9.49).
func (x *stmt) takesValues(op syntax.Expr) bool {
	sym := x.named(op)
	if sym == nil {
		return false
	}
	if i := sym.Interface(); i != nil {
		sym = i
	}
	if sym.Inner == nil {
		return false
	}
	return slices.ContainsFunc(sym.Inner.Order,
		func(d *resolve.Symbol) bool { return d.Has(resolve.Dummy | resolve.Value) })
}

// typeOfRef is the declared type of a variable, nil if it is not known.
func (x *stmt) typeOfRef(e syntax.Expr) *resolve.Type {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return nil
	}
	info := x.scope.Reference(r)
	return info.Types[len(info.Types)-1]
}

// containing is the scope that can contain a procedure which sees what the given one sees: the
// scoping unit itself, for code in an internal procedure its host.
func containing(s *resolve.Scope) *resolve.Scope {
	s = s.Unit()
	if s.Kind == resolve.ProcScope && s.Host != nil &&
		(s.Host.Kind == resolve.ProcScope || s.Host.Kind == resolve.MainScope) {
		return s.Host
	}
	return s
}

// containedProcedures puts generated internal procedures at the end of a program unit or
// subprogram.
func (l *lowerer) containedProcedures(scope *resolve.Scope, body *syntax.ScopeBody,
	end syntax.Stmt) {
	c := l.unit.contained[scope]
	if c == nil || end == nil {
		return
	}
	lines := c.lines
	if body.Contains == nil {
		lines = append([]string{"contains"}, lines...)
	}
	p := l.planOf(end)
	p.Before = append(p.Before, linesAt(end, lines)...)
}
