package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Trees of expressions are most of what a large file takes. When a procedure that no other one
// contains has been planned, its statements are written from its plans and their tokens, and
// nothing asks for their expressions any more: they are given back. Files of CAF 2.0 keep them,
// since a call there asks what the procedure does with its arguments (mid.Lifetimes), and so do
// files in which a statement asks what the functions that it calls fetch (group.go). Where another
// statement asks for a procedure's body, that is one of which nothing is known (syntax.GivenBack).

// mayRelease tells of which files the trees may be given back. With Options.Once nobody looks at
// them when all files have been planned.
func mayRelease(opt Options, files []*syntax.File) bool {
	return opt.Once && !slices.ContainsFunc(files, func(f *syntax.File) bool {
		return f.CAF2 || slices.ContainsFunc(f.Stmts, asksBodies)
	})
}

// asksBodies tells whether a statement may define other images' objects behind calls of functions.
func asksBodies(s syntax.Stmt) bool {
	switch s := s.(type) {
	case *syntax.WhereStmt, *syntax.WhereConstructStmt, *syntax.ForallStmt,
		*syntax.ForallConstructStmt:
		return true
	case *syntax.IOStmt:
		return s.Verb == syntax.IORead && slices.ContainsFunc(s.Items, hasCoindexed)
	}
	return false
}

func hasCoindexed(e syntax.Expr) (found bool) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		found = found || ok && r.Coindexed() != nil
		return !found
	})
	return found
}

// isOutermost tells whether the procedures of a scope contain all that refers to their variables.
func isOutermost(scope *resolve.Scope) bool {
	return scope.Kind == resolve.ModuleScope || scope.Kind == resolve.SubmoduleScope
}

// spend gives back the trees of a procedure or main program.
func (l *lowerer) spend(first, last syntax.Stmt) {
	if !l.spends || first == nil || last == nil {
		return
	}
	for _, s := range l.f.Stmts[syntax.IndexOf(first) : syntax.IndexOf(last)+1] {
		syntax.GiveBack(s)
	}
}
