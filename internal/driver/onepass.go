package driver

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// A program with errors that Coral finds often has others, which only the compiler finds. So that
// its user sees all of them at once, what can be compiled is compiled all the same: the statements
// that Coral has refused are left out.

// leftOut is a statement, without its label, that is left out. A label needs CONTINUE, which may
// not stand in WHERE and FORALL constructs.
type leftOut struct {
	diag.Range
	labelled bool
}

// leaveOut notes in each file the statements that have errors. It tells whether all errors are in
// statements that can be left out: others depend on declarations, and on the structure of
// constructs.
func (b *build) leaveOut(files []*syntax.File, diags *diag.List) bool {
	for _, u := range b.units {
		u.leftOut = nil
	}
	for _, d := range diags.All() {
		if d.Severity == diag.Error && !b.leaveOutAt(files, d.Range) {
			return false
		}
	}
	return true
}

// leaveOutAt is leaveOut for one place.
func (b *build) leaveOutAt(files []*syntax.File, at diag.Range) bool {
	for i, f := range files {
		u := b.units[i]
		if at.Src != u.source {
			continue // another file, or one that an INCLUDE line names
		}
		for _, s := range f.Stmts {
			if r := s.Span(); r.Src == at.Src && r.Start <= at.Start && at.Start < r.End {
				if !isAction(s) {
					return false
				}
				label := s.Info().Label
				if label != nil {
					r.Start = label.Range.End
				}
				u.leftOut = append(u.leftOut, leftOut{r, label != nil})
				return true
			}
		}
	}
	return false
}

// isAction tells whether a statement stands for itself, so that others do not miss it.
func isAction(s syntax.Stmt) bool {
	switch s.(type) {
	case *syntax.AssignStmt, *syntax.PtrAssignStmt, *syntax.CallStmt, *syntax.AllocateStmt,
		*syntax.DeallocateStmt, *syntax.NullifyStmt, *syntax.IfStmt, *syntax.WhereStmt,
		*syntax.ForallStmt, *syntax.IOStmt, *syntax.StopStmt, *syntax.SyncAllStmt,
		*syntax.SyncImagesStmt, *syntax.SyncMemoryStmt, *syntax.SyncTeamStmt, *syntax.LockStmt,
		*syntax.UnlockStmt, *syntax.EventPostStmt, *syntax.EventWaitStmt, *syntax.NotifyWaitStmt,
		*syntax.FormTeamStmt, *syntax.SpawnStmt:
		return true
	}
	return false
}

// without is a text without some statements. Lines keep their numbers.
func without(text string, statements []leftOut) string {
	slices.SortFunc(statements, func(a, b leftOut) int { return int(a.Start) - int(b.Start) })
	var b strings.Builder
	end := 0
	for _, r := range statements {
		if int(r.Start) < end {
			continue // the second error of a statement
		}
		b.WriteString(text[end:r.Start])
		if r.labelled {
			b.WriteString(" continue")
		}
		end = int(r.End)
		b.WriteString(strings.Repeat("\n", strings.Count(text[r.Start:r.End], "\n")))
	}
	return b.String() + text[end:]
}

// showTheCompilers shows what the compilers find in a program in which Coral has found errors.
func (b *build) showTheCompilers(ctx context.Context) {
	if !b.others {
		return
	}
	b.others, b.onlyMessages = false, true
	if b.translate(ctx) != nil {
		return
	}
	var err error
	if b.rt, err = b.support(ctx); err == nil {
		err = b.compile(ctx)
	}
	if err != nil && !errors.Is(err, ErrReported) {
		b.work.note("the compiler was not asked for further errors: %v", err)
	}
}
