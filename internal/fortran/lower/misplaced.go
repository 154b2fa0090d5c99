package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Sections of pointers and associate names as arguments for assumed-rank dummy arguments. A
// pointer to components, `p => a(:)%n`, has steps of the structure's size. gfortran 12 to 16
// reckon where the section p(2:5) begins with the size of p's own type: the procedure gets other
// memory. A section that begins with the first element of each dimension is right, and so is a
// variable.

// misplaced tells whether gfortran may pass other memory for a designator. The pointer's target
// decides, which nobody knows here.
func (x *stmt) misplaced(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	// flang's descriptors have steps in bytes
	if !ok || r.Remote() || !x.l.opt.InlinePointers {
		return false
	}
	info := x.scope.Reference(r)
	if info.Rank <= 0 || info.Call {
		return false
	}
	part := section.Array(r, info) // no other part can be an array (F2018 C919)
	if part == nil || x.beginsFirst(part.Args) {
		return false
	}
	i := slices.Index(r.Parts, part)
	if i == 0 && info.Base != nil && info.Base.Kind == resolve.Associate {
		return true
	}
	return info.Parts[i] != nil && info.Parts[i].Has(resolve.Pointer)
}

// byCopy tells whether gfortran passes other elements for a designator, or spoils it: a misplaced
// section, one without steps, components of a polymorphic dummy argument or of an associate name,
// the real or imaginary parts of a component, a section with deferred length, or substrings of an
// array: it copies those with the length of whole strings.
func (x *stmt) byCopy(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return x.misplaced(e) || x.withoutSpan(e) || x.ofPolymorphicDummy(e) || x.displacesName(e) ||
		ok && x.l.opt.InlinePointers && !r.Remote() && (x.partsOfSection(r) ||
			x.scope.RankOf(r) > 0 && section.Substring(r, x.scope.Reference(r)) != nil ||
			x.ofDeferredLength(r))
}

// ofDeferredLength tells whether a designator is a section of an array with deferred character
// length that does not begin with the first element: gfortran passes another address for it.
func (x *stmt) ofDeferredLength(r *syntax.Ref) bool {
	info := x.scope.Reference(r)
	part := section.Array(r, info)
	if info.Rank <= 0 || info.Call || part == nil || x.beginsFirst(part.Args) {
		return false
	}
	sym := info.Parts[slices.Index(r.Parts, part)]
	return sym != nil && deferredLength(sym)
}

// ofPolymorphicDummy tells whether a designator is a component of several elements of a polymorphic
// dummy argument: gfortran 12 to 16 give the descriptor of `e%n` and `e(2:4)%n` the size of the
// declared type as the distance of elements, and it is that of the dynamic type.
func (x *stmt) ofPolymorphicDummy(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	if !ok || r.Remote() || !x.l.opt.InlinePointers || len(r.Parts) < 2 {
		return false
	}
	info := x.scope.Reference(r)
	sym := info.Parts[0]
	if info.Rank <= 0 || info.Call || sym == nil || sym.Rank() <= 0 ||
		sym.Flags&(resolve.Allocatable|resolve.Pointer) != 0 {
		return false
	}
	args := r.Parts[0].Args
	return info.Types[0].IsPolymorphic() &&
		(sym.Has(resolve.Dummy) || sym.Kind == resolve.Associate) &&
		(args == nil || slices.ContainsFunc(args.Items, x.subscriptOfSection))
}

// displacesName tells whether a designator is a component of all elements of an associate name:
// gfortran leaves the name's own descriptor at the component behind a call that is given a
// descriptor of the component, as one of TYPE(*) is.
func (x *stmt) displacesName(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	if !ok || r.Remote() || !x.l.opt.InlinePointers || len(r.Parts) < 2 ||
		r.Parts[0].Args != nil {
		return false
	}
	info := x.scope.Reference(r)
	return info.Parts[0] != nil && info.Parts[0].Kind == resolve.Associate && !info.Call &&
		x.scope.RankOf(&syntax.Ref{Range: r.Range, Parts: r.Parts[:1]}) > 0
}

// subscriptOfSection tells whether a subscript is a triplet or a vector.
func (x *stmt) subscriptOfSection(a *syntax.Arg) bool {
	_, triplet := a.Value.(*syntax.Triplet)
	return triplet || x.scope.RankOf(a.Value) != 0
}

// firstLocal is the first element of such a section.
func (x *stmt) firstLocal(r *syntax.Ref) string {
	part := section.Array(r, x.scope.Reference(r))
	return x.firstOfPart(r, part, len(part.Args.Items))
}

// beginsFirst tells whether a section begins with the first element of each dimension.
func (x *stmt) beginsFirst(args *syntax.ArgList) bool {
	for _, a := range args.Items {
		t, ok := a.Value.(*syntax.Triplet)
		if !ok || t.Lower != nil {
			return false
		}
		if t.Step != nil {
			if step, known := x.scope.Int(t.Step); !known || step < 0 {
				return false
			}
		}
	}
	return true
}

// caf2Operand is passed for an operand of a statement of CAF 2.0. defined: the statement changes
// it; later: it does so, or reads it, after it has ended.
func (x *stmt) caf2Operand(e syntax.Expr, defined, later bool) string {
	if defined && x.isCopied(e) { // no compiler passes it to what defines it (F2018 15.5.2.4)
		x.l.errorf("C0216", e.Span(),
			"a collective cannot define a section with vector subscripts").
			Help("pass an array, and assign it to the section after the statement; if the " +
				"statement is asynchronous, after the wait for its event")
		return x.t.Render(e.Span())
	}
	if name := x.operandCopy(e, defined, later, "the statement without _async"); name != "" {
		return x.standIn(name, x.scope.TypeOf(e), x.scope.RankOf(e))
	}
	return x.passed(e)
}

// operandCopy is the variable that stands for an operand where gfortran would pass other memory.
// "": it stands for itself, or is refused. atOnce is what to write where it is used later.
func (x *stmt) operandCopy(e syntax.Expr, defined, later bool, atOnce string) string {
	switch {
	case !x.byCopy(e) || x.refusedByParameter(e, "this statement"):
		return ""
	case !later:
		return x.packed(e.(*syntax.Ref), defined)
	}
	what := ""
	switch {
	case x.withoutSpan(e):
		what = "no array whose bounds depend on a type parameter: gfortran passes one element " +
			"of it"
	case x.ofPolymorphicDummy(e):
		what = "no components of the elements of a polymorphic dummy argument: gfortran passes " +
			"other elements if its dynamic type is an extension"
	case x.displacesName(e):
		what = "no components of all elements of an associate name: gfortran has the name " +
			"stand for other memory afterwards"
	case x.misplaced(e):
		what = "a pointer or an associate name only whole, or as a section from its first " +
			"element on, p(:m): gfortran passes other memory for other sections"
	default:
		what = "neither substrings, nor real or imaginary parts of arrays, nor sections with " +
			"deferred character length: gfortran passes other memory for them"
	}
	x.l.errorf("C0216", e.Span(), "with gfortran, an asynchronous collective takes %s", what).
		Help("use %s, copy the operand to an array, or compile with flang (-fc)", atOnce)
	return ""
}

// packed gives a variable that has the values of a section while the statement is executed, in
// front of which they are copied there, and behind which they are copied back if the statement
// defines them; "": its type has no name here.
func (x *stmt) packed(r *syntax.Ref, defined bool) string {
	t := x.scope.TypeOf(r)
	if t == nil {
		return ""
	}
	info := x.scope.Reference(r)
	like := x.t.Render(r.Range)
	if part := section.Array(r, info); part != nil {
		array, rest := x.aroundSection(r, part)
		like = array + rest
	}
	length, constant := "len("+like+")", true
	if section.Substring(r, info) != nil {
		like = withoutLastParens(like)
		if length, constant = x.substringLength(r, like); !constant {
			length = ":"
		}
	}
	kind := "kind(" + like + ")"
	if whole := wholeComplex(r, info); whole != nil { // of an associate name there is none
		kind = "kind(" + x.t.Render(whole.Range) + ")"
	} else if x.withoutSpan(r) { // gfortran takes the kind of such a component for 0 there
		kind = kindAsDeclared(x.scope, r)
	}
	declared := x.declaredType(t, kind, length)
	if declared == "" || kind == "" {
		return ""
	}
	x.nameCalls(r)
	object := x.t.Render(r.Range)
	name := fmt.Sprintf("coral_s_%d", x.nextObject())
	x.declare(declared + ", allocatable :: " + name + colons(info.Rank))
	value := name
	if !constant { // an assignment would take the length of whole strings
		section := withoutLastParens(object)
		length, _ = x.substringLength(r, section)
		x.afterGets = append(x.afterGets, x.line("allocate (%s :: %s(%s))",
			x.declaredType(t, kind, length), name,
			strings.Join(sizes(section, info.Rank), ", ")))
		value += colons(info.Rank)
	}
	x.afterGets = append(x.afterGets, x.line("%s = %s", value, object))
	if defined { // in front of what ends the names of subscripts
		x.post = append([]emit.Line{x.line("%s = %s", object, name)}, x.post...)
	}
	return name
}

// nameCall gives a name to the value of a subscript. As a bound of substrings gfortran takes no
// associate name of a function that is not declared yet.
func (x *stmt) nameCall(e syntax.Expr) {
	text := x.t.Render(e.Span())
	if x.scope.RankOf(e) != 0 {
		x.t.Replace(e.Span(), x.nameOf(text))
		return
	}
	name := fmt.Sprintf("coral_e_%d", x.nextObject())
	x.declare(fmt.Sprintf("integer(%s) :: %s", x.l.use("coral_ik"), name))
	x.afterGets = append(x.afterGets, x.line("%s = %s", name, text))
	x.t.Replace(e.Span(), name)
}

// nameCalls gives names to values of subscripts that call functions: the designator is written
// twice.
func (x *stmt) nameCalls(r *syntax.Ref) {
	var items []*syntax.Arg
	for _, part := range r.Parts {
		for _, list := range []*syntax.ArgList{part.Args, part.Second()} {
			if list != nil {
				items = append(items, list.Items...)
			}
		}
	}
	for _, a := range items {
		subscripts := []syntax.Expr{a.Value}
		if t, ok := a.Value.(*syntax.Triplet); ok {
			subscripts = []syntax.Expr{t.Lower, t.Upper, t.Step}
		}
		for _, e := range subscripts {
			if e != nil && x.callsUser(e) {
				x.nameCall(e)
			}
		}
	}
}
