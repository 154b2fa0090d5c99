package papers

import (
	"context"
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/bench/record"
)

func caf2Experiments() []experiment {
	const beside = " `coral bench hpcc` has the programs beside hpcc."
	return []experiment{
		{record.Experiment{ID: "caf2-randomaccess", Source: caf2,
			Item: "Section 4.1.1, Figures 4 and 5", Title: "RandomAccess: updates that are " +
				"routed, direct and shipped",
			Claim: "The routed algorithm with asynchronous copies reaches up to 2.01 GUP/s on " +
				"4,096 cores of a Cray XT5. Function shipping makes element-wise verification " +
				"short to write.",
			Method: "10⁹ updates a second of all images together; each run verifies itself." +
				beside, Flags: strings.Join(flags, " ")}, measureRouted},
		{record.Experiment{ID: "caf2-fft", Source: caf2, Item: "Section 4.1.2, Figure 6",
			Title: "FFT: pieces of different lengths that travel during the computation",
			Claim: "Computation is overlapped with the copies of blocks; the scalable algorithm " +
				"needs the overlap to win.",
			Method: "The transform of 2²⁰ complex numbers. The length of a piece decides how " +
				"much travels while another piece is computed with; one piece of everything is " +
				"no overlap." + beside, Flags: strings.Join(flags, " ")}, measureTransform},
		{record.Experiment{ID: "caf2-hpl", Source: caf2, Item: "Section 4.1.3",
			Title: "HPL: LU factorization",
			Claim: "The code with asynchronous broadcasts along rows and columns of a grid of " +
				"teams scales to 4,096 cores of a Cray XT5.",
			Method: "A matrix of order 2,000 in blocks of 128, OpenBLAS with one thread for each " +
				"image." + beside, Flags: strings.Join(flags, " ")}, measureFactors},
	}
}

// hpccFiles are the sources of a program, in the order of modules.
func hpccFiles(names ...string) (files []string) {
	for _, n := range names {
		files = append(files, "hpcc/fortran/"+n)
	}
	return files
}

func (r *runner) fewImages() []int {
	if r.Full {
		return []int{1, 2, 4, 8}
	}
	return []int{1, 2, 4}
}

func measureRouted(ctx context.Context, r *runner, e *record.Experiment) {
	program, ok := r.coral(ctx, "randomaccess", hpccFiles("support.f90", "updates.f90",
		"randomaccess.caf")...)
	if !ok {
		return
	}
	words := map[string]string{"route": "22", "direct": "22", "ship": "18"}
	if r.Quick {
		words = map[string]string{"route": "16", "direct": "16", "ship": "14"}
	}
	speed := newSeries()
	for range r.rounds() {
		for _, n := range r.fewImages() {
			for _, method := range []string{"route", "direct", "ship"} {
				for _, l := range r.run(ctx, mapped, program, n, "words="+words[method],
					"verify=scan", "method="+method) {
					speed.add(method, float64(n), l.Sample["gups"])
				}
			}
		}
	}
	f := record.Figure{Title: "Updates", X: "images", Y: "GUP/s", LogX: true, LogY: true,
		Series: speed.list()}
	e.Figures = []record.Figure{f}
	route, _ := f.Find("route").At(2)
	direct, _ := f.Find("direct").At(2)
	ship, _ := f.Find("ship").At(2)
	e.Finding = fmt.Sprintf("Two images: %.4f GUP/s routed, %.4f direct, %.4f shipped", route,
		direct, ship)
	e.Verdict = record.Shown
}

func measureTransform(ctx context.Context, r *runner, e *record.Experiment) {
	program, ok := r.coral(ctx, "fft", hpccFiles("support.f90", "noise.f90", "localfft.f90",
		"fft.caf")...)
	if !ok {
		return
	}
	log, blocks := "20", []int{64, 256, 1024, 4096, 16384, 1 << 20}
	if r.Quick {
		log, blocks = "14", []int{1024, 1 << 20}
	}
	speed := newSeries()
	for range r.rounds() {
		for _, n := range r.fewImages()[1:] {
			for _, block := range blocks {
				for _, l := range r.run(ctx, mapped, program, n, "log="+log,
					fmt.Sprintf("block=%d", block)) {
					speed.add(fmt.Sprintf("%d images", n), float64(block), l.Sample["gflops"])
				}
			}
		}
	}
	f := record.Figure{Title: "2^" + log + " complex numbers", X: "complex numbers of a piece",
		Y: "GFLOPS", LogX: true, Series: speed.list()}
	e.Figures = []record.Figure{f}
	whole, _ := f.Find("2 images").At(1 << 20)
	best, at := 0.0, 0.0
	for _, p := range f.Find("2 images").Points {
		if p.Y > best {
			best, at = p.Y, p.X
		}
	}
	e.Finding = fmt.Sprintf("Two images: pieces of %.0f give %.2f × the speed of no overlap", at,
		best/whole)
	e.Verdict = agree(best > whole)
}

func measureFactors(ctx context.Context, r *runner, e *record.Experiment) {
	program, ok := r.coral(ctx, "hpl", append(hpccFiles("support.f90", "noise.f90", "blas.f90",
		"hplgrid.caf", "hplpanel.caf", "hplupdate.caf", "hpl.caf"), "-lopenblas")...)
	if !ok {
		return
	}
	order := "2000"
	if r.Quick {
		order = "500"
	}
	s := mapped
	s.env = []string{"OPENBLAS_NUM_THREADS=1"}
	speed := newSeries()
	for range r.rounds() {
		for _, n := range r.fewImages() {
			for _, l := range r.run(ctx, s, program, n, "n="+order, "nb=128") {
				speed.add("HPL in CAF 2.0", float64(n), l.Sample["gflops"])
			}
		}
	}
	f := record.Figure{Title: "Order " + order, X: "images", Y: "GFLOPS", LogX: true,
		Series: speed.list()}
	e.Figures = []record.Figure{f}
	if len(f.Series) == 0 {
		e.Figures = nil
		return
	}
	one, _ := f.Series[0].At(1)
	two, _ := f.Series[0].At(2)
	e.Finding = fmt.Sprintf("%.1f GFLOPS on one image, %.1f on two", one, two)
	e.Verdict = record.Shown
}
