package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Types with parameters (F2018 7.5.3). What is generated beside a type, such as the pointer by
// which a component is reached, cannot depend on parameters of that type.

// isParameterized tells whether a type, or one that it extends, has parameters.
func isParameterized(d *resolve.Symbol) bool {
	for ; d != nil; d = d.ParentType() {
		if d.Def != nil && len(d.Def.Head.Params) > 0 {
			return true
		}
	}
	return false
}

// holdsParameterized tells whether an object of a type is, or has in it, one of a type with
// parameters.
func holdsParameterized(d *resolve.Symbol, seen map[*resolve.Symbol]bool) bool {
	if isParameterized(d) {
		return true
	}
	for ; d != nil && !seen[d]; d = d.ParentType() {
		seen[d] = true
		for _, c := range d.Components {
			if t := c.TypeOf(); t != nil && !c.Has(resolve.Pointer) &&
				holdsParameterized(t.DerivedOf(), seen) {
				return true
			}
		}
	}
	return false
}

// byParameter tells whether the type of a component depends on a parameter of the type that has it.
func byParameter(d, c *resolve.Symbol) bool {
	t := c.TypeOf()
	if t == nil || !isParameterized(d) {
		return false
	}
	is := func(name string) bool {
		for o := d; o != nil; o = o.ParentType() {
			if o.Def != nil && slices.ContainsFunc(o.Def.Head.Params,
				func(p *syntax.Ident) bool { return p.Name == name }) {
				return true
			}
		}
		return false
	}
	found := false
	look := func(e syntax.Expr) {
		if e == nil {
			return
		}
		syntax.Inspect(e, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.Ref); ok && is(r.First().Name) {
				found = true
			}
			return !found
		})
	}
	look(t.Len)
	if t.Spec != nil {
		syntax.TypeExprs(t.Spec, look)
	}
	return found
}

// refuseByParameter refuses a component that other images are to reach if its type depends on a
// parameter.
func (l *lowerer) refuseByParameter(d, c *resolve.Symbol) bool {
	if c.Codims == nil && l.parts.owner[c] != d || !byParameter(d, c) {
		return false
	}
	l.errorf("C0240", c.Ident.Range, "the type of the component '%s' depends on a parameter of "+
		"the type '%s', and other images refer to it", c.Name, d.Name).
		Help("give the component a kind or length that is a constant, or use a type without " +
			"parameters")
	return true
}
