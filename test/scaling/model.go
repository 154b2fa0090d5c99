// Package scaling adds up what Coral keeps and sends in large runs, and says how two programs would
// go there: the figures of docs/scaling.md, from the code and from measurements of one link.
package scaling

import "math/bits"

// Link is a link between two images: a message of n bytes, put and notified, takes Latency +
// n*PerByte there, in nanoseconds. Of Latency its sender is busy for Share.
type Link struct{ Latency, PerByte, Share float64 }

// Point is a measured time.
type Point struct {
	Bytes int
	NS    float64
}

// Fit finds the line whose largest relative deviations from the points are smallest in the sum of
// squares.
func Fit(points []Point, share float64) Link {
	// Weighted least squares: each point counts by 1/NS².
	var w, x, y, xx, xy float64
	for _, p := range points {
		weight, n := 1/(p.NS*p.NS), float64(p.Bytes)
		w += weight
		x += weight * n
		y += weight * p.NS
		xx += weight * n * n
		xy += weight * n * p.NS
	}
	slope := (w*xy - x*y) / (w*xx - x*x)
	return Link{Latency: (y - slope*x) / w, PerByte: slope, Share: share}
}

// Time is that of one message.
func (l Link) Time(bytes float64) float64 { return l.Latency + bytes*l.PerByte }

// Depth is how many rounds a barrier of n images has, and a small sum.
func Depth(n int) int { return bits.Len(uint(n - 1)) }

// Himeno says how long an iteration of bench/himeno takes with blocks of ni*nj*nk cells on n
// images, and what part of it is computation. rate: 10⁶ operations a second of one image.
func Himeno(l Link, n, ni, nj, nk int, rate float64) (ns, share float64) {
	const operations, word, neighbours = 34, 4, 8
	compute := operations * float64(ni*nj*nk) / rate * 1e3
	faces := []float64{float64(ni * nj), float64(ni * nj), float64(ni * nk), float64(ni * nk)}
	// SYNC IMAGES of eight neighbours: a post to each, of which the last is seen a latency after it
	// has been sent.
	meet := neighbours*l.Share*l.Latency + l.Latency
	halo := 4 * l.Time(word*float64(ni)) * l.Share // edges
	for _, cells := range faces {
		halo += l.Share*l.Latency + word*cells*l.PerByte
	}
	// a question to each neighbour, and its answer
	complete := neighbours*l.Share*l.Latency + 2*l.Latency
	sum := float64(Depth(n)) * l.Latency
	ns = compute + meet + halo + complete + meet + sum
	return ns, compute / ns
}

// RandomAccess says how many 10⁹ updates a second n images do by the routed method: batches of
// 1024, half of which go on in each of log2(n) rounds.
func RandomAccess(l Link, n int, updateNS float64) float64 {
	const batch, word = 1024, 8
	rounds := float64(Depth(n))
	// A round: the batch there with its notification, the notification that its buffer is free, and
	// the list divided.
	round := l.Time(batch/2*word) + l.Share*l.Latency + batch*2
	return float64(n) * batch / (rounds*round + batch*updateNS)
}
