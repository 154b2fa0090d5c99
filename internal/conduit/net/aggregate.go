//go:build cgo

package net

import (
	"encoding/binary"
	"slices"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit/net/message"
)

// Short puts to one image travel together: they wait in a message until the image does something
// that others see, or that sees them; or until the message is full; or until the helper comes by.
// So a put and the notification behind it are one message, and so are eight puts, or the elements
// of a loop.

// batch is a message that is being written.
type batch struct {
	memory []byte // of the library; nil: there is none
	n      int    // bytes of payload
	puts   bool   // it has puts, not only posts
	behind bool
	// it has accumulations that may have to wait for a lock there: what must come behind them is
	// another batch's
	holds   bool
	answers int32 // bytes of the answer to what it asks for (fetch.go)
}

// A batch's payload is records: 16 bytes of what is done, then data, filled up to 8 bytes.
const (
	recordHead = 16
	// of the word at the offset; recordVector: see strided.go; else data are put there
	recordAdd  = 1 << 31
	recordMost = message.MaxPayload - recordHead

	recordStore   = 1 << 29 // of the word at the offset, behind the data before it
	recordCombine = 1 << 28 // see atomic.go
	recordAsk     = 1 << 27 // see fetch.go
	recordKinds   = recordAdd | recordVector | recordStore | recordCombine | recordAsk
)

// mostBatches is how many messages may be written at a time; the library has a few more.
const mostBatches = 8

// record makes room for a record with n bytes of data in the batch to rank; nil: there is no
// message to write in. p.sending is held, and nothing is collected.
func (c *Conduit) record(rank int, p *peer, offset uint64, what uint32, n int, behind bool) ([]byte,
	error) {
	b := &p.batch
	size := recordHead + (n+7)&^7
	if b.memory != nil &&
		(message.HeadSize+b.n+size > len(b.memory) || behind && (!b.behind || b.holds)) {
		if err := c.sendBatch(rank, p); err != nil {
			return nil, err
		}
	}
	if b.memory == nil && !c.openBatch(rank, p) {
		return nil, nil
	}
	at := message.HeadSize + b.n
	binary.LittleEndian.PutUint64(b.memory[at:], offset)
	binary.LittleEndian.PutUint32(b.memory[at+8:], uint32(n)|what)
	b.n += size
	b.behind = b.behind || behind
	return b.memory[at+recordHead : at+recordHead+n], nil
}

// openBatch begins a message. p.sending is held.
func (c *Conduit) openBatch(rank int, p *peer) bool {
	c.busyMu.Lock()
	oldest := -1
	if len(c.writing) >= mostBatches {
		oldest = c.writing[0]
	}
	c.busyMu.Unlock()
	if oldest >= 0 {
		c.trySendBatch(oldest)
	}
	memory := c.takeBuffer()
	if memory == nil {
		return false
	}
	c.busyMu.Lock()
	c.writing = append(c.writing, rank)
	c.writes.Store(int32(len(c.writing)))
	c.busyMu.Unlock()
	p.batch = batch{memory: memory}
	p.waiting.Store(true)
	c.list(rank, p)
	return true
}

// takeBuffer gives memory of the library's to write a message in, which sendBuffer sends; nil:
// there is none now.
func (c *Conduit) takeBuffer() (memory []byte) {
	c.busyMu.Lock()
	if last := len(c.buffers) - 1; last >= 0 {
		memory, c.buffers = c.buffers[last], c.buffers[:last]
	}
	c.busyMu.Unlock()
	if memory == nil {
		memory = c.lib.Buffer()
	}
	return memory
}

// keepBuffer keeps memory that takeBuffer gives; nil: there is none.
func (c *Conduit) keepBuffer(memory []byte) {
	if memory == nil {
		return
	}
	c.busyMu.Lock()
	defer c.busyMu.Unlock()
	c.buffers = append(c.buffers, memory)
}

// sendBatchAsking is sendBatch and ask, as one message where it can be. p.sending is held.
func (c *Conduit) sendBatchAsking(rank int, p *peer) error {
	p.batchAsks = true
	err := c.sendBatch(rank, p)
	p.batchAsks = false
	if err == nil && p.Done.Load() < p.Last.Load() {
		err = lost(c.ask(rank, p))
	}
	return err
}

// sendBatch sends what is written or collected for rank. p.sending is held.
func (c *Conduit) sendBatch(rank int, p *peer) error {
	if err := c.sendLent(rank, p); err != nil {
		return err
	}
	b := p.batch
	if b.memory == nil {
		return nil
	}
	p.batch = batch{}
	defer p.waiting.Store(false) // when it counts as sent: somebody may flush meanwhile
	c.busyMu.Lock()
	if i := slices.Index(c.writing, rank); i >= 0 {
		c.writing = slices.Delete(c.writing, i, i+1)
	}
	c.writes.Store(int32(len(c.writing)))
	c.busyMu.Unlock()
	h := message.Head{What: message.Records, Behind: b.behind}
	number := p.Sent.Load() + 1
	asks := p.batchAsks
	if asks {
		h.Args[0] = number
	}
	h.Args[1], h.Args[2] = number, p.handled.Load()
	h.Write((*[message.HeadSize]byte)(b.memory))
	err := c.counted(rank, p, b.puts, func() error {
		c.sent.Add(1)
		next, err := c.lib.SendBuffer(rank, b.memory, b.n)
		if err != nil {
			c.taken.Add(1) // as in send
		} else if asks {
			p.Asked.Store(number)
		}
		c.keepBuffer(next)
		return err
	})
	if asks && err == nil {
		p.others.Asked(&p.Counters)
	}
	return err
}

// trySendBatch sends what is written for a rank, unless somebody is sending there.
func (c *Conduit) trySendBatch(rank int) bool {
	p := c.to(rank)
	if !c.tryLock(p) {
		return false
	}
	_ = c.sendBatch(rank, p) // what is wrong with the library shows at the next statement
	p.sending.Unlock()
	return true
}

// sendBatches sends all that is written.
func (c *Conduit) sendBatches() {
	if c.writes.Load() == 0 {
		return
	}
	c.busyMu.Lock()
	writing := slices.Clone(c.writing)
	c.busyMu.Unlock()
	for _, rank := range writing {
		if !c.trySendBatch(rank) && c.peers[rank].Load().fetches.Load() > 0 {
			c.asking.Store(true)
		}
	}
}

// storeWord writes the word that data are, of 4 or 8 bytes.
func (c *Conduit) storeWord(offset uint64, data []byte) {
	if len(data) == 4 {
		atomic.StoreUint32(c.seg.Word32(offset), binary.LittleEndian.Uint32(data))
		return
	}
	atomic.StoreUint64(c.seg.Word64(offset), binary.LittleEndian.Uint64(data))
}

// handleRecords does what a batch says.
func (c *Conduit) handleRecords(source int, payload []byte, waited bool) {
	added, answers := false, c.answers[:0]
	for len(payload) >= recordHead {
		offset := binary.LittleEndian.Uint64(payload)
		what := binary.LittleEndian.Uint32(payload[8:])
		n := int(what &^ recordKinds)
		data := payload[recordHead : recordHead+n]
		switch {
		case what&recordAdd != 0:
			atomic.AddUint64(c.seg.Word64(offset), binary.LittleEndian.Uint64(data))
			added = true
		case what&recordStore != 0:
			c.storeWord(offset, data)
			added = true
		case what&recordCombine != 0:
			c.accumulated(source, accumulationIn(offset, data), data[combineHead:], waited)
		case what&recordVector != 0:
			c.scatter(offset, data)
		case what&recordAsk != 0:
			answers = c.appendAnswer(answers, offset, data)
		default:
			copy(c.seg.Bytes(offset, n), data)
		}
		payload = payload[min(len(payload), recordHead+(n+7)&^7):]
	}
	if added {
		c.Wake(c.Rank())
	}
	if len(answers) > 0 {
		c.Reply(source, message.Head{What: message.GottenEach}, answers)
		c.answers = answers
	}
}
