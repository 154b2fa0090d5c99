package rt

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// SyncAll synchronises the current team (F2018 11.6.3). After a context's end it
// returns its error, and the team can synchronise no more.
func (w *World) SyncAll(ctx context.Context) error {
	return w.current.barrier(ctx, layout.WaitSyncAll)
}

// SyncTeam synchronises a team (F2018 11.6.6) that is the current one, an
// ancestor, or one that this image is a member of.
func (w *World) SyncTeam(ctx context.Context, t *Team) error {
	return t.barrier(ctx, layout.WaitTeam)
}

// SyncMemory completes what this image has put (F2018 11.6.5). Loads and stores of mapped
// memory need nothing more than the ordering of the words that images
// synchronise by.
func (w *World) SyncMemory() error {
	if w.mapped {
		return nil
	}
	return w.ops.Flush(conduit.AllRanks)
}

// barrier is entered by all members. Two algorithms, chosen alike by all:
//
// Dissemination (Hensgen, Finkel and Manber): in round r, member m signals m+2^r and
// waits for m-2^r. Every member has a processor of its own then, or memory is not
// mapped; the depth is log2 n and no word is written by two.
//
// Central: one counter. With more images than processors members run one
// after the other anyway, and what counts is that each runs twice at most.
func (t *Team) barrier(ctx context.Context, kind uint32) error {
	w := t.w
	if err := w.mayBlock(); err != nil {
		return err
	}
	if err := w.SyncMemory(); err != nil {
		return err
	}
	own := t.own()
	epoch := own.Arrived + 1 // the owner alone writes it
	atomic.StoreUint64(&own.Arrived, epoch)
	if t.size == 1 {
		return nil
	}
	if w.anyGone() {
		return t.barrierWithoutSome(ctx, kind, epoch)
	}
	if t.central {
		return t.centralBarrier(ctx, kind, epoch)
	}
	return t.dissemination(ctx, kind, epoch)
}

func (t *Team) dissemination(ctx context.Context, kind uint32, epoch uint64) error {
	w, own := t.w, t.own()
	for round, distance := 0, 1; distance < t.size; round, distance = round+1, distance*2 {
		to := t.rank + distance
		if to >= t.size {
			to -= t.size
		}
		rank := t.Member(to)
		if w.mapped {
			atomic.StoreUint64(&w.team(rank, t.control).Round[round].Epoch, epoch)
			w.wake(rank)
		} else if err := w.ops.PutSignal(rank, 0, nil, t.control+offRound+uint64(round)*sizeRound, epoch); err != nil {
			return err
		}
		word := &own.Round[round].Epoch
		if w.spinAtLeast(word, epoch) {
			continue
		}
		if err := w.await(func() bool { return atomic.LoadUint64(word) >= epoch }, t.barrierWait(ctx, kind, epoch)); err != nil {
			return t.endOfWait(ctx, kind, epoch, err)
		}
	}
	return nil
}

func (t *Team) centralBarrier(ctx context.Context, kind uint32, epoch uint64) error {
	w := t.w
	root := w.team(t.Member(0), t.control)
	// The remainder, not epoch*size: barriers by dissemination do not count here.
	if atomic.AddUint64(&root.Count, 1)%uint64(t.size) == 0 {
		atomic.StoreUint64(&root.Release, epoch)
		t.wakeSleepers()
		return nil
	}
	// A few turns are all that it takes if nobody is late.
	for range turnsBeforeAwait {
		w.c.Yield()
		if atomic.LoadUint64(&root.Release) >= epoch {
			return nil
		}
	}
	err := w.await(func() bool { return atomic.LoadUint64(&root.Release) >= epoch }, t.barrierWait(ctx, kind, epoch))
	return t.endOfWait(ctx, kind, epoch, err)
}

// turnsBeforeAwait is how often an image among too many yields before it does so in await, which
// touches more memory: every image's memory has left the cache when it runs again.
const turnsBeforeAwait = 8

// wakeSleepers wakes the members that sleep. It looks at what they have published
// before they sleep: that is dense, while each one's Control has a page of its own.
func (t *Team) wakeSleepers() {
	for m := range t.size {
		if rank := t.Member(m); atomic.LoadUint32(&t.w.status(rank).Wait) != 0 {
			t.w.c.Wake(rank)
		}
	}
}

// spinAtLeast looks at a word for some microseconds where there is a processor to spare.
func (w *World) spinAtLeast(word *uint64, value uint64) bool {
	for range w.spins {
		if atomic.LoadUint64(word) >= value {
			return true
		}
	}
	return false
}

// errGone ends an ordinary wait: from now on the members that are left look for each other.
var errGone = errors.New("a member is gone")

func (t *Team) barrierWait(ctx context.Context, kind uint32, epoch uint64) *waiting {
	return &waiting{kind: kind, ctx: ctx, broken: func() error {
		if t.goneBefore(t.control+offArrived, epoch) != nil {
			return errGone
		}
		return nil
	}}
}

func (t *Team) endOfWait(ctx context.Context, kind uint32, epoch uint64, err error) error {
	if errors.Is(err, errGone) {
		return t.barrierWithoutSome(ctx, kind, epoch)
	}
	return err
}

// barrierWithoutSome synchronises the members that are left, by looking at every
// member's count of arrivals, and reports who is missing.
func (t *Team) barrierWithoutSome(ctx context.Context, kind uint32, epoch uint64) error {
	w, arrived := t.w, t.control+offArrived
	if t.goneBefore(arrived, epoch) == nil {
		// Gone are only others than members, or members that had arrived: this
		// barrier still completes as usual.
		if t.central {
			return t.centralBarrier(ctx, kind, epoch)
		}
		return t.dissemination(ctx, kind, epoch)
	}
	for m := range t.size {
		w.c.Wake(t.Member(m))
	}
	err := w.await(func() bool { return t.allHere(arrived, epoch) }, &waiting{kind: kind, ctx: ctx})
	if err != nil {
		return err
	}
	return t.goneBefore(arrived, epoch)
}
