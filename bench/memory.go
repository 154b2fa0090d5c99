package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/coral-pgas/coral/bench/harness"
	"github.com/coral-pgas/coral/internal/chunks"
	"github.com/coral-pgas/coral/internal/config"
)

// methods are those of memory, the one that the others are compared with first.
var methods = config.Memory.Choices[1:]

// memoryCases are what micro/fortran/memory.f90 measures, and how the table calls it.
var memoryCases = [][2]string{
	{"allocate", "ALLOCATE, DEALLOCATE"}, {"reach", "the same, and a first get of 8 B"},
	{"put", "put and notification"}, {"get", "get"}, {"static", "get from a static coarray"},
}

var memorySizes = []int{8, 64 << 10, 1 << 20}

// chunkCounts are those of tables whose lookup is measured.
var chunkCounts = []int{1, 16, 256, 4096}

// Memory measures allocations, puts and gets between two hosts of a test cluster with each method
// of memory, and the lookup of chunks.
func Memory(ctx context.Context, o Options) error {
	if err := harness.HostsCanBe("memory"); err != nil {
		return err
	}
	return run(ctx, o, benchmark{name: "memory", unpack: (*bench).unpack,
		measure: (*bench).measureMemory, head: (*bench).memoryHead, groups: (*bench).memoryGroups})
}

func (b *bench) memoryHead(ctx context.Context) {
	fmt.Fprintf(b.Out,
		"coral bench memory: two images on two hosts of a test cluster, TCP between them; of "+
			"each round the best repetition, median of %d rounds\n", b.netRounds())
	b.linkHead(ctx)
}

// byMethod is the system under which figures of a method stand.
func (w netWay) byMethod(method string) string { return w.name + ", " + method }

func (b *bench) measureMemory(ctx context.Context) {
	b.withHosts(ctx, func(script, hosts string) {
		coral := &system{name: "Fortran -O2", compile: []string{b.Coral, "build", "-O2"}}
		program, ok := b.build(ctx, coral, "memory")
		if !ok {
			return
		}
		for b.round = range b.netRounds() {
			for _, w := range netWays {
				for _, method := range methods {
					if w.missing(ctx) == nil {
						env := slices.Concat(os.Environ(), netEnvironment, w.env,
							[]string{hosts, config.Memory.Name + "=" + method})
						b.onLink(ctx, w.byMethod(method), env,
							[]string{"sh", script, w.start, "2", program}, []string{"3"})
					}
				}
			}
		}
	})
}

func (b *bench) memoryGroups() []*group {
	var groups []*group
	for _, w := range netWays {
		g := &group{title: w.name, compares: "value: by the method; limit: by messages"}
		for _, c := range memoryCases {
			for _, n := range memorySizes {
				kind := fmt.Sprintf("%s/%d", c[0], n)
				least, there := b.results.onNet(w.byMethod(methods[0]), kind)
				for _, method := range methods[1:] {
					if value, also := b.results.onNet(w.byMethod(method), kind); there && also {
						g.rows = append(g.rows,
							row{name: fmt.Sprintf("%s: %s, %s", method, c[1], bytesText(n)),
								value: duration(value), limit: duration(least),
								ratio: fmt.Sprintf("%.2f", value/least), verdict: shown})
					}
				}
			}
		}
		groups = append(groups, g)
	}
	lookup := &group{title: "Lookup of a chunk", compares: "value: at random in a table of so many"}
	for _, n := range chunkCounts {
		lookup.rows = append(lookup.rows,
			row{name: fmt.Sprintf("chunks: %d", n), value: duration(lookupTime(n)), verdict: shown})
	}
	return append(groups, lookup)
}

// lookupTime is how many nanoseconds it takes to find one of n chunks.
func lookupTime(n int) float64 {
	const page, word, looks = 4096, 8, 1 << 20
	var table chunks.Table[int]
	for i := range n {
		table.Insert(uint64(i)*page, page, i)
	}
	offsets := make([]uint64, 1<<12)
	for i := range offsets {
		offsets[i] = uint64(rand.IntN(n*page - word))
	}
	start := time.Now()
	for i := range looks {
		table.Find(offsets[i%len(offsets)], word)
	}
	return float64(time.Since(start)) / looks
}
