package lower

import (
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
	if !l.unit.ownUses && !l.replacesForImages() {
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
