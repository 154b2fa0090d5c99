package lower

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// chaining is how a statement goes through allocatable and pointer components.
type chaining struct {
	// chained is the last reference that went through components.
	chained *chain
	// chains are all such references of the statement. again: an object's text is made once more,
	// for a transfer in loops, where the pointers of the references in its subscripts are there
	// already.
	chains map[*syntax.Ref]*chain
	again  bool
}

// Allocatable and pointer components of coindexed objects: `x[k]%p(i)`. The descriptor that stands
// in the other image's object is copied by a pointer assignment into a pointer of the statement,
// and coral_component makes its address one of this image:
//
//	block
//	  type(coral_p_t__p) :: coral_c_1                    ! a type with one pointer component p
//	  if (coral_lib) call coral_get_at(..)               ! fetch the object with the descriptor
//	  coral_c_1%p => coral_x%p(k)%p
//	  call coral_component(loc(coral_c_1), loc(coral_x%p(k)), 0, line, file)
//	  y = coral_c_1%p(i)
//	end block
//
// The pointer's type is declared beside the derived type, where all names of the component's
// declaration are known.

// insertAfterTypes puts what a component needs beside its type behind the definition of that type,
// and of the component's own type, which may be defined later (F2018 C749).
func (l *lowerer) insertAfterTypes(d, c *resolve.Symbol, lines []string) {
	at := d.Def.End
	if t := c.TypeOf().DerivedOf(); t != nil && t.Scope == d.Scope && t.Def != nil &&
		t.Def.End != nil && syntax.IndexOf(t.Def.End) > syntax.IndexOf(at) {
		at = t.Def.End
	}
	p := l.planOf(at)
	p.After = append(p.After, linesAt(at, lines)...)
}

// partTypes declares the pointer types for the components of a derived type that need one.
func (l *lowerer) partTypes(scope *resolve.Scope, def *syntax.DerivedTypeDef) {
	d := scope.Symbols[def.Head.Name.Name]
	if d == nil || def.End == nil {
		return
	}
	if l.needs.Mirrors[d] {
		p := l.planOf(def.End)
		p.After = append(p.After, linesAt(def.End, l.mirrorType(scope, d))...)
	}
	for _, c := range d.Components {
		if l.refuseByParameter(d, c) {
			continue
		}
		if c.Codims != nil && l.opt.OwnTypes { // others may refer to it by its view alone
			l.needs.Owner[c] = d
		}
		if c.Has(resolve.Copointer) {
			p := l.planOf(def.End)
			p.After = append(p.After, linesAt(def.End, l.behindDecl(scope, d, c))...)
		}
		if c.Codims != nil {
			note := l.notePart(d, c)
			if note != nil && scope.Kind == resolve.ModuleScope && scope.Private {
				note = append(note, "public :: "+noteName(d.Name+"__"+c.Name))
			}
			l.insertAfterTypes(d, c, note)
		}
		if l.needs.Owner[c] != d || l.definedAtUse(d, c) {
			continue
		}
		l.use("coral_component")
		if c.Codims != nil {
			view := l.partViewDecl(d, c)
			if view != nil && scope.Kind == resolve.ModuleScope && scope.Private {
				view = append(view, "public :: "+partViewType(d, c))
			}
			l.insertAfterTypes(d, c, view)
			continue
		}
		lines := l.partDefinition(d, c, l.pointerDecl, d.Name)
		switch {
		case scope.Kind == resolve.ModuleScope && l.opt.OwnTypes:
			// who uses the module may define the same
			lines = append(lines, "private :: "+l.partType(d, c))
		case scope.Kind == resolve.ModuleScope && scope.Private:
			lines = append(lines, "public :: "+l.partType(d, c))
		}
		l.insertAfterTypes(d, c, lines)
	}
	procedure := func(name string, generate func(*resolve.Scope, *resolve.Symbol)) {
		if scope.Kind == resolve.ModuleScope && scope.Private {
			p := l.planOf(def.End)
			p.After = append(p.After, linesAt(def.End, []string{"public :: " + name})...)
		}
		if containing(scope) == scope {
			generate(scope, d)
		}
	}
	if l.meetsInModule(d, 0) {
		procedure(meetName(d), l.meetProcedure)
	}
	l.registered(scope, d)
}

// partDefinition defines the type of pointers to a component; object is the name of the type that
// has it, where that can be named.
func (l *lowerer) partDefinition(d, c *resolve.Symbol,
	declare func(c *resolve.Symbol, name string) string, object string) []string {
	lines := []string{"type :: " + l.partType(d, c), "  " + declare(c, "p")}
	if l.sampled(d, c) && object != "" {
		lines = append(lines, "  class("+object+"), pointer :: s => null()")
	}
	if runs(c) || compact(c) && c.Rank() > 0 {
		lines = append(lines, "  "+
			strings.Replace(declare(c, "q"), ", pointer", ", pointer, contiguous", 1))
	}
	return append(lines, "end type")
}

// pointerDecl declares a pointer to what a component is.
func (l *lowerer) pointerDecl(c *resolve.Symbol, name string) string {
	text := ""
	if typ := c.TypeOf(); typ.Base == syntax.TypeClass || typ.Base == syntax.TypeClassAny {
		text = l.specText(c, typ)
	} else {
		text, _ = l.typeText(c)
	}
	return text + ", pointer :: " + name + colons(c.Rank())
}

// colons is the deferred shape of a rank.
func colons(rank int) string {
	if rank <= 0 {
		return ""
	}
	return "(" + strings.Repeat(":,", rank-1) + ":)"
}

// importType makes a generated type known in the unit being lowered; false: it cannot be.
func (x *stmt) importType(owner *resolve.Symbol, name string) bool {
	if x.within(owner.Scope) {
		return true
	}
	if owner.Scope == nil || owner.Scope.Kind != resolve.ModuleScope {
		return false
	}
	// there is nothing beside such types: it stands where it is needed (inline.go, bare.go)
	if !owner.Scope.Bare {
		x.importFrom(owner.Scope.Name, name)
	}
	return true
}

// importView is importType for the view of a coarray component, which stands beside its type also
// where nothing else does.
func (x *stmt) importView(owner *resolve.Symbol, name string) bool {
	if !x.importType(owner, name) {
		return false
	}
	if owner.Scope.Bare {
		x.importFrom(owner.Scope.Name, name)
	}
	return true
}

// importFrom takes a name from a module.
func (x *stmt) importFrom(module, name string) {
	x.l.unit.uses.Statement(fmt.Sprintf("use %s, only: %s", module, name))
}

// importRenamed takes a name from a module under another one. Where the unit uses the whole module,
// the lists of all USE statements are one list of renames (F2018 14.2.2), so that the name itself
// would not be accessible any more: it is named, too.
func (x *stmt) importRenamed(module, local, name string) {
	names := local + " => " + name
	if usesWhole(x.l.unit.scope, module, name) {
		names += ", " + name
	}
	x.importFrom(module, names)
}

// usesWhole tells whether a scoping unit has a name of a module by a USE statement without ONLY.
func usesWhole(scope *resolve.Scope, module, name string) bool {
	return slices.ContainsFunc(scope.Uses, func(u *resolve.Use) bool {
		if u.Module == nil || u.Module.Name != module || u.Stmt.Only {
			return false
		}
		return !slices.ContainsFunc(u.Stmt.Items, func(it *syntax.UseItem) bool {
			return it.Local != nil && it.Name != nil && it.Name.Name == name
		})
	})
}

// chain is a reference through components, while it is rewritten.
type chain struct {
	r       *syntax.Ref
	info    *resolve.Reference
	pointer string // the last pointer made, with its index in loops
	last    int    // the part it stands for
	// demanded is the index of the image whose component the pointer must be, if that has still to
	// be seen.
	demanded string
}

// throughComponents rewrites a coindexed reference with allocatable or pointer components; the part
// with the image selector has been replaced by the view's element already. inquiry: the last
// component need not be allocated.
func (x *stmt) throughComponents(r *syntax.Ref, info *resolve.Reference, u usage, inquiry bool) {
	if made := x.chains[r]; made != nil && (x.again || x.echo) {
		x.t.Replace(x.upTo(made), made.generatedPointer(x.t.Indices()))
		return
	}
	c := &chain{r: r, info: info}
	for i := info.Indirect; i < len(r.Parts); i++ {
		asked := inquiry && i == len(r.Parts)-1
		if !info.Parts[i].IsIndirect() || !asked && x.hoisted(c, i) {
			continue
		}
		x.demand(c)
		if !x.component(c, i, asked) {
			return
		}
	}
	x.demand(c)
	x.chained = c
	if x.chains == nil {
		x.chains = map[*syntax.Ref]*chain{}
	}
	x.chains[r] = c
	if u == addressed || x.structure(r, info, u) {
		return
	}
	if whole := wholeComplex(r, info); whole != nil { // compare coindexed
		c.r, c.info = whole, x.scope.Reference(whole)
		if u == defines {
			u = both
		}
	}
	x.partHooks(c, u)
}

// component makes the pointer for part i and puts it in place of the reference up to there.
func (x *stmt) component(c *chain, i int, maybe bool) bool {
	sym, owner := c.info.Parts[i], x.l.needs.Owner[c.info.Parts[i]]
	if owner == nil || !x.partKnown(owner, sym) {
		x.l.errorf("C0204", c.r.Parts[i].Range,
			"the component '%s' of another image's object is of a type that is not known here",
			sym.Name)
		return false
	}
	name := x.pointerNumber("coral_c")
	prefix, whole := c.rangesTo(i)
	loops, names := x.loopsOf(c.r.Parts[:i])
	index, generatedIndex, shape := "", "", ""
	if len(loops) > 0 {
		x.renderLoops(loops, names)
		var user, gen, colons []string
		for k := range loops {
			lp := &loops[k]
			user, gen, colons = append(user, lp.name), append(gen, lp.generated), append(colons,
				":")
		}
		index, generatedIndex, shape = "("+strings.Join(user, ",")+")", "("+strings.Join(gen, ",")+
			")", "("+strings.Join(colons, ",")+")"
		typ := x.l.partType(owner, sym)
		x.allocateByIndex("type("+typ+"), allocatable :: "+name+shape, name, loops)
	} else {
		x.declare(fmt.Sprintf("type(%s) :: %s", x.l.partType(owner, sym), name))
	}
	leave, entered := x.enterAny(loops)
	back := x.t.Naming(names)
	if len(loops) > 0 {
		if c.pointer != "" {
			x.t.Replace(x.upTo(c), c.generatedPointer(names))
		} else {
			x.reselect(c.r, c.info)
			x.checkInLoops(c.r, c.info)
		}
	}
	parent := x.t.Render(prefix)
	back()
	c.pointer, c.last = name+index+"%p", i
	if !entered && !maybe && x.reachable(c, i) {
		c.pointer = x.reach(c, i, parent, name)
	} else {
		x.copyDescriptor(c, i, parent, name+generatedIndex, maybe)
	}
	leave()
	if deferredLength(sym) && sym.Rank() > 0 {
		if index != "" {
			x.l.errorf("C0204", c.r.Range,
				"'%s' has a deferred character length and cannot be selected by the index of a "+
					"constructor's loop", sym.Name)
			return false
		}
		c.pointer = x.withLength(sym, name, parent)
	}
	x.t.Replace(whole, c.pointer)
	x.keepLength(c, i)
	return true
}

// rangesTo gives the ranges of a reference in front of part i, and up to its name.
func (c *chain) rangesTo(i int) (parent, whole diag.Range) {
	parent = c.r.Range
	parent.Start = c.r.Parts[0].Name.Range.Start
	whole = parent
	parent.End, whole.End = c.r.Parts[i-1].Range.End, c.r.Parts[i].Name.Range.End
	return parent, whole
}

// reselect renders the view's element of a reference once more, after names of indices have
// changed.
func (x *stmt) reselect(r *syntax.Ref, info *resolve.Reference) {
	if part := r.Coindexed(); part == r.Parts[0] {
		x.rewriteElement(r, info)
	} else {
		x.t.Replace(selected(r, part), x.partElement(x.part, part))
	}
}

// pointerNumber makes a name for a variable of the statement.
func (x *stmt) pointerNumber(prefix string) string {
	if name := x.repeated(prefix); name != "" {
		return name
	}
	name := fmt.Sprintf("%s_%d", prefix, len(x.h.decls)+1)
	if x.inHead() {
		x.l.unit.heads++
		name = fmt.Sprintf("%s_h%d", prefix, x.l.unit.heads)
	}
	x.note(prefix, name)
	return name
}

// partFlags is the argument of coral_component that says what it gets.
func (x *stmt) partFlags(sym *resolve.Symbol, maybe bool) int {
	what := 256 * sym.Rank()
	if maybe {
		what++
	}
	if b := sym.TypeOf().Base; b == syntax.TypeClass || b == syntax.TypeClassAny {
		what += 2
	}
	return what
}

// copyDescriptor writes the statements that make one pointer.
func (x *stmt) copyDescriptor(c *chain, i int, parent, pointer string, maybe bool) {
	sym := c.info.Parts[i]
	x.fetchDescriptors(c.info.Types[i-1].DerivedOf(), parent)
	for _, text := range x.pointAt(sym, pointer, parent) {
		x.raw(text)
	}
	valid := x.validate(sym, pointer, parent, x.partFlags(sym, maybe))
	if x.fl.mode == library {
		valid = x.rare(valid)
	}
	x.raw(valid)
}

// pointAt copies the descriptor. With -fcheck=bounds gfortran takes an array pointer's deferred
// length, which it does not set where that is a component, for one that the target must have.
func (x *stmt) pointAt(sym *resolve.Symbol, pointer, parent string) []string {
	if x.sampled(sym) {
		return []string{x.partSample(sym, pointer)}
	}
	out := []string{fmt.Sprintf("%s%%p => %s%%%s", pointer, parent, sym.Name)}
	if x.l.opt.PartByName && deferredLength(sym) && sym.Rank() > 0 {
		out = []string{"associate (coral_parent => " + parent + ")",
			fmt.Sprintf("  %s%%p => coral_parent%%%s", pointer, sym.Name), "end associate"}
	}
	if x.l.opt.Bounds && deferredLength(sym) && sym.Rank() > 0 {
		out = append([]string{"nullify (" + pointer + "%p)",
			x.validate(sym, pointer, parent, x.partFlags(sym, true)+partLength)}, out...)
	}
	return out
}

// validate is the call that makes a copied pointer to a component valid on this image.
func (x *stmt) validate(sym *resolve.Symbol, pointer, parent string, what int) string {
	if x.sampled(sym) {
		return x.fromSample(sym, pointer, parent, what)
	}
	size := fmt.Sprintf("storage_size(%s%%p, kind=%s)/8", pointer, x.l.use("coral_ik"))
	b := sym.TypeOf().Base
	knows := sym.Rank() > 0 || b == syntax.TypeClass || b == syntax.TypeClassAny // its size
	if knows {
		size = "-1_" + x.l.use("coral_ik")
	}
	if what&partLength != 0 {
		knows, size = false, fmt.Sprintf("len(%s%%%s, kind=%s)", parent, sym.Name,
			x.l.use("coral_ik"))
	}
	head := fmt.Sprintf("(%s, %s, %d, ", x.loc(pointer), x.loc(parent), what)
	if knows {
		return "call " + x.l.use("coral_component") + head + x.where() + ")"
	}
	return "call " + x.l.use("coral_component_scalar") + head + size + ", " + x.where() + ")"
}

// withLength gives a pointer to an array of deferred character length: gfortran does not keep the
// length in one that is a component.
func (x *stmt) withLength(sym *resolve.Symbol, name, parent string) string {
	shape := colons(sym.Rank())
	kind := kindOf(sym.TypeOf())
	long := name + "_l"
	x.declare(fmt.Sprintf("character(len=:%s), pointer :: %s%s", kind, long, shape))
	x.raw("block")
	x.raw(fmt.Sprintf("  character(len=len(%s%%%s)%s), pointer :: coral_now%s", parent, sym.Name,
		kind, shape))
	x.raw("  coral_now => " + name + "%p")
	x.raw("  " + long + " => coral_now")
	x.raw("end block")
	return long
}

// upTo is the range of a chain that its last pointer stands for.
func (x *stmt) upTo(c *chain) diag.Range {
	r := c.r.Range
	r.Start = c.r.Parts[0].Name.Range.Start
	r.End = c.r.Parts[c.last].Name.Range.End
	return r
}

// generatedPointer is the last pointer with generated indices for the user's.
func (c *chain) generatedPointer(names map[string]string) string {
	open := strings.IndexByte(c.pointer, '(')
	if open < 0 {
		return c.pointer
	}
	end := strings.IndexByte(c.pointer, ')')
	list := strings.Split(c.pointer[open+1:end], ",")
	for i, n := range list {
		if g, ok := names[n]; ok {
			list[i] = g
		}
	}
	return c.pointer[:open+1] + strings.Join(list, ",") + c.pointer[end:]
}

// loopsOf are the implied loops on whose indices the given parts depend.
func (x *stmt) loopsOf(list []*syntax.PartRef) ([]indexLoop, map[string]string) {
	if len(x.loops) == 0 {
		return nil, nil
	}
	return x.neededLoops(&syntax.Ref{Range: list[0].Range, Parts: list})
}

// renderLoops gives loops the text of their bounds, in which indices have their names in generated
// loops.
func (x *stmt) renderLoops(loops []indexLoop, names map[string]string) {
	defer x.t.Naming(names)()
	for i := range loops {
		if lp := &loops[i]; lp.first == "" {
			lp.first, lp.last = x.renderExpr(lp.firstX), x.renderExpr(lp.lastX)
			lp.step = x.renderExpr(lp.stpX)
		}
	}
}

// allocateByIndex declares and allocates an array of the statement that is indexed by loops. The
// bounds of an inner loop may depend on the index of an outer one.
func (x *stmt) allocateByIndex(declaration, name string, loops []indexLoop) {
	for _, lp := range loops {
		x.declare(fmt.Sprintf("%s :: %s", lp.declared, lp.generated))
	}
	x.declare(declaration)
	if len(loops) == 1 {
		lp := loops[0]
		ik := x.l.use("coral_ik")
		first, last := fmt.Sprintf("int(%s,%s)", lp.first, ik), fmt.Sprintf("int(%s,%s)", lp.last,
			ik)
		x.allocateAnew(name, fmt.Sprintf("(min(%s,%s):max(%s,%s))", first, last, first, last))
		return
	}
	bounds := name + "_b"
	x.declare(fmt.Sprintf("integer(%s) :: %s(2,%d)", x.l.use("coral_ik"), bounds, len(loops)))
	x.raw(fmt.Sprintf("%s(1,:) = huge(%s)", bounds, bounds))
	x.raw(fmt.Sprintf("%s(2,:) = -huge(%s)", bounds, bounds))
	var extents []string
	for k, lp := range loops {
		at := fmt.Sprintf("(%%d,%d)", k+1)
		low, high := bounds+fmt.Sprintf(at, 1), bounds+fmt.Sprintf(at, 2)
		for _, end := range []string{lp.first, lp.last} {
			x.raw(fmt.Sprintf("%s = min(%s, int(%s, %s))", low, low, end, x.l.use("coral_ik")))
			x.raw(fmt.Sprintf("%s = max(%s, int(%s, %s))", high, high, end, x.l.use("coral_ik")))
		}
		if k < len(loops)-1 {
			x.raw(lp.head())
		}
		extents = append(extents, low+":"+high)
	}
	for range loops[1:] {
		x.raw("end do")
	}
	x.allocateAnew(name, "("+strings.Join(extents, ",")+")")
}

func (l *indexLoop) head() string {
	s := fmt.Sprintf("do %s = %s, %s", l.generated, l.first, l.last)
	if l.step != "" {
		s += ", " + l.step
	}
	return s
}

// enterAny opens the loops that ifAny gives, among the transfers in front of the statement, and
// returns what closes them, and whether there are any. What is fetched in these loops does not
// count as fetched for the rest of the statement.
func (x *stmt) enterAny(needed []indexLoop) (leave func(), entered bool) {
	loops := x.ifAny(needed)
	if len(loops) == 0 {
		return func() {}, false
	}
	for i := range loops {
		x.declare(loops[i].declared + " :: " + loops[i].generated)
		x.raw(loops[i].head())
	}
	seen := x.h.seen
	x.h.seen = maps.Clone(seen)
	return func() {
		x.h.seen = seen
		for _, lp := range slices.Backward(loops) {
			if lp.once {
				x.raw("exit")
			}
			x.raw("end do")
		}
	}, true
}

// raw puts a statement among the transfers in front, in order with them.
func (x *stmt) raw(text string) {
	x.h.gets = append(x.h.gets, hook{raw: text, at: x.at()})
}

// beforehand puts a statement in front of the transfers, or behind the conditional expressions
// whose values it may have.
func (x *stmt) beforehand(text string) {
	if len(x.conditionals) > 0 {
		x.raw(text)
		return
	}
	x.pre = append(x.pre, x.line("%s", text))
}

// allocateAnew gives an array of the statement its bounds. What is declared in the scope may have
// those of an earlier execution.
func (x *stmt) allocateAnew(name, bounds string) { x.raws(x.allocatedAnew(name, bounds)) }

// allocatedAnew is the text for it.
func (x *stmt) allocatedAnew(name, bounds string) (list []string) {
	if x.inHead() {
		list = append(list, fmt.Sprintf("if (allocated(%s)) deallocate (%s)", name, name))
	}
	return append(list, "allocate ("+name+bounds+")")
}

// declare adds a variable of the statement: in a BLOCK around it, or, for the heading of a
// construct, in the scope.
func (x *stmt) declare(text string) {
	if x.inHead() {
		if scope := x.scope.Decl(); !slices.Contains(x.l.unit.headDecls[scope], text) {
			x.l.declareIn(scope, text)
		}
		return
	}
	if !slices.Contains(x.h.decls, text) {
		x.h.decls = append(x.h.decls, text)
	}
}

// inHead tells whether the statement begins or divides a construct, so that no BLOCK can stand
// around it.
func (x *stmt) inHead() bool {
	if x.fl.group != nil {
		return false
	}
	switch x.s.(type) {
	case *syntax.IfThenStmt, *syntax.ElseIfStmt, *syntax.DoStmt, *syntax.SelectStmt,
		*syntax.CaseStmt, *syntax.AssociateStmt:
		return true
	}
	return false
}

// partHooks records the transfers of what the last pointer of a chain points to.
func (x *stmt) partHooks(c *chain, u usage) {
	loops, names := x.loopsOf(c.r.Parts)
	x.renderLoops(loops, names)
	user := x.t.At(x.upTo(c).Start)
	// from the last pointer of the chain on
	vectors := section.VectorsOf(x.scope, c.r.Parts[c.last:])
	triplets := x.deferredTriplets(c)
	bound := x.boundType(c.r, c.info)
	what, first := "", ""
	var checks []string
	if len(loops)+len(vectors)+len(triplets) > 0 || bound && c.info.Rank > 0 {
		back := x.t.Naming(names)
		x.t.Replace(x.upTo(c), c.generatedPointer(names))
		if len(loops) > 0 {
			checks = x.componentChecks(c.r, c.info)
		}
		var saved []edit.Edit
		for n, v := range vectors {
			lp := indexLoop{generated: fmt.Sprintf("coral_i_%d", len(x.loops)+n+1),
				declared: "integer", first: "1",
				values: fmt.Sprintf("coral_x_%d", len(x.loops)+n+1), vector: x.vectorText(v.Span())}
			lp.last = "size(" + lp.values + ")"
			loops = append(loops, lp)
			saved = append(saved, x.t.At(v.Span().Start))
			x.t.Replace(v.Span(), lp.values+"("+lp.generated+")")
		}
		for _, t := range triplets {
			lp := x.deferredLoop(c, t, len(x.loops)+len(vectors))
			loops = append(loops, lp)
			saved = append(saved, x.t.At(t.section.Span().Start))
			x.t.Replace(t.section.Span(), lp.generated)
		}
		if bound {
			elements, whole, undo := x.componentElements(c.r, c.info, c.last, c.last,
				len(x.loops)+len(vectors))
			if len(elements) > 0 {
				loops = append(loops, elements...)
				at := x.upTo(c)
				x.t.Replace(at, x.t.At(at.Start).Text+whole)
				what = x.t.Render(c.r.Range)
			}
			undo()
		}
		if what == "" {
			what = x.asAssumedRank(c.r, c.info)
		}
		first = x.firstOfSubstrings(c)
		if first != "" && len(vectors)+len(triplets) == c.info.Rank { // the loops leave a scalar
			first = what + x.substringMark(c.r, what) + "\x00"
		}
		replaced := append([]syntax.Expr(nil), vectors...)
		for _, t := range triplets {
			replaced = append(replaced, t.section)
		}
		for n, v := range replaced {
			x.t.Restore(v.Span().Start, saved[n])
		}
		x.t.Restore(x.upTo(c).Start, user)
		back()
	} else {
		what, first = x.asAssumedRank(c.r, c.info), x.firstOfSubstrings(c)
	}
	k := hook{what: what, loops: x.ifAny(loops), at: x.at(), part: first == "", first: first,
		checks: checks, fresh: x.fresh}
	if bound {
		k.part, k.first = false, what+"\x00"
	}
	x.transferOf(k, u)
}

// firstOfSubstrings is the first of the substrings of an array that a pointer leads to, with their
// length: gfortran passes a copy of such an array. "": the designator is none.
func (x *stmt) firstOfSubstrings(c *chain) string {
	if !x.l.opt.InlinePointers || section.Substring(c.r, c.info) == nil {
		return ""
	}
	for i, part := range c.r.Parts[c.last:] {
		if sym := c.info.Parts[c.last+i]; sym != nil && section.IsSection(sym, part) {
			return x.firstOfPart(c.r, part, sym.Rank())
		}
	}
	return ""
}

// deferredTriplet is a section subscript of a component with deferred character length, whose
// elements travel one by one: gfortran gives a wrong address to a section of a pointer to such an
// array.
type deferredTriplet struct {
	dim     int
	section *syntax.Triplet
}

func (x *stmt) deferredTriplets(c *chain) (out []deferredTriplet) {
	sym, args := c.info.Parts[c.last], c.r.Parts[c.last].Args
	if args == nil || !deferredLength(sym) || sym.Rank() == 0 {
		return nil
	}
	for i, a := range args.Items {
		if t, ok := a.Value.(*syntax.Triplet); ok {
			out = append(out, deferredTriplet{i + 1, t})
		}
	}
	return out
}

// deferredLoop goes through such a section; others are its number of loops before.
func (x *stmt) deferredLoop(c *chain, t deferredTriplet, others int) indexLoop {
	lp := indexLoop{generated: fmt.Sprintf("coral_i_%d", others+t.dim), declared: "integer",
		first: x.renderExpr(t.section.Lower), last: x.renderExpr(t.section.Upper),
		step: x.renderExpr(t.section.Step)}
	pointer := x.t.Render(x.upTo(c))
	if lp.first == "" {
		lp.first = fmt.Sprintf("lbound(%s, %d)", pointer, t.dim)
	}
	if lp.last == "" {
		lp.last = fmt.Sprintf("ubound(%s, %d)", pointer, t.dim)
	}
	return lp
}

// partInquiry rewrites the argument of an inquiry function that is a component of a coindexed
// object: nothing of it is transferred. False: it is none.
func (x *stmt) partInquiry(r *syntax.Ref) bool {
	name := r.First().Name
	status := name == "allocated" || name == "associated"
	asked := 1 // so many arguments are asked about
	switch name {
	case "allocated", "associated", "size", "shape", "lbound", "ubound", "len", "storage_size":
	case "same_type_as", "extends_type_of":
		asked = 2
	default:
		return false
	}
	args := r.Parts[0].Args
	if len(r.Parts) != 1 || args == nil || len(args.Items) == 0 || !x.scope.IsIntrinsic(name) {
		return false
	}
	behind := func(a *syntax.Arg) *syntax.Ref {
		if o, ok := a.Value.(*syntax.Ref); ok && o.Coindexed() != nil &&
			x.scope.Reference(o).Indirect > 0 {
			return o
		}
		return nil
	}
	objects := args.Items[:min(asked, len(args.Items))]
	if !slices.ContainsFunc(objects, func(a *syntax.Arg) bool { return behind(a) != nil }) {
		return false
	}
	for i, a := range args.Items {
		object := behind(a)
		if i >= asked || object == nil {
			x.expr(a.Value)
			continue
		}
		x.refAs(object, addressed, status)
		if parts := x.scope.Reference(object).Parts; status && parts[len(parts)-1].IsIndirect() {
			x.t.Replace(r.Parts[0].Name.Range, "associated")
		}
	}
	return true
}

// refuseByParameter refuses a component that other images are to reach if its type depends on a
// parameter.
func (l *lowerer) refuseByParameter(d, c *resolve.Symbol) bool {
	if c.Codims == nil && l.needs.Owner[c] != d || !derived.ByParameter(d, c) {
		return false
	}
	l.errorf("C0240", c.Ident.Range, "the type of the component '%s' depends on a parameter of "+
		"the type '%s', and other images refer to it", c.Name, d.Name).
		Help("give the component a kind or length that is a constant, or use a type without " +
			"parameters")
	return true
}
