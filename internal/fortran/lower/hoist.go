package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Pointers to components in loops. While no image control statement is executed, no other image may
// change the allocation status of a component, or what it points to, if this image refers to it
// (F2018 11.6.2). In a loop that has no such statement, and none by which this image changes a
// component itself, `x[k]%p` is therefore the same for all iterations that agree on k: its pointer
// is made in front of the outermost loop where that is so, one level after the other.
//
//	block
//	  type(coral_p_t__p) :: coral_l_1
//	  nullify (coral_l_1%q)
//	  if (k >= 1 .and. k <= coral_num) then
//	    block
//	      type(coral_p_t__p) :: coral_c_0
//	      coral_c_0%p => coral_x%p(k)%p
//	      call coral_component(loc(coral_c_0), loc(coral_x%p(k)), .., line, file)
//	      if (associated(coral_c_0%p)) call coral_c_f_pointer(.., coral_l_1%q, shape(coral_c_0%p))
//	    end block
//	  end if
//	  if (.not. associated(coral_l_1%q) .and. 1 <= n) call coral_no_component(k, line, file)
//	  do i = 1, n
//	    y = y + coral_l_1%q(i)
//
// The loop may have no iteration, or refer to the component under a condition: only where the
// reference is executed is it an error that there is nothing to refer to. The pointer that is
// handed to the runtime is another than that of the loop, which the back end can then keep in
// registers.

// What coral_component is told, beside the rank.
const (
	partMaybe       = 1 // it need not be allocated
	partPolymorphic = 2
	partWithin      = 4 // it is taken for unallocated if this image cannot reach it
	partWanted      = 8 // what it points to is read, though it need not be allocated
	// only the deferred character length of an array's pointer is set, to what stands in place of
	// the size
	partLength    = 16
	partUnlimited = 32 // CLASS(*); told to the procedures of partsample.go only
)

// runs tells whether an allocatable component has elements that a contiguous pointer of its type
// can be set to by C_F_POINTER.
func runs(c *resolve.Symbol) bool {
	t := c.TypeOf()
	return c.Has(resolve.Allocatable) && c.Rank() > 0 && section.SameIntrinsicType(t, t)
}

// hoisted puts a pointer that is made in front of a loop in place of a reference up to part i;
// false: there is no such loop.
func (x *stmt) hoisted(c *chain, i int) bool {
	t := x.levelOf(c, i)
	sym, owner := c.info.Parts[i], x.l.needs.Owner[c.info.Parts[i]]
	if t == nil || owner == nil || deferredLength(sym) && sym.Rank() > 0 ||
		!x.partKnown(owner, sym) {
		return false
	}
	part := c.r.Coindexed()
	if part == nil {
		return false
	}
	base, local := c.info.Parts[0], part.Name.Name
	image := x.imageIndex(base, local, part.Selector)
	prefix, whole := c.rangesTo(i)
	parent := x.t.Render(prefix)
	key := parent + "%" + sym.Name
	name, known := t.names[key]
	if !known {
		name = t.name()
		t.decls = append(t.decls, fmt.Sprintf("type(%s) :: %s", x.l.partType(owner, sym), name))
		pointer, set := name+"%p", []string{name + "%p => coral_c_0%p"}
		near := x.reachable(c, i)
		if near || runs(sym) && !x.pureContext() {
			pointer, set = x.pointTo(sym, name, "coral_c_0%p",
				x.loc(firstElement("coral_c_0%p", sym)))
		}
		conds := x.withinBounds(c, i)
		if c.pointer == "" {
			conds = append([]string{fmt.Sprintf("%s >= 1", paren(image)),
				fmt.Sprintf("%s <= %s", paren(image), x.l.use("coral_num"))}, conds...)
			if base.Has(resolve.Allocatable) {
				conds = append([]string{"allocated(" + local + ")"}, conds...)
			}
		} else {
			conds = append([]string{"associated(" + c.pointer + ")"}, conds...)
		}
		t.inits = append(t.inits, "nullify ("+pointer+")")
		for k, cond := range conds { // one by one: each allows to evaluate the next
			t.inits = append(t.inits, strings.Repeat("  ", k)+"if ("+cond+") then")
		}
		make := []string{"block", fmt.Sprintf("  type(%s) :: coral_c_0", x.l.partType(owner, sym))}
		for _, text := range x.pointAt(sym, "coral_c_0", parent) {
			make = append(make, "  "+text)
		}
		make = append(make,
			"  "+x.validate(sym, "coral_c_0", parent, x.partFlags(sym, true)+partWithin),
			"  if (associated(coral_c_0%p)) then")
		for _, text := range set {
			make = append(make, "    "+text)
		}
		make = append(make, "  end if", "end block")
		if near {
			make = x.unlessNear(c, i, image, parent, name, make)
		}
		for _, text := range make {
			t.inits = append(t.inits, strings.Repeat("  ", len(conds))+text)
		}
		for k := range conds {
			t.inits = append(t.inits, strings.Repeat("  ", len(conds)-k-1)+"end if")
		}
		name = pointer
		t.names[key] = name
	}
	c.pointer, c.last, c.demanded = name, i, image
	x.t.Replace(whole, name)
	return true
}

// unlessNear is the BLOCK that points a loop's pointer to a component in the slot of its image
// without a call (reach.go); other is for all else.
func (x *stmt) unlessNear(c *chain, i int, image, parent, name string, other []string) []string {
	const at = "coral_c_0_at"
	out, object := []string{"block", "  integer(" + x.l.use("coral_ik") + ") :: " + at}, parent
	if decl, near, set := x.nearObject(c, i, "coral_c_0_o"); decl != "" {
		out, object = append(out, "  "+decl, "  "+set), near
	}
	find, set := x.nearPart(c.info.Parts[i], image, object, name, at)
	for _, text := range find {
		out = append(out, "  "+text)
	}
	for _, text := range set {
		out = append(out, "    "+text)
	}
	out = append(out, "  else")
	for _, text := range other {
		out = append(out, "    "+text)
	}
	return append(out, "  end if", "end block")
}

// levelOf is the outermost loop around in all of whose iterations a reference up to part i means
// the same; nil: none.
func (x *stmt) levelOf(c *chain, i int) *locals {
	part := c.r.Coindexed()
	base := c.info.Parts[0]
	if x.fl.mode != direct || x.fl.locals == nil || len(x.loops) > 0 || x.fl.group != nil ||
		part != c.r.Parts[0] || len(part.Selector.Specs) > 0 ||
		c.pointer != "" &&
			!mangle.IsLocalPointer(strings.TrimSuffix(strings.TrimSuffix(c.pointer, "%p"), "%q")) ||
		c.info.Base == nil || c.info.Base.Kind == resolve.Associate || x.fl.hoist == nil ||
		!x.fl.hoist.seen[base] || derived.Polymorphic(base) ||
		base.Flags&(resolve.Optional|resolve.Asynchronous|resolve.Volatile|resolve.Pointer) != 0 ||
		x.l.teams.viewOf(base, part.Name.Name) != mangle.View(part.Name.Name) {
		return nil
	}
	if _, isDo := x.s.(*syntax.DoStmt); isDo {
		return nil
	}
	var found *locals
	for t := x.fl.locals; t != nil; t = t.outer {
		if t.steady && x.invariantUpTo(c, i, t) {
			found = t
		}
	}
	return found
}

func (x *stmt) invariantUpTo(c *chain, i int, t *locals) bool {
	for k, p := range c.r.Parts[:i] {
		if s := c.info.Parts[k]; s == nil || k > 0 &&
			s.Flags&(resolve.Volatile|resolve.Asynchronous) != 0 {
			return false
		}
		if p.Second() != nil {
			return false
		}
		if p.Args != nil {
			for _, a := range p.Args.Items {
				if _, section := a.Value.(*syntax.Triplet); section || a.Keyword != nil ||
					x.scope.RankOf(a.Value) != 0 || !x.invariant(a.Value, t) {
					return false
				}
			}
		} else if c.info.Parts[k].Rank() != 0 {
			return false
		}
		if p.Selector != nil {
			for _, s := range p.Selector.Cosubs {
				if !x.invariant(s, t) {
					return false
				}
			}
		}
	}
	return true
}

// withinBounds are conditions for the subscripts behind the last pointer: in front of the loop
// nothing says that they are right.
func (x *stmt) withinBounds(c *chain, i int) []string {
	var out []string
	for k := c.last; k < i; k++ {
		p := c.r.Parts[k]
		if p.Args == nil {
			continue
		}
		array := c.r.Range
		array.Start, array.End = c.r.Parts[0].Name.Range.Start, p.Name.Range.End
		text := ""
		if p.Selector != nil {
			text = x.selectedPointer(c.info.Parts[0], p.Name.Name, p.Selector)
		} else {
			text = x.t.Render(array)
		}
		for d, a := range p.Args.Items {
			sub := x.t.Render(a.Range)
			out = append(out, fmt.Sprintf("%s >= lbound(%s,%d) .and. %s <= ubound(%s,%d)",
				paren(sub), text, d+1, paren(sub), text, d+1))
		}
	}
	return out
}

// demand makes it an error if the pointer that a chain goes through now is null, where it is used:
// in front of the innermost loop if each of its iterations uses it, else in front of the statement.
func (x *stmt) demand(c *chain) {
	if c.demanded == "" {
		return
	}
	pointer, call := c.pointer, fmt.Sprintf("call %s(int(%s), %s)", x.l.use("coral_no_component"),
		c.demanded, x.where())
	c.demanded = ""
	t := x.fl.locals
	ctl := t.loop.Head.Control
	if ctl != nil && !x.fl.conditional && !t.broken && !syntax.HasCoindexed(t.loop.Head) {
		head := &stmt{l: x.l, s: t.loop.Head, scope: x.scope, fl: x.fl, t: x.l.newText(t.loop.Head),
			h: &hooks{}}
		syntax.StmtExprs(t.loop.Head, head.expr)
		first, last := paren(head.renderExpr(ctl.First)), paren(head.renderExpr(ctl.Last))
		some := first + " <= " + last
		if ctl.Step != nil {
			step := paren(head.renderExpr(ctl.Step))
			some = fmt.Sprintf("(%s-%s+%s)/%s > 0", last, first, step, step)
		}
		condition := ".not. associated(" + pointer + ") .and. " + some
		if !slices.ContainsFunc(t.checks,
			func(known string) bool { return strings.HasPrefix(known, "if ("+condition+") ") }) {
			t.checks = append(t.checks, x.failure(condition, call)...)
		}
		return
	}
	if key := "demand " + pointer; !x.h.seen[key] {
		x.h.mark(key)
		for _, text := range x.failure(".not. associated("+pointer+")", call) {
			x.pre = append(x.pre, x.line("%s", text))
		}
	}
}

// failure is a call that does not return, under its condition. gfortran knows that of ERROR STOP,
// which is never reached: it then takes the condition for one that does not hold, and keeps in
// registers what the call would clobber.
func (x *stmt) failure(condition, call string) []string {
	if !x.l.opt.InlinePointers || x.scope.IsPure() {
		return []string{"if (" + condition + ") " + call}
	}
	return []string{"if (" + condition + ") then", "  " + call, "  error stop", "end if"}
}
