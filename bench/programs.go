package bench

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/coral-pgas/coral/bench/harness"
)

//go:embed micro/fortran micro/c micro/xmp
var sources embed.FS

// fortranSources are the files of each program, in the order of their modules.
var fortranSources = map[string][]string{
	"element":     {"support.f90", layoutFile, "opaque.f90", "element.f90"},
	"sections":    {"support.f90", layoutFile, "opaque.f90", "sections.f90"},
	"holders":     {"support.f90", layoutFile, "opaque.f90", "holders.F90"},
	"stream":      {"support.f90", layoutFile, "opaque.f90", "stream_size.f90", "stream.f90"},
	"held_stream": {"support.f90", layoutFile, "opaque.f90", "stream_size.f90", "held_stream.F90"},
	"sync":        {"support.f90", "bare_line.f90", "sync.f90", "line.c"},
	"crowd":       {"crowd.f90"},
	"crowdteams":  {"crowdteams.f90"},
	"net":         {"support.f90", "net.f90"},
	"memory":      {"support.f90", "memory.f90"},

	"netaccumulate": {"netaccumulate.c"}, // of XcalableMP/C, which has sums into other images

	"copies":      {"support.f90", "opaque.f90", "copies.caf"},
	"overlap":     {"support.f90", "opaque.f90", "overlap.caf"},
	"spawn":       {"support.f90", "bare_line.f90", "spawn.caf", "line.c"},
	"collectives": {"support.f90", "collectives.caf"},
}

// layoutFile moves the code that is linked behind it by some cache lines, in each round by others,
// and alignments has other options for each round: what the processor's prefetcher and predictors
// make of a loop depends on its address. The same loop over the same arrays runs at 20 or at 27
// GB/s on Zen 3, with nothing but its place changed. On Zen 5 a loop of 32 elements takes 0.20 or
// 0.41 ns an element, and one of 512 takes 71 or 85 ns: whether its end is predicted depends on
// its address.
const layoutFile = "layout.c"

// layoutSensitive are the programs with copies and loops of a few nanoseconds: one cycle more or
// less, which the place of the code decides, is a tenth of such a figure. And STREAM, where the
// physical memory of a process counts as much: one loop of it beside the same local one has 0.88 in
// a fourth of the processes and 1.02 to 1.1 in the others (Zen 5), whatever the layout.
var layoutSensitive = []string{"sections", "holders", "stream", "held_stream"}

// cached are the programs that count with their best layout: their loops run in the caches, where
// nothing but the layout differs from one process to another.
var cached = []string{"element", "sections", "holders"}

// layoutOffset is by how many bytes. It keeps the alignment to cache lines.
func layoutOffset(round int) int { return round * (1024 + 512 + 64) }

// system is one way to build and run the programs.
type system struct {
	name     string // as in keys and in the table
	programs []string
	compile  []string // compiler and flags of Fortran systems; nil: nothing to build
	launch   func(executable string, images int) []string
	env      []string
	other    bool // not Coral: measured once
}

func (s *system) runs(program string) bool {
	return slices.Contains(s.programs, program)
}

// alignments are for one round after the other.
var alignments = []string{"-falign-loops=64", "-falign-functions=64", "-falign-loops=32",
	"-falign-jumps=32", "-falign-labels=16", "-falign-loops=16", "-falign-jumps=64",
	"-fno-align-loops", "-falign-labels=8"}

// aligned puts jumps and loops, on all sides alike, where their place costs nothing in one of the
// rounds: a loop of five instructions runs at half its speed, whatever it does, when it happens to
// cross a block of 32 bytes on processors from Skylake to Cascade Lake, or one of 64 on Zen 3.
func aligned(round int) []string {
	if _, err := exec.LookPath("gfortran"); err != nil || runtime.GOARCH != "amd64" {
		return nil
	}
	return []string{"-Wa,-mbranches-within-32B-boundaries", alignments[round%len(alignments)]}
}

// itself launches what needs no launcher.
func itself(executable string, _ int) []string { return []string{executable} }

// systems lists what can be measured here.
func (b *bench) systems(ctx context.Context) []*system {
	all := []string{"element", "sections", "stream", "sync", "crowd"}
	list := []*system{
		{name: "Fortran -O2", programs: append([]string{"holders", "held_stream"}, all...),
			compile: []string{b.Coral, "build", "-O2"}, launch: itself},
		{name: "Fortran -O3", programs: []string{"sections", "holders", "stream", "held_stream"},
			compile: []string{b.Coral, "build", "-O3"}, launch: itself},
		{name: "Go", programs: all, launch: func(string, int) []string { return b.GoMicro }},
	}
	if oc := findOpenCoarrays(); oc != nil && !b.Quick {
		list = append(list, oc)
	}
	return list
}

// unpack writes the embedded sources into the work directory, with arrays for STREAM that no cache
// here can hold.
func (b *bench) unpack() error {
	err := fs.WalkDir(sources, "micro", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(b.dir, "src", filepath.Base(path))
		if entry.IsDir() {
			return os.MkdirAll(filepath.Dir(target), 0o777)
		}
		text, err := sources.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o666)
	})
	if err != nil {
		return fmt.Errorf("bench: unpacking the programs: %w", err)
	}
	size := fmt.Sprintf(
		"module stream_size\n  implicit none\n  integer, parameter :: elements = %d\nend module\n",
		b.machine.streamElements())
	if err := os.WriteFile(filepath.Join(b.dir, "src", "stream_size.f90"), []byte(size),
		0o666); err != nil {
		return fmt.Errorf("bench: unpacking the programs: %w", err)
	}
	return nil
}

// run builds the program if that has not been done yet, runs it once, and keeps its samples.
func (b *bench) run(ctx context.Context, s *system, program string, images int, args ...string) {
	if ctx.Err() != nil {
		return
	}
	b.progress("%s: %s on %d images", s.name, program, images)
	executable, ok := b.build(ctx, s, program)
	if !ok {
		return
	}
	command := s.launch(executable, images)
	if s.compile == nil {
		args = append(b.goArguments(program), args...)
	}
	output, _, err := b.execute(ctx, s.environment(images), append(slices.Clone(command), args...),
		nil)
	layout := 0
	if s.compile != nil && slices.Contains(cached, program) {
		layout = b.round
	}
	if err == nil && b.results.collectIn(layout, s.name, output) == 0 {
		err = fmt.Errorf("it printed no figures: %s", harness.Tail(output))
	}
	if err != nil {
		b.results.fail(fmt.Errorf("%s, %s on %d images: %w", s.name, program, images, err))
	}
}

// goArguments are those that a Fortran program has been compiled with.
func (b *bench) goArguments(program string) []string {
	if program == "stream" {
		return []string{program, fmt.Sprint(b.machine.streamElements())}
	}
	return []string{program}
}

func (s *system) environment(images int) []string {
	return append(append(os.Environ(), fmt.Sprintf("CORAL_NUM_IMAGES=%d", images)), s.env...)
}

// build compiles a Fortran program once, or once for each round where the code is laid out anew. A
// program that fails to build is reported once and not tried again.
func (b *bench) build(ctx context.Context, s *system, program string) (executable string, ok bool) {
	if s.compile == nil {
		return "", true
	}
	name, file, round := s.name+"/"+program, program, 0
	if slices.Contains(fortranSources[program], layoutFile) {
		round = b.round
		name, file = fmt.Sprintf("%s, layout %d", name, round), fmt.Sprintf("%s-%d", program, round)
	}
	if done, seen := b.built[name]; seen {
		return done, done != ""
	}
	b.built[name] = ""
	dir := filepath.Join(b.dir, strings.ReplaceAll(s.name, " ", ""))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		b.results.fail(fmt.Errorf("%s: %w", name, err))
		return "", false
	}
	layout := fmt.Sprintf("__asm__(\".text\\n.skip %d\\n\");\n", layoutOffset(round))
	if err := os.WriteFile(filepath.Join(b.dir, "src", layoutFile), []byte(layout),
		0o666); err != nil {
		b.results.fail(fmt.Errorf("%s: %w", name, err))
		return "", false
	}
	executable = filepath.Join(dir, file)
	command := slices.Concat(s.compile, aligned(round), []string{"-o", executable})
	for _, file := range fortranSources[program] {
		command = append(command, filepath.Join(b.dir, "src", file))
	}
	if err := harness.Compile(ctx, dir, command); err != nil {
		b.results.fail(fmt.Errorf("%s: building: %w", name, err))
		return "", false
	}
	b.built[name] = executable
	return executable, true
}

// bare runs the C program of the limits.
func (b *bench) bare(ctx context.Context, args ...string) { b.runC(ctx, "bare", "bare", args...) }

// bareSections runs the C program that copies to and from computed addresses.
func (b *bench) bareSections(ctx context.Context, args ...string) {
	b.runC(ctx, "baresections", bareC, args...)
}

// runC runs a C program, whose figures stand under a system's name.
func (b *bench) runC(ctx context.Context, name, system string, args ...string) {
	executable, ok := b.buildC(ctx, name, "gcc", "cc", "clang")
	if !ok || ctx.Err() != nil {
		return
	}
	b.progress("%s: %s", name, strings.Join(args, " "))
	output, _, err := b.execute(ctx, os.Environ(), append([]string{executable}, args...), nil)
	if err != nil {
		b.results.fail(fmt.Errorf("%s %s: %w", name, args[0], err))
		return
	}
	b.results.collect(system, output)
}

// beside measures between two runs of the bare program with args, and notes in all that run adds
// for a system and a program, as field "bare", what the bare program's kind took then.
func (b *bench) beside(ctx context.Context, kind string, args []string, system, program string,
	run func()) {
	limit := key{"bare", "bare", kind}
	before := len(b.results.samples[limit])
	counts := map[key]int{}
	for k, all := range b.results.samples {
		counts[k] = len(all)
	}
	b.bare(ctx, args...)
	run()
	b.bare(ctx, args...)
	bare, ok := medianOf(b.results.samples[limit][before:],
		func(s sample) float64 { return s["ns"] })
	if !ok {
		return
	}
	for k, all := range b.results.samples {
		if k.system == system && k.name == program && k != limit {
			for _, s := range all[counts[k]:] {
				s["bare"] = bare
			}
		}
	}
}

// buildC compiles micro/c/NAME.c with the first of the compilers that is installed.
func (b *bench) buildC(ctx context.Context, name string, compilers ...string) (executable string,
	ok bool) {
	return b.buildWith(ctx, name, name, nil, compilers...)
}

// buildWith is buildC of a program that is linked with more. as names the executable: one program
// may be linked with several libraries.
func (b *bench) buildWith(ctx context.Context, name, as string, linked []string,
	compilers ...string) (executable string, ok bool) {
	for _, compiler := range compilers {
		path, err := exec.LookPath(compiler)
		if err != nil {
			continue
		}
		id := compiler + "/" + as
		if done, seen := b.built[id]; seen {
			return done, done != ""
		}
		b.built[id] = ""
		executable = filepath.Join(b.dir, as+"."+compiler)
		source := filepath.Join(b.dir, "src", name+".c")
		if err := harness.Compile(ctx, b.dir,
			append([]string{path, "-O2", "-std=gnu11", "-o", executable, source},
				linked...)); err != nil {
			b.results.fail(fmt.Errorf("%s: building: %w", id, err))
			return "", false
		}
		b.built[id] = executable
		return executable, true
	}
	if _, seen := b.built[name]; !seen {
		b.built[name] = ""
		b.results.fail(fmt.Errorf("%s: none of these C compilers is installed: %s", name,
			strings.Join(compilers, ", ")))
	}
	return "", false
}

// timeLimit ends a program that hangs.
const timeLimit = 90 * time.Second

// execute runs a command in the work directory, for so long as one program may take.
func (b *bench) execute(ctx context.Context, env, command []string, stdin *os.File) ([]byte,
	harness.Usage, error) {
	return harness.Execute(ctx, harness.Command{Dir: b.dir, Env: env, Words: command, Stdin: stdin,
		Limit: b.timeLimit})
}

// idle measures the processor time while eight images wait for one that sleeps, or that reads from
// a pipe into which nothing comes for a second. Starting and ending the same images is subtracted.
func (b *bench) idle(ctx context.Context, s *system, how string) {
	const images = 8
	executable, ok := b.build(ctx, s, "crowd")
	if !ok || ctx.Err() != nil {
		return
	}
	b.progress("%s: processor time while all wait (%s)", s.name, how)
	crowd := func(what string, stdin *os.File) (harness.Usage, error) {
		args := []string{what}
		if s.compile == nil {
			args = append(b.goArguments("crowd"), what)
		}
		_, u, err := b.execute(ctx, s.environment(images),
			append(slices.Clone(s.launch(executable, images)), args...), stdin)
		return u, err
	}
	base, err := crowd("nothing", nil)
	if err != nil {
		b.results.fail(fmt.Errorf("%s, crowd nothing: %w", s.name, err))
		return
	}
	input, err := lateLine(time.Second)
	if err != nil {
		b.results.fail(err)
		return
	}
	defer input.Close()
	waiting, err := crowd(how, input)
	if err != nil {
		b.results.fail(fmt.Errorf("%s, crowd %s: %w", s.name, how, err))
		return
	}
	if waiting.Wall-base.Wall < time.Second/2 {
		b.results.fail(fmt.Errorf("%s, crowd %s: the images did not wait: %v", s.name, how,
			waiting.Wall))
		return
	}
	b.results.add(key{s.name, "idle", how}, sample{
		"cpu":  (waiting.Processor - base.Processor).Seconds(),
		"wall": (waiting.Wall - base.Wall).Seconds(),
	})
}

// lateLine is a file from which a line can be read after the given time.
func lateLine(after time.Duration) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("bench: no pipe for the waiting images: %w", err)
	}
	time.AfterFunc(after, func() {
		fmt.Fprintln(w, "go on")
		w.Close()
	})
	return r, nil
}

// startUp measures starting and ending n images that do nothing.
func (b *bench) startUp(ctx context.Context, s *system, n, repetitions int) {
	executable, ok := b.build(ctx, s, "crowd")
	for range repetitions {
		if !ok || ctx.Err() != nil {
			return
		}
		b.progress("%s: starting and ending %d images", s.name, n)
		args := []string{"nothing"}
		if s.compile == nil {
			args = append(b.goArguments("crowd"), args...)
		}
		_, u, err := b.execute(ctx, s.environment(n),
			append(slices.Clone(s.launch(executable, n)), args...), nil)
		if err != nil {
			b.results.fail(fmt.Errorf("%s, starting %d images: %w", s.name, n, err))
			return
		}
		b.results.add(key{s.name, "start", fmt.Sprint(n)},
			sample{"ns": float64(u.Wall.Nanoseconds())})
	}
}
