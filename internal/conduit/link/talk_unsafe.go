//go:build cgo

package link

// #include "talk.h"
//
// static void speak_by(uintptr_t link) { coral_talk_state.link = (const coral_link *)link; }
import "C"

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/coral-pgas/coral/internal/config"
)

// Values that talk.h has, too.
var (
	_ = [1]struct{}{}[longPuts-C.CORAL_TALK_LONG_PUTS]
	_ = [1]struct{}{}[records-C.CORAL_TALK_RECORDS]
	_ = [1]struct{}{}[addition-C.CORAL_TALK_ADDITION]
	_ = [1]struct{}{}[completion-C.CORAL_TALK_COMPLETION]
	_ = [1]struct{}{}[completed-C.CORAL_TALK_COMPLETED]
	_ = [1]struct{}{}[recordHead-C.CORAL_TALK_RECORD_HEAD]
	_ = [1]struct{}{}[lentRecord-C.CORAL_TALK_LENT_RECORD]
	_ = [1]struct{}{}[mostOpen-C.CORAL_TALK_MOST_OPEN]
	_ = [1]struct{}{}[askEach-C.CORAL_TALK_ASK_EACH]
	_ = [1]struct{}{}[askLateEach-C.CORAL_TALK_ASK_LATE_EACH]
	_ = [1]struct{}{}[mostExpected-C.CORAL_TALK_PLACES]
	_ = [1]struct{}{}[mostLent-C.CORAL_TALK_PUTS]
	_ = [1]struct{}{}[recordAdd-C.CORAL_TALK_RECORD_ADD]
	_ = [1]struct{}{}[recordVector-C.CORAL_TALK_RECORD_VECTOR]
	_ = [1]struct{}{}[recordStore-C.CORAL_TALK_RECORD_STORE]
	_ = [1]struct{}{}[recordCombine-C.CORAL_TALK_RECORD_COMBINE]
	_ = [1]struct{}{}[recordAsk-C.CORAL_TALK_RECORD_ASK]
)

// A talk begins where an image has posted to the same other one again and again, and to no other in
// between; it ends where anything else is to be done. What has changed meanwhile goes from one
// side's tables to the other's, which takes some microseconds, so a talk must last.
const (
	talkFrom = 8 // posts until a talk begins
	// operations of a talk that was worth it; after a shorter one the next waits, and after the
	// next shorter one twice as long
	talkWorth = 32
	firstWait = 250 * time.Microsecond
	mostWait  = 4 * time.Millisecond
)

const talkSize = C.sizeof_coral_talk

// talk is what Go knows of the talk that goes on, or of the last one.
type talk struct {
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

// left is a message that a talk has taken and left to Go, until the next look at the library.
// handling is held.
type left struct {
	is      bool
	source  int
	head    head
	payload []byte
}

// AllowTalks says that waits, posts and what is lent come by coral_talk_wait and the other
// functions of talk.h first. It may be called once, before any of them. Where each put is to be
// complete before the next statement, there are no talks.
func (c *Conduit) AllowTalks() {
	if way, err := config.Put.Choose(); err != nil || way == "blocking" {
		return
	}
	t := &C.coral_talk_state
	C.speak_by(C.uintptr_t(c.lib.native))
	t.slot, t.stride = (*C.char)(address(&c.seg, 0)), C.uint64_t(c.seg.Stride)
	control := controlAt(&c.seg, 0)
	t.sleepers, t.wake = (*C.uint32_t)(&control.Sleepers), (*C.uint32_t)(&control.Wake)
	t.alert = (*C.uint32_t)(&jobOf(&c.seg).Alert)
	c.talk.allowed.Store(true)
}

// talks says whether a talk goes on.
func (c *Conduit) talks() bool { return c.talk.allowed.Load() && talkActive() }

func talkActive() bool { return atomic.LoadUint32((*uint32)(&C.coral_talk_state.active)) != 0 }

// doze sleeps as long as a talk goes on in which the image is found at the end of each rest, from
// longRest to longHelperRest, without waking Go's scheduler. It says whether it has not been found.
func doze() (alone bool) {
	return bool(C.coral_talk_doze(C.long(longRest.Microseconds()),
		C.long(longHelperRest.Microseconds())))
}

// talkLooks and talkInside are like Conduit.looks and inside.
func talkLooks() int64 { return int64(atomic.LoadUint64((*uint64)(&C.coral_talk_state.looks))) }

// talkStored says whether the talk that goes on has stored a word.
func talkStored() bool {
	return talkActive() && atomic.LoadUint32((*uint32)(&C.coral_talk_state.stored)) != 0
}
func talkInside() bool { return atomic.LoadUint32((*uint32)(&C.coral_talk_state.inside)) != 0 }

// lock locks sending, when no talk goes on, for what is no part of one.
func (c *Conduit) lock(p *peer) {
	c.talk.posts.Store(0)
	c.lockToPost(p)
}

// lockToPost locks sending, when no talk goes on, for what may be part of one.
func (c *Conduit) lockToPost(p *peer) { c.outside(&p.sending, true) }

// tryLock is lock, if nobody else holds it.
func (c *Conduit) tryLock(p *peer) bool { return c.outside(&p.sending, false) }

// takeHandling locks handling, when no talk goes on.
func (c *Conduit) takeHandling() { c.outside(&c.handling, true) }

// tryHandling is takeHandling, if nobody else holds it.
func (c *Conduit) tryHandling() bool { return c.outside(&c.handling, false) }

// outside locks what a talk begins under, when none goes on, and says whether it has: if it does
// not wait, only if nobody else holds it.
func (c *Conduit) outside(m *sync.Mutex, wait bool) bool {
	for {
		c.endTalk()
		if wait {
			m.Lock()
		} else if !m.TryLock() {
			return false
		}
		if !c.talks() {
			return true
		}
		m.Unlock()
	}
}

// posted notes a post by Go, and begins a talk with rank if there have been enough. p.sending is
// held.
func (c *Conduit) posted(rank int, p *peer) {
	k := &c.talk
	if !k.allowed.Load() {
		return
	}
	if k.rank.Swap(int32(rank)) != int32(rank) {
		k.posts.Store(0)
	}
	if k.posts.Add(1) >= talkFrom {
		c.beginTalk(rank, p)
	}
}

// beginTalk begins a talk with rank, if nothing is under way that is Go's. p.sending is held.
func (c *Conduit) beginTalk(rank int, p *peer) {
	if c.here(rank) || c.memory.puts || p.batch.memory != nil || len(p.lent) > 0 ||
		p.direct.flushed.Load() < p.direct.begun.Load() || c.kept.n.Load() > 0 ||
		c.writes.Load() > 0 {
		return
	}
	if !c.handling.TryLock() {
		return
	}
	defer c.handling.Unlock()
	if c.talk.wait > 0 && time.Now().Before(c.talk.next) {
		return
	}
	if len(c.moves.starts) > 0 {
		c.advanceMoves()
	}
	if c.left.is || c.occupied() || len(c.moves.ends) > 0 || len(c.inflows) > 0 {
		return
	}
	C.coral_talk_take()
	defer C.coral_talk_give()
	if c.talks() {
		return
	}
	t := &C.coral_talk_state
	k := &c.talk
	t.rank, t.tos, t.again, t.touches, t.sends = C.int(rank), 0, 0, 0, 0
	t.stored = 0
	t.sent, t.asked, t.done = C.uint64_t(p.sent.Load()), C.uint64_t(p.asked.Load()), C.uint64_t(
		p.done.Load())
	t.last_put, t.last_long = C.uint64_t(p.last.Load()), 0
	if p.long.any(p) {
		t.last_long = C.uint64_t(p.long.last)
	}
	t.counted, t.taken, t.operations = 0, 0, 0
	t.seen = C.uint32_t(atomic.LoadUint32(&jobOf(&c.seg).Alert))
	if atomic.LoadUint32(&jobOf(&c.seg).Ending) != 0 {
		return
	}
	if !c.talkTo(p) {
		return
	}
	c.talkFrom(rank)
	c.busyMu.Lock()
	defer c.busyMu.Unlock()
	if !c.busyOnly(rank) {
		return
	}
	c.talkLent(rank)
	k.start = p.sent.Load()
	k.p.Store(p)
	atomic.StoreUint32((*uint32)(&t.active), 1)
}

// busyOnly says whether nothing may be on its way to others than rank. busyMu is held, and no other
// is listed before the talk has begun: who lists one then ends the talk.
func (c *Conduit) busyOnly(rank int) bool {
	return !slices.ContainsFunc(c.busy, func(k int) bool { return k != rank })
}

// talkTo lends the places of the other image's at which it expects puts, but those that something
// on its way touches which a put there would pass by. It says whether all are lent at which puts
// are on their way: those have been used last. p.sending and the talk's lock are held.
func (c *Conduit) talkTo(p *peer) bool {
	t := &C.coral_talk_state
	c.talk.to = c.talk.to[:0]
	list := p.agreed.list.Load()
	if list == nil {
		return true
	}
	done := p.done.Load()
	for _, a := range *list {
		if a == nil {
			continue
		}
		passes := done < p.agreed.since || p.others.mayTouch(p, a.offset, a.n)
		for _, b := range *list {
			passes = passes || b != nil && b != a && done < b.last &&
				overlap(a.offset, a.n, b.offset, b.n)
		}
		if passes {
			if done < a.last {
				return false
			}
			continue
		}
		t.to[t.tos] = C.coral_talk_to{offset: C.uint64_t(a.offset), n: C.uint64_t(a.n),
			tag: C.uint32_t(a.tag), last: C.uint64_t(a.last)}
		t.tos++
		c.talk.to = append(c.talk.to, a)
	}
	return true
}

// talkFrom lends the places of this image's at which puts of the other one are expected. handling
// and the talk's lock are held.
func (c *Conduit) talkFrom(rank int) {
	t := &C.coral_talk_state
	c.talk.from = c.talk.from[:0]
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
		t.from[e.tag-1] = C.coral_talk_from{offset: C.uint64_t(e.place.offset),
			n: C.uint64_t(e.place.n), request: e.request.native, posted: true}
		c.talk.from = append(c.talk.from, e)
	}
}

// talkLent hands over what has been lent to rank and not returned. The talk's lock is held.
func (c *Conduit) talkLent(rank int) {
	t := &C.coral_talk_state
	c.lent.mu.Lock()
	defer c.lent.mu.Unlock()
	c.lent.sends = slices.DeleteFunc(c.lent.sends, func(s lentSend) bool {
		if s.rank != rank || int(t.sends) == len(t.send) {
			return false
		}
		t.send[t.sends] = s.request.native
		t.sends++
		c.moving.Add(-1)
		return true
	})
	t.elsewhere = len(c.lent.sends) > 0
}

// endTalk takes back what was lent to a talk, if one goes on; none does where the lock of its peer
// or handling is held, so that it may be called there too. It waits for who sends to that peer.
func (c *Conduit) endTalk() {
	if !c.talks() {
		return
	}
	p := c.talk.p.Load()
	p.sending.Lock()
	defer p.sending.Unlock()
	c.handling.Lock()
	defer c.handling.Unlock()
	C.coral_talk_take()
	defer C.coral_talk_give()
	if !talkActive() || c.talk.p.Load() != p {
		return
	}
	t := &C.coral_talk_state
	// Last of all, or others would go on with tables that are not all here yet.
	defer func() {
		atomic.StoreUint32((*uint32)(&t.active), 0)
		C.coral_talk_rouse()
	}()
	if t.broken {
		_, _ = c.lib.ended(C.CORAL_LINK_FAILED) // does not return
	}
	k := &c.talk
	if t.operations < talkWorth {
		k.wait = min(max(2*k.wait, firstWait), mostWait)
		k.next = time.Now().Add(k.wait)
	} else {
		k.wait = 0
	}
	c.talkSent(p)
	c.talkReceived()
}

// talkSent notes what was sent in a talk. p.sending and the talk's lock are held.
func (c *Conduit) talkSent(p *peer) {
	t := &C.coral_talk_state
	rank := int(t.rank)
	if t.stored != 0 {
		c.stored.Store(int32(rank) + 1)
	}
	c.sent.Add(uint64(t.counted))
	if done := uint64(t.done); done > p.done.Load() {
		p.done.Store(done)
	}
	if uint64(t.sent) > c.talk.start {
		if asked := uint64(t.asked); asked > p.asked.Load() {
			p.asked.Store(asked)
			p.others.asked(p)
		}
		p.sent.Store(uint64(t.sent) - 1) // what follows is noted as of the next message
		for i, a := range c.talk.to {
			if last := uint64(t.to[i].last); last > c.talk.start {
				a.last = last
				p.long.begin(p, a.offset, a.n)
			}
		}
		for _, r := range t.touched[:t.touches] {
			if r.last <= t.done {
				continue
			}
			if t.last_long > t.done {
				p.long.begin(p, uint64(r.offset), int(r.n)) // it may have to wait
			}
			c.other(p, uint64(r.offset), int(r.n))
		}
		p.sent.Store(uint64(t.sent))
		p.last.Store(uint64(t.last_put))
		c.list(rank, p)
	}
	c.lent.mu.Lock()
	for _, r := range t.send[:t.sends] {
		c.lent.sends = append(c.lent.sends, lentSend{rank, request{native: r}})
	}
	c.lent.mu.Unlock()
	c.moving.Add(int32(t.sends))
}

// talkReceived notes what has come in a talk. handling and the talk's lock are held.
func (c *Conduit) talkReceived() {
	t := &C.coral_talk_state
	c.taken.Add(uint64(t.taken))
	all := c.expected[int(t.rank)]
	for _, e := range c.talk.from {
		f := &t.from[e.tag-1]
		e.told += int(f.came)
		e.came += int(f.came)
		all.puts += int(f.came)
		if f.came > 0 {
			e.used = all.puts
		}
		e.request.native, e.posted = f.request, bool(f.posted)
		if !e.posted {
			c.moves.starts = append(c.moves.starts, e.again)
		}
	}
	if t.open || t.left {
		h := head{}
		h.read((*[headSize]byte)(t.head))
		c.left = left{true, int(t.source), h,
			unsafe.Slice((*byte)(unsafe.Pointer(t.payload)), int(t.n))}
		t.open, t.left = false, false
	}
}
