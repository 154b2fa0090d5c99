package lower

import (
	"fmt"
	"strconv"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// constantShape writes out the declared bounds in the SHAPE and ORDER of RESHAPE where these are
// sections of coarrays. SHAPE must have a constant size (F2018 16.9.163), and the pointer that
// stands for the coarray has none:
//
//	reshape(a, s(:)[k])   ->   reshape(a, coral_s%p(1:2, k))
func (x *stmt) constantShape(call *syntax.Ref) {
	args := call.Parts[0].Args
	if len(call.Parts) != 1 || args == nil || call.First().Name != "reshape" ||
		!x.scope.IsIntrinsic("reshape") {
		return
	}
	values := args.ByName([]string{"source", "shape", "pad", "order"})
	for _, name := range []string{"shape", "order"} {
		r, ok := values[name].(*syntax.Ref)
		if !ok || r.Coindexed() == nil {
			continue
		}
		parts := x.scope.Reference(r).Parts
		for i, p := range r.Parts {
			if parts[i] != nil && p.Args != nil {
				x.constantBounds(parts[i], p.Args)
			}
		}
	}
}

// constantBounds writes out constant bounds that subscript triplets leave out.
func (x *stmt) constantBounds(sym *resolve.Symbol, subscripts *syntax.ArgList) {
	for d, a := range subscripts.Items {
		t, ok := a.Value.(*syntax.Triplet)
		if !ok || t.Step != nil || sym.Dims == nil || d >= len(sym.Dims.Dims) {
			continue
		}
		dim := sym.Dims.Dims[d]
		low, lowKnown := int64(1), true
		if dim.Lower != nil {
			low, lowKnown = sym.Scope.Int(dim.Lower)
		}
		up, upKnown := sym.Scope.Int(dim.Upper)
		if dim.Kind != syntax.DimExplicit || !lowKnown || !upKnown {
			continue
		}
		first, last := strconv.FormatInt(low, 10), strconv.FormatInt(up, 10)
		if t.Lower != nil {
			first = x.renderExpr(t.Lower)
		}
		if t.Upper != nil {
			last = x.renderExpr(t.Upper)
		}
		x.t.Replace(a.Range, fmt.Sprintf("%s:%s", first, last))
	}
}
