package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
)

// Types that a BLOCK construct or a pure procedure defines, and those of modules that were compiled
// as they stand. Nobody tells the runtime of their layout (layout.go). What is to be done with an
// object stands where it is to be done:
//
//	block
//	  type(t), pointer :: coral_from_1
//	  coral_from_1 => coral_x%p(k)
//	  associate (coral_to => coral_d_1)
//	  block
//	    ...
//	  end block
//	  end associate
//	end block
//
// Types with components of their own type have no end.

// inlinable tells whether what is to be done with an object of a type can be written where it is to
// be done, or needs not.
func inlinable(d *resolve.Symbol) bool {
	var around []*resolve.Symbol
	var ends func(*resolve.Symbol) bool
	ends = func(d *resolve.Symbol) bool {
		if d == nil || !d.IsType() || !derived.Confined(d) {
			return true
		}
		if slices.Contains(around, d) {
			return false
		}
		around = append(around, d)
		all := true
		derived.EachComponent(d, func(c *resolve.Symbol) {
			if !c.Has(resolve.Pointer) && !derived.Polymorphic(c) {
				all = all && ends(c.TypeOf().DerivedOf())
			}
		})
		around = around[:len(around)-1]
		return all
	}
	return ends(d)
}

// source is the structure that is being copied, in the text of what copies it.
func (x *stmt) source() string {
	if x.inlined == 0 {
		return "coral_from"
	}
	return fmt.Sprintf("coral_from_%d", x.inlined)
}

// copyCall copies an object of another image.
func (x *stmt) copyCall(d *resolve.Symbol, to, from string) []string {
	if !derived.Confined(d) {
		return []string{x.copyObject(d, to, from)}
	}
	x.inlined++
	defer func() { x.inlined-- }()
	decls, body := x.copyBody(d)
	var free []string
	derived.EachComponent(d, func(c *resolve.Symbol) {
		if c.Has(resolve.Allocatable) && c.Codims == nil {
			free = append(free,
				fmt.Sprintf("if (allocated(coral_to%%%s)) deallocate (coral_to%%%s)", c.Name,
					c.Name))
		}
	})
	return slices.Concat(
		[]string{"block", fmt.Sprintf("type(%s), pointer :: %s", x.typeName(d), x.source()),
			x.source() + " => " + from, "associate (coral_to => " + to + ")", "block"},
		decls, free, body, []string{"end block", "end associate", "end block"})
}

// copyObject copies an object of another image by the layout of its type.
func (x *stmt) copyObject(d *resolve.Symbol, to, from string) string {
	return x.copyOneOf(d, to, from, 0)
}

// Bits of coral_copy_object's fourth argument, beside allTold: coral_copied follows.
const moreCopies = 2

func (x *stmt) copyOneOf(d *resolve.Symbol, to, from string, more int) string {
	return fmt.Sprintf("call %s(%s, %s, %s, %d, %s)", x.l.use("coral_copy_object"), keyText(d),
		x.loc(to), x.loc(from), x.allTold()+more, x.where())
}

// partsCall moves an object that travels component by component. Polymorphic components are pointed
// to, for which the object must be a target.
func (x *stmt) partsCall(w *partwise, d *resolve.Symbol, object string) []string {
	if !derived.Confined(d) {
		return []string{w.object(x, d, object)}
	}
	x.inlined++
	defer func() { x.inlined-- }()
	decls, body, target := x.partsBody(w, d)
	if !target {
		return slices.Concat([]string{"associate (coral_x => " + object + ")", "block"}, decls,
			body, []string{"end block", "end associate"})
	}
	pointer := fmt.Sprintf("coral_x_%d", x.inlined)
	return slices.Concat([]string{"block",
		fmt.Sprintf("type(%s), pointer :: %s", x.typeName(d), pointer),
		fmt.Sprintf("call %s(transfer(loc(%s), %s), %s)", x.l.useC("c_f_pointer"), object,
			x.l.use("coral_null_ptr"), pointer),
		"associate (coral_x => " + pointer + ")", "block"}, decls, body,
		[]string{"end block", "end associate", "end block"})
}

// broadcastHere is what stands in place of a procedure that broadcasts. The statements around have
// variables of the names of its arguments, but for message; with a status they are in a construct
// of the name coral_part.
func broadcastHere(message string, status bool) *partwise {
	w := partwise{gets: func(x *stmt) string { return x.l.use("coral_me") + " /= coral_source" }}
	stat, last := "", ""
	if status {
		w.behind = []string{"if (coral_s /= 0) exit coral_part"}
		stat, last = " stat=coral_s,", ", coral_s"
	}
	w.move = func(x *stmt, object string) string {
		return fmt.Sprintf("call %s(%s, coral_source, coral_line, coral_file,%s errmsg=%s)",
			x.l.use("coral_co_broadcast"), object, stat, message)
	}
	w.object = func(x *stmt, d *resolve.Symbol, object string) string {
		return fmt.Sprintf(
			"call %s(%s, loc(%s), coral_source, %d, coral_line, coral_file,%s errmsg=%s)",
			x.l.use("coral_co_broadcast_object"), keyText(d), object, x.allTold(), stat, message)
	}
	w.typed = func(x *stmt, pointer, count string) string {
		return fmt.Sprintf("call %s(%s, %s, %d, coral_source, coral_line, coral_file, %s%s)",
			x.l.use("coral_broadcast_dynamic"), pointer, count, x.allTold(), message, last)
	}
	return &w
}

// broadcastStatements are those that broadcast an object of a confined type; status is the variable
// for STAT=, or empty.
func (x *stmt) broadcastStatements(d *resolve.Symbol, object, image, message,
	status string) []string {
	line, file, _ := strings.Cut(x.where(), ", ")
	out := []string{"block", "integer(4) :: coral_source",
		"integer(4), parameter :: coral_line = " + line,
		"character(len=*), parameter :: coral_file = " + file}
	end := []string{"end block"}
	if status != "" {
		out = append(out, "integer(4) :: coral_s", "coral_s = 0")
		end = []string{"end block coral_part", status + " = coral_s", "end block"}
	}
	out = append(out, "coral_source = int("+image+", 4)")
	if status != "" {
		out = append(out, "coral_part: block")
	}
	return slices.Concat(out, x.partsCall(broadcastHere(message, status != ""), d, object), end)
}
