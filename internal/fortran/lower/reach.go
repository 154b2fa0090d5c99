package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Allocatable components without a call. What the descriptor in image k's object says of the
// address is known here as soon as it is known where image k has its slot itself, which
// coral_component leaves in coral_bases. If the address lies in that slot, the component is reached
// by a pointer that the back end sees made, by C_F_POINTER; else, and the first time,
// coral_component says where it is:
//
//	block
//	  type(coral_p_t__p) :: coral_c_1
//	  integer(coral_ik) :: coral_c_1_at
//	  coral_c_1_at = -1
//	  if (allocated(coral_x%p(k)%p)) coral_c_1_at = loc(coral_x%p(k)%p(lbound(coral_x%p(k)%p,1))) - coral_bases(iand(int(k), 1023))
//	  if (coral_c_1_at >= 0 .and. coral_c_1_at < coral_span) then
//	    call coral_c_f_pointer(transfer(coral_c_1_at + coral_slots + (k)*coral_step, coral_null_ptr), coral_c_1%q, [size(coral_x%p(k)%p,1)])
//	    coral_c_1%q(lbound(coral_x%p(k)%p,1):) => coral_c_1%q
//	  else
//	    block
//	      type(coral_p_t__p) :: coral_c_0
//	      coral_c_0%p => coral_x%p(k)%p
//	      call coral_component(loc(coral_c_0), loc(coral_x%p(k)), .., line, file)
//	      ... the same of coral_c_0%p
//
// The pointer that is handed to the runtime is another than that of the statement, which the back
// end can then keep in registers.

// compact tells whether a component is an allocatable one to which C_F_POINTER can point: of a type
// whose size its declaration gives.
func compact(c *resolve.Symbol) bool {
	if !c.Has(resolve.Allocatable) || c.Rank() < 0 ||
		c.Flags&(resolve.Volatile|resolve.Asynchronous) != 0 {
		return false
	}
	t := c.TypeOf()
	if t != nil && t.Base == syntax.TypeDerived {
		d := t.DerivedOf()
		return d != nil && d.Def != nil && !derived.HasBindings(d)
	}
	return section.SameIntrinsicType(t, t)
}

// reachable tells whether part i of a chain is reached so.
func (x *stmt) reachable(c *chain, i int) bool {
	part := c.r.Coindexed()
	if part == nil || !compact(c.info.Parts[i]) || x.l.opt.Interoperable &&
		c.info.Parts[i].TypeOf().Base == syntax.TypeDerived || x.pureContext() || x.l.opt.Bounds ||
		!x.l.opt.InlinePointers || x.fl.mode == library || len(x.loops) > 0 ||
		part != c.r.Parts[0] ||
		len(part.Selector.Specs) > 0 || c.info.Base == nil ||
		c.info.Base.Kind == resolve.Associate ||
		x.l.teams.viewOf(c.info.Parts[0], part.Name.Name) != mangle.View(part.Name.Name) {
		return false
	}
	for _, s := range part.Selector.Cosubs {
		if syntax.HasCoindexed(s) || x.callsUser(s) {
			return false
		}
	}
	return true
}

// reach writes the statements that point a local pointer to part i of a chain, and gives the
// pointer.
func (x *stmt) reach(c *chain, i int, parent, name string) string {
	sym, at := c.info.Parts[i], name+"_at"
	image := x.imageIndex(c.info.Parts[0], c.r.Coindexed().Name.Name, c.r.Coindexed().Selector)
	x.declare("integer(" + x.l.use("coral_ik") + ") :: " + at)
	x.fetchDescriptors(c.info.Types[i-1].DerivedOf(), parent)
	object := parent
	if decl, near, set := x.nearObject(c, i, name+"_o"); decl != "" {
		x.declare(decl)
		x.raw(set)
		object = near
	}
	find, set := x.nearPart(sym, image, object, name, at)
	for _, text := range find {
		x.raw(text)
	}
	for _, text := range set {
		x.raw("  " + text)
	}
	x.raw("else")
	x.raw("  block")
	owner := x.l.needs.Owner[sym]
	x.raw(fmt.Sprintf("    type(%s) :: coral_c_0", x.l.partType(owner, sym)))
	x.raw(fmt.Sprintf("    coral_c_0%%p => %s%%%s", parent, sym.Name))
	x.raw("    " + x.validate(sym, "coral_c_0", parent, x.partFlags(sym, false)))
	pointer, set := x.pointTo(sym, name, "coral_c_0%p", x.loc(firstElement("coral_c_0%p", sym)))
	for _, text := range set {
		x.raw("    " + text)
	}
	x.raw("  end block")
	x.raw("end if")
	return pointer
}

// hasObject tells whether the view of a coarray has a pointer for one of its objects.
func (l *lowerer) hasObject(sym *resolve.Symbol) bool {
	t := sym.TypeOf()
	if !l.opt.InlinePointers || t == nil || t.Base != syntax.TypeDerived || sym.Rank() < 0 ||
		sym.Rank() > 0 && !section.IsContiguous(sym) && !section.IsAssumedShape(sym) ||
		sym.Flags&(resolve.Optional|resolve.Asynchronous|resolve.Volatile|resolve.Pointer) != 0 {
		return false
	}
	d := t.DerivedOf()
	return d != nil && d.Def != nil && !derived.HasBindings(d) &&
		derived.IndirectComponent(d) != nil
}

// nearObject gives a pointer to the object on the other image of which part i of a chain is a
// component, its declaration, and the statement that sets it by the address here (near.go): a
// multiplication where an element of the view takes two, one after the other. Without declaration:
// there is none.
func (x *stmt) nearObject(c *chain, i int, name string) (decl, object, set string) {
	sym, part := c.info.Parts[0], c.r.Parts[0]
	if c.info.Indirect != i || c.info.Base != sym || !x.l.hasObject(sym) ||
		x.l.opt.Interoperable || x.l.opt.Check {
		return "", "", ""
	}
	local := part.Name.Name
	own := x.l.written(part.Name)
	if part.Args != nil {
		own += x.t.Render(part.Args.Range)
	}
	between := c.r.Range // of the coarray's part and part i
	between.Start, between.End = part.Range.End, c.r.Parts[i-1].Range.End
	x.viewed(local)
	return fmt.Sprintf("type(%s) :: %s", mangle.ViewType(local), name), name + "%o" +
			x.t.Render(between),
		fmt.Sprintf("call %s(transfer(%s, %s), %s%%o)", x.l.useC("c_f_pointer"),
			x.nearAddress(own, x.imageIndex(sym, local, part.Selector)), x.l.use("coral_null_ptr"),
			name)
}

// nearPart gives the statements that find out whether a component lies in the slot of its image, up
// to THEN, and those that point to it there.
func (x *stmt) nearPart(sym *resolve.Symbol, image, parent, name, at string) (find, set []string) {
	object := parent + "%" + sym.Name
	_, set = x.pointTo(sym, name, object,
		fmt.Sprintf("%s + %s + %s*%s", at, x.l.use("coral_slots"), paren(image),
			x.l.use("coral_step")))
	return []string{
		at + " = -1",
		fmt.Sprintf("if (allocated(%s)) %s = %s - %s(iand(int(%s), 1023))", object, at,
			x.loc(object), x.l.use("coral_bases"), image),
		fmt.Sprintf("if (%s >= 0 .and. %s < %s) then", at, at, x.l.use("coral_span")),
	}, set
}

// firstElement is that of an array, or the scalar.
func firstElement(object string, sym *resolve.Symbol) string {
	if sym.Rank() == 0 {
		return object
	}
	lows, _ := boundsOf(object, sym.Rank())
	return object + "(" + strings.Join(lows, ",") + ")"
}

// pointTo gives a pointer of a component's type and the statements that set it to what is at an
// address, with the bounds of an array.
func (x *stmt) pointTo(sym *resolve.Symbol, name, like, address string) (pointer string,
	set []string) {
	target := fmt.Sprintf("transfer(%s, %s)", address, x.l.use("coral_null_ptr"))
	if sym.Rank() == 0 {
		return name +
			"%p", []string{fmt.Sprintf("call %s(%s, %s%%p)", x.l.useC("c_f_pointer"), target, name)}
	}
	lows, extents := boundsOf(like, sym.Rank())
	pointer = name + "%q"
	return pointer, []string{
		fmt.Sprintf("call %s(%s, %s, [%s])", x.l.useC("c_f_pointer"), target, pointer,
			strings.Join(extents, ",")),
		fmt.Sprintf("%s(%s:) => %s", pointer, strings.Join(lows, ":,"), pointer),
	}
}

// boundsOf are inquiries for the lower bounds and extents of an array.
func boundsOf(array string, rank int) (lows, extents []string) {
	for d := 1; d <= rank; d++ {
		lows = append(lows, fmt.Sprintf("lbound(%s,%d)", array, d))
		extents = append(extents, fmt.Sprintf("size(%s,%d)", array, d))
	}
	return lows, extents
}
