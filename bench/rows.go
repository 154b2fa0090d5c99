package bench

import (
	"fmt"
	"slices"
	"strings"
)

// The limits, as README.md explains them.
const (
	elementAbove = 1.0  // ns that a put or get of one element may take above a local store or load
	sectionRatio = 0.9  // of the speed of the local copy of the same shape
	streamRatio  = 0.95 // of the same loop over local arrays
	gatherRatio  = 1 / 1.2
	eventLimit   = 1.2 // × the round trip of a bare cache line
	meetingLimit = 0.7
	sumLimit     = 1.2
	// ns, where the bare loop takes bareBarrier16; on a slower machine, or in a slow minute, as
	// many times the bare loop's time
	barrier16     = 20e3
	barrier64     = 80e3
	bareBarrier16 = 12e3
	bareBarrier64 = 50e3
	idleProcessor = 0.05 // processors in use while all images wait
	start64       = 0.5  // s
	start1024     = 10.0

	translateShare  = 0.1 // of the back end's time
	translatedLines = 20000
	translateFlag   = "-O0" // where the back end has least to do

	bareC = "bare C" // the system of copies to computed addresses
)

var (
	ours        = []string{"Fortran -O2", "Go"}
	oursWithO3  = []string{"Fortran -O2", "Fortran -O3", "Go"}
	shapes      = []string{"contiguous", "stride2", "stride8", "block", "grid"}
	shapeTitles = map[string]string{"contiguous": "contiguous", "stride2": "stride 2",
		"stride8": "stride 8", "block": "2-D sub-block",
		"grid": "2-D, steps 2 and 3"}
	fortranCases = []string{"static", "dummy", "allocatable", "component", "varying"}
	goCases      = []string{"slice", "element", "component", "varying"}
	caseTitles   = map[string]string{
		"static": "static coarray", "dummy": "dummy argument",
		"allocatable": "allocatable in a module",
		"component":   "component of a derived type", "varying": "image varies in the loop",
	}
	goTitles = map[string]string{
		"slice": "At(k).Slice()", "element": "At(k).Store, Load",
		"component": "field of a struct", "varying": "At(k) inside the loop, k varies",
	}
)

// groups makes the table from what has been measured.
func (b *bench) groups() []*group {
	list := []*group{b.elements(), b.sections(), b.holders(), b.stream(), b.heldStreams(),
		b.synchronisation(), b.crowds(), b.crowdTeams(), b.idling(), b.starting(), b.compiling()}
	if _, there := b.results.median(key{openCoarrays, "put", "static"}, "local"); there {
		list = append(list, b.sideBySide())
	}
	return list
}

func (b *bench) elements() *group {
	g := &group{
		title: "One element to and from another image",
		compares: "value: ns an element; limit: a local store or load in the same loop; ratio: " +
			"ns above it",
	}
	for _, s := range ours {
		cases := fortranCases
		if s == "Go" {
			cases = goCases
		}
		for _, name := range []string{"put", "get"} {
			for _, c := range cases {
				g.rows = append(g.rows, b.elementRow(s, name, c))
			}
		}
	}
	return g
}

func (b *bench) elementRow(system, name, kind string) row {
	title := kind
	if caseTitles[kind] != "" {
		title = caseTitles[kind]
	}
	if system == "Go" && goTitles[kind] != "" {
		title = goTitles[kind]
	}
	r := row{name: fmt.Sprintf("%s %s, %s", system, name, title),
		required: fmt.Sprintf("≤ +%g ns", elementAbove), verdict: missing}
	if p, there := b.results.pair(key{system, name, kind}); there {
		r.value = fmt.Sprintf("%.2f ns", p.other)
		r.limit = fmt.Sprintf("%.2f ns", p.local)
		r.ratio = fmt.Sprintf("%+.2f ns", p.above)
		r.verdict = verdict(p.above <= elementAbove)
	}
	return r
}

func (b *bench) sections() *group {
	g := &group{
		title: "Sections put to and got from another image",
		compares: "value, limit: GB/s of the copy, and of the local copy of the same shape, at " +
			"the size with the lowest ratio; below: ratio at every size",
	}
	for _, s := range append(slices.Clone(oursWithO3), bareC) {
		for _, name := range []string{"put", "get"} {
			for _, shape := range shapes {
				if s != bareC || len(b.results.kinds(bareC, name, shape+"/")) > 0 {
					g.rows = append(g.rows, b.sectionRow(s, name, shape))
				}
			}
		}
	}
	return g
}

// sectionLimit is what a copy must reach of the local one's speed. Where not even C reaches that,
// whose address is computed and nothing else done, it is what C reaches: some processors let loads
// that are not aligned wait for the addresses of all stores before.
func (b *bench) sectionLimit(name, kind string) float64 {
	if p, there := b.results.pair(key{bareC, name, kind}); there {
		return min(sectionRatio, p.ratio)
	}
	return sectionRatio
}

func (b *bench) sectionRow(system, name, shape string) row {
	r := row{name: fmt.Sprintf("%s %s, %s", system, name, shapeTitles[shape]),
		required: fmt.Sprintf("≥ %g or bare C's", sectionRatio), verdict: missing}
	var sizes []string
	worst, good := pair{}, true
	for _, kind := range b.results.kinds(system, name, shape+"/") {
		p, _ := b.results.pair(key{system, name, kind})
		sizes = append(sizes, fmt.Sprintf("%s %.2f", bytesText(bytesOf(kind)), p.ratio))
		good = good && p.ratio >= b.sectionLimit(name, kind)
		if worst.other == 0 || p.ratio < worst.ratio {
			worst = p
			r.measured(speed(bytesOf(kind), p.other), speed(bytesOf(kind), p.local), p.ratio, true)
		}
	}
	if worst.other != 0 {
		r.verdict = verdict(good)
	}
	if system == bareC {
		r.required, r.verdict = "", shown
	}
	r.detail = strings.Join(sizes, "   ")
	return r
}

// held is a kernel that is measured with every holder.
type held struct {
	name, title string
	limit       float64
}

// holders: one row a kernel, at the holder that is worst off.
func (b *bench) holders() *group {
	g := &group{
		title: "Ways to hold a coarray",
		compares: "value, limit: ns for 512 elements of the other image and of the own part, " +
			"at the holder with the lowest ratio; below: ratio of every holder",
	}
	kernels := []held{
		{"holder_put", "put", sectionRatio}, {"holder_get", "get", sectionRatio},
		{"holder_stride", "get, stride 2", sectionRatio},
		{"holder_triad", "triad loop", streamRatio},
		{"holder_gather", "gather by a vector subscript", gatherRatio},
		{"holder_gather_loop", "gather in a loop", gatherRatio},
	}
	for _, s := range []string{"Fortran -O2", "Fortran -O3"} {
		for _, k := range kernels {
			g.rows = append(g.rows, b.heldRow(s, k,
				func(ns float64) string { return fmt.Sprintf("%.0f ns", ns) }))
		}
	}
	return g
}

// heldRow is a row of a kernel at the holder with the lowest ratio; write is for the time of one
// element.
func (b *bench) heldRow(system string, k held, write func(ns float64) string) row {
	r := row{name: system + " " + k.title, required: fmt.Sprintf("≥ %.2g", k.limit),
		verdict: missing}
	var all []string
	lowest := 0.0
	for _, holder := range b.results.kinds(system, k.name, "") {
		p, _ := b.results.pair(key{system, k.name, holder})
		all = append(all, fmt.Sprintf("%s %.2f", strings.ReplaceAll(holder, "_", " "), p.ratio))
		if lowest != 0 && p.ratio >= lowest {
			continue
		}
		lowest = p.ratio
		r.measured(write(p.other), write(p.local), p.ratio, p.ratio >= k.limit)
	}
	r.detail = strings.Join(all, "   ")
	return r
}

// heldStreams is STREAM's triad with every holder.
func (b *bench) heldStreams() *group {
	g := &group{
		title: "STREAM's triad by the ways to hold a coarray",
		compares: fmt.Sprintf(
			"value, limit: GB/s with both right-hand sides on the other image and on this one, "+
				"arrays of %s each, at the holder with the lowest ratio; below: ratio of every "+
				"holder",
			bytesText(8*b.machine.streamElements())),
	}
	for _, s := range []string{"Fortran -O2", "Fortran -O3"} {
		for _, k := range []held{{"held_triad", "triad, loop", streamRatio},
			{"held_triad_array", "triad, array", streamRatio}} {
			g.rows = append(g.rows, b.heldRow(s, k,
				func(ns float64) string { return speed(streamBytes["triad"], ns) }))
		}
	}
	return g
}

// streamBytes is what one element of each kernel moves, by STREAM's own counting.
var streamBytes = map[string]int{"copy": 16, "scale": 16, "add": 24, "triad": 24}

func (b *bench) stream() *group {
	g := &group{
		title: "STREAM, right-hand sides on the other image",
		compares: fmt.Sprintf(
			"value: GB/s; limit: the same loop over ordinary local arrays of %s each",
			bytesText(8*b.machine.streamElements())),
	}
	for _, s := range oursWithO3 {
		kinds := []string{"copy/loop", "scale/loop", "add/loop", "triad/loop", "copy/array",
			"scale/array", "add/array", "triad/array", "triad/allocatable"}
		if s == "Go" {
			kinds = kinds[:4]
		}
		for _, kind := range kinds {
			g.rows = append(g.rows, b.streamRow(s, kind))
		}
	}
	return g
}

func (b *bench) streamRow(system, kind string) row {
	kernel, form, _ := strings.Cut(kind, "/")
	r := row{name: fmt.Sprintf("%s %s, %s", system, kernel, form),
		required: fmt.Sprintf("≥ %g", streamRatio), verdict: missing}
	if p, there := b.results.pair(key{system, "stream", kind}); there {
		bytes := streamBytes[kernel]
		r.measured(speed(bytes, p.other), speed(bytes, p.local), p.ratio, p.ratio >= streamRatio)
	}
	return r
}

func (b *bench) synchronisation() *group {
	g := &group{
		title: "Synchronising two images",
		compares: "value: ns; limit: round trip of a bare cache line between the same two " +
			"images, measured in turn",
	}
	kinds := []struct {
		kind, title string
		limit       float64
	}{
		{"event", "event round trip", eventLimit},
		{"images", "sync images, one partner", meetingLimit},
		{"all", "sync all", meetingLimit},
		{"co_sum", "co_sum of a scalar", sumLimit},
	}
	for _, s := range ours {
		for _, k := range kinds {
			g.rows = append(g.rows, b.lineRow(s+" "+k.title, key{s, "sync", k.kind}, k.limit))
		}
	}
	if meet, line, ratio, measured := b.results.besideLine(key{"bare", "bare", "meet"}); measured {
		g.rows = append(g.rows, row{name: "bare C, each waits for the other",
			value: fmt.Sprintf("%.0f ns", meet),
			limit: fmt.Sprintf("%.0f ns", line), ratio: fmt.Sprintf("%.2f", ratio), verdict: shown})
	}
	return g
}

// lineRow is what takes so many round trips of a bare cache line between the same two images.
func (b *bench) lineRow(title string, k key, limit float64) row {
	r := row{name: title, required: fmt.Sprintf("≤ %g", limit), verdict: missing}
	if value, line, ratio, measured := b.results.besideLine(k); measured {
		r.measured(fmt.Sprintf("%.0f ns", value), fmt.Sprintf("%.0f ns", line), ratio,
			ratio <= limit)
	}
	return r
}

func (b *bench) crowds() *group {
	g := &group{
		title: fmt.Sprintf("More images than cores (%d)", b.machine.cores),
		compares: "value: µs of one sync all; limit: barrier of as many processes that yield " +
			"while they wait, bare C",
	}
	for _, n := range []int{16, 64} {
		kind := fmt.Sprintf("barrier%d", n)
		most := map[int]float64{16: barrier16, 64: barrier64}[n]
		factor := most / map[int]float64{16: bareBarrier16, 64: bareBarrier64}[n]
		line, _ := b.results.median(key{"bare", "bare", kind}, "ns")
		for _, s := range ours {
			r := row{name: fmt.Sprintf("%s sync all, %d images", s, n),
				required: fmt.Sprintf("≤ %.0f µs or %.2f", most/1e3, factor), verdict: missing}
			if value, line, ratio, measured := b.results.besideBare(key{s, "crowd",
				kind}); measured {
				r.measured(fmt.Sprintf("%.1f µs", value/1e3), fmt.Sprintf("%.1f µs", line/1e3),
					ratio, value <= most || ratio <= factor)
			}
			g.rows = append(g.rows, r)
		}
		for _, mpi := range []struct{ system, title string }{{"openmpi", "Open MPI"},
			{"mpich", "MPICH"}} {
			if value, measured := b.results.median(key{mpi.system, "mpi", kind}, "ns"); measured {
				g.rows = append(
					g.rows, row{name: fmt.Sprintf("%s MPI_Barrier, %d processes", mpi.title, n),
						value: fmt.Sprintf("%.1f µs", value/1e3),
						limit: fmt.Sprintf("%.1f µs", line/1e3),
						ratio: fmt.Sprintf("%.2f", value/line), verdict: shown})
			}
		}
	}
	return g
}

func (b *bench) idling() *group {
	g := &group{
		title: "Waiting for an image that does nothing",
		compares: "value: processors in use while eight images wait for a second, starting and " +
			"ending subtracted; limit: none",
	}
	for _, s := range ours {
		for _, k := range []struct{ kind, title string }{{"sleep", "one image sleeps"},
			{"read", "one image reads input"}} {
			r := row{name: s + ", " + k.title, limit: "0",
				required: fmt.Sprintf("≤ %g", idleProcessor), verdict: missing}
			cpu, there := b.results.median(key{s, "idle", k.kind}, "cpu")
			wall, _ := b.results.median(key{s, "idle", k.kind}, "wall")
			if there && wall > 0 {
				r.value = fmt.Sprintf("%.3f", max(0, cpu/wall))
				r.detail = fmt.Sprintf("%.3f s of processor time in %.2f s", cpu, wall)
				r.verdict = verdict(cpu/wall <= idleProcessor)
			}
			g.rows = append(g.rows, r)
		}
	}
	return g
}

func (b *bench) starting() *group {
	g := &group{
		title:    "Starting and ending a run",
		compares: "value: seconds from the command to its end; limit: fixed",
	}
	sizes := []int{64, 1024}
	if b.Quick {
		sizes = sizes[:1]
	}
	for _, s := range ours {
		for _, n := range sizes {
			most := map[int]float64{64: start64, 1024: start1024}[n]
			r := row{name: fmt.Sprintf("%s, %d images", s, n), limit: fmt.Sprintf("%g s", most),
				required: "≤ 1", verdict: missing}
			if ns, there := b.results.median(key{s, "start", fmt.Sprint(n)}, "ns"); there {
				r.value = fmt.Sprintf("%.2f s", ns/1e9)
				r.ratio = fmt.Sprintf("%.2f", ns/1e9/most)
				r.verdict = verdict(ns/1e9 <= most)
			}
			g.rows = append(g.rows, r)
		}
	}
	return g
}

func (b *bench) compiling() *group {
	g := &group{
		title:    fmt.Sprintf("Compiling %d lines", translatedLines),
		compares: "value: seconds of Coral's own part; limit: seconds of the back end",
	}
	own, there := b.results.median(key{"Fortran", "translate", translateFlag}, "own")
	if !there {
		return g
	}
	back, _ := b.results.median(key{"Fortran", "translate", translateFlag}, "back")
	g.rows = append(g.rows, row{name: "Fortran " + translateFlag, value: fmt.Sprintf("%.2f s", own),
		limit: fmt.Sprintf("%.2f s", back),
		ratio: fmt.Sprintf("%.3f", own/back), required: fmt.Sprintf("≤ %g", translateShare),
		verdict: verdict(own/back <= translateShare)})
	return g
}

// sideBySide: the same Fortran programs, built by Coral and by OpenCoarrays with the same back end
// and flags.
func (b *bench) sideBySide() *group {
	g := &group{
		title: "The same programs built with OpenCoarrays",
		compares: "value: Coral; limit: OpenCoarrays; ratio: how many times as fast Coral is " +
			"(of several sizes the lowest)",
	}
	add := func(title, name string, kinds []string, field string) {
		g.rows = append(g.rows, b.besideOpenCoarrays(title, name, kinds, field))
	}
	for _, name := range []string{"put", "get"} {
		for _, kind := range fortranCases {
			add(fmt.Sprintf("%s of one element, %s", name, caseTitles[kind]), name, []string{kind},
				"other")
		}
		for _, shape := range shapes {
			add(fmt.Sprintf("%s, %s", name, shapeTitles[shape]), name,
				b.results.kinds("Fortran -O2", name, shape+"/"), "other")
		}
	}
	for _, kind := range b.results.kinds("Fortran -O2", "stream", "") {
		add("STREAM "+kind+", per element", "stream", []string{kind}, "other")
	}
	for _, kind := range []string{"event", "images", "all", "co_sum"} {
		title := map[string]string{"event": "event round trip", "images": "sync images",
			"all": "sync all", "co_sum": "co_sum"}[kind]
		add(title+", 2 images", "sync", []string{kind}, "ns")
	}
	for _, n := range []int{16, 64} {
		add(fmt.Sprintf("sync all, %d images", n), "crowd", []string{fmt.Sprintf("barrier%d", n)},
			"ns")
	}
	return g
}

// besideOpenCoarrays is the row of what was measured of several kinds, that with the lowest ratio.
// Where either system takes as long as it does for the same elements of local memory, they are
// equal: both are one copy by the same back end, and which of two processes got the better pages is
// chance.
func (b *bench) besideOpenCoarrays(title, name string, kinds []string, field string) row {
	r := row{name: title, required: "≥ 1", verdict: missing}
	lowest := 0.0
	for _, kind := range kinds {
		ours, theirs := key{"Fortran -O2", name, kind}, key{openCoarrays, name, kind}
		here, there := b.results.median(ours, field)
		other, also := b.results.median(theirs, field)
		ratio := b.results.faster(ours, theirs, field)
		if !there || !also || lowest != 0 && ratio >= lowest {
			continue
		}
		lowest = ratio
		r.measured(duration(here), duration(other), lowest, lowest >= 1)
		r.detail = ""
		if x, y := b.results.localRatios(ours, theirs, field); lowest < 1 && x >= streamRatio &&
			y >= streamRatio {
			r.verdict = equal
			r.detail = fmt.Sprintf(
				"both as fast as the same copy of local memory: %.2f and %.2f of it", x, y)
		}
	}
	return r
}

// speed of moving bytes in ns, in GB/s.
func speed(bytes int, ns float64) string {
	return fmt.Sprintf("%.2f GB/s", float64(bytes)/ns)
}

func duration(ns float64) string {
	switch {
	case ns < 1e3:
		return fmt.Sprintf("%.2f ns", ns)
	case ns < 1e6:
		return fmt.Sprintf("%.2f µs", ns/1e3)
	}
	return fmt.Sprintf("%.2f ms", ns/1e6)
}

func bytesText(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d B", n)
}
