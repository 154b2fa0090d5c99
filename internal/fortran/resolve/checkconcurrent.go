package resolve

import (
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// locality checks the locality specifiers of a DO CONCURRENT statement (F2018 11.1.7.2).
func (c *checker) locality(d *syntax.DoConstruct) {
	indices := map[string]bool{}
	for _, k := range d.Head.Concurrent.Controls {
		indices[k.Var.Name] = true
	}
	header := map[string]bool{}
	headerNames(d.Head.Concurrent, header)
	given := map[string]bool{}
	none := false
	for _, spec := range d.Head.Locality {
		if spec.Kind == "default" {
			if none {
				c.errorf("C0153", spec.Range, "DEFAULT(NONE) is given twice (F2018 C1127)")
			}
			none = true
		}
		reduces := reductions[spec.Op] != ""
		if spec.Kind == "reduce" && !reduces {
			c.errorf("C0153", spec.Range, "REDUCE has no operation '%s' (F2023 R1131)", spec.Op).
				Help("the operations are +, *, .and., .or., .eqv., .neqv., max, min, iand, ior " +
					"and ieor")
		}
		for _, name := range spec.Names {
			switch {
			case c.scope.Lookup(name.Name) == nil && c.scope.implicitType(name.Name) == nil &&
				c.scope.UnknownModule(name.Name) == nil:
				c.errorf("C0153", name.Range, "'%s' is not declared", name.Name)
			case indices[name.Name]:
				c.errorf("C0153", name.Range,
					"'%s' is an index of the construct: it has no other locality (F2018 C1125)",
					name.Name)
			case given[name.Name]:
				c.errorf("C0153", name.Range, "the locality of '%s' is given twice (F2018 C1126)",
					name.Name)
			case spec.Kind == "local" && header[name.Name]:
				c.errorf("C0153", name.Range,
					"'%s' has a part in the header of the loop, so it cannot be LOCAL (F2018 "+
						"C1129)", name.Name)
			case spec.Kind == "local" || spec.Kind == "local_init":
				c.mayBeLocal(spec, name)
			case reduces:
				c.mayBeReduced(spec, name)
			}
			given[name.Name] = true
		}
	}
	if none {
		for name := range indices {
			given[name] = true
		}
		c.unspecified(d.Body, c.scope, given)
	}
}

// reductions are the operations of REDUCE (F2023 R1131), by what operates calls them.
var reductions = map[string]string{"+": "sum", "*": "product", ".and.": "land", ".or.": "lor",
	".eqv.": "eqv", ".neqv.": "neqv", "max": "max", "min": "min", "iand": "iand", "ior": "ior",
	"ieor": "ieor"}

// mayBeReduced checks that a variable has a type that the operation is for (F2023 11.1.7.2).
func (c *checker) mayBeReduced(spec *syntax.LocalitySpec, name *syntax.Ident) {
	t := c.scope.implicitType(name.Name)
	if sym := c.scope.Lookup(name.Name); sym != nil {
		t = sym.TypeOf()
	}
	if t != nil && !operates(reductions[spec.Op], t.Base) {
		c.errorf("C0153", name.Range, "REDUCE(%s) is not defined for the type of '%s' (F2023 "+
			"11.1.7.2)", spec.Op, name.Name)
	}
}

// headerNames collects the names that a header refers to.
func headerNames(h *syntax.ConcurrentHeader, names map[string]bool) {
	note := func(e syntax.Expr) {
		if e == nil {
			return
		}
		syntax.Inspect(e, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.Ref); ok {
				names[r.First().Name] = true
			}
			return true
		})
	}
	note(h.Mask)
	for _, k := range h.Controls {
		note(k.First)
		note(k.Last)
		note(k.Step)
	}
}

// mayBeLocal checks that each iteration can have a variable of its own (F2018 C1128).
func (c *checker) mayBeLocal(spec *syntax.LocalitySpec, name *syntax.Ident) {
	sym := c.scope.Lookup(name.Name)
	if sym == nil {
		return
	}
	reason := ""
	switch {
	case sym.IsCoarray():
		reason = "it is a coarray"
	case sym.Kind == Parameter || sym.Kind == Procedure || sym.Kind == Generic ||
		sym.Kind == DerivedType:
		reason = "it is no variable"
	case sym.Kind != Variable:
		return
	case sym.Has(Allocatable):
		reason = "it is allocatable"
	case sym.Has(Optional):
		reason = "it is an optional argument"
	case sym.Intent == "in":
		reason = "it has INTENT(IN)"
	case sym.Has(Dummy) && !sym.Has(Pointer) && sym.TypeOf() != nil &&
		(sym.TypeOf().Base == syntax.TypeClass || sym.TypeOf().Base == syntax.TypeClassAny):
		reason = "it is a polymorphic dummy argument"
	case sym.Dims != nil && len(sym.Dims.Dims) > 0 &&
		sym.Dims.Dims[len(sym.Dims.Dims)-1].Kind == syntax.DimStar && sym.Has(Dummy):
		reason = "it has assumed size"
	case sym.TypeOf().DerivedOf().finalizable():
		reason = "its type has a final subroutine"
	default:
		return
	}
	c.errorf("C0153", name.Range, "'%s' cannot have the locality %s: %s (F2018 C1128)", name.Name,
		spec.Kind, reason)
}

// finalizable tells whether a derived type or its parent has FINAL subroutines.
func (s *Symbol) finalizable() bool {
	for depth := 0; s != nil && depth < 16; depth++ {
		if s.Def != nil {
			for _, b := range s.Def.Bindings {
				if f, ok := b.(*syntax.FinalStmt); ok && f != nil {
					return true
				}
			}
		}
		s = s.ParentType()
	}
	return false
}

// unspecified reports variables whose locality DEFAULT(NONE) wants to see (F2018 C1130): those
// declared in scopes around, not by USE.
func (c *checker) unspecified(items []syntax.Item, scope *Scope, given map[string]bool) {
	for _, it := range items {
		syntax.Inspect(it, func(n syntax.Node) bool {
			if in := c.p.scopes[n]; in != nil && in != scope {
				switch n := n.(type) {
				case *syntax.BlockConstruct:
					c.unspecified(n.Body, in, given)
					return false
				case *syntax.AssociateConstruct:
					c.unspecified([]syntax.Item{n.Head}, scope, given)
					c.unspecified(n.Body, in, given)
					return false
				}
			}
			switch n := n.(type) {
			case *syntax.DoConstruct:
				if h := n.Head.Concurrent; h != nil {
					c.unspecified(n.Body, scope, withIndices(given, h))
					return false
				}
			case *syntax.ForallConstruct:
				c.unspecified(n.Body, scope, withIndices(given, n.Head.Header))
				return false
			case *syntax.ForallStmt:
				c.unspecified([]syntax.Item{n.Action}, scope, withIndices(given, n.Header))
				return false
			case *syntax.ImpliedDo:
				given = copyNames(given)
				given[n.Control.Var.Name] = true
			case *syntax.DoStmt:
				if n.Control != nil {
					c.specified(n.Control.Var, scope, given)
				}
			case *syntax.Ref:
				c.specified(n.First(), scope, given)
			}
			return true
		})
	}
}

func (c *checker) specified(name *syntax.Ident, scope *Scope, given map[string]bool) {
	sym := scope.Lookup(name.Name)
	if given[name.Name] || sym == nil || sym.Kind != Variable && sym.Kind != Associate {
		return
	}
	for at := c.scope; at != nil; at = at.Host {
		if sym.Scope == at && at.Symbols[name.Name] == sym {
			c.errorf("C0154", name.Range,
				"DEFAULT(NONE) wants the locality of '%s' given (F2018 C1130)", name.Name).
				Help("add it to shared(..), local(..) or local_init(..) in the DO CONCURRENT " +
					"statement")
			given[name.Name] = true
			return
		}
	}
}

func withIndices(given map[string]bool, h *syntax.ConcurrentHeader) map[string]bool {
	out := copyNames(given)
	for _, k := range h.Controls {
		out[k.Var.Name] = true
	}
	return out
}

func copyNames(m map[string]bool) map[string]bool {
	out := make(map[string]bool, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}
