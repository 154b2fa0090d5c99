package resolve

import "github.com/coral-pgas/coral/internal/fortran/syntax"

// readOnly refuses the definition of an object that its declaration forbids to define, and tells
// whether it did: INTENT(IN) holds for coindexed objects, too (F2018 C844), and so does PROTECTED
// outside of the module (F2018 8.5.15). The back end cannot see it where the generated text
// reaches the object by a pointer or an address.
func (c *checker) readOnly(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return false
	}
	info := c.scope.Reference(r)
	if info.Base == nil || info.Call || info.throughPointer() {
		return false
	}
	what, base := "", c.scope.selectorOf(info.Base, 0)
	switch {
	case base == nil:
		return false
	case base.Has(Dummy) && base.Intent == "in":
		what = "the dummy argument '%s' is INTENT(IN): no statement of this procedure may " +
			"define it, on any image (F2018 C844)"
	case base.Has(Protected) && !c.scope.within(base.Scope):
		what = "'%s' is PROTECTED: no statement outside of its module may define it, on any " +
			"image (F2018 8.5.15)"
	default:
		return false
	}
	c.errorf("C0198", r.Range, what, base.Name).Note(base.Ident.Range, "'%s' is declared here",
		base.Name)
	return true
}

// remoteReadOnly does so for an object of another image. The back end sees definitions of this
// image's.
func (c *checker) remoteReadOnly(e syntax.Expr) {
	if r, ok := e.(*syntax.Ref); ok && r.Coindexed() != nil {
		c.readOnly(e)
	}
}

// throughPointer tells whether a reference goes on behind a pointer, whose target is no subobject
// of what the pointer is part of.
func (i *Reference) throughPointer() bool {
	for _, p := range i.Parts {
		if p.hasFlag(Pointer) {
			return true
		}
	}
	return false
}

func (s *Symbol) hasFlag(f Flags) bool { return s != nil && s.Has(f) }

// selectorOf is the object that an associate name is part of, or the symbol itself; nil where it is
// behind a pointer or the value of an expression.
func (s *Scope) selectorOf(sym *Symbol, depth int) *Symbol {
	if sym.Kind != Associate {
		return sym
	}
	r, ok := sym.Selector.(*syntax.Ref)
	if !ok || depth > 64 || sym.Scope == nil || sym.Scope.Host == nil {
		return nil
	}
	info := sym.Scope.Host.Reference(r)
	if info.Base == nil || info.Call || info.throughPointer() {
		return nil
	}
	return sym.Scope.Host.selectorOf(info.Base, depth+1)
}

// within tells whether a scope is another one, or stands in it.
func (s *Scope) within(outer *Scope) bool {
	for ; s != nil; s = s.Host {
		if s == outer {
			return true
		}
	}
	return false
}

// resultsOf are intrinsic subroutines of which all arguments get values.
var resultsOf = set("cpu_time date_and_time get_command random_number system_clock")
