package rt

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
)

// SyncImages synchronizes with members of the current team (F2018 11.6.4). The number
// of its executions by image i with k in the set and by k with i pair up.
//
// Each image keeps, for every other image, one counter that the other alone writes: how
// often it has come. Coming is to count up there; the wait is over when the other's
// count here is not behind.
func (w *World) SyncImages(ctx context.Context, members []int) error {
	t := w.current
	for i, m := range members {
		if err := t.checkMember(m); err != nil {
			return err
		}
		for _, before := range members[:i] {
			if before == m {
				return fmt.Errorf("%w: %d", ErrImageRepeated, m+1)
			}
		}
	}
	return w.located(w.syncWith(ctx, len(members), func(i int) int { return t.Member(members[i]) }))
}

// SyncImagesAll is SyncImages with every other member: sync images(*).
func (w *World) SyncImagesAll(ctx context.Context) error {
	t := w.current
	return w.located(w.syncWith(ctx, t.size, t.Member))
}

// SyncImage is SyncImages with one partner, the most frequent case.
func (w *World) SyncImage(ctx context.Context, member int) error {
	t := w.current
	if err := t.checkMember(member); err != nil {
		return err
	}
	rank := t.Member(member)
	if rank == w.rank {
		return w.SyncMemory()
	}
	if err := w.mayBlock(); err != nil {
		return err
	}
	mine, err := w.come(rank)
	if err != nil {
		return err
	}
	if w.mapped && w.comesAtOnce(w.met[rank].signalled, mine) {
		return nil
	}
	return w.located(w.awaitPartner(ctx, rank, mine))
}

func (w *World) syncWith(ctx context.Context, n int, rankOf func(int) int) error {
	// what goes to a single partner is complete when it learns that this image has come
	if n != 1 || rankOf(0) == w.rank {
		if err := w.SyncMemory(); err != nil {
			return err
		}
	}
	if err := w.mayBlock(); err != nil {
		return err
	}
	mine := make([]uint64, n)
	for i := range n {
		if rank := rankOf(i); rank != w.rank {
			var err error
			if mine[i], err = w.come(rank); err != nil {
				return err
			}
		}
	}
	var first error
	for i := range n {
		if rank := rankOf(i); rank != w.rank {
			err := w.awaitPartner(ctx, rank, mine[i])
			if errors.Is(err, ErrMismatched) {
				return err
			}
			// One that is gone does not keep us from the others (F2018 11.6.11).
			if err != nil && first == nil {
				first = err
			}
		}
	}
	return first
}

// meeting is with an image of mapped memory, by SYNC IMAGES.
type meeting struct {
	partner
	told uint64 // how often this image has come: what it has written there
}

// come counts up at the partner and returns the count.
func (w *World) come(rank int) (uint64, error) {
	if w.mapped {
		if w.met == nil {
			w.met = make([]meeting, w.size)
		}
		m := &w.met[rank]
		if m.signalled == nil {
			m.partner = partner{rank, w.syncCount(rank, w.rank), &w.control(rank).Sleepers,
				w.syncCount(w.rank, rank)}
		}
		m.told++
		m.signal(w, m.told)
		return m.told, nil
	}
	if w.told == nil {
		w.told = map[int]uint64{}
	}
	w.told[rank]++
	if err := w.countPosted(rank); err != nil {
		return 0, err
	}
	return w.told[rank], w.Explain(rank, w.ops.Post(rank, w.syncOffset(w.rank), 1))
}

func (w *World) awaitPartner(ctx context.Context, rank int, mine uint64) error {
	word := w.syncCount(w.rank, rank)
	if w.spinAtLeast(word, mine) {
		return nil
	}
	return w.await(func() bool { return atomic.LoadUint64(word) >= mine }, w.shownAs(&waiting{
		kind: layout.WaitImages, target: uint32(rank + 1), ctx: ctx,
		broken: func() error { return w.gone(rank) },
	}, rank, mine))
}
