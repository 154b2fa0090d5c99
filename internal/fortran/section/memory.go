package section

import (
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// IsContiguous tells whether an array's elements follow each other in memory whatever it is
// associated with.
func IsContiguous(sym *resolve.Symbol) bool {
	if sym == nil || sym.Kind != resolve.Variable || sym.Dims == nil ||
		sym.Flags&(resolve.Pointer|resolve.Volatile) != 0 {
		return false
	}
	if sym.Flags&(resolve.Allocatable|resolve.Contiguous) != 0 {
		return true
	}
	for _, d := range sym.Dims.Dims {
		if d.Kind != syntax.DimExplicit && d.Kind != syntax.DimStar {
			return false
		}
	}
	return true
}

// IsAssumedShape tells whether an array is a dummy whose elements may follow each other in memory
// or not, as it is associated.
func IsAssumedShape(sym *resolve.Symbol) bool {
	if sym == nil || sym.Kind != resolve.Variable || sym.Dims == nil || !sym.Has(resolve.Dummy) ||
		sym.Flags&(resolve.Pointer|resolve.Allocatable|resolve.Volatile|resolve.Optional) != 0 {
		return false
	}
	for _, d := range sym.Dims.Dims {
		if d.Kind != syntax.DimDeferred && d.Kind != syntax.DimLower {
			return false
		}
	}
	return true
}

// Joined counts the leading dimensions of a section that lie in memory one behind the other; 0 if
// nothing is known.
func Joined(scope *resolve.Scope, r *syntax.Ref) int {
	sym, p := scope.Reference(r).Parts[0], r.Parts[0]
	if !IsContiguous(sym) && !IsAssumedShape(sym) ||
		p.Selector != nil && len(p.Selector.Specs) > 0 {
		return 0
	}
	if p.Args == nil {
		return sym.Rank()
	}
	n := 0
	for _, a := range p.Args.Items {
		t, ok := a.Value.(*syntax.Triplet)
		if !ok || t.Step != nil {
			return n
		}
		n++
		if t.Lower != nil || t.Upper != nil {
			return n
		}
	}
	return n
}

// HasLeadingStride tells whether neighbours in a section are no neighbours in memory.
func HasLeadingStride(r *syntax.Ref) bool {
	if p := r.Parts[0]; p.Args != nil && len(p.Args.Items) > 0 {
		t, ok := p.Args.Items[0].Value.(*syntax.Triplet)
		return !ok || t.Step != nil
	}
	return false
}
