package conduit

// Operations is everything that the upper layer asks of a conduit besides
// Conduit itself, wherever each part comes from. See Complete.
type Operations struct {
	Mover
	Strider
	Signaler
	Atomics
	Accumulator
	FencedSignal
	Storer

	c         Conduit
	reference *reference
}

// Complete makes what a conduit does not have by itself. It prefers, for each
// part: the conduit's own; what can be said by other parts that are the conduit's
// own; active messages. It must be called once by every image, before any
// operation, since it installs handlers.
func Complete(c Conduit) Operations {
	o := Operations{c: c}
	has := c.Capabilities()
	// What changes the same memory takes effect in the order in which it has begun: by one means,
	// not by two that know nothing of each other.
	const together = CapMove | CapAtomic | CapAccumulate
	if has&together != together {
		has &^= together | CapStrided | CapPost | CapStore
	}
	const all = together | CapSignal
	if has&all != all {
		o.reference = newReference(c)
		o.Mover, o.Signaler = o.reference, o.reference
		o.Atomics, o.Accumulator = o.reference, o.reference
	}
	if has&CapMove != 0 {
		o.Mover = c.(Mover)
	}
	if has&CapAtomic != 0 {
		o.Atomics = c.(Atomics)
	}
	if has&CapAccumulate != 0 {
		o.Accumulator = c.(Accumulator)
	}
	switch {
	case has&CapSignal != 0:
		o.Signaler = c.(Signaler)
	case has&CapMove != 0 && has&CapAtomic != 0:
		o.Signaler = signalByParts{c, o.Mover, o.Atomics}
	}
	if has&CapPost != 0 {
		o.FencedSignal = c.(FencedSignal)
	} else {
		o.FencedSignal = postByParts{&Operations{c: c, reference: o.reference}, o.Atomics}
	}
	if has&CapStore != 0 {
		o.Storer = c.(Storer)
	} else {
		o.Storer = storeByAtomic{o.Atomics}
	}
	switch {
	case has&CapStrided != 0:
		o.Strider = c.(Strider)
	case has&CapMove != 0:
		o.Strider = stridedByRuns{o.Mover}
	default:
		o.Strider = o.reference
	}
	return o
}

// Flush is Conduit.Flush for all of the operations.
func (o *Operations) Flush(rank int) error {
	if err := o.c.Flush(rank); err != nil {
		return err
	}
	if o.reference != nil {
		return o.reference.flush(rank)
	}
	return nil
}

// signalByParts is a put, its completion, and an atomic store.
type signalByParts struct {
	c     Conduit
	mover Mover
	words Atomics
}

func (s signalByParts) PutSignal(rank int, offset uint64, src []byte, word uint64,
	value uint64) error {
	if len(src) > 0 {
		if err := s.mover.Put(rank, offset, src); err != nil {
			return err
		}
		if err := s.c.Flush(rank); err != nil {
			return err
		}
	}
	_, err := s.words.Atomic(rank, AtomicStore, word, 8, value, 0)
	return err
}

// storeByAtomic is the operation that returns the value before.
type storeByAtomic struct{ words Atomics }

func (s storeByAtomic) Store(rank int, offset uint64, width int, value uint64) error {
	_, err := s.words.Atomic(rank, AtomicStore, offset, width, value, 0)
	return err
}

// postByParts is the completion of all that was put, and an atomic addition.
type postByParts struct {
	all   *Operations
	words Atomics
}

func (p postByParts) Post(rank int, word, add uint64) error {
	if err := p.all.Flush(AllRanks); err != nil {
		return err
	}
	_, err := p.words.Atomic(rank, AtomicAdd, word, 8, add, 0)
	return err
}

// stridedByRuns moves a section as its contiguous runs.
type stridedByRuns struct{ mover Mover }

func (s stridedByRuns) PutStrided(rank int, remote Section, src []byte, local Section) error {
	return Runs(remote, local, func(r, l uint64, n int) error {
		return s.mover.Put(rank, r, src[l:l+uint64(n)])
	})
}

func (s stridedByRuns) GetStrided(rank int, remote Section, dst []byte, local Section) error {
	return Runs(remote, local, func(r, l uint64, n int) error {
		return s.mover.Get(rank, r, dst[l:l+uint64(n)])
	})
}
