package waitstate

import "time"

// Detector finds out from rounds whether all images wait for each other and nothing can wake them.
// Each round must begin when the one before has ended.
//
// Counts only grow; so where their sums are the same in two rounds, no image has done anything from
// the time at which it was asked first to that at which it was asked last. In three rounds in a row
// that are the same, the looks of the third show each image as it was after the end of the first.
// So there is a moment, that end, at which no image did anything, and at which as many messages had
// been sent as taken: none was on its way (the idea is Mattern's, of counting messages four times).
// From that moment on nothing changes but what images do that look at what they wait for; and each
// has polled without success since. An image that waits for its own goroutines has said instead
// that nothing in its process goes on, asked in the second round and heard in the third: from then
// on only another image's doing could wake it.
type Detector struct {
	Limit time.Duration // for how long all must have waited

	last  Round
	since time.Time
	same  int // rounds that have said so
}

// rounds is how many must say the same.
const rounds = 3

// Stuck takes a round that has begun at some time and ended now, and tells whether the images are
// stuck.
func (d *Detector) Stuck(r Round, began, now time.Time) bool {
	early := r.Early > 0
	r.Early, r.Ask = 0, 0
	switch {
	case r.Awake > 0 || r.Waiting == 0:
		*d = Detector{Limit: d.Limit}
		return false
	case r != d.last:
		d.last, d.since, d.same = r, began, 0
	}
	if !early {
		d.same++
	}
	return d.same >= rounds && r.Sent == r.Taken && now.Sub(d.since) >= d.Limit
}
