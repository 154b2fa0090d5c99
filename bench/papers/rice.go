package papers

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/bench/record"
)

func riceExperiments() []experiment {
	return []experiment{
		{record.Experiment{ID: "rice-table1", Source: rice, Item: "Table 1, Figures 5 and 6",
			Title: "STREAM: representations of local and remote data",
			Claim: "All representations of local data are as fast as common blocks. Remote data " +
				"element by element by a library take a hundredth of that (33 against 3,284 " +
				"MB/s for copy on the Altix), and so does a pointer that is set for each " +
				"element (44). Hoisted pointers and vectors of pointers give 1,979 to 2,417.",
			Method: "One program is compiled with each form of docs/forms.md. Image 1 runs the " +
				"four loops, on a common block, on its own part of coarrays, on x(j)[p] in a " +
				"loop, and on sections in bulk. Common blocks in plain Fortran are measured in " +
				"each of the programs; the table has the median of all.",
			Flags: strings.Join(flags, " ")}, measureForms},
		{record.Experiment{ID: "rice-table2", Source: rice, Item: "Tables 2 and 3",
			Title: "RandomAccess: fine-grained updates beside MPI with buckets",
			Claim: "With direct loads and stores (vector of pointers, Cray pointer) updates are " +
				"many times as fast as by general communication (47.7 against 1.8 million a " +
				"second on one processor of the Altix for 1 MiB). MPI with buckets of 2,048 " +
				"updates is the fastest from two processors on.",
			Method: "Million updates a second of each image. One program is compiled with each " +
				"form of remote data of docs/forms.md; “bucket” exchanges 2,048 updates at a " +
				"time by MPI_Alltoallv.",
			Flags: strings.Join(flags, " ")}, measureUpdates},
		{record.Experiment{ID: "rice-fig7", Source: rice, Item: "Figure 7",
			Title: "NAS MG and SP: efficiency with MPI, general communication, loads and stores",
			Claim: "MG with general communication by a tuned copy is ahead of the version with " +
				"loads and stores that the compiler makes, and ahead of MPI.",
			Method: "Efficiency is the time of the serial program over images × the time on " +
				"them. All versions have the same kernels, on slabs of planes; each run verifies " +
				"the norm of its residual, in SP also that of its error. “Loads and stores” is " +
				"Coral where images share memory, “general” the same program by calls " +
				"(CORAL_SMP_UNMAPPED=1). OpenMP's threads share the loops of the serial " +
				"program. SP solves in the direction of the slabs after a " +
				"transposition, with coarrays and with MPI.",
			Flags: strings.Join(flags, " ")}, measureEfficiencies},
	}
}

// mapped and called are the ways of one machine: loads and stores, and calls.
var (
	mapped = system{name: "loads and stores"}
	called = system{name: "calls", env: []string{"CORAL_SMP_UNMAPPED=1"}}
)

// form is a row of Table 1: how the program is compiled, and what it calls the loops.
type form struct {
	local, remote, kind string
	title, short        string
	paper               string // MB/s on the Altix: copy, scale, add, triad
}

// forms are the rows in the order of the paper, with two of Coral's among the local ones.
var forms = []form{
	{"", "", "common", "Fortran, common block", "common", "3284 / 3144 / 3628 / 3802"},
	{"pointer", "pointer", "local", "local: F90 pointer", "pointer", "3327 / 3128 / 3612 / 3804"},
	{"structure", "", "local", "local: F90 pointer to structure", "structure",
		"3209 / 3107 / 3629 / 3824"},
	{"cray", "cray", "local", "local: Cray pointer", "Cray", "3254 / 3061 / 3567 / 3716"},
	{"split", "get", "local", "local: split procedure", "split", "3322 / 3158 / 3611 / 3808"},
	{"vector", "vector", "local", "local: vector of F90 pointers", "vector",
		"3277 / 3106 / 3616 / 3802"},
	{"", "hybrid", "local", "local: coarray in a common block", "own common", "–"},
	{"", "", "local", "local: coarray, Coral's own form", "coarray", "–"},
	{"", "general", "element", "remote: general strategy", "general", "33 / 32 / 24 / 24"},
	{"", "general", "bulk", "remote, bulk: general strategy", "general, bulk",
		"2392 / 1328 / 1163 / 1177"},
	{"pointer", "pointer", "element", "remote: F90 pointer", "F90", "44 / 44 / 34 / 35"},
	{"pointer", "pointer", "bulk", "remote, bulk: F90 pointer", "F90, bulk",
		"1980 / 2286 / 1997 / 2004"},
	{"", "hoisted", "element", "remote: hoisted F90 pointer", "F90, hoisted",
		"1979 / 2290 / 2004 / 2010"},
	{"split", "get", "element", "remote: shmem_get", "get", "104 / 102 / 77 / 77"},
	{"cray", "cray", "element", "remote: Cray pointer", "Cray", "71 / 69 / 60 / 60"},
	{"cray", "cray", "bulk", "remote, bulk: Cray pointer", "Cray, bulk",
		"2313 / 2497 / 2078 / 2102"},
	{"", "cray-hoisted", "element", "remote: hoisted Cray pointer", "Cray, hoisted",
		"2267 / 2495 / 2075 / 2101"},
	{"vector", "vector", "element", "remote: vector of F90 pointers", "vector, remote",
		"2280 / 2498 / 2073 / 2105"},
	{"", "hybrid", "element", "remote: hybrid", "hybrid", "2417 / 2579 / 2049 / 2062"},
}

// options are those of coral build for a form, and a name for what they build.
func (f form) options() (name string, words []string) {
	name = "stream"
	for _, o := range [][2]string{{"local", f.local}, {"remote", f.remote}} {
		if o[1] != "" {
			name, words = name+"-"+o[1], append(words, "--"+o[0]+"="+o[1])
		}
	}
	return name, words
}

var streamKernels = []string{"copy", "scale", "add", "triad"}

func measureForms(ctx context.Context, r *runner, e *record.Experiment) {
	elements, few := "4194304", "100000" // arrays of 32 MiB; element by element by calls: fewer
	if r.Quick {
		elements, few = "100000", "1000"
	}
	found := map[string]*series{}
	for range r.rounds() {
		measured := map[string][]line{}
		for _, f := range forms {
			name, words := f.options()
			if _, again := measured[name]; !again {
				most := elements
				if f.remote == "general" {
					most = few
				}
				measured[name] = nil
				program, ok := r.coral(ctx, name, append(words, "programs/stream_forms.f90")...)
				if ok {
					measured[name] = r.run(ctx, mapped, program, 2, elements, most)
				}
			}
		}
		for _, f := range forms {
			own, _ := f.options()
			for name, lines := range measured {
				for _, l := range lines {
					// common blocks are the same in all programs
					if l.kind != f.kind || f.kind != "common" && name != own {
						continue
					}
					if found[f.title] == nil {
						found[f.title] = newSeries()
					}
					for i, k := range streamKernels {
						found[f.title].add(f.title, float64(i), l.Sample[k])
					}
				}
			}
		}
	}
	triad := tableOfForms(e, found)
	slowest := triad["local: coarray in a common block"]
	for _, f := range forms {
		if f.kind == "local" {
			slowest = min(slowest, triad[f.title])
		}
	}
	common, general := triad[forms[0].title], triad["remote: general strategy"]
	loads := min(triad["remote: hoisted F90 pointer"], triad["remote: hoisted Cray pointer"],
		triad["remote: vector of F90 pointers"], triad["remote: hybrid"])
	set := min(triad["remote: F90 pointer"], triad["remote: Cray pointer"])
	e.Finding = fmt.Sprintf("Triad, of common blocks: local data in the slowest form %.2f ×; "+
		"remote elements by the slowest of hoisted pointers, vector and hybrid %.2f ×, by "+
		"pointers that are set for each element %.2f ×, by the general strategy %.4f ×",
		slowest/common, loads/common, set/common, general/common)
	// the paper's pointers are set by a procedure, which no compiler takes out of a loop
	e.Verdict = agree(slowest > 0.9*common, loads > 10*general, set < loads/2)
}

// tableOfForms makes the table and the figure of Table 1, and gives the values of triad.
func tableOfForms(e *record.Experiment, found map[string]*series) map[string]float64 {
	table := record.Table{Title: "MB/s", Columns: append([]string{"representation"},
		append(streamKernels, "the paper, SGI Altix 3000: copy / scale / add / triad")...)}
	bars := record.Figure{Title: "Triad", X: "representation", Y: "MB/s", LogY: true}
	triad := map[string]float64{}
	var points []record.Point
	for _, f := range forms {
		s := found[f.title]
		if s == nil {
			continue
		}
		row := []string{f.title}
		for i := range streamKernels {
			y, _ := s.list()[0].At(float64(i))
			row = append(row, fmt.Sprintf("%.0f", y))
		}
		triad[f.title], _ = s.list()[0].At(3)
		table.Rows = append(table.Rows, append(row, f.paper))
		y := triad[f.title]
		points = append(points, record.Point{X: float64(len(bars.Names)), Y: y, Low: y, High: y})
		bars.Names = append(bars.Names, f.short)
	}
	bars.Series = []record.Series{{Name: "triad", Points: points}}
	e.Tables, e.Figures = []record.Table{table}, []record.Figure{bars}
	return triad
}

// updateForms are the rows of Tables 2 and 3 but for MPI, by the option --remote.
var updateForms = []struct{ remote, title string }{{"vector", "vector of F90 pointers"},
	{"pointer", "F90 pointer"}, {"cray", "Cray pointer"}, {"get", "shmem_get, shmem_put"},
	{"general", "general communication"}, {"default", "Coral's own form"}}

func measureUpdates(ctx context.Context, r *runner, e *record.Experiment) {
	sizes := []struct {
		title, log     string
		updates, calls string
	}{{"1 MiB an image", "17", "2000000", "200000"}, {"256 MiB an image", "25", "2000000",
		"200000"}}
	images := []int{1, 2, 4}
	switch {
	case r.Full:
		images = []int{1, 2, 4, 8, 16}
	case r.Quick:
		sizes = sizes[:1]
		sizes[0].updates, sizes[0].calls = "20000", "2000"
	}
	libraries, families := mpiHere()
	agreed := 0
	for part, size := range sizes {
		speed := newSeries()
		for range r.roundsOf(part, len(sizes)) {
			for _, n := range images {
				for _, f := range updateForms {
					program, ok := r.coral(ctx, "randomaccess-"+f.remote+"-"+size.log, "-cpp",
						"-DLOG="+size.log, "--remote="+f.remote, "programs/randomaccess_fine.f90")
					if !ok {
						continue
					}
					updates := size.updates
					if f.remote == "general" {
						updates = size.calls
					}
					for _, l := range r.run(ctx, mapped, program, n, updates) {
						speed.add(f.title, float64(n), l.Sample["mups"])
					}
				}
				updates := size.updates
				if n > runtime.NumCPU() { // whose processes wait without giving up their cores
					updates = size.calls
				}
				for i, family := range families {
					theirs, ok := r.build(ctx, "randomaccess_bucket-"+family,
						[]string{"mpicc." + family}, "programs/randomaccess_bucket.c")
					if !ok {
						continue
					}
					for _, l := range r.run(ctx, libraries[i], theirs, n, size.log, updates) {
						speed.add("MPI bucket 2048, "+libraries[i].name, float64(n),
							l.Sample["mups"])
					}
				}
			}
		}
		f := record.Figure{Title: size.title, X: "images", Y: "million updates a second of each",
			LogX: true, LogY: true, Series: speed.list()}
		e.Figures = append(e.Figures, f)
		direct, _ := f.Find("vector of F90 pointers").At(2)
		general, _ := f.Find("general communication").At(2)
		if direct > 2*general {
			agreed++
		}
		if e.Finding == "" && general > 0 {
			e.Finding = fmt.Sprintf("On two images with %s updates by a vector of pointers are "+
				"%.1f × as fast as by general communication", size.title, direct/general)
		}
	}
	e.Verdict = agree(agreed > 0, agreed == len(sizes))
}

// nas is a NAS benchmark of Figure 7: its programs, and the classes that two cores can do.
type nas struct {
	name            string
	classes, larger []string // larger: with --full
}

var nasBenchmarks = []nas{{"MG", []string{"S", "W", "A"}, []string{"B"}},
	{"SP", []string{"S", "W"}, []string{"A", "B"}}}

// version is one of the programs of a NAS benchmark that run on several images.
type version struct {
	name, program string
	s             system
}

// measureEfficiencies measures NAS MG and SP.
func measureEfficiencies(ctx context.Context, r *runner, e *record.Experiment) {
	images := []int{1, 2, 4}
	if r.Full {
		images = append(images, 8)
	}
	classesOf := func(b nas) []string {
		switch {
		case r.Full:
			return slices.Concat(b.classes, b.larger)
		case r.Quick:
			return b.classes[:1]
		}
		return b.classes
	}
	part, parts := 0, 0
	for _, b := range nasBenchmarks {
		parts += len(classesOf(b))
	}
	wins, points := 0, 0
	var found []string
	for _, b := range nasBenchmarks {
		serial, versions, ok := r.buildNAS(ctx, b)
		if !ok {
			continue
		}
		won, of := 0, 0
		for _, class := range classesOf(b) {
			best := r.runNAS(ctx, b.name, class, serial, versions, images, r.roundsOf(part, parts))
			part++
			alone := best["serial"][1]
			if alone == 0 {
				continue
			}
			title := b.name + ", class " + class
			f, t := efficiencies(title, alone, best, versions, images)
			e.Figures, e.Tables = append(e.Figures, f), append(e.Tables, t)
			for _, n := range images[1:] {
				ours, theirs := best.fastest("coarrays", n), best.fastest("MPI", n)
				if theirs > 0 {
					of++
					if ours > 0 && ours <= theirs {
						won++
					}
				}
			}
		}
		found = append(found, fmt.Sprintf("%s: at %d of %d points of more than one image", b.name,
			won, of))
		wins, points = wins+won, points+of
	}
	e.Finding = "The faster coarray version is at least as fast as the faster MPI version. " +
		strings.Join(found, "; ")
	e.Verdict = agree(wins > 0, wins == points)
}

// buildNAS builds the serial program of a benchmark and its versions.
func (r *runner) buildNAS(ctx context.Context, b nas) (serial string, versions []version, ok bool) {
	name := strings.ToLower(b.name)
	files := func(exchange string) []string {
		return []string{"programs/" + name + "_grid.f90", "programs/" + name + "_" + exchange +
			".f90", "programs/" + name + ".f90"}
	}
	serial, ok = r.build(ctx, name+"-serial", []string{"gfortran"}, files("serial")...)
	if !ok {
		return "", nil, false
	}
	if program, ok := r.coral(ctx, name+"-coarray", files("coarray")...); ok {
		versions = append(versions, version{"coarrays, loads and stores", program, mapped},
			version{"coarrays, general communication", program, called})
	}
	if program, ok := r.build(ctx, name+"-openmp", []string{"gfortran", "-fopenmp"},
		files("serial")...); ok {
		versions = append(versions, version{"OpenMP", program, system{name: "OpenMP",
			threads: true}})
	}
	libraries, families := mpiHere()
	for i, family := range families {
		if program, ok := r.build(ctx, name+"-"+family, []string{"mpif90." + family},
			files("mpi")...); ok {
			versions = append(versions, version{"MPI, " + libraries[i].name, program, libraries[i]})
		}
	}
	return serial, versions, true
}

// times are seconds by version and images.
type times map[string]map[int]float64

// runNAS runs a class in all rounds. Times are the best, as efficiencies compare programs.
func (r *runner) runNAS(ctx context.Context, name, class, serial string, versions []version,
	images []int, rounds iter.Seq[int]) times {
	best := times{}
	note := func(v version, n int) {
		for _, l := range r.run(ctx, v.s, v.program, n, class) {
			if l.Sample["verified"] != 1 {
				r.leave("%s, %s class %s on %d did not verify itself", v.name, name, class, n)
				continue
			}
			if best[v.name] == nil {
				best[v.name] = map[int]float64{}
			}
			if b := best[v.name][n]; b == 0 || l.Sample["seconds"] < b {
				best[v.name][n] = l.Sample["seconds"]
			}
		}
	}
	for range rounds {
		note(version{"serial", serial, system{name: "serial"}}, 1)
		for _, n := range images {
			for _, v := range versions {
				note(v, n)
			}
		}
	}
	return best
}

// fastest is the least time of the versions whose names begin so; 0: there is none.
func (best times) fastest(prefix string, n int) (least float64) {
	for name, b := range best {
		if strings.HasPrefix(name, prefix) && b[n] > 0 && (least == 0 || b[n] < least) {
			least = b[n]
		}
	}
	return least
}

// efficiencies are the figure and the table of a class. alone is the time of the serial program.
func efficiencies(title string, alone float64, best times, versions []version, images []int) (
	record.Figure, record.Table) {
	f := record.Figure{Title: title, X: "images", Y: "efficiency", LogX: true}
	t := record.Table{Title: title + ": seconds", Columns: []string{"version"},
		Note: fmt.Sprintf("The serial program: %.4f s.", alone)}
	for _, n := range images {
		t.Columns = append(t.Columns, fmt.Sprint(n))
	}
	for _, v := range versions {
		one, row := record.Series{Name: v.name}, []string{v.name}
		for _, n := range images {
			seconds := best[v.name][n]
			if seconds == 0 {
				row = append(row, "–")
				continue
			}
			y := alone / float64(n) / seconds
			one.Points = append(one.Points, record.Point{X: float64(n), Y: y, Low: y, High: y})
			row = append(row, fmt.Sprintf("%.4f", seconds))
		}
		f.Series, t.Rows = append(f.Series, one), append(t.Rows, row)
	}
	return f, t
}
