package bench

import (
	"bufio"
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/bench/harness"
	"github.com/coral-pgas/coral/bench/record"
)

// key names a series of samples: which system ("Fortran -O2", "Go", "bare", ..) measured what.
type key struct {
	system, name, kind string
}

// sample is one line of a program.
type sample = harness.Sample

type results struct {
	samples  map[key][]sample
	failures []error
}

func newResults() *results {
	return &results{samples: map[key][]sample{}}
}

func (r *results) add(k key, s sample) {
	r.samples[k] = append(r.samples[k], s)
}

func (r *results) fail(err error) {
	r.failures = append(r.failures, err)
}

// collect reads the sample lines in a program's output and says how many there were. Other lines
// are passed over.
func (r *results) collect(system string, output []byte) int {
	return r.collectIn(0, system, output)
}

// collectIn does so for a program in one of several layouts of its code.
func (r *results) collectIn(layout int, system string, output []byte) int {
	found := 0
	lines := bufio.NewScanner(bytes.NewReader(output))
	for lines.Scan() {
		if name, kind, s, ok := harness.ParseSample(lines.Text()); ok {
			s[layoutField] = float64(layout)
			r.add(key{system, name, kind}, s)
			found++
		}
	}
	return found
}

// median of one field; ok is false where nothing was measured.
func (r *results) median(k key, field string) (value float64, ok bool) {
	return medianOf(r.samples[k], func(s sample) float64 { return s[field] })
}

// pair is a measurement beside its limit, each repetition measured in turn.
type pair struct {
	local, other float64 // medians, nanoseconds
	ratio        float64 // median of local/other of each repetition: 1 is as fast as local memory
	above        float64 // median of other-local of each repetition
}

// layoutField is the field of a sample that says in which layout of the code it was measured.
const layoutField = "layout"

// pair of a program that was measured in one layout. With several, each side is that of its best
// layout: the same loop takes one of two times, whose ratio is up to 2, by where it lies.
func (r *results) pair(k key) (p pair, ok bool) {
	layouts := map[float64][]sample{}
	for _, s := range r.samples[k] {
		layouts[s[layoutField]] = append(layouts[s[layoutField]], s)
	}
	if len(layouts) <= 1 {
		return pairOf(r.samples[k])
	}
	for _, all := range layouts {
		q, _ := pairOf(all)
		if !ok {
			p, ok = q, true
		}
		p.local, p.other = min(p.local, q.local), min(p.other, q.other)
	}
	p.ratio, p.above = p.local/p.other, p.other-p.local
	return p, ok
}

func pairOf(all []sample) (p pair, ok bool) {
	p.local, ok = medianOf(all, func(s sample) float64 { return s["local"] })
	p.other, _ = medianOf(all, func(s sample) float64 { return s["other"] })
	p.ratio, _ = medianOf(all, func(s sample) float64 { return s["local"] / s["other"] })
	p.above, _ = medianOf(all, func(s sample) float64 { return s["other"] - s["local"] })
	return p, ok
}

// faster is how many times as fast a is as b. Where both were measured beside local memory, what
// counts is the distance of each from its own: the two ran at different times, and the machine was
// perhaps not as fast for one as for the other.
func (r *results) faster(a, b key, field string) float64 {
	if field == "other" {
		x, _ := r.pair(a)
		y, _ := r.pair(b)
		return x.ratio / y.ratio
	}
	x, _ := r.median(a, field)
	y, _ := r.median(b, field)
	return y / x
}

// localRatios tells of two systems how fast each is beside its own local memory; 0 for what has not
// been measured beside it.
func (r *results) localRatios(a, b key, field string) (x, y float64) {
	if field != "other" {
		return 0, 0
	}
	p, _ := r.pair(a)
	q, _ := r.pair(b)
	return p.ratio, q.ratio
}

// besideBare is a measurement in nanoseconds beside what the bare program took at that time.
func (r *results) besideBare(k key) (value, bare, ratio float64, ok bool) {
	var all []sample
	for _, s := range r.samples[k] {
		if s["bare"] > 0 {
			all = append(all, s)
		}
	}
	value, ok = medianOf(all, func(s sample) float64 { return s["ns"] })
	bare, _ = medianOf(all, func(s sample) float64 { return s["bare"] })
	ratio, _ = medianOf(all, func(s sample) float64 { return s["ns"] / s["bare"] })
	return value, bare, ratio, ok
}

// besideLine is a measurement in nanoseconds beside the round trip of a bare cache line between the
// same two processes in the same repetition. Of the two ways to look at the line counts the one
// that is faster here: the one with which the ratio is worse.
func (r *results) besideLine(k key) (value, line, ratio float64, ok bool) {
	all := r.samples[k]
	value, ok = medianOf(all, func(s sample) float64 { return s["ns"] })
	for _, way := range []string{"looking", "pausing"} {
		if to, _ := medianOf(all, func(s sample) float64 { return s["ns"] / s[way] }); to > ratio {
			ratio = to
			line, _ = medianOf(all, func(s sample) float64 { return s[way] })
		}
	}
	return value, line, ratio, ok
}

func medianOf(all []sample, of func(sample) float64) (float64, bool) {
	values := make([]float64, len(all))
	for i, s := range all {
		values[i] = of(s)
	}
	return record.Median(values)
}

// series is one field of all samples, in the order of measurement.
func (r *results) series(k key, field string) []float64 {
	var values []float64
	for _, s := range r.samples[k] {
		values = append(values, s[field])
	}
	return values
}

// kinds lists the cases that a system has under a name and that begin with prefix, in the order of
// their trailing number of bytes, then of their text.
func (r *results) kinds(system, name, prefix string) []string {
	var found []string
	for k := range r.samples {
		if k.system == system && k.name == name && strings.HasPrefix(k.kind, prefix) {
			found = append(found, k.kind)
		}
	}
	slices.SortFunc(found, func(a, b string) int {
		if d := bytesOf(a) - bytesOf(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return found
}

// bytesOf is the number behind the slash of "contiguous/4096"; 0 without one.
func bytesOf(kind string) int {
	_, digits, _ := strings.Cut(kind, "/")
	n, _ := strconv.Atoi(digits)
	return n
}
