//go:build cgo

package net

import (
	"cmp"
	"encoding/binary"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/bounce"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/order"
	"github.com/coral-pgas/coral/internal/conduit/net/progress"
	"github.com/coral-pgas/coral/internal/conduit/net/statistics"
)

// moves is the state of puts, gets and signals.
type moves struct {
	tags atomic.Uint32

	mu   sync.Mutex
	next uint64
	gets map[uint64]*get

	// Of transfers that other images have begun; under Conduit.handling.
	starts []func() bool // which found no room; true: has begun
	ends   []ending
	spare  []ending      // memory for the next ends
	later  []func() bool // what could not be done at once, in any order; true: has been
}

// get is a question that waits for its answer.
type get struct {
	rank    int
	id      uint64
	dst     []byte
	take    func(answer []byte) // takes the data from the answer; nil: they go to dst
	n       int                 // bytes that have come there
	failure syscall.Errno
	done    atomic.Bool
	fetched *conduit.Fetched // whoever began it does not wait; nil: waits for done
	then    func()           // of fetched
}

// ending is a long transfer of another image's that has begun here.
type ending struct {
	request  adapter.Request
	expected *expected        // whose request it is; nil: its own
	number   int              // of the put there
	came     bool             // it has ended
	fetched  *conduit.Fetched // a fetch of this image's own; nil: none
	then     func()
}

// tag is one for long data that nobody expects. Those of puts and those of gets differ by one: the
// first are chosen by who sends, the others by who receives, and between two images none is used
// twice.
func (m *moves) tag(get uint32) uint32 {
	return firstTag + (m.tags.Add(1)%((1<<20-firstTag)/2)<<1 | get)
}

func (c *Conduit) Put(rank int, offset uint64, src []byte) error {
	if c.here(rank) {
		copy(bytesAt(&c.seg, rank-c.Rank(), offset, len(src)), src)
		return nil
	}
	if len(src) == 0 {
		return nil
	}
	p := c.to(rank)
	c.lock(p)
	defer p.sending.Unlock()
	return c.putTo(rank, p, offset, src)
}

// putTo is Put to another machine. p.sending is held.
func (c *Conduit) putTo(rank int, p *peer, offset uint64, src []byte) error {
	if c.memory.Puts && len(src) >= directFrom {
		to, there, err := c.reach(rank, p, offset, len(src))
		if err != nil {
			return lost(err)
		}
		if there {
			return c.putDirect(rank, p, to, offset, src)
		}
	}
	if err := c.sendLent(rank, p); err != nil {
		return err
	}
	if len(src) <= recordMost {
		return c.putShort(rank, p, offset, src)
	}
	return c.put(rank, p, message.Head{Args: [4]uint64{offset}}, src, message.ShortPut,
		message.LongPut)
}

// putShort writes a put in the batch, if there is a message to write in. p.sending is held, and
// nothing is collected.
func (c *Conduit) putShort(rank int, p *peer, offset uint64, src []byte) error {
	behind, err := c.behind(rank, p, offset, len(src))
	if err != nil {
		return err
	}
	data, err := c.record(rank, p, offset, 0, len(src), behind)
	if err != nil {
		return err
	}
	if data == nil {
		return c.put(rank, p, message.Head{Args: [4]uint64{offset}}, src, message.ShortPut,
			message.LongPut)
	}
	c.onItsWay(p, offset, len(src), p.batch.behind)
	copy(data, src)
	p.batch.puts = true
	c.statistics.Put(statistics.Copied, 1, len(src))
	return nil
}

// before is what must be done before a message changes n bytes: it says whether it must come behind
// long puts. p.sending is held.
func (c *Conduit) before(rank int, p *peer, offset uint64, n int) (behind bool, err error) {
	if behind, err = c.behind(rank, p, offset, n); err == nil {
		c.onItsWay(p, offset, n, behind)
	}
	return behind, err
}

// onItsWay notes that the next message changes n bytes. One that must wait for long puts is what
// others must wait for, as long as these are on their way. p.sending is held.
func (c *Conduit) onItsWay(p *peer, offset uint64, n int, behind bool) {
	if behind {
		p.long.Add(offset, n)
	}
	c.other(p, offset, n)
}

// other notes that the next message changes n bytes, or tells of data that do, and that none of it
// is expected. p.sending is held.
func (c *Conduit) other(p *peer, offset uint64, n int) {
	if c.memory.Direct() || p.agreed.noted {
		p.others.Begin(&p.Counters, offset, n)
	}
}

func (c *Conduit) PutSignal(rank int, offset uint64, src []byte, word uint64, value uint64) error {
	if c.here(rank) {
		copy(bytesAt(&c.seg, rank-c.Rank(), offset, len(src)), src)
		atomic.StoreUint64(wordAt(&c.seg, rank-c.Rank(), word), value)
		c.seg.Wake(rank - c.Rank())
		return nil
	}
	p := c.to(rank)
	c.lock(p)
	defer p.sending.Unlock()
	if err := c.sendLent(rank, p); err != nil {
		return err
	}
	if len(src) <= signalMost {
		done, err := c.signalShort(rank, p, offset, src, word, value)
		if done || err != nil {
			return err
		}
	}
	if err := c.sendBatch(rank, p); err != nil {
		return err
	}
	return c.put(rank, p, message.Head{Args: [4]uint64{offset, 0, word, value}}, src,
		message.ShortSignal, message.LongSignal)
}

// signalMost is how long data may be that go in the batch with their signal.
const signalMost = recordMost - 2*recordHead - 16

// signalShort writes a put with a signal into the batch, behind what is written there, and sends
// it; false: there is no message to write in. p.sending is held, and nothing is collected.
func (c *Conduit) signalShort(rank int, p *peer, offset uint64, src []byte, word,
	value uint64) (bool, error) {
	behind, err := c.behind(rank, p, word, 8)
	if err != nil {
		return false, err
	}
	if len(src) > 0 {
		late, err := c.behind(rank, p, offset, len(src))
		if err != nil {
			return false, err
		}
		behind = behind || late
		data, err := c.record(rank, p, offset, 0, len(src), behind)
		if data == nil || err != nil {
			return false, err
		}
		c.onItsWay(p, offset, len(src), p.batch.behind)
		copy(data, src)
		c.statistics.Put(statistics.Copied, 1, len(src))
	}
	data, err := c.record(rank, p, word, recordStore, 8, behind)
	if data == nil || err != nil {
		return false, err
	}
	c.onItsWay(p, word, 8, p.batch.behind)
	binary.LittleEndian.PutUint64(data, value)
	return true, c.sendBatch(rank, p)
}

// put sends data in the message or beside it. p.sending is held.
func (c *Conduit) put(rank int, p *peer, h message.Head, src []byte, short,
	long uint8) (err error) {
	// first: the number of the message decides until when the put is on its way
	if err := c.sendBatch(rank, p); err != nil {
		return err
	}
	if h.Behind, err = c.behind(rank, p, h.Args[0], len(src)); err != nil {
		return err
	}
	isSignal := short == message.ShortSignal
	if isSignal {
		behind, err := c.behind(rank, p, h.Args[2], 8)
		if err != nil {
			return err
		}
		h.Behind = h.Behind || behind
		c.onItsWay(p, h.Args[2], 8, h.Behind)
	}
	var place *agreed
	if len(src) > message.MaxPayload {
		place = p.expects(h.Args[0], len(src))
	}
	if len(src) <= message.MaxPayload {
		c.onItsWay(p, h.Args[0], len(src), h.Behind)
		c.statistics.Put(statistics.Copied, 1, len(src))
		h.What = short
		return c.message(rank, p, !isSignal, h, src)
	}
	h.What, h.Length = long, uint64(len(src))
	if isSignal {
		p.long.Begin(&p.Counters, h.Args[2], 8)
	}
	tell := func() error { return c.message(rank, p, !isSignal, h, nil) }
	if place != nil {
		h.Tag = place.tag
		place.told(p)
		return c.sendLong(rank, h.Tag, src, tell)
	}
	h.Tag = c.moves.tag(0)
	c.beside(p, h.Args[0], len(src))
	if err := tell(); err != nil {
		return err
	}
	return c.sendLong(rank, h.Tag, src, nothing)
}

// sendLong sends long data, of their copy where there is room for it, and calls a function in
// between, when they are on their way.
func (c *Conduit) sendLong(rank int, tag uint32, src []byte, meanwhile func() error) error {
	if c.bounce.Fits(len(src)) {
		c.statistics.Put(statistics.Bounced, 1, len(src))
		if err := c.sendBounced(rank, tag, len(src),
			func(memory []byte) { copy(memory, src) }); err != nil {
			return lost(err)
		}
		return meanwhile()
	}
	c.statistics.Put(statistics.ZeroCopy, 1, len(src))
	c.under.Add(1)
	defer c.under.Add(-1)
	return lost(c.carryAnd(rank,
		func() (adapter.Request, bool,
			error) {
			return c.lib.BeginSend(rank, tag, first(src), len(src))
		},
		src, meanwhile))
}

// sendBounced sends n bytes that a function writes in the bounce buffer, when others have left it.
func (c *Conduit) sendBounced(rank int, tag uint32, n int, write func(memory []byte)) error {
	var s *bounce.Send
	var memory []byte
	err := c.wait(rank, func() bool {
		s, memory = c.bounce.Reserve(n)
		return s != nil
	})
	if err != nil {
		return err
	}
	write(memory)
	r, err := c.start(rank, func() (adapter.Request, bool, error) {
		return c.lib.BeginSend(rank, tag, first(memory), len(memory))
	})
	c.moving.Add(1)
	c.bounce.Begun(s, r) // without a request, after an error, it has ended
	return err
}

// lost makes no error of what was sent to an image that is gone.
func lost(err error) error {
	if err == conduit.ErrGone {
		return nil
	}
	return err
}

// transfer is a long transfer of this image's own, from begin to end.
func (c *Conduit) transfer(rank int, begin func() (adapter.Request, bool, error),
	memory []byte) error {
	c.under.Add(1)
	defer c.under.Add(-1)
	return c.carry(rank, begin, memory)
}

// carry is transfer of what changes nothing.
func (c *Conduit) carry(rank int, begin func() (adapter.Request, bool, error),
	memory []byte) error {
	return c.carryAnd(rank, begin, memory, nothing)
}

// nothing is what is to be done while a transfer is under way, where nothing is.
func nothing() error { return nil }

// carryAnd is carry, and calls a function as soon as the transfer has begun.
func (c *Conduit) carryAnd(rank int, begin func() (adapter.Request, bool, error), memory []byte,
	meanwhile func() error) error {
	defer runtime.KeepAlive(memory)
	r, err := c.start(rank, begin)
	if err != nil {
		return err
	}
	c.moving.Add(1)
	return cmp.Or(meanwhile(), c.end(rank, r))
}

// short is a transfer of at most shortMost bytes. It needs no more looks at the network than what
// waits for a message, and gives others the processor as that does: the target may be there.
func (c *Conduit) short(rank int, begin func() (adapter.Request, bool, error),
	memory []byte) error {
	defer runtime.KeepAlive(memory)
	r, err := c.start(rank, begin)
	if err != nil {
		return err
	}
	return c.await(rank, r)
}

// shortMost is how many bytes a library moves in one packet of its own, as a rule.
const shortMost = 8 << 10

// end waits for a transfer that has begun, which moving counts.
func (c *Conduit) end(rank int, r adapter.Request) error {
	defer c.moving.Add(-1)
	return c.await(rank, r)
}

// await waits for a transfer that has begun.
func (c *Conduit) await(rank int, r adapter.Request) error {
	var failure error
	ended := false
	err := c.waitLooking(rank, func() bool {
		if !ended {
			ended, failure = c.lib.Done(r)
		}
		return ended || failure != nil
	}, func() (busy bool) {
		busy, ended = c.pollSoon(r)
		return busy
	})
	if failure != nil {
		return failure
	}
	return err
}

// start begins a transfer as soon as there is room.
func (c *Conduit) start(rank int, begin func() (adapter.Request, bool, error)) (r adapter.Request,
	err error) {
	var failure error
	err = c.wait(rank, func() bool {
		var begun bool
		r, begun, failure = begin()
		return begun || failure != nil
	})
	if failure != nil {
		return r, failure
	}
	return r, err
}

// spinsBeforeIdle is how often a wait for the network looks before it sleeps between looks.
const spinsBeforeIdle = 2000

// pollsBeforeYield is how often it looks before others may have the processor: a look takes a
// microsecond, a message some.
const pollsBeforeYield = 8

// wait polls until ready, or rank is gone.
func (c *Conduit) wait(rank int, ready func() bool) error {
	return c.waitLooking(rank, ready, c.PollSoon)
}

// waitLooking is wait with a poll of the caller's.
func (c *Conduit) waitLooking(rank int, ready, poll func() bool) error {
	for spins := 0; !ready(); spins++ {
		switch {
		case poll():
			spins = 0
		case c.gone(rank):
			return conduit.ErrGone
		case spins < spinsBeforeIdle:
			if spins%pollsBeforeYield == pollsBeforeYield-1 {
				c.Yield()
			}
		default:
			c.Idle(func() bool { return false }, progress.LongRest)
		}
	}
	return nil
}

// longAnswer is from how many bytes on the answer to a get is a transfer: its receive is posted
// before the question is sent, nothing is copied, and the image that sends it looks at the network
// until it has left. That image does not look after a message which the library has taken. By TCP a
// get of 64 KiB took 274 µs with libfabric 1.17 when it was answered by a message, and takes 39;
// from an image that computes it took 285 to 990 µs with Open MPI 4.1 and MPICH 4.0, and takes 95.
// The least length for which that holds is not known: 16 KiB is a guess.
const longAnswer = 16 << 10

// longGet asks for n bytes, for which a receive has been posted.
func (c *Conduit) longGet(behind bool, offset uint64, n int) message.Head {
	return message.Head{What: message.LongGet, Behind: behind, Tag: c.moves.tag(1),
		Args: [4]uint64{offset}, Length: uint64(n)}
}

// Get sees what this image has put there before.
func (c *Conduit) Get(rank int, offset uint64, dst []byte) error {
	if c.here(rank) {
		copy(dst, bytesAt(&c.seg, rank-c.Rank(), offset, len(dst)))
		return nil
	}
	behind, direct, err := c.place(rank, offset, len(dst))
	if err != nil {
		return err
	}
	if direct && c.memory.Gets(len(dst)) {
		from, there, err := c.locate(rank, offset, len(dst))
		if err != nil {
			return err
		}
		if there {
			c.statistics.Get(statistics.Direct, 1, len(dst))
			get := func() (adapter.Request, bool, error) {
				return c.lib.Get(rank, from, first(dst), len(dst))
			}
			if len(dst) <= shortMost {
				c.under.Add(1)
				defer c.under.Add(-1)
				return c.short(rank, get, dst)
			}
			return c.transfer(rank, get, dst)
		}
	}
	if len(dst) >= longAnswer {
		c.statistics.Get(statistics.ZeroCopy, 1, len(dst))
		h := c.longGet(behind, offset, len(dst))
		asked := false
		return c.transfer(rank, func() (adapter.Request, bool, error) {
			r, begun, err := c.lib.BeginReceive(rank, h.Tag, first(dst), len(dst))
			if begun && !asked {
				asked = true
				err = c.post(rank, h, nil)
			}
			return r, begun, err
		}, dst)
	}
	c.statistics.Get(statistics.Copied, 1, len(dst))
	return c.question(rank, message.Head{What: message.ShortGet, Behind: behind,
		Args: [4]uint64{offset, 0, uint64(len(dst))}}, dst)
}

// place says how an operation may be done that sees n bytes of rank's memory as this image has left
// them: directly, or by a message, perhaps behind long puts.
func (c *Conduit) place(rank int, offset uint64, n int) (behind, direct bool, err error) {
	p := c.peers[rank].Load()
	if p == nil {
		return false, c.memory.Direct(), nil
	}
	c.lock(p)
	defer p.sending.Unlock()
	if err := c.sendBatch(rank, p); err != nil {
		return false, false, err
	}
	behind, err = c.behind(rank, p, offset, n)
	return behind, c.memory.Direct() && !behind && !p.others.MayTouch(&p.Counters, offset, n), err
}

// question posts a question and waits for its answer, which goes to dst. The question's second
// argument becomes its id.
func (c *Conduit) question(rank int, h message.Head, dst []byte) error {
	g, err := c.begin(rank, h, nil, dst)
	if err != nil {
		return err
	}
	return c.answer(g)
}

// begin posts a question. answer must follow.
func (c *Conduit) begin(rank int, h message.Head, payload, dst []byte) (*get, error) {
	return c.beginGet(&get{rank: rank, dst: dst}, h, payload)
}

// beginGet posts the question of a get, and gives it its name.
func (c *Conduit) beginGet(g *get, h message.Head, payload []byte) (*get, error) {
	c.name(g)
	h.Args[1] = g.id
	err := c.post(g.rank, h, payload)
	if err != nil {
		c.forget(g)
	}
	return g, err
}

// name gives a get the name by which its answer finds it.
func (c *Conduit) name(g *get) {
	m := &c.moves
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next++
	g.id = m.next
	if g.fetched != nil {
		g.fetched.ID = g.id
	}
	m.gets[g.id] = g
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
func (c *Conduit) forget(g *get) { c.forgetID(g.id) }

func (c *Conduit) forgetID(id uint64) {
	c.moves.mu.Lock()
	defer c.moves.mu.Unlock()
	if g := c.moves.gets[id]; g != nil {
		c.drop(g)
	}
}

// moved handles a message of this file, now or when it may. handling is held.
func (c *Conduit) moved(source int, h message.Head, payload []byte) {
	if !c.reorder.Defer(source, h, payload) {
		c.handle(source, h, payload, false)
	}
}

// handle does what a message says; waited: it has had to wait for others.
func (c *Conduit) handle(source int, h message.Head, payload []byte, waited bool) {
	switch h.What {
	case message.ShortPut, message.ShortSignal:
		copy(c.seg.Bytes(h.Args[0], len(payload)), payload)
		c.complete(h)
	case message.Records:
		c.knownComplete(source, h.Args[2]) // before anybody sees what the records change
		c.handleRecords(source, payload, waited)
		c.noteHandled(source, h.Args[1])
		if h.Args[0] != 0 {
			c.moved(source, message.Head{What: message.Completion, Behind: true,
				Args: [4]uint64{h.Args[0]}}, nil)
		}
	case message.Addition:
		atomic.AddUint64(c.seg.Word64(h.Args[2]), h.Args[3])
		c.Wake(c.Rank())
	case message.Completion:
		c.Reply(source, message.Head{What: message.Completed, Args: [4]uint64{h.Args[0]}}, nil)
	case message.Completed:
		c.completed(source, h)
	case message.ShortGet:
		c.Reply(source, message.Head{What: message.Gotten, Args: [4]uint64{0, h.Args[1]}},
			c.seg.Bytes(h.Args[0], int(h.Args[2])))
	case message.PiecesGet:
		c.givePieces(source, h, payload)
	case message.WordOperation:
		c.operate(source, h)
	case message.KeyAsked:
		c.tellKey(source, h)
	case message.ForeignGet, message.ForeignPut:
		c.copyForeign(source, h, payload)
	case message.Accumulation:
		c.accumulated(source, h, payload, waited)
	case message.Gotten:
		c.endGet(h.Args[1], syscall.Errno(h.Args[2]), payload)
	case message.GottenEach:
		c.gottenEach(payload)
	case message.Expecting:
		c.to(source).agreed.set(h.Tag, &agreed{offset: h.Args[0], n: int(h.Length), tag: h.Tag})
	case message.Unexpecting:
		c.leaveUnexpected(source, h.Tag)
	case message.NotTold:
		c.notTold(source, h.Tag)
	case message.Exchange:
		c.exchangeTold(source, h, payload)
	case message.Heartbeat:
		c.ring.Heard()
	case message.Ended:
		c.noteEnded(source, h)
	case message.QuiescenceRound, message.ReportWanted, message.ReportAsked, message.Report,
		message.AbortReason,
		message.Abort:
		c.quiescence.Handle(source, h, payload)
	case message.LongPut, message.LongSignal:
		put := c.reorder.Enter(source, waited)
		c.receiveLong(source, h.Tag, h.Args[0], int(h.Length), func() {
			c.complete(h)
			c.leave(source, put)
		})
	case message.LongPuts:
		c.receiveLent(source, h, payload, c.reorder.Enter(source, waited))
	case message.LongGet:
		c.serve(func() (adapter.Request, bool, error) {
			return c.lib.BeginSend(source, h.Tag, c.seg.Address(h.Args[0]), int(h.Length))
		}, func() {})
	}
}

// leave notes the end of a long put, and handles what has waited for it. handling is held.
func (c *Conduit) leave(source int, put *order.Entry) {
	c.reorder.Leave(source, put, func(h message.Head, payload []byte) {
		c.handle(source, h, payload, true)
	})
}

// complete ends a put that has arrived: a signal is written after its data are in place. Who waits
// for the word may sleep.
func (c *Conduit) complete(h message.Head) {
	if h.What == message.ShortSignal || h.What == message.LongSignal {
		atomic.StoreUint64(c.seg.Word64(h.Args[2]), h.Args[3])
		c.Wake(c.Rank())
	}
}

// serve begins a transfer for another image, now or when there is room.
func (c *Conduit) serve(begin func() (adapter.Request, bool, error), then func()) {
	m := &c.moves
	attempt := func() bool {
		r, begun, err := begin()
		if begun {
			m.ends = append(m.ends, ending{request: r, then: then})
			c.moving.Add(1)
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
	if len(c.holds) > 0 {
		busy = c.advanceHolds()
	}
	for len(m.starts) > 0 && m.starts[0]() {
		m.starts, busy = m.starts[1:], true
	}
	if len(m.later) > 0 {
		m.later = slices.DeleteFunc(m.later, func(attempt func() bool) bool { return attempt() })
	}
	before := m.ends
	m.ends = m.spare[:0] // the end of one may begin others
	for _, e := range before {
		ended, err := c.hasEnded(e)
		if !ended && err == nil {
			m.ends = append(m.ends, e)
			continue
		}
		c.moving.Add(-1)
		if err != nil && e.fetched != nil {
			e.fetched.Fail(err)
			ended = true
		}
		if ended {
			e.then()
			busy = true
			if e.expected != nil {
				c.expectAgain(e.expected)
			}
		}
	}
	clear(before)
	m.spare = before
	if !c.bounce.Empty() {
		sent := c.bounce.Release(c.lib.Done)
		c.moving.Add(-int32(sent))
		busy = busy || sent > 0
	}
	return busy
}

// hasEnded says whether a transfer of another image's has ended. handling is held.
func (c *Conduit) hasEnded(e ending) (bool, error) {
	if e.expected != nil {
		return c.expectedCame(e)
	}
	return c.lib.Done(e.request)
}
