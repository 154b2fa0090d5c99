package bench

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/bench/harness"
	"github.com/coral-pgas/coral/examples"
)

// The limits of `coral bench xmp`.
const (
	pingpongLimit        = 1.0 // × the time of the faster MPI library
	nasLimit             = 1.0 // likewise
	communicationLimit   = 0.7 // likewise
	accumulateRatio      = 0.8 // of the bandwidth of the local update
	accumulatedMillions  = 20.0
	nasImages            = 2
	accumulatedBytes     = 1 << 20
	accumulateRepetition = 5
)

// xmpFlags are those of all sides.
var xmpFlags = []string{"-O3"}

// nasRun is a NAS program of one of our languages with its arguments.
type nasRun struct {
	system, program, class, way, title string
}

// kind is under what its figures are kept; beside what: those of the MPI programs.
func (r nasRun) kind() string   { return r.program + r.way + "/" + r.class }
func (r nasRun) beside() string { return r.program + "/" + r.class }

const (
	xmpSystem  = "XcalableMP"
	nasFortran = "Fortran"
	nasGo      = "Go"
)

// nasClasses are measured in this order; nasRuns are what is compared of each.
var nasClasses = []nasRun{{program: "is", class: "W"}, {program: "is", class: "A"},
	{program: "cg", class: "W"}, {program: "cg", class: "A"}}

func nasRuns(program, class string) []nasRun {
	title := strings.ToUpper(program)
	ways := []nasRun{{way: "", title: "put"}}
	if program == "cg" {
		ways = []nasRun{{way: "", title: "get"}, {way: "accumulate", title: "put-accumulate"}}
	}
	var list []nasRun
	for _, w := range ways {
		list = append(list, nasRun{xmpSystem, program, class, w.way,
			fmt.Sprintf("%s, %s, class %s", title, w.title, class)})
	}
	for _, system := range []string{nasFortran, nasGo} {
		list = append(list, nasRun{system, program, class, "",
			fmt.Sprintf("%s, %s, class %s", title, system, class)})
	}
	return list
}

// met is the argument with which all meet before each communication, outside of the time that is
// measured; the largest class is run so, too.
const (
	met      = "met"
	metClass = "A"
)

// XMP measures the programs of XcalableMP beside those of the same algorithms with MPI and writes
// the table to o.Out. It returns an error when something could not run.
func XMP(ctx context.Context, o Options) error {
	return run(ctx, o, benchmark{name: "xmp", unpack: (*bench).unpackXMP,
		measure: (*bench).measureXMP, head: (*bench).xmpHead, groups: (*bench).xmpGroups})
}

// unpackXMP writes the examples as they lie in their folder, and the micro benchmark beside them.
func (b *bench) unpackXMP() error {
	if err := errors.Join(os.CopyFS(b.dir, examples.XMP),
		os.CopyFS(b.dir, examples.NAS)); err != nil {
		return fmt.Errorf("bench: unpacking the programs: %w", err)
	}
	text, err := fs.ReadFile(sources, "micro/xmp/accumulate.c")
	if err == nil {
		err = os.WriteFile(filepath.Join(b.dir, "xmp", "accumulate.c"), text, 0o666)
	}
	if err != nil {
		return fmt.Errorf("bench: unpacking the programs: %w", err)
	}
	return nil
}

// measureXMP runs all sides in turn in each round.
func (b *bench) measureXMP(ctx context.Context) {
	rounds := 7
	if b.Quick {
		rounds = 2
	}
	for range rounds {
		b.onXMP(ctx, "accumulate", []string{strconv.Itoa(accumulateRepetition)},
			func(output []byte) int { return b.results.collect(xmpSystem, output) })
		b.onXMP(ctx, "pingpong", nil,
			func(output []byte) int { return b.results.collectPingpong(xmpSystem, output) })
		b.onMPI(ctx, "pingpong", nil,
			func(family string, output []byte) int {
				return b.results.collectPingpong(family,
					output)
			})
		for _, c := range nasClasses {
			b.nasRound(ctx, c, "")
			if c.class == metClass {
				b.nasRound(ctx, c, met)
			}
		}
	}
}

// nasRound runs a NAS program of a class on all sides.
func (b *bench) nasRound(ctx context.Context, c nasRun, mode string) {
	args := func(way string) []string {
		return slices.DeleteFunc([]string{c.class, way, mode},
			func(s string) bool { return s == "" })
	}
	for _, r := range nasRuns(c.program, c.class) {
		collect := func(output []byte) int {
			return b.results.collectNAS(r.system, "nas"+mode,
				r.kind(), output)
		}
		switch r.system {
		case xmpSystem:
			b.onXMP(ctx, r.program, args(r.way), collect)
		case nasFortran:
			sources := []string{filepath.Join("fortran", "nas", "numbers.f90"),
				filepath.Join("fortran", "nas", r.program+".f90")}
			if executable, ok := b.buildXMP(ctx, nasFortran, r.program,
				append([]string{b.Coral, "build"}, sources...)); ok {
				b.execXMP(ctx, nasFortran, []string{executable}, args(""), collect)
			}
		case nasGo:
			words := []string{"-class", c.class}
			if mode != "" {
				words = append(words, "-"+mode)
			}
			b.execXMP(ctx, nasGo, b.GoNAS[r.program], words, collect)
		}
	}
	b.onMPI(ctx, c.program, args(""), func(family string, output []byte) int {
		return b.results.collectNAS(family, "nas"+mode, c.beside(), output)
	})
}

// onMPI runs a program with each of the MPI libraries that is installed.
func (b *bench) onMPI(ctx context.Context, program string, args []string,
	collect func(family string, output []byte) int) {
	for _, m := range harness.MPIFamilies {
		compiler, err := exec.LookPath("mpicc." + m.Family)
		start := harness.FindMPIRun(m.Family)
		if err != nil || start == nil {
			continue
		}
		executable, ok := b.buildXMP(ctx, m.Family, program,
			[]string{compiler, filepath.Join("xmp", "mpi", program+".c"), "-lm"})
		if ok {
			b.execXMP(ctx, m.Title, append(start(nasImages), executable), args,
				func(output []byte) int { return collect(m.Family, output) })
		}
	}
}

func (b *bench) onXMP(ctx context.Context, program string, args []string,
	collect func(output []byte) int) {
	if executable, ok := b.buildXMP(ctx, xmpSystem, program,
		[]string{b.Coral, "build", filepath.Join("xmp", program+".c"), "-lm"}); ok {
		b.execXMP(ctx, xmpSystem, []string{executable}, args, collect)
	}
}

// buildXMP compiles a program once. One that fails to build is reported once and not tried again.
func (b *bench) buildXMP(ctx context.Context, system, program string,
	command []string) (executable string, ok bool) {
	id := system + "/" + program
	if done, seen := b.built[id]; seen {
		return done, done != ""
	}
	b.built[id] = ""
	executable = filepath.Join(b.dir, program+"."+system)
	command = slices.Concat(command, xmpFlags, aligned(0), []string{"-o", executable})
	if err := harness.Compile(ctx, b.dir, command); err != nil {
		b.results.fail(fmt.Errorf("%s: building: %w", id, err))
		return "", false
	}
	b.built[id] = executable
	return executable, true
}

func (b *bench) execXMP(ctx context.Context, system string, command, args []string,
	collect func(output []byte) int) {
	if ctx.Err() != nil {
		return
	}
	name := filepath.Base(command[len(command)-1])
	b.progress("%s %s", name, strings.Join(args, " "))
	env := append(append(os.Environ(), fmt.Sprintf("CORAL_NUM_IMAGES=%d", nasImages)),
		harness.MPIEnvironment...)
	output, _, err := b.execute(ctx, env, slices.Concat(command, args), nil)
	if err == nil && collect(output) == 0 {
		err = fmt.Errorf("it printed no figures: %s", harness.Tail(output))
	}
	if err != nil {
		b.results.fail(fmt.Errorf("%s, %s %s: %w", system, name, strings.Join(args, " "), err))
	}
}

var bareLine = regexp.MustCompile(`bare line: ([0-9.]+) us one way before, ([0-9.]+) us after`)

// collectPingpong reads lines of bytes, then microseconds and MB/s for each way; and what a bare
// cache line took in the same run. Where that has changed meanwhile by more than a half, so have
// the cores: the run is set aside.
func (r *results) collectPingpong(system string, output []byte) int {
	bare := bareLine.FindSubmatch(output)
	if bare == nil {
		return 0
	}
	before, _ := strconv.ParseFloat(string(bare[1]), 64)
	after, _ := strconv.ParseFloat(string(bare[2]), 64)
	ways := []string{"put", "get"}
	if system != xmpSystem {
		ways = []string{"send"}
	}
	name := "pingpong"
	if max(before, after) > 1.5*min(before, after) {
		name = "moved"
	}
	found := 0
	for lines := bufio.NewScanner(bytes.NewReader(output)); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) != 1+2*len(ways) {
			continue
		}
		for i, way := range ways {
			if us, err := strconv.ParseFloat(words[1+2*i], 64); err == nil {
				r.add(key{system, name, way + "/" + words[0]},
					sample{"ns": 1e3 * us, "bare": 1e3 * max(before, after)})
				found++
			}
		}
	}
	return found
}

var nasLine = regexp.MustCompile(
	`images: ([0-9.]+) s, of which communication ([0-9.]+) s;.* verification successful`)

// collectNAS reads the line that the programs end with; one that has not verified itself gives no
// figure.
func (r *results) collectNAS(system, name, kind string, output []byte) int {
	m := nasLine.FindSubmatch(output)
	if m == nil {
		return 0
	}
	seconds, _ := strconv.ParseFloat(string(m[1]), 64)
	communication, _ := strconv.ParseFloat(string(m[2]), 64)
	r.add(key{system, name, kind},
		sample{"ns": 1e9 * seconds, "communication": 1e9 * communication})
	return 1
}

func (b *bench) xmpHead(context.Context) {
	m, w := b.machine, b.Out
	fmt.Fprintf(w,
		"coral bench xmp: two images, all sides in turn in each round; the best round, "+
			"accumulation: the median\n")
	fmt.Fprintf(w, "  machine    %s, %d cores, last cache %s, Linux %s\n", m.processor, m.cores,
		bytesText(m.lastCache), m.kernel)
	fmt.Fprintf(
		w, "  load       %s processes before it began: figures are good when that is near 0\n",
		m.load)
	fmt.Fprintf(w, "  compilers  %s\n", strings.Join(m.compilers, "; "))
	fmt.Fprintf(w, "  beside     %s; the programs in examples/xmp/mpi\n", strings.Join(m.mpi, ", "))
	fmt.Fprintf(w, "  flags      the same on all sides: %s\n",
		strings.Join(slices.Concat(xmpFlags, aligned(0)), " "))
}

func (b *bench) xmpGroups() []*group {
	return []*group{b.xmpPingpong(),
		b.nasTimes("", "ns", "time", nasLimit,
			"below: share of communication, as in the paper's table 3"),
		b.nasTimes("", "communication", "time of communication", communicationLimit,
			"what an image waits for the computation of another is in it"),
		b.nasTimes(met, "communication", "time of communication alone", communicationLimit,
			"all meet before each, outside of what is measured"),
		b.accumulation()}
}

// besideMPI compares the best of our rounds with the best of the faster MPI library, as the paper
// takes the best of five trials: what a round takes longer is the machine's doing. Only samples
// that are wanted count.
func (r *results) besideMPI(ours key, theirs, field string, wanted func(sample) bool) (value, limit,
	ratio float64, ok bool) {
	best := func(keys ...key) (least float64, ok bool) {
		for _, k := range keys {
			for _, s := range r.samples[k] {
				if wanted(s) && (!ok || s[field] < least) {
					least, ok = s[field], true
				}
			}
		}
		return least, ok
	}
	var others []key
	for _, m := range harness.MPIFamilies {
		others = append(others, key{m.Family, ours.name, theirs})
	}
	value, mine := best(ours)
	limit, their := best(others...)
	return value, limit, value / limit, mine && their
}

func anySample(sample) bool { return true }

// near is where two cores count as near each other: below this share of the longest time that a
// cache line took between them in any run. On virtual machines they may be threads of one core at
// one time, and cores of their own at another.
const near = 0.5

func (b *bench) xmpPingpong() *group {
	g := &group{
		title: "Ping-pong, as in the paper's figures 2 and 3",
		compares: "value: time one way at the size with the worst ratio; limit: MPI_Send and " +
			"MPI_Recv of the faster library; below: ratio at every size",
	}
	longest := 0.0
	for k, all := range b.results.samples {
		for _, s := range all {
			if k.name == "pingpong" {
				longest = max(longest, s["bare"])
			}
		}
	}
	for _, way := range []string{"put", "get"} {
		rows := []row{
			b.pingpongRow(way, way, func(s sample) bool { return s["bare"] >= near*longest }),
			b.pingpongRow(way, way+", cores that share a cache",
				func(s sample) bool { return s["bare"] < near*longest }),
		}
		// the same cores all the time, or one side has not met the other kind
		if rows[1].verdict == missing {
			rows = rows[:1]
		} else if rows[0].verdict == missing {
			rows = rows[1:]
		}
		g.rows = append(g.rows, rows...)
	}
	return g
}

func (b *bench) pingpongRow(way, name string, wanted func(sample) bool) row {
	r := row{name: name, required: fmt.Sprintf("≤ %g", pingpongLimit), verdict: missing}
	worst := 0.0
	var all []string
	for _, kind := range b.results.kinds(xmpSystem, "pingpong", way+"/") {
		bytes := bytesOf(kind)
		value, limit, ratio, ok := b.results.besideMPI(key{xmpSystem, "pingpong", kind},
			fmt.Sprintf("send/%d", bytes), "ns", wanted)
		if !ok {
			continue
		}
		all = append(all, fmt.Sprintf("%s %.2f", bytesText(bytes), ratio))
		if ratio > worst {
			worst = ratio
			r.measured(duration(value), duration(limit), ratio, ratio <= pingpongLimit)
		}
	}
	r.detail = strings.Join(all, "   ")
	return r
}

// nasTimes has no limit for Go: its compiler makes no vector code.
func (b *bench) nasTimes(mode, field, what string, most float64, remark string) *group {
	g := &group{
		title:    "NAS Parallel Benchmarks on two images: " + what,
		compares: "value: Coral; limit: the same algorithm with the faster MPI library; " + remark,
	}
	for _, c := range nasClasses {
		if mode == met && c.class != metClass {
			continue
		}
		for _, n := range nasRuns(c.program, c.class) {
			r := row{name: n.title, required: fmt.Sprintf("≤ %g", most), verdict: missing}
			if value, limit, ratio, ok := b.results.besideMPI(key{n.system, "nas" + mode, n.kind()},
				n.beside(), field, anySample); ok {
				r.measured(duration(value), duration(limit), ratio, ratio <= most)
				if n.system == nasGo {
					r.required, r.verdict = "", shown
				}
			}
			if field == "ns" {
				shares := []string{n.system + " " + b.share(n.system, n.kind())}
				for _, m := range harness.MPIFamilies {
					shares = append(shares, m.Title+" "+b.share(m.Family, n.beside()))
				}
				r.detail = strings.Join(shares, "   ")
			}
			g.rows = append(g.rows, r)
		}
	}
	return g
}

// share is that of the best round.
func (b *bench) share(system, kind string) string {
	all := b.results.samples[key{system, "nas", kind}]
	if len(all) == 0 {
		return "not measured"
	}
	best := slices.MinFunc(all, func(x, y sample) int { return cmp.Compare(x["ns"], y["ns"]) })
	return fmt.Sprintf("%.1f %%", 100*best["communication"]/best["ns"])
}

func (b *bench) accumulation() *group {
	g := &group{
		title: "Accumulation on the other image",
		compares: "1 MiB of doubles: GB/s of the update there; limit: of the same update of " +
			"own memory; elements: million a second of each image, both at once",
	}
	r := row{name: "a[:]:[k] += b[:], 1 MiB", required: fmt.Sprintf("≥ %g", accumulateRatio),
		verdict: missing}
	if p, ok := b.results.pair(key{xmpSystem, "accumulate", "section"}); ok {
		r.measured(speed(accumulatedBytes, p.other), speed(accumulatedBytes, p.local), p.ratio,
			p.ratio >= accumulateRatio)
	}
	g.rows = append(g.rows, r)
	for _, k := range []struct {
		kind,
		title string
	}{{"elements", "x[i]:[k] += 1, each to the other"}, {"together",
		"x:[0] += 1, both to one element"}} {
		r := row{name: k.title, limit: fmt.Sprintf("%g M/s", accumulatedMillions), required: "≥ 1",
			verdict: missing}
		if ns, ok := b.results.median(key{xmpSystem, "accumulate", k.kind}, "ns"); ok {
			images := 1.0
			if k.kind == "together" {
				images = nasImages // what counts is what happens to the element
			}
			millions := images * 1e3 / ns
			r.value, r.ratio = fmt.Sprintf("%.1f M/s", millions), fmt.Sprintf("%.2f",
				millions/accumulatedMillions)
			r.verdict = verdict(millions >= accumulatedMillions)
		}
		g.rows = append(g.rows, r)
	}
	return g
}
