package bench

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// netFigures are those of two rounds with two repetitions each.
func netFigures(r *results, system, kind string, rounds ...[2]float64) {
	for round, both := range rounds {
		for _, ns := range both {
			r.add(key{system, "net", kind}, sample{"ns": ns, "round": float64(round)})
		}
	}
}

// Of each round counts the best repetition, of several libraries the faster one; the ratio is that
// of the rounds, and where bandwidth counts its inverse.
func TestNetRows(t *testing.T) {
	r := newResults()
	mpi, ucx := netWays[0], netWays[2]
	netFigures(r, mpi.name, "put/8", [2]float64{20, 12}, [2]float64{40, 26})
	netFigures(r, ucx.name, "put/8", [2]float64{30, 12}, [2]float64{26, 30})
	netFigures(r, "openmpi", "send/8", [2]float64{10, 30}, [2]float64{20, 22})
	netFigures(r, "mpich", "send/8", [2]float64{11, 6}, [2]float64{13, 14})
	netFigures(r, mpi.name, "put/2097152", [2]float64{2e6, 3e6})
	netFigures(r, "openmpi", "send/2097152", [2]float64{1e6, 1e6})
	for _, n := range []int{128 << 10, 512 << 10} {
		netFigures(r, mpi.name, fmt.Sprintf("put8/%d", n), [2]float64{1.02e6, 2e6})
		netFigures(r, "openmpi", fmt.Sprintf("isend8/%d", n), [2]float64{1e6, 1e6})
	}
	b := &bench{results: r}
	if got := len(b.measured()); got != 2 {
		t.Errorf("%d ways have figures", got)
	}
	ratios := func(g *group) string {
		var list []string
		for _, row := range g.rows {
			if row.verdict != missing {
				list = append(list, row.name+" "+row.ratio+" "+row.verdict)
			}
		}
		return strings.Join(list, "; ")
	}
	if got := ratios(b.notified(mpi)); got != "8 B 1.25 ok; 2 MiB 0.50 BEHIND" {
		t.Error(got)
	}
	if got := ratios(b.eight(mpi)); got != "128 KiB 1.02 BEHIND; 512 KiB 0.98 ok" {
		t.Error(got)
	}
	if got := ratios(b.notified(ucx)); got != "8 B 2.00 BEHIND" {
		t.Error(got)
	}
	netFigures(r, "openmpi", "send/32", [2]float64{5, 5})
	netFigures(r, "mpich", "send/32", [2]float64{10, 10})
	netFigures(r, ucx.name, "put/32", [2]float64{12, 12})
	b.mpichBy = ucx.library
	if got := ratios(b.notified(ucx)); got != "8 B 2.00 BEHIND; 32 B 1.20 ok" {
		t.Error(got)
	}
	if got := b.notified(ucx).rows[1].detail; got != "MPI_Send, Open MPI 5.00 ns" {
		t.Error(got)
	}
}

// A way stands beside its library without Coral where that was measured, else beside MPI.
func TestOwnLibrary(t *testing.T) {
	r := newResults()
	ofi := netWays[slices.IndexFunc(netWays, func(w netWay) bool { return w.own.name != "" })]
	netFigures(r, ofi.name, "put/8", [2]float64{12, 12})
	netFigures(r, "openmpi", "send/8", [2]float64{6, 6})
	b := &bench{results: r}
	if g := b.notified(ofi); g.rows[0].ratio != "2.00" ||
		!strings.Contains(g.compares, "MPI_Recv of the faster MPI") {
		t.Error(g.rows[0].ratio, g.compares)
	}
	netFigures(r, ofi.alone(), "send/8", [2]float64{10, 10})
	if g := b.notified(ofi); g.rows[0].ratio != "1.20" ||
		!strings.Contains(g.compares, "fi_trecv without Coral") {
		t.Error(g.rows[0].ratio, g.compares)
	}
}

// What the table of buffering cases predicts follows from whole puts.
func TestPacking(t *testing.T) {
	r := newResults()
	w := netWays[0]
	netFigures(r, w.each(), "whole/8", [2]float64{100, 100})
	netFigures(r, w.each(), "whole/512", [2]float64{200, 210})
	netFigures(r, w.each(), "packed/512", [2]float64{250, 250})
	netFigures(r, w.each(), "singly/512", [2]float64{7000, 7500})
	netFigures(r, w.name, "put/8", [2]float64{1, 1})
	netFigures(r, w.name, "packed/8", [2]float64{1000, 1000})
	netFigures(r, w.name, "packed/512", [2]float64{2000, 2000})
	b := &bench{results: r}
	found := false
	for _, row := range b.packing(w).rows {
		if row.verdict != missing {
			found = true
			if got := fmt.Sprint(row.name, " ", row.value, " ", row.limit, " ", row.ratio, " ",
				row.verdict); got != "64 elements 28.0 32.0 0.88 ok" {
				t.Error(got)
			}
		}
	}
	if !found {
		t.Error("no row")
	}
	f, ok := b.halos()
	if !ok || !strings.Contains(f.Title, w.name) {
		t.Fatalf("the figure of halos: %v %+v", ok, f)
	}
	if y, there := f.Find("packed").At(64); !there || y != 2 {
		t.Errorf("packed, 64 elements: %v %v", y, there)
	}
}
