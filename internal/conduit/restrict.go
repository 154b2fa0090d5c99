package conduit

// Restrict is c without the capabilities given: what it hides is done by the
// reference implementation. Tests use it to try that on every conduit, and it
// shows what a refinement is worth.
func Restrict(c Conduit, hide Capability) Conduit {
	return restricted{c, c.Capabilities() &^ hide}
}

type restricted struct {
	Conduit
	has Capability
}

func (r restricted) Capabilities() Capability { return r.has }

func (r restricted) Segment() *Segment {
	s := *r.Conduit.Segment()
	if r.has&CapMapped == 0 {
		s.Window = nil
	}
	return &s
}

// Hides marks a conduit that has more than it says.
func (restricted) Hides() {}

// The optional interfaces are all there, but callers ask Capabilities first.

func (r restricted) Mapped(rank int) bool {
	return r.has&CapMapped != 0 && r.Conduit.(Mapper).Mapped(rank)
}

func (r restricted) Put(rank int, offset uint64, src []byte) error {
	return r.Conduit.(Mover).Put(rank, offset, src)
}

func (r restricted) Get(rank int, offset uint64, dst []byte) error {
	return r.Conduit.(Mover).Get(rank, offset, dst)
}

func (r restricted) PutStrided(rank int, remote Section, src []byte, local Section) error {
	return r.Conduit.(Strider).PutStrided(rank, remote, src, local)
}

func (r restricted) GetStrided(rank int, remote Section, dst []byte, local Section) error {
	return r.Conduit.(Strider).GetStrided(rank, remote, dst, local)
}

func (r restricted) PutSignal(rank int, offset uint64, src []byte, word uint64,
	value uint64) error {
	return r.Conduit.(Signaler).PutSignal(rank, offset, src, word, value)
}

func (r restricted) Atomic(rank int, op AtomicOp, offset uint64, width int, operand,
	compare uint64) (uint64, error) {
	return r.Conduit.(Atomics).Atomic(rank, op, offset, width, operand, compare)
}

func (r restricted) Accumulate(rank int, offset uint64, src []byte, kind Kind, op ReduceOp) error {
	return r.Conduit.(Accumulator).Accumulate(rank, offset, src, kind, op)
}

func (r restricted) Post(rank int, word, add uint64) error {
	return r.Conduit.(FencedSignal).Post(rank, word, add)
}

func (r restricted) Store(rank int, offset uint64, width int, value uint64) error {
	return r.Conduit.(Storer).Store(rank, offset, width, value)
}

func (r restricted) Arrive(ranks []int) error {
	if a, is := r.Conduit.(RemoteCompletion); is {
		return a.Arrive(ranks)
	}
	return nil
}
