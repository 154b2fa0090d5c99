//go:build cgo

package net

import (
	"encoding/binary"
	"runtime"
	"slices"
	"syscall"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/statistics"
)

// A fetch is a short get for which nobody waits: the library's own get, or a question whose answer
// ends it. A message costs its sender some microseconds, so what is asked of an image that has not
// answered yet is written into the batch (aggregate.go), and the answers to a batch are one
// message. The batch goes when the image looks at the network, or does what else sends it; and if
// it computes, by the helper, which is woken for that.

const (
	// askSize are the bytes of a question in a batch: the name of the get, and how many bytes. So
	// the answer to one begins, too.
	askSize = 16
	// askedMost is how many bytes a question in a batch asks for. A longer answer takes so long
	// that a message of its own does not matter.
	askedMost = 2 << 10
)

// Fetch is conduit.Fetcher's.
func (c *Conduit) Fetch(rank int, offset uint64, dst []byte, then func()) (*conduit.Fetched,
	error) {
	if c.here(rank) {
		return nil, nil
	}
	f := &conduit.Fetched{Rank: rank}
	p := c.to(rank)
	if len(dst) <= askedMost && p.fetches.Load() > 0 && !c.lib.Hardware {
		if written, err := c.writeQuestion(p, f, offset, dst, then); written || err != nil {
			return f, err
		}
	}
	return c.fetchAlone(p, f, offset, dst, then)
}

// fetchAlone begins a get that is a message of its own.
func (c *Conduit) fetchAlone(p *peer, f *conduit.Fetched, offset uint64, dst []byte,
	then func()) (*conduit.Fetched, error) {
	rank := f.Rank
	behind, direct, err := c.place(rank, offset, len(dst))
	if err != nil {
		return nil, err
	}
	if direct && c.memory.Gets(len(dst)) {
		from, there, err := c.locate(rank, offset, len(dst))
		if err != nil {
			return nil, err
		}
		if there {
			c.statistics.Get(statistics.Direct, 1, len(dst))
			return c.fetchDirect(p, f, from, dst, then)
		}
	}
	if len(dst) > message.MaxPayload {
		return nil, nil
	}
	if len(dst) >= longAnswer {
		return c.fetchLong(p, f, c.longGet(behind, offset, len(dst)), dst, then)
	}
	p.fetches.Add(1)
	c.statistics.Get(statistics.Copied, 1, len(dst))
	_, err = c.beginGet(&get{rank: rank, dst: dst, fetched: f, then: then},
		message.Head{What: message.ShortGet,
			Behind: behind, Args: [4]uint64{offset, 0, uint64(len(dst))}}, nil)
	return f, err
}

// writeQuestion asks in the batch; false: there is no message to write in.
func (c *Conduit) writeQuestion(p *peer, f *conduit.Fetched, offset uint64, dst []byte,
	then func()) (bool, error) {
	c.lock(p)
	defer p.sending.Unlock()
	if err := c.sendLent(f.Rank, p); err != nil {
		return false, err
	}
	behind, err := c.behind(f.Rank, p, offset, len(dst))
	if err != nil {
		return false, err
	}
	answer := askSize + (len(dst)+7)&^7
	if int(p.batch.answers)+answer > message.MaxPayload {
		if err := c.sendBatch(f.Rank, p); err != nil {
			return false, err
		}
	}
	data, err := c.record(f.Rank, p, offset, recordAsk, askSize, behind)
	if data == nil || err != nil {
		return false, err
	}
	p.fetches.Add(1)
	c.statistics.Get(statistics.Copied, 1, len(dst))
	g := &get{rank: f.Rank, dst: dst, fetched: f, then: then}
	c.name(g)
	binary.LittleEndian.PutUint64(data, g.id)
	binary.LittleEndian.PutUint64(data[8:], uint64(len(dst)))
	p.batch.answers += int32(answer)
	if !c.asking.Swap(true) {
		c.rests.Cut()
	}
	return true, nil
}

// sendQuestions sends what is written, if questions are.
func (c *Conduit) sendQuestions() {
	if c.asking.Load() {
		c.asking.Store(false)
		c.sendBatches()
	}
}

// appendAnswer answers a question of a batch.
func (c *Conduit) appendAnswer(answers []byte, offset uint64, question []byte) []byte {
	n := binary.LittleEndian.Uint64(question[8:])
	answers = append(answers, question[:askSize]...)
	answers = append(answers, c.seg.Bytes(offset, int(n))...)
	return append(answers, make([]byte, -n&7)...)
}

// gottenEach handles the answers to a batch.
func (c *Conduit) gottenEach(answers []byte) {
	for len(answers) >= askSize {
		id := binary.LittleEndian.Uint64(answers)
		n := int(binary.LittleEndian.Uint64(answers[8:]))
		c.endGet(id, 0, answers[askSize:askSize+n])
		answers = answers[askSize+(n+7)&^7:]
	}
}

// fetchDirect begins a get of the library's; nil: it has no room. Whoever looks at the network ends
// it.
func (c *Conduit) fetchDirect(p *peer, f *conduit.Fetched, from adapter.Place, dst []byte,
	then func()) (*conduit.Fetched, error) {
	return c.fetchBy(p, f, dst, then, func() (adapter.Request, bool, error) {
		return c.lib.Get(f.Rank, from, first(dst), len(dst))
	})
}

// fetchLong begins a get whose answer is a transfer; nil: there is no room.
func (c *Conduit) fetchLong(p *peer, f *conduit.Fetched, h message.Head, dst []byte,
	then func()) (*conduit.Fetched, error) {
	begun, err := c.fetchBy(p, f, dst, then, func() (adapter.Request, bool, error) {
		return c.lib.BeginReceive(f.Rank, h.Tag, first(dst), len(dst))
	})
	if begun == nil || err != nil {
		return nil, err
	}
	c.statistics.Get(statistics.ZeroCopy, 1, len(dst))
	if err = c.post(f.Rank, h, nil); err != nil {
		c.Forget(f)
	}
	return f, err
}

// fetchBy begins a transfer that ends a fetch; nil: the library has no room.
func (c *Conduit) fetchBy(p *peer, f *conduit.Fetched, dst []byte, then func(),
	begin func() (adapter.Request, bool, error)) (*conduit.Fetched, error) {
	m := &c.moves
	c.takeHandling()
	defer c.handling.Unlock()
	r, begun, err := begin()
	if !begun || err != nil {
		return nil, err
	}
	p.fetches.Add(1)
	m.ends = append(m.ends, ending{request: r, fetched: f, then: func() {
		runtime.KeepAlive(dst)
		p.fetches.Add(-1)
		f.End()
		then()
		c.Wake(c.Rank())
	}})
	c.moving.Add(1)
	return f, nil
}

// Forget is conduit.Fetcher's.
func (c *Conduit) Forget(f *conduit.Fetched) {
	if f.ID != 0 {
		c.forgetID(f.ID)
		return
	}
	c.takeHandling()
	defer c.handling.Unlock()
	c.moves.ends = slices.DeleteFunc(c.moves.ends, func(e ending) bool {
		if e.fetched == f {
			c.moving.Add(-1)
			c.to(f.Rank).fetches.Add(-1)
		}
		return e.fetched == f
	})
}

// endGet ends a get by its answer, if there is still somebody for it.
func (c *Conduit) endGet(id uint64, failure syscall.Errno, payload []byte) {
	m := &c.moves
	m.mu.Lock()
	g := m.gets[id]
	if g != nil {
		if g.take == nil {
			g.n = copy(g.dst, payload)
		} else if failure == 0 {
			g.take(payload)
		}
		g.failure = failure
		g.done.Store(true)
		if g.fetched != nil {
			c.drop(g)
			g.fetched.End()
		}
	}
	m.mu.Unlock()
	if g != nil && g.fetched != nil {
		g.then()
		c.Wake(c.Rank())
	}
}

// drop takes a get from the table. moves.mu is held.
func (c *Conduit) drop(g *get) {
	delete(c.moves.gets, g.id)
	if g.fetched != nil {
		c.to(g.rank).fetches.Add(-1)
	}
}
