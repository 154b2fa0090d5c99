package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// failuresMark stands behind the last program unit of a file that asks which images have failed. A
// program with it says at its start what a communication library cannot give of that
// (internal/conduit/net/start.go). The linker makes one of the common blocks of all files.
const failuresMark = `
      block data coral_asks_for_failures
      integer(1) :: coral_failures_wanted
      common /coral_failures/ coral_failures_wanted
      end block data
`

// asksForFailures tells whether a file names FAILED_IMAGES, IMAGE_STATUS or STAT_FAILED_IMAGE.
func asksForFailures(f *syntax.File) bool {
	return slices.ContainsFunc(f.Stmts, func(s syntax.Stmt) bool {
		return s.Info().HasToken(func(kind syntax.Kind, text string) bool {
			return kind == syntax.NameTok && resolve.AsksForFailures[text]
		})
	})
}
