package bench

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

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

// nasRun is a NAS program with its arguments; the MPI programs ignore the second.
type nasRun struct {
	program, class, way, title string
}

func (r nasRun) kind() string { return r.program + r.way + "/" + r.class }

var nasRuns = []nasRun{
	{"is", "W", "", "IS, put, class W"}, {"is", "A", "", "IS, put, class A"},
	{"cg", "W", "", "CG, get, class W"}, {"cg", "A", "", "CG, get, class A"},
	{"cg", "W", "accumulate", "CG, put-accumulate, class W"}, {"cg", "A", "accumulate", "CG, put-accumulate, class A"},
}

const xmpSystem = "XcalableMP"

// XMP measures the programs of XcalableMP beside those of the same algorithms with MPI and writes the table to o.Out. It returns an error when
// something could not run.
func XMP(ctx context.Context, o Options) error {
	return run(ctx, o, benchmark{"xmp", (*bench).unpackXMP, (*bench).measureXMP, (*bench).xmpHead, (*bench).xmpGroups})
}

// unpackXMP writes the examples as they lie in their folder, and the micro benchmark beside them.
func (b *bench) unpackXMP() error {
	if err := os.CopyFS(b.dir, examples.XMP); err != nil {
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
		b.onXMP(ctx, "accumulate", []string{strconv.Itoa(accumulateRepetition)}, func(output []byte) int { return b.results.collect(xmpSystem, output) })
		b.onAll(ctx, "pingpong", nil, func(system string, output []byte) int { return b.results.collectPingpong(system, output) })
		for _, r := range nasRuns {
			b.onAll(ctx, r.program, []string{r.class, r.way}, func(system string, output []byte) int { return b.results.collectNAS(system, r.kind(), output) })
		}
	}
}

// onAll runs a program of XcalableMP, and that of the same name with each of the MPI libraries that is installed.
func (b *bench) onAll(ctx context.Context, program string, args []string, collect func(system string, output []byte) int) {
	b.onXMP(ctx, program, args, func(output []byte) int { return collect(xmpSystem, output) })
	for _, m := range mpiFamilies {
		compiler, err := exec.LookPath("mpicc." + m.family)
		start := findMPIRun(m.family)
		if err != nil || start == nil {
			continue
		}
		executable, ok := b.buildXMP(ctx, m.family, program, []string{compiler, filepath.Join("xmp", "mpi", program+".c"), "-lm"})
		if ok {
			b.execXMP(ctx, m.title, append(start(nasImages), executable), args, func(output []byte) int { return collect(m.family, output) })
		}
	}
}

func (b *bench) onXMP(ctx context.Context, program string, args []string, collect func(output []byte) int) {
	if executable, ok := b.buildXMP(ctx, xmpSystem, program, []string{b.Coral, "build", filepath.Join("xmp", program+".c"), "-lm"}); ok {
		b.execXMP(ctx, xmpSystem, []string{executable}, args, collect)
	}
}

// buildXMP compiles a program once. One that fails to build is reported once and not tried again.
func (b *bench) buildXMP(ctx context.Context, system, program string, command []string) (executable string, ok bool) {
	id := system + "/" + program
	if done, seen := b.built[id]; seen {
		return done, done != ""
	}
	b.built[id] = ""
	executable = filepath.Join(b.dir, program+"."+system)
	command = slices.Concat(command, xmpFlags, aligned(), []string{"-o", executable})
	if err := compile(ctx, b.dir, command); err != nil {
		b.results.fail(fmt.Errorf("%s: building: %w", id, err))
		return "", false
	}
	b.built[id] = executable
	return executable, true
}

func (b *bench) execXMP(ctx context.Context, system string, command, args []string, collect func(output []byte) int) {
	if ctx.Err() != nil {
		return
	}
	name := filepath.Base(command[len(command)-1])
	b.progress("%s %s", name, strings.Join(args, " "))
	env := append(append(os.Environ(), fmt.Sprintf("CORAL_NUM_IMAGES=%d", nasImages)), mpiEnvironment...)
	output, _, err := b.execute(ctx, env, slices.Concat(command, args), nil)
	if err == nil && collect(output) == 0 {
		err = fmt.Errorf("it printed no figures: %s", tail(output))
	}
	if err != nil {
		b.results.fail(fmt.Errorf("%s, %s %s: %w", system, name, strings.Join(args, " "), err))
	}
}

// collectPingpong reads lines of bytes, then microseconds and MB/s for each way.
func (r *results) collectPingpong(system string, output []byte) int {
	ways := []string{"put", "get"}
	if system != xmpSystem {
		ways = []string{"send"}
	}
	found := 0
	for lines := bufio.NewScanner(bytes.NewReader(output)); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) != 1+2*len(ways) {
			continue
		}
		for i, way := range ways {
			if us, err := strconv.ParseFloat(words[1+2*i], 64); err == nil {
				r.add(key{system, "pingpong", way + "/" + words[0]}, sample{"ns": 1e3 * us})
				found++
			}
		}
	}
	return found
}

var nasLine = regexp.MustCompile(`images: ([0-9.]+) s, of which communication ([0-9.]+) s;.* verification successful`)

// collectNAS reads the line that the programs end with; one that has not verified itself gives no figure.
func (r *results) collectNAS(system, kind string, output []byte) int {
	m := nasLine.FindSubmatch(output)
	if m == nil {
		return 0
	}
	seconds, _ := strconv.ParseFloat(string(m[1]), 64)
	communication, _ := strconv.ParseFloat(string(m[2]), 64)
	r.add(key{system, "nas", kind}, sample{"ns": 1e9 * seconds, "communication": 1e9 * communication})
	return 1
}

func (b *bench) xmpHead(context.Context) {
	m, w := b.machine, b.Out
	fmt.Fprintf(w, "coral bench xmp: two images, all sides in turn in each round; the best round, accumulation: the median\n")
	fmt.Fprintf(w, "  machine    %s, %d cores, last cache %s, Linux %s\n", m.processor, m.cores, bytesText(m.lastCache), m.kernel)
	fmt.Fprintf(w, "  load       %s processes before it began: figures are good when that is near 0\n", m.load)
	fmt.Fprintf(w, "  compilers  %s\n", strings.Join(m.compilers, "; "))
	fmt.Fprintf(w, "  beside     %s; the programs in examples/xmp/mpi\n", strings.Join(m.mpi, ", "))
	fmt.Fprintf(w, "  flags      the same on all sides: %s\n", strings.Join(slices.Concat(xmpFlags, aligned()), " "))
}

func (b *bench) xmpGroups() []*group {
	return []*group{b.xmpPingpong(), b.nasTimes("ns", "time", nasLimit), b.nasTimes("communication", "time of communication", communicationLimit), b.accumulation()}
}

// besideMPI compares the best of our rounds with the best of the faster MPI library, as the paper takes the best of five trials: what a round takes
// longer is the machine's doing.
func (r *results) besideMPI(name, ours, theirs, field string) (value, limit, ratio float64, ok bool) {
	mine := r.series(key{xmpSystem, name, ours}, field)
	var others []float64
	for _, m := range mpiFamilies {
		others = append(others, r.series(key{m.family, name, theirs}, field)...)
	}
	if len(mine) == 0 || len(others) == 0 {
		return 0, 0, 0, false
	}
	value, limit = slices.Min(mine), slices.Min(others)
	return value, limit, value / limit, true
}

func (b *bench) xmpPingpong() *group {
	g := &group{
		title:    "Ping-pong, as in the paper's figures 2 and 3",
		compares: "value: time one way at the size with the worst ratio; limit: MPI_Send and MPI_Recv of the faster library; below: ratio at every size",
	}
	for _, way := range []string{"put", "get"} {
		r := row{name: way, required: fmt.Sprintf("≤ %g", pingpongLimit), verdict: missing}
		worst := 0.0
		var all []string
		for _, kind := range b.results.kinds(xmpSystem, "pingpong", way+"/") {
			bytes := bytesOf(kind)
			value, limit, ratio, ok := b.results.besideMPI("pingpong", kind, fmt.Sprintf("send/%d", bytes), "ns")
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
		g.rows = append(g.rows, r)
	}
	return g
}

func (b *bench) nasTimes(field, what string, most float64) *group {
	g := &group{
		title:    "NAS Parallel Benchmarks on two images: " + what,
		compares: "value: XcalableMP; limit: the same algorithm with the faster MPI library; below: share of communication, as in the paper's table 3",
	}
	for _, n := range nasRuns {
		r := row{name: n.title, required: fmt.Sprintf("≤ %g", most), verdict: missing}
		if value, limit, ratio, ok := b.results.besideMPI("nas", n.kind(), n.kind(), field); ok {
			r.measured(duration(value), duration(limit), ratio, ratio <= most)
		}
		shares := []string{"XcalableMP " + b.share(xmpSystem, n)}
		for _, m := range mpiFamilies {
			shares = append(shares, m.title+" "+b.share(m.family, n))
		}
		r.detail = strings.Join(shares, "   ")
		g.rows = append(g.rows, r)
	}
	return g
}

// share is that of the best round.
func (b *bench) share(system string, n nasRun) string {
	all := b.results.samples[key{system, "nas", n.kind()}]
	if len(all) == 0 {
		return "not measured"
	}
	best := slices.MinFunc(all, func(x, y sample) int { return cmp.Compare(x["ns"], y["ns"]) })
	return fmt.Sprintf("%.1f %%", 100*best["communication"]/best["ns"])
}

func (b *bench) accumulation() *group {
	g := &group{
		title:    "Accumulation on the other image",
		compares: "1 MiB of doubles: GB/s of the update there; limit: of the same update of own memory; elements: million a second of each image, both at once",
	}
	r := row{name: "a[:]:[k] += b[:], 1 MiB", required: fmt.Sprintf("≥ %g", accumulateRatio), verdict: missing}
	if p, ok := b.results.pair(key{xmpSystem, "accumulate", "section"}); ok {
		r.measured(speed(accumulatedBytes, p.other), speed(accumulatedBytes, p.local), p.ratio, p.ratio >= accumulateRatio)
	}
	g.rows = append(g.rows, r)
	for _, k := range []struct{ kind, title string }{{"elements", "x[i]:[k] += 1, each to the other"}, {"together", "x:[0] += 1, both to one element"}} {
		r := row{name: k.title, limit: fmt.Sprintf("%g M/s", accumulatedMillions), required: "≥ 1", verdict: missing}
		if ns, ok := b.results.median(key{xmpSystem, "accumulate", k.kind}, "ns"); ok {
			images := 1.0
			if k.kind == "together" {
				images = nasImages // what counts is what happens to the element
			}
			millions := images * 1e3 / ns
			r.value, r.ratio = fmt.Sprintf("%.1f M/s", millions), fmt.Sprintf("%.2f", millions/accumulatedMillions)
			r.verdict = verdict(millions >= accumulatedMillions)
		}
		g.rows = append(g.rows, r)
	}
	return g
}
