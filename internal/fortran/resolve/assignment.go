package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// definition names a procedure that ASSIGNMENT(=) or OPERATOR(..) may stand for: in a scope, or
// bound to a type.
type definition struct {
	scope *Scope
	owner *Symbol
	name  string
}

// key is a generic specification that is no name, as "assignment(=)" and "operator(+)"; "" for
// others.
func key(g *syntax.GenericSpec) string {
	switch {
	case g == nil:
	case g.Kind == syntax.GenericAssignment:
		return assignmentKey
	case g.Kind == syntax.GenericOperator:
		return "operator(" + g.Op + ")"
	}
	return ""
}

const assignmentKey = "assignment(=)"

// noteDefinitions keeps the procedures of a generic specification if it is that of assignment or of
// an operator, and whether there is one of input or output.
func (p *Program) noteDefinitions(g *syntax.GenericSpec, s *Scope, owner *Symbol,
	names []*syntax.Ident) {
	if g != nil && (g.Kind == syntax.GenericRead || g.Kind == syntax.GenericWrite) {
		p.transfers = true
	}
	if k := key(g); k != "" {
		for _, n := range names {
			p.definitions[k] = append(p.definitions[k], definition{s, owner, n.Name})
		}
	}
}

// MayDefineAssignment tells whether an assignment of an object of a type to one of the same type,
// or that of one of their components, may be a defined one (F2018 10.2.1.4): whether any procedure
// for assignment, in any file, takes both sides. One of which the interface is not known counts,
// and any that a module may have of which nothing is known.
func (p *Program) MayDefineAssignment(d *Symbol) bool {
	return p.mayDefineAssignment(d, map[*Symbol]bool{})
}

// AssignsUnknown is a USE statement of a module of which nothing is known, by which any type may
// have a defined assignment; nil: there is none.
func (p *Program) AssignsUnknown() *Use { return p.assigns }

func (p *Program) mayDefineAssignment(d *Symbol, seen map[*Symbol]bool) bool {
	if d == nil || seen[d] {
		return false
	}
	seen[d] = true
	if !d.IsType() || d.Def == nil || d.Ident == nil {
		return false
	}
	if p.assigns != nil {
		return true
	}
	t := &Type{Base: syntax.TypeDerived, Scope: d.Scope,
		Spec: &syntax.TypeSpec{Range: d.Ident.Range, Base: syntax.TypeDerived, Name: d.Ident}}
	for _, a := range p.definitions[assignmentKey] {
		if a.takes(t) {
			return true
		}
	}
	for _, c := range d.Components {
		if c.Kind == Variable && !c.Has(Pointer) &&
			p.mayDefineAssignment(c.TypeOf().DerivedOf(), seen) {
			return true
		}
	}
	return p.mayDefineAssignment(d.ParentType(), seen)
}

// takes tells whether the procedure may have both sides of one type.
func (a definition) takes(t *Type) bool {
	callee := a.callee(a.owner)
	if callee.Proc == nil || callee.Proc.Proc.Head.Kind == syntax.ModuleProcedure {
		return true
	}
	list := callee.dummies()
	if len(list) != 2 || list[0] == nil || list[1] == nil {
		return true
	}
	return fitsType(t, list[0].TypeOf()) != never && fitsType(t, list[1].TypeOf()) != never
}

// callee is the procedure itself; of one that is bound to a type, what stands under its name in a
// type, which may extend that.
func (a definition) callee(of *Symbol) Callee {
	var found Callee
	if a.owner != nil {
		if st, b := of.Binding(a.name); b != nil {
			found = bound(of, st, b)
		}
	} else if sym := a.scope.Lookup(a.name); sym != nil {
		found = explicit(sym)
	}
	found.Passed = nil // the operands are in the places of all arguments
	return found
}

// Defined is the procedure that an operator or an assignment calls for operands (F2018 10.1.6,
// 10.2.1.4), as far as declarations tell for certain: one of a generic interface that is
// accessible, or of what is bound to the type of an operand. Intrinsic operations have none.
func (s *Scope) Defined(key string, operands ...syntax.Expr) Callee {
	candidates := s.definitionsFor(key, operands)
	if len(candidates) == 0 {
		return Callee{}
	}
	return s.choose(candidates, asArguments(operands), false)
}

// DefinesAssignment tells whether an assignment is a defined one for certain: whether any procedure
// that is accessible takes both sides, be it elemental or not.
func (s *Scope) DefinesAssignment(lhs, rhs syntax.Expr) bool {
	values := []actualValue{s.actualValue(lhs), s.actualValue(rhs)}
	items := asArguments([]syntax.Expr{lhs, rhs})
	return slices.ContainsFunc(s.definitionsFor(assignmentKey, []syntax.Expr{lhs, rhs}),
		func(c Callee) bool { return c.fits(items, values) == certain })
}

// definitionsFor are the procedures that are accessible for an operator or for assignment.
func (s *Scope) definitionsFor(key string, operands []syntax.Expr) []Callee {
	var candidates []Callee
	for _, d := range s.prog.definitions[key] {
		if d.owner == nil && s.sees(d.scope, key, map[*Scope]bool{}) {
			candidates = append(candidates, d.callee(nil))
		}
		for _, e := range operands {
			if of := s.TypeOf(e).DerivedOf(); d.owner != nil && of.extends(d.owner) {
				candidates = append(candidates, d.callee(of))
				break
			}
		}
	}
	return slices.DeleteFunc(candidates, func(c Callee) bool { return c.Proc == nil })
}

// asArguments are operands as the actual arguments that they are to a procedure.
func asArguments(operands []syntax.Expr) []*syntax.Arg {
	items := make([]*syntax.Arg, len(operands))
	for i, e := range operands {
		items[i] = &syntax.Arg{Range: e.Span(), Value: e}
	}
	return items
}

// Assigned is the first dummy argument of the procedure that may define an assignment, nil if it is
// intrinsic for certain; known tells whether that procedure is meant for certain.
func (s *Scope) Assigned(lhs, rhs syntax.Expr) (d *Symbol, known bool) {
	if c := s.Defined(assignmentKey, lhs, rhs); c.Proc != nil {
		return c.dummies()[0], true
	}
	items := []*syntax.Arg{{Range: lhs.Span(), Value: lhs}, {Range: rhs.Span(), Value: rhs}}
	var values []actualValue
	for _, a := range s.prog.definitions[assignmentKey] {
		if values == nil {
			values = []actualValue{s.actualValue(lhs), s.actualValue(rhs)}
		}
		c := a.callee(a.owner)
		if c.Proc == nil || len(c.dummies()) != 2 || c.fits(items, values) == never {
			continue
		}
		return c.dummies()[0], false
	}
	return nil, false
}

// sees tells whether a generic specification that stands in one scope is accessible in another, by
// its host or by use association.
func (s *Scope) sees(in *Scope, key string, seen map[*Scope]bool) bool {
	for at := s; at != nil && !seen[at]; at = at.Host {
		seen[at] = true
		if at == in {
			return true
		}
		for _, u := range at.Uses {
			if u.Module != nil && u.gives(key) && u.Module.IsPublic(key) &&
				u.Module.sees(in, key, seen) {
				return true
			}
		}
	}
	return false
}

// gives tells whether a USE statement takes a generic specification that is no name from its
// module.
func (u *Use) gives(spec string) bool {
	return !u.Stmt.Only ||
		slices.ContainsFunc(u.Stmt.Items,
			func(it *syntax.UseItem) bool { return it.LocalSpec == nil && key(it.Spec) == spec })
}

// extends tells whether a type is another one or an extension of it.
func (d *Symbol) extends(other *Symbol) bool {
	for depth := 0; d != nil && depth < 64; depth++ {
		if d == other {
			return true
		}
		d = d.ParentType()
	}
	return false
}
