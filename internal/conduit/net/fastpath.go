//go:build cgo

package net

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/fastpath"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/order"
	"github.com/coral-pgas/coral/internal/config"
)

// Values that fastpath.h has, too.
var (
	_ = [1]struct{}{}[recordHead-fastpath.RecordHead]
	_ = [1]struct{}{}[lentRecord-fastpath.LentRecord]
	_ = [1]struct{}{}[mostOpen-fastpath.MostOpen]
	_ = [1]struct{}{}[askEach-fastpath.AskEach]
	_ = [1]struct{}{}[askLateEach-fastpath.AskLateEach]
	_ = [1]struct{}{}[mostExpected-fastpath.Places]
	_ = [1]struct{}{}[mostLent-fastpath.Puts]
	_ = [1]struct{}{}[recordAdd-fastpath.RecordAdd]
	_ = [1]struct{}{}[recordVector-fastpath.RecordVector]
	_ = [1]struct{}{}[recordStore-fastpath.RecordStore]
	_ = [1]struct{}{}[recordCombine-fastpath.RecordCombine]
	_ = [1]struct{}{}[recordAsk-fastpath.RecordAsk]
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

// fastPath is what Go knows of the fast path that goes on, or of the last one.
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
// complete before the next statement, there are no fast paths; nor where what is sent is counted,
// which they do not.
func (c *Conduit) AllowFastPath() {
	if way, err := config.Put.Choose(); err != nil || way == "blocking" || c.statistics != nil {
		return
	}
	fastpath.Connect(c.lib, &c.seg)
	c.fastPath.allowed.Store(true)
}

// inFastPath says whether a fast path goes on.
func (c *Conduit) inFastPath() bool { return c.fastPath.allowed.Load() && fastpath.Active() }

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

// posted notes a post or a store by Go, and begins a fast path with rank if there have been enough.
// One that a store begins takes no posts: who posts by Go notes that the post may not be counted
// yet (rt.World.EventPost), as it is behind the first of each fast path. p.sending is held.
func (c *Conduit) posted(rank int, p *peer, posts bool) {
	k := &c.fastPath
	if !k.allowed.Load() {
		return
	}
	if k.rank.Swap(int32(rank)) != int32(rank) {
		k.posts.Store(0)
	}
	if k.posts.Add(1) >= fastPathFrom {
		c.beginFastPath(rank, p, posts)
	}
}

// beginFastPath begins a fast path with rank, if nothing is under way that is Go's. p.sending is
// held.
func (c *Conduit) beginFastPath(rank int, p *peer, posts bool) {
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
	fastpath.Lock()
	defer fastpath.Unlock()
	job := c.seg.JobArea()
	seen := atomic.LoadUint32(&job.Alert)
	if c.inFastPath() || atomic.LoadUint32(&job.Ending) != 0 {
		return
	}
	numbers := fastpath.Numbers{Sent: p.Sent.Load(), Asked: p.Asked.Load(), Done: p.Done.Load(),
		LastPut: p.Last.Load(), Handled: p.handled.Load()}
	if p.long.Any(&p.Counters) {
		numbers.LastLong = p.long.Last
	}
	fastpath.Prepare(rank, numbers, seen, posts)
	if !c.fastPathTo(p) {
		return
	}
	c.fastPathFrom(rank)
	c.busyMu.Lock()
	defer c.busyMu.Unlock()
	if !c.busyOnly(rank) {
		return
	}
	elsewhere := c.fastPathLent(rank)
	c.fastPath.start = p.Sent.Load()
	c.fastPath.p.Store(p)
	fastpath.Begin(elsewhere)
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
		fastpath.LendTo(a.offset, a.n, a.tag, a.last)
		c.fastPath.to = append(c.fastPath.to, a)
	}
	return true
}

// fastPathFrom lends the places of this image's at which puts of the other one are expected.
// handling and the fast path's lock are held.
func (c *Conduit) fastPathFrom(rank int) {
	c.fastPath.from = c.fastPath.from[:0]
	all := c.expected[rank]
	if all == nil {
		return
	}
	for _, e := range all.places {
		if e == nil || !e.posted || e.open() || e.leaving || e.left {
			continue
		}
		fastpath.LendFrom(e.tag, e.place.offset, e.place.n, e.request)
		c.fastPath.from = append(c.fastPath.from, e)
	}
}

// fastPathLent hands over what has been lent to rank and not returned, and says whether there is
// more. The fast path's lock is held.
func (c *Conduit) fastPathLent(rank int) (elsewhere bool) {
	c.lent.mu.Lock()
	defer c.lent.mu.Unlock()
	c.lent.sends = slices.DeleteFunc(c.lent.sends, func(s lentSend) bool {
		if s.rank != rank || !fastpath.LendSend(s.request) {
			return false
		}
		c.moving.Add(-1)
		return true
	})
	return len(c.lent.sends) > 0
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
	fastpath.Lock()
	defer fastpath.Unlock()
	if !fastpath.Active() || c.fastPath.p.Load() != p {
		return
	}
	defer fastpath.End() // last of all
	r := fastpath.Results()
	if r.Broken {
		c.lib.Fail()
	}
	k := &c.fastPath
	if r.Operations < fastPathWorth {
		k.wait = min(max(2*k.wait, firstWait), mostWait)
		k.next = time.Now().Add(k.wait)
	} else {
		k.wait = 0
	}
	c.fastPathSent(p, r)
	c.fastPathReceived(r)
}

// fastPathSent notes what was sent in a fast path. p.sending and the fast path's lock are held.
func (c *Conduit) fastPathSent(p *peer, r fastpath.Result) {
	if r.Stored {
		c.stored.Store(int32(r.Rank) + 1)
	}
	c.sent.Add(r.Counted)
	if r.Done > p.Done.Load() {
		p.Done.Store(r.Done)
	}
	if r.Sent > c.fastPath.start {
		if r.Asked > p.Asked.Load() {
			p.Asked.Store(r.Asked)
			p.others.Asked(&p.Counters)
		}
		p.Sent.Store(r.Sent - 1) // what follows is noted as of the next message
		for i, a := range c.fastPath.to {
			if last := fastpath.LastTo(i); last > c.fastPath.start {
				a.last = last
				p.long.Begin(&p.Counters, a.offset, a.n)
			}
		}
		fastpath.EachTouched(func(offset uint64, n int, last uint64) {
			if last <= r.Done {
				return
			}
			if r.LastLong > r.Done {
				p.long.Begin(&p.Counters, offset, n) // it may have to wait
			}
			c.other(p, offset, n)
		})
		p.Sent.Store(r.Sent)
		p.Last.Store(r.LastPut)
		c.list(r.Rank, p)
	}
	c.lent.mu.Lock()
	sends := fastpath.EachSend(func(request adapter.Request) {
		c.lent.sends = append(c.lent.sends, lentSend{r.Rank, request})
	})
	c.lent.mu.Unlock()
	c.moving.Add(int32(sends))
}

// fastPathReceived notes what has come in a fast path. handling and the fast path's lock are held.
func (c *Conduit) fastPathReceived(r fastpath.Result) {
	c.taken.Add(r.Taken)
	c.to(r.Rank).handled.Store(r.Handled)
	all := c.expected[r.Rank]
	for _, e := range c.fastPath.from {
		came, request, posted := fastpath.From(e.tag)
		e.told += came
		e.came += came
		all.puts += came
		if came > 0 {
			e.used = all.puts
		}
		e.request, e.posted = request, posted
		if !e.posted {
			c.moves.starts = append(c.moves.starts, e.again)
		}
	}
	if source, h, payload, is := fastpath.Left(); is {
		c.left = left{true, source, h, payload}
	}
}
