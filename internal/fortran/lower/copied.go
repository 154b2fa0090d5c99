package lower

import (
	"strconv"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Right sides that are evaluated before the left side is defined, where the back end does not see
// that both may be the same memory. An associate name is no copy: gfortran from 13 on lets
// `associate (e => (x))` name x itself, gfortran 12 does so for pointers. What is a variable goes
// into an allocatable of its type; the value of an operation or a function has memory of its own.

const copyOfRight = "coral_e"

// storeByCopy writes an assignment whose right side is evaluated first.
func (x *stmt) storeByCopy(a *syntax.AssignStmt) {
	rhs := x.ofItsKind(a.RHS(), x.t.Render(a.LHS().Span()), x.scope.TypeOf(a.LHS()))
	opens, closes := []string{"associate (" + copyOfRight + " => (" + rhs + "))"}, "end associate"
	if r, ok := withoutParens(a.RHS()).(*syntax.Ref); ok && x.typed == "" &&
		!x.scope.Reference(r).Call {
		if decl := x.variableLike(r, copyOfRight); decl != "" {
			// As SOURCE= gfortran 12 compiles neither of the first two, and calls functions in
			// subscripts twice.
			if x.componentOfSection(r) ||
				x.scope.RankOf(r) > 0 && section.Substring(r, x.scope.Reference(r)) != nil ||
				x.callsUser(r) && !derived.NeedsCopy(x.scope.TypeOf(r).DerivedOf()) {
				rhs = "(" + rhs + ")"
			}
			opens, closes = []string{"block", decl, "allocate (" + copyOfRight + ", source=" + rhs +
				")"}, "end block"
		} else { // of a type that is not known: an elemental function has a value of its own
			opens[0] = "associate (" + copyOfRight + " => merge(" + rhs + ", " + rhs + ", " +
				x.l.use("coral_me") + " > 0))"
		}
	}
	before := x.before()
	for _, text := range opens {
		before = append(before, x.line("%s", text))
	}
	x.store(before, x.t.Render(a.LHS().Span())+" = "+copyOfRight,
		append([]emit.Line{x.line("%s", closes)}, x.after()...))
}

// ofItsKind renders the value of an expression for an associate name: one of a logical operation is
// of default kind in gfortran, whatever the operands are. like is the text of what gets the value.
func (x *stmt) ofItsKind(e syntax.Expr, like string, t *resolve.Type) string {
	text := x.t.Render(e.Span())
	switch withoutParens(e).(type) {
	case *syntax.Unary, *syntax.Binary:
		have := x.scope.TypeOf(e)
		if x.l.opt.InlinePointers && t != nil && t.Base == syntax.TypeLogical &&
			(have == nil || have.Base == syntax.TypeLogical) &&
			!x.scope.OperatorMayCall(withoutParens(e)) {
			return "logical(" + text + ", kind(" + like + "))"
		}
	}
	return text
}

// componentOfSection tells whether a reference is to a component, or a part of a complex number, of
// the elements of an array. An object with allocatable components has been copied to a variable,
// and gfortran 12 frees twice what such an object in parentheses has.
func (x *stmt) componentOfSection(r *syntax.Ref) bool {
	last := len(r.Parts) - 1
	if d := x.scope.TypeOf(r).DerivedOf(); last == 0 || d != nil && derived.NeedsCopy(d) {
		return false
	}
	elements := *r
	elements.Parts = r.Parts[:last]
	return x.scope.Reference(&elements).Rank != 0
}

func withoutParens(e syntax.Expr) syntax.Expr {
	for {
		p, ok := e.(*syntax.Paren)
		if !ok {
			return e
		}
		e = p.X
	}
}

// variableLike declares an allocatable of the type and rank of a variable; "": its type is not
// known here.
func (x *stmt) variableLike(r *syntax.Ref, name string) string {
	info, t := x.scope.Reference(r), x.scope.TypeOf(r)
	if t == nil || info.Rank < 0 {
		return ""
	}
	typ := x.typeHere(t)
	if typ == "" {
		return ""
	}
	return typ + ", allocatable :: " + name + colons(info.Rank)
}

// typeHere spells a type where the names of its declaration are perhaps not known; "": it cannot
// be.
func (x *stmt) typeHere(t *resolve.Type) string {
	if d := t.DerivedOf(); d != nil {
		switch {
		case d.Def != nil && len(d.Def.Head.Params) > 0, x.obscures(d):
			return ""
		case t.Base == syntax.TypeClass:
			return "class(" + x.typeName(d) + ")"
		}
		return "type(" + x.typeName(d) + ")"
	}
	words := map[syntax.BaseType]string{syntax.TypeInteger: "integer", syntax.TypeReal: "real",
		syntax.TypeComplex: "complex",
		syntax.TypeLogical: "logical", syntax.TypeDoublePrecision: "double precision",
		syntax.TypeCharacter: "character"}
	word := words[t.Base]
	kind, ok := x.kindHere(t)
	switch {
	case word == "" || !ok:
		return ""
	case t.Base == syntax.TypeCharacter && kind != "":
		return "character(len=:, kind=" + kind + ")"
	case t.Base == syntax.TypeCharacter:
		return "character(len=:)"
	case kind != "":
		return word + "(kind=" + kind + ")"
	}
	return word
}

// kindHere spells the kind of an intrinsic type, "" if its declaration has none; false: it cannot
// be.
func (x *stmt) kindHere(t *resolve.Type) (string, bool) {
	if t.Spec == nil || t.Spec.Kind == nil {
		return "", true
	}
	if t.Scope == nil {
		return "", false
	}
	if n, known := t.Scope.Int(t.Spec.Kind); known {
		return strconv.FormatInt(n, 10), true
	}
	r, ok := t.Spec.Kind.(*syntax.Ref)
	if !ok || !r.IsName() {
		return "", false
	}
	name := r.First().Name
	for in := x.scope; in != nil && in.Symbols[name] == nil; in = in.Host {
		if in == t.Scope { // the name means the same here
			return name, true
		}
	}
	sym := t.Scope.Lookup(name)
	if sym == nil || sym != x.scope.Lookup(name) &&
		!(t.Scope.Kind == resolve.ModuleScope && t.Scope.IsPublic(name)) {
		return "", false
	}
	return x.constantText(t.Scope, t.Spec.Kind), true
}
