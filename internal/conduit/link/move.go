//go:build cgo

package link

import (
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/coral-pgas/coral/internal/conduit"
)

// moves is the state of puts, gets and signals.
type moves struct {
	// open counts, for each rank, puts, signals and accumulations that are not acknowledged.
	open []atomic.Int64
	tags atomic.Uint32

	mu   sync.Mutex
	next uint64
	gets map[uint64]*get

	// Of transfers that other images have begun; under Conduit.handling.
	starts []func() bool // which found no room; true: has begun
	ends   []ending
}

// get is a question that waits for its answer.
type get struct {
	rank    int
	id      uint64
	dst     []byte
	failure syscall.Errno
	done    atomic.Bool
}

// ending is a long transfer of another image's that has begun here.
type ending struct {
	request request
	then    func()
}

// tag is one for long data. Those of puts are even and chosen by who sends, those of gets odd and chosen by who receives: between two images, none is used twice.
func (m *moves) tag(get uint32) uint32 { return m.tags.Add(1)<<1&(1<<20-1) | get }

func (c *Conduit) Put(rank int, offset uint64, src []byte) error {
	if c.lib.direct && !c.here(rank) {
		return c.putDirect(rank, offset, src)
	}
	return c.put(rank, head{args: [4]uint64{offset}}, src, shortPut, longPut)
}

func (c *Conduit) PutSignal(rank int, offset uint64, src []byte, word uint64, value uint64) error {
	return c.put(rank, head{args: [4]uint64{offset, 0, word, value}}, src, shortSignal, longSignal)
}

// put sends data in the message or beside it.
func (c *Conduit) put(rank int, h head, src []byte, short, long uint8) error {
	if c.here(rank) {
		copy(bytesAt(&c.seg, rank-c.Rank(), h.args[0], len(src)), src)
		if short == shortSignal {
			atomic.StoreUint64(wordAt(&c.seg, rank-c.Rank(), h.args[2]), h.args[3])
			wake(controlAt(&c.seg, rank-c.Rank()))
		}
		return nil
	}
	if len(src) <= maxPayload {
		h.what = short
		return c.postCounted(rank, h, src)
	}
	c.moves.open[rank].Add(1)
	h.what, h.tag, h.length = long, c.moves.tag(0), uint64(len(src))
	if err := c.post(rank, h, nil); err != nil {
		return lost(err)
	}
	return lost(c.transfer(rank, func() (request, bool, error) {
		return c.lib.beginSend(rank, h.tag, first(src), len(src))
	}, src))
}

// mostOpen is how many puts, signals and accumulations to one image may be on their way: libraries keep what comes faster than it is taken, without a bound of their own.
const mostOpen = 256

// postCounted posts a message that will be acknowledged, when there are not too many that are not yet.
func (c *Conduit) postCounted(rank int, h head, payload []byte) error {
	open := &c.moves.open[rank]
	if open.Load() >= mostOpen {
		if err := c.wait(rank, func() bool { return open.Load() < mostOpen/2 }); err != nil {
			return lost(err)
		}
	}
	open.Add(1)
	return lost(c.post(rank, h, payload))
}

// lost makes no error of what was sent to an image that is gone.
func lost(err error) error {
	if err == conduit.ErrGone {
		return nil
	}
	return err
}

// transfer is a long transfer of this image's own, from begin to end.
func (c *Conduit) transfer(rank int, begin func() (request, bool, error), memory []byte) error {
	defer runtime.KeepAlive(memory)
	var r request
	var failure error
	err := c.wait(rank, func() bool {
		var begun bool
		r, begun, failure = begin()
		return begun || failure != nil
	})
	if err == nil && failure == nil {
		err = c.wait(rank, func() bool {
			var ended bool
			ended, failure = c.lib.done(r)
			return ended || failure != nil
		})
	}
	if failure != nil {
		return failure
	}
	return err
}

// spinsBeforeIdle is how often a wait for the network looks before it sleeps between looks.
const spinsBeforeIdle = 2000

// wait polls until ready, or rank is gone.
func (c *Conduit) wait(rank int, ready func() bool) error {
	for spins := 0; !ready(); spins++ {
		switch {
		case c.Poll():
			spins = 0
		case c.gone(rank):
			return conduit.ErrGone
		case spins < spinsBeforeIdle:
			c.Yield()
		default:
			c.Idle(func() bool { return false }, longRest)
		}
	}
	return nil
}

func (c *Conduit) Get(rank int, offset uint64, dst []byte) error {
	if c.here(rank) {
		copy(dst, bytesAt(&c.seg, rank-c.Rank(), offset, len(dst)))
		return nil
	}
	if c.lib.direct {
		return c.transfer(rank, func() (request, bool, error) { return c.lib.get(rank, offset, first(dst), len(dst)) }, dst)
	}
	if len(dst) > maxPayload {
		h := head{what: longGet, tag: c.moves.tag(1), args: [4]uint64{offset}, length: uint64(len(dst))}
		asked := false
		return c.transfer(rank, func() (request, bool, error) {
			r, begun, err := c.lib.beginReceive(rank, h.tag, first(dst), len(dst))
			if begun && !asked {
				asked = true
				err = c.post(rank, h, nil)
			}
			return r, begun, err
		}, dst)
	}
	return c.ask(rank, head{what: shortGet, args: [4]uint64{offset, 0, uint64(len(dst))}}, dst)
}

// ask posts a question and waits for its answer, which goes to dst. The question's second argument becomes its id.
func (c *Conduit) ask(rank int, h head, dst []byte) error {
	g, err := c.begin(rank, h, nil, dst)
	if err != nil {
		return err
	}
	return c.answer(g)
}

// begin posts a question. answer must follow.
func (c *Conduit) begin(rank int, h head, payload, dst []byte) (*get, error) {
	m := &c.moves
	m.mu.Lock()
	m.next++
	g := &get{rank: rank, id: m.next, dst: dst}
	m.gets[g.id] = g
	m.mu.Unlock()
	h.args[1] = g.id
	err := c.post(rank, h, payload)
	if err != nil {
		c.forget(g)
	}
	return g, err
}

func (c *Conduit) answer(g *get) error {
	err := c.wait(g.rank, g.done.Load)
	c.forget(g)
	if err == nil && g.failure != 0 {
		err = g.failure
	}
	return err
}

// forget: nothing touches the destination afterwards.
func (c *Conduit) forget(g *get) {
	c.moves.mu.Lock()
	delete(c.moves.gets, g.id)
	c.moves.mu.Unlock()
}

// Flush waits until all puts, signals and accumulations to rank, or all ranks, are acknowledged. What an image that is gone has not acknowledged is lost.
func (c *Conduit) Flush(rank int) error {
	for k := range c.moves.open {
		open := &c.moves.open[k]
		if (rank == k || rank == conduit.AllRanks) && open.Load() != 0 {
			if c.wait(k, func() bool { return open.Load() == 0 }) != nil {
				open.Store(0)
			}
		}
		if c.lib.direct && (rank == k || rank == conduit.AllRanks) {
			if err := c.flushDirect(k); err != nil {
				return err
			}
		}
	}
	return nil
}

// moved handles a message of this file. handling is held.
func (c *Conduit) moved(source int, h head, payload []byte) {
	switch h.what {
	case shortPut, shortSignal:
		c.place(h, payload)
		c.complete(source, h)
	case shortGet:
		c.reply(source, head{what: gotten, args: [4]uint64{0, h.args[1]}}, c.seg.Bytes(h.args[0], int(h.args[2])))
	case wordOperation:
		c.operate(source, h)
	case foreignGet, foreignPut:
		c.copyForeign(source, h, payload)
	case accumulation:
		conduit.CombineAtomic(c.seg.Bytes(h.args[0], len(payload)), payload, conduit.Kind(h.args[1]), conduit.ReduceOp(h.args[2]))
		c.reply(source, head{what: acknowledged}, nil)
	case gotten:
		c.moves.mu.Lock()
		if g := c.moves.gets[h.args[1]]; g != nil {
			copy(g.dst, payload)
			g.failure = syscall.Errno(h.args[2])
			g.done.Store(true)
		}
		c.moves.mu.Unlock()
	case acknowledged:
		c.moves.open[source].Add(-1)
	case beat:
		if c.ring != nil {
			c.ring.silent.Store(0)
		}
	case ended:
		c.noteEnded(source, h)
	case longPut, longSignal:
		c.start(func() (request, bool, error) {
			return c.lib.beginReceive(source, h.tag, address(&c.seg, h.args[0]), int(h.length))
		}, func() { c.complete(source, h) })
	case longGet:
		c.start(func() (request, bool, error) {
			return c.lib.beginSend(source, h.tag, address(&c.seg, h.args[0]), int(h.length))
		}, func() {})
	}
}

// place puts the data of a short put where they belong.
func (c *Conduit) place(h head, data []byte) { copy(c.seg.Bytes(h.args[0], len(data)), data) }

// signal does what a signal does after its data are in place. Who waits for the word may sleep.
func (c *Conduit) signal(h head) {
	atomic.StoreUint64(c.seg.Word64(h.args[2]), h.args[3])
	c.Wake(c.Rank())
}

// complete ends a put or signal that has arrived.
func (c *Conduit) complete(source int, h head) {
	if h.what == shortSignal || h.what == longSignal {
		c.signal(h)
	}
	c.reply(source, head{what: acknowledged}, nil)
}

// start begins a transfer for another image, now or when there is room.
func (c *Conduit) start(begin func() (request, bool, error), then func()) {
	m := &c.moves
	attempt := func() bool {
		r, begun, err := begin()
		if begun {
			m.ends = append(m.ends, ending{r, then})
		}
		return begun || err != nil
	}
	if len(m.starts) > 0 || !attempt() {
		m.starts = append(m.starts, attempt)
	}
}

// advanceMoves begins and ends what other images have asked for. handling is held.
func (c *Conduit) advanceMoves() (busy bool) {
	m := &c.moves
	for len(m.starts) > 0 && m.starts[0]() {
		m.starts, busy = m.starts[1:], true
	}
	rest := m.ends[:0]
	for _, e := range m.ends {
		if ended, err := c.lib.done(e.request); ended {
			e.then()
			busy = true
		} else if err == nil {
			rest = append(rest, e)
		}
	}
	clear(m.ends[len(rest):])
	m.ends = rest
	return busy
}
