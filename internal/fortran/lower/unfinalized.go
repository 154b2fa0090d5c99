package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// A variable into which a statement copies a coindexed object is none of the program's: nothing may
// finalize it (F2018 7.5.6.3). The compiler would do so at the end of the BLOCK construct that
// declares it. So the memory of an object whose type has final procedures is that of an array of
// integers, and what its components hold is freed behind the statement:
//
//	block
//	  integer(1), allocatable, target :: coral_x_1(:)
//	  type(t), pointer :: coral_d_1
//	  allocate (coral_x_1(storage_size(coral_d_1, kind=coral_ik)/8*2), source=0_1)
//	  call coral_c_f_pointer(transfer(loc(coral_x_1), coral_null_ptr), coral_d_1)
//	  call coral_copy_object('m%t;', loc(coral_d_1), loc(coral_x%p(k)), …)
//	  w = coral_d_1
//	  call coral_copy_object('m%t;', loc(coral_d_1), loc(coral_x_1(size(coral_x_1)/2+1)), …)
//	end block
//
// The last line copies an object of zeros, which holds nothing. An object of a type of which nobody
// tells the runtime is allocated, since flang's components need more than zeros. They are
// deallocated by name, and the memory as that of integers.

// staysUnfinalized tells whether the variable for an object is such memory. In the headings of
// constructs, and where a statement may be left by another way than its end, there is no place
// behind it. A pure procedure cannot point to the memory.
func (x *stmt) staysUnfinalized(d *resolve.Symbol) bool {
	if x.inHead() || x.fl.group != nil || x.scope.IsPure() || !mid.HasFinal(d, mid.AnyFinal) ||
		derived.HasRecursive(d) {
		return false
	}
	s := x.s
	if c, conditional := s.(*syntax.IfStmt); conditional {
		s = c.Action
	}
	switch s := s.(type) {
	case *syntax.AssignStmt, *syntax.PtrAssignStmt, *syntax.AllocateStmt, *syntax.StopStmt:
	case *syntax.CallStmt:
		if a := s.Args(); a != nil && len(alternates(a.Items)) > 0 {
			return false
		}
	case *syntax.IOStmt:
		if len(branches(s)) > 0 {
			return false
		}
	default:
		return false
	}
	_, known := x.release(d, "")
	return !derived.Confined(d) || known
}

// unfinalized declares such a variable, and frees what it holds behind the statement.
func (x *stmt) unfinalized(name string, d *resolve.Symbol) {
	memory, ik := x.temp("x"), x.l.use("coral_ik")
	x.declare(fmt.Sprintf("type(%s), pointer :: %s", x.typeName(d), name))
	size := fmt.Sprintf("storage_size(%s, kind=%s)/8", name, ik)
	point := func(to, from, shape string) string {
		return fmt.Sprintf("call %s(transfer(loc(%s), %s), %s%s)", x.l.useC("c_f_pointer"), from,
			x.l.use("coral_null_ptr"), to, shape)
	}
	if !derived.Confined(d) {
		x.declare("integer(1), allocatable, target :: " + memory + "(:)")
		x.raw("allocate (" + memory + "(" + size + "*2), source=0_1)")
		x.raw(point(name, memory, ""))
		x.post = append(x.post,
			x.line("%s", x.copyObject(d, name, memory+"(size("+memory+")/2+1)")))
		return
	}
	x.declare("integer(1), pointer :: " + memory + "(:)")
	x.raw("allocate (" + name + ")")
	lines, _ := x.release(d, name)
	for _, text := range append(lines, point(memory, name, ", ["+size+"]"),
		"deallocate ("+memory+")") {
		x.post = append(x.post, x.line("%s", text))
	}
}

// memoryOf gives an array of such objects its memory, and answers where behind them an object of
// zeros is.
func (x *stmt) memoryOf(name string, extents []string) (zeros string) {
	memory, ik := x.temp("x"), x.l.use("coral_ik")
	x.declare("integer(1), allocatable, target :: " + memory + "(:)")
	shape := fmt.Sprintf("[integer(%s) :: %s]", ik, strings.Join(extents, ", "))
	size := fmt.Sprintf("storage_size(%s, kind=%s)/8", name, ik)
	x.raw(fmt.Sprintf("allocate (%s(%s*(product(%s) + 1)), source=0_1)", memory, size, shape))
	x.raw(fmt.Sprintf("call %s(transfer(loc(%s), %s), %s, %s)", x.l.useC("c_f_pointer"), memory,
		x.l.use("coral_null_ptr"), name, shape))
	return fmt.Sprintf("%s(size(%s)-%s+1)", memory, memory, size)
}

// release deallocates what the components of an object hold. It is not known how, where that would
// finalize something else, or takes a loop.
func (x *stmt) release(d *resolve.Symbol, object string) (lines []string, known bool) {
	known = true
	derived.EachComponent(d, func(c *resolve.Symbol) {
		e := c.TypeOf().DerivedOf()
		name := object + "%" + c.Name
		switch {
		case c.Has(resolve.Pointer) || c.Codims != nil:
		case c.Has(resolve.Allocatable):
			known = known && !derived.Polymorphic(c) && !mid.HasFinal(e, mid.AnyFinal)
			lines = append(lines, fmt.Sprintf("if (allocated(%s)) deallocate (%s)", name, name))
		case derived.NeedsCopy(e):
			inner, all := x.release(e, name)
			known = known && all && c.Rank() == 0
			lines = append(lines, inner...)
		}
	})
	return lines, known
}
