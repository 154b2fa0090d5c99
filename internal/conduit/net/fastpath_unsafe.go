//go:build cgo

package net

// #include "fastpath.h"
//
// static void speak_by(uintptr_t link) { coral_fast_state.link = (const coral_link *)link; }
import "C"

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/order"
	"github.com/coral-pgas/coral/internal/conduit/net/progress"
	"github.com/coral-pgas/coral/internal/config"
)

// Values that fastpath.h has, too.
var (
	_ = [1]struct{}{}[message.LongPuts-C.CORAL_FAST_LONG_PUTS]
	_ = [1]struct{}{}[message.Records-C.CORAL_FAST_RECORDS]
	_ = [1]struct{}{}[message.Addition-C.CORAL_FAST_ADDITION]
	_ = [1]struct{}{}[message.Completion-C.CORAL_FAST_COMPLETION]
	_ = [1]struct{}{}[message.Completed-C.CORAL_FAST_COMPLETED]
	_ = [1]struct{}{}[recordHead-C.CORAL_FAST_RECORD_HEAD]
	_ = [1]struct{}{}[lentRecord-C.CORAL_FAST_LENT_RECORD]
	_ = [1]struct{}{}[mostOpen-C.CORAL_FAST_MOST_OPEN]
	_ = [1]struct{}{}[askEach-C.CORAL_FAST_ASK_EACH]
	_ = [1]struct{}{}[askLateEach-C.CORAL_FAST_ASK_LATE_EACH]
	_ = [1]struct{}{}[mostExpected-C.CORAL_FAST_PLACES]
	_ = [1]struct{}{}[mostLent-C.CORAL_FAST_PUTS]
	_ = [1]struct{}{}[recordAdd-C.CORAL_FAST_RECORD_ADD]
	_ = [1]struct{}{}[recordVector-C.CORAL_FAST_RECORD_VECTOR]
	_ = [1]struct{}{}[recordStore-C.CORAL_FAST_RECORD_STORE]
	_ = [1]struct{}{}[recordCombine-C.CORAL_FAST_RECORD_COMBINE]
	_ = [1]struct{}{}[recordAsk-C.CORAL_FAST_RECORD_ASK]
)

// A fast path begins where an image has posted to the same other one again and again, and to no
// other in between; it ends where anything else is to be done. What has changed meanwhile goes from
// one side's tables to the other's, which takes some microseconds, so a fast path must last.
const (
	fastPathFrom = 8 // posts until a fast path begins
	// operations of a fast path that was worth it; after a shorter one the next waits, and after
	// the next shorter one twice as long
	fastPathWorth = 32
	firstWait     = 250 * time.Microsecond
	mostWait      = 4 * time.Millisecond
)

const fastPathSize = C.sizeof_coral_fast

// fast path is what Go knows of the fast path that goes on, or of the last one.
type fastPath struct {
	allowed atomic.Bool
	p       atomic.Pointer[peer]

	rank  atomic.Int32 // to which posts have gone without anything in between
	posts atomic.Int32

	// Under handling:
	to    []*agreed
	from  []*expected
	start uint64 // peer.sent
	wait  time.Duration
	next  time.Time // not before
}

// left is a message that a fast path has taken and left to Go, until the next look at the library.
// handling is held.
type left struct {
	is      bool
	source  int
	head    message.Head
	payload []byte
}

// AllowFastPath says that waits, posts and what is lent come by coral_fast_wait and the other
// functions of fastpath.h first. It may be called once, before any of them. Where each put is to be
// complete before the next statement, there are no fast paths.
func (c *Conduit) AllowFastPath() {
	if way, err := config.Put.Choose(); err != nil || way == "blocking" {
		return
	}
	t := &C.coral_fast_state
	C.speak_by(C.uintptr_t(c.lib.Address()))
	t.slot, t.stride = (*C.char)(c.seg.Address(0)), C.uint64_t(c.seg.Stride)
	control := c.seg.Control(0)
	t.sleepers, t.wake = (*C.uint32_t)(&control.Sleepers), (*C.uint32_t)(&control.Wake)
	t.alert = (*C.uint32_t)(&c.seg.JobArea().Alert)
	c.fastPath.allowed.Store(true)
}

// inFastPath says whether a fast path goes on.
func (c *Conduit) inFastPath() bool { return c.fastPath.allowed.Load() && fastPathActive() }

func fastPathActive() bool { return atomic.LoadUint32((*uint32)(&C.coral_fast_state.active)) != 0 }

// doze sleeps as long as a fast path goes on in which the image is found at the end of each rest,
// from progress.LongRest to longBesideRest, without waking Go's scheduler. It says whether it has
// not been found.
func doze() (alone bool) {
	return bool(C.coral_fast_doze(C.long(progress.LongRest.Microseconds()),
		C.long(longBesideRest.Microseconds())))
}

// fastPathLooks and fastPathInside are like Conduit.looks and inside.
func fastPathLooks() int64 { return int64(atomic.LoadUint64((*uint64)(&C.coral_fast_state.looks))) }

// fastPathStored says whether the fast path that goes on has stored a word.
func fastPathStored() bool {
	return fastPathActive() && atomic.LoadUint32((*uint32)(&C.coral_fast_state.stored)) != 0
}
func fastPathInside() bool { return atomic.LoadUint32((*uint32)(&C.coral_fast_state.inside)) != 0 }

// lock locks sending, when no fast path goes on, for what is no part of one.
func (c *Conduit) lock(p *peer) {
	c.fastPath.posts.Store(0)
	c.lockToPost(p)
}

// lockToPost locks sending, when no fast path goes on, for what may be part of one.
func (c *Conduit) lockToPost(p *peer) { c.outside(&p.sending, true) }

// tryLock is lock, if nobody else holds it.
func (c *Conduit) tryLock(p *peer) bool { return c.outside(&p.sending, false) }

// takeHandling locks handling, when no fast path goes on.
func (c *Conduit) takeHandling() { c.outside(&c.handling, true) }

// tryHandling is takeHandling, if nobody else holds it.
func (c *Conduit) tryHandling() bool { return c.outside(&c.handling, false) }

// outside locks what a fast path begins under, when none goes on, and says whether it has: if it
// does not wait, only if nobody else holds it.
func (c *Conduit) outside(m *sync.Mutex, wait bool) bool {
	for {
		c.endFastPath()
		if wait {
			m.Lock()
		} else if !m.TryLock() {
			return false
		}
		if !c.inFastPath() {
			return true
		}
		m.Unlock()
	}
}

// posted notes a post by Go, and begins a fast path with rank if there have been enough. p.sending
// is held.
func (c *Conduit) posted(rank int, p *peer) {
	k := &c.fastPath
	if !k.allowed.Load() {
		return
	}
	if k.rank.Swap(int32(rank)) != int32(rank) {
		k.posts.Store(0)
	}
	if k.posts.Add(1) >= fastPathFrom {
		c.beginFastPath(rank, p)
	}
}

// beginFastPath begins a fast path with rank, if nothing is under way that is Go's. p.sending is
// held.
func (c *Conduit) beginFastPath(rank int, p *peer) {
	if c.here(rank) || c.memory.Puts || p.batch.memory != nil || len(p.lent) > 0 ||
		p.direct.flushed.Load() < p.direct.begun.Load() || !c.bounce.Empty() ||
		c.writes.Load() > 0 {
		return
	}
	if !c.handling.TryLock() {
		return
	}
	defer c.handling.Unlock()
	if c.fastPath.wait > 0 && time.Now().Before(c.fastPath.next) {
		return
	}
	if len(c.moves.starts) > 0 {
		c.advanceMoves()
	}
	if c.left.is || c.occupied() || len(c.moves.ends) > 0 || len(c.reorder) > 0 {
		return
	}
	C.coral_fast_take()
	defer C.coral_fast_give()
	if c.inFastPath() {
		return
	}
	t := &C.coral_fast_state
	k := &c.fastPath
	t.rank, t.tos, t.again, t.touches, t.sends = C.int(rank), 0, 0, 0, 0
	t.stored = 0
	t.sent, t.asked, t.done = C.uint64_t(p.Sent.Load()), C.uint64_t(p.Asked.Load()), C.uint64_t(
		p.Done.Load())
	t.last_put, t.last_long = C.uint64_t(p.Last.Load()), 0
	if p.long.Any(&p.Counters) {
		t.last_long = C.uint64_t(p.long.Last)
	}
	t.counted, t.taken, t.operations = 0, 0, 0
	t.seen = C.uint32_t(atomic.LoadUint32(&c.seg.JobArea().Alert))
	if atomic.LoadUint32(&c.seg.JobArea().Ending) != 0 {
		return
	}
	if !c.fastPathTo(p) {
		return
	}
	c.fastPathFrom(rank)
	c.busyMu.Lock()
	defer c.busyMu.Unlock()
	if !c.busyOnly(rank) {
		return
	}
	c.fastPathLent(rank)
	k.start = p.Sent.Load()
	k.p.Store(p)
	atomic.StoreUint32((*uint32)(&t.active), 1)
}

// busyOnly says whether nothing may be on its way to others than rank. busyMu is held, and no other
// is listed before the fast path has begun: who lists one then ends the fast path.
func (c *Conduit) busyOnly(rank int) bool {
	return !slices.ContainsFunc(c.busy, func(k int) bool { return k != rank })
}

// fastPathTo lends the places of the other image's at which it expects puts, but those that
// something on its way touches which a put there would pass by. It says whether all are lent at
// which puts are on their way: those have been used last. p.sending and the fast path's lock are
// held.
func (c *Conduit) fastPathTo(p *peer) bool {
	t := &C.coral_fast_state
	c.fastPath.to = c.fastPath.to[:0]
	list := p.agreed.list.Load()
	if list == nil {
		return true
	}
	done := p.Done.Load()
	for _, a := range *list {
		if a == nil {
			continue
		}
		passes := done < p.agreed.since || p.others.MayTouch(&p.Counters, a.offset, a.n)
		for _, b := range *list {
			passes = passes || b != nil && b != a && done < b.last &&
				order.Overlap(a.offset, a.n, b.offset, b.n)
		}
		if passes {
			if done < a.last {
				return false
			}
			continue
		}
		t.to[t.tos] = C.coral_fast_to{offset: C.uint64_t(a.offset), n: C.uint64_t(a.n),
			tag: C.uint32_t(a.tag), last: C.uint64_t(a.last)}
		t.tos++
		c.fastPath.to = append(c.fastPath.to, a)
	}
	return true
}

// fastPathFrom lends the places of this image's at which puts of the other one are expected.
// handling and the fast path's lock are held.
func (c *Conduit) fastPathFrom(rank int) {
	t := &C.coral_fast_state
	c.fastPath.from = c.fastPath.from[:0]
	for i := range t.from {
		t.from[i].posted = false
	}
	all := c.expected[rank]
	if all == nil {
		return
	}
	for _, e := range all.places {
		if e == nil || !e.posted || e.open() || e.leaving || e.left {
			continue
		}
		t.from[e.tag-1] = C.coral_fast_from{offset: C.uint64_t(e.place.offset),
			n: C.uint64_t(e.place.n), request: e.request.Native, posted: true}
		c.fastPath.from = append(c.fastPath.from, e)
	}
}

// fastPathLent hands over what has been lent to rank and not returned. The fast path's lock is
// held.
func (c *Conduit) fastPathLent(rank int) {
	t := &C.coral_fast_state
	c.lent.mu.Lock()
	defer c.lent.mu.Unlock()
	c.lent.sends = slices.DeleteFunc(c.lent.sends, func(s lentSend) bool {
		if s.rank != rank || int(t.sends) == len(t.send) {
			return false
		}
		t.send[t.sends] = s.request.Native
		t.sends++
		c.moving.Add(-1)
		return true
	})
	t.elsewhere = len(c.lent.sends) > 0
}

// endFastPath takes back what was lent to a fast path, if one goes on; none does where the lock of
// its peer or handling is held, so that it may be called there too. It waits for who sends to that
// peer.
func (c *Conduit) endFastPath() {
	if !c.inFastPath() {
		return
	}
	p := c.fastPath.p.Load()
	p.sending.Lock()
	defer p.sending.Unlock()
	c.handling.Lock()
	defer c.handling.Unlock()
	C.coral_fast_take()
	defer C.coral_fast_give()
	if !fastPathActive() || c.fastPath.p.Load() != p {
		return
	}
	t := &C.coral_fast_state
	// Last of all, or others would go on with tables that are not all here yet.
	defer func() {
		atomic.StoreUint32((*uint32)(&t.active), 0)
		C.coral_fast_rouse()
	}()
	if t.broken {
		c.lib.Fail()
	}
	k := &c.fastPath
	if t.operations < fastPathWorth {
		k.wait = min(max(2*k.wait, firstWait), mostWait)
		k.next = time.Now().Add(k.wait)
	} else {
		k.wait = 0
	}
	c.fastPathSent(p)
	c.fastPathReceived()
}

// fastPathSent notes what was sent in a fast path. p.sending and the fast path's lock are held.
func (c *Conduit) fastPathSent(p *peer) {
	t := &C.coral_fast_state
	rank := int(t.rank)
	if t.stored != 0 {
		c.stored.Store(int32(rank) + 1)
	}
	c.sent.Add(uint64(t.counted))
	if done := uint64(t.done); done > p.Done.Load() {
		p.Done.Store(done)
	}
	if uint64(t.sent) > c.fastPath.start {
		if asked := uint64(t.asked); asked > p.Asked.Load() {
			p.Asked.Store(asked)
			p.others.Asked(&p.Counters)
		}
		p.Sent.Store(uint64(t.sent) - 1) // what follows is noted as of the next message
		for i, a := range c.fastPath.to {
			if last := uint64(t.to[i].last); last > c.fastPath.start {
				a.last = last
				p.long.Begin(&p.Counters, a.offset, a.n)
			}
		}
		for _, r := range t.touched[:t.touches] {
			if r.last <= t.done {
				continue
			}
			if t.last_long > t.done {
				p.long.Begin(&p.Counters, uint64(r.offset), int(r.n)) // it may have to wait
			}
			c.other(p, uint64(r.offset), int(r.n))
		}
		p.Sent.Store(uint64(t.sent))
		p.Last.Store(uint64(t.last_put))
		c.list(rank, p)
	}
	c.lent.mu.Lock()
	for _, r := range t.send[:t.sends] {
		c.lent.sends = append(c.lent.sends, lentSend{rank, adapter.Request{Native: r}})
	}
	c.lent.mu.Unlock()
	c.moving.Add(int32(t.sends))
}

// fastPathReceived notes what has come in a fast path. handling and the fast path's lock are held.
func (c *Conduit) fastPathReceived() {
	t := &C.coral_fast_state
	c.taken.Add(uint64(t.taken))
	all := c.expected[int(t.rank)]
	for _, e := range c.fastPath.from {
		f := &t.from[e.tag-1]
		e.told += int(f.came)
		e.came += int(f.came)
		all.puts += int(f.came)
		if f.came > 0 {
			e.used = all.puts
		}
		e.request.Native, e.posted = f.request, bool(f.posted)
		if !e.posted {
			c.moves.starts = append(c.moves.starts, e.again)
		}
	}
	if t.open || t.left {
		h := message.Head{}
		h.Read((*[message.HeadSize]byte)(t.head))
		c.left = left{true, int(t.source), h,
			unsafe.Slice((*byte)(unsafe.Pointer(t.payload)), int(t.n))}
		t.open, t.left = false, false
	}
}
