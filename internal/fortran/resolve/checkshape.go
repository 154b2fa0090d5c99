package resolve

import "github.com/coral-pgas/coral/internal/fortran/syntax"

// Shapes of assignments that name other images' objects (F2018 10.2.1.2). The back end sees such an
// object as a section of a pointer, whose extents it does not know: what it says of ordinary arrays
// must be said here.

// conforming checks that an operand of an assignment has the extents of the left side, where the
// declarations and the subscripts tell both.
func (c *checker) conforming(a *syntax.AssignStmt) {
	if syntax.HasCoindexed(a.LHS()) || syntax.HasCoindexed(a.RHS()) ||
		c.scope.cosubscripts(a.RHS()) != nil {
		c.sameExtents(a, "the left side")
	}
}

// sameExtents compares extents for an assignment, or what is one; what names its left side.
func (c *checker) sameExtents(a *syntax.AssignStmt, what string) {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok {
		return
	}
	info := c.scope.Reference(l)
	if !c.intrinsicOperands(a) {
		return // the program may define what the assignment or an operator means
	}
	if last := info.Parts[len(info.Parts)-1]; last != nil && last.Has(Allocatable) &&
		l.Last().Args == nil && l.Coindexed() == nil {
		return // it takes the shape of the right side
	}
	left := c.scope.extents(l)
	var walk func(e syntax.Expr)
	walk = func(e syntax.Expr) {
		switch e := e.(type) {
		case *syntax.Paren:
			walk(e.X)
		case *syntax.Unary:
			if e.Op != syntax.OpUser {
				walk(e.X)
			}
		case *syntax.Binary:
			if e.Op != syntax.OpUser {
				walk(e.X)
				walk(e.Y)
			}
		case *syntax.Ref, *syntax.ArrayCons:
			right := c.scope.extents(e)
			if len(left) == 0 || len(right) != len(left) {
				return // the back end compares ranks
			}
			for d := range left {
				if left[d] >= 0 && right[d] >= 0 && left[d] != right[d] {
					c.errorf("C0190", e.Span(), "this has %d elements in dimension %d, %s has %d",
						right[d], d+1, what, left[d])
					return
				}
			}
		}
	}
	walk(a.RHS())
}

// intrinsicOperands tells whether only intrinsic types are involved, and no assignment between such
// that the program could define (F2018 10.2.1.4).
func (c *checker) intrinsicOperands(a *syntax.AssignStmt) bool {
	intrinsic := true
	syntax.Inspect(a, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok {
			info := c.scope.Reference(r)
			if t := info.Types[len(info.Types)-1]; !info.Call && t != nil &&
				(t.DerivedOf() != nil || t.Base == syntax.TypeClassAny) {
				intrinsic = false
			}
		}
		return intrinsic
	})
	l, r := c.scope.lastType(a.LHS().(*syntax.Ref)), c.scope.TypeOf(a.RHS())
	number := func(t *Type) bool { return t.Base == syntax.TypeInteger || numeric(t) }
	return intrinsic && l != nil && (r == nil || l.Base == r.Base || number(l) && number(r))
}

// extents is the shape of a variable or array constructor, -1 for what is not constant; nil if
// declarations do not tell its rank, or it is a scalar.
func (s *Scope) extents(e syntax.Expr) []int64 {
	switch e := e.(type) {
	case *syntax.ArrayCons:
		return []int64{s.constructed(e)}
	case *syntax.Ref:
		if list := s.cosubscripts(e); list != nil {
			return list
		}
		info := s.Reference(e)
		if info.Call || info.Rank <= 0 {
			return nil
		}
		for i, part := range e.Parts {
			sym := info.Parts[i]
			if sym == nil || sym.Kind == Associate {
				return nil
			}
			if sym.Rank() <= 0 {
				continue
			}
			if shape := s.partExtents(part, sym); len(shape) > 0 {
				return shape // one part only may have a rank (F2018 C919)
			}
		}
	}
	return nil
}

// cosubscripts is the shape of THIS_IMAGE(COARRAY), which has an element for each codimension
// (F2018 16.9.190), or nil. Of the function that stands for it the back end knows no shape either.
func (s *Scope) cosubscripts(e syntax.Expr) []int64 {
	r, ok := e.(*syntax.Ref)
	if !ok || len(r.Parts) != 1 || r.First().Name != "this_image" || r.Parts[0].Args == nil ||
		!s.IsIntrinsic("this_image") {
		return nil
	}
	args := r.Parts[0].Args.ByName(inquiryNames["this_image"])
	coarray, ok := args["coarray"].(*syntax.Ref)
	if !ok || args["dim"] != nil {
		return nil
	}
	if sym := s.Reference(coarray).coarrayNamed(); sym != nil && sym.Codims != nil {
		return []int64{int64(sym.Corank())}
	}
	return nil
}

// partExtents is the shape of an array, or of its section or element.
func (s *Scope) partExtents(part *syntax.PartRef, sym *Symbol) []int64 {
	var shape []int64
	bounds := make([]struct{ low, high int64 }, sym.Rank())
	known := make([]struct{ low, high bool }, sym.Rank())
	for d := range bounds {
		bounds[d].low, known[d].low = 1, sym.Dims != nil && sym.Flags&(Allocatable|Pointer) == 0
		if !known[d].low || d >= len(sym.Dims.Dims) || sym.Scope == nil {
			known[d].low = false
			continue
		}
		dim := sym.Dims.Dims[d]
		if dim.Lower != nil {
			bounds[d].low, known[d].low = sym.Scope.Int(dim.Lower)
		}
		if dim.Kind == syntax.DimExplicit && dim.Upper != nil {
			bounds[d].high, known[d].high = sym.Scope.Int(dim.Upper)
		}
	}
	if part.Args == nil {
		for d, b := range bounds {
			shape = append(shape, count(b.low, b.high, 1, known[d].low && known[d].high))
		}
		return shape
	}
	if len(part.Args.Items) != len(bounds) {
		return nil
	}
	for d, a := range part.Args.Items {
		t, isSection := a.Value.(*syntax.Triplet)
		if !isSection {
			if rank := s.RankOf(a.Value); rank > 0 {
				vector := int64(-1)
				if v := s.extents(a.Value); len(v) == 1 {
					vector = v[0]
				}
				shape = append(shape, vector)
			} else if rank < 0 {
				return nil
			}
			continue
		}
		low, lowKnown := bounds[d].low, known[d].low
		high, highKnown := bounds[d].high, known[d].high
		step, stepKnown := int64(1), true
		if t.Step != nil {
			step, stepKnown = s.Int(t.Step)
		}
		if stepKnown && step < 0 {
			low, lowKnown, high, highKnown = high, highKnown, low, lowKnown
		}
		if t.Lower != nil {
			low, lowKnown = s.Int(t.Lower)
		}
		if t.Upper != nil {
			high, highKnown = s.Int(t.Upper)
		}
		shape = append(shape, count(low, high, step, lowKnown && highKnown && stepKnown &&
			step != 0))
	}
	return shape
}

// count is how many elements a triplet has.
func count(low, high, step int64, known bool) int64 {
	if !known {
		return -1
	}
	return max(0, (high-low+step)/step)
}

// constructed is how many elements an array constructor has, -1 if that is not told by its scalars
// and constant implied loops.
func (s *Scope) constructed(a *syntax.ArrayCons) int64 {
	var n int64
	for _, v := range a.Values {
		if _, loop := v.(*syntax.ImpliedDo); loop || s.RankOf(v) != 0 {
			return -1
		}
		n++
	}
	return n
}
