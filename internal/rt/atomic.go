package rt

import (
	"fmt"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
)

// Atomic does an operation on the word of 4 or 8 bytes at an offset of rank's slot and
// returns its value before. It is atomic with all others on the word.
func (w *World) Atomic(op conduit.AtomicOp, rank int, offset uint64, width int, operand,
	compare uint64) (old uint64, err error) {
	if err := w.checkWord(rank, offset, width); err != nil {
		return 0, err
	}
	switch {
	case !w.mapped:
		if op != conduit.AtomicStore {
			w.Look()
		}
		return w.atomicThere(op, rank, offset, width, operand, compare)
	case width == 4:
		return uint64(conduit.Apply32(w.word32(rank, offset), op, uint32(operand),
			uint32(compare))), nil
	}
	return conduit.Apply64(w.word64(rank, offset), op, operand, compare), nil
}

// Store writes the word of 4 or 8 bytes at an offset of rank's slot, atomically as Atomic. On
// another machine it takes effect later than the return, as a put does, in the order of this
// image's other atomic operations on other images.
func (w *World) Store(rank int, offset uint64, width int, value uint64) error {
	if w.mapped || rank == w.rank {
		_, err := w.Atomic(conduit.AtomicStore, rank, offset, width, value, 0)
		return err
	}
	if err := w.checkWord(rank, offset, width); err != nil {
		return err
	}
	return w.putDone(rank, w.Explain(rank, w.ops.Store(rank, offset, width, value)))
}

// checkWord says what is wrong with the place of a word.
func (w *World) checkWord(rank int, offset uint64, width int) error {
	if err := w.checkRank(rank); err != nil {
		return err
	}
	if width != 4 && width != 8 || offset%uint64(width) != 0 {
		return fmt.Errorf("%w: atomic operation on %d bytes at offset %#x", ErrAddress, width,
			offset)
	}
	return nil
}

// loadWord reads a word of 8 bytes of another image's slot.
func (w *World) loadWord(rank int, offset uint64) (uint64, error) {
	if w.mapped || rank == w.rank {
		return atomic.LoadUint64(w.word64(rank, offset)), nil
	}
	return w.atomicThere(conduit.AtomicLoad, rank, offset, 8, 0, 0)
}

// atomicThere is an atomic operation by the conduit.
func (w *World) atomicThere(op conduit.AtomicOp, rank int, offset uint64, width int, operand,
	compare uint64) (uint64, error) {
	old, err := w.ops.Atomic(rank, op, offset, width, operand, compare)
	if err != nil {
		err = w.Explain(rank, err)
	}
	return old, err
}
