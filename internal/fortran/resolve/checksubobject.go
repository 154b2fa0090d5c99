package resolve

import "github.com/coral-pgas/coral/internal/fortran/syntax"

// inquiries are the intrinsic inquiry functions that may ask about any object (F2018 16.7).
var inquiries = map[string]bool{
	"allocated": true, "associated": true, "bit_size": true, "digits": true, "epsilon": true, "extends_type_of": true, "huge": true,
	"is_contiguous": true, "kind": true, "lbound": true, "len": true, "maxexponent": true, "minexponent": true, "precision": true, "radix": true,
	"range": true, "rank": true, "same_type_as": true, "shape": true, "size": true, "storage_size": true, "tiny": true, "ubound": true,
}

// subobject checks what a reference to a coindexed object may name: nothing polymorphic behind the image selector, no object that holds
// something polymorphic (F2018 C917, C918).
func (c *checker) subobject(r *syntax.Ref) {
	if r.Coindexed() == nil || c.inquired[r] {
		return
	}
	info := c.scope.Analyse(r)
	n := len(r.Parts) - 1
	last, typ := info.Parts[n], info.Types[n]
	behind := r.Coindexed() != r.Parts[n]
	switch {
	case last == nil || typ == nil:
	case behind && (typ.Base == syntax.TypeClass || typ.Base == syntax.TypeClassAny):
		c.errorf("C0161", r.Range, "'%s' is polymorphic and part of a coindexed object: it can be inquired about, but not referenced as a whole (F2018 C917)", last.Name).
			Help("refer to its components")
	case typ.DerivedOf() != nil:
		if p := polymorphicComponent(typ.DerivedOf(), 0); p != nil {
			c.errorf("C0162", r.Range, "this coindexed object has the polymorphic allocatable component '%s': it cannot be referenced as a whole (F2018 C918)", p.Name).
				Help("refer to its components")
		}
	}
}

// polymorphicComponent finds a polymorphic allocatable potential subobject component (F2018 3.92).
func polymorphicComponent(d *Symbol, depth int) *Symbol {
	if d == nil || d.Kind != DerivedType || depth > 16 {
		return nil
	}
	for _, c := range d.Components {
		t := c.TypeOf()
		if c.Kind != Variable || c.Has(Pointer) || t == nil {
			continue
		}
		if t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny {
			return c
		}
		if in := t.DerivedOf(); in != d {
			if found := polymorphicComponent(in, depth+1); found != nil {
				return found
			}
		}
	}
	return polymorphicComponent(d.ParentType(), depth+1)
}

// noteInquired keeps the arguments of a reference to an inquiry function.
func (c *checker) noteInquired(r *syntax.Ref) {
	if len(r.Parts) != 1 || r.Parts[0].Args == nil || !inquiries[r.First().Name] || !c.scope.IsIntrinsic(r.First().Name) {
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

// dynamicType refuses the value of a polymorphic coindexed object where its dynamic type counts: only what the declared type has can be read from
// another image.
func (c *checker) dynamicType(e syntax.Expr, help string) {
	for {
		p, ok := e.(*syntax.Paren)
		if !ok {
			break
		}
		e = p.X
	}
	if r, ok := e.(*syntax.Ref); ok && r.Coindexed() != nil && r.Coindexed() == r.Last() && polymorphicType(c.lastType(r)) {
		c.errorf("C0176", r.Range, "the dynamic type of an object of another image is not known here").Help("%s", help)
	}
}

const inSelectType = "select the type of the coarray itself: `select type (x)`, and refer to x[k] in the block"

func (c *checker) lastType(r *syntax.Ref) *Type {
	info := c.scope.Analyse(r)
	return info.Types[len(info.Types)-1]
}

func polymorphicType(t *Type) bool {
	return t != nil && (t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny)
}

// typedByValue checks statements in which a polymorphic variable gets the dynamic type of a value.
func (c *checker) typedByValue(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.AssignStmt:
		if r, ok := s.LHS.(*syntax.Ref); ok && polymorphicType(c.lastType(r)) {
			c.dynamicType(s.RHS, inSelectType)
		}
	case *syntax.AllocateStmt:
		for _, a := range s.Specs {
			if a.Keyword != nil && (a.Keyword.Name == "source" || a.Keyword.Name == "mold") && len(s.Allocs) > 0 && polymorphicType(c.lastType(s.Allocs[0].Object)) {
				c.dynamicType(a.Value, inSelectType)
			}
		}
	}
}
