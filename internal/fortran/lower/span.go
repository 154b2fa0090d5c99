package lower

import (
	"slices"
	"strconv"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// gfortran 12 to 16 leave the span in the descriptor of an allocatable variable undefined if it is
// allocated by the assignment of what a transformational function returns, `a = pack(b, m)`. The
// steps that BIND(C) procedures get are multiples of the span. So it is completed before the
// variable, or a section of it, is given to such a procedure, wherever it was allocated.
//
// An associate name has the descriptor that its selector had when the construct began. Nothing of a
// program unit that has nothing to do with images is given to the runtime: the spans of selectors
// are completed when the unit has been planned, so that ASSOCIATE alone does not make a program one
// of several images.

// selector is one of an ASSOCIATE statement.
type selector struct {
	fl   *flow
	s    syntax.Stmt
	expr syntax.Expr
}

// completeSelectors completes the spans of the selectors in the unit.
func (l *lowerer) completeSelectors() {
	if !l.unit.uses.Own() && !l.replacesForImages() {
		return
	}
	for _, sel := range l.unit.selectors {
		lines := l.newStmt(sel.s, sel.fl).spanCompleted(sel.expr)
		if len(lines) > 0 {
			p := l.planOf(sel.s)
			p.Before = append(p.Before, linesAt(sel.s, lines)...)
		}
	}
}

// completeSpan does so in front of the statement for a variable that an expression names.
func (x *stmt) completeSpan(e syntax.Expr) {
	for _, text := range x.spanCompleted(e) {
		x.raw(text)
	}
}

// spanCompleted are the lines that do so, none where nothing is to be done. C_F_PROCPOINTER is not
// pure. With TARGET gfortran takes what a dummy argument with INTENT(IN) has for changed by others.
func (x *stmt) spanCompleted(e syntax.Expr) []string {
	sym, name := x.spanless(e)
	if sym == nil {
		return nil
	}
	declared := x.spanType(sym, name)
	if declared == "" {
		return nil
	}
	return []string{"block", "abstract interface", "pure subroutine coral_span(coral_o)", "import",
		declared + ", allocatable, intent(in), target :: coral_o" + colons(sym.Rank()),
		"end subroutine", "end interface",
		"type :: coral_spans", "procedure(coral_span), pointer, nopass :: p", "end type",
		"type(coral_spans) :: coral_by",
		x.hold("coral_by", x.l.use("coral_spanner")+"()"),
		"call coral_by%p(" + name + ")", "end block"}
}

// spanless is the allocatable variable, no coarray, whose span the descriptor of an argument has,
// and its name. ALLOCATE completes those of coarrays, and an associate name has what its selector
// had when the construct began.
func (x *stmt) spanless(e syntax.Expr) (*resolve.Symbol, string) {
	r, ok := e.(*syntax.Ref)
	if !ok || !x.l.opt.InlinePointers {
		return nil, "" // flang's descriptors have steps in bytes
	}
	sym, name := x.scope.Reference(r).Base, r.First().Name
	if sym == nil || sym.Kind != resolve.Variable || !sym.Has(resolve.Allocatable) ||
		sym.Rank() <= 0 || sym.IsCoarray() || x.scope.Lookup(name) != sym {
		return nil, ""
	}
	return sym, name
}

// spanType declares a dummy argument like a variable; empty: it cannot.
func (x *stmt) spanType(sym *resolve.Symbol, name string) string {
	t := sym.TypeOf()
	if t == nil {
		return ""
	}
	length := "*"
	if deferredLength(sym) {
		length = ":"
	}
	return x.declaredType(t, "kind("+name+")", length)
}

// declaredType is the type specification of a type, with these texts for its kind and length;
// empty: it has none here.
func (x *stmt) declaredType(t *resolve.Type, kind, length string) string {
	switch t.Base {
	case syntax.TypeInteger:
		return "integer(" + kind + ")"
	case syntax.TypeReal, syntax.TypeDoublePrecision:
		return "real(" + kind + ")"
	case syntax.TypeComplex:
		return "complex(" + kind + ")"
	case syntax.TypeLogical:
		return "logical(" + kind + ")"
	case syntax.TypeCharacter:
		return "character(kind=" + kind + ", len=" + length + ")"
	case syntax.TypeDerived:
		d := t.DerivedOf()
		if d == nil || d.Def != nil && len(d.Def.Head.Params) > 0 {
			return ""
		}
		module := d.Scope != nil && d.Scope.Kind == resolve.ModuleScope
		if x.scope.Lookup(d.Name) == d || module && d.Scope.IsPublic(d.Name) {
			return "type(" + x.typeName(d) + ")"
		}
	}
	return ""
}

// The spans that follow cannot be completed: what has none goes by a copy, or is refused.

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
	x.l.errorf("C0241", e.Span(), "with gfortran, the operand of %s cannot be this array, whose "+
		"bounds may depend on a type parameter: gfortran passes one element of it, and Coral "+
		"cannot declare a copy", what).
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
