//go:build cgo

package net

import (
	"slices"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/order"
)

// A long put that comes again and again to the same place is expected there: its receive is posted
// before it is sent, under a tag of its own, and again each time when it has ended. So the data
// need not wait until the message that tells of them has come, nor for what a library asks before
// it sends what nobody has a receive for: they go first, and one message behind them tells of them
// and of the post that follows. A receive is for the bytes that the put names, whatever the program
// has there by then.

const (
	// times that a put has come to a place until the next one is expected
	expectFrom   = 2
	mostExpected = 64               // places of one other image's puts
	mostSeen     = 2 * mostExpected // of which are remembered that are not expected
	// of transfers that are not expected; below it are those of places, from 1
	firstTag  = mostExpected + 1
	unusedFor = 4 * mostExpected // long puts, until a place gives its tag to another
)

// agreed is a place of another image's at which it expects this image's puts.
type agreed struct {
	offset uint64
	n      int
	tag    uint32
	last   uint64 // number of the message that tells of the last put; under peer.sending
}

// agreements are the places of one other image, by tag, from 1. Handlers change the list, one at a
// time; who sends reads it.
type agreements struct {
	list atomic.Pointer[[]*agreed]

	// Where puts are on their way is noted since the first long one, which was the message of that
	// number; under peer.sending.
	noted bool
	since uint64
}

// set may be called by one handler at a time. place: nil: there is none under the tag any more.
func (a *agreements) set(tag uint32, place *agreed) {
	var before []*agreed
	if list := a.list.Load(); list != nil {
		before = *list
	}
	all := make([]*agreed, max(len(before), int(tag)))
	copy(all, before)
	all[tag-1] = place
	a.list.Store(&all)
}

// expects is the place for a put, if it is expected and there is nothing on its way that it might
// pass by, since its data come before all that tells of them; else nil. Where only that stands
// against it, the other image is asked behind the put how far it is, now and then, so that the next
// one may go there. p.sending is held.
func (p *peer) expects(offset uint64, n int) *agreed {
	list := p.agreed.list.Load()
	if list == nil {
		return nil
	}
	done := p.Done.Load()
	passes := done < p.agreed.since
	var place *agreed
	for _, a := range *list {
		switch {
		case a == nil:
		case a.offset == offset && a.n == n:
			place = a
		case done < a.last && order.Overlap(a.offset, a.n, offset, n):
			passes = true
		}
	}
	if place == nil || !passes && !p.others.MayTouch(&p.Counters, offset, n) {
		return place
	}
	p.late = p.late || p.Sent.Load()-p.Asked.Load() >= askLateEach
	return nil
}

// told notes that the next message tells of a put to the place. p.sending is held.
func (a *agreed) told(p *peer) {
	a.last = p.Sent.Load() + 1
	p.long.Begin(&p.Counters, a.offset, a.n)
}

// beside notes that the next message tells of a long put that is not expected: the next one there
// may be. p.sending is held.
func (c *Conduit) beside(p *peer, offset uint64, n int) {
	p.long.Begin(&p.Counters, offset, n)
	if !p.agreed.noted {
		p.agreed.noted, p.agreed.since = true, p.Sent.Load()
	}
	c.other(p, offset, n)
}

// unexpected does what the other image says of a place, unless somebody is sending there, perhaps
// to that place: the answer must come behind all that is told of it. handling is held.
func (c *Conduit) unexpected(source int, tag uint32) (done bool) {
	p := c.to(source)
	if !c.tryLock(p) {
		return false
	}
	defer p.sending.Unlock()
	p.agreed.set(tag, nil)
	c.Reply(source, message.Head{What: message.NotTold, Asks: true, Tag: tag}, nil)
	return true
}

// leaveUnexpected does it now or later.
func (c *Conduit) leaveUnexpected(source int, tag uint32) {
	if !c.unexpected(source, tag) {
		c.moves.later = append(c.moves.later, func() bool { return c.unexpected(source, tag) })
	}
}

// expected is a place of this image's at which it expects puts of one other. All that follows is
// under Conduit.handling.
type expected struct {
	source int
	place  seen
	tag    uint32

	request adapter.Request
	posted  bool
	told    int  // puts of which messages have told
	came    int  // those of them that are here
	used    int  // expectations.puts when the last one came
	leaving bool // the other image has been told that it is not expected any more
	left    bool // it has answered

	again func() bool // postExpected
}

// open says whether a put is to come of which a message has told.
func (e *expected) open() bool { return e.came < e.told }

// seen is where a put has come, and how often.
type seen struct {
	offset uint64
	n      int
	times  int
}

// expectations are those of one other image's puts.
type expectations struct {
	places []*expected // by tag, from 1; nil: the tag is free
	seen   []seen      // the others, the last one that has come first
	puts   int         // that have come
}

// expectedAt is the place of a tag; nil: it is none of a place's.
func (c *Conduit) expectedAt(source int, tag uint32) *expected {
	if all := c.expected[source]; tag > 0 && all != nil && int(tag) <= len(all.places) {
		return all.places[tag-1]
	}
	return nil
}

// receiveLong receives a long put, under a tag that may be a place's, and calls then when it is
// there.
func (c *Conduit) receiveLong(source int, tag uint32, offset uint64, n int, then func()) {
	if e := c.expectedAt(source, tag); e != nil {
		c.moves.ends = append(c.moves.ends, ending{expected: e, number: e.told, then: then})
		e.told++
		c.moving.Add(1)
		return
	}
	c.serve(func() (adapter.Request, bool, error) {
		return c.lib.BeginReceive(source, tag, c.seg.Address(offset), n)
	}, func() {
		c.hasCome(source, offset, n)
		then()
	})
}

// hasCome notes a long put that has come without being expected: the next one may be, unless it
// comes in parts, between which other messages are to come.
func (c *Conduit) hasCome(source int, offset uint64, n int) {
	if n > c.lib.Part {
		return
	}
	all := c.expected[source]
	if all == nil {
		all = &expectations{}
		c.expected[source] = all
	}
	all.puts++
	same := func(s seen) bool { return s.offset == offset && s.n == n }
	if slices.ContainsFunc(all.places,
		func(e *expected) bool { return e != nil && same(e.place) }) {
		return
	}
	s := seen{offset: offset, n: n}
	if i := slices.IndexFunc(all.seen, same); i >= 0 {
		s = all.seen[i]
		all.seen = slices.Delete(all.seen, i, i+1)
	}
	s.times++
	if s.times < expectFrom || !c.expect(source, all, s) {
		all.seen = slices.Insert(all.seen[:min(len(all.seen), mostSeen-1)], 0, s)
	}
}

// expect posts the receive of what will come to a place, and says so, if there is a tag for it.
func (c *Conduit) expect(source int, all *expectations, s seen) bool {
	at := slices.Index(all.places, nil)
	switch {
	case at >= 0:
	case len(all.places) < mostExpected:
		at = len(all.places)
		all.places = append(all.places, nil)
	default:
		c.dismiss(all)
		return false
	}
	e := &expected{source: source, place: s, tag: uint32(at + 1), used: all.puts}
	e.again = func() bool { return c.postExpected(e) }
	if !c.postExpected(e) {
		return false
	}
	all.places[at] = e
	c.Reply(source, message.Head{What: message.Expecting, Asks: true, Tag: e.tag,
		Args:   [4]uint64{s.offset},
		Length: uint64(s.n)}, nil)
	return true
}

// dismiss says of the place that has not been used for the longest time that it is not expected any
// more, if that is long enough.
func (c *Conduit) dismiss(all *expectations) {
	e := slices.MinFunc(all.places, func(a, b *expected) int { return a.used - b.used })
	if !e.leaving && all.puts-e.used > unusedFor {
		e.leaving = true
		c.Reply(e.source, message.Head{What: message.Unexpecting, Asks: true, Tag: e.tag}, nil)
	}
}

// notTold is the answer: of no more puts to the place will be told.
func (c *Conduit) notTold(source int, tag uint32) {
	if e := c.expectedAt(source, tag); e != nil {
		e.left = true
		if !e.open() {
			if e.posted {
				c.lib.TakeBack(e.request)
			}
			c.expected[source].places[tag-1] = nil
		}
	}
}

// postExpected posts the receive of the next put to a place, if there is room and another is to
// come.
func (c *Conduit) postExpected(e *expected) bool {
	if e.left && !e.open() {
		return true
	}
	var err error
	e.request, e.posted, err = c.lib.BeginReceive(e.source, e.tag, c.seg.Address(e.place.offset),
		e.place.n)
	return e.posted || err != nil
}

// next says whether the receive that is posted is that put's.
func (e *expected) next(number int) bool { return e.posted && e.came == number }

// expectedCame says whether that put to a place has come of which a message has told.
func (c *Conduit) expectedCame(e ending) (came bool, err error) {
	if !e.expected.next(e.number) {
		return false, nil
	}
	if came = e.came; !came {
		came, err = c.lib.Done(e.expected.request)
	}
	e.expected.posted = !came
	return came, err
}

// watchedMost is how long puts are whose end is looked for without a break. Longer ones are one to
// three hundredths faster where the kernel has time to collect more.
const watchedMost = 1 << 20

// coming is the first expected put of which a message has told, and its receive; nil: there is none
// that is worth looking for alone. handling is held.
func (c *Conduit) coming() (adapter.Request, *ending) {
	if len(c.moves.ends) > 0 {
		if e := &c.moves.ends[0]; e.expected != nil && e.expected.place.n <= watchedMost &&
			e.expected.next(e.number) {
			return e.expected.request, e
		}
	}
	return adapter.Request{}, nil
}

// expectAgain posts the receive of the next put to a place where one has come.
func (c *Conduit) expectAgain(e *expected) {
	all := c.expected[e.source]
	all.puts++
	e.came++
	e.used = all.puts
	if e.left && !e.open() {
		all.places[e.tag-1] = nil
		return
	}
	// after the next look: whoever waits for this put need not wait for that
	c.moves.starts = append(c.moves.starts, e.again)
}
