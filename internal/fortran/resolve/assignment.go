package resolve

import "github.com/coral-pgas/coral/internal/fortran/syntax"

// definition names a procedure that ASSIGNMENT(=) may stand for: in a scope, or bound to a type.
type definition struct {
	scope *Scope
	owner *Symbol
	name  string
}

// noteAssignments keeps the procedures of a generic specification if it is that of assignment.
func (p *Program) noteAssignments(g *syntax.GenericSpec, s *Scope, owner *Symbol, names []*syntax.Ident) {
	if g == nil || g.Kind != syntax.GenericAssignment {
		return
	}
	for _, n := range names {
		p.assignments = append(p.assignments, definition{s, owner, n.Name})
	}
}

// MayDefineAssignment tells whether an assignment of an object of a type to one of the same type, or that of one of their components, may be a
// defined one (F2018 10.2.1.4): whether any procedure for assignment, in any file, takes both sides. One of which the interface is not known counts.
func (p *Program) MayDefineAssignment(d *Symbol) bool {
	return p.mayDefineAssignment(d, map[*Symbol]bool{})
}

func (p *Program) mayDefineAssignment(d *Symbol, seen map[*Symbol]bool) bool {
	if d == nil || seen[d] {
		return false
	}
	seen[d] = true
	if !d.IsType() || d.Def == nil || d.Ident == nil {
		return false
	}
	t := &Type{Base: syntax.TypeDerived, Scope: d.Scope, Spec: &syntax.TypeSpec{Range: d.Ident.Range, Base: syntax.TypeDerived, Name: d.Ident}}
	for _, a := range p.assignments {
		if a.takes(t) {
			return true
		}
	}
	for _, c := range d.Components {
		if c.Kind == Variable && !c.Has(Pointer) && p.mayDefineAssignment(c.TypeOf().DerivedOf(), seen) {
			return true
		}
	}
	return p.mayDefineAssignment(d.ParentType(), seen)
}

// takes tells whether the procedure may have both sides of one type.
func (a definition) takes(t *Type) bool {
	var callee Callee
	if a.owner != nil {
		if st, b := a.owner.Binding(a.name); b != nil {
			callee = bound(a.owner, st, b)
		}
	} else if sym := a.scope.Lookup(a.name); sym != nil {
		callee = explicit(sym)
	}
	if callee.Proc == nil || callee.Proc.Proc.Head.Kind == syntax.ModuleProcedure {
		return true
	}
	callee.Passed = nil
	list := callee.dummies()
	if len(list) != 2 || list[0] == nil || list[1] == nil {
		return true
	}
	return fitsType(t, list[0].TypeOf()) != never && fitsType(t, list[1].TypeOf()) != never
}
