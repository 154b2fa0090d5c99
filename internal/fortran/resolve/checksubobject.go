package resolve

import (
	"fmt"
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// inquiries are the intrinsic inquiry functions that may ask about any object (F2018 16.7).
var inquiries = map[string]bool{
	"allocated": true, "associated": true, "bit_size": true, "digits": true, "epsilon": true,
	"extends_type_of": true, "huge": true,
	"is_contiguous": true, "kind": true, "lbound": true, "len": true, "maxexponent": true,
	"minexponent": true, "precision": true, "radix": true,
	"range": true, "rank": true, "same_type_as": true, "shape": true, "size": true,
	"storage_size": true, "tiny": true, "ubound": true,
}

// subobject checks what a reference to a coindexed object may name: nothing polymorphic behind the
// image selector, no object that holds something polymorphic (F2018 C917, C918).
func (c *checker) subobject(r *syntax.Ref) {
	if r.Coindexed() == nil || c.inquired[r] {
		return
	}
	info := c.scope.Reference(r)
	c.withoutComponents(r, info)
	n := len(r.Parts) - 1
	last, typ := info.Parts[n], info.Types[n]
	behind := r.Coindexed() != r.Parts[n]
	switch {
	case last == nil || typ == nil:
	case behind && (typ.Base == syntax.TypeClass || typ.Base == syntax.TypeClassAny):
		c.errorf("C0161", r.Range,
			"'%s' is polymorphic and part of a coindexed object: it can be inquired about, but "+
				"not referenced as a whole (F2018 C917)", last.Name).
			Help("refer to its components")
	case typ.DerivedOf() != nil:
		if p := polymorphicComponent(typ.DerivedOf()); p != nil {
			c.errorf("C0162", r.Range,
				"this coindexed object has the polymorphic allocatable component '%s': it "+
					"cannot be referenced as a whole (F2018 C918)", p.Name).
				Help("refer to its components")
		}
	}
}

// withoutComponents checks that the parts of a coindexed object from the image selector on have the
// components that are named behind them. The compiler would name the view in place of the coarray,
// and the line without the column.
func (c *checker) withoutComponents(r *syntax.Ref, info *Reference) {
	behind := false
	for i, p := range r.Parts[:len(r.Parts)-1] {
		sym, typ := info.Parts[i], info.Types[i]
		behind = behind || p.Selector != nil
		if !behind || sym == nil || typ == nil {
			continue
		}
		next := r.Parts[i+1].Name
		if d := typ.DerivedOf(); d.lacks(next.Name) {
			c.noteDummy(c.errorf("C0243", next.Range,
				"'%s' has no component '%s': it is of type %s", sym.Name, next.Name, d.Name), sym)
			return
		}
		switch typ.Base {
		case syntax.TypeInteger, syntax.TypeReal, syntax.TypeLogical, syntax.TypeCharacter,
			syntax.TypeComplex:
		default:
			continue
		}
		what := "component"
		switch {
		case next.Name == "kind",
			next.Name == "len" && typ.Base == syntax.TypeCharacter,
			(next.Name == "re" || next.Name == "im") && typ.Base == syntax.TypeComplex:
			continue
		case next.Name == "re", next.Name == "im", next.Name == "len":
			what = "part"
		}
		c.noteDummy(c.errorf("C0243", next.Range, "'%s' has no %s '%s': it is of type %s",
			sym.Name, what, next.Name, typ.Base), sym)
	}
}

// lacks tells whether a derived type is known, with all that it extends, and has nothing of a name:
// no component, parameter or type-bound procedure.
func (s *Symbol) lacks(name string) bool {
	if s == nil || s.Component(name) != nil || s.binds(name, 0) {
		return false
	}
	for at, depth := s, 0; at != nil && at.Def != nil && depth < 64; depth++ {
		if len(at.Def.Head.Params) > 0 || at.isGeneric() {
			return false
		}
		if at.Def.Head.Attr(syntax.AttrExtends) == nil {
			return true
		}
		at = at.ParentType()
	}
	return false
}

// isGeneric tells whether a derived type itself has type-bound generic procedures.
func (s *Symbol) isGeneric() bool {
	return slices.ContainsFunc(s.Def.Bindings, func(it syntax.Item) bool {
		_, generic := it.(*syntax.GenericStmt)
		return generic
	})
}

// noteInquired keeps the arguments of a reference to an inquiry function.
func (c *checker) noteInquired(r *syntax.Ref) {
	if len(r.Parts) != 1 || r.Parts[0].Args == nil || !inquiries[r.First().Name] ||
		!c.scope.IsIntrinsic(r.First().Name) {
		return
	}
	if c.inquired == nil {
		c.inquired = map[*syntax.Ref]bool{}
	}
	for _, a := range r.Parts[0].Args.Items {
		if o, ok := a.Value.(*syntax.Ref); ok {
			c.inquired[o] = true
		}
	}
}

// typedByValue refuses values of polymorphic coindexed objects where there is no way to copy an
// object of any dynamic type.
func (c *checker) typedByValue(s syntax.Stmt) {
	if _, ok := s.(*syntax.IfStmt); ok { // its action comes by itself
		return
	}
	if io, ok := s.(*syntax.IOStmt); ok &&
		(io.Verb == syntax.IORead || io.Verb == syntax.IOAccept) {
		c.polymorphicInput(io.Items)
	}
	for _, v := range c.scope.TypedByValue(s) {
		t := c.scope.lastType(v.Ref)
		switch {
		case v.TypeOnly:
		case t.Base == syntax.TypeClassAny:
			c.errorf("C0176", v.Ref.Range,
				"an unlimited polymorphic object of another image cannot be copied with its "+
					"dynamic type").Help("%s", inSelectType(v.Ref))
		case c.scope.IsPure():
			c.errorf("C0176", v.Ref.Range,
				"in a %s procedure a polymorphic object of another image cannot be copied "+
					"with its dynamic type", c.scope.PureWord()).Help("%s", inSelectType(v.Ref))
		}
	}
}

// polymorphicInput refuses polymorphic coindexed items of READ: they would be associated with the
// polymorphic dummy argument of defined input (F2018 12.6.4.8.3, 15.5.2.4).
func (c *checker) polymorphicInput(items []syntax.Expr) {
	for _, e := range items {
		if d, ok := e.(*syntax.ImpliedDo); ok {
			c.polymorphicInput(d.Items)
		} else if r := c.scope.polymorphicOfOther(e); r != nil {
			c.errorf("C0139", r.Range,
				"a polymorphic object of another image cannot be an item of READ (F2018 15.5.2.4)").
				Help("%s", inSelectType(r))
		}
	}
}

// inSelectType says what to do with a polymorphic coindexed object whose dynamic type is needed.
func inSelectType(r *syntax.Ref) string {
	return fmt.Sprintf("select the type of the coarray itself: `select type (%s)`, and refer to "+
		"%s in the block", r.First().Name, r.Range.Text())
}
