// Package cluster lets a coarray program run over several machines. It is imported for that alone:
//
//	import _ "github.com/coral-pgas/coral/coarray/cluster"
//
// The program can then be started by mpirun, mpiexec or srun, and by `coral run --conduit mpi`:
// each process is an image. Images of one machine use each other's memory; others are reached by
// MPI or UCX, to which the program is bound when it starts.
//
// The package needs cgo, and a C compiler when the program is built; programs without it need
// neither, and run on one machine.
package cluster

import (
	"fmt"
	"os"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net"
	"github.com/coral-pgas/coral/internal/layout"
)

func init() {
	conduit.AsksForFailures = callsAny("Fail", "FailedImages", "ImageStatus")
	conduit.OpenLinked = func(boot layout.Boot) (conduit.Conduit, error) {
		seg, err := net.Map(boot)
		if err != nil {
			return nil, err
		}
		return net.Start(boot, seg, false,
			func(err error) {
				fmt.Fprintf(os.Stderr, "coral: error: image %d: %v\n", boot.Image,
					err)
			}), nil
	}
}
