//go:build cgo

package scaling

import (
	"fmt"
	"math"
	"strings"

	"github.com/coral-pgas/coral/internal/accounting"
	"github.com/coral-pgas/coral/internal/conduit/net"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/async"
)

// Runs are the numbers of images of the page.
var Runs = []int{1024, 100_000}

// imagesEach is on a machine.
const imagesEach = 64

// partnersEach is how many others an image has to do with: neighbours of a halo, and those of its
// rounds of a barrier and of a sum.
func partnersEach(n int) int { return 8 + 2*Depth(n) }

// Tables are the generated part of the page.
func Tables() string {
	var b strings.Builder
	memory(&b)
	slots(&b)
	messages(&b)
	programs(&b)
	return b.String()
}

func memory(b *strings.Builder) {
	fmt.Fprintf(b,
		"### Memory that grows with the run, and what each image has in any case\n\n"+
			"| what | for each | bytes | made by | %d images | %d images |\n"+
			"| --- | --- | --- | --- | --- | --- |\n", Runs[0], Runs[1])
	all := append(append(rt.Tables(), net.Tables()...), async.Tables()...)
	sums := map[int]uint64{}
	for _, t := range all {
		when := t.When
		if when == "" {
			when = "the start"
		}
		fmt.Fprintf(b, "| %s | %s | %d | %s |", t.What,
			[...]string{"image of the run, on each", "partner of an image",
				"image of the run, on each machine", "image, once"}[t.Per], t.Bytes, when)
		for _, n := range Runs {
			total := t.Bytes * count(t.Per, n)
			if t.Per == accounting.Machine {
				sums[n] += total / imagesEach
			} else {
				sums[n] += total
			}
			fmt.Fprintf(b, " %s |", size(total))
		}
		fmt.Fprintln(b)
	}
	fmt.Fprintf(b, "| all of these together, an image's share where a machine has %d | | | |",
		imagesEach)
	for _, n := range Runs {
		fmt.Fprintf(b, " %s |", size(sums[n]))
	}
	fmt.Fprintf(b,
		"\n\nPartners: %d and %d (eight neighbours of a halo, those of the rounds of a barrier "+
			"and of a sum).\n\n", partnersEach(Runs[0]), partnersEach(Runs[1]))
}

func count(per accounting.Per, n int) uint64 {
	switch per {
	case accounting.Partner:
		return uint64(partnersEach(n))
	case accounting.Run:
		return 1
	}
	return uint64(n)
}

func slots(b *strings.Builder) {
	fmt.Fprintf(b,
		"### Address space\n\n| images | a slot | of it static coarrays | symmetric heap | "+
			"local heap |\n| --- | --- | --- | --- | --- |\n")
	most := layout.MostImages(true)
	for _, n := range append([]int{}, Runs[0], most, Runs[1]) {
		g, err := layout.Plan(n, true)
		if err != nil {
			fmt.Fprintf(b, "| %d | refused: %v | | | |\n", n, err)
			continue
		}
		fmt.Fprintf(b, "| %d | %s | %s | %s | %s |\n", n, size(g.Stride), size(g.Static),
			size(g.HeapSize()), size(g.HeapSize()))
	}
	fmt.Fprintln(b)
}

func messages(b *strings.Builder) {
	l := Measured()
	fmt.Fprintf(b, "### Messages\n\n| | %d images | %d images |\n| --- | --- | --- |\n", Runs[0],
		Runs[1])
	row := func(what string, of func(n int) string) {
		fmt.Fprintf(b, "| %s |", what)
		for _, n := range Runs {
			fmt.Fprintf(b, " %s |", of(n))
		}
		fmt.Fprintln(b)
	}
	handshake := uint64(0)
	for _, t := range net.Tables() {
		if strings.Contains(t.What, "handshake") {
			handshake = t.Bytes
		}
	}
	machines := func(n int) int { return (n + imagesEach - 1) / imagesEach }
	row("start: messages that an image sends, two gatherings in log2 rounds each",
		func(n int) string { return fmt.Sprint(2 * Depth(n)) })
	row("start: bytes that an image receives",
		func(n int) string { return size(2 * handshake * uint64(n)) })
	row("barrier, rounds", func(n int) string { return fmt.Sprint(Depth(n)) })
	row("barrier, by the measured link",
		func(n int) string { return fmt.Sprintf("%.0f µs", float64(Depth(n))*l.Latency/1e3) })
	row("heartbeats, messages a machine sends each time", func(int) string { return "1" })
	row("sum or broadcast of more than a slot carries: messages that an image sends, for each "+
		"part of 128 KiB", func(n int) string { return fmt.Sprint(2 * Depth(n)) })
	row("FORM TEAM of the initial team: messages that an image sends, the first time and again",
		func(n int) string { return fmt.Sprintf("%d, %d", 4*Depth(n), 2*Depth(n)) })
	row("FORM TEAM: bytes that an image receives",
		func(n int) string { return size(layout.FormEntrySize * uint64(n-1)) })
	row(fmt.Sprintf("end: messages that an image sends, one to each other machine (of %d images)",
		imagesEach), func(n int) string { return fmt.Sprint(machines(n) - 1) })
	row("end: messages that the first image of a machine receives",
		func(n int) string { return fmt.Sprint(n - imagesEach) })
	fmt.Fprintln(b)
}

// What has been measured as the link was (measured.go).
const (
	himenoRate = 2500 // 10⁶ operations a second of one image: bench/himeno, size S
	updateNS   = 15   // of an update in the own block: bench/hpcc/fortran, one image
)

func programs(b *strings.Builder) {
	l := Measured()
	fmt.Fprintf(b,
		"### Programs\n\nLink: %.1f µs + %.2f ns a byte, that is %.2f GB/s; of the latency the "+
			"sender is busy for %.0f %%.\n\n", significant(l.Latency/1e3, 3), significant(l.PerByte,
			2), 1/l.PerByte, 100*l.Share)
	fmt.Fprintf(b, "| program | %d images | %d images |\n| --- | --- | --- |\n", Runs[0], Runs[1])
	for _, block := range [][3]int{{1024, 32, 32}, {1024, 16, 16}, {512, 2, 2}} {
		fmt.Fprintf(b, "| Himeno, %d×%d×%d cells an image: an iteration, share of computation |",
			block[0], block[1], block[2])
		for _, n := range Runs {
			ns, share := Himeno(l, n, block[0], block[1], block[2], himenoRate)
			fmt.Fprintf(b, " %.2f ms, %.0f %% |", significant(ns/1e6, 2), 100*share)
		}
		fmt.Fprintln(b)
	}
	fmt.Fprintf(b, "| RandomAccess, routed: 10⁹ updates a second |")
	for _, n := range Runs {
		fmt.Fprintf(b, " %.2g |", RandomAccess(l, n, updateNS))
	}
	fmt.Fprintln(b)
}

func size(n uint64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	x, u := float64(n), 0
	for x >= 1024 && u < len(units)-1 {
		x /= 1024
		u++
	}
	if u == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.3g %s", x, units[u])
}

// significant rounds to so many digits.
func significant(x float64, digits int) float64 {
	if x == 0 {
		return 0
	}
	scale := math.Pow(10, float64(digits)-math.Ceil(math.Log10(math.Abs(x))))
	return math.Round(x*scale) / scale
}
