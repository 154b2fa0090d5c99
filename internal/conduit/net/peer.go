//go:build cgo

package net

import (
	"encoding/binary"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/chunks"
	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/order"
)

// Puts do not wait until they are complete. What an image does to another one's memory must all the
// same take effect in the order in which the program says it, as far as it can tell. Messages take
// effect in the order in which they are sent, but for long puts, whose data come beside the
// message, and for what a library does directly. So an image knows where such puts may still be on
// their way: what comes behind them to the same place is told to wait for them where it arrives, by
// a flag of the message; or this image itself waits, for what has no message.

// peer is what this image knows of what it has sent to one other. It is made when there is
// something.
type peer struct {
	order.Counters
	// Of what has come from there, all up to the message of this number is complete here.
	handled atomic.Uint64
	// waiting: there is a batch, or what is lent.
	waiting atomic.Bool
	// listed: it is in Conduit.busy.
	listed atomic.Bool

	// sending is held while something is sent, so that numbers follow the order of messages.
	// Handlers never take it.
	sending sync.Mutex
	batch   batch // there is this, or lent, not both
	lent    []lent
	// of the message that tells of what was lent; memory of its own, since C sees it
	records []byte
	// all puts by message that are not expected, where there is what does not come behind: direct
	// or expected ones
	others    order.Epochs
	long      order.InFlight // puts beside messages, and what waits for them
	agreed    agreements
	batchAsks bool // the batch that is sent now asks how far the other image is
	// the other image is to be asked behind the next message how far it is (prepost.go)
	late    bool
	fetches atomic.Int32 // fetches that have begun and not ended
	direct  directPuts
	keys    chunks.Table[key] // to its chunks
}

// to is the peer of a rank.
func (c *Conduit) to(rank int) *peer {
	if p := c.peers[rank].Load(); p != nil {
		return p
	}
	c.peers[rank].CompareAndSwap(nil, new(peer))
	return c.peers[rank].Load()
}

// Bounds on what may be on its way to one image: libraries keep what comes faster than it is taken,
// without a bound of their own.
const (
	mostOpen = 256
	// messages after which the other image is asked how far it is, so that nobody need wait for the
	// answer
	askEach = 64

	// the same where a long put could be sent to its place but for what may be on its way
	// (prepost.go)
	askLateEach = 8
)

// counted sends a message that changes memory, by a function, when not too many are on their way.
// p.sending is held.
func (c *Conduit) counted(rank int, p *peer, isPut bool, send func() error) error {
	sent := p.Sent.Load()
	if sent-p.Done.Load() >= mostOpen {
		err := c.ask(rank, p)
		if err == nil {
			err = c.wait(rank, func() bool { return sent-p.Done.Load() < mostOpen/2 })
		}
		if err != nil && lost(err) == nil {
			p.forget()
		} else if err != nil {
			return err
		}
	}
	if err := send(); err != nil {
		return lost(err)
	}
	p.Sent.Store(sent + 1)
	if isPut {
		p.Last.Store(sent + 1)
		c.list(rank, p)
	}
	if p.late || sent+1-p.Asked.Load() >= askEach {
		p.late = false
		return lost(c.ask(rank, p))
	}
	return nil
}

// message is counted of a message that is ready, after what is written for the rank.
func (c *Conduit) message(rank int, p *peer, isPut bool, h message.Head, payload []byte) error {
	if err := c.sendBatch(rank, p); err != nil {
		return err
	}
	return c.counted(rank, p, isPut, func() error { return c.post(rank, h, payload) })
}

// list puts a peer on the list of those to which something is on its way.
func (c *Conduit) list(rank int, p *peer) {
	if !p.listed.Load() && p.listed.CompareAndSwap(false, true) {
		c.busyMu.Lock()
		c.busy = append(c.busy, rank)
		ends := c.inFastPath() && c.fastPath.p.Load() != p
		c.busyMu.Unlock()
		if ends {
			c.endFastPath()
		}
	}
}

// unlist takes those from the list to which nothing is on its way any more.
func (c *Conduit) unlist() {
	c.busyMu.Lock()
	defer c.busyMu.Unlock()
	c.busy = slices.DeleteFunc(c.busy, func(rank int) bool {
		p := c.to(rank)
		p.listed.Store(false)
		// else who has listed it meanwhile is about to append it
		return p.settled() || !p.listed.CompareAndSwap(false, true)
	})
}

func (p *peer) settled() bool {
	return !p.waiting.Load() && p.Done.Load() >= p.Last.Load() &&
		p.direct.flushed.Load() >= p.direct.begun.Load()
}

// forget: what an image that is gone has not completed is lost.
func (p *peer) forget() { p.Done.Store(p.Sent.Load()) }

// ask asks a rank to say when all that has been sent is complete. p.sending is held.
func (c *Conduit) ask(rank int, p *peer) error {
	sent := p.Sent.Load()
	if p.Asked.Load() >= sent || p.Done.Load() >= sent {
		return nil
	}
	p.Asked.Store(sent)
	p.others.Asked(&p.Counters)
	return c.post(rank, message.Head{What: message.Completion, Behind: true, Args: [4]uint64{sent}},
		nil)
}

// behind says whether a message about n bytes of rank's memory must come behind long puts to it. It
// waits for direct ones. p.sending is held.
func (c *Conduit) behind(rank int, p *peer, offset uint64, n int) (bool, error) {
	if p.direct.Overlaps(offset, n) {
		if err := c.flushDirect(rank, p); err != nil {
			return false, err
		}
	}
	return p.long.MayTouch(&p.Counters, offset, n), nil
}

// Flush waits until all puts and accumulations to rank, or all ranks, are complete there. What an
// image that is gone has not completed is lost.
func (c *Conduit) Flush(rank int) error {
	if rank != conduit.AllRanks {
		return c.flush([]int{rank})
	}
	return c.flushBut(conduit.AllRanks)
}

// flushBut flushes all ranks but one.
func (c *Conduit) flushBut(rank int) error {
	c.endFastPath()
	c.busyMu.Lock()
	if len(c.busy) == 0 || len(c.busy) == 1 && c.busy[0] == rank {
		c.busyMu.Unlock()
		return nil
	}
	busy := slices.DeleteFunc(slices.Clone(c.busy), func(k int) bool { return k == rank })
	c.busyMu.Unlock()
	if len(busy) == 0 {
		return nil
	}
	err := c.flush(busy)
	c.unlist()
	return err
}

// flush asks all ranks before it waits for the first. What others send there meanwhile, the helper
// for one, is not its business: nobody has asked for that.
func (c *Conduit) flush(ranks []int) error {
	c.endFastPath()
	var errs []error
	lasts := make([]uint64, len(ranks))
	for i, rank := range ranks {
		p := c.peers[rank].Load()
		if p == nil || p.settled() {
			continue
		}
		c.lock(p)
		errs = append(errs, c.sendBatchAsking(rank, p))
		lasts[i] = p.Last.Load()
		p.sending.Unlock()
	}
	for i, rank := range ranks {
		p := c.peers[rank].Load()
		if p == nil {
			continue
		}
		if p.Done.Load() < lasts[i] &&
			c.wait(rank, func() bool { return p.Done.Load() >= lasts[i] }) != nil {
			p.forget()
		}
		if p.direct.flushed.Load() < p.direct.begun.Load() {
			c.lock(p)
			errs = append(errs, c.flushDirect(rank, p))
			p.sending.Unlock()
		}
	}
	return errors.Join(errs...)
}

// arrive waits until all messages that this image has sent are there, those besides that flush need
// not wait for. What cannot be sent any more is the business of who needs it.
func (c *Conduit) arrive() {
	var all []int
	for rank := range c.peers {
		if !c.here(rank) {
			all = append(all, rank)
		}
	}
	_ = c.Arrive(all)
}

// Arrive is conduit.RemoteCompletion's. It asks all before it waits for the first.
func (c *Conduit) Arrive(ranks []int) error {
	c.endFastPath()
	sent := make([]uint64, len(ranks))
	var errs []error
	for i, rank := range ranks {
		p := c.peers[rank].Load()
		if p == nil {
			continue
		}
		c.lock(p)
		if err := errors.Join(c.sendBatch(rank, p), c.ask(rank, p)); err != nil {
			errs = append(errs, lost(err))
			p.forget()
		}
		sent[i] = p.Sent.Load()
		p.sending.Unlock()
	}
	for i, rank := range ranks {
		p := c.peers[rank].Load()
		if p != nil && p.Done.Load() < sent[i] &&
			c.wait(rank, func() bool { return p.Done.Load() >= sent[i] }) != nil {
			p.forget()
		}
	}
	return errors.Join(errs...)
}

// completed is the answer to ask.
func (c *Conduit) completed(source int, h message.Head) { c.knownComplete(source, h.Args[0]) }

// knownComplete notes that all messages to an image up to a number are complete there. handling is
// held.
func (c *Conduit) knownComplete(rank int, number uint64) {
	if p := c.peers[rank].Load(); p != nil && p.Done.Load() < number {
		p.Done.Store(number) // handling is held: nobody else does, but for those that are gone
	}
}

// noteHandled notes that a message with records is complete here, and with it all before it, if
// none of what came before goes on. The next message with records, or active message, that goes
// there says so: an image that answers another one has that know, without a question, that what it
// answers is complete. handling is held.
func (c *Conduit) noteHandled(source int, number uint64) {
	// there is nobody to tell where nothing is sent
	if p := c.peers[source].Load(); p != nil && !c.reorder.Open(source) {
		p.handled.Store(number)
	}
}

// Post adds to a word of rank when all is complete that this image has put anywhere before: to rank
// itself in the order of messages, so that it need not wait for an answer from there.
func (c *Conduit) Post(rank int, word, add uint64) error {
	words := [1]uint64{word}
	return c.PostEach(rank, words[:], add)
}

// PostEach is conduit.GroupSignal's.
func (c *Conduit) PostEach(rank int, words []uint64, add uint64) error {
	c.inside.Add(1)
	defer c.inside.Add(-1)
	if err := c.flushBut(rank); err != nil {
		return err
	}
	if c.here(rank) {
		for _, word := range words {
			atomic.AddUint64(wordAt(&c.seg, rank-c.Rank(), word), add)
		}
		c.Wake(rank)
		return nil
	}
	if c.gone(rank) {
		return conduit.ErrGone
	}
	p := c.to(rank)
	c.lockToPost(p)
	defer p.sending.Unlock()
	posted, err := c.sendLentAnd(rank, p, &addend{words[0], add})
	if err := errors.Join(err, c.flushDirect(rank, p)); err != nil {
		return err
	}
	if posted {
		words = words[1:]
	}
	for _, word := range words {
		if err := c.writePost(rank, p, word, add); err != nil {
			return err
		}
	}
	if err := c.sendBatch(rank, p); err != nil {
		return err
	}
	c.posted(rank, p, true)
	return nil
}

// writePost writes a post in the batch, or sends it where there is no message to write in.
// p.sending is held.
func (c *Conduit) writePost(rank int, p *peer, word, add uint64) error {
	data, err := c.record(rank, p, word, recordAdd, 8, p.long.Any(&p.Counters))
	switch {
	case err != nil:
		return err
	case data == nil:
		c.onItsWay(p, word, 8, true)
		return c.message(rank, p, false,
			message.Head{What: message.Addition, Behind: true, Args: [4]uint64{0, 0, word, add}},
			nil)
	}
	c.onItsWay(p, word, 8, p.batch.behind)
	binary.LittleEndian.PutUint64(data, add)
	return nil
}
