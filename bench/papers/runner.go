package papers

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/coral-pgas/coral/bench/harness"
	"github.com/coral-pgas/coral/bench/hpcc"
	"github.com/coral-pgas/coral/bench/record"
	"github.com/coral-pgas/coral/examples"
)

//go:embed programs
var programs embed.FS

// programTime ends a program that hangs.
const programTime = 3 * time.Minute

// flags are those of all sides.
var flags = []string{"-O3"}

// runner builds and runs the programs of experiments.
type runner struct {
	Options
	dir   string
	built map[string]string // executables by name; "": could not be built
	now   string            // the experiment, for progress
	left  []string          // of it: what could not be run
	began time.Time         // its share of the time of all, from began on
	share time.Duration
}

// newRunner makes the directory and writes the programs into it.
func newRunner(o Options) (*runner, error) {
	dir, err := filepath.Abs(cmp.Or(o.Dir, "papers-results"))
	if err != nil {
		return nil, fmt.Errorf("bench papers: no directory for the results: %w", err)
	}
	r := &runner{Options: o, dir: dir, built: map[string]string{}}
	for from, files := range map[string]fs.FS{".": programs, "examples": examples.XMP,
		"examples/": examples.NAS, "hpcc": hpcc.Sources} {
		if err := unpack(filepath.Join(dir, "source", from), files); err != nil {
			return nil, fmt.Errorf("bench papers: unpacking the programs: %w", err)
		}
	}
	return r, nil
}

// unpack writes files, also over those of an earlier run.
func unpack(dir string, files fs.FS) error {
	return fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		target := filepath.Join(dir, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o666)
	})
}

func (r *runner) begin(experiment string, share time.Duration) {
	r.now, r.left, r.began, r.share = experiment, nil, time.Now(), share
}

func (r *runner) progress(format string, args ...any) {
	if r.Progress == nil {
		return
	}
	if format == "" {
		fmt.Fprint(r.Progress, "\r\x1b[K")
		return
	}
	fmt.Fprintf(r.Progress, "\r\x1b[K"+r.now+": "+format, args...)
}

// leave notes what could not be run, once.
func (r *runner) leave(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !slices.Contains(r.left, text) {
		r.left = append(r.left, text)
	}
}

// source is the path of a program's file.
func (r *runner) source(name string) string { return filepath.Join(r.dir, "source", name) }

// build compiles a program once, in a directory of its own, where module files are left.
func (r *runner) build(ctx context.Context, name string, compiler []string, files ...string) (
	executable string, ok bool) {
	if done, seen := r.built[name]; seen {
		return done, done != ""
	}
	r.built[name] = ""
	r.progress("compiling %s", name)
	dir := filepath.Join(r.dir, "built", name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		r.leave("%s: %v", name, err)
		return "", false
	}
	path, err := exec.LookPath(compiler[0])
	if err != nil {
		r.leave("%s: %s is not installed", name, compiler[0])
		return "", false
	}
	executable = filepath.Join(dir, name)
	words := slices.Concat([]string{path}, compiler[1:], flags, []string{"-o", executable})
	for _, f := range files {
		if !strings.HasPrefix(f, "-") {
			f = r.source(f)
		}
		words = append(words, f)
	}
	if err := harness.Compile(ctx, dir, words); err != nil {
		r.leave("%s: building: %v", name, err)
		return "", false
	}
	r.built[name] = executable
	return executable, true
}

// coral builds a program with Coral.
func (r *runner) coral(ctx context.Context, name string, files ...string) (string, bool) {
	return r.build(ctx, name, []string{r.Coral, "build"}, files...)
}

// coralFor builds a program as a system needs it.
func (r *runner) coralFor(ctx context.Context, s system, name string, files ...string) (string,
	bool) {
	if s.linked == nil {
		return r.coral(ctx, name, files...)
	}
	slug := strings.NewReplacer(", ", "-", " ", "-").Replace(strings.ToLower(s.name))
	compiler := slices.Concat(s.linked, []string{r.Coral, "build"}, s.conduit())
	return r.build(ctx, name+"-"+slug, compiler, files...)
}

// run runs a program on n images of a system and gives its lines of figures. One that fails, or
// does not end, may have printed some before: they count, and the report says how it ended.
func (r *runner) run(ctx context.Context, s system, program string, n int,
	args ...string) (lines []line) {
	output, ended := r.output(ctx, s, program, n, args...)
	for text := range strings.Lines(output) {
		if name, kind, sample, ok := harness.ParseSample(text); ok {
			lines = append(lines, line{name, kind, sample})
		}
	}
	if ended && len(lines) == 0 {
		r.leave("%s, %s: it printed no figures: %s", s.name, filepath.Base(program),
			harness.Tail([]byte(output)))
	}
	return lines
}

// output runs a program on n images of a system and gives what it printed.
func (r *runner) output(ctx context.Context, s system, program string, n int,
	args ...string) (text string, ok bool) {
	if ctx.Err() != nil {
		return "", false
	}
	r.progress("%s, %s %s on %d", s.name, filepath.Base(program), strings.Join(args, " "), n)
	env, words := s.command(program, n, args...)
	output, _, err := harness.Execute(ctx, harness.Command{Dir: r.dir, Env: env, Words: words,
		Limit: programTime})
	if err != nil && ctx.Err() == nil {
		r.leave("%s, %s %s on %d images: %v", s.name, filepath.Base(program),
			strings.Join(args, " "), n, err)
	}
	return string(output), err == nil
}

// line is one line of figures of a program.
type line struct {
	name, kind string
	harness.Sample
}

// series collects the values of several rounds, by name and x.
type series struct {
	order  []string
	values map[string]map[float64][]float64
}

func newSeries() *series { return &series{values: map[string]map[float64][]float64{}} }

func (s *series) add(name string, x, y float64) {
	if s.values[name] == nil {
		s.order = append(s.order, name)
		s.values[name] = map[float64][]float64{}
	}
	s.values[name][x] = append(s.values[name][x], y)
}

// list gives them as the record has them, in the order of their first values.
func (s *series) list() (list []record.Series) {
	for _, name := range s.order {
		one := record.Series{Name: name}
		var at []float64
		for x := range s.values[name] {
			at = append(at, x)
		}
		slices.Sort(at)
		for _, x := range at {
			if p, ok := record.Of(x, s.values[name][x]); ok {
				one.Points = append(one.Points, p)
			}
		}
		list = append(list, one)
	}
	return list
}

// mpiHere are the MPI libraries on this machine, as systems.
func mpiHere() (list []system, families []string) {
	for _, m := range harness.MPIFamilies {
		start := harness.FindMPIRun(m.Family)
		if _, err := exec.LookPath("mpicc." + m.Family); err != nil || start == nil {
			continue
		}
		list = append(list, system{name: m.Title, start: launcher(start)})
		families = append(families, m.Family)
	}
	return list, families
}

// launcher is the command line of an mpirun as systems have it: N stands for the processes.
func launcher(run func(n int) []string) []string {
	words := run(1)
	words[len(words)-1] = "N"
	return words
}

// rounds is how often all sides are run in turn: at most five, three or one times. Without --full
// no round begins, but the first, that would probably not end within the experiment's share of
// time.
func (r *runner) rounds() iter.Seq[int] { return r.roundsOf(0, 1) }

// roundsOf are those of a part, from 0 on, of an experiment in so many parts. The parts up to this
// one have as many equal parts of the share, so that the first does not take the time of all.
func (r *runner) roundsOf(part, parts int) iter.Seq[int] {
	until := r.began.Add(r.share * time.Duration(part+1) / time.Duration(parts))
	most := 3
	switch {
	case r.Full:
		most = 5
	case r.Quick:
		most = 1
	}
	return func(yield func(int) bool) {
		for i := range most {
			start := time.Now()
			if !yield(i) {
				return
			}
			if !r.Full && time.Now().Add(time.Since(start)).After(until) {
				return
			}
		}
	}
}
