package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Structures whose memory is in several pieces travel component by component, by statements where
// that is to be done (inline.go). Both sides go through the components in the same order; of an
// allocatable one its state goes first: whether it is allocated, and with which bounds.

// partwise is what they do with each component.
type partwise struct {
	move func(x *stmt, object string) string
	// object moves one of a type that the runtime has been told of.
	object func(x *stmt, d *resolve.Symbol, object string) string
	behind []string             // statements behind a move
	gets   func(x *stmt) string // the condition under which this image gets the object
	// typed moves what a polymorphic pointer points to: its descriptor's address, rank and whether
	// it is unlimited, and the number of objects; nil: there are no polymorphic components, and
	// pointers to procedures stay as they are.
	typed func(x *stmt, pointer, count string) string
}

// partsBody are the declarations and statements that move an object by the name of coral_x; target:
// they point to it.
func (x *stmt) partsBody(w *partwise, d *resolve.Symbol) (decls, body []string, target bool) {
	deepest := 0
	derived.EachComponent(d, func(c *resolve.Symbol) {
		t := c.TypeOf()
		if c.Codims != nil || c.Has(resolve.Pointer) || t.IsBuiltin("event_type") ||
			t.IsBuiltin("lock_type") || t.IsBuiltin("notify_type") {
			return // what is no object's own value
		}
		if w.typed != nil && derived.Polymorphic(c) {
			n, owner := len(decls)+1, x.l.needs.Owner[c]
			target = true
			x.importPart(owner, c)
			decls = append(decls, fmt.Sprintf("integer(%s) :: coral_d_%d(%d)", x.l.use("coral_ik"),
				n, 4+2*c.Rank()), fmt.Sprintf("type(%s) :: coral_w_%d", x.l.partType(owner, c), n))
			body = append(body, x.polymorphicPart(w, c, n)...)
			return
		}
		if c.Has(resolve.Allocatable) {
			decls = append(decls, fmt.Sprintf("integer(%s) :: coral_d_%d(%d)", x.l.use("coral_ik"),
				len(decls)+1, 2+2*c.Rank()))
			body = append(body, x.allocatablePart(w, c, fmt.Sprintf("coral_d_%d", len(decls)))...)
		} else {
			body = append(body, x.valuePart(w, c)...)
		}
		deepest = max(deepest, c.Rank())
	})
	if w.typed != nil {
		derived.EachProcedure(d, func(c *resolve.Symbol) {
			decls = append(decls, fmt.Sprintf("integer(%s) :: coral_d_%d", x.l.use("coral_ik"),
				len(decls)+1))
			body = append(body, x.procedurePart(w, c, fmt.Sprintf("coral_d_%d", len(decls)))...)
		})
	}
	for i := range deepest {
		decls = append(decls, fmt.Sprintf("integer :: coral_i_%d", i+1))
	}
	return decls, body, target
}

// onePart moves one object that travels in one piece.
func (x *stmt) onePart(w *partwise, object string) []string {
	return append([]string{w.move(x, object)}, w.behind...)
}

// valuePart moves a component that is there on both sides.
func (x *stmt) valuePart(w *partwise, c *resolve.Symbol) []string {
	object := "coral_x%" + c.Name
	e := c.TypeOf().DerivedOf()
	if !derived.TravelsInParts(e) {
		return x.onePart(w, object)
	}
	return append(eachElement(c.Rank(), object, x.partsCall(w, e, object+"@")...), w.behind...)
}

// allocatablePart moves state and bounds of an allocatable component, then what it holds. One of
// the right shape and length stays where it is.
func (x *stmt) allocatablePart(w *partwise, c *resolve.Symbol, state string) []string {
	object := "coral_x%" + c.Name
	rank, deferred := c.Rank(), deferredLength(c)
	length := "0"
	if deferred {
		length = "len(" + object + ")"
	}
	value, dims, differs := []string{"1", length}, []string{}, []string{state + "(1) == 0"}
	if deferred {
		differs = append(differs, fmt.Sprintf("len(%s) /= %s(2)", object, state))
	}
	for d := 1; d <= rank; d++ {
		value = append(value, fmt.Sprintf("lbound(%s,%d,%s)", object, d, x.l.use("coral_ik")),
			fmt.Sprintf("ubound(%s,%d,%s)", object, d, x.l.use("coral_ik")))
		lower, upper := fmt.Sprintf("%s(%d)", state, 1+2*d), fmt.Sprintf("%s(%d)", state, 2+2*d)
		dims = append(dims, lower+":"+upper)
		differs = append(differs, fmt.Sprintf("size(%s,%d,%[3]s) /= max(0_%[3]s, %[4]s-%[5]s+1)",
			object, d, x.l.use("coral_ik"), upper, lower))
	}
	typ, shape := "", ""
	if deferred {
		typ = fmt.Sprintf("character(len=%s(2)%s) :: ", state, kindOf(c.TypeOf()))
	}
	if rank > 0 {
		shape = "(" + strings.Join(dims, ",") + ")"
	}
	out := []string{
		state + " = 0",
		fmt.Sprintf("if (allocated(%s)) %s = [integer(%s) :: %s]", object, state,
			x.l.use("coral_ik"), strings.Join(value, ", ")),
	}
	out = append(out, x.onePart(w, state)...)
	out = append(out,
		fmt.Sprintf("if (%s) then", w.gets(x)),
		fmt.Sprintf("  if (allocated(%s)) then", object),
		fmt.Sprintf("    if (%s) deallocate (%s)", strings.Join(differs, " .or. "), object),
		"  end if",
		fmt.Sprintf("  if (%s(1) /= 0 .and. .not. allocated(%s)) allocate (%s%s%s)", state, object,
			typ, object, shape),
		"end if",
		fmt.Sprintf("if (%s(1) /= 0) then", state))
	return append(append(out, x.valuePart(w, c)...), "end if")
}

// polymorphicPart moves type, state and bounds of a polymorphic component, then what it holds:
// always into new memory, as intrinsic assignment does it (F2018 10.2.1.3). A type is three words,
// which mean the same on all images (capi/types/dynamic.c). The variable gets it from a pointer to
// which the runtime gives it.
func (x *stmt) polymorphicPart(w *partwise, c *resolve.Symbol, n int) []string {
	object, state, pointer, ik := "coral_x%"+
		c.Name, fmt.Sprintf("coral_d_%d", n), fmt.Sprintf("coral_w_%d", n), x.l.use("coral_ik")
	unlimited, count, shape := 0, "1_"+ik, ""
	if c.TypeOf().Base == syntax.TypeClassAny {
		unlimited = 1
	}
	value := []string{"1", "0", "0", "0"}
	if rank := c.Rank(); rank > 0 {
		var dims []string
		for d := 1; d <= rank; d++ {
			value = append(value, fmt.Sprintf("lbound(%s,%d,%s)", object, d, ik),
				fmt.Sprintf("ubound(%s,%d,%s)", object, d, ik))
			dims = append(dims, fmt.Sprintf("%s(%d):%s(%d)", state, 3+2*d, state, 4+2*d))
		}
		count, shape = "size("+object+",kind="+ik+")", "("+strings.Join(dims, ",")+")"
	}
	descriptor := fmt.Sprintf("loc(%s), %d, %d", pointer, c.Rank(), unlimited)
	out := []string{
		state + " = 0",
		fmt.Sprintf("if (allocated(%s)) then", object),
		fmt.Sprintf("  %s = [integer(%s) :: %s]", state, ik, strings.Join(value, ", ")),
		fmt.Sprintf("  %s%%p => %s", pointer, object),
		fmt.Sprintf("  call %s(%s, %s(2:4), coral_line, coral_file)", x.l.use("coral_type_of"),
			descriptor, state),
		"end if",
	}
	out = append(out, x.onePart(w, state)...)
	out = append(out,
		fmt.Sprintf("if (%s) then", w.gets(x)),
		fmt.Sprintf("  if (allocated(%s)) deallocate (%s)", object, object),
		fmt.Sprintf("  if (%s(1) /= 0) then", state),
		fmt.Sprintf("    nullify (%s%%p)", pointer),
		fmt.Sprintf("    call %s(%s, %s(2:4))", x.l.use("coral_take_type"), descriptor, state),
		fmt.Sprintf("    allocate (%s%s, mold=%s%%p)", object, shape, pointer),
		"  end if",
		"end if",
		fmt.Sprintf("if (%s(1) /= 0) then", state),
		fmt.Sprintf("%s%%p => %s", pointer, object),
		w.typed(x, descriptor, count))
	return append(append(out, w.behind...), "end if")
}

// procedurePart moves a pointer to a procedure, as its place in the program.
func (x *stmt) procedurePart(w *partwise, c *resolve.Symbol, state string) []string {
	object := "coral_x%" + c.Name
	out := append([]string{state + " = 0"},
		x.readsProcedure(c, object, func(address, _ string) []string {
			return []string{fmt.Sprintf("if (associated(%s)) %s = %s(%s, coral_line, coral_file)",
				object,
				state, x.l.use("coral_procedure_place"), address)}
		})...)
	out = append(out, x.onePart(w, state)...)
	out = append(out, "if ("+w.gets(x)+") then")
	out = append(out, x.readsProcedure(c, object, func(_, holder string) []string {
		return x.pointToProcedure(x.l.use("coral_procedure_at")+"("+state+")", object, holder)
	})...)
	return append(out, "end if")
}
