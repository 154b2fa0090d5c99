//go:build cgo

package link

import (
	"encoding/binary"
	"errors"
	"slices"
	"sync"

	"github.com/coral-pgas/coral/internal/layout"
)

// Puts of lent memory are sent from where they are and need not wait until they have left. Those to one image are collected, until something else is done that others see, or
// all has to be returned; then one message tells of them all. Where they are small they become one message, or one transfer, of their copies: each transfer costs what the link
// takes for 30 KiB.

const (
	lentFrom = layout.LentFrom // shorter ones are written in messages at once (batch.go)
	mostLent = 16              // that are collected for one message
	packEach = 64 << 10
)

// lent is a put that is collected.
type lent struct {
	offset uint64
	src    []byte
}

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
	p.lent = append(p.lent, lent{offset, src})
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
	return slices.ContainsFunc(p.lent, func(l lent) bool { return offset < l.offset+uint64(len(l.src)) && l.offset < offset+uint64(n) })
}

// sendLent sends what is collected for rank, or writes it in the batch. p.sending is held.
func (c *Conduit) sendLent(rank int, p *peer) error {
	if len(p.lent) == 0 {
		return nil
	}
	all, total := p.lent, 0
	p.lent = nil
	for _, l := range all {
		total += len(l.src)
	}
	if total+len(all)*(recordHead+7) <= maxPayload {
		for _, l := range all {
			if err := c.putShort(rank, p, l.offset, l.src); err != nil {
				return err
			}
		}
		return nil
	}
	defer p.waiting.Store(false) // as in sendBatch
	h := head{what: longPuts, tag: c.moves.tag(0)}
	payload := make([]byte, 0, 16*mostLent)
	for _, l := range all {
		behind, err := c.behind(rank, p, l.offset, len(l.src))
		if err != nil {
			return err
		}
		h.behind = h.behind || behind
		payload = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(payload, l.offset), uint64(len(l.src)))
	}
	for _, l := range all {
		p.long.begin(p, l.offset, len(l.src))
	}
	packed := len(all) > 1 && total <= packEach*len(all) && c.kept.fits(total)
	if packed {
		h.length = uint64(total)
	}
	if err := c.counted(rank, p, true, func() error { return c.post(rank, h, payload) }); err != nil {
		return err
	}
	if packed {
		return lost(c.sendPacked(rank, h.tag, all, total))
	}
	return lost(c.sendEach(rank, h.tag, all))
}

// sendPacked sends copies of what is lent, side by side.
func (c *Conduit) sendPacked(rank int, tag uint32, all []lent, total int) error {
	return c.sendKept(rank, tag, total, func(memory []byte) {
		for _, l := range all {
			memory = memory[copy(memory, l.src):]
		}
	})
}

// sendEach sends what is lent from where it is.
func (c *Conduit) sendEach(rank int, tag uint32, all []lent) error {
	for _, l := range all {
		r, err := c.start(rank, func() (request, bool, error) { return c.lib.beginSend(rank, tag, first(l.src), len(l.src)) })
		if err != nil {
			return err
		}
		c.moving.Add(1)
		c.lent.mu.Lock()
		c.lent.sends = append(c.lent.sends, lentSend{rank, r})
		c.lent.mu.Unlock()
	}
	return nil
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
	open := len(payload) / 16
	for ; len(payload) > 0; payload = payload[16:] {
		offset, n := lentPlace(payload)
		c.serve(func() (request, bool, error) {
			return c.lib.beginReceive(source, h.tag, address(&c.seg, offset), n)
		}, func() {
			if open--; open == 0 {
				c.leave(source, put)
			}
		})
	}
}

// lentPlace reads where the next put belongs.
func lentPlace(payload []byte) (offset uint64, n int) {
	return binary.LittleEndian.Uint64(payload), int(binary.LittleEndian.Uint64(payload[8:]))
}

// receivePacked receives puts that come side by side. handling is held.
func (c *Conduit) receivePacked(source int, h head, places []byte, put *pending) {
	memory := c.packedMemory(int(h.length))
	c.serve(func() (request, bool, error) { return c.lib.beginReceive(source, h.tag, first(memory), len(memory)) }, func() {
		rest := memory
		for ; len(places) > 0; places = places[16:] {
			offset, n := lentPlace(places)
			copy(c.seg.Bytes(offset, n), rest)
			rest = rest[n:]
		}
		c.packed = append(c.packed, memory)
		c.leave(source, put)
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
