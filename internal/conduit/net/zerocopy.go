//go:build cgo

package net

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/order"
	"github.com/coral-pgas/coral/internal/conduit/net/statistics"
	"github.com/coral-pgas/coral/internal/layout"
)

// Puts of lent memory are sent from where they are and need not wait until they have left. Those to
// one image are collected, until something else is done that others see, or all has to be returned;
// then one message tells of them all. Where they are small they become one message, or one
// transfer, of their copies: each transfer costs what the link takes for 10 to 30 KiB, and the
// copies at both ends what it takes for as much as they are, or half of it, while nothing is on its
// way.

const (
	lentFrom = layout.LentFrom // shorter ones are written in messages at once (aggregate.go)
	mostLent = 16              // that are collected for one message
	packEach = 24 << 10
)

// lent is a put that is collected.
type lent struct {
	offset uint64
	src    []byte
	place  *agreed // where it is expected; nil: nowhere
}

// lentRecord is the bytes that a message has of each: where, how many, and the tag of its place or
// 0.
const lentRecord = 24

// lentSends is what has been lent and not returned.
type lentSends struct {
	mu    sync.Mutex
	ranks []int // for which puts are collected
	sends []lentSend
}

type lentSend struct {
	rank    int
	request adapter.Request
}

// PutLent is conduit.ZeroCopyPut's.
func (c *Conduit) PutLent(rank int, offset uint64, src []byte) error {
	if c.here(rank) || len(src) == 0 {
		return c.Put(rank, offset, src)
	}
	p := c.to(rank)
	c.lockToPost(p)
	defer p.sending.Unlock()
	if len(src) < lentFrom || len(src) > c.lib.Part ||
		c.memory.Puts && (c.lib.Hardware || len(src) >= directFrom) {
		return c.putTo(rank, p, offset, src)
	}
	if p.batch.memory != nil || len(p.lent) >= mostLent || p.lends(offset, len(src)) {
		if err := c.sendBatch(rank, p); err != nil {
			return err
		}
	}
	p.lent = append(p.lent, lent{offset: offset, src: src})
	if len(p.lent) == 1 {
		p.waiting.Store(true)
		c.list(rank, p)
		c.lent.mu.Lock()
		if !slices.Contains(c.lent.ranks, rank) {
			c.lent.ranks = append(c.lent.ranks, rank)
		}
		c.lent.mu.Unlock()
	}
	return nil
}

// lends says whether a put to any of n bytes is collected: data of one message come in any order.
// p.sending is held.
func (p *peer) lends(offset uint64, n int) bool {
	return slices.ContainsFunc(p.lent,
		func(l lent) bool { return order.Overlap(l.offset, len(l.src), offset, n) })
}

// sendLent sends what is collected for rank, or writes it in the batch. p.sending is held.
func (c *Conduit) sendLent(rank int, p *peer) error {
	_, err := c.sendLentAnd(rank, p, nil)
	return err
}

// addend is what is added to a word of another image's.
type addend struct{ word, add uint64 }

// sendLentAnd is sendLent, and may send word of a post in the same message; it says whether it has.
// p.sending is held.
func (c *Conduit) sendLentAnd(rank int, p *peer, post *addend) (posted bool, err error) {
	if len(p.lent) == 0 {
		return false, nil
	}
	all, total := p.lent, 0
	p.lent = nil
	defer func() {
		clear(all)
		p.lent = all[:0] // nobody else has collected any: p.sending is held
	}()
	for _, l := range all {
		total += len(l.src)
	}
	if total+len(all)*(recordHead+7) <= message.MaxPayload {
		for _, l := range all {
			if err := c.putShort(rank, p, l.offset, l.src); err != nil {
				return false, err
			}
		}
		return false, nil
	}
	defer p.waiting.Store(false) // as in sendBatch
	h := message.Head{What: message.LongPuts, Tag: c.moves.tag(0)}
	packed := len(all) > 1 && total <= packEach*len(all) && c.bounce.FitsPacked(total)
	if packed {
		h.Length = uint64(total)
	}
	before := p.long.Any(&p.Counters) // what a post must come behind besides
	allExpected, err := c.orderLent(rank, p, &h, all, packed)
	if err != nil {
		return false, err
	}
	// Where some are not expected, a message that waits for what has been sent before would keep
	// them from coming meanwhile.
	if posted = post != nil && (allExpected || !before) &&
		p.direct.flushed.Load() >= p.direct.begun.Load(); posted {
		h.Behind = h.Behind || before
		h.Args = [4]uint64{2: post.word, 3: post.add}
		p.long.Begin(&p.Counters, post.word, 8)
		c.other(p, post.word, 8)
	}
	payload := c.noteLent(p, all)
	var tells *message.Head
	if allExpected {
		tells = &h // what is expected goes before the message that tells of it
	}
	err = c.counted(rank, p, true, func() error {
		told, err := c.sendEach(rank, h.Tag, all, true, tells, payload)
		if told || err != nil {
			return err
		}
		return c.post(rank, h, payload)
	})
	if err != nil {
		return posted, err
	}
	if packed {
		c.statistics.Put(statistics.Packed, len(all), total)
		return posted, lost(c.sendPacked(rank, h.Tag, all, total))
	}
	_, err = c.sendEach(rank, h.Tag, all, false, nil, nil)
	return posted, lost(err)
}

// orderLent finds what the message that tells of these puts must come behind, and where each of
// them is expected. p.sending is held.
func (c *Conduit) orderLent(rank int, p *peer, h *message.Head, all []lent,
	packed bool) (allExpected bool,
	err error) {
	allExpected = true
	for i := range all {
		l := &all[i]
		behind, err := c.behind(rank, p, l.offset, len(l.src))
		if err != nil {
			return false, err
		}
		h.Behind = h.Behind || behind
		if !packed {
			l.place = p.expects(l.offset, len(l.src))
		}
		allExpected = allExpected && l.place != nil
	}
	return allExpected, nil
}

// noteLent notes that the next message tells of all these puts, and gives its payload. p.sending is
// held.
func (c *Conduit) noteLent(p *peer, all []lent) []byte {
	if p.records == nil {
		p.records = make([]byte, 0, lentRecord*mostLent)
	}
	payload := p.records
	for _, l := range all {
		tag := uint32(0)
		if l.place != nil {
			tag = l.place.tag
			l.place.told(p)
		} else {
			c.beside(p, l.offset, len(l.src))
		}
		payload = binary.LittleEndian.AppendUint64(payload, l.offset)
		payload = binary.LittleEndian.AppendUint64(payload, uint64(len(l.src)))
		payload = binary.LittleEndian.AppendUint64(payload, uint64(tag))
	}
	return payload
}

// sendPacked sends copies of what is lent, side by side.
func (c *Conduit) sendPacked(rank int, tag uint32, all []lent, total int) error {
	return c.sendBounced(rank, tag, total, func(memory []byte) {
		for _, l := range all {
			memory = memory[copy(memory, l.src):]
		}
	})
}

// sendEach sends from where they are those of what is lent that are expected, or those that are
// not, and then the message that tells of them, if there is one and room for it: told.
func (c *Conduit) sendEach(rank int, tag uint32, all []lent, expected bool, tells *message.Head,
	payload []byte) (told bool, err error) {
	var room [mostLent]adapter.Outgoing
	each := room[:0]
	for _, l := range all {
		switch {
		case (l.place != nil) != expected:
			continue
		case expected:
			tag = l.place.tag
		}
		c.statistics.Put(statistics.ZeroCopy, 1, len(l.src))
		each = append(each, adapter.OutgoingTo(tag, l.src))
	}
	if len(each) == 0 {
		return false, nil
	}
	var raw *[message.HeadSize]byte
	if tells != nil {
		raw = new([message.HeadSize]byte)
		tells.Write(raw)
	}
	var failure error
	err = c.wait(rank, func() bool {
		each, told, failure = c.sendSome(rank, each, raw, payload)
		return len(each) == 0 || failure != nil
	})
	return told, cmp.Or(failure, err)
}

// sendSome sends as many as there is room for, and gives the rest; behind the last the message, if
// there is room for that. What is lent is noted.
func (c *Conduit) sendSome(rank int, each []adapter.Outgoing, raw *[message.HeadSize]byte,
	payload []byte) (rest []adapter.Outgoing, told bool, err error) {
	if raw != nil {
		c.sent.Add(1) // as in send
	}
	c.inside.Add(1)
	begun, told, err := c.lib.BeginEach(rank, each, raw, payload)
	c.inside.Add(-1)
	if raw != nil && !told {
		c.taken.Add(1)
	}
	c.moving.Add(int32(begun))
	c.lent.mu.Lock()
	for i := range begun {
		c.lent.sends = append(c.lent.sends, lentSend{rank, each[i].Begun()})
	}
	c.lent.mu.Unlock()
	return each[begun:], told, err
}

// Returned is conduit.ZeroCopyPut's.
func (c *Conduit) Returned() error {
	c.endFastPath()
	c.under.Add(1)
	defer c.under.Add(-1)
	var errs []error
	for _, rank := range takeAll(&c.lent.mu, &c.lent.ranks) {
		p := c.to(rank)
		if !p.waiting.Load() {
			continue // what was collected has been sent, with a post
		}
		c.lockToPost(p)
		errs = append(errs, c.sendBatch(rank, p))
		p.sending.Unlock()
	}
	for _, s := range takeAll(&c.lent.mu, &c.lent.sends) {
		errs = append(errs, lost(c.end(s.rank, s.request)))
	}
	return errors.Join(errs...)
}

// takeAll empties a list.
func takeAll[T any](mu *sync.Mutex, list *[]T) []T {
	mu.Lock()
	defer mu.Unlock()
	all := *list
	*list = nil
	return all
}

// receiveLent begins to receive what a message tells of. handling is held.
func (c *Conduit) receiveLent(source int, h message.Head, payload []byte, put *order.Entry) {
	if h.Length > 0 {
		c.receivePacked(source, h, slices.Clone(payload), put)
		return
	}
	open := len(payload) / lentRecord
	came := func() {
		if open--; open == 0 {
			c.lentCame(source, h, put)
		}
	}
	for ; len(payload) > 0; payload = payload[lentRecord:] {
		offset, n, tag := lentPlace(payload)
		if tag == 0 {
			tag = h.Tag
		}
		c.receiveLong(source, tag, offset, n, came)
	}
}

// lentCame ends a message of lent puts, all of which are there. handling is held.
func (c *Conduit) lentCame(source int, h message.Head, put *order.Entry) {
	if h.Args[3] != 0 {
		atomic.AddUint64(c.seg.Word64(h.Args[2]), h.Args[3])
		c.Wake(c.Rank())
	}
	c.leave(source, put)
}

// lentPlace reads where the next put belongs.
func lentPlace(payload []byte) (offset uint64, n int, tag uint32) {
	return binary.LittleEndian.Uint64(payload), int(
		binary.LittleEndian.Uint64(payload[8:])), uint32(binary.LittleEndian.Uint64(payload[16:]))
}

// receivePacked receives puts that come side by side. handling is held.
func (c *Conduit) receivePacked(source int, h message.Head, places []byte, put *order.Entry) {
	memory := c.packedMemory(int(h.Length))
	c.serve(func() (adapter.Request, bool,
		error) {
		return c.lib.BeginReceive(source, h.Tag, first(memory), len(memory))
	}, func() {
		rest := memory
		for ; len(places) > 0; places = places[lentRecord:] {
			offset, n, _ := lentPlace(places)
			copy(c.seg.Bytes(offset, n), rest)
			rest = rest[n:]
		}
		c.packed = append(c.packed, memory)
		c.lentCame(source, h, put)
	})
}

// packedMemory is memory for packed data, if possible some that has been used before. handling is
// held.
func (c *Conduit) packedMemory(n int) []byte {
	if i := len(c.packed) - 1; i >= 0 {
		memory := c.packed[i]
		c.packed = c.packed[:i]
		if cap(memory) >= n {
			return memory[:n]
		}
	}
	return make([]byte, n)
}
