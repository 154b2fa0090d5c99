package papers

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/bench/record"
	"github.com/coral-pgas/coral/internal/provider"
)

func xmpcExperiments() []experiment {
	return []experiment{
		{record.Experiment{ID: "xmpc-table1", Source: xmpc, Item: "Table 1",
			Title: "what each library supports of what coarrays of XcalableMP ask for",
			Claim: "GASNet has puts and gets; strides are work in progress, and accumulation is " +
				"only in part to be had. ARMCI has all of it, but is less portable.",
			Method: "Nothing is measured. The columns come from Coral's table of providers, and " +
				"say how Coral uses each library: by an operation of its own, or by a message " +
				"that the target executes."}, tableOfLibraries},
		{record.Experiment{ID: "xmpc-fig4", Source: xmpc, Item: "Figures 2 to 4",
			Title: "ping-pong by put, with polling, and by get",
			Claim: "GASNet is ahead of ARMCI for put and get; a put is ahead of a get in general.",
			Method: "The paper's programs in XcalableMP/C: a put after which the other image " +
				"polls the last byte with sync_memory, and a get between barriers. Two images on " +
				"two hosts of a test cluster, by the libraries that are there, and on one " +
				"machine. GASNet-EX is in no Debian package, and is there where users have " +
				"installed it.",
			Flags: strings.Join(flags, " ")}, measurePolled},
		{record.Experiment{ID: "xmpc-fig6", Source: xmpc, Item: "Figures 6, 8 to 11, Table 3",
			Title: "NAS IS and CG: time and share of communication",
			Claim: "IS and CG over GASNet are as fast as the MPI versions or faster; IS spends " +
				"more of its time in communication than CG; accumulation by put shortens CG.",
			Method: "The same algorithm on all sides, two images on one machine; each run " +
				"verifies itself. Time is the best of the rounds, the share is that of the same " +
				"round.", Flags: strings.Join(flags, " ")}, measureNAS},
	}
}

func measurePolled(ctx context.Context, r *runner, e *record.Experiment) {
	program, ok := r.coral(ctx, "pingpong-xmp", "examples/xmp/pingpong.c")
	if !ok {
		return
	}
	latency, bandwidth := newSeries(), newSeries()
	note := func(s system, output string) {
		for lines := bufio.NewScanner(strings.NewReader(output)); lines.Scan(); {
			words := strings.Fields(lines.Text())
			if len(words) != 5 {
				continue
			}
			bytes, err := strconv.ParseFloat(words[0], 64)
			if err != nil || r.Quick && bytes > 4096 {
				continue
			}
			for i, way := range []string{"put", "get"} {
				us, err := strconv.ParseFloat(words[1+2*i], 64)
				if err != nil || us <= 0 {
					continue
				}
				latency.add(way+", "+s.name, bytes, us)
				bandwidth.add(way+", "+s.name, bytes, bytes/us)
			}
		}
	}
	here := system{name: "one machine"}
	for range r.rounds() {
		if text, ok := r.output(ctx, here, program, 2); ok {
			note(here, text)
		}
	}
	r.onHosts(ctx, func(script, hosts string) {
		coral, _ := linkSystems(ctx, script, hosts)
		for range r.rounds() {
			for _, s := range coral {
				if s.otherMethod() {
					continue
				}
				mine, ok := r.coralFor(ctx, s, "pingpong-xmp", "examples/xmp/pingpong.c")
				if !ok {
					continue
				}
				if text, ok := r.output(ctx, s, mine, 2); ok {
					note(s, text)
				}
			}
		}
	})
	e.Figures = []record.Figure{
		{Title: "Latency", X: "bytes", Y: "µs one way", LogX: true, LogY: true,
			Series: latency.list()},
		{Title: "Bandwidth", X: "bytes", Y: "MB/s", LogX: true, LogY: true,
			Series: bandwidth.list()}}
	put, _ := e.Figures[0].Find("put, UCX, RS").At(16)
	get, _ := e.Figures[0].Find("get, UCX, RS").At(16)
	if put == 0 || get == 0 {
		e.Finding, e.Verdict = "UCX is not there, so nothing is compared", record.Shown
		return
	}
	e.Finding = fmt.Sprintf("Between two hosts by UCX, 16 bytes: a polled put takes %.1f µs, "+
		"a get with barriers %.1f", put, get)
	e.Verdict = agree(put < get)
}

// nasSide is one version of a NAS program.
type nasSide struct {
	title string
	s     system
	exe   string
	args  []string // behind the class
}

// nasSides builds the versions of a program.
func (r *runner) nasSides(ctx context.Context, program string) (sides []nasSide) {
	here := system{}
	if exe, ok := r.coral(ctx, program+"-xmp", "examples/xmp/"+program+".c", "-lm"); ok {
		way := map[string]string{"is": "put", "cg": "get"}[program]
		sides = append(sides, nasSide{"XcalableMP/C, " + way, here, exe, nil})
		if program == "cg" {
			sides = append(sides, nasSide{"XcalableMP/C, put-accumulate", here, exe,
				[]string{"accumulate"}})
		}
	}
	if exe, ok := r.coral(ctx, program+"-fortran", "examples/fortran/nas/numbers.f90",
		"examples/fortran/nas/"+program+".f90"); ok {
		sides = append(sides, nasSide{"Fortran", here, exe, nil})
	}
	libraries, families := mpiHere()
	for i, family := range families {
		exe, ok := r.build(ctx, program+"-"+family, []string{"mpicc." + family},
			"examples/xmp/mpi/"+program+".c", "-lm")
		if ok {
			sides = append(sides, nasSide{"MPI, " + libraries[i].name, libraries[i], exe, nil})
		}
	}
	return sides
}

// nasFigures are the seconds and those of communication that a run prints which has verified
// itself.
func nasFigures(output string) (seconds, communication float64, ok bool) {
	_, rest, found := strings.Cut(output, "images: ")
	if !found || !strings.Contains(rest, "verification successful") {
		return 0, 0, false
	}
	n, _ := fmt.Sscanf(rest, "%f s, of which communication %f s", &seconds, &communication)
	return seconds, communication, n == 2
}

func measureNAS(ctx context.Context, r *runner, e *record.Experiment) {
	classes := []string{"S", "W", "A"}
	switch {
	case r.Full:
		classes = append(classes, "B")
	case r.Quick:
		classes = classes[:1]
	}
	wins, points := 0, 0
	for p, program := range []string{"is", "cg"} {
		name := strings.ToUpper(program)
		best, share := map[string][]float64{}, map[string][]float64{}
		sides := r.nasSides(ctx, program)
		for c, class := range classes {
			for range r.roundsOf(p*len(classes)+c, 2*len(classes)) {
				for _, side := range sides {
					if len(best[side.title]) <= c {
						best[side.title] = append(best[side.title], 0)
						share[side.title] = append(share[side.title], 0)
					}
					side.s.name = side.title
					text, ok := r.output(ctx, side.s, side.exe, 2, append([]string{class},
						side.args...)...)
					if !ok {
						continue
					}
					seconds, part, ok := nasFigures(text)
					if !ok {
						r.leave("%s, %s class %s did not verify itself", side.title, name, class)
						continue
					}
					if b := best[side.title][c]; b == 0 || seconds < b {
						best[side.title][c], share[side.title][c] = seconds, part/seconds
					}
				}
			}
		}
		addNAS(e, name, classes, sides, best, share)
		for c := range classes {
			mpi, ours := 0.0, 0.0
			for title, b := range best {
				if len(b) <= c || b[c] == 0 {
					continue
				}
				switch {
				case strings.HasPrefix(title, "MPI"):
					if mpi == 0 || b[c] < mpi {
						mpi = b[c]
					}
				case ours == 0 || b[c] < ours:
					ours = b[c]
				}
			}
			if mpi > 0 && ours > 0 {
				points++
				if ours <= mpi {
					wins++
				}
			}
		}
	}
	e.Finding = fmt.Sprintf("The fastest coarray version is at least as fast as the fastest MPI "+
		"version in %d of %d classes", wins, points)
	e.Verdict = agree(wins > 0, wins == points)
}

// addNAS adds the figures of a program, and the table of the shares of communication.
func addNAS(e *record.Experiment, name string, classes []string, sides []nasSide, best,
	share map[string][]float64) {
	times := record.Figure{Title: name + ": time", X: "class", Y: "seconds", LogY: true,
		Names: classes}
	parts := record.Figure{Title: name + ": time of communication", X: "class", Y: "seconds",
		LogY: true, Names: classes}
	table := record.Table{Title: name + ": seconds, and the share of communication in them",
		Columns: append([]string{"version"}, classes...)}
	for _, side := range sides {
		whole, part := record.Series{Name: side.title}, record.Series{Name: side.title}
		row := []string{side.title}
		for c := range classes {
			t := best[side.title][c]
			if t == 0 {
				row = append(row, "–")
				continue
			}
			of := share[side.title][c]
			at := func(y float64) record.Point {
				return record.Point{X: float64(c), Y: y, Low: y, High: y}
			}
			whole.Points = append(whole.Points, at(t))
			part.Points = append(part.Points, at(t*of))
			row = append(row, fmt.Sprintf("%.3f (%.1f %%)", t, 100*of))
		}
		times.Series, parts.Series = append(times.Series, whole), append(parts.Series, part)
		table.Rows = append(table.Rows, row)
	}
	e.Figures = append(e.Figures, times, parts)
	e.Tables = append(e.Tables, table)
}

// tableOfLibraries repeats the paper's table with the libraries of today, by the registry.
func tableOfLibraries(_ context.Context, _ *runner, e *record.Experiment) {
	table := record.Table{Title: "Requirements, in the paper and here",
		Columns: []string{"requirement", "the paper: GASNet", "the paper: ARMCI"},
		Note: "“library”: by an operation of the library, where CORAL_MEMORY lets it reach the " +
			"coarray. “message”: the target's image executes it. Coral has all of them with " +
			"every library."}
	rows := []struct {
		name, gasnet, armci string
		here                func(*provider.Provider) string
	}{
		{"puts and gets, blocking", "yes", "yes", byLibraryOrMessage},
		{"puts and gets, non-blocking", "yes", "yes", byLibraryOrMessage},
		{"sections with a stride", "work in progress", "yes", byMessage},
		{"completion (sync_memory)", "yes", "yes", byLibraryOrMessage},
		{"accumulation", "in part", "yes", byMessage},
		{"atomic operations", "–", "–", func(p *provider.Provider) string {
			if p.Gives.Atomics {
				return "library"
			}
			return "message"
		}},
		{"portability", "yes", "in part", func(p *provider.Provider) string {
			return p.Gives.Tried
		}},
	}
	for _, p := range provider.All {
		table.Columns = append(table.Columns, p.Title)
	}
	for _, r := range rows {
		row := []string{r.name, r.gasnet, r.armci}
		for _, p := range provider.All {
			row = append(row, r.here(p))
		}
		table.Rows = append(table.Rows, row)
	}
	e.Tables = []record.Table{table}
	e.Finding = fmt.Sprintf("All %d libraries put and get by operations of their own",
		len(provider.All))
	e.Verdict = record.Shown
}

func byLibraryOrMessage(p *provider.Provider) string {
	if len(p.Gives.Memory) > 0 {
		return "library"
	}
	return "message"
}

func byMessage(*provider.Provider) string { return "message" }
