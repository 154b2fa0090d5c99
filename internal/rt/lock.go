package rt

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// Lock locks the lock variable at an offset of rank's slot (F2018 11.6.10). ErrLocked if this
// image holds it. ErrUnlockedFail if it was taken over from an image that has failed.
func (w *World) Lock(ctx context.Context, rank int, offset uint64) error {
	return w.lock(ctx, rank, offset, layout.WaitLock)
}

// Critical begins a critical construct (F2018 11.1.6), whose hidden lock is at offset in rank's
// slot: that of the first member of a team. Unlock ends it.
func (w *World) Critical(ctx context.Context, rank int, offset uint64) error {
	return w.lock(ctx, rank, offset, layout.WaitCrit)
}

// TryLock is Lock with acquired_lock=: it does not wait.
func (w *World) TryLock(rank int, offset uint64) (acquired bool, err error) {
	if err := w.checkRank(rank); err != nil {
		return false, err
	}
	w.Look()
	l := locking{w: w, rank: rank, offset: offset}
	return l.attempt()
}

func (w *World) lock(ctx context.Context, rank int, offset uint64, kind uint32) error {
	if err := w.checkRank(rank); err != nil {
		return err
	}
	l := locking{w: w, rank: rank, offset: offset}
	for spin := 0; ; spin++ {
		if taken, err := l.attempt(); taken || err != nil {
			return err
		}
		if spin >= w.spins || !w.mapped {
			break
		}
		for word := w.word32(rank, offset); spin < w.spins && atomic.LoadUint32(word) != 0; spin++ {
			w.pause()
		}
	}
	if atomic.LoadUint64(&w.shipped) != 0 && sys.Goroutine() == w.shipper.Load() {
		return ErrInShipped // other goroutines may wait for locks meanwhile
	}
	return l.await(&waiting{kind: kind, target: l.holder(), ctx: ctx, foreign: !w.owned()})
}

// locking is one image's way to a lock.
type locking struct {
	w       *World
	rank    int
	offset  uint64
	word    uint32 // as last seen
	waiters uint32 // LockWaiters when this image has slept: others may sleep still
}

// holder is the image number that holds the lock, as last seen; 0: none.
func (l *locking) holder() uint32 { return l.word &^ layout.LockWaiters }

// attempt takes the lock if it is free, or takes it over from an image that has failed: the error
// then is ErrUnlockedFail.
func (l *locking) attempt() (taken bool, err error) {
	me := uint32(l.w.rank + 1)
	if taken, err = l.swap(0, me|l.waiters); taken || err != nil {
		return taken, err
	}
	holder := l.holder()
	switch {
	case holder == me:
		return false, fmt.Errorf("%w: a lock of image %d", ErrLocked, l.rank+1)
	case holder != 0 && l.w.failed(int(holder)-1):
		// F2018 11.6.10: the variable becomes unlocked; here it is locked anew at once.
		if taken, err = l.swap(l.word, me|layout.LockWaiters); taken && err == nil {
			err = fmt.Errorf("%w: image %d had locked it", ErrUnlockedFail, holder)
		}
	}
	return taken, err
}

// swap changes the word from what is expected, and notes what it was.
func (l *locking) swap(expected, word uint32) (bool, error) {
	old, err := l.w.atomic32(l.rank, conduit.AtomicCAS, l.offset, word, expected)
	l.word = old
	return err == nil && old == expected, err
}

// await waits for the lock. Who unlocks does not know who waits, only that there is somebody, by
// LockWaiters: it wakes all that have published that they wait for a lock. So this image publishes,
// sets the flag, and then looks once more and sleeps.
func (l *locking) await(k *waiting) error {
	w, start := l.w, time.Now()
	published := false
	defer func() {
		if published {
			w.unpublish(k)
		}
	}()
	for {
		alert := atomic.LoadUint32(&w.jobArea().Alert)
		if taken, err := l.attempt(); taken || err != nil {
			return err
		}
		w.endIfEnding()
		if k.ctx != nil && k.ctx.Err() != nil {
			return w.AtStatement(k.ctx.Err())
		}
		if !k.foreign && w.advance() {
			if published {
				w.NoteProgress()
			}
			continue
		}
		if !published && time.Since(start) < yieldingTime {
			if w.mapped || !w.c.Poll() {
				w.c.Yield()
			}
			continue
		}
		if !published {
			published = true
			w.publish(k, start)
		}
		l.waiters = layout.LockWaiters
		if l.word == 0 {
			continue
		}
		marked := l.word | layout.LockWaiters
		if l.word != marked {
			if set, err := l.swap(l.word, marked); !set || err != nil {
				continue // the next attempt reports the error
			}
		}
		if !k.foreign {
			w.progress.Rest()
		}
		changed := func() bool {
			now, err := w.atomic32(l.rank, conduit.AtomicLoad, l.offset, 0, 0)
			return err != nil || now != marked
		}
		w.sleep(changed, k, alert)
	}
}

// wakeLockWaiters wakes the images of this machine that wait for any lock: what they have published
// is dense, as in wakeSleepers. Those of other machines look by themselves.
func (w *World) wakeLockWaiters() {
	for _, rank := range w.neighbours() {
		if atomic.LoadUint32(&w.status(rank).Wait)&layout.WaitLocks != 0 {
			w.c.Wake(rank)
		}
	}
}

// neighbours are the ranks of this machine, found when they are first asked for.
func (w *World) neighbours() []int {
	w.onMachine.Do(func() {
		several := atomic.LoadUint32(&w.status(w.rank).Here) != 0
		for rank := range w.size {
			if !several || atomic.LoadUint32(&w.status(rank).Here) != 0 {
				w.machine = append(w.machine, rank)
			}
		}
	})
	return w.machine
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
			if old&layout.LockWaiters != 0 {
				w.wakeLockWaiters()
			}
			return nil
		case old&^layout.LockWaiters == me:
			expect = old
		case old == 0:
			return fmt.Errorf("%w: a lock of image %d", ErrUnlocked, rank+1)
		default:
			return fmt.Errorf("%w: image %d holds a lock of image %d", ErrLockedOther,
				old&^layout.LockWaiters, rank+1)
		}
	}
}

func (w *World) atomic32(rank int, op conduit.AtomicOp, offset uint64, operand,
	compare uint32) (uint32, error) {
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
