package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Copies of coindexed arrays that are actual arguments, where the type has a defined assignment or
// is finalized, as a whole or in part. Argument association calls neither (F2018 15.5.2.4,
// 7.5.6.3), so that the copy is made and taken back byte by byte, and its memory is that of an
// array of integers, which nothing finalizes.

// memoryCopy is the text of such a copy.
type memoryCopy struct {
	name            string
	decls, in, back []string
}

// typeActs tells whether assignment to an object, or the end of a variable like it, does more than
// to copy.
func (x *stmt) typeActs(r *syntax.Ref) bool {
	info := x.scope.Reference(r)
	t := info.Types[len(info.Types)-1]
	if t == nil || t.Base != syntax.TypeDerived {
		return false
	}
	d := t.DerivedOf()
	return d != nil && (mid.HasFinal(d, mid.AnyFinal) || x.l.prog.MayDefineAssignment(d))
}

// memoryCopy copies an array, which the text is in the generated program.
func (x *stmt) memoryCopy(r *syntax.Ref, text string) memoryCopy {
	info := x.scope.Reference(r)
	typ := x.typeName(info.Types[len(info.Types)-1].DerivedOf())
	ik, rank := x.l.use("coral_ik"), info.Rank
	made := func() string { return x.temp("x") }
	if x.inHead() { // variables of the scope
		made = func() string { return x.pointerNumber("coral_x") }
	}
	m := memoryCopy{name: made()}
	pointer, memory := made(), made()
	var index []string
	for range rank {
		index = append(index, made())
	}
	m.decls = []string{
		fmt.Sprintf("type(%s), pointer :: %s%s", typ, m.name, colons(rank)),
		"integer(1), allocatable, target :: " + memory + "(:)",
		fmt.Sprintf("integer(%s) :: %s", ik, strings.Join(index, ", ")),
	}
	user, extents := x.viewElementAt(r, info, index)
	switch {
	case user != "":
	case section.HasVector(x.scope, r):
		user, extents = x.pointerElementAt(r, m.name, typ, index)
	default:
		m.decls = append(m.decls,
			fmt.Sprintf("type(%s), pointer :: %s%s", typ, pointer, colons(rank)))
		m.in = append(m.in, pointer+" => "+text)
		user = pointer + "(" + strings.Join(index, ",") + ")"
		extents = sizes(pointer, rank)
	}
	copied := m.name + "(" + strings.Join(index, ",") + ")"
	bytes := fmt.Sprintf("storage_size(%s, kind=%s)/8", m.name, ik)
	each := func(to, from string) (list []string) {
		for d := rank - 1; d >= 0; d-- {
			list = append(list, fmt.Sprintf("do %s = 1, %s", index[d], extents[d]))
		}
		list = append(list, fmt.Sprintf("call %s(loc(%s), loc(%s), %s)", x.l.use("coral_copy_run"),
			to, from, bytes))
		return append(list, slices.Repeat([]string{"end do"}, rank)...)
	}
	shape := fmt.Sprintf("[integer(%s) :: %s]", ik, strings.Join(extents, ", "))
	m.in = append(append(append(m.in,
		x.allocatedAnew(memory, fmt.Sprintf("(max(1_%[1]s, product(%[2]s)*(%[3]s)))", ik, shape,
			bytes))...),
		fmt.Sprintf("call %s(transfer(loc(%s), %s), %s, %s)", x.l.useC("c_f_pointer"),
			memory, x.l.use("coral_null_ptr"), m.name, shape),
	), each(copied, user)...)
	m.back = each(user, copied)
	return m
}
