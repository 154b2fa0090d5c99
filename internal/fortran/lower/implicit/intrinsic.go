package implicit

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TypedIntrinsics are the intrinsic functions whose type a unit declares and which it, or a
// procedure in it, calls. Such a declaration confirms the type and makes nothing else of the name
// (F2018 8.2); gfortran takes it for a variable in an inner scope, unless a statement INTRINSIC
// says what it is. Planned are those that generated text replaces.
func TypedIntrinsics(scope *resolve.Scope, body *syntax.ScopeBody,
	planned func(name string) bool) (list []string) {
	if scope.Kind != resolve.ProcScope && scope.Kind != resolve.MainScope {
		return nil
	}
	for _, sym := range scope.Order {
		if scope.IsIntrinsic(sym.Name) && !scope.MeansIntrinsic(sym.Name) &&
			!planned(sym.Name) && calls(body, sym.Name) {
			list = append(list, sym.Name)
		}
	}
	return list
}

// calls tells whether a unit or a procedure in it has a name with arguments.
func calls(body *syntax.ScopeBody, name string) (found bool) {
	syntax.EachStmt(body.Exec, func(s syntax.Stmt) {
		syntax.Inspect(s, func(node syntax.Node) bool {
			if r, ok := node.(*syntax.Ref); ok {
				found = found || r.First().Name == name && r.Parts[0].Args != nil &&
					!isScalarVariable(r)
			}
			return !found
		})
	})
	for _, p := range body.Procs {
		found = found || calls(&p.ScopeBody, name)
	}
	return found
}

// Externals finds the names of intrinsic procedures that the standard does not have, and the scopes
// in which they are to be external: those that declare their types, or else those that call them.
func Externals(scope *resolve.Scope, body *syntax.ScopeBody,
	externals map[*resolve.Scope][]string) {
	for _, items := range [][]syntax.Item{body.Spec, body.Exec} {
		syntax.EachStmt(items, func(s syntax.Stmt) {
			tokens := s.Info().Tokens()
			for i, t := range tokens {
				if t.Kind != syntax.NameTok || !isCall(tokens, i) ||
					!scope.HidesExtension(t.Text) {
					continue
				}
				at := scope.Unit()
				if sym := at.Lookup(t.Text); sym != nil {
					at = sym.Scope
				}
				if !slices.Contains(externals[at], t.Text) {
					externals[at] = append(externals[at], t.Text)
				}
			}
		})
	}
}

// isCall tells whether a name among the tokens of a statement is that of a procedure that is
// called, if it is not that of a variable.
func isCall(tokens []syntax.Token, i int) bool {
	before := syntax.Token{}
	if i > 0 {
		before = tokens[i-1]
	}
	if before.Kind == syntax.Percent {
		return false
	}
	if before.Kind == syntax.NameTok && before.Text == "call" {
		return true
	}
	if i+1 >= len(tokens) || tokens[i+1].Kind != syntax.LParen {
		return false
	}
	depth := 0
	for _, t := range tokens[i+1:] {
		switch t.Kind {
		case syntax.LParen, syntax.LBracket:
			depth++
		case syntax.RParen, syntax.RBracket:
			depth--
			if depth == 0 {
				return true
			}
		case syntax.Colon:
			if depth == 1 { // a substring
				return false
			}
		}
	}
	return false
}
