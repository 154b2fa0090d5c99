package lower

import (
	"slices"
	"strconv"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Types of modules that were compiled as they stand: by Coral, or by another compiler's command, which has left its own module file only. The type of
// pointers to a component, which else stands beside the component's type, is defined in each procedure that refers to such components.

// partKnown makes the type of pointers to a component known where the statement stands; false: it cannot be.
func (x *stmt) partKnown(owner, c *resolve.Symbol) bool {
	if owner.Scope == nil || !owner.Scope.Bare {
		return x.importType(owner, partType(owner, c))
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
	if owner.Scope == nil || !owner.Scope.Bare {
		x.importType(owner, partType(owner, c))
		return
	}
	lines := x.l.partDefinition(owner, c, x.pointerOfBare, x.objectName(owner, c))
	unit := x.scope.Unit()
	if slices.Contains(x.l.unit.headDecls[unit], lines[0]) {
		return
	}
	if unit.Kind == resolve.ModuleScope { // who uses the module may define the same
		lines = append(lines, "private :: "+partType(owner, c))
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
		if e := lengthOf(t); e == nil {
			length = "1"
		} else if n, known := t.Scope.Int(e); known {
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
	base := map[syntax.BaseType]string{syntax.TypeInteger: "integer", syntax.TypeReal: "real", syntax.TypeComplex: "complex", syntax.TypeLogical: "logical"}[t.Base]
	return base + "(" + x.constantText(t.Scope, t.Spec.Kind) + "), pointer :: " + name + colons(c.Rank())
}

// constantText is the value of a constant expression of a module, or its text with the module's name for it.
func (x *stmt) constantText(scope *resolve.Scope, e syntax.Expr) string {
	if n, known := scope.Int(e); known {
		return strconv.FormatInt(n, 10)
	}
	r, ok := e.(*syntax.Ref)
	if !ok || !r.IsName() || scope.Kind != resolve.ModuleScope {
		return e.Span().Text()
	}
	name := r.First().Name
	if sym := scope.Lookup(name); sym != nil && sym == x.scope.Lookup(name) || !scope.IsPublic(name) {
		return name
	}
	local := generated("coral_y_", name)
	x.importFrom(scope.Name, local+" => "+name)
	return local
}
