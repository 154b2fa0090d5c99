package conduit

import (
	"fmt"
	"sync/atomic"
)

// Change says how elements of an image's memory change by operands (LockedAccumulator): element i
// becomes what it is, operation, operand i.
type Change struct {
	Offset uint64 // of the first element
	Step   int64  // bytes from one element to the next
	Kind   Kind   // of the elements
	// Operands is the kind of the operands, and that of the operation: elements are converted to
	// it, and back. Complex elements may have real operands, which have no imaginary part, not one
	// that is zero: such a factor scales both parts, such a summand leaves the imaginary one as it
	// is.
	Operands Kind
	Op       ReduceOp
	Before   bool   // the value that is wanted is that before the change
	Lock     uint64 // offset of the lock
}

// Check says whether there is such a change, and how many elements so many bytes of operands
// change.
func (c *Change) Check(operands int) (n int, err error) {
	if err := c.Op.Check(c.Operands); err != nil {
		return 0, err
	}
	complexes, scales := c.Kind == Complex64 || c.Kind == Complex128, c.Operands >= Float32 &&
		c.Operands <= Float64
	switch {
	case c.Kind > Bool || c.Operands == Bool || complexes != (c.Operands >= Complex64) &&
		!(complexes && scales),
		complexes && scales && (c.Op == Min || c.Op == Max):
		return 0, fmt.Errorf("elements of kind %d cannot be combined with those of kind %d: %v",
			c.Kind, c.Operands, c.Op)
	}
	return operands / c.Operands.Size(), nil
}

// Extent is where n elements lie: the first byte, and how many there are up to the last.
func (c *Change) Extent(n int) (low uint64, size int) {
	reach := int64(n-1) * c.Step
	if reach < 0 {
		return c.Offset + uint64(reach), int(-reach) + c.Kind.Size()
	}
	return c.Offset, int(reach) + c.Kind.Size()
}

// ApplyWhenFree applies a change in a rank's slot, which this image can write, as soon as it gets
// the lock there. cd's messages are handled meanwhile: who holds the lock gives it back by one,
// perhaps. An image that is gone may have left with the lock: then the change is lost, as what is
// put to it, and a value that is wanted will not come.
func (c *Change) ApplyWhenFree(cd Conduit, rank int, lock *uint32, slot, operands,
	value []byte) error {
	for !c.ApplyHeld(lock, slot, operands, value) {
		switch {
		case cd.Poll():
		case cd.Segment().Gone(rank) && value == nil:
			return nil
		case cd.Segment().Gone(rank):
			return ErrGone
		default:
			cd.Yield()
		}
	}
	return nil
}

// ApplyHeld applies a change in a slot while it holds the lock; false: somebody else does. value,
// if there is any, becomes the first element's.
func (c *Change) ApplyHeld(lock *uint32, slot, operands, value []byte) bool {
	if !atomic.CompareAndSwapUint32(lock, 0, 1) {
		return false
	}
	if c.Before {
		copy(value, slot[c.Offset:])
	}
	c.apply(slot, operands)
	if !c.Before {
		copy(value, slot[c.Offset:])
	}
	atomic.StoreUint32(lock, 0)
	return true
}

// apply combines in place what lies together and needs no conversion; all else some at a time,
// elsewhere.
func (c *Change) apply(slot, operands []byte) {
	const each, widest = 128, 16
	size, width := c.Kind.Size(), c.Operands.Size()
	middle := c.Operands
	if c.Kind != Bool && c.Kind >= Complex64 && middle < Complex64 {
		middle += Complex64 - Float32
	}
	if middle == c.Kind && c.Step == int64(size) {
		combineParts(slot[c.Offset:c.Offset+uint64(len(operands)/width*size)], operands, middle,
			c.Operands, c.Op)
		return
	}
	var kept, converted [each * widest]byte
	offset := c.Offset
	for n := 0; len(operands) > 0; operands = operands[n*width:] {
		n = min(each, len(operands)/width)
		packed := kept[:n*size]
		wide := packed
		Pack(packed, slot, offset, c.Step, size)
		if middle != c.Kind {
			wide = converted[:n*middle.Size()]
			convert(wide, middle, packed, c.Kind)
		}
		combineParts(wide, operands[:n*width], middle, c.Operands, c.Op)
		if middle != c.Kind {
			convert(packed, c.Kind, wide, middle)
		}
		Unpack(slot, offset, c.Step, size, packed)
		offset += uint64(int64(n) * c.Step)
	}
}

// combineParts is Combine, but that complex elements may have real operands.
func combineParts(a, b []byte, kind, operands Kind, op ReduceOp) {
	switch {
	case kind == operands:
		Combine(a, b, kind, op)
	case operands == Float32:
		combineReals(op, elements[float32](a), elements[float32](b))
	default:
		combineReals(op, elements[float64](a), elements[float64](b))
	}
}

// combineReals has two parts of a for each element of b.
func combineReals[T float32 | float64](op ReduceOp, a, b []T) {
	for i, v := range b {
		x, y := a[2*i], a[2*i+1]
		switch op {
		case Sum:
			x += v
		case Difference:
			x -= v
		case Product:
			x, y = x*v, y*v
		case Quotient:
			x, y = x/v, y/v
		}
		a[2*i], a[2*i+1] = x, y
	}
}

// convert gives elements another kind, as C does. Real numbers stay real, complex ones complex.
func convert(dst []byte, to Kind, src []byte, from Kind) {
	switch to {
	case Int8:
		convertTo(elements[int8](dst), src, from)
	case Int16:
		convertTo(elements[int16](dst), src, from)
	case Int32:
		convertTo(elements[int32](dst), src, from)
	case Int64:
		convertTo(elements[int64](dst), src, from)
	case Uint8:
		convertTo(elements[uint8](dst), src, from)
	case Uint16:
		convertTo(elements[uint16](dst), src, from)
	case Uint32:
		convertTo(elements[uint32](dst), src, from)
	case Uint64:
		convertTo(elements[uint64](dst), src, from)
	case Float32:
		convertTo(elements[float32](dst), src, from)
	case Float64:
		convertTo(elements[float64](dst), src, from)
	case Complex64:
		for i, z := range elements[complex128](src) {
			elements[complex64](dst)[i] = complex64(z)
		}
	case Complex128:
		for i, z := range elements[complex64](src) {
			elements[complex128](dst)[i] = complex128(z)
		}
	case Bool:
		truth(dst, src, from)
	}
}

func convertTo[D number](dst []D, src []byte, from Kind) {
	switch from {
	case Int8:
		convertEach(dst, elements[int8](src))
	case Int16:
		convertEach(dst, elements[int16](src))
	case Int32:
		convertEach(dst, elements[int32](src))
	case Int64:
		convertEach(dst, elements[int64](src))
	case Uint8, Bool:
		convertEach(dst, elements[uint8](src))
	case Uint16:
		convertEach(dst, elements[uint16](src))
	case Uint32:
		convertEach(dst, elements[uint32](src))
	case Uint64:
		convertEach(dst, elements[uint64](src))
	case Float32:
		convertEach(dst, elements[float32](src))
	case Float64:
		convertEach(dst, elements[float64](src))
	}
}

func convertEach[D, S number](dst []D, src []S) {
	for i, v := range src {
		dst[i] = D(v)
	}
}

// truth is conversion to bool: what is not zero is true. An element is zero if all its bits are, or
// all but the sign of a real number.
func truth(dst, src []byte, from Kind) {
	size := from.Size()
	for i := range dst {
		last, rest := src[i*size+size-1], byte(0)
		for _, b := range src[i*size : i*size+size-1] {
			rest |= b
		}
		if from == Float32 || from == Float64 {
			last &= 0x7f
		}
		dst[i] = 0
		if last|rest != 0 {
			dst[i] = 1
		}
	}
}
