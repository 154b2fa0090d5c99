package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Components of all elements of an array, `a%id`, as arguments for assumed-rank dummy arguments. If
// `a` has a descriptor of its own, because it is allocatable or a pointer, gfortran 12 stores the
// address of the first component in that descriptor after the call: from then on, `a` begins
// elsewhere. It makes a new descriptor for `a(:)%id`, which is the same variable.

// assumedRankArgument renders an argument for an assumed-rank dummy argument.
func (x *stmt) assumedRankArgument(e syntax.Expr) string {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return x.t.Render(e.Span())
	}
	x.completeSpan(e)
	return x.asAssumedRank(r, x.scope.Reference(r))
}

// asAssumedRank renders a reference for an assumed-rank dummy argument: an array part in front of a
// component is written as a section.
func (x *stmt) asAssumedRank(r *syntax.Ref, info *resolve.Reference) string {
	for i, part := range r.Parts[:len(r.Parts)-1] {
		sym := info.Parts[i]
		if sym != nil && sym.Rank() > 0 && part.Args == nil && part.Selector == nil {
			section := "(" + strings.Repeat(":,", sym.Rank()-1) + ":)"
			defer x.t.InsertBefore(x.t.TokenFrom(part.Name.Range.End), section)()
			break // no other part can be an array (F2018 C919)
		}
	}
	return x.t.Render(r.Range)
}
