package rt

import (
	"fmt"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
)

// Atomic does an operation on the word of 4 or 8 bytes at an offset of rank's slot and
// returns its value before. It is atomic with all others on the word.
func (w *World) Atomic(op conduit.AtomicOp, rank int, offset uint64, width int, operand, compare uint64) (old uint64, err error) {
	if err := w.checkRank(rank); err != nil {
		return 0, err
	}
	if width != 4 && width != 8 || offset%uint64(width) != 0 {
		return 0, fmt.Errorf("%w: atomic operation on %d bytes at offset %#x", ErrAddress, width, offset)
	}
	switch {
	case !w.mapped:
		if op != conduit.AtomicStore {
			w.Look()
		}
		return w.atomicThere(op, rank, offset, width, operand, compare)
	case width == 4:
		return uint64(conduit.Apply32(w.word32(rank, offset), op, uint32(operand), uint32(compare))), nil
	}
	return conduit.Apply64(w.word64(rank, offset), op, operand, compare), nil
}

// loadWord reads a word of 8 bytes of another image's slot.
func (w *World) loadWord(rank int, offset uint64) (uint64, error) {
	if w.mapped || rank == w.rank {
		return atomic.LoadUint64(w.word64(rank, offset)), nil
	}
	return w.atomicThere(conduit.AtomicLoad, rank, offset, 8, 0, 0)
}

// atomicThere is an atomic operation by the conduit.
func (w *World) atomicThere(op conduit.AtomicOp, rank int, offset uint64, width int, operand, compare uint64) (uint64, error) {
	old, err := w.ops.Atomic(rank, op, offset, width, operand, compare)
	if err != nil {
		err = w.explain(rank, err)
	}
	return old, err
}
