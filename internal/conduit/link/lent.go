//go:build cgo

package link

import (
	"encoding/binary"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
)

// Puts of lent memory are sent from where they are and need not wait until they have left. Those to one image are collected, until something else is done that others see, or
// all has to be returned; then one message tells of them all. Where they are small they become one message, or one transfer, of their copies: each transfer costs what the link
// takes for 30 KiB.

const (
	lentFrom = layout.LentFrom // shorter ones are written in messages at once (batch.go)
	mostLent = 16              // that are collected for one message
	packEach = 128 << 10
)

// lent is a put that is collected.
type lent struct {
	offset uint64
	src    []byte
	place  *agreed // where it is expected; nil: nowhere
}

// lentRecord is the bytes that a message has of each: where, how many, and the tag of its place or 0.
const lentRecord = 24

// lentSends is what has been lent and not returned.
type lentSends struct {
	mu    sync.Mutex
	ranks []int // for which puts are collected
	sends []lentSend
}

type lentSend struct {
	rank    int
	request request
}

// PutLent is conduit.Lender's.
func (c *Conduit) PutLent(rank int, offset uint64, src []byte) error {
	if c.here(rank) || len(src) < lentFrom || c.memory.puts && (c.lib.adapters || len(src) >= directFrom) {
		return c.Put(rank, offset, src)
	}
	p := c.to(rank)
	p.sending.Lock()
	defer p.sending.Unlock()
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
		c.lent.ranks = append(c.lent.ranks, rank)
		c.lent.mu.Unlock()
	}
	return nil
}

// lends says whether a put to any of n bytes is collected: data of one message come in any order. p.sending is held.
func (p *peer) lends(offset uint64, n int) bool {
	return slices.ContainsFunc(p.lent, func(l lent) bool { return overlap(l.offset, len(l.src), offset, n) })
}

// sendLent sends what is collected for rank, or writes it in the batch. p.sending is held.
func (c *Conduit) sendLent(rank int, p *peer) error {
	_, err := c.sendLentAnd(rank, p, nil)
	return err
}

// addend is what is added to a word of another image's.
type addend struct{ word, add uint64 }

// sendLentAnd is sendLent, and may send word of a post in the same message; it says whether it has. p.sending is held.
func (c *Conduit) sendLentAnd(rank int, p *peer, post *addend) (posted bool, err error) {
	if len(p.lent) == 0 {
		return false, nil
	}
	all, total := p.lent, 0
	p.lent = nil
	for _, l := range all {
		total += len(l.src)
	}
	if total+len(all)*(recordHead+7) <= maxPayload {
		for _, l := range all {
			if err := c.putShort(rank, p, l.offset, l.src); err != nil {
				return false, err
			}
		}
		return false, nil
	}
	defer p.waiting.Store(false) // as in sendBatch
	h := head{what: longPuts, tag: c.moves.tag(0)}
	packed := len(all) > 1 && total <= packEach*len(all) && c.kept.fitsPacked(total)
	if packed {
		h.length = uint64(total)
	}
	before := p.long.any(p) // what a post must come behind besides
	allExpected, err := c.orderLent(rank, p, &h, all, packed)
	if err != nil {
		return false, err
	}
	// Where some are not expected, a message that waits for what has been sent before would keep them from coming meanwhile.
	if posted = post != nil && (allExpected || !before) && p.direct.flushed.Load() >= p.direct.begun.Load(); posted {
		h.behind = h.behind || before
		h.args = [4]uint64{2: post.word, 3: post.add}
		p.long.begin(p, post.word, 8)
		c.other(p, post.word, 8)
	}
	payload := c.noteLent(p, all)
	tell := func() error { return c.post(rank, h, payload) }
	if allExpected {
		last := all[len(all)-1]
		all = all[:len(all)-1]
		tell = func() error { return c.sendAndTell(rank, last, h, payload) }
	}
	if err := c.sendEach(rank, h.tag, all, true); err != nil {
		return posted, lost(err)
	}
	if err := c.counted(rank, p, true, tell); err != nil {
		return posted, err
	}
	if packed {
		return posted, lost(c.sendPacked(rank, h.tag, all, total))
	}
	return posted, lost(c.sendEach(rank, h.tag, all, false))
}

// orderLent finds what the message that tells of these puts must come behind, and where each of them is expected. p.sending is held.
func (c *Conduit) orderLent(rank int, p *peer, h *head, all []lent, packed bool) (allExpected bool, err error) {
	allExpected = true
	for i := range all {
		l := &all[i]
		behind, err := c.behind(rank, p, l.offset, len(l.src))
		if err != nil {
			return false, err
		}
		h.behind = h.behind || behind
		if !packed {
			l.place = p.expects(l.offset, len(l.src))
		}
		allExpected = allExpected && l.place != nil
	}
	return allExpected, nil
}

// noteLent notes that the next message tells of all these puts, and gives its payload. p.sending is held.
func (c *Conduit) noteLent(p *peer, all []lent) []byte {
	payload := make([]byte, 0, lentRecord*mostLent)
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
	return c.sendKept(rank, tag, total, func(memory []byte) {
		for _, l := range all {
			memory = memory[copy(memory, l.src):]
		}
	})
}

// sendEach sends from where they are those of what is lent that are expected, or those that are not.
func (c *Conduit) sendEach(rank int, tag uint32, all []lent, expected bool) error {
	for _, l := range all {
		if (l.place != nil) != expected {
			continue
		}
		tag := tag
		if expected {
			tag = l.place.tag
		}
		r, err := c.start(rank, func() (request, bool, error) { return c.lib.beginSend(rank, tag, first(l.src), len(l.src)) })
		if err != nil {
			return err
		}
		c.leaves(rank, r)
	}
	return nil
}

// leaves notes that what is lent is being sent.
func (c *Conduit) leaves(rank int, r request) {
	c.moving.Add(1)
	c.lent.mu.Lock()
	c.lent.sends = append(c.lent.sends, lentSend{rank, r})
	c.lent.mu.Unlock()
}

// sendAndTell sends what is lent and expected, and posts the message that tells of it.
func (c *Conduit) sendAndTell(rank int, l lent, h head, payload []byte) error {
	told := false
	r, err := c.start(rank, func() (r request, begun bool, err error) {
		var raw [headSize]byte
		h.write(&raw)
		c.sent.Add(1) // as in send
		r, begun, told, err = c.lib.beginAndTell(rank, l.place.tag, first(l.src), len(l.src), &raw, payload)
		if !told {
			c.taken.Add(1)
		}
		return r, begun, err
	})
	if err != nil {
		return err
	}
	c.leaves(rank, r)
	if told {
		return nil
	}
	return c.post(rank, h, payload)
}

// Returned is conduit.Lender's.
func (c *Conduit) Returned() error {
	c.under.Add(1)
	defer c.under.Add(-1)
	var errs []error
	for _, rank := range takeAll(&c.lent.mu, &c.lent.ranks) {
		p := c.to(rank)
		p.sending.Lock()
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
func (c *Conduit) receiveLent(source int, h head, payload []byte, put *pending) {
	if h.length > 0 {
		c.receivePacked(source, h, slices.Clone(payload), put)
		return
	}
	open := len(payload) / lentRecord
	for ; len(payload) > 0; payload = payload[lentRecord:] {
		offset, n, tag := lentPlace(payload)
		if tag == 0 {
			tag = h.tag
		}
		c.receiveLong(source, tag, offset, n, func() {
			if open--; open == 0 {
				c.lentCame(source, h, put)
			}
		})
	}
}

// lentCame ends a message of lent puts, all of which are there. handling is held.
func (c *Conduit) lentCame(source int, h head, put *pending) {
	if h.args[3] != 0 {
		atomic.AddUint64(c.seg.Word64(h.args[2]), h.args[3])
		c.Wake(c.Rank())
	}
	c.leave(source, put)
}

// lentPlace reads where the next put belongs.
func lentPlace(payload []byte) (offset uint64, n int, tag uint32) {
	return binary.LittleEndian.Uint64(payload), int(binary.LittleEndian.Uint64(payload[8:])), uint32(binary.LittleEndian.Uint64(payload[16:]))
}

// receivePacked receives puts that come side by side. handling is held.
func (c *Conduit) receivePacked(source int, h head, places []byte, put *pending) {
	memory := c.packedMemory(int(h.length))
	c.serve(func() (request, bool, error) { return c.lib.beginReceive(source, h.tag, first(memory), len(memory)) }, func() {
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

// packedMemory is memory for packed data, if possible some that has been used before. handling is held.
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
