package bench

import (
	"bytes"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/bench/harness"
)

func TestParseSample(t *testing.T) {
	name, kind, s, ok := harness.ParseSample("bench put case=static local= 3.5E-01 other=7.1")
	if !ok || name != "put" || kind != "static" || s["local"] != 0.35 || s["other"] != 7.1 {
		t.Errorf("got %q %q %v %v", name, kind, s, ok)
	}
	for _, line := range []string{"", "bench put", "bench put case=static local=fast", "MFLOPS: 12",
		"bench put case=a 12"} {
		if _, _, _, ok := harness.ParseSample(line); ok {
			t.Errorf("%q was taken for a sample", line)
		}
	}
}

func TestPairTakesMedianOfPairs(t *testing.T) {
	r := newResults()
	// The machine is twice as slow in the second repetition, for both sides; a ratio of medians
	// would not be 0.5.
	out := "bench put case=x local=1 other=2\nbench put case=x local=8 other=16\nnoise\n" +
		"bench put case=x local=3 other=6\n"
	if n := r.collect("Go", []byte(out)); n != 3 {
		t.Fatalf("%d samples", n)
	}
	p, ok := r.pair(key{"Go", "put", "x"})
	if !ok || p.ratio != 0.5 || p.local != 3 || p.other != 6 || p.above != 3 {
		t.Errorf("got %+v %v", p, ok)
	}
	if _, ok := r.pair(key{"Go", "put", "y"}); ok {
		t.Error("a pair that was never measured")
	}
}

func TestKindsInOrderOfSize(t *testing.T) {
	r := newResults()
	r.collect("Go",
		[]byte("bench put case=block/4096 local=1 other=1\n"+
			"bench put case=block/512 local=1 other=1\n"+
			"bench put case=stride2/64 local=1 other=1\n"))
	if got := strings.Join(r.kinds("Go", "put", "block/"), " "); got != "block/512 block/4096" {
		t.Error(got)
	}
}

// A group shows rows that are behind like those that are not, and rows without a figure as such.
func TestVerdicts(t *testing.T) {
	b := &bench{machine: &machine{cores: 2}, results: newResults()}
	b.results.collect("Go",
		[]byte(
			"bench put case=slice local=1 other=1.5\nbench put case=element local=1 other=2.5\n"))
	g := b.elements()
	want := map[string]string{"Go put, At(k).Slice()": ok, "Go put, At(k).Store, Load": behind,
		"Go get, At(k).Slice()": missing}
	for _, r := range g.rows {
		if v, asked := want[r.name]; asked {
			if r.verdict != v {
				t.Errorf("%s: %q, want %q", r.name, r.verdict, v)
			}
			delete(want, r.name)
		}
	}
	if len(want) > 0 {
		t.Errorf("rows not in the table: %v", want)
	}
	var out bytes.Buffer
	g.write(&out)
	if !strings.Contains(out.String(), "+1.50 ns   ≤ +1 ns  BEHIND") {
		t.Errorf("table:\n%s", out.String())
	}
}

func TestSectionRowShowsTheWorstSize(t *testing.T) {
	b := &bench{results: newResults()}
	b.results.collect("Go",
		[]byte(
			"bench put case=block/512 local=1 other=1\nbench put case=block/4096 local=8 "+
				"other=10\n"))
	r := b.sectionRow("Go", "put", "block")
	if r.verdict != behind || r.ratio != "0.80" || r.detail != "512 B 1.00   4 KiB 0.80" {
		t.Errorf("%+v", r)
	}
}

// The limit is the way to look at a bare line that is faster here, whichever that is.
func TestBesideLineTakesTheFasterWay(t *testing.T) {
	r := newResults()
	r.collect("Go",
		[]byte("bench sync case=event ns=110 looking=150 pausing=100\n"+
			"bench sync case=event ns=440 looking=600 pausing=400\n"+
			"bench sync case=event ns=120 looking=150 pausing=100\n"))
	if value, line, ratio, ok := r.besideLine(key{"Go", "sync", "event"}); !ok || value != 120 ||
		line != 100 || ratio != 1.1 {
		t.Errorf("got %v %v %v %v", value, line, ratio, ok)
	}
	if _, _, _, ok := r.besideLine(key{"Go", "sync", "all"}); ok {
		t.Error("a line that was never measured")
	}
}

// Where both systems are as fast as local memory the row is equal; where the other is and Coral is
// not, it is behind.
func TestEqualToOpenCoarrays(t *testing.T) {
	ours, theirs := key{"Fortran -O2", "put", "contiguous/8"}, key{openCoarrays, "put",
		"contiguous/8"}
	for _, c := range []struct {
		here, there float64
		verdict     string
	}{{100, 90, equal}, {120, 90, behind}, {100, 150, ok}, {80, 90, ok}} {
		b := &bench{results: newResults()}
		b.results.add(ours, sample{"local": 100, "other": c.here})
		b.results.add(theirs, sample{"local": 100, "other": c.there})
		if r := b.besideOpenCoarrays("put", "put", []string{"contiguous/8"},
			"other"); r.verdict != c.verdict {
			t.Errorf("%g and %g beside 100: %q, want %q", c.here, c.there, r.verdict, c.verdict)
		}
	}
}

// A loop whose end is not predicted in one layout of the code, and is in another: each side counts
// in its best layout, by the median of the repetitions there.
func TestPairOfLayouts(t *testing.T) {
	r, k := newResults(), key{"Fortran -O2", "put", "grid/8192"}
	for _, s := range []sample{
		{layoutField: 0, "local": 196, "other": 422}, {layoutField: 0, "local": 200, "other": 420},
		{layoutField: 0, "local": 198, "other": 424}, {layoutField: 1, "local": 410, "other": 202},
		{layoutField: 1, "local": 412, "other": 200}, {layoutField: 1, "local": 408, "other": 198},
	} {
		r.add(k, s)
	}
	p, ok := r.pair(k)
	if want := (pair{local: 198, other: 200, ratio: 0.99, above: 2}); !ok || p != want {
		t.Errorf("pair of two layouts: %v, %v; want %v", p, ok, want)
	}
}
