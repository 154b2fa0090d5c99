package rt

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

const (
	// yieldingTime is how long a waiter yields before it sleeps.
	yieldingTime = 2 * time.Millisecond
	// longestSleep bounds one sleep, so that what wakes nobody (the launcher's
	// death, say) is seen too.
	longestSleep = 100 * time.Millisecond
	// looksEach is how many images a core can serve whose sleepers look that often; of more, each
	// looks more seldom, or the looks of those that wait would leave no time to those that work.
	looksEach = 64
)

// waiting says what an image waits for. It is made where a wait begins and
// costs nothing as long as the wait is short.
type waiting struct {
	kind   uint32 // layout.WaitX
	target uint32 // image or count, for reports
	// control and number are those of a barrier (inBarrier) or collective
	// (layout.ShownCollective), by which other members find the statement; 0 of other waits.
	control, number uint64
	// of a collective, what members compare: as Stamped has it, and of an asynchronous one a word
	brings uint32
	event  Site // shown in place of site
	length uint64
	team   *Team // whose members it is for, in a barrier or collective; nil: another wait
	inVain int   // looks, since it is shown
	// the last of them
	counted time.Time
	ctx     context.Context
	// broken says why the wait cannot end: an image that it needs is gone. It is
	// asked when Job.Alert has changed. nil: nothing can break it.
	broken func() error
	// foreign: the waiter is not the image's own goroutine, so that it advances nothing.
	foreign bool

	since  time.Time
	site   Site
	thread uint32
	looked bool // and found nothing, since Looks has grown
}

// patient says that nobody needs this image soon: it may sleep at once.
func (k *waiting) patient() bool { return k.kind == layout.WaitEnd || k.kind == layout.WaitAsync }

// ends says that the image ends: any goroutine may have it do so.
func (k *waiting) ends() bool { return k.kind == layout.WaitEnd }

// sleepFor bounds one sleep of this image. One that has stopped is in no deadlock, and need not
// look often. One whose operations are not complete is, and has to look some times before that is
// told.
func (w *World) sleepFor(k *waiting) time.Duration {
	if k.ends() {
		return 10 * w.longest
	}
	return w.longest
}

// await returns when ready says true, or with the reason why it never will. It
// is the slow part of every wait: it yields, polls, looks for alerts, and
// after a while sleeps. ready may be asked again after it has said true, by
// any goroutine: it must only look.
func (w *World) await(ready func() bool, k *waiting) error {
	var since time.Time
	var seen uint32
	published := false
	job := w.jobArea()
	if w.options.CheckGoroutine && !k.ends() && !w.owned() {
		return w.AtStatement(ErrGoroutine)
	}
	defer func() {
		if published {
			w.unpublish(k)
		}
	}()
	for step := 0; ; step++ {
		if ready() {
			return nil
		}
		if alert := atomic.LoadUint32(&job.Alert); alert != seen {
			seen = alert
			if err := w.checkAlert(ready, k); err != nil {
				return w.insteadOf(err, k)
			}
			continue
		}
		if w.advance() {
			if published {
				w.NoteProgress()
			}
			if w.spinUntil(ready) {
				return nil
			}
			continue
		}
		if !w.mapped && w.look() {
			continue // it may be what is waited for
		}
		if !published && !k.patient() && step&15 != 15 {
			// a look at the network takes as long as a yield
			if w.mapped || w.crowded || step&7 == 7 {
				w.c.Yield()
			}
			continue
		}
		if k.ctx != nil && k.ctx.Err() != nil {
			return w.AtStatement(k.ctx.Err())
		}
		if !published {
			now := time.Now()
			if since.IsZero() {
				since = now
			}
			if !k.patient() && now.Sub(since) < yieldingTime {
				w.c.Yield()
				continue
			}
			if w.options.OwnGoroutine && !k.ends() && !w.owned() {
				return w.AtStatement(ErrGoroutine)
			}
			published = true
			w.publish(k, since)
		}
		if w.progress != nil {
			w.progress.Rest()
		}
		if err := w.otherStatement(k); err != nil && !ready() {
			return err
		}
		w.sleep(ready, k, seen)
	}
}

// spinUntil looks for some microseconds whether ready says true, but not while there is something
// to advance. Between machines nothing changes without a look at the network.
func (w *World) spinUntil(ready func() bool) bool {
	if !w.shows {
		return ready()
	}
	for range w.spins {
		if ready() {
			return true
		}
		if w.due() {
			return false
		}
		w.pause()
	}
	return false
}

// sleep is one sleep of a waiter that has seen the alert given.
func (w *World) sleep(ready func() bool, k *waiting, seen uint32) {
	w.noteLook(k)
	if k.ctx != nil {
		stop := context.AfterFunc(k.ctx, func() { w.c.Wake(w.rank) })
		defer stop()
	}
	w.c.Idle(func() bool {
		return ready() || !k.foreign && w.due() || atomic.LoadUint32(&w.jobArea().Alert) != seen ||
			k.ctx != nil && k.ctx.Err() != nil
	}, w.sleepFor(k))
}

// checkAlert looks at what an alert may mean for a waiter.
func (w *World) checkAlert(ready func() bool, k *waiting) error {
	if w.Ends() && w.comesYet(ready) {
		return nil
	}
	w.endIfEnding()
	if k.broken == nil {
		return nil
	}
	err := k.broken()
	if err != nil && ready() {
		// It came before the image went.
		return nil
	}
	if err != nil && w.failed(w.rank) {
		w.leaveFailed()
	}
	return err
}

// lastLooks is for how long an image that has heard that the run ends still waits for what was sent
// before: other images may be about to fail in the same way, and then so is this one.
const lastLooks = 50 * time.Millisecond

// comesYet tells whether ready becomes true although the run ends. In mapped memory all has come
// that was written before. Over a network the end may overtake what others have sent. The time is
// that of all waits together: images that answer each other would never end.
func (w *World) comesYet(ready func() bool) bool {
	if w.mapped {
		return ready()
	}
	now := time.Now()
	w.heardEnd.CompareAndSwap(nil, &now)
	for limit := w.heardEnd.Load().Add(lastLooks); ; w.c.Yield() {
		if ready() {
			return true
		}
		if !time.Now().Before(limit) {
			return false
		}
		w.look()
	}
}

// endIfEnding ends this image when error termination has begun anywhere.
func (w *World) endIfEnding() {
	job := w.jobArea()
	if atomic.LoadUint32(&job.Ending) != 0 {
		w.exit(int(atomic.LoadInt32(&job.ExitCode)))
	}
}

// published are the waits of this image that go on, the newest last: other goroutines than the
// image's own may wait for locks meanwhile. The end of one must not hide the others, or nobody
// would wake them, or report that they never end.
type published struct {
	mu      sync.Mutex
	waits   []*waiting
	unknown bool // see NoteUnknown
}

// NoteUnknown shows, beside what this image waits for, that functions have been shipped to it that
// it has not registered, or that none are left.
func (w *World) NoteUnknown(some bool) {
	w.published.mu.Lock()
	defer w.published.mu.Unlock()
	if w.published.unknown != some {
		w.published.unknown = some
		w.showWait()
	}
}

// publish shows what this image waits for.
func (w *World) publish(k *waiting, since time.Time) {
	k.since, k.looked, k.thread = since, false, uint32(sys.ThreadID())
	k.site = w.site
	if w.options.Where != nil {
		k.site = w.options.Where()
	}
	if k.number != 0 {
		w.show(statement{k.control, k.number, k.kind, k.length, k.brings}, k.site)
	}
	w.published.mu.Lock()
	defer w.published.mu.Unlock()
	w.published.waits = append(w.published.waits, k)
	w.showWait()
}

// unpublish says that a wait has ended.
func (w *World) unpublish(k *waiting) {
	if w.progress != nil {
		w.progress.WaitEnded()
	}
	w.published.mu.Lock()
	defer w.published.mu.Unlock()
	waits := w.published.waits
	if i := slices.Index(waits, k); i >= 0 {
		w.published.waits = slices.Delete(waits, i, i+1)
	}
	atomic.AddUint32(&w.status(w.rank).Progress, 1)
	w.showWait()
}

// showWait writes the newest wait to the image's status; the caller holds the lock.
func (w *World) showWait() {
	s, waits := w.status(w.rank), w.published.waits
	if len(waits) == 0 {
		atomic.StoreUint32(&s.Wait, 0)
		return
	}
	k := waits[len(waits)-1]
	k.event = w.awaitsEvent(k)
	kind, site := k.kind, k.site
	if k.event.Line != 0 {
		kind, site = layout.WaitBefore, k.event
	}
	flags := w.waitFlags(k)
	if w.published.unknown {
		flags |= layout.WaitUnknown
	}
	for _, other := range waits {
		if other.kind == layout.WaitLock || other.kind == layout.WaitCrit {
			flags |= layout.WaitLocks
		}
	}
	n := copy(s.File[:len(s.File)-1], site.File)
	s.File[n] = 0
	s.What[copy(s.What[:len(s.What)-1], site.What)] = 0
	atomic.StoreUint32(&s.Line, uint32(site.Line))
	atomic.StoreUint32(&s.Target, k.target)
	atomic.StoreUint32(&s.Thread, k.thread)
	atomic.StoreUint64(&s.Since, sys.Monotonic()-uint64(time.Since(k.since)))
	atomic.StoreUint32(&s.Wait, kind|flags)
}

// awaitsEvent is, of a wait for operations that go on, the statement of one that waits for an
// event; its line is 0 if there is none.
func (w *World) awaitsEvent(k *waiting) Site {
	switch k.kind {
	case layout.WaitAsync, layout.WaitFinish, layout.WaitFence:
		if p, is := w.progress.(interface{ AwaitsEvent() Site }); is {
			return p.AwaitsEvent()
		}
	}
	return Site{}
}

// waitFlags tells whether something else than other images may end a wait, as far as this layer
// knows.
func (w *World) waitFlags(k *waiting) uint32 {
	switch {
	case k.ctx != nil && k.ctx.Done() != nil:
		return layout.WaitOthers
	case w.options.Alone == nil:
		return 0
	case w.options.Alone():
		return layout.WaitAlone
	}
	return layout.WaitOthers
}

// noteLook counts, before each sleep, that what is waited for has not come yet: once all that wait
// have looked.
func (w *World) noteLook(k *waiting) {
	if w.progress != nil && !w.progress.LookedAtAll() {
		return
	}
	w.published.mu.Lock()
	defer w.published.mu.Unlock()
	k.looked = true
	if k == w.published.waits[len(w.published.waits)-1] && k.event != w.awaitsEvent(k) {
		w.showWait()
	}
	for _, other := range w.published.waits {
		if !other.looked {
			return
		}
	}
	for _, other := range w.published.waits {
		other.looked = false
	}
	atomic.AddUint32(&w.status(w.rank).Looks, 1)
}
