package bench

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/coral-pgas/coral/bench/harness"
)

// openCoarrays is the name of that system in keys and in the table.
const openCoarrays = "OpenCoarrays -O2"

// findOpenCoarrays gives OpenCoarrays with its compiler wrapper and the mpirun that belongs to it;
// nil if it is not installed.
func findOpenCoarrays() *system {
	oc, ok := harness.FindOpenCoarrays()
	if !ok {
		return nil
	}
	return &system{
		name:     openCoarrays,
		programs: []string{"element", "sections", "stream", "sync", "crowd"},
		compile:  []string{oc.Wrapper, "-O2"},
		launch: func(executable string, images int) []string {
			return append(oc.Run(images), executable)
		},
		env:   harness.MPIEnvironment,
		other: true,
	}
}

// mpiBarriers measures MPI_Barrier of the MPI libraries that are installed beside. MPICH at 64
// processes on a few cores takes seconds for each, and is left out.
func (b *bench) mpiBarriers(ctx context.Context) {
	for family, sizes := range map[string][]int{"openmpi": {16, 64}, "mpich": {16}} {
		if _, err := exec.LookPath("mpicc." + family); err != nil {
			continue
		}
		run := harness.FindMPIRun(family)
		executable, ok := b.buildC(ctx, "mpibarrier", "mpicc."+family)
		if run == nil || !ok {
			continue
		}
		for _, n := range sizes {
			b.progress("%s: barrier of %d", family, n)
			env := (&system{env: harness.MPIEnvironment}).environment(n)
			output, _, err := b.execute(ctx, env, append(run(n), executable, "3"), nil)
			if err != nil {
				b.results.fail(fmt.Errorf("%s barrier of %d: %w", family, n, err))
				continue
			}
			b.results.collect(family, output)
		}
	}
}
