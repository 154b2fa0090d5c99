package bench

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit/net/native"
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
	all := b.providersTable()
	if want := []string{"put and notification, 8 B", "19.00 ns / 15.00 ns",
		"19.00 ns / –"}; !slices.Equal(all.Rows[0], want) || len(all.Columns) != len(want) {
		t.Errorf("%q, %q, want %q", all.Columns, all.Rows[0], want)
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

// A way stands beside its library without Coral where that was measured, else beside MPI, and where
// the library has no such operation, too.
func TestOwnLibrary(t *testing.T) {
	for _, w := range slices.Concat(netWays, linkedNetWays) {
		if w.own.name == "" {
			continue
		}
		r := newResults()
		netFigures(r, w.name, "put/8", [2]float64{12, 12})
		netFigures(r, w.families[0], "send/8", [2]float64{6, 6})
		b := &bench{results: r}
		if g := b.notified(w); g.rows[0].ratio != "2.00" ||
			!strings.Contains(g.compares, "MPI_Send and MPI_Recv"+b.whose(w)+";") {
			t.Error(w.name, g.rows[0].ratio, g.compares)
		}
		netFigures(r, w.alone(), "send/8", [2]float64{10, 10})
		if g := b.notified(w); g.rows[0].ratio != "1.20" ||
			!strings.Contains(g.compares, w.own.calls[netSend]+" without Coral") {
			t.Error(w.name, g.rows[0].ratio, g.compares)
		}
		netFigures(r, w.name, "barrier/0", [2]float64{9, 9})
		netFigures(r, w.families[0], "barrier/0", [2]float64{6, 6})
		barrier := func() row { rows := b.short(w).rows; return rows[len(rows)-1] }
		if got := barrier(); got.ratio != "1.50" || !strings.Contains(got.detail, "MPI_Barrier") ||
			!strings.Contains(got.detail, w.library.Title+" has no such operation") {
			t.Error(w.name, got.ratio, got.detail)
		}
		netFigures(r, w.alone(), "barrier/0", [2]float64{10, 10})
		if got := barrier(); got.ratio != "0.90" ||
			!strings.Contains(got.detail, w.own.calls[netBarrier]+" without Coral") {
			t.Error(w.name, got.ratio, got.detail)
		}
	}
}

// The programs of libraries without Coral measure what the table says of them, print it by the
// names that the table reads, and can be compiled where the library is installed.
// TestNetUnselected: patterns select ways by their names, and each of them has to select one.
func TestNetUnselected(t *testing.T) {
	err := Net(context.Background(), NetOptions{On: "ucx,foo"})
	if !errors.Is(err, ErrNoWay) || !strings.Contains(err.Error(), `"foo": there are mpi-openmpi`) {
		t.Error(err)
	}
	b := &bench{on: "armci-mpich"}
	if b.wantedOnNet(netWays[0]) || b.standsBeside("openmpi") || !b.standsBeside("mpich") {
		t.Error("a way by MPICH needs MPICH's figures, and no others")
	}
}

func TestOwnPrograms(t *testing.T) {
	for _, w := range slices.Concat(netWays, linkedNetWays) {
		if w.own.name == "" {
			continue
		}
		text, err := sources.ReadFile("micro/c/" + w.own.name + ".c")
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(text), "*/")
		for what := range mpiCalls {
			_, has := w.own.calls[what]
			if says := strings.Contains(head, "\n     "+what+" "); has != says {
				t.Errorf("%s.c measures %s: %v; the table says %v", w.own.name, what, says, has)
			}
		}
		t.Run(w.alone(), func(t *testing.T) {
			compiler := w.mpicc
			if compiler == "" {
				compiler = "mpicc." + w.families[0]
			}
			if _, err := exec.LookPath(compiler); err != nil {
				t.Skip(err)
			}
			if err := w.missing(t.Context()); err != nil {
				t.Skip(err)
			}
			b := &bench{dir: t.TempDir(), results: newResults(), built: map[string]string{},
				machine: &machine{}}
			if err := b.unpack(); err != nil {
				t.Fatal(err)
			}
			words, err := native.Words(t.Context(), w.library, compiler)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := b.buildWith(t.Context(), w.own.name, w.library.Name, words,
				compiler); !ok {
				t.Error(b.results.failures)
			}
		})
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
