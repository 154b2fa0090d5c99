package bench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/bench/harness"
)

// netSizes are the sizes that the programs measure, up to one.
func netSizes(longest int) (sizes []int) {
	for n := netElement; n <= longest; n *= 4 {
		sizes = append(sizes, n)
	}
	return sizes
}

func (b *bench) netGroups() []*group {
	var groups []*group
	for _, w := range b.measured() {
		groups = append(groups, b.notified(w), b.gets(w), b.eight(w), b.stridedOnNet(w),
			b.stridedGets(w), b.short(w), b.packing(w))
	}
	return groups
}

// limits are the libraries with one of their measurements that a way stands beside: the one that it
// goes by, without Coral or as MPI; one that goes by it, as MPICH by UCX; else both MPIs.
func (b *bench) limits(w netWay, kind string) (list [][2]string) {
	switch _, alone := b.results.onNet(w.alone(), kind); {
	case alone:
		return [][2]string{{w.alone(), kind}}
	case b.besideMPICH(w):
		return [][2]string{{"mpich", kind}}
	}
	return w.of(kind)
}

// besideMPICH says whether a way is by a library that MPICH goes by, too.
func (b *bench) besideMPICH(w netWay) bool { return b.mpichBy != nil && w.library == b.mpichBy }

// ownFigures says whether there are figures of a way's library without Coral: of one measurement,
// or "", of any.
func (b *bench) ownFigures(w netWay, what string) bool {
	for k := range b.results.samples {
		is, _, _ := strings.Cut(k.kind, "/")
		if k.system == w.alone() && (what == "" || is == what) {
			return true
		}
	}
	return false
}

// calls says by which of MPI's calls, or of its library's, what a way stands beside is made. Where
// the library has been measured, and has no such operation, it says that.
func (b *bench) calls(w netWay, what string) string {
	switch {
	case b.ownFigures(w, what):
		return w.own.calls[what] + " without Coral"
	case b.ownFigures(w, ""):
		return mpiCalls[what] + b.whose(w) + " (" + w.library.Title + " has no such operation)"
	}
	return mpiCalls[what] + b.whose(w)
}

// whose says of a way that is no library of MPI's whose messages it stands beside.
func (b *bench) whose(w netWay) string {
	switch {
	case w.library.ByMPI:
		return ""
	case b.besideMPICH(w):
		return " of MPICH, which goes by " + w.library.Title + ", too"
	}
	return " of the faster MPI"
}

// of are a way's MPI libraries with one of their measurements.
func (w netWay) of(kind string) (list [][2]string) {
	for _, family := range w.families {
		list = append(list, [2]string{family, kind})
	}
	return list
}

// shownOf says what libraries took, each by its name.
func (b *bench) shownOf(what string, list [][2]string) string {
	var parts []string
	for _, m := range harness.MPIFamilies {
		for _, l := range list {
			if ns, there := b.results.onNet(l[0], l[1]); there && l[0] == m.Family {
				parts = append(parts, fmt.Sprintf("%s, %s %s", what, m.Title, duration(ns)))
			}
		}
	}
	return strings.Join(parts, "   ")
}

// others says what libraries took that a way does not stand beside.
func (b *bench) others(w netWay, what, kind string) string {
	beside := b.limits(w, kind)
	return b.shownOf(what, slices.DeleteFunc(w.of(kind),
		func(l [2]string) bool { return slices.Contains(beside, l) }))
}

// byHand is what a put needs, made of MPI's messages in C: the other image does not know of it
// until it is told (mpinet.c).
const byHand = "the messages of such a put in C"

// beside are the same messages in a process that uses windows too; those that the rows compare with
// are of one that does not (mpinet.c).
const beside = "MPI_Send beside one-sided operations"

// details are those parts that there are.
func details(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "   ")
}

// timeRow compares a time by Coral with that of the libraries; limit 0: it is only shown.
func (b *bench) timeRow(name string, w netWay, kind, of string, limit float64) row {
	r := row{name: name, verdict: missing}
	if limit > 0 {
		r.required = fmt.Sprintf("≤ %g", limit)
	}
	if value, theirs, ratio, ok := b.results.besideOnNet(w.name, kind, b.limits(w, of)); ok {
		r.measured(duration(value), duration(theirs), ratio, ratio <= limit)
		if limit == 0 {
			r.verdict = shown
		}
	}
	return r
}

// bandwidthRow is timeRow for puts so long that bandwidth counts; all is what travels, where
// variables have n bytes.
func (b *bench) bandwidthRow(w netWay, n, all int, kind, of string) row {
	r := row{name: bytesText(n), required: fmt.Sprintf("≥ %g", linkRatio), verdict: missing}
	if value, theirs, ratio, ok := b.results.besideOnNet(w.name, kind, b.limits(w, of)); ok {
		r.measured(speed(all, value), speed(all, theirs), 1/ratio, 1/ratio >= linkRatio)
	}
	return r
}

func (b *bench) notified(w netWay) *group {
	g := &group{
		title: w.name + ": put and notification",
		compares: fmt.Sprintf(
			"value: one way of a ping-pong of puts, each with the post of an event; limit: "+
				"%s; from %s bandwidth", b.calls(w, netSend),
			bytesText(linkFrom)),
	}
	for _, n := range netSizes(longestMessage) {
		put, send := fmt.Sprintf("put/%d", n), fmt.Sprintf("send/%d", n)
		r := b.timeRow(bytesText(n), w, put, send, notifiedLimit)
		if n >= linkFrom {
			r = b.bandwidthRow(w, n, n, put, send)
		}
		r.detail = details(b.others(w, "MPI_Send", send),
			b.shownOf("MPI_Put, flush and message", w.of(fmt.Sprintf("rmaput/%d", n))),
			b.shownOf(beside, w.of(fmt.Sprintf("sendbeside/%d", n))),
			b.shownOf(byHand, w.of(fmt.Sprintf("told/%d", n))))
		g.rows = append(g.rows, r)
	}
	return g
}

func (b *bench) gets(w netWay) *group {
	g := &group{title: w.name + ": get", compares: "value: a get; limit: " + b.calls(w, netGet)}
	for _, n := range netSizes(longestMessage) {
		g.rows = append(g.rows, b.timeRow(bytesText(n), w, fmt.Sprintf("get/%d", n),
			fmt.Sprintf("rmaget/%d", n), 0))
	}
	return g
}

func (b *bench) eight(w netWay) *group {
	g := &group{
		title: w.name + ": eight variables, each of so many bytes",
		compares: "value: eight puts and one post, one way of a ping-pong; limit: eight " +
			b.calls(w, netSend8) + "; from " + bytesText(eightFull) +
			" bandwidth",
	}
	for _, n := range netSizes(longestEight) {
		put, send := fmt.Sprintf("put8/%d", n), fmt.Sprintf("isend8/%d", n)
		r := b.timeRow(bytesText(n), w, put, send, eightLimit)
		if n >= eightFull {
			r = b.bandwidthRow(w, n, 8*n, put, send)
		}
		r.detail = details(b.others(w, "eight MPI_Isend", send),
			b.shownOf("eight MPI_Put, flush and message", w.of(fmt.Sprintf("put8/%d", n))),
			b.shownOf(byHand, w.of(fmt.Sprintf("told8/%d", n))))
		g.rows = append(g.rows, r)
	}
	return g
}

func (b *bench) stridedOnNet(w netWay) *group {
	g := &group{
		title: w.name + ": elements of 8 bytes with a stride on both sides",
		compares: "value: one put of all and a post, one way of a ping-pong; limit: " +
			b.calls(w, netVector),
	}
	for _, n := range netSizes(128 << 10) {
		kind := fmt.Sprintf("vector/%d", n)
		g.rows = append(g.rows, b.timeRow(fmt.Sprintf("%d elements", n/netElement), w, kind, kind,
			0))
	}
	return g
}

func (b *bench) stridedGets(w netWay) *group {
	g := &group{
		title:    w.name + ": get of elements of 8 bytes with a stride on both sides",
		compares: "value: one get of all; limit: " + b.calls(w, netVectorGet),
	}
	for _, n := range netSizes(128 << 10) {
		kind := fmt.Sprintf("%s/%d", netVectorGet, n)
		g.rows = append(g.rows, b.timeRow(fmt.Sprintf("%d elements", n/netElement), w, kind, kind,
			0))
	}
	return g
}

// shortRows are the operations that Coral's programs and those of the libraries name alike.
var shortRows = []struct{ name, what, kind string }{
	{"put of 8 B, flag", netFlag, netFlag + "/8"},
	{"put of 8 KiB, flag", netFlag, netFlag + "/8192"},
	{"fetch and add", netAdd, netAdd + "/8"},
	{"accumulate 8 B", netAccumulate, netAccumulate + "/8"},
	{"accumulate 8 KiB", netAccumulate, netAccumulate + "/8192"},
	{"barrier", netBarrier, netBarrier + "/0"},
}

// short is the operations of which each has a limit of its own, which its row tells.
func (b *bench) short(w netWay) *group {
	g := &group{
		title: w.name + ": short operations",
		compares: "value: one way of a ping-pong of puts, each with a word behind it that the " +
			"other image polls; ATOMIC_FETCH_ADD; a sum into the other image's memory, " +
			"complete there; SYNC ALL",
	}
	for _, s := range shortRows {
		r := b.timeRow(s.name, w, s.kind, s.kind, 0)
		r.detail = "limit: " + b.calls(w, s.what)
		g.rows = append(g.rows, r)
	}
	return g
}

// packing compares how much faster a halo is that is packed than one whose elements go one by one
// with what the table of buffering cases (the Omni paper's table 1) says: so many units, each of
// which costs what a put of its length costs.
func (b *bench) packing(w netWay) *group {
	g := &group{
		title: w.name + ": a halo of elements with a stride here, side by side there",
		compares: "value: how many times as fast one put of all is as puts of single elements, " +
			"each complete; limit: what the table of buffering cases predicts (case 2: " +
			"one unit, its elements gathered), from the time of whole puts",
	}
	for _, n := range netSizes(longestHalo)[1:] {
		r := row{name: fmt.Sprintf("%d elements", n/netElement),
			required: fmt.Sprintf("≥ %g", packingRatio), verdict: missing}
		packed, there := b.results.onNet(w.each(), fmt.Sprintf("packed/%d", n))
		singly, also := b.results.onNet(w.each(), fmt.Sprintf("singly/%d", n))
		predicted, known := b.predictedFactor(w, n)
		if there && also && known {
			r.measured(fmt.Sprintf("%.1f", singly/packed), fmt.Sprintf("%.1f", predicted),
				singly/packed/predicted, singly/packed >= packingRatio*predicted)
			r.detail = fmt.Sprintf("packed %s   singly, each complete %s", duration(packed),
				duration(singly))
		}
		if gathered, ok := b.results.onNet(w.name, fmt.Sprintf("singly/%d", n)); ok {
			r.detail += fmt.Sprintf("   singly, complete at the end of the segment %s",
				duration(gathered))
		}
		g.rows = append(g.rows, r)
	}
	return g
}

// predictedFactor is the table's: a put of n bytes is one unit, puts of its elements are n/8.
func (b *bench) predictedFactor(w netWay, n int) (float64, bool) {
	element, ok := b.results.onNet(w.each(), fmt.Sprintf("whole/%d", netElement))
	whole, also := b.results.onNet(w.each(), fmt.Sprintf("whole/%d", n))
	return float64(n/netElement) * element / whole, ok && also
}
