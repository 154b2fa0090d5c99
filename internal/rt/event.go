package rt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// EventPost adds one to the event variable at an offset of rank's slot (F2018 11.6.7). An image
// that waits for it then sees what this one has defined before.
func (w *World) EventPost(rank int, offset uint64) error {
	if err := w.checkRank(rank); err != nil {
		return err
	}
	if w.mapped {
		atomic.AddInt64(asSigned(w.word64(rank, offset)), 1)
		w.wake(rank)
		return nil
	}
	err := w.ops.Post(rank, offset, 1)
	if w.remote != nil {
		w.posted.to(rank)
	}
	return w.Explain(rank, err)
}

// EventPostEach is EventPost of several event variables of one image.
func (w *World) EventPostEach(rank int, offsets []uint64) error {
	group, can := w.ops.FencedSignal.(conduit.GroupSignal)
	if w.mapped || !can || len(offsets) == 0 {
		var first error
		for _, offset := range offsets {
			first = cmp.Or(first, w.EventPost(rank, offset))
		}
		return first
	}
	if err := w.checkRank(rank); err != nil {
		return err
	}
	err := group.PostEach(rank, offsets, 1)
	if w.remote != nil {
		w.posted.to(rank)
	}
	return w.Explain(rank, err)
}

// posted has the ranks where events that this image has posted may not have been counted yet. For
// an image that waits for them that is enough. One that has synchronized with this image since, in
// any way, must find them counted when it asks by EVENT_QUERY, without a wait.
type posted struct {
	mu    sync.Mutex
	ranks map[int]bool
}

// to is called after the post.
func (p *posted) to(rank int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ranks == nil {
		p.ranks = map[int]bool{}
	}
	p.ranks[rank] = true
}

// take empties it, but for one rank.
func (p *posted) take(but int) (ranks []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for rank := range p.ranks {
		if rank != but {
			ranks = append(ranks, rank)
			delete(p.ranks, rank)
		}
	}
	return ranks
}

// countPosted waits until what this image has posted is counted on all ranks but one, where that
// comes before what this image is about to send there.
func (w *World) countPosted(but int) error {
	if w.remote == nil {
		return nil
	}
	if ranks := w.posted.take(but); len(ranks) > 0 {
		return w.remote.Arrive(ranks)
	}
	return nil
}

// Posted wakes rank if it sleeps: after the caller's own atomic add to one of its mapped words.
func (w *World) Posted(rank int) {
	if atomic.LoadUint32(&w.control(rank).Sleepers) != 0 {
		w.c.Wake(rank)
	}
}

// Soon tells whether a word of the own slot reaches a value while this image polls it without
// giving up its processor. Where images are not mapped it is always false: there, the conduit must
// make progress for a word to change.
func (w *World) Soon(word *uint64, value uint64) bool {
	return w.mapped && w.spinAtLeast(word, value)
}

// EventWait waits until the own event variable at offset has at least until posts and takes them
// away (F2018 11.6.8). It does not complete this image's puts: no other image may rely on them
// before this one posts or synchronizes, which completes them.
func (w *World) EventWait(ctx context.Context, offset uint64, until int64) error {
	if until < 1 {
		return fmt.Errorf("%w: %d", ErrUntil, until)
	}
	posts, taken := w.word64(w.rank, offset), w.word64(w.rank, offset+offTaken)
	if w.spinAtLeast(posts, atomic.LoadUint64(taken)+uint64(until)) && w.takePosts(offset, until) {
		return nil
	}
	if err := w.mayBlock(); err != nil {
		return err
	}
	enough := func() bool { return w.eventCount(offset) >= until }
	for !w.takePosts(offset, until) {
		if err := w.await(enough, &waiting{kind: layout.WaitEvent, target: uint32(until),
			ctx: ctx}); err != nil {
			return err
		}
	}
	return nil
}

// takePosts takes so many posts of the own event variable at offset, if it has them. Several
// threads of an image may wait for one event: no post is for two of them.
func (w *World) takePosts(offset uint64, count int64) bool {
	taken := w.word64(w.rank, offset+offTaken)
	for {
		before := atomic.LoadUint64(taken)
		if int64(atomic.LoadUint64(w.word64(w.rank, offset))-before) < count {
			return false
		}
		if atomic.CompareAndSwapUint64(taken, before, before+uint64(count)) {
			return true
		}
	}
}

// offTaken is the offset of layout.Event.Taken.
const offTaken = 8

// EventAwait waits until the own event variable at offset has had so many posts since it was made.
// It takes none away: who keeps count of what it has taken itself is served faster, since the
// variable's cache line comes from the poster once only and is never changed here. Such a variable
// is not for EventWait too.
func (w *World) EventAwait(ctx context.Context, offset uint64, posts int64) error {
	count := w.word64(w.rank, offset)
	if w.spinAtLeast(count, uint64(posts)) {
		return nil
	}
	if err := w.mayBlock(); err != nil {
		return err
	}
	enough := func() bool { return atomic.LoadUint64(count) >= uint64(posts) }
	return w.await(enough, &waiting{kind: layout.WaitEvent, ctx: ctx})
}

// EventAwaitAny waits until one of the own event variables at the offsets has a count. It takes
// none away.
func (w *World) EventAwaitAny(ctx context.Context, offsets []uint64) error {
	any := func() bool {
		return slices.ContainsFunc(offsets, func(o uint64) bool { return w.eventCount(o) != 0 })
	}
	return w.AwaitThat(ctx, layout.WaitEvent, any, nil)
}

// EventQuery is the count of the own event variable at offset (F2018 16.9.72).
func (w *World) EventQuery(offset uint64) int64 {
	w.Look()
	return w.eventCount(offset)
}

// eventCount is the number of posts of the own event variable that no wait has taken.
func (w *World) eventCount(offset uint64) int64 {
	// first: what has been taken was posted before, also if another thread takes more meanwhile
	taken := atomic.LoadUint64(w.word64(w.rank, offset+offTaken))
	return int64(atomic.LoadUint64(w.word64(w.rank, offset)) - taken)
}
