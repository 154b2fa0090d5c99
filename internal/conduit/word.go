package conduit

import "sync/atomic"

// Apply64 does op on the word and returns its value before.
func Apply64(word *uint64, op AtomicOp, operand, compare uint64) uint64 {
	switch op {
	case AtomicLoad:
		return atomic.LoadUint64(word)
	case AtomicStore:
		return atomic.SwapUint64(word, operand)
	case AtomicAdd:
		return atomic.AddUint64(word, operand) - operand
	case AtomicAnd:
		return atomic.AndUint64(word, operand)
	case AtomicOr:
		return atomic.OrUint64(word, operand)
	case AtomicXor:
		for {
			old := atomic.LoadUint64(word)
			if atomic.CompareAndSwapUint64(word, old, old^operand) {
				return old
			}
		}
	case AtomicCAS:
		for {
			if atomic.CompareAndSwapUint64(word, compare, operand) {
				return compare
			}
			if old := atomic.LoadUint64(word); old != compare {
				return old
			}
		}
	}
	panic("conduit: unknown atomic operation")
}

// Apply32 is Apply64 for a word of 4 bytes.
func Apply32(word *uint32, op AtomicOp, operand, compare uint32) uint32 {
	switch op {
	case AtomicLoad:
		return atomic.LoadUint32(word)
	case AtomicStore:
		return atomic.SwapUint32(word, operand)
	case AtomicAdd:
		return atomic.AddUint32(word, operand) - operand
	case AtomicAnd:
		return atomic.AndUint32(word, operand)
	case AtomicOr:
		return atomic.OrUint32(word, operand)
	case AtomicXor:
		for {
			old := atomic.LoadUint32(word)
			if atomic.CompareAndSwapUint32(word, old, old^operand) {
				return old
			}
		}
	case AtomicCAS:
		for {
			if atomic.CompareAndSwapUint32(word, compare, operand) {
				return compare
			}
			if old := atomic.LoadUint32(word); old != compare {
				return old
			}
		}
	}
	panic("conduit: unknown atomic operation")
}

// Changes says whether an operation that found old may have changed the word.
func (op AtomicOp) Changes(old, compare uint64) bool {
	return op != AtomicLoad && (op != AtomicCAS || old == compare)
}
