package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Polymorphic coarrays. A selector reaches components of the declared type, so the view is a pointer of that type; its strides are those of
// the dynamic type, which is the same on all images (F2018 9.7.1.2). In a SELECT TYPE block the coarray has a second view, of
// the block's type.

func polymorphic(sym *resolve.Symbol) bool {
	t := sym.TypeOf()
	return t != nil && (t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny)
}

func abstract(t *resolve.Type) bool {
	d := t.DerivedOf()
	return d != nil && d.Def != nil && d.Def.Head.Attr(syntax.AttrAbstract) != nil
}

// isGuard tells whether a type is written as in TYPE IS (t): the name alone.
func isGuard(t *resolve.Type) bool {
	return t.Spec != nil && t.Spec.Name != nil && !strings.HasSuffix(t.Spec.Range.Text(), ")")
}

// guarded finds what an associate name stands for in a block of SELECT TYPE that says its type: the coarray with that type, and a name from
// which those of its view follow. Nil: it is none.
func (x *stmt) guarded(assoc, o *resolve.Symbol, whole string) (*resolve.Symbol, string) {
	if assoc.Type == nil || assoc.Type.Spec == nil || assoc.Type.Spec.Name == nil || !polymorphic(o) || assoc.Type.DerivedOf() == nil {
		return nil, ""
	}
	local := whole + "%" + assoc.Type.Spec.Name.Name
	scope := o.Scope
	for s := x.scope; s != nil && s != o.Scope; s = s.Host {
		if s.Decl() == s { // the type's name is known where the block stands
			scope = s
			break
		}
	}
	if x.l.unit.partSymbols == nil {
		x.l.unit.partSymbols = map[*resolve.Scope]map[string]*resolve.Symbol{}
	}
	known := x.l.unit.partSymbols[scope]
	if known == nil {
		known = map[string]*resolve.Symbol{}
		x.l.unit.partSymbols[scope] = known
	}
	if known[local] == nil {
		s := *o
		s.Name, s.Type, s.Scope, s.Flags = local, assoc.Type, scope, o.Flags&^resolve.Save
		known[local] = &s
		for _, text := range x.l.viewDecl(scope, &s, false) {
			x.l.declareIn(scope, text)
		}
	}
	return known[local], local
}

// objectOf is the name of a coarray for which a view of another type stands; other designators are their own.
func (x *stmt) objectOf(local string) string {
	for _, known := range x.l.unit.partSymbols {
		if s := known[local]; s != nil && polymorphic2(s) {
			return local[:strings.IndexByte(local, '%')]
		}
	}
	return local
}

// polymorphic2 tells whether a symbol was made by guarded.
func polymorphic2(s *resolve.Symbol) bool { return isGuard(s.Type) }
