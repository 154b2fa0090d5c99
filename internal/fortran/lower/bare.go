package lower

import (
	"slices"
	"strconv"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Where the type of pointers to a component stands. It stands beside the component's type if files
// of this compilation refer to the component on other images, or if its definition names what only
// the module has. Else each procedure that refers to the component defines it, under another name:
// others may refer to any component, but most types of a large module are of no coarray, and
// compilers take longer for a type than for many statements.
//
// Beside types of modules that were compiled as they stand there is nothing: by Coral, or by
// another compiler's command, which has left its own module file only.

// partType is the name of the type of pointers to a component.
func (l *lowerer) partType(owner, c *resolve.Symbol) string {
	prefix := "coral_p_"
	if l.definedAtUse(owner, c) {
		prefix = "coral_r_"
	}
	return mangle.Name(prefix, owner.Name+"__"+c.Name)
}

// definedAtUse tells whether the type of pointers to a component is defined where it is needed. Of
// a module that another command has compiled it is known which definitions stand beside its types
// in any case.
func (l *lowerer) definedAtUse(owner, c *resolve.Symbol) bool {
	m := owner.Scope
	switch {
	case m == nil || m.Kind != resolve.ModuleScope:
		return false
	case m.Bare:
		return true
	case l.needs.Referred[c] && !l.opt.OwnTypes && !l.needs.Before[m]:
		return false
	}
	return definedAnywhere(owner, c)
}

// definedAnywhere tells whether the definition of the type of pointers to a component of a module's
// type names nothing but what can be named wherever the component can be. It follows from the
// module's text alone, so that files compiled apart agree.
func definedAnywhere(owner, c *resolve.Symbol) bool {
	m := owner.Scope
	t := c.TypeOf()
	if c.Codims != nil || t == nil || t.Scope == nil || t.Spec == nil {
		return false
	}
	// its definition may name the owner (partsample.go)
	if derived.Polymorphic(c) && c.Rank() > 0 && !m.IsPublic(owner.Name) {
		return false
	}
	folds := func(e syntax.Expr) bool {
		if e == nil {
			return true
		}
		_, known := t.Scope.Int(e)
		return known
	}
	switch t.Base {
	case syntax.TypeClassAny:
		return true
	case syntax.TypeDerived, syntax.TypeClass:
		d := t.DerivedOf()
		return d != nil && d.IsType() && d.Def != nil && len(d.Def.Head.Params) == 0 &&
			d.Scope == m &&
			m.IsPublic(d.Name)
	case syntax.TypeCharacter:
		return folds(t.Spec.Kind) && (deferredLength(c) || folds(t.Length()))
	case syntax.TypeDoublePrecision:
		return true
	case syntax.TypeInteger, syntax.TypeReal, syntax.TypeComplex, syntax.TypeLogical:
		return folds(t.Spec.Kind)
	}
	return false
}

// partKnown makes the type of pointers to a component known where the statement stands; false: it
// cannot be.
func (x *stmt) partKnown(owner, c *resolve.Symbol) bool {
	if !x.l.definedAtUse(owner, c) {
		return x.importType(owner, x.l.partType(owner, c))
	}
	if t := c.TypeOf().DerivedOf(); t != nil && !x.nameable(t) {
		x.refuseBare(t)
		return true
	}
	x.importPart(owner, c)
	return true
}

// importPart is partKnown for a type of which it is known that it can be.
func (x *stmt) importPart(owner, c *resolve.Symbol) {
	if !x.l.definedAtUse(owner, c) {
		x.importType(owner, x.l.partType(owner, c))
		return
	}
	lines := x.l.partDefinition(owner, c, x.pointerOfBare, x.objectName(owner, c))
	unit := x.scope.Unit()
	if slices.Contains(x.l.unit.headDecls[unit], lines[0]) {
		return
	}
	if unit.Kind == resolve.ModuleScope { // who uses the module may define the same
		lines = append(lines, "private :: "+x.l.partType(owner, c))
	}
	x.l.declareIn(unit, lines...)
}

// nameable tells whether a derived type can be named in the unit.
func (x *stmt) nameable(d *resolve.Symbol) bool {
	if d.Kind == resolve.Builtin || x.scope.Lookup(d.Name) == d {
		return true
	}
	return d.Scope != nil && d.Scope.Kind == resolve.ModuleScope && d.Scope.IsPublic(d.Name)
}

// pointerOfBare is pointerDecl where names of the type's module are perhaps not known.
func (x *stmt) pointerOfBare(c *resolve.Symbol, name string) string {
	t := c.TypeOf()
	d := t.DerivedOf()
	switch {
	case t.Spec == nil || t.Scope == nil || t.Base == syntax.TypeClassAny:
		return x.l.pointerDecl(c, name)
	case d != nil:
		of := "type"
		if t.Base == syntax.TypeClass {
			of = "class"
		}
		return of + "(" + x.typeName(d) + "), pointer :: " + name + colons(c.Rank())
	case t.Base == syntax.TypeCharacter:
		length := ":"
		if n, known := t.ConstantLength(); known {
			length = strconv.FormatInt(n, 10)
		}
		kind := ""
		if t.Spec.Kind != nil {
			kind = ", kind=" + x.constantText(t.Scope, t.Spec.Kind)
		}
		return "character(len=" + length + kind + "), pointer :: " + name + colons(c.Rank())
	case t.Spec.Kind == nil:
		return x.l.pointerDecl(c, name)
	}
	base := map[syntax.BaseType]string{syntax.TypeInteger: "integer", syntax.TypeReal: "real",
		syntax.TypeComplex: "complex", syntax.TypeLogical: "logical"}[t.Base]
	return base + "(" + x.constantText(t.Scope, t.Spec.Kind) + "), pointer :: " + name +
		colons(c.Rank())
}

// constantText is the value of a constant expression of a module, or its text with the module's
// name for it.
func (x *stmt) constantText(scope *resolve.Scope, e syntax.Expr) string {
	if n, known := scope.Int(e); known {
		return strconv.FormatInt(n, 10)
	}
	r, ok := e.(*syntax.Ref)
	if !ok || !r.IsName() || scope.Kind != resolve.ModuleScope {
		return e.Span().Text()
	}
	name := r.First().Name
	if sym := scope.Lookup(name); sym != nil && sym == x.scope.Lookup(name) ||
		!scope.IsPublic(name) {
		return name
	}
	local := mangle.Name("coral_y_", name)
	x.importRenamed(scope.Name, local, name)
	return local
}
