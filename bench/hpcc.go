package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/coral-pgas/coral/bench/harness"
	hpccsources "github.com/coral-pgas/coral/bench/hpcc"
)

// HPCCOptions of a run. Coral, GoHPCC and Out must be set.
type HPCCOptions struct {
	Options
	GoHPCC []string // command that runs gohpcc.Run with the arguments appended to it
	// of the matrix of HPL, from which hpcc takes the sizes of everything; 0: what Quick says
	Order int
}

const (
	hpccImages    = 2
	hpccBlock     = 128 // of HPL's matrix, on all sides
	hpccOrder     = 4096
	hpccRounds    = 3
	hpccTimeLimit = 10 * time.Minute // for hpcc itself, which does far more than is compared here
	// of the table that is updated by shipped functions, which take far longer
	shippedLog  = 18
	hpccFortran = "Fortran"
	hpccGo      = "Go"
	hpccPeer    = "hpcc"
)

// hpccFlags are those of the Fortran side: for any processor of the architecture, as Debian's hpcc
// is.
var hpccFlags = []string{"-O3"}

// hpccPrograms are the Fortran programs: their files in the order of their modules, and libraries.
var hpccPrograms = map[string][]string{
	"randomaccess": {"support.f90", "updates.f90", "randomaccess.caf"},
	"stream":       {"support.f90", "stream.f90"},
	"fft":          {"support.f90", "noise.f90", "localfft.f90", "fft.caf"},
	"hpl": {"support.f90", "noise.f90", "blas.f90", "hplgrid.caf", "hplpanel.caf",
		"hplupdate.caf", "hpl.caf", "-lopenblas"},
}

// HPCC measures the HPC Challenge programs in Fortran and in Go beside Debian's hpcc and writes the
// table to o.Out. It returns an error when something could not run.
func HPCC(ctx context.Context, o HPCCOptions) error {
	h := &hpcc{goProgram: o.GoHPCC, order: o.Order, rounds: hpccRounds}
	if o.Quick {
		h.rounds = 1
	}
	if h.order == 0 {
		h.order = hpccOrder
	}
	return run(ctx, o.Options, benchmark{
		name: "hpcc",
		unpack: func(b *bench) error {
			h.bench = b
			b.timeLimit = hpccTimeLimit
			return h.unpack()
		},
		measure: func(_ *bench, ctx context.Context) { h.measure(ctx) },
		head:    func(_ *bench, ctx context.Context) { h.writeHead(ctx) },
		groups:  func(*bench) []*group { return h.groups() },
	})
}

// hpcc is one run of the comparison.
type hpcc struct {
	*bench
	goProgram []string
	order     int
	rounds    int
	sizes     hpccSizes
	peer      map[string]string // the summary of the last run of hpcc; nil if it is not installed
}

// hpccSizes are what hpcc makes of the order of HPL's matrix.
type hpccSizes struct {
	tableLog  int // of RandomAccess: 2**tableLog words
	elements  int // of each array of STREAM in each process
	transform int // of FFT
}

// sizesFor reckons as hpcc does: the table of RandomAccess is the largest power of two that the
// matrix has room for, FFT's input the largest for an eighth of that, STREAM's three arrays fill
// it.
func sizesFor(order int) hpccSizes {
	words := order * order
	s := hpccSizes{elements: words / (3 * hpccImages), transform: 1}
	for 2<<s.tableLog <= words {
		s.tableLog++
	}
	for 2*s.transform <= words/8 {
		s.transform *= 2
	}
	return s
}

func (h *hpcc) unpack() error {
	err := fs.WalkDir(hpccsources.Sources, "fortran",
		func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := hpccsources.Sources.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(h.dir, filepath.Base(path)), text, 0o666)
		})
	if err != nil {
		return fmt.Errorf("bench: unpacking the programs: %w", err)
	}
	return nil
}

// environment is the same for all sides: one thread in each process.
func (h *hpcc) environment() []string {
	env := append(os.Environ(), fmt.Sprintf("CORAL_NUM_IMAGES=%d", hpccImages),
		"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1")
	return append(env, harness.MPIEnvironment...)
}

// measure runs all sides in turn, so that a slow minute of the machine does not fall on one of them
// alone.
func (h *hpcc) measure(ctx context.Context) {
	h.sizes = sizesFor(h.order)
	for round := range h.rounds {
		h.progress("round %d of %d: hpcc", round+1, h.rounds)
		h.runPeer(ctx)
		for _, p := range h.runs() {
			for _, system := range []string{hpccFortran, hpccGo} {
				h.progress("round %d of %d: %s: %s", round+1, h.rounds, system, p.program)
				h.runOurs(ctx, system, p)
			}
		}
	}
}

// hpccRun is a program with its arguments, the same in both languages.
type hpccRun struct {
	program string
	args    []string
}

// runs are those of a round. STREAM is over in a moment, and moments differ: it is run twice, at
// some distance.
func (h *hpcc) runs() []hpccRun {
	table := fmt.Sprintf("words=%d", h.sizes.tableLog)
	stream := hpccRun{"stream", []string{fmt.Sprintf("elements=%d", h.sizes.elements)}}
	return []hpccRun{
		stream,
		{"randomaccess", []string{table, "verify=scan"}},
		{"randomaccess", []string{table, "verify=scan", "method=direct"}},
		{"randomaccess",
			[]string{fmt.Sprintf("words=%d", min(h.sizes.tableLog, shippedLog)), "verify=scan",
				"method=ship"}},
		{"fft", []string{fmt.Sprintf("log=%d", bits.TrailingZeros(uint(h.sizes.transform)))}},
		{"hpl", []string{fmt.Sprintf("n=%d", h.order), fmt.Sprintf("nb=%d", hpccBlock), "rows=1"}},
		stream,
	}
}

func (h *hpcc) runOurs(ctx context.Context, system string, p hpccRun) {
	if ctx.Err() != nil {
		return
	}
	command := append(append([]string{}, h.goProgram...), p.program)
	if system == hpccFortran {
		executable, ok := h.buildFortran(ctx, p.program)
		if !ok {
			return
		}
		command = []string{executable}
	}
	output, _, err := h.execute(ctx, h.environment(), append(command, p.args...), nil)
	if err == nil && h.results.collect(system, output) == 0 {
		err = fmt.Errorf("it printed no figures: %s", harness.Tail(output))
	}
	if err != nil {
		h.results.fail(fmt.Errorf("%s, %s %s: %w", system, p.program, strings.Join(p.args, " "),
			err))
	}
}

// buildFortran compiles a program once. One that fails to build is reported once and not tried
// again.
func (h *hpcc) buildFortran(ctx context.Context, program string) (executable string, ok bool) {
	if done, seen := h.built[program]; seen {
		return done, done != ""
	}
	h.built[program] = ""
	executable = filepath.Join(h.dir, program)
	command := append(append([]string{h.Coral, "build"}, hpccFlags...), "-o", executable)
	for _, word := range hpccPrograms[program] {
		if !strings.HasPrefix(word, "-") {
			word = filepath.Join(h.dir, word)
		}
		command = append(command, word)
	}
	if err := harness.Compile(ctx, h.dir, command); err != nil {
		h.results.fail(fmt.Errorf("%s: building: %w", program, err))
		return "", false
	}
	h.built[program] = executable
	return executable, true
}

// runPeer runs hpcc once and keeps its figures under the names that ours have.
func (h *hpcc) runPeer(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	summary, err := h.executePeer(ctx)
	if err != nil {
		if _, seen := h.built[hpccPeer]; !seen {
			h.built[hpccPeer] = ""
			h.results.fail(fmt.Errorf("hpcc: %w", err))
		}
		return
	}
	h.peer = summary
	for _, f := range peerFigures {
		value, err := strconv.ParseFloat(summary[f.name], 64)
		if err != nil {
			h.results.fail(fmt.Errorf("hpcc: its summary has no figure %s", f.name))
			continue
		}
		h.results.add(key{hpccPeer, "hpcc", f.kind + "/" + f.field},
			sample{"value": value * f.unit})
	}
}

// peerFigures are lines of hpcc's summary, and the kinds and fields of our results that they are
// compared with.
var peerFigures = []struct {
	name, kind, field string
	unit              float64
}{
	{"MPIRandomAccess_GUPs", "randomaccess", "gups", 1},
	{"MPIFFT_Gflops", "fft", "gflops", 1},
	{"HPL_Tflops", "hpl", "gflops", 1000},
	{"StarSTREAM_Copy", "stream", "copy", 1},
	{"StarSTREAM_Scale", "stream", "scale", 1},
	{"StarSTREAM_Add", "stream", "add", 1},
	{"StarSTREAM_Triad", "stream", "triad", 1},
}

// executePeer runs hpcc and takes its sizes and its summary from its output file, to which every
// run appends.
func (h *hpcc) executePeer(ctx context.Context) (map[string]string, error) {
	path, err := exec.LookPath("hpcc")
	if err != nil {
		return nil, errors.New("it is not installed: on Debian, `apt install hpcc`")
	}
	run := harness.FindMPIRun("openmpi")
	if run == nil {
		return nil, errors.New("mpirun is not installed: on Debian, `apt install openmpi-bin`")
	}
	if err := os.WriteFile(filepath.Join(h.dir, "hpccinf.txt"), []byte(hpccInput(h.order)),
		0o666); err != nil {
		return nil, err
	}
	result := filepath.Join(h.dir, "hpccoutf.txt")
	if err := os.Remove(result); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if _, _, err := h.execute(ctx, h.environment(),
		append(run(hpccImages), "--bind-to", "core", path), nil); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(result)
	if err != nil {
		return nil, err
	}
	summary := parseSummary(string(text))
	if summary["Success"] != "1" {
		return nil, errors.New("its output file does not say Success=1")
	}
	return summary, nil
}

// parseSummary takes the lines NAME=VALUE of the last section of hpcc's output file.
func parseSummary(text string) map[string]string {
	_, text, _ = strings.Cut(text, "Begin of Summary section.")
	text, _, _ = strings.Cut(text, "End of Summary section.")
	summary := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, found := strings.Cut(strings.TrimSpace(line), "="); found {
			summary[name] = value
		}
	}
	return summary
}

// hpccInput is hpccinf.txt: Debian's example with another order and block, and the grid of
// processes that the Fortran and Go programs choose, too.
func hpccInput(order int) string {
	return fmt.Sprintf(`HPLinpack benchmark input file
coral bench hpcc
HPL.out      output file name (if any)
8            device out (6=stdout,7=stderr,file)
1            # of problems sizes (N)
%d           Ns
1            # of NBs
%d           NBs
0            PMAP process mapping (0=Row-,1=Column-major)
1            # of process grids (P x Q)
1            Ps
%d           Qs
16.0         threshold
1            # of panel fact
2            PFACTs (0=left, 1=Crout, 2=Right)
1            # of recursive stopping criterium
4            NBMINs (>= 1)
1            # of panels in recursion
2            NDIVs
1            # of recursive panel fact.
1            RFACTs (0=left, 1=Crout, 2=Right)
1            # of broadcast
1            BCASTs (0=1rg,1=1rM,2=2rg,3=2rM,4=Lng,5=LnM)
1            # of lookahead depth
1            DEPTHs (>=0)
2            SWAP (0=bin-exch,1=long,2=mix)
64           swapping threshold
0            L1 in (0=transposed,1=no-transposed) form
0            U  in (0=transposed,1=no-transposed) form
1            Equilibration (0=no,1=yes)
8            memory alignment in double (> 0)
##### This line (no. 32) is ignored (it serves as a separator). ######
0            Number of additional problem sizes for PTRANS
1200 10000 30000        values of N
0            number of additional blocking sizes for PTRANS
40 9 8 13 13 20 16 32 64       values of NB
`, order, hpccBlock, hpccImages)
}
