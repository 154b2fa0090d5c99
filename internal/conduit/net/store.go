//go:build cgo

package net

import (
	"encoding/binary"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/fastpath"
)

// Store is conduit.Storer's: a record of a message, as a post is one. What is stored at one image
// after another takes effect in that order, so before an operation at another image than the last
// one, what was stored there is completed.

// Store writes a word and does not wait for an answer. Adapters write it themselves.
func (c *Conduit) Store(rank int, offset uint64, width int, value uint64) error {
	if c.here(rank) || c.memory.Direct() && c.lib.Atomics && c.lib.Hardware {
		_, err := c.Atomic(rank, conduit.AtomicStore, offset, width, value, 0)
		return err
	}
	c.inside.Add(1)
	defer c.inside.Add(-1)
	if err := c.orderStores(rank); err != nil {
		return err
	}
	if c.gone(rank) {
		return conduit.ErrGone
	}
	sent, err := c.storeBySending(c.to(rank), rank, offset, width, value)
	if !sent && err == nil {
		_, err = c.Atomic(rank, conduit.AtomicStore, offset, width, value, 0)
	}
	return err
}

// storeBySending sends the record, and all that is written for rank before it; false: there is no
// message to write in.
func (c *Conduit) storeBySending(p *peer, rank int, offset uint64, width int, value uint64) (bool,
	error) {
	c.lockToPost(p)
	defer p.sending.Unlock()
	if err := c.sendLent(rank, p); err != nil {
		return false, err
	}
	behind, err := c.behind(rank, p, offset, width)
	if err != nil {
		return false, err
	}
	data, err := c.record(rank, p, offset, recordStore, width, behind)
	if data == nil || err != nil {
		return false, err
	}
	c.onItsWay(p, offset, width, p.batch.behind)
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], value)
	copy(data, word[:])
	p.batch.puts = true
	if err := c.sendBatch(rank, p); err != nil {
		return false, err
	}
	c.stored.Store(int32(rank) + 1)
	c.posted(rank, p, false)
	return true, nil
}

// storing says whether what was stored at rank may not have taken effect yet. What a library does
// there directly would pass it by.
func (c *Conduit) storing(rank int, p *peer) bool {
	return int(c.stored.Load())-1 == rank && p.Done.Load() < p.Last.Load()
}

// orderStores completes what was stored at another image than rank.
func (c *Conduit) orderStores(rank int) error {
	if fastpath.Stored() {
		c.endFastPath()
	}
	k := c.stored.Load()
	if k == 0 || int(k)-1 == rank {
		return nil
	}
	if err := c.flush([]int{int(k) - 1}); err != nil {
		return err
	}
	c.stored.CompareAndSwap(k, 0)
	return nil
}
