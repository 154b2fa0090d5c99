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

// A coindexed structure that is referenced as a whole is copied with what its allocatable
// components hold: first into a variable of the statement, by the layout of its type (layout.go),
// then as the native compiler does it.

// copyBody are the declarations and statements that copy a structure, x.source() to coral_to, of
// which no component is allocated.
func (x *stmt) copyBody(d *resolve.Symbol) (decls, body []string) {
	const typed = "type(coral_any) :: coral_a"
	deepest := 0
	derived.EachComponent(d, func(c *resolve.Symbol) {
		if c.Codims != nil {
			return // objects with coarray components are not copied from other images
		}
		n := len(decls) + 1
		if c.IsIndirect() {
			x.importPart(x.l.needs.Owner[c], c)
			decls = append(decls, fmt.Sprintf("type(%s) :: coral_w_%d",
				x.l.partType(x.l.needs.Owner[c], c), n))
		}
		if derived.Polymorphic(c) && !slices.Contains(decls, typed) {
			x.l.use("coral_any")
			decls = append(decls, typed)
		}
		body = append(body, x.copyComponent(c, n)...)
		deepest = max(deepest, c.Rank())
	})
	derived.EachProcedure(d, func(c *resolve.Symbol) {
		body = append(body, x.copyProcedurePointer(c)...)
	})
	for i := range deepest {
		decls = append(decls, fmt.Sprintf("integer :: coral_i_%d", i+1))
	}
	return decls, body
}

// contain adds a generated procedure to those that a scope contains.
func (l *lowerer) contain(scope *resolve.Scope, lines []string) *contained {
	if l.unit.contained == nil {
		l.unit.contained = map[*resolve.Scope]*contained{}
	}
	c := l.unit.contained[scope]
	if c == nil {
		c = &contained{}
		l.unit.contained[scope] = c
	}
	c.lines = append(c.lines, lines...)
	return c
}

// copyComponent copies one component; n numbers its pointer.
func (x *stmt) copyComponent(c *resolve.Symbol, n int) []string {
	to, from := "coral_to%"+c.Name, x.source()+"%"+c.Name
	e := c.TypeOf().DerivedOf()
	deep := derived.NeedsCopy(e) && !derived.Polymorphic(c)
	switch {
	case !c.IsIndirect() && deep:
		return eachElement(c.Rank(), to, x.copyCall(e, to+"@", from+"@")...)
	case !c.IsIndirect():
		if b := c.TypeOf(); b.IsBuiltin("event_type") || b.IsBuiltin("lock_type") ||
			b.IsBuiltin("notify_type") {
			return nil
		}
		return []string{to + " = " + from}
	}
	w, what := fmt.Sprintf("coral_w_%d", n), x.partFlags(c, true)
	if c.Has(resolve.Allocatable) {
		what += partWanted
	}
	out := append(x.pointAt(c, w, x.source()), x.validate(c, w, x.source(), what))
	if c.Has(resolve.Pointer) {
		return append(out, to+" => "+w+"%p")
	}
	out = append(out, "if (associated("+w+"%p)) then")
	if deferredLength(c) && c.Rank() > 0 { // compare withLength
		return append(out, "block",
			fmt.Sprintf("character(len=len(%s)%s), pointer :: coral_now(%s:)", from,
				kindOf(c.TypeOf()), strings.Repeat(":,", c.Rank()-1)),
			"coral_now => "+w+"%p",
			fmt.Sprintf("if (%s) call %s(coral_now)", x.l.use("coral_lib"),
				x.l.use("coral_get_part")),
			fmt.Sprintf("allocate (%s, source=coral_now)", to), "end block", "end if")
	}
	if derived.Polymorphic(c) {
		get := fmt.Sprintf("if (%s) call %s(%s, %s, %s(loc(coral_a)))", x.l.use("coral_lib"),
			x.l.use("coral_get_at"), x.loc(w+"%p@"), x.l.use("coral_me"), x.l.use("coral_size_of"))
		out = append(out, eachElement(c.Rank(), w+"%p", "coral_a%p => "+w+"%p@", get)...)
	} else if derived.HasBindings(c.TypeOf().DerivedOf()) {
		ik := x.l.use("coral_ik")
		get := fmt.Sprintf("if (%s) call %s(%s, %s, storage_size(%s, kind=%s)/8)",
			x.l.use("coral_lib"), x.l.use("coral_get_at"), x.loc(w+"%p@"), x.l.use("coral_me"), w+
				"%p@", ik)
		out = append(out, eachElement(c.Rank(), w+"%p", get)...)
	} else {
		out = append(out, fmt.Sprintf("if (%s) call %s(%s%%p)", x.l.use("coral_lib"),
			x.l.use("coral_get_part"), w))
	}
	switch {
	case derived.Polymorphic(c):
		out = append(out, fmt.Sprintf("allocate (%s%s, mold=%s%%p)", to,
			boundsLike(w+"%p", c.Rank()), w))
		// gfortran 12 fails at STORAGE_SIZE of elements of unlimited polymorphic arrays
		size := x.l.use("coral_size_of") + "(loc(coral_a))"
		out = append(out, eachElement(c.Rank(), to, "coral_a%p => "+w+"%p@",
			x.callDynamic("coral_a", to+"@", w+"%p@", size))...)
	case !deep:
		out = append(out, fmt.Sprintf("allocate (%s, source=%s%%p)", to, w))
	default:
		out = append(out, "allocate ("+to+boundsLike(w+"%p", c.Rank())+")")
		out = append(out, eachElement(c.Rank(), to, x.copyCall(e, to+"@", w+"%p@")...)...)
	}
	return append(out, "end if")
}

// copyProcedurePointer points a component to this image's copy of the procedure: all images run one
// program, at different addresses.
func (x *stmt) copyProcedurePointer(c *resolve.Symbol) []string {
	return x.readsProcedure(c, x.source()+"%"+c.Name, func(address, holder string) []string {
		here := fmt.Sprintf("%s(%s, loc(%s), %s)", x.l.use("coral_procedure"), address, x.source(),
			x.where())
		return x.pointToProcedure(here, "coral_to%"+c.Name, holder)
	})
}

// eachElement writes loops over the elements of an array around statements, in which @ stands for
// the subscripts.
func eachElement(rank int, bounds string, statements ...string) []string {
	var out, subs []string
	for d := rank; d >= 1; d-- {
		out = append(out, fmt.Sprintf("do coral_i_%d = lbound(%s,%d), ubound(%s,%d)", d, bounds, d,
			bounds, d))
	}
	for d := 1; d <= rank; d++ {
		subs = append(subs, fmt.Sprintf("coral_i_%d", d))
	}
	at := ""
	if rank > 0 {
		at = "(" + strings.Join(subs, ",") + ")"
	}
	for _, text := range statements {
		out = append(out, strings.ReplaceAll(text, "@", at))
	}
	for range rank {
		out = append(out, "end do")
	}
	return out
}

// boundsLike is the shape of an allocation with the bounds of another array.
func boundsLike(name string, rank int) string {
	if rank == 0 {
		return ""
	}
	var list []string
	for d := 1; d <= rank; d++ {
		list = append(list, fmt.Sprintf("lbound(%s,%d):ubound(%s,%d)", name, d, name, d))
	}
	return "(" + strings.Join(list, ",") + ")"
}

// structure rewrites a coindexed reference whose type has allocatable or pointer components; false:
// it is none.
func (x *stmt) structure(r *syntax.Ref, info *resolve.Reference, u usage) bool {
	t := info.Types[len(info.Types)-1]
	if t == nil {
		return false
	}
	d := t.DerivedOf()
	if !derived.NeedsCopy(d) {
		return false
	}
	c := derived.IndirectComponent(d)
	if c == nil {
		c = derived.ProcedureComponent(d)
	}
	switch {
	case x.scope.IsPure() && u == reads && !x.l.purelyCopied(d):
		x.refusePureCopy(r, d)
	case u != reads && derived.OnlyPointers(d):
		// its bytes are stored; what the pointers point to is undefined there (F2018 10.2.1.2)
		return false
	case u == both:
		x.l.errorf("C0204", r.Range,
			"an object of another image whose type has an allocatable component, here '%s', "+
				"can be passed to an INTENT(IN) or VALUE argument only (F2018 15.5.2.4), and "+
				"cannot be read",
			c.Name).Help("pass its components")
	case u != reads:
		x.l.errorf("C0204", r.Range,
			"an object of another image cannot be defined as a whole if its type has an "+
				"allocatable component, here '%s' (F2018 10.2.1.2)", c.Name).
			Help("define its components")
	case x.withheld(d, derived.NeedsCopy):
	case !inlinable(d):
		x.l.errorf("C0204", r.Range,
			"the type of this coindexed object has the %s component '%s', has objects of its "+
				"own type again in its components, and is defined in a BLOCK construct, an "+
				"internal procedure or a module without coarrays; it cannot be copied as a "+
				"whole", indirectKind(c), c.Name).
			Help("define the type in a module, or copy its components")
	case info.Rank < 0 || !x.l.needs.Copies[d]:
		x.l.errorf("C0204", r.Range,
			"the type of this coindexed object has the %s component '%s'; it cannot be copied "+
				"as a whole here", indirectKind(c), c.Name)
	case info.Rank == 0:
		x.copyScalar(r, d)
	default:
		x.copyArray(r, info, d)
	}
	return true
}

func (x *stmt) refusePureCopy(r *syntax.Ref, d *resolve.Symbol) {
	const what = "in a %s procedure this coindexed object cannot be copied as a whole: "
	word := x.scope.PureWord()
	u := x.l.prog.AssignsUnknown()
	if u == nil || !x.l.copiesPurely(d) {
		x.l.errorf("C0204", r.Range, what+"its type has procedure pointer components, final "+
			"procedures that are not pure, polymorphic components, pointer components with a "+
			"target as default value, or a defined assignment", word).Help("copy its components")
		return
	}
	name := u.Stmt.Module.Name
	x.l.errorf("C0204", r.Range, what+"module '%s', of which nothing is known, may define "+
		"assignment for its type", word, name).
		Help("name what is used of '%s' by ONLY, give the file of the module too, or copy the "+
			"object's components", name)
}

// typeName declares things of a derived type, under its own name or one that is brought in for it.
func (x *stmt) typeName(d *resolve.Symbol) string {
	if x.scope.Lookup(d.Name) == d {
		return d.Name
	}
	name := mangle.Name("coral_y_", d.Name)
	if x.mayImport(d) {
		x.importRenamed(d.Scope.Name, name, d.Name)
	} else if x.obscures(d) {
		x.l.errorf("C0239", x.s.Info().Range,
			"a temporary variable of type '%s' is needed here, where the name '%s' means "+
				"something else", d.Name, d.Name).
			Help("give what hides '%s' another name", d.Name)
	}
	return name
}

// mayImport tells whether a USE statement can bring a type.
func (x *stmt) mayImport(d *resolve.Symbol) bool {
	return d.Scope != nil && d.Scope.Kind == resolve.ModuleScope && !x.within(d.Scope)
}

// obscures tells whether the name of a type means something else here, though the scope that
// defines the type is around.
func (x *stmt) obscures(d *resolve.Symbol) bool {
	return d.Scope != nil && x.within(d.Scope) && x.scope.Lookup(d.Name) != d
}

// within tells whether the statement stands in a scope.
func (x *stmt) within(scope *resolve.Scope) bool { return isWithin(x.scope, scope) }

// isWithin tells whether a scope is another one or has it as a host. A submodule has its ancestors
// as hosts, and flang does not let it use them.
func isWithin(scope, host *resolve.Scope) bool {
	for ; scope != nil; scope = scope.Host {
		if scope == host {
			return true
		}
	}
	return false
}

func (x *stmt) copyScalar(r *syntax.Ref, d *resolve.Symbol) {
	if l, ok := x.s.(*syntax.AssignStmt); ok && x.deep == r &&
		x.scope.Reference(l.LHS().(*syntax.Ref)).Rank == 0 &&
		!x.mayBePart(l.LHS().(*syntax.Ref), x.scope.Reference(r).Parts[0]) {
		x.copied = x.t.Render(r.Range)
		x.fetchObject(x.copied)
		return
	}
	loops, names := x.loopsOf(r.Parts)
	attr, ok := x.ownAttribute(r, d, loops, len(loops) > 0)
	if !ok {
		return
	}
	name := x.pointerNumber("coral_d")
	x.renderLoops(loops, names)
	var user, gen []string
	for _, lp := range loops {
		user, gen = append(user, lp.name), append(gen, lp.generated)
	}
	index, generatedIndex := "", ""
	if len(loops) > 0 {
		index, generatedIndex = "("+strings.Join(user, ",")+")", "("+strings.Join(gen, ",")+")"
		of := "type(" + x.typeName(d) + "), " + attr + " :: "
		x.allocateByIndex(of+name+colons(len(loops)), name, loops)
	} else if attr != "" {
		x.declare(fmt.Sprintf("type(%s), %s :: %s", x.typeName(d), attr, name))
		x.raw("allocate (" + name + ")")
	} else if x.staysUnfinalized(d) {
		x.unfinalized(name, d)
	} else {
		x.declare(fmt.Sprintf("type(%s) :: %s", x.typeName(d), name))
	}
	leave, _ := x.enterAny(loops)
	what := x.renderIn(r, names)
	x.fetchObject(what)
	for _, text := range x.copyCall(d, name+generatedIndex, what) {
		x.raw(text)
	}
	leave()
	x.standFor(r, d, name+index)
}

// renderIn renders a rewritten reference with generated names for the indices of loops around.
func (x *stmt) renderIn(r *syntax.Ref, names map[string]string) string {
	start := r.Parts[0].Name.Range.Start
	user := x.t.At(start)
	defer x.t.Naming(names)()
	if len(names) > 0 && x.chained != nil && x.chained.r == r {
		x.t.Replace(x.upTo(x.chained), x.chained.generatedPointer(names))
	} else if len(names) > 0 {
		x.reselect(r, x.scope.Reference(r))
	}
	what := x.t.Render(r.Range)
	x.t.Restore(start, user)
	return what
}

// fetchObject brings an object as it stands in the other image's memory.
func (x *stmt) fetchObject(what string) {
	if x.fl.mode == direct {
		return
	}
	x.raw(x.rare(x.bring("coral_get_at", what)))
}

// bring is a call that brings an object as it stands in the other image's memory.
func (x *stmt) bring(call, what string) string {
	return fmt.Sprintf("call %s(%s, %s, storage_size(%s, kind=%s)/8)", x.l.use(call),
		x.loc(what), x.l.use("coral_me"), what, x.l.use("coral_ik"))
}

// fetchDescriptors brings what leads to the components of an object. Where a thread may define
// other components of it at that moment, the object must not come as a whole.
func (x *stmt) fetchDescriptors(d *resolve.Symbol, what string) {
	if d == nil || !x.l.needs.Threads || !x.l.needs.Told[d] {
		x.fetchObject(what)
		return
	}
	if x.fl.mode == direct {
		return
	}
	x.raw(x.rare(fmt.Sprintf("call %s(%s, %s, storage_size(%s, kind=%s)/8)",
		x.l.use("coral_get_descriptors"), keyText(d), x.loc(what), what, x.l.use("coral_ik"))))
}

func (x *stmt) copyArray(r *syntax.Ref, info *resolve.Reference, d *resolve.Symbol) {
	if loops, _ := x.loopsOf(r.Parts); len(loops) > 0 {
		x.l.errorf("C0204", r.Range,
			"an array of structures with allocatable or pointer components cannot be copied "+
				"from another image in a loop of a constructor").
			Help("copy it in a loop, one element at a time")
		return
	}
	attr, ok := x.ownAttribute(r, d, nil, true)
	if !ok {
		return
	}
	name, typ := x.pointerNumber("coral_d"), x.typeName(d)
	shape := strings.Repeat(":,", info.Rank-1) + ":"
	kept := attr == "allocatable" && !derived.Confined(d) && x.staysUnfinalized(d)
	if kept {
		attr = "pointer"
	}
	x.declare(fmt.Sprintf("type(%s), %s :: %s(%s)", typ, attr, name, shape))
	var subs []string
	for k := 1; k <= info.Rank; k++ {
		subs = append(subs, fmt.Sprintf("%s_%d", name, k))
		x.declare("integer :: " + subs[k-1])
	}
	bounds, to := "", strings.Join(subs, ",")
	leave := func() {}
	if !kept {
		leave, _ = x.enterAny(nil)
	}
	what, extents := x.viewElementAt(r, info, subs)
	if what == "" {
		what, extents = x.pointerElementAt(r, name, typ, subs)
		// a whole array, with its bounds
		if last := r.Last(); last.Args == nil && last.Selector == nil &&
			info.Parts[len(info.Parts)-1].Rank() == info.Rank && x.parensAround(r) == nil {
			bounds, to = boundsLike(name+"_s", info.Rank), shifted(name, subs)
		}
	}
	if bounds == "" {
		bounds = "(" + strings.Join(extents, ",") + ")"
	}
	zeros := ""
	if kept {
		zeros = x.memoryOf(name, extents)
		if to != strings.Join(subs, ",") {
			lower := strings.Join(lowerBounds(name+"_s", info.Rank), ":,")
			x.raw(name + "(" + lower + ":) => " + name)
		}
	} else {
		x.allocateAnew(name, bounds)
	}
	each := func(statements ...string) {
		for k := info.Rank; k >= 1; k-- {
			x.raw(fmt.Sprintf("do %s = 1, %s", subs[k-1], extents[k-1]))
		}
		for _, text := range statements {
			x.raw(text)
		}
		for range subs {
			x.raw("end do")
		}
	}
	switch to = name + "(" + to + ")"; {
	case x.fl.mode == direct:
		each(x.copyCall(d, to, what)...)
	case derived.Confined(d):
		each(slices.Concat([]string{x.rare(x.bring("coral_get_at", what))},
			x.copyCall(d, to, what))...)
	default:
		// All objects are asked for before the first is waited for, and then all that they hold.
		x.raw("if (" + x.l.use("coral_lib") + ") then")
		each(x.bring("coral_want_at", what))
		x.raw("call " + x.l.use("coral_brought") + "()")
		x.raw("end if")
		each(x.copyOneOf(d, to, what, moreCopies))
		x.raw("call " + x.l.use("coral_copied") + "()")
	}
	leave()
	if kept {
		for k := info.Rank; k >= 1; k-- {
			x.post = append(x.post, x.line("do %s = 1, size(%s,%d)", subs[k-1], name, k))
		}
		x.post = append(x.post, x.line("%s", x.copyObject(d, to, zeros)))
		for range subs {
			x.post = append(x.post, x.line("end do"))
		}
	}
	x.standFor(r, d, name)
}

// viewElementAt gives the element of a section of a coarray that indices from 1 select, and the
// section's shape. gfortran cannot point to sections of views (compare firstElement). Empty if it
// is not the coarray's own subscripts that make the section.
func (x *stmt) viewElementAt(r *syntax.Ref, info *resolve.Reference,
	indices []string) (element string, extents []string) {
	part := r.Coindexed()
	var sym *resolve.Symbol
	var local string
	ok := true
	if part == r.Parts[0] {
		sym, local, ok = x.coarrayOf(r, part, info)
	} else {
		sym, local = x.part.sym, x.part.local
	}
	if !ok || x.chained != nil && x.chained.r == r || sym.Rank() == 0 || part.Args != nil &&
		!section.HasTriplet(part) && len(section.VectorsOf(x.scope, []*syntax.PartRef{part})) == 0 {
		return "", nil
	}
	pointer := x.selectedPointer(sym, local, part.Selector)
	var subs []string
	for d := range sym.Rank() {
		var t *syntax.Triplet
		if part.Args == nil {
			t = &syntax.Triplet{}
		} else if t, ok = part.Args.Items[d].Value.(*syntax.Triplet); !ok &&
			x.scope.RankOf(part.Args.Items[d].Value) > 0 {
			values := indices[len(extents)] + "_v"
			x.declare("integer(" + x.l.use("coral_ik") + "), allocatable :: " + values + "(:)")
			x.raw(values + " = " + x.t.Render(part.Args.Items[d].Range))
			subs = append(subs, values+"("+indices[len(extents)]+")")
			extents = append(extents, "size("+values+")")
			continue
		} else if !ok {
			subs = append(subs, x.t.Render(part.Args.Items[d].Range))
			continue
		}
		first, last, step := fmt.Sprintf("lbound(%s,%d)", pointer,
			d+1), fmt.Sprintf("ubound(%s,%d)", pointer, d+1), "1"
		if t.Lower != nil {
			first = "(" + x.renderExpr(t.Lower) + ")"
		}
		if t.Upper != nil {
			last = "(" + x.renderExpr(t.Upper) + ")"
		}
		if t.Step != nil {
			step = "(" + x.renderExpr(t.Step) + ")"
		}
		subs = append(subs, fmt.Sprintf("%s+(%s-1)*%s", first, indices[len(extents)], step))
		extents = append(extents, fmt.Sprintf("max(0,int((%s-%s+%s)/%s))", last, first, step, step))
	}
	rest := r.Range
	rest.Start = partRange(part).End
	return pointer + "(" +
		strings.Join(append(subs, x.imageIndex(sym, local, part.Selector)), ",") + ")" +
		x.t.Render(rest), extents
}

// pointerElementAt is the same for other arrays, by a pointer to them.
func (x *stmt) pointerElementAt(r *syntax.Ref, name, typ string, indices []string) (element string,
	extents []string) {
	section := name + "_s"
	x.declare(fmt.Sprintf("type(%s), pointer :: %s(%s)", typ, section,
		strings.Repeat(":,", len(indices)-1)+":"))
	values, undo := x.wholeDimensions(r, indices)
	x.raw(section + " => " + x.t.Render(r.Range))
	undo()
	_, extents = boundsOf(section, len(indices))
	var subs []string
	for k, index := range indices {
		if v := values[k]; v != "" {
			extents[k] = "size(" + v + ")"
			subs = append(subs, v+"("+index+")")
		} else {
			subs = append(subs, shiftedIn(section, k+1, index))
		}
	}
	return section + "(" + strings.Join(subs, ",") + ")", extents
}

// wholeDimensions puts colons in place of the vector subscripts of a reference, since a pointer
// cannot point to what these select. The values of each, counted from the array's lower bound, are
// in a variable of the statement; the map has their names, by the dimension of the section.
func (x *stmt) wholeDimensions(r *syntax.Ref, indices []string) (map[int]string, func()) {
	values, undo := map[int]string{}, x.t.Keep()
	for _, part := range r.Parts {
		if part.Args == nil {
			continue
		}
		dim := 0
		for d, a := range part.Args.Items {
			_, triplet := a.Value.(*syntax.Triplet)
			if !triplet && x.scope.RankOf(a.Value) > 0 {
				before := r.Range
				before.Start, before.End = r.Parts[0].Name.Range.Start, part.Name.Range.End
				values[dim] = indices[dim] + "_v"
				x.declare("integer(" + x.l.use("coral_ik") + "), allocatable :: " +
					values[dim] + "(:)")
				x.raw(fmt.Sprintf("%s = %s - lbound(%s,%d) + 1", values[dim],
					x.t.Render(a.Range), x.t.Render(before), d+1))
				x.t.Replace(a.Range, ":")
				dim++
			} else if triplet {
				dim++
			}
		}
	}
	return values, undo
}

// shifted are the subscripts of the element of an array that indices from 1 select.
func shifted(array string, indices []string) string {
	var subs []string
	for k, index := range indices {
		subs = append(subs, shiftedIn(array, k+1, index))
	}
	return strings.Join(subs, ",")
}

// shiftedIn is the subscript in one dimension.
func shiftedIn(array string, dim int, index string) string {
	return fmt.Sprintf("lbound(%s,%d)-1+%s", array, dim, index)
}
