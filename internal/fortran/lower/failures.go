package lower

import (
	"fmt"
	"hash/fnv"
	"io"
	"path/filepath"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// failuresMark stands behind the last program unit of a file that asks which images have failed. A
// program with it says at its start what a communication library cannot give of that
// (internal/conduit/net/start.go). The linker makes one of the common blocks of all files. The name
// of the program unit is a symbol of its own, with a number for the file.
const failuresMark = `
      block data coral_failures_%016x
      integer(1) :: coral_failures_wanted
      common /coral_failures/ coral_failures_wanted
      end block data
`

func markOfFailures(f *syntax.File) string {
	h := fnv.New64a()
	_, _ = io.WriteString(h, filepath.Base(f.Source.Name)+"\n"+f.Source.Text)
	return fmt.Sprintf(failuresMark, h.Sum64())
}
