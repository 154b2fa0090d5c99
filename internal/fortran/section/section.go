// Package section knows the designators of arrays and their sections: which subscripts are triplets
// or vectors, which elements follow each other in memory, and how many there are, as far as the
// text shows it.
package section

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// HasTriplet tells whether a section subscript stands in a part.
func HasTriplet(p *syntax.PartRef) bool {
	for _, a := range p.Args.Items {
		if _, ok := a.Value.(*syntax.Triplet); ok {
			return true
		}
	}
	return false
}

// IsSection tells whether a part is a whole array or has a subscript triplet.
func IsSection(sym *resolve.Symbol, part *syntax.PartRef) bool {
	return sym.Rank() > 0 && (part.Args == nil || HasTriplet(part))
}

// Part is the part of a reference whose subscripts are those of a section: the coindexed one, or
// the only one.
func Part(r *syntax.Ref) *syntax.PartRef {
	if p := r.Coindexed(); p != nil {
		return p
	}
	return r.Parts[0]
}

// Triplets are the section subscripts of a coindexed object.
func Triplets(r *syntax.Ref) []syntax.Expr {
	var out []syntax.Expr
	if p := r.Coindexed(); p.Args != nil {
		for _, a := range p.Args.Items {
			if t, ok := a.Value.(*syntax.Triplet); ok {
				out = append(out, t)
			}
		}
	}
	return out
}

// VectorSubscripts are the subscripts that are arrays, of the part with the image selector and of
// those behind it.
func VectorSubscripts(scope *resolve.Scope, r *syntax.Ref) []syntax.Expr {
	return VectorsOf(scope, r.Parts[max(slices.Index(r.Parts, r.Coindexed()), 0):])
}

// VectorsOf are the subscripts of parts that are arrays.
func VectorsOf(scope *resolve.Scope, parts []*syntax.PartRef) []syntax.Expr {
	var out []syntax.Expr
	for _, p := range parts {
		if p.Args == nil {
			continue
		}
		for _, a := range p.Args.Items {
			if _, ok := a.Value.(*syntax.Triplet); !ok && scope.RankOf(a.Value) > 0 {
				out = append(out, a.Value)
			}
		}
	}
	return out
}

// HasVector tells whether there are VectorSubscripts.
func HasVector(scope *resolve.Scope, r *syntax.Ref) bool {
	return len(VectorSubscripts(scope, r)) > 0
}

// HasVectorAnywhere tells whether some part of a designator has a vector subscript, also one in
// front of the image selector.
func HasVectorAnywhere(scope *resolve.Scope, r *syntax.Ref) bool {
	return len(VectorsOf(scope, r.Parts)) > 0
}

// InArrayOrder are all array subscripts of a section with vector subscripts, the last first: loops
// over them, from the outside, go through the section in array element order.
func InArrayOrder(scope *resolve.Scope, r *syntax.Ref, info *resolve.Reference,
	vectors []syntax.Expr) []syntax.Expr {
	if part := Part(r); part != nil && part.Args != nil && len(vectors) > 0 {
		for _, a := range part.Args.Items {
			if t, ok := a.Value.(*syntax.Triplet); ok && !slices.Contains(vectors, syntax.Expr(t)) {
				vectors = append(vectors, t)
			}
		}
	}
	slices.SortFunc(vectors, func(a, b syntax.Expr) int {
		return int(b.Span().Start - a.Span().Start)
	})
	return vectors
}

// IsPlain tells whether all subscripts are scalars or triplets.
func IsPlain(scope *resolve.Scope, r *syntax.Ref) bool {
	args := r.Parts[0].Args
	if args == nil {
		return true
	}
	for _, a := range args.Items {
		if _, ok := a.Value.(*syntax.Triplet); !ok && scope.RankOf(a.Value) != 0 {
			return false
		}
	}
	return true
}

// Substring is the substring range of a designator: it stands behind the subscripts of an array
// element or section, or behind the name of a scalar. nil: it has none.
func Substring(r *syntax.Ref, info *resolve.Reference) *syntax.ArgList {
	last := r.Last()
	if last.Second() != nil || last.Args == nil || len(last.Args.Items) != 1 {
		return last.Second()
	}
	n := len(r.Parts) - 1
	typ, sym := info.Types[n], info.Parts[n]
	if typ == nil || typ.Base != syntax.TypeCharacter || sym == nil ||
		sym.Kind == resolve.Associate && n == 0 || sym.Rank() != 0 || !HasTriplet(last) {
		return nil
	}
	return last.Args
}

// Array is the part that has a triplet; nil: none has one.
func Array(r *syntax.Ref, info *resolve.Reference) *syntax.PartRef {
	for _, part := range r.Parts {
		if part.Args != nil && HasTriplet(part) && part.Args != Substring(r, info) {
			return part
		}
	}
	return nil
}
