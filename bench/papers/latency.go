package papers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/bench/record"
	"github.com/coral-pgas/coral/internal/provider"
)

// What the asynchronous operations of CAF 2.0 cost and hide, and what a model makes of that for
// more images than can be had here.

func latencyExperiments() []experiment {
	return []experiment{
		{record.Experiment{ID: "caf2-latency", Source: caf2,
			Item: "Sections 3.1 to 3.4, Figures 1 to 3, Tables 1 to 3",
			Title: "copy_async, events, finish, collectives, function shipping: their cost, and " +
				"what they hide",
			Claim: "The paper has no figures of single operations. It says that copies and " +
				"collectives overlap computation, that a predicate lets a copy begin without the " +
				"image, and that a function that is shipped to the data saves round trips.",
			Method: "Two images: on one machine, and on two hosts of a test cluster by each " +
				"library. Copies are blocking or asynchronous. The computation beside a copy of " +
				"1 MiB takes as long as the blocking copy. A consumer says when its buffer is " +
				"free: the producer's image waits for that, or the copy does (predicate). The " +
				"list of 16 links lies on the other image.",
			Flags: strings.Join(flags, " ")}, measureLatency},
		{record.Experiment{ID: "caf2-scaling", Source: caf2, Item: "Section 4.1",
			Title: "RandomAccess and FFT on up to 4,096 images: a model",
			Claim: "RandomAccess reaches up to 2.01 GUP/s on 4,096 cores of a Cray XT5. Without " +
				"overlap latency and bandwidth add to the computation in each of log₂ P rounds.",
			Method: "This is a model, not a measurement, but for the points that are called " +
				"measured. Its parameters are measured here: the time of an update and of its " +
				"routing, of a transform's step, and latency and bandwidth of the test " +
				"cluster's link by UCX. A round of RandomAccess sends half of 1,024 updates, a " +
				"step of FFT all of an image's 2²⁰ numbers. With overlap a round takes the " +
				"longer of computation and transfer, without it their sum.",
			Flags: strings.Join(flags, " ")}, measureScaling},
	}
}

func (r *runner) latencyProgram(ctx context.Context, s system) (string, bool) {
	return r.coralFor(ctx, s, "latency", "hpcc/fortran/support.f90", "programs/latency.caf")
}

// caseTimes are the microseconds of each case of the latency program on one system.
type caseTimes struct {
	order []string
	of    map[string][]float64 // by case
}

func (t *caseTimes) add(lines []line) {
	if t.of == nil {
		t.of = map[string][]float64{}
	}
	for _, l := range lines {
		if len(t.of[l.kind]) == 0 {
			t.order = append(t.order, l.kind)
		}
		t.of[l.kind] = append(t.of[l.kind], l.Sample["us"])
	}
}

// median is NaN where the case was not measured.
func (t *caseTimes) median(kind string) float64 { return median(t.of[kind]) }

// median is NaN if there are no values.
func median(values []float64) float64 {
	if m, ok := record.Median(values); ok {
		return m
	}
	return math.NaN()
}

func (r *runner) latencyCount(hosts bool) string {
	switch {
	case r.Quick:
		return "count=40"
	case hosts:
		return "count=400"
	}
	return "count=2000"
}

// measured runs the latency program on one machine and between hosts.
func (r *runner) measured(ctx context.Context) (names []string, all map[string]*caseTimes) {
	all = map[string]*caseTimes{}
	run := func(s system) {
		program, ok := r.latencyProgram(ctx, s)
		if !ok {
			return
		}
		lines := r.run(ctx, s, program, 2, r.latencyCount(s.hosts))
		if len(lines) == 0 {
			return
		}
		if all[s.name] == nil {
			names = append(names, s.name)
			all[s.name] = &caseTimes{}
		}
		all[s.name].add(lines)
	}
	for range r.rounds() {
		run(system{name: "one machine"})
	}
	r.onHosts(ctx, func(script, hosts string) {
		systems, _ := linkSystems(ctx, script, hosts)
		for range r.rounds() {
			for _, s := range systems {
				if !s.otherMethod() {
					run(s)
				}
			}
		}
	})
	return names, all
}

// hidings are the pairs of cases of which the second is to be the faster one.
var hidings = []struct{ without, with, what string }{
	{"get-then-computation", "get-beside-computation", "a copy beside a computation"},
	{"piece-image-waits", "piece-predicated", "a predicated copy"},
	{"update-get-put", "update-spawn", "a shipped update"},
	{"list-gets", "list-spawn", "a shipped walk along a list"},
}

func measureLatency(ctx context.Context, r *runner, e *record.Experiment) {
	names, all := r.measured(ctx)
	if len(names) == 0 {
		return
	}
	copies := newSeries()
	operations := record.Table{Title: "One operation, µs", Columns: append([]string{"operation"},
		names...), Note: "A name that ends in _async was waited for at once."}
	for _, kind := range all[names[0]].order {
		row := []string{kind}
		for _, name := range names {
			us := all[name].median(kind)
			row = append(row, fmt.Sprintf("%.3g", us))
			if what, bytes := bytesIn(kind); bytes > 0 {
				copies.add(what+", "+name, bytes, us)
			}
		}
		if !strings.Contains(kind, "/") {
			operations.Rows = append(operations.Rows, row)
		}
	}
	e.Figures = []record.Figure{{Title: "Copies", X: "bytes", Y: "µs", LogX: true, LogY: true,
		Series: copies.list()}}
	hidden := record.Table{Title: "Time with asynchrony, × the time without",
		Columns: append([]string{"what"}, names...)}
	saved, compared := 0, 0
	for _, h := range hidings {
		row := []string{h.what}
		for _, name := range names {
			ratio := all[name].median(h.with) / all[name].median(h.without)
			row = append(row, fmt.Sprintf("%.2f", ratio))
			if name == names[0] || math.IsNaN(ratio) {
				continue // on one machine there is no latency to hide
			}
			compared++
			if ratio < 1 {
				saved++
			}
		}
		hidden.Rows = append(hidden.Rows, row)
	}
	e.Tables = []record.Table{hidden, operations}
	if compared == 0 {
		e.Finding = "Only one machine was measured, where no latency is to be hidden"
		e.Verdict = record.Shown
		return
	}
	e.Finding = fmt.Sprintf("Between hosts the asynchronous form is the faster one in %d of %d "+
		"comparisons", saved, compared)
	e.Verdict = agree(2*saved >= compared, saved == compared)
}

// link is what the model knows of a network.
type link struct{ latency, bandwidth float64 } // seconds one way, bytes a second

// measureLink asks the latency program, by UCX.
func (r *runner) measureLink(ctx context.Context) (l link, ok bool) {
	r.onHosts(ctx, func(script, hosts string) {
		systems, _ := linkSystems(ctx, script, hosts)
		i := slices.IndexFunc(systems, func(s system) bool {
			return strings.HasPrefix(s.name, provider.UCX.Title)
		})
		if i < 0 {
			r.leave("%s is not there", provider.UCX.Title)
			return
		}
		program, built := r.latencyProgram(ctx, systems[i])
		if !built {
			return
		}
		var t caseTimes
		for range r.rounds() {
			for _, what := range []string{"events", "copies"} {
				t.add(r.run(ctx, systems[i], program, 2, r.latencyCount(true), "what="+what))
			}
		}
		l.latency = t.median("event-ping-pong") * 1e-6 / 2
		l.bandwidth = (1 << 20) / (t.median("copy_async-put/1048576") * 1e-6)
		ok = l.latency > 0 && l.bandwidth > 0
	})
	return l, ok
}

// rounds of the model: log₂ P of them, each computation and a transfer.
type modelRound struct{ compute, transfer float64 }

func (m modelRound) time(images float64, own float64, overlap bool) float64 {
	each := m.compute + m.transfer
	if overlap {
		each = max(m.compute, m.transfer)
	}
	return own + math.Log2(images)*each
}

// perImage is the median of a program's speed on n images, divided by n.
func (r *runner) perImage(ctx context.Context, program string, n int, field string,
	args ...string) float64 {
	var values []float64
	for range r.rounds() {
		for _, l := range r.run(ctx, mapped, program, n, args...) {
			values = append(values, l.Sample[field])
		}
	}
	return median(values) / float64(n)
}

func measureScaling(ctx context.Context, r *runner, e *record.Experiment) {
	updates, ok := r.coral(ctx, "randomaccess", hpccFiles("support.f90", "updates.f90",
		"randomaccess.caf")...)
	transform, ok2 := r.coral(ctx, "fft", hpccFiles("support.f90", "noise.f90", "localfft.f90",
		"fft.caf")...)
	if !ok || !ok2 {
		return
	}
	words, log := "words=22", 20
	if r.Quick {
		words, log = "words=16", 14
	}
	var access, fourier [2]float64 // an image's speed on one and on two images
	for i := range access {
		access[i] = r.perImage(ctx, updates, i+1, "gups", words, "verify=none", "method=route")
		fourier[i] = r.perImage(ctx, transform, i+1, "gflops", fmt.Sprintf("log=%d", log+i))
	}
	l, ok := r.measureLink(ctx)
	if !ok || math.IsNaN(access[0]+access[1]+fourier[0]+fourier[1]) {
		return
	}
	const batch, word = 1024, 8
	own := 1e-9 / access[0]
	routed := modelRound{max(0, 1e-9/access[1]-own),
		word/2/l.bandwidth + l.latency/batch}
	numbers := math.Exp2(float64(log))
	flops := func(images float64) float64 { return 5 * numbers * math.Log2(images*numbers) }
	local := flops(1) / (fourier[0] * 1e9)
	step := modelRound{max(0, flops(2)/(fourier[1]*1e9)-local), 16*numbers/l.bandwidth + l.latency}
	gups := model("GUP/s", func(p float64, overlap bool) float64 {
		return p / routed.time(p, own, overlap) * 1e-9
	})
	gups.Title = "RandomAccess, routed"
	gups.Series = append(gups.Series, points("measured here", 1, access[0], 2, 2*access[1]),
		points("the paper, Cray XT5", 4096, 2.01))
	gflops := model("GFLOPS", func(p float64, overlap bool) float64 {
		return p * flops(p) / step.time(p, local, overlap) * 1e-9
	})
	gflops.Title = fmt.Sprintf("FFT, 2^%d numbers an image", log)
	gflops.Series = append(gflops.Series, points("measured here", 1, fourier[0], 2, 2*fourier[1]))
	e.Figures = []record.Figure{gups, gflops}
	e.Tables = []record.Table{{Title: "Parameters, measured",
		Columns: []string{"parameter", "value"},
		Rows: [][]string{
			{"an update, one image", fmt.Sprintf("%.2f ns", own*1e9)},
			{"routing of an update, a round", fmt.Sprintf("%.2f ns", routed.compute*1e9)},
			{"transform of an image's numbers", fmt.Sprintf("%.1f ms", local*1e3)},
			{"a step with another image", fmt.Sprintf("%.1f ms", step.compute*1e3)},
			{"latency, one way", fmt.Sprintf("%.1f µs", l.latency*1e6)},
			{"bandwidth", fmt.Sprintf("%.0f MB/s", l.bandwidth/1e6)}}}}
	with, _ := gups.Series[0].At(4096)
	without, _ := gups.Series[1].At(4096)
	e.Finding = fmt.Sprintf("The model gives %.2f GUP/s on 4,096 images with overlap, %.2f without",
		with, without)
	e.Verdict = record.Shown
}

// model is a figure of both ways to compute, 1 to 4,096 images.
func model(y string, at func(images float64, overlap bool) float64) record.Figure {
	f := record.Figure{X: "images", Y: y, LogX: true, LogY: true}
	for _, way := range []struct {
		name    string
		overlap bool
	}{{"model, with overlap", true}, {"model, without overlap", false}} {
		var xy []float64
		for p := 1.0; p <= 4096; p *= 2 {
			xy = append(xy, p, at(p, way.overlap))
		}
		f.Series = append(f.Series, points(way.name, xy...))
	}
	return f
}

// points makes a series of x, y, x, y, ….
func points(name string, xy ...float64) record.Series {
	s := record.Series{Name: name}
	for i := 0; i+1 < len(xy); i += 2 {
		s.Points = append(s.Points, record.Point{X: xy[i], Y: xy[i+1], Low: xy[i+1], High: xy[i+1]})
	}
	return s
}
