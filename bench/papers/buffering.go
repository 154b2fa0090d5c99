package papers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/bench/harness"
	"github.com/coral-pgas/coral/bench/record"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/provider"
)

// bufferingCase is a line of Table 1. All lengths are in bytes.
type bufferingCase struct {
	number, condition string
	here, there       string // this image's memory and the other's: near, apart
	piece, pieces     int
	repetitions       int
	// of the side that is buffered and the one that is not, where that is no matter of statements
	buffered, unbuffered []string
}

var bufferingCases = []bufferingCase{
	{number: "1", condition: "NR ≤ B, NR ≤ NL", here: "near", there: "apart", piece: 1 << 10,
		pieces: 64, repetitions: 200},
	{number: "2", condition: "NL < NR ≤ B", here: "apart", there: "near", piece: 1 << 10,
		pieces: 16, repetitions: 200},
	{number: "3", condition: "NL < B < NR", here: "apart", there: "near", piece: 1 << 10,
		pieces: 4 << 10, repetitions: 5},
	{number: "4", condition: "B < NR, B ≤ NL", here: "near", there: "near", piece: 8 << 20,
		pieces: 1, repetitions: 10,
		buffered:   []string{config.BounceBuffer.Name + "=128M"},
		unbuffered: []string{config.BounceBuffer.Name + "=0"}},
}

func bufferingExperiment() experiment {
	return experiment{record.Experiment{ID: "omni-table1", Source: omni, Item: "Table 1",
		Title: "which transfers are buffered, and in what units",
		Claim: "DMA moves units of min(NL, NR), the lengths that are contiguous in the local and " +
			"the remote memory; the buffering schemes of cases 2 and 3 move units of NR, or of a " +
			"multiple of NL up to the buffer's size B, and DMA is not always faster than they are.",
		Method: "Image 1 puts to, or gets from, an image on another host, by UCX over TCP; each " +
			"transfer ends with SYNC MEMORY. The ways and the units are the run's own record " +
			"(CORAL_STATISTICS=1). In cases 1 to 3 the buffered side is one statement, and the " +
			"other one a statement for each piece that is contiguous on both sides. In case 4 " +
			"the put is one statement on both sides, and CORAL_BOUNCE_BUFFER chooses.",
		Flags: strings.Join(flags, " ")}, measureBuffering}
}

// transferred is what a run said of one side of a case.
type transferred struct {
	way   string // the ways of its data, with the bytes of a unit
	times []float64
}

func measureBuffering(ctx context.Context, r *runner, e *record.Experiment) {
	program, ok := r.coral(ctx, "buffering", "programs/buffering.f90")
	if !ok {
		return
	}
	t := record.Table{Title: "One transfer, by case", Columns: []string{"case", "condition",
		"transfer", "NL, NR", "buffered by", "µs", "not buffered by", "µs", "DMA / buffered"},
		Note: "NL and NR are in bytes; units are means. A piece of up to 64 KiB that is put by " +
			"itself is copied into a message, too: Coral has no DMA for those. Each get of a " +
			"piece is waited for before the next one begins."}
	var ahead []bool // of the lines of cases 2 and 3
	r.onHosts(ctx, func(script, hosts string) {
		ucx := system{name: provider.UCX.Title,
			start: []string{"sh", script, provider.UCX.Name, "N"}, hosts: true,
			env: []string{hosts, "UCX_TLS=tcp,self", config.Statistics.Name + "=1"}}
		for _, c := range bufferingCases {
			for _, what := range []string{"put", "get"} {
				if what == "get" && c.buffered != nil {
					continue // a long get is received where it belongs
				}
				sides := [2]transferred{}
				for range r.rounds() {
					for k, form := range []string{"whole", "pieces"} {
						s := ucx
						s.env = append(append([]string{}, ucx.env...),
							[][]string{c.buffered, c.unbuffered}[k]...)
						sides[k].add(c.run(ctx, r, s, program, what, form))
					}
				}
				row, ratio := c.row(what, sides)
				if ratio > 0 {
					t.Rows = append(t.Rows, row)
					if c.number == "2" || c.number == "3" {
						ahead = append(ahead, ratio > 1)
					}
				}
			}
		}
	})
	if len(t.Rows) == 0 {
		return
	}
	e.Tables = []record.Table{t}
	wins := len(slices.DeleteFunc(slices.Clone(ahead), func(wins bool) bool { return !wins }))
	e.Verdict = agree(ahead...)
	e.Finding = fmt.Sprintf("In cases 2 and 3 the buffered transfer is the faster one in %d of %d "+
		"rows", wins, len(ahead))
}

// run runs one side of a case, and gives its time and its ways.
func (c bufferingCase) run(ctx context.Context, r *runner, s system, program, what,
	form string) (us float64, way string) {
	output, ok := r.output(ctx, s, program, 2, what, c.here, c.there, form, fmt.Sprint(c.piece),
		fmt.Sprint(c.pieces), fmt.Sprint(c.repetitions))
	if !ok {
		return 0, ""
	}
	return timeOf(output), waysOf(output, what)
}

// add notes a run.
func (t *transferred) add(us float64, way string) {
	if us > 0 {
		t.times, t.way = append(t.times, us), way
	}
}

// row is the line of a table, and how many times the unbuffered side takes; 0: there is no line.
func (c bufferingCase) row(what string, sides [2]transferred) (row []string, ratio float64) {
	buffered, ok := record.Median(sides[0].times)
	other, too := record.Median(sides[1].times)
	if !ok || !too {
		return nil, 0
	}
	nl, nr := c.piece, c.piece
	if c.here == "near" {
		nl *= c.pieces
	}
	if c.there == "near" {
		nr *= c.pieces
	}
	ratio = other / buffered
	return []string{c.number, c.condition, what, fmt.Sprintf("%d, %d", nl, nr), sides[0].way,
		fmt.Sprintf("%.1f", buffered), sides[1].way, fmt.Sprintf("%.1f", other),
		fmt.Sprintf("%.2f", ratio)}, ratio
}

// timeOf is the time in what the program printed; 0: it printed none.
func timeOf(output string) float64 {
	for text := range strings.Lines(output) {
		if _, _, sample, ok := harness.ParseSample(text); ok {
			return sample["us"]
		}
	}
	return 0
}

// waysOf are the ways that the data of image 1 took, by the run's statistics: those of more than
// a hundredth of its bytes, since images also say where they are.
func waysOf(output, what string) string {
	type one struct {
		way   string
		units int
		bytes int
	}
	var all []one
	total := 0
	for text := range strings.Lines(output) {
		var o one
		var pieces int
		_, after, ok := strings.Cut(text, "coral: statistics: image 1: "+what+", ")
		if !ok {
			continue
		}
		way, figures, _ := strings.Cut(after, ":")
		if _, err := fmt.Sscanf(figures, "%d units, %d pieces, %d bytes", &o.units, &pieces,
			&o.bytes); err == nil {
			o.way = way
			all = append(all, o)
			total += o.bytes
		}
	}
	var ways []string
	for _, o := range all {
		if o.bytes*100 > total {
			ways = append(ways, fmt.Sprintf("%s, %.1f KiB a unit", o.way,
				float64(o.bytes)/1024/float64(o.units)))
		}
	}
	return strings.Join(ways, "; ")
}
