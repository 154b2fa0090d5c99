package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
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
	part := sectionOf(r, info) // no other part can be an array (F2018 C919)
	if part == nil || x.beginsFirst(part.Args) {
		return false
	}
	i := slices.Index(r.Parts, part)
	if i == 0 && info.Base != nil && info.Base.Kind == resolve.Associate {
		return true
	}
	return info.Parts[i] != nil && info.Parts[i].Has(resolve.Pointer)
}

// withoutSpan tells whether gfortran passes the steps of a designator as 0: the components of an
// object of parameterized type whose bounds may depend on its parameters have descriptors in which
// no span is set, and so have associate names of them. A BIND(C) procedure found the first element
// in the place of all.
func (x *stmt) withoutSpan(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return ok && !r.Remote() && x.l.opt.InlinePointers && spanUnset(x.scope, r)
}

func spanUnset(scope *resolve.Scope, r *syntax.Ref) bool {
	info := scope.Reference(r)
	if info.Rank <= 0 || info.Call {
		return false
	}
	i := slices.IndexFunc(info.Parts, func(sym *resolve.Symbol) bool {
		return sym != nil && sym.Rank() > 0
	})
	switch {
	case i > 0:
		return !info.Parts[i].Has(resolve.Pointer) && !info.Parts[i].Has(resolve.Allocatable) &&
			derived.IsParameterized(info.Types[i-1].DerivedOf())
	case info.Base == nil || info.Base.Kind != resolve.Associate:
		return false
	}
	selector, ok := info.Base.Selector.(*syntax.Ref)
	return ok && info.Base.Scope != nil && info.Base.Scope.Host != nil &&
		spanUnset(info.Base.Scope.Host, selector)
}

// byCopy tells whether gfortran passes other elements for a designator: a misplaced section, one
// without steps, the real or imaginary parts of a component, a section with deferred length, or
// substrings of an array: it copies those with the length of whole strings.
func (x *stmt) byCopy(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return x.misplaced(e) || x.withoutSpan(e) ||
		ok && x.l.opt.InlinePointers && !r.Remote() && (x.partsOfSection(r) ||
			x.scope.RankOf(r) > 0 && substringOf(r, x.scope.Reference(r)) != nil ||
			x.ofDeferredLength(r))
}

// ofDeferredLength tells whether a designator is a section of an array with deferred character
// length that does not begin with the first element: gfortran passes another address for it.
func (x *stmt) ofDeferredLength(r *syntax.Ref) bool {
	info := x.scope.Reference(r)
	part := sectionOf(r, info)
	if info.Rank <= 0 || info.Call || part == nil || x.beginsFirst(part.Args) {
		return false
	}
	sym := info.Parts[slices.Index(r.Parts, part)]
	return sym != nil && deferredLength(sym)
}

// firstLocal is the first element of such a section.
func (x *stmt) firstLocal(r *syntax.Ref) string {
	part := sectionOf(r, x.scope.Reference(r))
	return x.firstOfPart(r, part, len(part.Args.Items))
}

// sectionOf is the part that has a triplet; nil: none has one.
func sectionOf(r *syntax.Ref, info *resolve.Reference) *syntax.PartRef {
	for _, part := range r.Parts {
		if part.Args != nil && hasTriplet(part) && part.Args != substringOf(r, info) {
			return part
		}
	}
	return nil
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

// byParameter tells whether the type of a designator may depend on a parameter of the type that it
// is a component of. gfortran does not know the kind of such a component in a declaration.
func (x *stmt) byParameter(r *syntax.Ref) bool {
	t := x.scope.TypeOf(r)
	return t == nil || t.Base == syntax.TypeCharacter || kindAsDeclared(x.scope, r) == ""
}

// refusedByParameter refuses an operand of which gfortran would pass one element, and of which no
// copy can be declared.
func (x *stmt) refusedByParameter(e syntax.Expr, what string) bool {
	if !x.withoutSpan(e) || !x.byParameter(e.(*syntax.Ref)) {
		return false
	}
	x.l.errorf("C0241", e.Span(), "with gfortran, the operand of %s cannot be an array whose type "+
		"depends on a type parameter: gfortran passes one element of it", what).
		Help("pass the array to a procedure with an assumed-shape dummy argument, and use the " +
			"dummy argument as the operand")
	return true
}

// kindAsDeclared is the kind of a component of an object of parameterized type, as declarations
// tell it: by a constant, not at all, or by a parameter to which the object's declaration gives a
// value. Empty: it is known elsewhere.
func kindAsDeclared(scope *resolve.Scope, r *syntax.Ref) string {
	t := scope.TypeOf(r)
	switch {
	case t == nil:
		return ""
	case t.Base == syntax.TypeDerived:
		return "0" // not asked for
	case t.Spec == nil || t.Spec.Kind == nil:
		return map[syntax.BaseType]string{
			syntax.TypeInteger: "kind(0)", syntax.TypeReal: "kind(0.)",
			syntax.TypeComplex: "kind(0.)", syntax.TypeLogical: "kind(.true.)",
			syntax.TypeDoublePrecision: "kind(0d0)",
		}[t.Base]
	}
	if v, known := t.Scope.Int(t.Spec.Kind); known {
		return strconv.FormatInt(v, 10)
	}
	info := scope.Reference(r)
	if len(r.Parts) == 1 {
		if selector, ok := info.Base.Selector.(*syntax.Ref); ok {
			return kindAsDeclared(info.Base.Scope.Host, selector)
		}
		return ""
	}
	if v, known := kindParameter(info.Types[len(r.Parts)-2], t.Spec.Kind); known {
		return strconv.FormatInt(v, 10)
	}
	return ""
}

// kindParameter is the value of a type parameter in a type specification that gives it one, or
// leaves it its default.
func kindParameter(of *resolve.Type, parameter syntax.Expr) (int64, bool) {
	d, name := of.DerivedOf(), ""
	if r, ok := parameter.(*syntax.Ref); ok && r.IsName() {
		name = r.First().Name
	}
	if name == "" || of.Spec == nil || d == nil || d.Def == nil || d.ParentType() != nil {
		return 0, false
	}
	var names []string
	for _, p := range d.Def.Head.Params {
		names = append(names, p.Name)
	}
	if e := of.Spec.Params.ByName(names)[name]; e != nil {
		return of.Scope.Int(e)
	}
	for _, it := range d.Def.Components {
		if st, ok := it.(*syntax.TypeDeclStmt); ok {
			for _, e := range st.Entities {
				if e.Name.Name == name && e.Init != nil {
					return d.Scope.Int(e.Init)
				}
			}
		}
	}
	return 0, false
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
	if part := sectionOf(r, info); part != nil {
		array, rest := x.aroundSection(r, part)
		like = array + rest
	}
	length, constant := "len("+like+")", true
	if substringOf(r, info) != nil {
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
	x.standIns++
	name := fmt.Sprintf("coral_s_%d", x.standIns)
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
	x.standIns++
	name := fmt.Sprintf("coral_e_%d", x.standIns)
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
