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

// Twins. No pointer can be of an abstract type without being polymorphic. The view of a coarray of such a type points to a twin of it that has the
// same components at the same places.

// twinned notes that an abstract type needs a twin, and so do its abstract ancestors.
func (p *parts) twinned(d *resolve.Symbol) {
	for depth := 0; d != nil && d.Def != nil && d.Def.Head.Attr(syntax.AttrAbstract) != nil && depth < 64; depth++ {
		p.twins[d] = true
		d = d.ParentType()
	}
}

func twinName(d *resolve.Symbol) string { return generated("coral_a_", d.Name) }

// twin is the name of a type's twin, which it makes known in the unit being lowered.
func (l *lowerer) twin(d *resolve.Symbol) string {
	if d.Scope != nil && d.Scope.Kind == resolve.ModuleScope && d.Scope != l.unit.scope {
		l.unit.imports = append(l.unit.imports, "use "+d.Scope.Name+", only: "+twinName(d))
	}
	return twinName(d)
}

// twinType declares the twin of an abstract type.
func (l *lowerer) twinType(scope *resolve.Scope, d *resolve.Symbol) []string {
	head := "type"
	if parent := d.ParentType(); parent != nil && l.parts.twins[parent] {
		head += ", extends(" + l.twin(parent) + ")"
	} else if parent != nil {
		head += ", extends(" + parent.Name + ")"
	}
	out := []string{head + " :: " + twinName(d)}
	for _, it := range d.Def.Components {
		switch c := it.(type) {
		case *syntax.TypeDeclStmt:
			text := newText(c).all()
			if p := l.plans[c]; p != nil && p.replaced {
				text = p.text
			}
			out = append(out, "  "+text)
		case *syntax.ProcDeclStmt:
			for _, e := range c.Entities {
				out = append(out, "  procedure(), pointer, nopass :: "+e.Name.Range.Text())
			}
		}
	}
	out = append(out, "end type")
	if scope.Kind == resolve.ModuleScope && scope.Private {
		out = append(out, "public :: "+twinName(d))
	}
	return out
}

// isGuard tells whether a type is written as in TYPE IS (t): the name alone.
func isGuard(t *resolve.Type) bool {
	return t.Spec != nil && t.Spec.Name != nil && !strings.HasSuffix(t.Spec.Range.Text(), ")")
}

// guarded finds what an associate name stands for in a block of SELECT TYPE that says its type: the coarray with that type, and a name from
// which those of its view follow. Nil: it is none.
func (x *stmt) guarded(assoc, o *resolve.Symbol, whole string) (*resolve.Symbol, string) {
	if assoc.Type == nil || assoc.Type.Spec == nil || !polymorphic(o) || abstract(assoc.Type) || assoc.Type.Base == syntax.TypeCharacter {
		return nil, ""
	}
	local := whole + "%" + typeWord(assoc.Type)
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
		if x.l.unit.guards == nil {
			x.l.unit.guards = map[string]string{}
		}
		x.l.unit.guards[local] = whole
		for _, text := range x.l.viewDecl(scope, &s, false) {
			x.l.declareIn(scope, text)
		}
	}
	return known[local], local
}

// typeWord makes part of a name from a type as a guard has it.
func typeWord(t *resolve.Type) string {
	if t.Spec.Name != nil {
		return t.Spec.Name.Name
	}
	word := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, strings.ToLower(t.Spec.Range.Text()))
	return strings.Trim(word, "_")
}

// objectOf is the name of a coarray for which a view of another type stands; other designators are their own.
func (x *stmt) objectOf(local string) string {
	if whole, ok := x.l.unit.guards[local]; ok {
		return whole
	}
	return local
}
