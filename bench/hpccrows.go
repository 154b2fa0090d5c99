package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/coral-pgas/coral/bench/record"
)

// What is required of the ratios.
const (
	fortranToHPCC = 1.0
	goToFortran   = 0.95
)

// hpccRows are the rows of both groups.
var hpccRows = []struct {
	title, kind, field, unit string
	// why Go is only shown beside Fortran here; empty: goToFortran is required
	explained string
}{
	{"RandomAccess", "randomaccess/route", "gups", "GUP/s", ""},
	{"STREAM copy", "stream", "copy", "GB/s", ""},
	{"STREAM scale", "stream", "scale", "GB/s", ""},
	{"STREAM add", "stream", "add", "GB/s", ""},
	{"STREAM triad", "stream", "triad", "GB/s", ""},
	{"FFT", "fft", "gflops", "GFlop/s",
		"the same passes; gfortran makes vector instructions of the inner loops, Go's compiler " +
			"does not"},
	{"HPL", "hpl", "gflops", "GFlop/s",
		"matrix products by gonum, two numbers an instruction, beside OpenBLAS's kernels for " +
			"this processor"},
}

// hpccVariants are other ways to do RandomAccess, which are only shown.
var hpccVariants = []struct{ title, kind string }{
	{"RandomAccess, direct updates", "randomaccess/direct"},
	{fmt.Sprintf("RandomAccess, shipped functions, up to 2^%d words", shippedLog),
		"randomaccess/ship"},
}

// writeHead says what the figures depend on.
func (h *hpcc) writeHead(ctx context.Context) {
	m := h.machine
	w := h.Out
	fmt.Fprintf(w, "coral bench hpcc: %d images, median of %d rounds, all sides in turn in each\n",
		hpccImages, h.rounds)
	fmt.Fprintf(w, "  machine    %s, %d cores, last cache %s, Linux %s\n", m.processor, m.cores,
		bytesText(m.lastCache), m.kernel)
	fmt.Fprintf(
		w, "  load       %s processes before it began: figures are good when that is near 0\n",
		m.load)
	fmt.Fprintf(w, "  compilers  %s\n", strings.Join(m.compilers, "; "))
	fmt.Fprintf(w, "  flags      Fortran: %s; hpcc: as its package was built\n",
		strings.Join(hpccFlags, " "))
	fmt.Fprintf(w, "  hpcc       %s\n", h.peerVersion(ctx))
	fmt.Fprintf(w, "  BLAS       %s, one thread a process%s; Go: gonum\n", blasOf(ctx), coreType())
	fmt.Fprintf(w,
		"  sizes      RandomAccess 2^%d words, STREAM %d elements, FFT %d, HPL %d in blocks of "+
			"%d\n",
		h.sizes.tableLog, h.sizes.elements, h.sizes.transform, h.order, hpccBlock)
}

// peerVersion says which hpcc it was, and whether it took the sizes that ours have.
func (h *hpcc) peerVersion(ctx context.Context) string {
	if h.peer == nil {
		return "not measured"
	}
	version := fmt.Sprintf("%s.%s.%s", h.peer["VersionMajor"], h.peer["VersionMinor"],
		h.peer["VersionMicro"])
	if output, err := exec.CommandContext(ctx, "mpirun", "--version").Output(); err == nil {
		first, _, _ := strings.Cut(string(output), "\n")
		version += ", " + first
	}
	for name, want := range map[string]int{
		"MPIRandomAccess_N": 1 << h.sizes.tableLog, "STREAM_VectorSize": h.sizes.elements,
		"MPIFFT_N": h.sizes.transform, "HPL_N": h.order,
	} {
		if have := h.peer[name]; have != fmt.Sprint(want) {
			version += fmt.Sprintf("; its %s is %s, not %d", name, have, want)
		}
	}
	return version
}

// blasOf is the library that hpcc's BLAS comes from, as the alternatives of the system have it.
func blasOf(ctx context.Context) string {
	path, err := exec.LookPath("hpcc")
	if err != nil {
		return "OpenBLAS"
	}
	output, err := exec.CommandContext(ctx, "ldd", path).Output()
	if err != nil {
		return "?"
	}
	for line := range strings.Lines(string(output)) {
		if words := strings.Fields(line); len(words) > 2 && strings.HasPrefix(words[0], "libblas") {
			if real, err := filepath.EvalSymlinks(words[2]); err == nil {
				return real
			}
			return words[2]
		}
	}
	return "?"
}

func coreType() string {
	if v := os.Getenv("OPENBLAS_CORETYPE"); v != "" {
		return ", OPENBLAS_CORETYPE=" + v
	}
	return ""
}

func (h *hpcc) groups() []*group {
	return []*group{h.besideHPCC(), h.besideFortran()}
}

func (h *hpcc) besideHPCC() *group {
	g := &group{
		title:    "Fortran beside hpcc",
		compares: "value: Fortran; limit: hpcc; ratio: median over the rounds of value / limit",
	}
	for _, r := range hpccRows {
		kind, _, _ := strings.Cut(r.kind, "/")
		value := h.results.series(key{hpccFortran, "hpcc", r.kind}, r.field)
		limit := h.results.series(key{hpccPeer, "hpcc", kind + "/" + r.field}, "value")
		g.rows = append(g.rows, compared(r.title, r.unit, value, limit, fortranToHPCC))
	}
	limit := h.results.series(key{hpccPeer, "hpcc", "randomaccess/gups"}, "value")
	for _, v := range hpccVariants {
		value := h.results.series(key{hpccFortran, "hpcc", v.kind}, "gups")
		g.rows = append(g.rows, compared(v.title, "GUP/s", value, limit, 0))
	}
	return g
}

func (h *hpcc) besideFortran() *group {
	g := &group{
		title:    "Go beside Fortran",
		compares: "value: Go; limit: Fortran; ratio: median over the rounds of value / limit",
	}
	for _, r := range hpccRows {
		value := h.results.series(key{hpccGo, "hpcc", r.kind}, r.field)
		limit := h.results.series(key{hpccFortran, "hpcc", r.kind}, r.field)
		required := goToFortran
		if r.explained != "" {
			required = 0
		}
		row := compared(r.title, r.unit, value, limit, required)
		row.detail = r.explained
		g.rows = append(g.rows, row)
	}
	for _, v := range hpccVariants {
		value := h.results.series(key{hpccGo, "hpcc", v.kind}, "gups")
		limit := h.results.series(key{hpccFortran, "hpcc", v.kind}, "gups")
		g.rows = append(g.rows, compared(v.title, "GUP/s", value, limit, 0))
	}
	return g
}

// compared is a row of two series that were measured in turn; required 0: only shown.
func compared(title, unit string, value, limit []float64, required float64) row {
	r := row{name: title, verdict: missing}
	if required > 0 {
		r.required = fmt.Sprintf("≥ %g", required)
	}
	v, okValue := record.Median(value)
	l, okLimit := record.Median(limit)
	if okValue {
		r.value = fmt.Sprintf("%.3g %s", v, unit)
	}
	if okLimit {
		r.limit = fmt.Sprintf("%.3g %s", l, unit)
	}
	if !okValue || !okLimit {
		return r
	}
	ratio := v / l
	if len(value) == len(limit) {
		ratios := make([]float64, len(value))
		for i := range value {
			ratios[i] = value[i] / limit[i]
		}
		ratio, _ = record.Median(ratios)
	}
	r.ratio = fmt.Sprintf("%.2f", ratio)
	r.verdict = shown
	if required > 0 {
		r.verdict = verdict(ratio >= required)
	}
	return r
}
