// Package papers repeats the evaluations of the four papers that Coral implements: each of their
// tables and figures that can be run on one machine, or on a test cluster made on it, is an
// experiment here. docs/papers.md lists them.
package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/coral-pgas/coral/bench/harness"
	"github.com/coral-pgas/coral/bench/record"
	"github.com/coral-pgas/coral/internal/config"
)

// Options of a run. Coral and Out must be set.
type Options struct {
	Coral    string        // the command
	Dir      string        // where programs are built, and the record is kept; "": papers-results
	Only     string        // patterns of experiments' IDs, separated by commas; "": all
	Full     bool          // all sizes and classes, more rounds
	Quick    bool          // one round of the smallest sizes: to see that all can be run
	Machine  []record.Fact // for the head of the report
	Out      io.Writer     // for the lines of results
	Progress io.Writer     // nil: nobody looks
	Again    bool          // measure also what the record has
}

// ErrNothing is the error for patterns that select no experiment.
var ErrNothing = errors.New("no experiment has an ID with")

// ErrIncomplete is the error of a run in which something could not be measured.
var ErrIncomplete = errors.New("some experiments could not be run as a whole")

// experiment is one table or figure.
type experiment struct {
	record.Experiment
	// measure fills in figures, tables, finding and verdict. What cannot be run is left with r.
	measure func(ctx context.Context, r *runner, e *record.Experiment)
}

// The papers, as experiments name them.
const (
	omni = "Coarrays in XcalableMP Fortran: the Omni compiler"
	rice = "Co-Array Fortran on hardware shared memory (Rice)"
	caf2 = "Hiding latency in Coarray Fortran 2.0 (Rice)"
	xmpc = "Coarrays of XcalableMP/C on GASNet, ARMCI and MPI-3"
)

// all are the experiments in the order of the papers.
func all() []experiment {
	return slices.Concat(omniExperiments(), riceExperiments(), latencyExperiments(),
		caf2Experiments(), xmpcExperiments())
}

// IDs lists the experiments that patterns select: ID, paper, table or figure, and what is measured.
func IDs(only string) (list [][4]string) {
	chosen, _ := selected(only)
	for _, e := range chosen {
		list = append(list, [4]string{e.ID, e.Source, e.Item, e.Title})
	}
	return list
}

// selected are the experiments that Only selects. A pattern that selects none is an error.
func selected(only string) ([]experiment, error) {
	list := all()
	if only == "" {
		return list, nil
	}
	var chosen []experiment
	for _, pattern := range strings.Split(only, ",") {
		found := false
		for _, e := range list {
			if !strings.Contains(e.ID, pattern) {
				continue
			}
			found = true
			if !slices.ContainsFunc(chosen, func(c experiment) bool { return c.ID == e.ID }) {
				chosen = append(chosen, e)
			}
		}
		if !found {
			return nil, fmt.Errorf("bench papers: --only: %w %q: `coral bench papers --list` "+
				"prints all", ErrNothing, pattern)
		}
	}
	order := map[string]int{}
	for i, e := range list {
		order[e.ID] = i
	}
	slices.SortFunc(chosen, func(a, b experiment) int {
		return cmp.Compare(order[a.ID], order[b.ID])
	})
	return chosen, nil
}

// Select tells whether patterns select experiments; the error names one that selects none.
func Select(only string) error {
	_, err := selected(only)
	return err
}

// RecordFile is the name of the record in the directory of a run.
const RecordFile = "papers.json"

// wholeTime is how long a run may take that is not full. Each experiment gets an even share of what
// is left of it. What has not begun by then is left for the next run.
const wholeTime = 15 * time.Minute

// Run measures what is selected and not yet in the record of the directory, and gives the record.
// It is written after each experiment, so that an interrupted run can be gone on with.
func Run(ctx context.Context, o Options) (*record.Record, error) {
	chosen, err := selected(o.Only)
	if err != nil {
		return nil, err
	}
	r, err := newRunner(o)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(r.dir, RecordFile)
	rec, err := record.Read(file)
	if errors.Is(err, os.ErrNotExist) {
		rec, err = &record.Record{}, nil
	}
	if err != nil {
		return nil, err
	}
	rec.Title = "Four papers on coarrays, their experiments with Coral"
	rec.Command = "coral bench papers" + o.flag()
	rec.Date = time.Now().Format("2 January 2006, 15:04")
	rec.Machine = o.Machine
	incomplete, begun := false, time.Now()
	for i, e := range chosen {
		command := "coral bench papers --only " + e.ID + o.flag()
		if old := rec.Find(e.ID); old != nil && !o.Again && old.Command == command &&
			old.Verdict != record.Missing {
			fmt.Fprintf(o.Out, "%-18s %s (of an earlier run)\n", e.ID, old.Finding)
			continue
		}
		if !o.Full && time.Since(begun) > wholeTime {
			fmt.Fprintf(o.Out, "%-18s not begun: %v are over; the same command goes on\n", e.ID,
				wholeTime)
			incomplete = true
			continue
		}
		share := (wholeTime - time.Since(begun)) / time.Duration(len(chosen)-i)
		r.begin(fmt.Sprintf("%d of %d, %s", i+1, len(chosen), e.ID), share)
		start := time.Now()
		found := e.Experiment
		found.Command = command
		e.measure(ctx, r, &found)
		r.progress("")
		if ctx.Err() != nil {
			return rec, fmt.Errorf("bench papers: interrupted: what was measured is in %s, and "+
				"the same command goes on from there: %w", file, ctx.Err())
		}
		found.Seconds = time.Since(start).Seconds()
		found.Left = append(found.Left, r.left...)
		if len(found.Figures)+len(found.Tables) == 0 {
			found.Verdict = record.Missing
		}
		incomplete = incomplete || len(found.Left) > 0
		rec.Put(found)
		inOrder(rec)
		if err := rec.Write(file); err != nil {
			return rec, fmt.Errorf("bench papers: %w", err)
		}
		fmt.Fprintf(o.Out, "%-18s %s (%s, %.0f s)\n", e.ID, found.Finding, found.Verdict,
			found.Seconds)
		for _, l := range found.Left {
			fmt.Fprintf(o.Out, "%-18s not run: %s\n", "", l)
		}
	}
	if incomplete {
		return rec, fmt.Errorf("bench papers: %w", ErrIncomplete)
	}
	return rec, nil
}

// flag is that of how much is measured.
func (o Options) flag() string {
	switch {
	case o.Full:
		return " --full"
	case o.Quick:
		return " --quick"
	}
	return ""
}

// inOrder puts the experiments of a record into the order of the papers.
func inOrder(rec *record.Record) {
	order := map[string]int{}
	for i, e := range all() {
		order[e.ID] = i
	}
	slices.SortStableFunc(rec.Experiments, func(a, b record.Experiment) int {
		return cmp.Compare(order[a.ID], order[b.ID])
	})
}

// system is one of the sides of an experiment.
type system struct {
	name  string   // in figures
	env   []string // beside the process's own
	start []string // what comes before the program: a launcher; nil: the program starts its images
	hosts bool     // it runs on the hosts of the test cluster
	// threads: one process with OpenMP's threads in the place of images
	threads bool
	// linked is what compiles programs for a library that is linked into them, before `coral build`
	// has its options; nil: programs are the same for all systems.
	linked []string
}

// conduit are the words of `coral build` that link the library of a system.
func (s system) conduit() []string {
	for _, e := range s.env {
		if name, ok := strings.CutPrefix(e, config.Conduit.Name+"="); ok {
			return []string{"--conduit", name}
		}
	}
	return nil
}

// otherMethod tells whether a system is a library that a system before it has by another method of
// CORAL_MEMORY.
func (s system) otherMethod() bool {
	return strings.HasSuffix(s.name, ", RA") || strings.HasSuffix(s.name, ", CA")
}

// command is what runs a program on n images or processes.
func (s system) command(program string, n int, args ...string) (env, words []string) {
	env = slices.Concat(os.Environ(), harness.MPIEnvironment,
		[]string{fmt.Sprintf("CORAL_NUM_IMAGES=%d", n)}, s.env)
	if s.threads {
		env = append(env, fmt.Sprintf("OMP_NUM_THREADS=%d", n))
	}
	words = slices.Clone(s.start)
	for i, w := range words {
		if w == "N" {
			words[i] = fmt.Sprint(n)
		}
	}
	return env, append(append(words, program), args...)
}
