package resolve

import "github.com/coral-pgas/coral/internal/fortran/syntax"

// TypedValue is a polymorphic coindexed object from whose value something gets its dynamic type.
type TypedValue struct {
	Ref *syntax.Ref
	// TypeOnly: MOLD= takes nothing but the type.
	TypeOnly bool
	// Component: it makes a component in a structure constructor.
	Component bool
}

// TypedByValue gives the polymorphic coindexed objects of a statement whose dynamic type counts:
// where they are assigned to a polymorphic variable, stand in SOURCE= or MOLD= for one, or make a
// polymorphic component in a structure constructor. Elsewhere only what the declared type has is
// used.
func (s *Scope) TypedByValue(st syntax.Stmt) []TypedValue {
	if s.prog != nil && !s.prog.polymorphic {
		return nil
	}
	var out []TypedValue
	add := func(e syntax.Expr, v TypedValue) {
		for p, ok := e.(*syntax.Paren); ok; p, ok = e.(*syntax.Paren) {
			e = p.X
		}
		if r, ok := e.(*syntax.Ref); ok && r.Coindexed() != nil && r.Coindexed() == r.Last() &&
			polymorphicType(s.lastType(r)) {
			v.Ref = r
			out = append(out, v)
		}
	}
	switch st := st.(type) {
	case *syntax.IfStmt:
		return append(s.inConstructors(st, add, &out), s.TypedByValue(st.Action)...)
	case *syntax.AssignStmt:
		if r, ok := st.LHS().(*syntax.Ref); ok && polymorphicType(s.lastType(r)) {
			add(st.RHS(), TypedValue{})
		}
	case *syntax.AllocateStmt:
		for _, a := range st.Specs {
			if a.Keyword != nil && (a.Keyword.Name == "source" || a.Keyword.Name == "mold") &&
				len(st.Allocs) > 0 && polymorphicType(s.lastType(st.Allocs[0].Object)) {
				add(a.Value, TypedValue{TypeOnly: a.Keyword.Name == "mold"})
			}
		}
	}
	return s.inConstructors(st, add, &out)
}

// inConstructors adds the values of polymorphic components in a statement's structure constructors.
func (s *Scope) inConstructors(st syntax.Stmt, add func(syntax.Expr, TypedValue),
	out *[]TypedValue) []TypedValue {
	syntax.StmtExprs(st, func(e syntax.Expr) {
		syntax.Inspect(e, func(n syntax.Node) bool {
			r, ok := n.(*syntax.Ref)
			if !ok || len(r.Parts) != 1 || r.Parts[0].Args == nil {
				return true
			}
			d := s.Lookup(r.First().Name)
			if d == nil || !d.IsType() {
				return true
			}
			for i, a := range r.Parts[0].Args.Items {
				if c := d.constructed(i, a); c != nil && polymorphicType(c.TypeOf()) {
					add(a.Value, TypedValue{Component: true})
				}
			}
			return true
		})
	})
	return *out
}

// constructed is the component to which an argument of a structure constructor gives its value;
// nil: that is not known.
func (d *Symbol) constructed(i int, a *syntax.Arg) *Symbol {
	if a.Keyword != nil {
		return d.Component(a.Keyword.Name)
	}
	if d.ParentType() == nil && i < len(d.Components) {
		return d.Components[i]
	}
	return nil
}

// lastType is the type of what a reference denotes; nil: unknown.
func (s *Scope) lastType(r *syntax.Ref) *Type {
	info := s.Reference(r)
	return info.Types[len(info.Types)-1]
}

func polymorphicType(t *Type) bool {
	return t != nil && (t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny)
}
