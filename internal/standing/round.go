package standing

import (
	"encoding/binary"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
)

// Round is what the images of a run say when they are asked, added up.
type Round struct {
	Awake uint64 // images that execute statements, or may
	// images that have not looked often enough since the round before
	Early                                        uint64
	Waiting, Ended, Sent, Taken, Progress, Stirs uint64
}

// RoundSize is the size of a round in a message.
const RoundSize = 8 * 8

func (r *Round) words() [8]*uint64 {
	return [8]*uint64{&r.Awake, &r.Early, &r.Waiting, &r.Ended, &r.Sent, &r.Taken, &r.Progress,
		&r.Stirs}
}

// Bytes is the round as a message has it.
func (r *Round) Bytes() (b []byte) {
	for _, w := range r.words() {
		b = binary.LittleEndian.AppendUint64(b, *w)
	}
	return b
}

// ReadRound is the round in a message.
func ReadRound(b []byte) (r Round) {
	for i, w := range r.words() {
		*w = binary.LittleEndian.Uint64(b[8*i:])
	}
	return r
}

// Tally asks the images of one machine.
type Tally struct {
	rows  []*layout.Status
	still []uint32 // at the last round in which the image was not early
}

// NewTally is for the images with those rows.
func NewTally(rows []*layout.Status) *Tally { return &Tally{rows, make([]uint32, len(rows))} }

// Add adds what the images of this machine say now.
func (v *Tally) Add(r *Round) {
	for i, s := range v.rows {
		wait := atomic.LoadUint32(&s.Wait)
		still := atomic.LoadUint32(&s.Still)
		switch state := atomic.LoadUint32(&s.State); {
		case state == layout.StateStopped || state == layout.StateFailed:
			r.Ended++
		case state == layout.StateRunning && passive(wait):
			r.Waiting++
		default:
			r.Awake++
		}
		// The second look has begun since that round. Rounds in which others were early count as
		// little as this one would; so an image that seldom has a processor may take several.
		if still-v.still[i] < 2 {
			r.Early++
		} else {
			v.still[i] = still
		}
		r.Sent += atomic.LoadUint64(&s.Sent)
		r.Taken += atomic.LoadUint64(&s.Taken)
		r.Progress += uint64(atomic.LoadUint32(&s.Progress))
		r.Stirs += uint64(atomic.LoadUint32(&s.Stirs))
	}
}
