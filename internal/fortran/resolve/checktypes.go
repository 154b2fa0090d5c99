package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// noCoarrayType reports a coarray, or coarray component, of a type whose values mean something on
// their own image only (F2018 C747, C825).
func (p *Program) noCoarrayType(sym *Symbol, at diag.Range) bool {
	t := sym.TypeOf()
	if t == nil || t.Spec == nil || t.Scope == nil {
		return false
	}
	if t.Base == syntax.TypeStar || sym.Rank() < 0 {
		what := "assumed type"
		if sym.Rank() < 0 {
			what = "assumed rank"
		}
		p.errorf("C0163", at, "'%s' has %s, so it cannot be a coarray (F2018 C711, C838)", sym.Name,
			what)
		return true
	}
	if name := t.imageBound(); name != "" {
		p.errorf("C0163", at,
			"'%s' cannot be a coarray: a value of type %s means nothing on another image "+
				"(F2018 C747, C825)", sym.Name, name).
			Help("a coarray of a type with a component of that type can take its place")
		return true
	}
	return false
}

// coarrayBinding reports coarrays that C would have to know (F2018 18.3.5, 18.3.6).
func (p *Program) coarrayBinding(s *Scope, sym *Symbol, at diag.Range) bool {
	bound := func(a *syntax.Attr) bool { return a.Kind == syntax.AttrBind }
	if sym.Decl != nil {
		for _, a := range sym.Decl.Attrs {
			if bound(a) {
				p.errorf("C0164", at, "'%s' cannot be a coarray: no C variable can (F2018 C820)",
					sym.Name)
				return true
			}
		}
	}
	u, ok := s.Node.(*syntax.Subprogram)
	if !ok || !sym.Has(Dummy) || u.Head == nil {
		return false
	}
	switch {
	case u.Head.Bind != nil:
		p.errorf(
			"C0164", at, "'%s' is a coarray, so its procedure cannot have BIND(C) (F2018 18.3.6)",
			sym.Name)
	case u.Head.Has("elemental"):
		p.errorf("C0165", at,
			"'%s' is a coarray, which a dummy argument of an elemental procedure cannot be "+
				"(F2018 C15101)", sym.Name)
	case u.Head.Name != nil && s.Host.finalizes(u.Head.Name.Name):
		p.errorf("C0165", at,
			"'%s' is a coarray, which the dummy argument of a final subroutine cannot be "+
				"(F2018 C787)", sym.Name)
	default:
		return false
	}
	return true
}

// finalizes tells whether a type that is defined in the scope names a subroutine as FINAL.
func (s *Scope) finalizes(name string) bool {
	if s == nil {
		return false
	}
	for _, sym := range s.Order {
		if sym.Kind != DerivedType || sym.Def == nil {
			continue
		}
		for _, b := range sym.Def.Bindings {
			f, ok := b.(*syntax.FinalStmt)
			if ok && slices.ContainsFunc(f.Names, func(n *syntax.Ident) bool {
				return n.Name == name
			}) {
				return true
			}
		}
	}
	return false
}

// coarrayParts checks an entity whose type has coarray components (F2018 C825): no pointer, no
// function result, no coarray, not INTENT(OUT).
func (p *Program) coarrayParts(sym *Symbol) {
	if sym.Kind != Variable || sym.Type == nil || !hasCoarrayPart(sym.Type.DerivedOf()) {
		return
	}
	reason := ""
	switch {
	case sym.IsCoarray() && p.opt.Strict: // else an extension that works, as the next two
		reason = "a coarray"
	case sym.Rank() != 0 && p.opt.Strict:
		reason = "an array"
	case sym.Has(Allocatable) && p.opt.Strict:
		reason = "allocatable"
	case sym.Has(Value):
		reason = "a dummy argument with VALUE"
	case sym.Has(Pointer):
		reason = "a pointer"
	case sym.Has(Result):
		reason = "a function result"
	case sym.Has(Dummy) && sym.Intent == "out":
		reason = "INTENT(OUT)"
	default:
		return
	}
	p.errorf("C0166", declaredName(sym),
		"'%s' is of a type with coarray components, so it cannot be %s (F2018 C825, C830)",
		sym.Name, reason)
}

// coarrayInComponent checks a component whose type has coarray components: a scalar of the object's
// own (F2018 C748). Others work, as an extension.
func (p *Program) coarrayInComponent(c *Symbol) {
	if !p.opt.Strict || c.Kind != Variable || c.Type == nil ||
		!hasCoarrayPart(c.Type.DerivedOf()) {
		return
	}
	if c.Rank() != 0 || c.IsCoarray() || c.Flags&(Allocatable|Pointer) != 0 {
		p.errorf("C0166", c.Ident.Range,
			"the component '%s' is of a type with coarray components, so it must be a scalar "+
				"that is neither allocatable nor a pointer nor a coarray (F2018 C748)", c.Name)
	}
}

// emptiedSynchronizer reports events, locks and notify variables, and objects with such, that
// INTENT(OUT) would define anew (F2018 C847).
func (p *Program) emptiedSynchronizer(sym *Symbol) bool {
	if sym.Kind != Variable || !sym.Has(Dummy) || sym.Intent != "out" || sym.Type == nil {
		return false
	}
	name := sym.Type.DerivedOf().synchronizer()
	if name != "" {
		p.errorf("C0158", declaredName(sym),
			"'%s' is of type %s or has a component of it, so it cannot be INTENT(OUT) (F2018 C847)",
			sym.Name, name).Help("use intent(inout)")
	}
	return name != ""
}

// imageBound is the name of the intrinsic type of which values mean something on their own image
// only: c_ptr, c_funptr, team_type; else "".
func (t *Type) imageBound() string {
	if t == nil || t.Spec == nil || t.Spec.Name == nil || t.Scope == nil {
		return ""
	}
	d := t.DerivedOf()
	if d == nil {
		d = t.Scope.Lookup(t.Spec.Name.Name) // of an intrinsic module
	}
	if d == nil {
		return ""
	}
	switch d.Original {
	case "c_ptr", "c_funptr", "team_type":
		return d.Original
	}
	return ""
}

// checkExtension: coarray, event and lock components must be in the parent type too (F2018
// 7.5.2.1), or objects of the parent type could not be told from those that have them.
func (p *Program) checkExtension(def *syntax.DerivedTypeDef, d *Symbol) {
	parent := d.ParentType()
	if parent == nil || !parent.IsType() {
		return
	}
	what := ""
	switch name := d.synchronizer(); {
	case hasCoarrayPart(d) && !hasCoarrayPart(parent):
		what = "a coarray component"
	case name != "" && parent.synchronizer() == "":
		what = "a component of type " + name
	default:
		return
	}
	p.errorf("C0169", def.Head.Name.Range,
		"'%s' has %s, but the type '%s' that it extends has none (F2018 7.5.2.1)", d.Name, what,
		parent.Name).
		Help("make '%s' a component of '%s', or give '%s' such a component", parent.Name, d.Name,
			parent.Name)
}
