// Package bench measures what Coral's operations cost, beside limits that it measures in the same
// run: the same loop over local memory, a bare cache line between two processes, other systems
// where they are installed.
//
// The measured programs are in micro/: Fortran and C are embedded as source and built in a work
// directory; the Go ones (package gomicro) are part of the command, which runs itself for them.
// README.md says what each row of the table means.
package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/coral-pgas/coral/bench/record"
	"github.com/coral-pgas/coral/internal/provider"
)

// Options of a run. Coral, GoMicro and Out must be set.
type Options struct {
	Coral    string              // path of the coral command, which builds the Fortran programs
	GoMicro  []string            // command that runs gomicro.Run with the arguments appended to it
	GoNAS    map[string][]string // commands that run the NAS programs "cg" and "is" in Go likewise
	Dir      string              // work directory, kept; if empty, a temporary one that is removed
	Out      io.Writer
	Progress io.Writer // one line, overwritten, while it works; nil: none
	Quick    bool      // fewer repetitions, no 1,024 images, no other systems
	// Report gets the table as data; nil: nobody wants it.
	Report func(record.Experiment) error
}

// ErrIncomplete is returned, after the table has been written, when a program could not be built or
// run. That a row is behind its limit is not an error.
var ErrIncomplete = errors.New("some rows have no figure")

// benchmark is one of the tables: what it measures, and its rows from what has been measured.
type benchmark struct {
	name    string
	unpack  func(*bench) error // writes the programs' sources into the work directory
	measure func(*bench, context.Context)
	head    func(*bench, context.Context) // writes what the figures depend on
	groups  func(*bench) []*group
	// columns is a further table, of what groups have below each other; nil: none.
	columns func(*bench) record.Table
	// summary counts the rows by what has become of them; nil: as for rows that have limits.
	summary func(groups []*group) string
}

// behindLimits counts the rows of a table whose rows have limits.
func behindLimits(groups []*group) string {
	behind, missing := tally(groups)
	return fmt.Sprintf("%d rows behind their limit, %d without a figure", behind, missing)
}

// microHead is the head of the tables of single operations.
func microHead(name string) func(*bench, context.Context) {
	return func(b *bench, _ context.Context) { b.machine.write(b.Out, b, name) }
}

// Micro measures and writes the table to o.Out. It returns an error when something could not run.
func Micro(ctx context.Context, o Options) error {
	return run(ctx, o, benchmark{name: "micro", unpack: (*bench).unpack,
		measure: (*bench).measureAll, head: microHead("micro"), groups: (*bench).groups})
}

func run(ctx context.Context, o Options, which benchmark) error {
	dir, err := filepath.Abs(o.Dir) // programs are built in it
	if err != nil {
		return fmt.Errorf("bench: no work directory: %w", err)
	}
	if o.Dir == "" {
		temporary, err := os.MkdirTemp("", "coral-bench-")
		if err != nil {
			return fmt.Errorf("bench: no work directory: %w", err)
		}
		defer os.RemoveAll(temporary)
		dir = temporary
	}
	here := lookAtMachine(ctx)
	b := &bench{Options: o, dir: dir, machine: here, results: newResults(),
		built: map[string]string{}, timeLimit: timeLimit}
	if err := which.unpack(b); err != nil {
		return err
	}
	start := time.Now()
	which.measure(b, ctx)
	b.progress("")
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("bench: interrupted: %w", err)
	}

	which.head(b, ctx)
	groups := which.groups(b)
	for _, g := range groups {
		g.write(o.Out)
	}
	e := experimentOf(which.name, groups, b.results.failures, time.Since(start))
	if which.columns != nil {
		t := which.columns(b)
		writeColumns(o.Out, t)
		e.Tables = append(e.Tables, t)
	}
	if o.Report != nil {
		err = o.Report(e)
	}
	summary := behindLimits
	if which.summary != nil {
		summary = which.summary
	}
	fmt.Fprintf(o.Out, "%s; measured in %.0f s\n", summary(groups), time.Since(start).Seconds())
	for _, f := range b.results.failures {
		fmt.Fprintf(o.Out, "could not run: %v\n", f)
	}
	if len(b.results.failures) > 0 {
		err = errors.Join(err, fmt.Errorf("bench: %w", ErrIncomplete))
	}
	return err
}

// bench is one run.
type bench struct {
	Options
	dir       string
	machine   *machine
	results   *results
	built     map[string]string // executables by system and program
	timeLimit time.Duration     // of each program that is run
	round     int               // of several in which everything is measured

	on      string             // of net: patterns of the ways that are measured; "": all
	mpichBy *provider.Provider // of net: the library that MPICH sends by, if it is one of Coral's
}

// depth is how thoroughly this run measures.
type depth struct {
	// processes started for a program, one after the other: each has its own luck with physical
	// memory
	rounds int
	// rounds of the programs whose figures depend on where their code lies: the median is one over
	// these, not over repetitions
	layouts     int
	repetitions int // measurements in each
	patience    float64
}

func (b *bench) depth() depth {
	if b.Quick {
		return depth{rounds: 1, layouts: 1, repetitions: 5, patience: 0.3}
	}
	return depth{rounds: 3, layouts: 9, repetitions: 5, patience: 1}
}

func (b *bench) progress(format string, args ...any) {
	if b.Progress == nil {
		return
	}
	fmt.Fprintf(b.Progress, "\r\x1b[K"+format, args...)
}

// measureAll runs everything, in rounds over all programs, so that what is compared is measured
// close together and a slow minute of the machine does not fall on one side alone.
func (b *bench) measureAll(ctx context.Context) {
	systems := b.systems(ctx)
	d := b.depth()
	for b.round = range d.layouts {
		for _, program := range []string{"element", "sections", "holders", "stream",
			"held_stream"} {
			for _, s := range systems {
				if !s.runs(program) || b.round >= d.rounds &&
					(s.other || !slices.Contains(layoutSensitive, program)) {
					continue
				}
				b.run(ctx, s, program, 2, fmt.Sprint(d.repetitions), fmt.Sprint(d.patience))
			}
			if program == "sections" {
				b.bareSections(ctx, fmt.Sprint(d.repetitions))
			}
		}
	}
	// Short runs: each process has its own luck with where its lines are kept, and processors are
	// moved about.
	for range 3 * d.rounds {
		b.bare(ctx, "meet", fmt.Sprint(2*d.repetitions))
		for _, s := range systems {
			switch {
			case !s.runs("sync"):
			case s.other:
				b.run(ctx, s, "sync", 2, "3")
			default:
				b.run(ctx, s, "sync", 2, fmt.Sprint(2*d.repetitions))
			}
		}
	}
	b.measureCrowds(ctx, systems)
}

// measureCrowds: more images than cores, idle images, starting and ending.
func (b *bench) measureCrowds(ctx context.Context, systems []*system) {
	for range 2 * b.depth().rounds {
		for _, n := range []int{16, 64} {
			for _, s := range systems {
				if s.runs("crowd") && !s.other {
					b.beside(ctx, fmt.Sprintf("barrier%d", n),
						[]string{"barrier", fmt.Sprint(n), "3"}, s.name, "crowd",
						func() { b.run(ctx, s, "crowd", n, "barrier", "3") })
				}
			}
		}
	}
	for _, s := range systems {
		if !s.runs("crowd") {
			continue
		}
		if s.other {
			b.run(ctx, s, "crowd", 16, "barrier", "3")
			b.run(ctx, s, "crowd", 64, "barrier", "3")
			continue
		}
		if s.compile != nil {
			b.measureCrowdTeams(ctx, s)
		}
		b.idle(ctx, s, "sleep")
		b.idle(ctx, s, "read")
		b.startUp(ctx, s, 64, 3)
		if !b.Quick {
			b.startUp(ctx, s, 1024, 1)
		}
	}
	if !b.Quick {
		b.mpiBarriers(ctx)
		b.translation(ctx)
	}
}
