package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// expr rewrites an expression that is referenced: coindexed objects become elements of views, whose
// values are fetched before the statement on the library path.
func (x *stmt) expr(e syntax.Expr) {
	switch e := e.(type) {
	case nil:
	case *syntax.Ref:
		x.ref(e, reads)
		x.substringCopy(e)
	case *syntax.Triplet:
		x.expr(e.Lower)
		x.expr(e.Upper)
		x.expr(e.Step)
	case *syntax.Paren:
		x.expr(e.X)
	case *syntax.Unary:
		x.definedOperand(e.X, e)
	case *syntax.Binary:
		x.definedOperand(e.X, e)
		x.definedOperand(e.Y, e)
	case *syntax.ComplexLit:
		x.expr(e.Re)
		x.expr(e.Im)
	case *syntax.ArrayCons:
		syntax.TypeExprs(e.Type, x.expr)
		for _, v := range e.Values {
			x.expr(v)
			x.scalarSubstrings(v)
		}
	case *syntax.ImpliedDo:
		x.impliedDo(e, func() {
			for _, v := range e.Items {
				x.expr(v)
				x.scalarSubstrings(v)
			}
		})
	case *syntax.Substring:
		x.args(e.Args)
	case *syntax.CondExpr:
		x.conditional(e)
	}
}

// definedOperand rewrites an operand of an operation. A function that defines the operation gets it
// as an argument, and gfortran cannot pass some arrays of other images (needsTemporary).
func (x *stmt) definedOperand(e, operation syntax.Expr) {
	x.expr(e)
	x.asArgument(e, func() bool {
		procs, unknown := x.scope.OperatorCalls(operation)
		return unknown || len(procs) > 0
	})
}

// asArgument writes what a defined operation or assignment reads as a variable, or as an expression
// where none can be, if gfortran cannot pass it. It leaves out the parentheses around a structure
// there. defined: a procedure of the program gets it.
func (x *stmt) asArgument(e syntax.Expr, defined func() bool) {
	r, ok := e.(*syntax.Ref)
	if !ok || !x.l.opt.InlinePointers || !x.throughView(r) || !x.needsTemporary(r) || !defined() {
		return
	}
	t := x.scope.TypeOf(r)
	if t == nil || t.DerivedOf() == nil || derived.NeedsCopy(t.DerivedOf()) {
		x.asValue(r, nil)
		return
	}
	// The value of a constructor is neither assigned nor finalized.
	if len(x.loops) == 0 && !x.inHead() && x.fl.group == nil && !x.typeActs(r) {
		x.byVariable(r)
		return
	}
	text := x.t.Render(r.Range)
	array := "[" + text + "]"
	if x.scope.Reference(r).Rank > 1 {
		array = "reshape(" + array + ", shape(" + text + "))"
	}
	x.t.Replace(r.Range, array)
}

func (x *stmt) args(l *syntax.ArgList) {
	if l == nil {
		return
	}
	for _, a := range l.Items {
		x.expr(a.Value)
	}
}

// impliedDo walks an implied DO: bounds outside, items inside of its index.
func (x *stmt) impliedDo(e *syntax.ImpliedDo, items func()) {
	c := e.Control
	x.expr(c.First)
	x.expr(c.Last)
	x.expr(c.Step)
	x.repeats++
	defer func() { x.repeats-- }()
	switch {
	case syntax.HasCoindexed(e):
		x.boundsOnce(c)
	case len(x.localAs) == 0: // nothing in it is seen through a view
		items()
		return
	}
	declared := "integer"
	if e.Type != nil {
		declared = x.t.Render(e.Type.Range)
	} else if sym := x.scope.Lookup(c.Var.Name); sym != nil && sym.TypeOf() != nil &&
		sym.TypeOf().Spec != nil && sym.Scope.Kind != resolve.BodyScope {
		declared = sym.TypeOf().Spec.Range.Text()
	}
	saved := x.loops
	x.loops = append(append([]indexLoop{}, saved...), indexLoop{
		name: c.Var.Name, generated: "coral_i_" + strconv.Itoa(len(saved)+1), declared: declared,
		firstX: c.First, lastX: c.Last, stpX: c.Step,
	})
	x.implied++
	items()
	x.implied--
	x.loops = saved
}

// boundsOnce evaluates bounds of an implied DO that call functions with possible effects into
// variables of the statement: the loops that fetch items have the same bounds.
func (x *stmt) boundsOnce(c *syntax.LoopControl) {
	for _, e := range []syntax.Expr{c.First, c.Last, c.Step} {
		switch {
		case e == nil || !x.mayHaveEffects(e):
		case len(x.loops) > 0:
			x.l.errorf("C0227", e.Span(), "a function that may have effects cannot be a bound of "+
				"an implied DO in another one that has coindexed objects").
				Help("declare the function PURE if it is, or write the loops as DO constructs")
		default:
			x.evaluateOnce(e)
		}
	}
}

// usage says what a statement does to a variable.
type usage uint8

const (
	reads usage = iota
	defines
	both
	addressed // its address is taken: no transfer
)

// ref rewrites a reference by name.
func (x *stmt) ref(r *syntax.Ref, u usage) { x.refAs(r, u, false) }

// wideSubstring refuses what the back end would do wrong: see Options.NoWideSubstrings.
func (x *stmt) wideSubstring(r *syntax.Ref, info *resolve.Reference) {
	sym := info.Parts[0]
	if !x.l.opt.NoWideSubstrings || r.Parts[0].Selector == nil || r.Parts[0].Second() == nil ||
		!sym.IsCoarray() || !deferredLength(sym) ||
		kindOf(sym.TypeOf()) == "" || sym.Scope == nil || !savesView(sym.Scope, sym) {
		return
	}
	if n, known := sym.TypeOf().Scope.Int(sym.TypeOf().Spec.Kind); known && n == 1 {
		return
	}
	x.l.errorf("C0236", r.Range,
		"this version of gfortran takes wrong bytes for a substring of '%s', which has "+
			"deferred length and characters of 4 bytes", r.First().Name).
		Help("assign the whole character string to a variable first")
}

// refAs is ref; inquiry: only the status of the last component is asked for.
func (x *stmt) refAs(r *syntax.Ref, u usage, inquiry bool) {
	if name := x.boundInFront(r); name != "" {
		x.t.Replace(r.Range, name)
		return
	}
	if x.parameterInquiry(r) || x.boundAtEntry(r) || x.copointerInquiry(r) || x.intrinsicCall(r) ||
		x.caf2Value(r) || x.typeInquiry(r) || x.partInquiry(r) {
		return
	}
	x.constantShape(r)
	info := x.scope.Reference(r)
	x.knownFunction(r, info)
	if info.Call && r.Last().Selector == nil {
		x.viewsOfFunction(r, info)
		x.callArgs(r, info)
		return
	}
	for _, p := range r.Parts {
		x.args(p.Args)
		if p.Selector != nil {
			for _, c := range p.Selector.Cosubs {
				x.expr(c)
			}
			x.selectorSpecs(p.Selector)
		}
		x.args(p.Second())
	}
	x.spanInConstructor(r)
	x.wideSubstring(r, info)
	x.once(r, info, u)
	x.evaluateFirst(r)
	x.subscriptsInGroup(r, info, u)
	x.endless(r, info)
	if x.throughCopointers(r, info, u, inquiry) {
		return
	}
	if x.forms != nil && x.inForm(r, info, u) {
		return
	}
	if name := x.splitName(info.Parts[0]); name != "" {
		x.t.Replace(r.Parts[0].Name.Range, name)
	}
	if p := r.Coindexed(); p != nil {
		x.coindexed(r, p, info, u, inquiry)
		return
	}
	if sym := info.Parts[0]; sym != nil && x.localAs[sym] {
		if local := mid.ViewedAs(x.scope, r); local != "" {
			x.localThroughView(r, sym, local, info)
		}
	}
	if !inquiry {
		x.componentThroughView(r, info)
	}
}

// unparameterized refuses references through objects of parameterized types where the back end
// would end by an internal error.
func (x *stmt) unparameterized(r *syntax.Ref, info *resolve.Reference) bool {
	if !x.l.opt.Unparameterized {
		return false
	}
	from := slices.IndexFunc(r.Parts, func(p *syntax.PartRef) bool { return p.Selector != nil })
	for i, t := range info.Types {
		// what stands in front of a coarray component is this image's own
		if i < from {
			continue
		}
		if d := t.DerivedOf(); d != nil && d.Def != nil && len(d.Def.Head.Params) > 0 {
			x.l.errorf("C0223", r.Parts[i].Range,
				"the type '%s' of this object has type parameters: the Fortran compiler in "+
					"use, gfortran, fails on pointers to such objects", d.Name).
				Help("if its parameters are all KIND parameters, compile with flang (-fc flang, " +
					"or CORAL_FC=flang); else use a type without parameters")
			return true
		}
	}
	return false
}

// coindexed rewrites a reference that has an image selector.
func (x *stmt) coindexed(r *syntax.Ref, part *syntax.PartRef, info *resolve.Reference, u usage,
	inquiry bool) {
	if x.unparameterized(r, info) {
		return
	}
	if part != r.Parts[0] {
		x.notInPlace(r, u)
		x.coindexedPart(r, part, info, u, inquiry)
		return
	}
	sym, local, ok := x.coarrayOf(r, part, info)
	if !ok {
		return
	}
	x.fresh = sym.Has(resolve.Volatile)
	defer func() { x.fresh = false }()
	x.refreshSelected(sym, local, part.Selector)
	image := x.imageIndex(sym, local, part.Selector)
	x.checkSelected(r, sym, local, part, info, image)
	image = x.checkedImage(sym, local, part, image)
	if x.place == inPlace && x.inPlaceOf(r, part, info, u, sym, local, image) {
		return
	}
	x.notInPlace(r, u)
	x.t.Replace(partRange(part), x.reached(sym, local, part, info, image))
	x.selectorEffects(r, part.Selector, image,
		func() string { return x.imageIndex(sym, local, part.Selector) }, u)
	defer x.checkComponents(r, info)
	if info.Indirect > 0 {
		x.forgetVolatile()
		x.throughComponents(r, info, u, inquiry)
		return
	}
	if u == addressed || x.dynamicValue(r, info, sym, x.l.written(part.Name)) ||
		x.structure(r, info, u) {
		return
	}
	if whole := wholeComplex(r, info); whole != nil &&
		(u == reads || r.Coindexed().Args == nil || len(r.Parts) > 2) {
		// gfortran passes sections of parts of complex components wrongly: the whole numbers are
		// transferred.
		r, info = whole, x.scope.Reference(whole)
		if u == defines {
			u = both
		}
	}
	what, first, loops := x.hookText(r, info)
	if x.boundType(r, info) {
		if part.Args == nil && sym.Rank() > 0 {
			x.l.errorf("C0218", r.Range,
				"the section of '%s', whose type has type-bound procedures, must be written out",
				part.Name.Name).
				Help("write %s(%s)%s", part.Name.Name, strings.Repeat(":,", sym.Rank()-1)+":",
					part.Selector.Range.Text())
		}
		first = what + "\x00"
	}
	saved := x.loops
	x.loops = x.ifAny(loops)
	defer func() { x.loops = saved }()
	switch u {
	case reads:
		x.get(what, first)
	case defines:
		if x.fl.masked {
			x.change(what, first)
		} else {
			x.put(what, first)
		}
	case both:
		x.change(what, first)
	}
}

// wholeComplex gives the complex object of which a reference is the real or imaginary part, or nil.
func wholeComplex(r *syntax.Ref, info *resolve.Reference) *syntax.Ref {
	n := len(r.Parts) - 1
	if n == 0 || info.Parts[n] != nil || r.Parts[n].Name.Name != "re" &&
		r.Parts[n].Name.Name != "im" {
		return nil
	}
	whole := &syntax.Ref{Range: r.Range, Parts: r.Parts[:n]}
	whole.Range.End = r.Parts[n-1].Range.End
	return whole
}

// hookText renders a designator for a transfer, with the loops around it: over indices on which it
// depends, and over the elements of vector subscripts.
func (x *stmt) hookText(r *syntax.Ref, info *resolve.Reference) (what, first string,
	loops []indexLoop) {
	what = x.asAssumedRank(r, info)
	loops, names := x.neededLoops(r)
	vectors := section.VectorSubscripts(x.scope, r)
	if x.boundType(r, info) {
		vectors = append(vectors, section.Triplets(r)...)
	}
	if x.inOrder {
		vectors = section.InArrayOrder(x.scope, r, info, vectors)
	}
	components := x.boundType(r, info) && info.Rank > 0 &&
		!section.IsSection(info.Parts[0], r.Parts[0])
	if len(loops) == 0 && len(vectors) == 0 && !components {
		return what, x.firstElement(r, info), nil
	}
	x.renderLoops(loops, names)
	defer x.t.Naming(names)()
	// The text was rendered before the names were known: once more, and nothing of it counts.
	saved := *x
	back, quiet := x.t.Fresh(), x.l.quiet
	x.l.quiet, x.h, x.loops, x.again = true, &hooks{}, nil, true
	fl := *x.fl
	fl.fresh, fl.hoist = nil, nil
	x.fl = &fl
	if len(loops) > 0 { // the local pointers of the statement know nothing of indices
		x.locals = nil
	}
	for n, v := range vectors {
		x.expr(v)
		loop := indexLoop{generated: fmt.Sprintf("coral_i_%d", len(saved.loops)+n+1),
			declared: "integer"}
		if t, ok := v.(*syntax.Triplet); ok {
			loop.first, loop.last, loop.step = x.renderExpr(t.Lower), x.renderExpr(
				t.Upper), x.renderExpr(t.Step)
			x.tripletDefaults(&loop, r, info, t)
		} else {
			if x.evaluated[v.Span().Start] != "" {
				x.inVariable(v)
			}
			loop.values, loop.vector = fmt.Sprintf("coral_x_%d",
				len(saved.loops)+n+1), x.t.Render(v.Span())
			loop.first, loop.last = "1", "size("+loop.values+")"
		}
		loops = append(loops, loop)
	}
	x.ref(r, addressed)
	if len(vectors) > 0 {
		x.replaceVectors(r, vectors, loops[len(loops)-len(vectors):])
		x.rewriteElement(r, info)
	}
	if components {
		elements, _, _ := x.componentElements(r, info, 1, 0, len(saved.loops)+len(vectors))
		loops = append(loops, elements...)
	}
	what, first = x.t.Render(r.Range), x.firstElement(r, info)
	*x = saved
	back()
	x.l.quiet = quiet
	return what, first, loops
}

// firstElement is the first element of a section of a coarray of derived or character type:
// gfortran passes such a section of a pointer with a wrong address where elements do not divide the
// distance of images. Empty for all else.
func (x *stmt) firstElement(r *syntax.Ref, info *resolve.Reference) string {
	part := r.Coindexed()
	if part == nil && x.misplaced(r) {
		return x.firstLocal(r)
	}
	if part != r.Parts[0] || info.Base == nil {
		return ""
	}
	sym, local, ok := x.coarrayOf(r, part, info)
	if !ok {
		return ""
	}
	if !section.IsSection(sym, part) {
		return x.firstOfComponent(r, info, 0)
	}
	// a section of parts of complex numbers is as strange as one of components
	part0 := info.Types[0].Base
	if part0 != syntax.TypeDerived && part0 != syntax.TypeCharacter && len(r.Parts) == 1 {
		return ""
	}
	pointer := x.selectedPointer(sym, local, part.Selector)
	subs := append(x.firstSubscripts(pointer, sym.Rank(), part),
		x.imageIndex(sym, local, part.Selector))
	rest := r.Range
	rest.Start = partRange(part).End
	text := pointer + "(" + strings.Join(subs, ",") + ")" + x.t.Render(rest)
	return text + x.substringMark(r, text)
}

// substringMark is what ends the text of an element of a section. LEN would not do for substrings
// whose bounds are no constants: for a component that is an array gfortran takes the length of the
// whole string.
func (x *stmt) substringMark(r *syntax.Ref, first string) string {
	if section.Substring(r, x.scope.Reference(r)) == nil {
		return ""
	}
	length, _ := x.substringLength(r, withoutLastParens(first))
	return edit.LengthMark + length
}

// firstOfComponent is the first element of an array component of a scalar coindexed object, whose
// place among the parts is given. The
// run-time system cannot tell such an array from a section of the pointer that reaches the images.
// Empty where the component's elements divide the distance of images.
func (x *stmt) firstOfComponent(r *syntax.Ref, info *resolve.Reference, object int) string {
	last := info.Types[len(info.Types)-1]
	if last == nil || last.Base != syntax.TypeDerived && last.Base != syntax.TypeCharacter {
		return ""
	}
	for i, part := range r.Parts {
		sym := info.Parts[i]
		if i <= object || sym == nil || !section.IsSection(sym, part) {
			continue
		}
		return x.firstOfPart(r, part, sym.Rank())
	}
	return ""
}

// firstOfPart is the first element of a designator in which a part of a rank is the section.
func (x *stmt) firstOfPart(r *syntax.Ref, part *syntax.PartRef, rank int) string {
	array, behind := x.aroundSection(r, part)
	text := array + "(" + strings.Join(x.firstSubscripts(array, rank, part), ",") + ")" + behind
	return text + x.substringMark(r, text)
}

// aroundSection renders what a designator has in front of the subscripts of a part, and behind.
func (x *stmt) aroundSection(r *syntax.Ref, part *syntax.PartRef) (array, rest string) {
	before, behind := r.Range, r.Range
	before.End, behind.Start = part.Name.Range.End, partRange(part).End
	return x.t.Render(before), x.t.Render(behind)
}

// firstSubscripts are the subscripts of the first element of a whole array or section; array is the
// text of the whole array.
func (x *stmt) firstSubscripts(array string, rank int, part *syntax.PartRef) []string {
	var subs []string
	for d := range rank {
		low := fmt.Sprintf("lbound(%s,%d)", array, d+1)
		if part.Args == nil || d >= len(part.Args.Items) {
			subs = append(subs, low)
			continue
		}
		t, ok := part.Args.Items[d].Value.(*syntax.Triplet)
		switch {
		case !ok:
			low = x.t.Render(part.Args.Items[d].Range)
		case t.Lower != nil:
			low = x.t.Render(t.Lower.Span())
		case t.Step != nil:
			low = fmt.Sprintf("merge(%s, ubound(%s,%d), %s > 0)", low, array, d+1,
				x.t.Render(t.Step.Span()))
		}
		subs = append(subs, low)
	}
	return subs
}

// neededLoops are the loops around on whose indices a designator depends, with the names that these
// have in generated loops.
func (x *stmt) neededLoops(r *syntax.Ref) ([]indexLoop, map[string]string) {
	if len(x.loops) == 0 {
		return nil, nil
	}
	used := map[string]bool{}
	mentions := func(n syntax.Expr) {
		if n == nil {
			return
		}
		namesIn(n, used)
		syntax.Inspect(n, func(n syntax.Node) bool {
			if e, ok := n.(syntax.Expr); ok && x.perItem[e.Span().Start] != nil {
				for _, lp := range x.perItem[e.Span().Start].loops {
					used[lp.name] = true
				}
			}
			return true
		})
	}
	mentions(r)
	names := map[string]string{}
	var loops []indexLoop
	for i := len(x.loops) - 1; i >= 0; i-- { // inner bounds may depend on outer indices
		loop := x.loops[i]
		if _, inner := names[loop.name]; inner || !used[loop.name] {
			continue
		}
		mentions(loop.firstX)
		mentions(loop.lastX)
		mentions(loop.stpX)
		names[loop.name] = loop.generated
		loops = append([]indexLoop{loop}, loops...)
	}
	return loops, names
}

// namesIn adds the names that designators in an expression begin with.
func namesIn(e syntax.Expr, names map[string]bool) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok {
			names[r.First().Name] = true
		}
		return true
	})
}

// ifAny adds loops to those of a transfer: the ones around it on whose indices it does not depend,
// but which may have no iterations. Without an iteration nothing is read or defined. One iteration
// of such a loop is enough, unless the bounds of an inner loop have its index.
func (x *stmt) ifAny(needed []indexLoop) []indexLoop {
	var list []indexLoop
	names, bounds := map[string]string{}, map[string]bool{}
	for i := len(x.loops) - 1; i >= 0; i-- {
		loop := x.loops[i]
		needs := slices.ContainsFunc(needed, func(k indexLoop) bool {
			return k.generated == loop.generated
		})
		if _, inner := names[loop.name]; inner || !needs && !bounds[loop.name] &&
			(loop.firstX == nil || x.hasTrips(loop) == "") {
			continue
		}
		loop.once = !needs && !bounds[loop.name]
		names[loop.name] = loop.generated
		for _, e := range []syntax.Expr{loop.firstX, loop.lastX, loop.stpX} {
			if e != nil {
				namesIn(e, bounds)
			}
		}
		list = append(list, loop)
	}
	slices.Reverse(list)
	x.renderLoops(list, names)
	for _, k := range needed {
		if !slices.ContainsFunc(list, func(l indexLoop) bool {
			return l.generated == k.generated
		}) {
			list = append(list, k) // over elements of a section
		}
	}
	return list
}

func (x *stmt) replaceVectors(r *syntax.Ref, vectors []syntax.Expr, loops []indexLoop) {
	for i, v := range vectors {
		if loops[i].vector == "" {
			x.t.Replace(v.Span(), loops[i].generated)
		} else {
			x.t.Replace(v.Span(), loops[i].values+"("+loops[i].generated+")")
		}
	}
}

// rewriteElement renders the view's element once more, after edits inside of its subscripts.
func (x *stmt) rewriteElement(r *syntax.Ref, info *resolve.Reference) {
	part := r.Coindexed()
	if part == nil {
		return
	}
	if sym, local, ok := x.coarrayOf(r, part, info); ok {
		x.t.Drop(partRange(part).Start)
		x.t.Replace(partRange(part),
			x.element(sym, local, part, info, x.imageIndex(sym, local, part.Selector)))
	}
}

func (x *stmt) renderExpr(e syntax.Expr) string {
	if e == nil {
		return ""
	}
	return x.t.Render(e.Span())
}

// coarrayOf finds the coarray of a coindexed reference and its name here, and refuses what is not
// taken.
func (x *stmt) coarrayOf(r *syntax.Ref, part *syntax.PartRef,
	info *resolve.Reference) (*resolve.Symbol, string, bool) {
	sym, local := info.Parts[0], part.Name.Name
	if info.Base != nil && info.Base.Kind == resolve.Associate {
		if !sym.IsCoarray() {
			x.l.errorf("C0214", part.Range,
				"'%s' has an image selector, but what it is associated with is no coarray",
				part.Name.Name)
			return nil, "", false
		}
		if whole := mid.WholeName(x.scope, info.Base); info.Base.Obscured &&
			info.Base.Codims != nil && !x.scope.MeansCoarray(whole, sym) {
			x.l.errorf("C0214", part.Range, "'%s' cannot be coindexed here, since the name of "+
				"its coarray, '%s', means something else", part.Name.Name, whole).
				Help("give what hides '%s' another name", whole)
			return nil, "", false
		}
		if sym.Selector == nil { // else a coarray of its own, with the type that a guard says
			local = mid.WholeName(x.scope, info.Base)
			if s, name := x.guarded(info.Base, sym, local); s != nil {
				sym, local = s, name
			}
		}
	}
	if !sym.IsCoarray() {
		return nil, "", false // reported by the checks of package resolve
	}
	if !x.l.hasView(sym) {
		x.l.errorf("C0203", part.Range,
			"coarray '%s' of unlimited polymorphic type cannot be coindexed here", part.Name.Name).
			Help("it can in a block of SELECT TYPE that says its type, and as an argument of " +
				"SAME_TYPE_AS, EXTENDS_TYPE_OF and STORAGE_SIZE")
		return nil, "", false
	}
	sym = x.ownView(x.l.teams.withCobounds(sym, info.Base), local)
	if len(part.Selector.Cosubs) != sym.Corank() {
		return nil, "", false
	}
	return sym, local, true
}

func indirectKind(c *resolve.Symbol) string {
	if c.Kind == resolve.Procedure {
		return "procedure pointer"
	}
	if c.Has(resolve.Pointer) {
		return "pointer"
	}
	return "allocatable"
}

// partRange is a part from its name to its image selector; a substring range behind it stays as it
// is.
func partRange(p *syntax.PartRef) diag.Range {
	r := p.Name.Range
	switch {
	case p.Selector != nil:
		r.End = p.Selector.Range.End
	case p.Args != nil:
		r.End = p.Args.Range.End
	}
	return r
}

// element is viewElement for a coarray or for an associate name, whose selector may be a component
// of a coarray.
func (x *stmt) element(sym *resolve.Symbol, local string, part *syntax.PartRef,
	info *resolve.Reference, image string) string {
	return x.elementOf(x.selectedPointer(sym, local, part.Selector), sym, part, info, image)
}

// elementOf is element by a pointer that reaches all images.
func (x *stmt) elementOf(pointer string, sym *resolve.Symbol, part *syntax.PartRef,
	info *resolve.Reference, image string) string {
	if info.Base == nil || info.Base.Kind != resolve.Associate {
		return x.viewElement(pointer, sym, part.Args, image)
	}
	_, sel := x.scope.AssociateCoarray(info.Base)
	if sel == nil {
		return x.viewElement(pointer, sym, part.Args, image)
	}
	in := info.Base.Scope.Host.Reference(sel)
	args := part.Args
	var first *syntax.ArgList
	if sym.Rank() > 0 {
		first, args = args, nil
	}
	out := x.viewElement(pointer, sym, first, image)
	for i, p := range sel.Parts[1:] {
		out += "%" + p.Name.Range.Text()
		if c := in.Parts[i+1]; args != nil && c != nil && c.Rank() > 0 {
			out += x.t.Render(args.Range)
			args = nil
		}
	}
	return out
}

// viewElement is the element or section of the view for subscripts and an image.
func (x *stmt) viewElement(pointer string, sym *resolve.Symbol, args *syntax.ArgList,
	image string) string {
	var subs []string
	if args != nil {
		for _, a := range args.Items {
			subs = append(subs, x.t.Render(a.Range))
		}
	} else {
		for range max(sym.Rank(), 0) {
			subs = append(subs, ":")
		}
	}
	return pointer + "(" + strings.Join(append(subs, image), ",") + ")"
}

// pointer is the pointer that reaches all images: a component of the view, or for a character
// length that is not constant a variable of its own (gfortran 12 does not keep the length of a
// deferred-length component in a pointer assignment).
func (x *stmt) pointer(sym *resolve.Symbol, local string) string {
	x.viewed(local)
	return x.viewPointer(sym, local)
}

func (x *stmt) viewPointer(sym *resolve.Symbol, local string) string {
	sym = x.ownView(sym, local)
	if _, length := x.l.typeText(sym); length != "" {
		return x.l.teams.pointerOf(sym, local)
	}
	return x.l.teams.viewOf(sym, local) + "%p"
}

// localThroughView writes a local reference of a coarray as that of this image through the view.
func (x *stmt) localThroughView(r *syntax.Ref, sym *resolve.Symbol, local string,
	info *resolve.Reference) {
	p := r.Parts[0]
	sym = x.ownView(sym, local)
	x.refresh(sym, local)
	x.t.Replace(partRange(p), x.elementOf(x.pointer(sym, local), sym, p, info,
		x.l.use("coral_me")))
}

// componentThroughView is localThroughView for a coarray component.
func (x *stmt) componentThroughView(r *syntax.Ref, info *resolve.Reference) {
	if len(x.localAs) == 0 {
		return
	}
	_, c := alias.CoarrayComponent(info)
	if c == nil || !x.localAs[c] || !x.l.hasView(c) {
		return
	}
	p := x.coarrayPart(r, nil, info)
	if p == nil {
		return
	}
	if p.viewType != "" {
		x.refresh(p.sym, p.local)
	}
	part := r.Parts[p.index]
	x.t.Replace(selected(r, part), x.viewElement(x.selectedPointer(p.sym, p.local, nil), p.sym,
		part.Args, x.l.use("coral_me")))
}

// cosubscriptIndex is the image index that cosubscripts mean (F2018 9.6): arithmetic in place.
func (x *stmt) cosubscriptIndex(sym *resolve.Symbol, local string,
	sel *syntax.ImageSelector) string {
	n := sym.Corank()
	image := offset(x.cosub(sel, n-1), x.lower(sym, local, n-1), n == 1)
	for i := n - 2; i >= 0; i-- {
		term := offset(x.cosub(sel, i), x.lower(sym, local, i), i == 0)
		if image != "0" {
			term += "+" + x.extent(sym, local, i) + "*" + paren(image)
		}
		image = term
	}
	return image
}

// cosub is a cosubscript. One that is real, which is not standard, is truncated as a real subscript
// is.
func (x *stmt) cosub(sel *syntax.ImageSelector, i int) string {
	text := x.t.Render(sel.Cosubs[i].Span())
	if t := x.scope.TypeOf(sel.Cosubs[i]); t != nil && t.Base == syntax.TypeReal {
		return "int(" + text + ")"
	}
	return text
}

// offset is sub - lower, or sub - lower + 1.
func offset(sub, lower string, one bool) string {
	low, constant := int64(0), lower != "" && lower[0] < 'A' // else a name
	if constant {
		var err error
		low, err = strconv.ParseInt(lower, 10, 64)
		constant = err == nil
	}
	if !constant {
		s := paren(sub) + "-" + lower // a designator
		if one {
			s += "+1"
		}
		return s
	}
	if one {
		low--
	}
	if v, err := strconv.ParseInt(sub, 10, 32); err == nil {
		return strconv.FormatInt(v-low, 10)
	}
	switch {
	case low == 0 && one:
		return sub
	case low == 0:
		return paren(sub)
	case low < 0:
		return paren(sub) + "+" + strconv.FormatInt(-low, 10)
	}
	return paren(sub) + "-" + strconv.FormatInt(low, 10)
}

// paren puts parentheses around anything but a name or number.
func paren(s string) string {
	for _, c := range s {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return "(" + s + ")"
		}
	}
	return s
}

// lower and upper are cobounds as text: numbers where they can be told here.
func (x *stmt) lower(sym *resolve.Symbol, local string, i int) string {
	if sym.Has(resolve.Allocatable) {
		return x.allocatedCobound(sym, local, 2*i+1)
	}
	d := sym.Codims.Dims[i]
	switch {
	case d.Ranks:
		return "0"
	case d.Lower == nil:
		return "1"
	}
	if v, ok := sym.Scope.Int(d.Lower); ok {
		return cobound(v)
	}
	if x.beforeEntry(sym) {
		return paren(x.l.textOf(sym, d.Lower))
	}
	return fmt.Sprintf("%s(%d)", x.l.teams.boundsOf(sym, local), 2*i+1)
}

// cobound is a cobound as a literal; one that a default integer cannot hold has the kind of
// coral_ik.
func cobound(v int64) string {
	switch {
	case v == int64(int32(v)):
		return strconv.FormatInt(v, 10)
	case v < 0:
		return fmt.Sprintf("(%d_8)", v)
	}
	return fmt.Sprintf("%d_8", v)
}

// beforeEntry tells whether a declaration inquires a coarray of its own scope whose cobounds are
// kept from entry on: there its expressions, which have their values at entry in all declarations
// (F2018 10.1.11), stand for them.
func (x *stmt) beforeEntry(sym *resolve.Symbol) bool {
	if !inDeclaration(x.s) || sym.Scope != x.scope || sym.Kind == resolve.Associate {
		return false
	}
	needed, constant := mid.NeedsBounds(sym)
	return needed && !constant
}

func (x *stmt) upper(sym *resolve.Symbol, local string, i int) string {
	if sym.Has(resolve.Allocatable) {
		return x.allocatedCobound(sym, local, 2*i+2)
	}
	d := sym.Codims.Dims[i]
	if v, ok := sym.Scope.Int(d.Upper); ok {
		if d.Ranks {
			v--
		}
		return cobound(v)
	}
	if x.beforeEntry(sym) {
		text := paren(x.l.textOf(sym, d.Upper))
		if d.Ranks {
			text = "(" + text + "-1)"
		}
		return text
	}
	return fmt.Sprintf("%s(%d)", x.l.teams.boundsOf(sym, local), 2*i+2)
}

// extent is the number of cosubscript values of a codimension but the last.
func (x *stmt) extent(sym *resolve.Symbol, local string, i int) string {
	low, up := x.lower(sym, local, i), x.upper(sym, local, i)
	a, err1 := strconv.ParseInt(low, 10, 64)
	b, err2 := strconv.ParseInt(up, 10, 64)
	if err1 == nil && err2 == nil {
		return strconv.FormatInt(b-a+1, 10)
	}
	if err1 == nil && a == 1 {
		return paren(up)
	}
	return "(" + up + "-" + paren(low) + "+1)"
}

// allocatedCobound is one of the cobounds that an allocatable coarray has got, by its place among
// them: from its view, or from the runtime where it has none, being of unlimited polymorphic type.
func (x *stmt) allocatedCobound(sym *resolve.Symbol, local string, place int) string {
	if x.l.hasView(sym) {
		return fmt.Sprintf("%s%%c(%d)", x.boundsView(sym, local), place)
	}
	p := x.at().Position()
	return fmt.Sprintf("%s(%s(%s), %d_4, %d_4, %d_4, %s)", x.l.use("coral_cobound_now"),
		x.l.use("coral_address"), x.l.userName(local), sym.Corank(), place, p.Line,
		edit.Quote(p.File))
}

// coboundsNow are the cobounds of a coarray without a view.
func (x *stmt) coboundsNow(sym *resolve.Symbol, local string) string {
	bounds := make([]string, 2*sym.Corank()-1)
	for i := range bounds {
		bounds[i] = x.allocatedCobound(sym, local, i+1)
	}
	return "[" + strings.Join(bounds, ", ") + "]"
}

// cobounds is an array constructor of a coarray's cobounds: lower1, upper1, lower2, ..., lowerN.
func (x *stmt) cobounds(sym *resolve.Symbol, local string) string {
	if sym.Has(resolve.Allocatable) && !x.l.hasView(sym) {
		return x.coboundsNow(sym, local)
	}
	if sym.Has(resolve.Allocatable) {
		x.refresh(sym, local)
		return fmt.Sprintf("%s%%c(1:%d)", x.boundsView(sym, local), 2*sym.Corank()-1)
	}
	if needed, _ := mid.NeedsBounds(sym); needed && !x.beforeEntry(sym) {
		return x.l.teams.boundsOf(sym, local)
	}
	var items []string
	for i := range sym.Corank() {
		items = append(items, x.lower(sym, local, i))
		if i < sym.Corank()-1 {
			items = append(items, x.upper(sym, local, i))
		}
	}
	return fmt.Sprintf("[integer(%s) :: %s]", x.l.use("coral_ik"), strings.Join(items, ", "))
}
