package papers

import (
	"context"
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/bench/record"
)

func riceExperiments() []experiment {
	return []experiment{
		{record.Experiment{ID: "rice-table1", Source: rice, Item: "Table 1, Figures 1 to 6",
			Title: "STREAM: representations of local and remote data",
			Claim: "All representations of local data are as fast as common blocks. Remote data " +
				"element by element by a library take a hundredth of that (33 against 3,284 MB/s " +
				"for copy on the Altix); by loads and stores with a hoisted pointer 2,267, up to " +
				"24 times the speed of the general strategy's bulk loops where that fetches " +
				"element by element.",
			Method: "Image 1 runs the four loops. Local forms are written by hand. “Coarray” is " +
				"a coarray's own part as Coral compiles it. Remote data are read as x(j)[p] in a " +
				"loop, or as sections in bulk: by loads and stores, where images share memory " +
				"(Coral hoists the pointer out of the loop), and by calls, with " +
				"CORAL_SMP_UNMAPPED=1, the paper's general strategy. The paper's forms of remote " +
				"access that differ in where a pointer is set are not options of Coral's " +
				"translator.",
			Flags: strings.Join(append(flags, "-fcray-pointer"), " ")}, measureForms},
		{record.Experiment{ID: "rice-table2", Source: rice, Item: "Tables 2 and 3",
			Title: "RandomAccess: fine-grained updates beside MPI with buckets",
			Claim: "With direct loads and stores (vector of pointers, Cray pointer) updates are " +
				"many times as fast as by general communication (47.7 against 1.8 million a " +
				"second on one processor of the Altix for 1 MiB). MPI with buckets of 2,048 " +
				"updates is the fastest from two processors on.",
			Method: "Million updates a second of each image. “Direct” is table(i)[k] by load and " +
				"store; “general” the same program by calls (CORAL_SMP_UNMAPPED=1); “bucket” " +
				"exchanges 2,048 updates at a time by MPI_Alltoallv.",
			Flags: strings.Join(flags, " ")}, measureUpdates},
		{record.Experiment{ID: "rice-fig7", Source: rice, Item: "Figure 7",
			Title: "NAS MG: efficiency with MPI, general communication, loads and stores",
			Claim: "MG with general communication by a tuned copy is ahead of the version with " +
				"loads and stores that the compiler makes, and ahead of MPI.",
			Method: "Efficiency is the time of the serial program over images × the time on " +
				"them. All versions have the same kernels, on slabs of planes; each run verifies " +
				"the norm of its residual. “Loads and stores” is Coral where images share " +
				"memory, “general” the same program by calls (CORAL_SMP_UNMAPPED=1). SP, which " +
				"the figure has too, is not there.",
			Flags: strings.Join(flags, " ")}, measureMG},
	}
}

// mapped and called are the ways of one machine: loads and stores, and calls.
var (
	mapped = system{name: "loads and stores"}
	called = system{name: "calls", env: []string{"CORAL_SMP_UNMAPPED=1"}}
)

// forms are the rows of Table 1: what the program calls them, and the paper.
var forms = []struct {
	kind, title, short string
	by                 *system
	paper              string // MB/s on the Altix: copy, scale, add, triad
}{
	{"common", "local: common block", "common", nil, "3284 / 3144 / 3628 / 3802"},
	{"pointer", "local: F90 pointer", "pointer", nil, "3327 / 3128 / 3612 / 3804"},
	{"structure", "local: F90 pointer to structure", "structure", nil, "3209 / 3107 / 3629 / 3824"},
	{"cray", "local: Cray pointer", "Cray", nil, "3254 / 3061 / 3567 / 3716"},
	{"split", "local: split procedure", "split", nil, "3322 / 3158 / 3611 / 3808"},
	{"vector", "local: vector of F90 pointers", "vector", nil, "3277 / 3106 / 3616 / 3802"},
	{"coarray", "local: coarray, as Coral compiles it", "coarray", nil, "–"},
	{"remote-element", "remote, element by element, general strategy", "calls", &called,
		"33 / 32 / 24 / 24"},
	{"remote-bulk", "remote, bulk, general strategy", "calls, bulk", &called,
		"2392 / 1328 / 1163 / 1177"},
	{"remote-element", "remote, element by element, loads and stores (hoisted pointer)", "loads",
		&mapped, "1979 / 2290 / 2004 / 2010"},
	{"remote-bulk", "remote, bulk, loads and stores", "loads, bulk", &mapped,
		"1980 / 2286 / 1997 / 2004"},
}

func measureForms(ctx context.Context, r *runner, e *record.Experiment) {
	program, ok := r.coral(ctx, "stream_forms", "programs/stream_forms.f90", "-fcray-pointer")
	if !ok {
		return
	}
	elements, few := "4194304", "20000" // arrays of 32 MiB; element by element by calls: fewer
	if r.Quick {
		elements, few = "100000", "1000"
	}
	kernels := []string{"copy", "scale", "add", "triad"}
	found := map[string]*series{}
	for range r.rounds() {
		for _, s := range []system{mapped, called} {
			most := elements
			if s.name == called.name {
				most = few
			}
			for _, l := range r.run(ctx, s, program, 2, elements, most) {
				for _, f := range forms {
					if f.kind != l.kind || f.by != nil && f.by.name != s.name {
						continue
					}
					if found[f.title] == nil {
						found[f.title] = newSeries()
					}
					for i, k := range kernels {
						found[f.title].add(f.title, float64(i), l.Sample[k])
					}
				}
			}
		}
	}
	table := record.Table{Title: "MB/s", Columns: append([]string{"representation"},
		append(kernels, "the paper, SGI Altix 3000: copy / scale / add / triad")...)}
	bars := record.Figure{Title: "Triad", X: "representation", Y: "MB/s", LogY: true}
	triad := map[string]float64{}
	var points []record.Point
	for _, f := range forms {
		s := found[f.title]
		if s == nil {
			continue
		}
		row := []string{f.title}
		for i := range kernels {
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
	local, own := triad[forms[0].title], triad["local: coarray, as Coral compiles it"]
	loads, calls := triad[forms[9].title], triad[forms[7].title]
	e.Finding = fmt.Sprintf("Triad: a coarray's own part has %.2f × the speed of common blocks; "+
		"remote elements by loads and stores %.2f ×, by calls %.4f ×", own/local, loads/local,
		calls/local)
	e.Verdict = agree(own > 0.9*local, loads > 10*calls)
}

func measureUpdates(ctx context.Context, r *runner, e *record.Experiment) {
	program, ok := r.coral(ctx, "randomaccess_fine", "programs/randomaccess_fine.f90")
	if !ok {
		return
	}
	sizes := []struct {
		title, log     string
		updates, calls string
	}{{"1 MiB an image", "17", "2000000", "50000"}, {"256 MiB an image", "25", "2000000",
		"50000"}}
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
	for _, size := range sizes {
		speed := newSeries()
		for range r.rounds() {
			for _, n := range images {
				for _, s := range []system{mapped, called} {
					name, updates := "coarrays, direct", size.updates
					if s.name == called.name {
						name, updates = "coarrays, general communication", size.calls
					}
					for _, l := range r.run(ctx, s, program, n, size.log, updates) {
						speed.add(name, float64(n), l.Sample["mups"])
					}
				}
				for i, family := range families {
					theirs, ok := r.build(ctx, "randomaccess_bucket-"+family,
						[]string{"mpicc." + family}, "programs/randomaccess_bucket.c")
					if !ok {
						continue
					}
					for _, l := range r.run(ctx, libraries[i], theirs, n, size.log, size.updates) {
						speed.add("MPI bucket 2048, "+libraries[i].name, float64(n),
							l.Sample["mups"])
					}
				}
			}
		}
		f := record.Figure{Title: size.title, X: "images", Y: "million updates a second of each",
			LogX: true, LogY: true, Series: speed.list()}
		e.Figures = append(e.Figures, f)
		direct, _ := f.Find("coarrays, direct").At(2)
		general, _ := f.Find("coarrays, general communication").At(2)
		if direct > 2*general {
			agreed++
		}
		if e.Finding == "" {
			e.Finding = fmt.Sprintf("On two images with %s direct updates are %.1f × as fast as "+
				"by general communication", size.title, direct/general)
		}
	}
	e.Verdict = agree(agreed > 0, agreed == len(sizes))
}

// measureMG measures NAS MG. Times are the best of the rounds, as efficiencies compare programs.
func measureMG(ctx context.Context, r *runner, e *record.Experiment) {
	classes, images := []string{"S", "W", "A"}, []int{1, 2, 4}
	switch {
	case r.Full:
		classes, images = append(classes, "B"), append(images, 8)
	case r.Quick:
		classes = classes[:1]
	}
	files := func(exchange string) []string {
		return []string{"programs/mg_grid.f90", "programs/mg_" + exchange + ".f90",
			"programs/mg.f90"}
	}
	type side struct {
		name, program string
		s             system
	}
	serial, ok := r.build(ctx, "mg-serial", []string{"gfortran"}, files("serial")...)
	if !ok {
		return
	}
	var sides []side
	if program, ok := r.coral(ctx, "mg-coarray", files("coarray")...); ok {
		sides = append(sides, side{"coarrays, loads and stores", program, mapped},
			side{"coarrays, general communication", program, called})
	}
	libraries, families := mpiHere()
	for i, family := range families {
		if program, ok := r.build(ctx, "mg-"+family, []string{"mpif90." + family},
			files("mpi")...); ok {
			sides = append(sides, side{"MPI, " + libraries[i].name, program, libraries[i]})
		}
	}
	wins, points := 0, 0
	for _, class := range classes {
		best := map[string]map[int]float64{}
		note := func(name string, s system, program string, n int) {
			for _, l := range r.run(ctx, s, program, n, class) {
				if l.Sample["verified"] != 1 {
					r.leave("%s, MG class %s on %d did not verify itself", name, class, n)
					continue
				}
				if best[name] == nil {
					best[name] = map[int]float64{}
				}
				if b := best[name][n]; b == 0 || l.Sample["seconds"] < b {
					best[name][n] = l.Sample["seconds"]
				}
			}
		}
		for range r.rounds() {
			note("serial", system{name: "serial"}, serial, 1)
			for _, n := range images {
				for _, x := range sides {
					note(x.name, x.s, x.program, n)
				}
			}
		}
		alone := best["serial"][1]
		if alone == 0 {
			continue
		}
		f := record.Figure{Title: "Class " + class, X: "images", Y: "efficiency", LogX: true}
		t := record.Table{Title: "Class " + class + ": seconds", Columns: []string{"version"},
			Note: fmt.Sprintf("The serial program: %.4f s.", alone)}
		for _, n := range images {
			t.Columns = append(t.Columns, fmt.Sprint(n))
		}
		fastest := func(prefix string, n int) (least float64) {
			for name, b := range best {
				if strings.HasPrefix(name, prefix) && b[n] > 0 && (least == 0 || b[n] < least) {
					least = b[n]
				}
			}
			return least
		}
		for _, x := range sides {
			one, row := record.Series{Name: x.name}, []string{x.name}
			for _, n := range images {
				seconds := best[x.name][n]
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
		for _, n := range images[1:] {
			if ours, theirs := fastest("coarrays", n), fastest("MPI", n); theirs > 0 {
				points++
				if ours <= theirs {
					wins++
				}
			}
		}
		e.Figures, e.Tables = append(e.Figures, f), append(e.Tables, t)
	}
	e.Finding = fmt.Sprintf("The faster coarray version is at least as fast as the faster MPI "+
		"version at %d of %d points of more than one image", wins, points)
	e.Verdict = agree(wins > 0, wins == points)
}
