package waitstate

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
	// Ask is 1 in a round that asks images which seem to wait for their own goroutines. The next
	// round has their answers. It costs such an image a garbage collection, so a round before must
	// have found that all images may wait.
	Ask uint64
}

// RoundSize is the size of a round in a message.
const RoundSize = 9 * 8

func (r *Round) words() [9]*uint64 {
	return [9]*uint64{&r.Awake, &r.Early, &r.Waiting, &r.Ended, &r.Sent, &r.Taken, &r.Progress,
		&r.Stirs, &r.Ask}
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
	asked []*Questions
}

// NewTally is for the images with those rows.
func NewTally(rows []*layout.Status) *Tally {
	return &Tally{rows, make([]uint32, len(rows)), make([]*Questions, len(rows))}
}

// Add adds what the images of this machine say now.
func (v *Tally) Add(r *Round) {
	for i, s := range v.rows {
		wait := atomic.LoadUint32(&s.Wait)
		still := atomic.LoadUint32(&s.Still)
		early := false
		state := atomic.LoadUint32(&s.State)
		blocked := state == layout.StateRunning && !passive(wait) &&
			atomic.LoadUint32(&s.Blocked) != 0
		switch {
		case state == layout.StateStopped || state == layout.StateFailed:
			r.Ended++
		case state == layout.StateRunning && passive(wait):
			r.Waiting++
		case blocked:
			answered, stuck := v.answer(i, r.Ask != 0 && r.Awake == 0)
			if early = !answered; early || stuck {
				r.Waiting++
			} else {
				r.Awake++
			}
		default:
			r.Awake++
		}
		// The second look has begun since that round. Rounds in which others were early count as
		// little as this one would; so an image that seldom has a processor may take several.
		if early || still-v.still[i] < 2 {
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

// answer is what an image has said since the round before, whether it is stuck. ask: it is asked
// for the next round.
func (v *Tally) answer(i int, ask bool) (answered, stuck bool) {
	if q := v.asked[i]; q != nil {
		if answered, stuck = q.Answered(); !answered {
			return false, false
		}
	}
	v.asked[i] = nil
	if ask {
		v.asked[i] = AskStuck(v.rows[i : i+1])
	}
	return answered, stuck
}
