package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/coral-pgas/coral/bench/harness"
)

// Halo exchanges of more images than processors, beside the same exchange of Open MPI's processes,
// and FORM TEAM beside SYNC ALL.

var (
	haloImages = []int{4, 8}
	formImages = []int{64, 256, 1024, 4000}
)

const (
	formLimit  = 20        // times SYNC ALL
	imageBytes = 3 << 20   // that an image of FORM TEAM's rows takes, about
	spareBytes = 4 << 30   // to be left to others
	halo       = "mpihalo" // the program of MPI's
)

// measureCrowdTeams takes turns: what the machine does besides comes to both.
func (b *bench) measureCrowdTeams(ctx context.Context, s *system) {
	run := harness.FindMPIRun("openmpi")
	executable, ok := "", false
	if _, err := exec.LookPath("mpicc.openmpi"); err == nil && run != nil && !b.Quick {
		executable, ok = b.buildC(ctx, halo, "mpicc.openmpi")
	}
	for range 2 * b.depth().rounds {
		for _, n := range haloImages {
			b.run(ctx, s, "crowdteams", n, "halo", "1")
			if ok {
				b.mpiHalo(ctx, append(run(n), executable, "1"), n)
			}
		}
	}
	for _, n := range formImages {
		if n > 256 && (b.Quick || freeMemory() < uint64(n)*imageBytes+spareBytes) {
			continue
		}
		b.run(ctx, s, "crowdteams", n, "form", fmt.Sprint(2*b.depth().repetitions))
	}
}

// freeMemory is what the kernel could give without taking it from others; 0 if that is unknown.
func freeMemory() uint64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), "MemAvailable:")
	var kib uint64
	if _, err := fmt.Sscan(after, &kib); err != nil {
		return 0
	}
	return kib << 10
}

func (b *bench) mpiHalo(ctx context.Context, command []string, n int) {
	if ctx.Err() != nil {
		return
	}
	b.progress("Open MPI: halo of %d", n)
	output, _, err := b.execute(ctx, (&system{env: harness.MPIEnvironment}).environment(n), command,
		nil)
	if err != nil {
		b.results.fail(fmt.Errorf("halo of %d by Open MPI: %w", n, err))
		return
	}
	b.results.collect("openmpi", output)
}

// crowdTeams are the rows of both.
func (b *bench) crowdTeams() *group {
	g := &group{
		title: fmt.Sprintf("Halos and teams, more images than cores (%d)", b.machine.cores),
		compares: "halo: µs of an exchange with both neighbours; limit: Open MPI's, " +
			"--oversubscribe, in turns. " +
			"FORM TEAM: ms of one; limit: SYNC ALL just before",
	}
	const system = "Fortran -O2"
	for _, n := range haloImages {
		kind := fmt.Sprint("halo", n)
		r := row{name: fmt.Sprintf("halo, %d images", n), required: "≤ 1", verdict: missing}
		own, mpi := b.results.samples[key{system, "crowd", kind}], b.results.samples[key{"openmpi",
			"mpi", kind}]
		var pairs []sample
		for i := range min(len(own), len(mpi)) {
			pairs = append(pairs, sample{"own": own[i]["ns"], "mpi": mpi[i]["ns"]})
		}
		if ratio, ok := medianOf(pairs, func(s sample) float64 { return s["own"] / s["mpi"] }); ok {
			value, _ := medianOf(pairs, func(s sample) float64 { return s["own"] })
			limit, _ := medianOf(pairs, func(s sample) float64 { return s["mpi"] })
			r.measured(fmt.Sprintf("%.1f µs", value/1e3), fmt.Sprintf("%.1f µs", limit/1e3), ratio,
				ratio <= 1)
		} else if value, ok := b.results.median(key{system, "crowd", kind}, "ns"); ok {
			r.value, r.verdict = fmt.Sprintf("%.1f µs", value/1e3), shown
		}
		g.rows = append(g.rows, r)
	}
	for _, n := range formImages {
		k := key{system, "form", fmt.Sprint(n)}
		value, ok := b.results.median(k, "form")
		if !ok {
			continue // too little memory, or a quick run
		}
		r := row{name: fmt.Sprintf("FORM TEAM, %d images", n),
			required: fmt.Sprintf("≤ %d", formLimit), verdict: missing}
		limit, _ := b.results.median(k, "sync")
		ratio, _ := medianOf(b.results.samples[k],
			func(s sample) float64 { return s["form"] / s["sync"] })
		r.measured(fmt.Sprintf("%.2f ms", value/1e6), fmt.Sprintf("%.2f ms", limit/1e6), ratio,
			ratio <= formLimit)
		g.rows = append(g.rows, r)
	}
	return g
}
