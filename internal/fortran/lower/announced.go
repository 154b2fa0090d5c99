package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What a file has to do with images decides how it is compiled apart (Options.ForOthers). The text
// for other files (Options.Separate) mentions images in any case: beside its types stands what
// others may need. So that a large file is not translated once to learn of it and once more for
// its text, two answers come without a translation for the file alone:
//
//   - DealsWithImages, from the syntax, that a file has to do with images;
//   - Output.Alone, from the text for others, that it has not. What is planned for others only, at
//     the definitions of types and where a scope tells of its types, is kept apart for it. This
//     holds if the file itself refers to no part of an object on another image: then a translation
//     for the file alone would plan nothing at these places.
//
// Where neither answer comes, the file is translated twice.

// announce plans what is there for other files.
func (l *lowerer) announce(plan func()) {
	before := l.announcing
	l.announcing = true
	plan()
	l.announcing = before
}

// DealsWithImages tells whether a file surely has to do with images: it declares or allocates a
// coarray, or has an image control statement or an image selector. Of a file that has to do with
// them in other ways only, such as by the name of a coarray of a module, it does not.
func DealsWithImages(f *syntax.File) bool {
	return slices.ContainsFunc(f.Stmts, func(s syntax.Stmt) bool {
		switch s := s.(type) {
		case *syntax.TypeDeclStmt:
			return slices.ContainsFunc(s.Attrs,
				func(a *syntax.Attr) bool { return a.Codims != nil }) ||
				slices.ContainsFunc(s.Entities,
					func(e *syntax.Entity) bool { return e.Codims != nil })
		case *syntax.AllocateStmt:
			return slices.ContainsFunc(s.Allocs,
				func(a *syntax.Allocation) bool { return a.Codims != nil })
		case *syntax.SyncAllStmt, *syntax.SyncImagesStmt, *syntax.SyncMemoryStmt,
			*syntax.SyncTeamStmt, *syntax.LockStmt, *syntax.UnlockStmt, *syntax.EventPostStmt,
			*syntax.EventWaitStmt, *syntax.FormTeamStmt, *syntax.ChangeTeamStmt,
			*syntax.CriticalStmt:
			return true
		case *syntax.AssignStmt:
			return hasCoindexed(s.LHS()) || hasCoindexed(s.RHS())
		}
		return false
	})
}
