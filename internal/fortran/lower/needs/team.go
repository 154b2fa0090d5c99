package needs

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// PassedInTeam are the allocatable coarrays that a CHANGE TEAM construct passes to procedures,
// which may allocate them.
func PassedInTeam(scope *resolve.Scope, c *syntax.ChangeTeamConstruct) []Named {
	var out []Named
	syntax.EachStmt(c.Body, func(s syntax.Stmt) {
		syntax.StmtExprs(s, func(e syntax.Expr) {
			syntax.Inspect(e, func(n syntax.Node) bool {
				r, ok := n.(*syntax.Ref)
				if !ok || r.Last().Args == nil {
					return true
				}
				for i, a := range r.Last().Args.Items {
					arg, ok := a.Value.(*syntax.Ref)
					if !ok || !arg.IsName() {
						continue
					}
					one := Named{scope.Lookup(arg.First().Name), arg.First().Name}
					if one.Sym.IsCoarray() && HasNote(one.Sym) && one.Sym.Intent != "in" &&
						!slices.Contains(out, one) && mayAllocate(scope, r, i) {
						out = append(out, one)
					}
				}
				return true
			})
		})
	})
	return out
}

// HasNote tells whether the runtime has to be told of a variable: END TEAM deallocates what was
// allocated in the team (F2018 9.7.3.2), and needs the variable for that, not only its memory.
func HasNote(sym *resolve.Symbol) bool {
	typ := sym.TypeOf()
	// gfortran 12 fails over procedure pointers in BLOCK constructs
	if sym.Scope != nil && sym.Scope.Kind == resolve.BlockScope {
		return false
	}
	return sym.Has(resolve.Allocatable) && sym.Kind == resolve.Variable && typ != nil &&
		typ.Base != syntax.TypeClass && typ.Base != syntax.TypeClassAny
}

// mayAllocate tells whether what a reference calls may allocate its argument i.
func mayAllocate(scope *resolve.Scope, r *syntax.Ref, i int) bool {
	if len(r.Parts) == 1 && scope.IsIntrinsic(r.First().Name) {
		return false
	}
	d := scope.Callee(r).Dummy(r.Last().Args.Items, i)
	return d == nil || d.Has(resolve.Allocatable) && d.Intent != "in"
}
