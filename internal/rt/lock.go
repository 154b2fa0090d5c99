package rt

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// Lock locks the lock variable at an offset of rank's slot (F2018 11.6.10). ErrLocked if this
// image holds it. ErrUnlockedFail if it was taken over from an image that has failed.
func (w *World) Lock(ctx context.Context, rank int, offset uint64) error {
	return w.lock(ctx, rank, offset, layout.WaitLock)
}

// TryLock is Lock with acquired_lock=: it does not wait.
func (w *World) TryLock(rank int, offset uint64) (acquired bool, err error) {
	if err := w.checkRank(rank); err != nil {
		return false, err
	}
	holder, err := w.tryLock(rank, offset)
	return err == nil && holder == 0, err
}

// Critical begins a critical construct (F2018 11.1.6), whose hidden lock is at offset in rank's slot: that of
// the first member of a team. Unlock ends it.
func (w *World) Critical(ctx context.Context, rank int, offset uint64) error {
	return w.lock(ctx, rank, offset, layout.WaitCrit)
}

// tryLock returns 0, or the image number that holds the lock.
func (w *World) tryLock(rank int, offset uint64) (uint32, error) {
	me := uint32(w.rank + 1)
	old, err := w.atomic32(rank, conduit.AtomicCAS, offset, me, 0)
	if err == nil && old&^layout.LockWaiters == me {
		err = fmt.Errorf("%w (of image %d)", ErrLocked, rank+1)
	}
	return old &^ layout.LockWaiters, err
}

func (w *World) lock(ctx context.Context, rank int, offset uint64, kind uint32) error {
	if err := w.checkRank(rank); err != nil {
		return err
	}
	var fault error
	var holder uint32
	attempt := func() bool {
		holder, fault = w.tryLock(rank, offset)
		return holder == 0 || fault != nil
	}
	if attempt() {
		return fault
	}
	takenOver := false
	k := &waiting{kind: kind, target: holder, ctx: ctx}
	wait := func() bool {
		if attempt() {
			return true
		}
		if w.failed(int(holder) - 1) {
			old, err := w.atomic32(rank, conduit.AtomicCAS, offset, uint32(w.rank+1), holder)
			takenOver = err == nil && old == holder
			return takenOver
		}
		return false
	}
	if err := w.awaitElsewhere(wait, k); err != nil {
		return err
	}
	if takenOver {
		return fmt.Errorf("%w: image %d", ErrUnlockedFail, holder)
	}
	return fault
}

// awaitElsewhere is await for a condition on another image's memory, whose change
// wakes nobody here: after a time of yielding it looks at growing intervals.
func (w *World) awaitElsewhere(ready func() bool, k *waiting) error {
	pause := 20 * time.Microsecond
	start := time.Now()
	var published bool
	for {
		if ready() {
			if published {
				w.publishWait(nil, start)
			}
			return nil
		}
		w.endIfEnding()
		if k.ctx != nil && k.ctx.Err() != nil {
			return k.ctx.Err()
		}
		if !w.mapped {
			w.c.Poll()
		}
		if time.Since(start) < yieldingTime {
			w.c.Yield()
			continue
		}
		if !published {
			published = true
			w.publishWait(k, start)
		}
		w.noteLook()
		time.Sleep(pause)
		pause = min(2*pause, time.Millisecond)
	}
}

// Unlock unlocks a lock variable that this image holds.
func (w *World) Unlock(rank int, offset uint64) error {
	if err := w.checkRank(rank); err != nil {
		return err
	}
	if err := w.SyncMemory(); err != nil {
		return err
	}
	me := uint32(w.rank + 1)
	for expect := me; ; {
		old, err := w.atomic32(rank, conduit.AtomicCAS, offset, 0, expect)
		switch {
		case err != nil:
			return err
		case old == expect:
			return nil
		case old&^layout.LockWaiters == me:
			expect = old
		case old == 0:
			return fmt.Errorf("%w (of image %d)", ErrUnlocked, rank+1)
		default:
			return fmt.Errorf("%w (of image %d): image %d", ErrLockedOther, rank+1, old&^layout.LockWaiters)
		}
	}
}

func (w *World) atomic32(rank int, op conduit.AtomicOp, offset uint64, operand, compare uint32) (uint32, error) {
	if w.mapped {
		word := w.word32(rank, offset)
		if op == conduit.AtomicCAS && atomic.CompareAndSwapUint32(word, compare, operand) {
			return compare, nil
		}
		return conduit.Apply32(word, op, operand, compare), nil
	}
	old, err := w.atomicThere(op, rank, offset, 4, uint64(operand), uint64(compare))
	return uint32(old), err
}
