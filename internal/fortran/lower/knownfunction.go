package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// knownFunction declares an external function without arguments that its type alone declares, in a
// statement with an image selector: there it may be referred to in a generated BLOCK construct,
// where a back end takes the name for a variable unless it has been told. With arguments the name
// can be no scalar variable.
func (x *stmt) knownFunction(r *syntax.Ref, info *resolve.Reference) {
	p := r.Parts[0]
	if len(r.Parts) != 1 || p.Args == nil || len(p.Args.Items) > 0 || p.Selector != nil {
		return
	}
	name := p.Name.Name
	sym := x.scope.Lookup(name)
	if sym == nil || sym.Kind == resolve.Unknown || sym.Flags != resolve.Typed || sym.Dims != nil ||
		sym.Codims != nil || sym.Inner != nil || sym.Proc != nil ||
		sym.Scope == nil || sym.Scope != x.scope.Unit() || x.scope.IsIntrinsic(name) ||
		resolve.OtherIntrinsic(name) {
		return
	}
	if !x.s.Info().HasToken(func(kind syntax.Kind, _ string) bool {
		return kind == syntax.LBracket
	}) {
		return
	}
	if text := "external :: " +
		p.Name.Range.Text(); !slices.Contains(x.l.unit.headDecls[sym.Scope], text) {
		x.l.declareIn(sym.Scope, text)
	}
}
