package bench

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/bench/harness"
)

// The limits of `coral bench async`, as README.md explains them.
const (
	shortCopyLimit   = 1.6  // × a blocking put and the post of an event
	outstandingRatio = 0.9  // of the memory copy's speed
	overlapLimit     = 1.15 // × the longer of the two
	spawnLimit       = 3.0  // × the round trip of a bare cache line
	oneWayMillions   = 5.0  // functions a second
)

// crowdOf is on how many images the collectives are measured.
var crowdOf = []int{2, 4, 8}

// Async measures asynchronous operations and writes the table to o.Out. It returns an error when
// something could not run.
func Async(ctx context.Context, o Options) error {
	return run(ctx, o, benchmark{name: "async", unpack: (*bench).unpack,
		measure: (*bench).measureAsync, head: microHead("async"), groups: (*bench).asyncGroups})
}

// measureAsync runs everything in rounds, so that what is compared is measured close together.
func (b *bench) measureAsync(ctx context.Context) {
	d := b.depth()
	systems := b.asyncSystems()
	for round := range d.layouts {
		for _, s := range systems {
			for _, program := range []string{"copies", "overlap"} {
				// Copies have their luck with physical memory once for each process.
				if s.runs(program) && (program == "copies" || round < d.rounds) {
					b.run(ctx, s, program, 2, fmt.Sprint(d.repetitions), fmt.Sprint(d.patience))
				}
			}
		}
	}
	for range 3 * d.rounds {
		for _, s := range systems {
			if s.runs("spawn") {
				b.run(ctx, s, "spawn", 2, "3")
			}
		}
	}
	// Which images share a core, and how they take turns there, is settled anew in each process.
	for range d.layouts {
		for _, n := range crowdOf {
			if !b.Quick {
				b.mpi(ctx, "mpicollective", n)
			}
			for _, s := range systems {
				if s.runs("collectives") {
					b.run(ctx, s, "collectives", n, "3")
				}
			}
		}
	}
}

// asyncSystems are those that have asynchronous operations.
func (b *bench) asyncSystems() []*system {
	all := []string{"copies", "overlap", "spawn", "collectives"}
	return []*system{
		{name: "Fortran -O2", programs: all,
			compile: []string{b.Coral, "build", "-O2"}, launch: itself},
		{name: "Go", programs: all, launch: func(string, int) []string { return b.GoMicro }},
	}
}

// mpi runs an MPI program of micro/c with each of the libraries that is installed.
func (b *bench) mpi(ctx context.Context, program string, processes int) {
	for _, m := range harness.MPIFamilies {
		if _, err := exec.LookPath("mpicc." + m.Family); err != nil || ctx.Err() != nil {
			continue
		}
		start := harness.FindMPIRun(m.Family)
		executable, ok := b.buildC(ctx, program, "mpicc."+m.Family)
		if start == nil || !ok {
			continue
		}
		b.progress("%s: %s of %d", m.Title, program, processes)
		env := (&system{env: harness.MPIEnvironment}).environment(processes)
		output, _, err := b.execute(ctx, env, append(start(processes), executable, "3"), nil)
		if err != nil {
			b.results.fail(fmt.Errorf("%s, %s of %d: %w", m.Title, program, processes, err))
			continue
		}
		b.results.collect(m.Family, output)
	}
}

func (b *bench) asyncGroups() []*group {
	return []*group{b.asyncCopies(), b.overlapping(), b.shipping(), b.asyncCollectives()}
}

func (b *bench) asyncCopies() *group {
	g := &group{
		title: "Asynchronous copies between two images",
		compares: "value: ns of copy_async of 8 bytes that posts an event there; limit: put of " +
			"8 bytes and post of an event; " +
			"below: GB/s of 10,000 outstanding copies of 64 KiB; limit: memory copy of the " +
			"same blocks",
	}
	for _, s := range ours {
		add := func(kind, title, required string, measured func(r *row, p pair)) {
			r := row{name: s + " " + title, required: required, verdict: missing}
			if p, there := b.results.pair(key{s, "async", kind}); there {
				measured(&r, p)
			}
			g.rows = append(g.rows, r)
		}
		add("copy8", "8 bytes, completion by event", fmt.Sprintf("≤ %g", shortCopyLimit),
			func(r *row, p pair) {
				r.measured(duration(p.other), duration(p.local), 1/p.ratio,
					1/p.ratio <= shortCopyLimit)
			})
		long := func(r *row, p pair) {
			r.measured(speed(64<<10, p.other), speed(64<<10, p.local), p.ratio,
				p.ratio >= outstandingRatio)
		}
		add("outstanding", "10,000 of 64 KiB, then waited for",
			fmt.Sprintf("≥ %g", outstandingRatio), long)
		add("predicated", "10,000 of 64 KiB, begun before any may move",
			fmt.Sprintf("≥ %g", outstandingRatio), long)
	}
	return g
}

func (b *bench) overlapping() *group {
	g := &group{
		title: "Computing beside an asynchronous copy of 64 MiB, the other image asleep",
		compares: "value: time of both at once; limit: the longer of the two alone, in the " +
			"same repetition; below: each alone",
	}
	for _, s := range ours {
		r := row{name: s, required: fmt.Sprintf("≤ %g", overlapLimit), verdict: missing}
		all := b.results.samples[key{s, "async", "overlap"}]
		longer := func(x sample) float64 { return max(x["copy"], x["compute"]) }
		if ratio, there := medianOf(all,
			func(x sample) float64 { return x["both"] / longer(x) }); there {
			field := func(name string) float64 {
				v, _ := medianOf(all,
					func(x sample) float64 { return x[name] })
				return v
			}
			limit, _ := medianOf(all, longer)
			r.measured(duration(field("both")), duration(limit), ratio, ratio <= overlapLimit)
			r.detail = fmt.Sprintf("copy %s   computation %s", duration(field("copy")),
				duration(field("compute")))
		}
		g.rows = append(g.rows, r)
	}
	return g
}

func (b *bench) shipping() *group {
	g := &group{
		title: "Shipping a small function to the other image",
		compares: "round trip: ns until the event that it has returned is seen; limit: round " +
			"trip of a bare cache line between two pinned processes; " +
			"one way: million functions a second in a finish block",
	}
	for _, s := range ours {
		g.rows = append(g.rows, b.lineRow(s+" round trip", key{s, "async", "spawn"}, spawnLimit))
		r := row{name: s + " one way", limit: fmt.Sprintf("%g M/s", oneWayMillions),
			required: "≥ 1", verdict: missing}
		if ns, there := b.results.median(key{s, "async", "oneway"}, "ns"); there {
			r.value, r.ratio = fmt.Sprintf("%.1f M/s", 1e3/ns), fmt.Sprintf("%.2f",
				1e3/ns/oneWayMillions)
			r.verdict = verdict(1e3/ns >= oneWayMillions)
		}
		g.rows = append(g.rows, r)
	}
	return g
}

// asyncCollectives: each beside the faster of the MPI libraries.
func (b *bench) asyncCollectives() *group {
	g := &group{
		title: fmt.Sprintf("Asynchronous collectives, waited for at once (%d cores)",
			b.machine.cores),
		compares: "value: time of one, with an event; limit: blocking one of the faster MPI " +
			"library here, roots in turn on both sides; " +
			"8 bytes and 1 MiB of ordinary memory; below: each library",
	}
	for _, name := range []string{"broadcast", "allreduce"} {
		for _, bytes := range []int{8, 1 << 20} {
			for _, n := range crowdOf {
				kind := fmt.Sprintf("%s%dx%d", name, bytes, n)
				for _, s := range ours {
					g.rows = append(g.rows, b.collectiveRow(s, kind,
						fmt.Sprintf("%s %s of %s, %d images", s, name, bytesText(bytes), n)))
				}
			}
		}
	}
	return g
}

func (b *bench) collectiveRow(system, kind, title string) row {
	r := row{name: title, required: "≤ 1", verdict: missing}
	value, there := b.results.median(key{system, "async", kind}, "ns")
	if there {
		r.value, r.verdict = duration(value), shown
	}
	var libraries []string
	var limits []float64
	for _, m := range harness.MPIFamilies {
		if ns, measured := b.results.median(key{m.Family, "mpi", kind}, "ns"); measured {
			limits = append(limits, ns)
			libraries = append(libraries, m.Title+" "+duration(ns))
		}
	}
	r.detail = strings.Join(libraries, "   ")
	if there && len(limits) > 0 {
		limit := slices.Min(limits)
		r.measured(duration(value), duration(limit), value/limit, value <= limit)
	}
	return r
}

// mpiVersions says which MPI libraries stand beside.
func mpiVersions(ctx context.Context) []string {
	var list []string
	for _, m := range harness.MPIFamilies {
		start := harness.FindMPIRun(m.Family)
		if start == nil {
			continue
		}
		if output, err := exec.CommandContext(ctx, start(1)[0], "--version").Output(); err == nil {
			list = append(list, m.Title+" "+versionIn(string(output)))
		}
	}
	return list
}

// versionIn is the first word of a text that begins with a digit.
func versionIn(text string) string {
	for _, word := range strings.Fields(text) {
		if word[0] >= '0' && word[0] <= '9' {
			return word
		}
	}
	return "?"
}
