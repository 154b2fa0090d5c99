package conduit

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// Numbers of the reference implementation's handlers. Users of a conduit take
// numbers below.
const (
	FirstReferenceHandler = 246

	handlePut = FirstReferenceHandler + iota - 1
	handleGet
	handleSignal
	handleAtomic
	handleAccumulate
	handleDone
	handleData
	handlePutVector
	handleGetVector
)

// reference does puts, gets, signals, atomics and accumulates by active
// messages: the target's handler touches its own segment. Every request is
// answered; puts and accumulates do not wait for the answer until flush.
type reference struct {
	c       Conduit
	seg     *Segment
	next    atomic.Uint64
	mu      sync.Mutex
	pending map[uint64]*request
	// open counts, for each rank, puts and accumulates that are not answered.
	open []atomic.Int64
}

// request is what an answer finds when it comes back.
type request struct {
	rank  int
	dst   []byte // gets: where the data goes
	runs  Vector // gets of vectors: where in dst; N is 0 for others
	value uint64 // atomics: the value before
	left  int    // answers to come
	put   bool   // counted in open
	done  atomic.Bool
}

func newReference(c Conduit) *reference {
	r := &reference{c: c, seg: c.Segment(), pending: map[uint64]*request{},
		open: make([]atomic.Int64, c.Size())}
	c.Handle(handlePut, r.onPut)
	c.Handle(handleGet, r.onGet)
	c.Handle(handleSignal, r.onSignal)
	c.Handle(handleAtomic, r.onAtomic)
	c.Handle(handleAccumulate, r.onAccumulate)
	c.Handle(handleDone, r.onDone)
	c.Handle(handleData, r.onData)
	c.Handle(handlePutVector, r.onPutVector)
	c.Handle(handleGetVector, r.onGetVector)
	return r
}

// send sends a request. An image that is gone gets none.
func (r *reference) send(rank int, m Message) error {
	if err := r.c.Send(rank, m); !errors.Is(err, ErrGone) {
		return err
	}
	return nil
}

func (r *reference) begin(q *request) uint64 {
	id := r.next.Add(1)
	if q.put {
		r.open[q.rank].Add(1)
	}
	r.mu.Lock()
	r.pending[id] = q
	r.mu.Unlock()
	return id
}

// answered notes one answer; data, if any, belongs at offset at of dst.
func (r *reference) answered(id uint64, value uint64, at uint64, data []byte) {
	r.mu.Lock()
	q := r.pending[id]
	if q == nil {
		r.mu.Unlock()
		return // given up by wait
	}
	q.keep(at, data)
	q.value = value
	q.left--
	last := q.left == 0
	if last {
		delete(r.pending, id)
	}
	r.mu.Unlock()
	if last {
		if q.put {
			r.open[q.rank].Add(-1)
		}
		q.done.Store(true)
	}
}

// keep puts the data of an answer where it belongs.
func (q *request) keep(at uint64, data []byte) {
	if q.runs.N == 0 {
		copy(q.dst[min(at, uint64(len(q.dst))):], data)
		return
	}
	Unpack(q.dst, q.runs.B, q.runs.StepB, q.runs.N, data)
}

// wait polls until ready, or rank is gone. Answers come by this image's own polling
// or by its helper; either wakes it.
func (r *reference) wait(rank int, ready func() bool) error {
	for spins := 0; !ready(); spins++ {
		switch {
		case r.c.Poll():
			spins = 0
		case r.seg.Gone(rank):
			return ErrGone
		case spins < 200:
			r.c.Yield()
		default:
			r.c.Idle(ready, 10*time.Millisecond)
		}
	}
	return nil
}

// waitFor waits for the answer to a request. If none comes, the request is
// given up: nothing touches it afterwards.
func (r *reference) waitFor(id uint64, q *request) error {
	err := r.wait(q.rank, q.done.Load)
	if err != nil {
		r.mu.Lock()
		delete(r.pending, id)
		r.mu.Unlock()
	}
	return err
}

func (r *reference) flush(rank int) error {
	for k := range r.open {
		if (rank == k || rank == AllRanks) && r.open[k].Load() != 0 {
			// What an image that is gone has not answered is lost.
			if r.wait(k, func() bool { return r.open[k].Load() == 0 }) != nil {
				r.open[k].Store(0)
			}
		}
	}
	return nil
}

// pieces cuts n bytes into payloads.
func (r *reference) pieces(n, unit int) (size, count int) {
	size = r.c.MaxPayload() / unit * unit
	return size, (n + size - 1) / size
}

func (r *reference) Put(rank int, offset uint64, src []byte) error {
	size, count := r.pieces(len(src), 1)
	if count == 0 {
		return nil
	}
	id := r.begin(&request{rank: rank, left: count, put: true})
	for at := 0; at < len(src); at += size {
		m := Message{Handler: handlePut, Args: [4]uint64{id, offset + uint64(at)},
			Payload: src[at:min(at+size, len(src))]}
		if err := r.send(rank, m); err != nil {
			return err
		}
	}
	return nil
}

func (r *reference) onPut(m Arrived) {
	copy(r.seg.Bytes(m.Args[1], len(m.Payload)), m.Payload)
	m.Reply(Message{Handler: handleDone, Args: [4]uint64{m.Args[0]}})
}

func (r *reference) Get(rank int, offset uint64, dst []byte) error {
	size, count := r.pieces(len(dst), 1)
	if count == 0 {
		return nil
	}
	q := &request{rank: rank, dst: dst, left: count}
	id := r.begin(q)
	for at := 0; at < len(dst); at += size {
		n := min(size, len(dst)-at)
		m := Message{Handler: handleGet,
			Args: [4]uint64{id, offset + uint64(at), uint64(n), uint64(at)}}
		if err := r.send(rank, m); err != nil {
			return err
		}
	}
	return r.waitFor(id, q)
}

func (r *reference) onGet(m Arrived) {
	m.Reply(Message{
		Handler: handleData,
		Args:    [4]uint64{m.Args[0], 0, m.Args[3]},
		Payload: r.seg.Bytes(m.Args[1], int(m.Args[2])),
	})
}

// PutSignal waits for its data's completion first: messages may overtake each other.
func (r *reference) PutSignal(rank int, offset uint64, src []byte, word uint64,
	value uint64) error {
	if len(src) > r.c.MaxPayload() {
		if err := r.Put(rank, offset, src); err != nil {
			return err
		}
		if err := r.flush(rank); err != nil {
			return err
		}
		src = nil
	}
	id := r.begin(&request{rank: rank, left: 1, put: true})
	return r.send(rank, Message{Handler: handleSignal, Args: [4]uint64{id, offset, word, value},
		Payload: src})
}

func (r *reference) onSignal(m Arrived) {
	if len(m.Payload) > 0 {
		copy(r.seg.Bytes(m.Args[1], len(m.Payload)), m.Payload)
	}
	atomic.StoreUint64(r.seg.Word64(m.Args[2]), m.Args[3])
	m.Reply(Message{Handler: handleDone, Args: [4]uint64{m.Args[0]}})
}

func (r *reference) Atomic(rank int, op AtomicOp, offset uint64, width int, operand,
	compare uint64) (uint64, error) {
	q := &request{rank: rank, left: 1}
	id := r.begin(q)
	m := Message{Handler: handleAtomic,
		Args: [4]uint64{id<<16 | uint64(width)<<8 | uint64(op), offset, operand, compare}}
	if err := r.send(rank, m); err != nil {
		return 0, err
	}
	err := r.waitFor(id, q)
	return q.value, err
}

func (r *reference) onAtomic(m Arrived) {
	id, width, op := m.Args[0]>>16, m.Args[0]>>8&0xff, AtomicOp(m.Args[0]&0xff)
	var old uint64
	if width == 4 {
		old = uint64(Apply32(r.seg.Word32(m.Args[1]), op, uint32(m.Args[2]), uint32(m.Args[3])))
	} else {
		old = Apply64(r.seg.Word64(m.Args[1]), op, m.Args[2], m.Args[3])
	}
	m.Reply(Message{Handler: handleDone, Args: [4]uint64{id, old}})
}

func (r *reference) Accumulate(rank int, offset uint64, src []byte, kind Kind, op ReduceOp) error {
	size, count := r.pieces(len(src), kind.Size())
	if count == 0 {
		return nil
	}
	id := r.begin(&request{rank: rank, left: count, put: true})
	for at := 0; at < len(src); at += size {
		m := Message{
			Handler: handleAccumulate,
			Args:    [4]uint64{id, offset + uint64(at), uint64(kind), uint64(op)},
			Payload: src[at:min(at+size, len(src))],
		}
		if err := r.send(rank, m); err != nil {
			return err
		}
	}
	return nil
}

func (r *reference) onAccumulate(m Arrived) {
	CombineAtomic(r.seg.Bytes(m.Args[1], len(m.Payload)), m.Payload, Kind(m.Args[2]),
		ReduceOp(m.Args[3]))
	m.Reply(Message{Handler: handleDone, Args: [4]uint64{m.Args[0]}})
}

func (r *reference) onDone(m Arrived) { r.answered(m.Args[0], m.Args[1], 0, nil) }
func (r *reference) onData(m Arrived) { r.answered(m.Args[0], 0, m.Args[2], m.Payload) }
