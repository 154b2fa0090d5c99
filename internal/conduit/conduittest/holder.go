package conduittest

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/coral-pgas/coral/internal/conduit"
)

// holder: all images add to everyone's words at once, by messages for which the target holds a
// lock, also with a value that is wanted and to every other word, and by turns under that lock
// themselves: get, add, put. None is lost.
func holder(im *Image) error {
	h, can := im.Conduit.(conduit.LockedAccumulator)
	if !can {
		return nil
	}
	const n, turns = 100, 40
	lock, data := im.heap, im.heap+64
	counter := data + 8*n
	sum := conduit.Change{Offset: data, Step: 8, Kind: conduit.Uint64, Operands: conduit.Uint64,
		Op: conduit.Sum, Lock: lock}
	even, odd, counts := sum, sum, sum
	even.Step = 16
	odd.Offset, odd.Step = data+8*(n-1), -16
	counts.Offset, counts.Before = counter, true
	ones := make([]byte, 8*n)
	for i := range n {
		binary.NativeEndian.PutUint64(ones[8*i:], 1)
	}
	last := make([]uint64, im.Size())
	for turn := range turns {
		for step := 1; step < im.Size(); step++ {
			rank := (im.Rank() + step) % im.Size()
			var err error
			switch turn % 4 {
			case 3:
				err = addUnderLock(im, rank, lock, data, n)
			case 2:
				if err = h.AccumulateHeld(rank, even, ones[:4*n], nil); err == nil {
					err = h.AccumulateHeld(rank, odd, ones[:4*n], nil)
				}
			default:
				err = h.AccumulateHeld(rank, sum, ones, nil)
			}
			if err != nil {
				return err
			}
			var was [8]byte
			if err := h.AccumulateHeld(rank, counts, ones[:8], was[:]); err != nil {
				return err
			}
			// Those of this image alone make it grow by one each turn.
			if v := binary.NativeEndian.Uint64(was[:]); turn > 0 && v <= last[rank] ||
				v < uint64(turn) || v >= uint64(turns*(im.Size()-1)) {
				return fmt.Errorf("turn %d: the counter of rank %d was %d, and %d before that",
					turn, rank, v, last[rank])
			} else {
				last[rank] = v
			}
		}
	}
	if err := im.ops.Flush(conduit.AllRanks); err != nil {
		return err
	}
	im.Barrier()
	own := im.Segment().Bytes(data, 8*n+8)
	for i := range n + 1 {
		if got, want := binary.NativeEndian.Uint64(own[8*i:]), uint64(
			turns*(im.Size()-1)); got != want {
			return fmt.Errorf("element %d is %d, want %d", i, got, want)
		}
	}
	return changes(im, h, lock, im.heap+4<<10)
}

// changes: what C makes of elements and operands of all types, as the value that is wanted and in
// place.
func changes(im *Image, h conduit.LockedAccumulator, lock, at uint64) error {
	for i, t := range []struct {
		kind, operands     conduit.Kind
		op                 conduit.ReduceOp
		was, operand, want any
	}{
		{conduit.Int8, conduit.Int32, conduit.Quotient, int8(-100), int32(1000), int8(0)},
		{conduit.Int8, conduit.Int8, conduit.Quotient, int8(-128), int8(-1), int8(-128)},
		{conduit.Uint8, conduit.Int32, conduit.Quotient, uint8(200), int32(-3), uint8(0xbe)}, // -66
		{conduit.Int16, conduit.Float32, conduit.Product, int16(-7), float32(0.5), int16(-3)},
		{conduit.Uint16, conduit.Float64, conduit.Difference, uint16(65535), float64(0.25),
			uint16(65534)},
		{conduit.Int32, conduit.Uint32, conduit.Quotient, int32(-1), uint32(2),
			int32(math.MaxInt32)},
		{conduit.Int32, conduit.Float64, conduit.Sum, int32(math.MaxInt32 - 1), 0.75,
			int32(math.MaxInt32 - 1)},
		{conduit.Uint32, conduit.Int64, conduit.Quotient, uint32(math.MaxUint32), int64(-2),
			uint32(0x80000001)},
		{conduit.Int64, conduit.Uint64, conduit.Quotient, int64(-2), uint64(2),
			int64(math.MaxInt64)},
		// of float's precision, as in C
		{conduit.Int64, conduit.Float32, conduit.Sum, int64(1<<24 + 1), float32(1), int64(1 << 24)},
		{conduit.Uint64, conduit.Float64, conduit.Quotient, uint64(1 << 63), 2.0, uint64(1 << 62)},
		{conduit.Float32, conduit.Float64, conduit.Product, float32(3), 1.0 / 3, float32(1)},
		{conduit.Float32, conduit.Float64, conduit.Sum, float32(1), 1e-10, float32(1)},
		{conduit.Float64, conduit.Float64, conduit.Quotient, 1.0, 3.0, 1.0 / 3},
		{conduit.Complex64, conduit.Complex128, conduit.Product, complex64(1 + 2i), 3 - 1i,
			complex64(5 + 5i)},
		{conduit.Complex64, conduit.Float64, conduit.Quotient, complex64(1 + 2i), 4.0,
			complex64(0.25 + 0.5i)},
		{conduit.Complex64, conduit.Float32, conduit.Product, complex64(1 + 2i), float32(2),
			complex64(2 + 4i)},
		{conduit.Complex128, conduit.Float64, conduit.Difference, 1 + 2i, 4.0, -3 + 2i},
		{conduit.Complex128, conduit.Complex128, conduit.Quotient, 2 + 4i, 2i, 2 - 1i},
		{conduit.Bool, conduit.Int32, conduit.Sum, uint8(1), int32(1), uint8(1)},
		{conduit.Bool, conduit.Int32, conduit.And, uint8(1), int32(2), uint8(0)},
		{conduit.Bool, conduit.Float64, conduit.Product, uint8(1), math.Copysign(0, -1), uint8(0)},
		{conduit.Bool, conduit.Float32, conduit.Quotient, uint8(1), float32(256), uint8(1)},
	} {
		const many = 300 // more than are done at a time
		size := t.kind.Size()
		was, operand, want := native(t.was), native(t.operand), native(t.want)
		place, step := at, int64(3*size)
		var memory, operands []byte
		for range many {
			memory = append(append(memory, was...), make([]byte, 2*size)...)
			operands = append(operands, operand...)
		}
		change := conduit.Change{Offset: place, Step: step, Kind: t.kind, Operands: t.operands,
			Op: t.op, Lock: lock}
		if _, err := change.Check(len(operands)); err != nil {
			return err
		}
		copy(im.Segment().Bytes(place, len(memory)), memory)
		im.Barrier()
		value := make([]byte, size)
		if err := h.AccumulateHeld(im.next(), change, operand, value); err != nil ||
			string(value) != string(want) {
			return fmt.Errorf("change %d: the value is %v, want %v, %v", i, value, want, err)
		}
		change.Offset += uint64(step)
		if err := h.AccumulateHeld(im.next(), change, operands[len(operand):], nil); err != nil {
			return err
		}
		if err := im.ops.Flush(im.next()); err != nil {
			return err
		}
		im.Barrier()
		own := im.Segment().Bytes(place, len(memory))
		for k := range many {
			if from := k * 3 * size; string(own[from:from+size]) != string(want) ||
				string(own[from+size:from+3*size]) != string(memory[from+size:from+3*size]) {
				return fmt.Errorf("change %d, element %d: %v, want %v and what stood between", i, k,
					own[from:from+3*size], want)
			}
		}
		im.Barrier()
	}
	return nil
}

// native is a number as it lies in memory.
func native(v any) []byte {
	switch z := v.(type) {
	case complex64:
		v = []float32{real(z), imag(z)}
	case complex128:
		v = []float64{real(z), imag(z)}
	}
	b, err := binary.Append(nil, binary.NativeEndian, v)
	if err != nil {
		panic(err)
	}
	return b
}

// addUnderLock first completes what this image has told rank, which may wait for the lock.
func addUnderLock(im *Image, rank int, lock, data uint64, n int) error {
	if err := im.ops.Flush(conduit.AllRanks); err != nil {
		return err
	}
	for {
		old, err := im.ops.Atomic(rank, conduit.AtomicCAS, lock, 4, 1, 0)
		if err != nil {
			return err
		}
		if old == 0 {
			break
		}
		if !im.Poll() {
			im.Yield()
		}
	}
	words := make([]byte, 8*n)
	if err := im.ops.Get(rank, data, words); err != nil {
		return err
	}
	for i := range n {
		binary.NativeEndian.PutUint64(words[8*i:], binary.NativeEndian.Uint64(words[8*i:])+1)
	}
	if err := im.ops.Put(rank, data, words); err != nil {
		return err
	}
	if err := im.ops.Flush(rank); err != nil {
		return err
	}
	_, err := im.ops.Atomic(rank, conduit.AtomicStore, lock, 4, 0, 0)
	return err
}
