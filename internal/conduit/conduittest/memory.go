package conduittest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
)

func mapped(im *Image) error {
	if im.Capabilities()&conduit.CapMapped == 0 {
		return nil
	}
	for rank := range im.Size() {
		if !im.Conduit.(conduit.Mapper).Mapped(rank) {
			return fmt.Errorf("rank %d is not mapped", rank)
		}
		atomic.StoreUint64(im.mappedWord(rank, im.heap+8*uint64(im.Rank())), uint64(1000+im.Rank()))
	}
	im.Barrier()
	for from := range im.Size() {
		if got := *im.Segment().Word64(im.heap + 8*uint64(from)); got != uint64(1000+from) {
			return fmt.Errorf("from rank %d: %d", from, got)
		}
	}
	return nil
}

// putGet: puts of all lengths at odd places change what they should and nothing else; gets bring it
// back.
func putGet(im *Image) error {
	const room = 200 << 10
	for _, n := range []int{0, 1, 7, 8, 639, 640, 641, 4095, 4097, 100_001} {
		offset := im.heap + 13
		want := payload(im.Rank(), im.next(), n)
		src := bytes.Clone(want)
		if err := im.ops.Put(im.next(), offset, src); err != nil {
			return err
		}
		clear(src)
		if err := im.ops.Flush(im.next()); err != nil {
			return err
		}
		got := make([]byte, n)
		if err := im.ops.Get(im.next(), offset, got); err != nil {
			return err
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("%d bytes come back different", n)
		}
		im.Barrier()
		before := (im.Rank() + im.Size() - 1) % im.Size()
		own := im.Segment().Bytes(im.heap, room)
		if !bytes.Equal(own[13:13+n], payload(before, im.Rank(), n)) {
			return fmt.Errorf("%d bytes have not arrived", n)
		}
		for i, b := range own {
			if b != 0 && (i < 13 || i >= 13+n) {
				return fmt.Errorf("a put of %d bytes changed byte %d", n, i-13)
			}
		}
		clear(own)
		im.Barrier()
	}
	return nil
}

// strided compares sections of random shape with the same done element by element.
func strided(im *Image) error {
	random := rand.New(rand.NewPCG(42, uint64(im.Rank())))
	slot := make([]byte, 64<<10)
	for range 25 {
		remote, local := randomSections(random)
		memory := payload(im.Rank(), 1, 16<<10)
		remote.Offset += im.heap
		if err := im.ops.PutStrided(im.next(), remote, memory, local); err != nil {
			return err
		}
		if err := im.ops.Flush(conduit.AllRanks); err != nil {
			return err
		}
		if err := im.ops.Get(im.next(), im.heap, slot); err != nil {
			return err
		}
		inSlot := remote
		inSlot.Offset -= im.heap
		for index := range elementsOf(remote.Extent) {
			r, l := position(inSlot, index), position(local, index)
			if !bytes.Equal(slot[r:r+remote.Elem], memory[l:l+remote.Elem]) {
				return fmt.Errorf("put %+v from %+v: element %v differs", inSlot, local, index)
			}
		}
		back := make([]byte, len(memory))
		if err := im.ops.GetStrided(im.next(), remote, back, local); err != nil {
			return err
		}
		for index := range elementsOf(remote.Extent) {
			l := position(local, index)
			if !bytes.Equal(back[l:l+local.Elem], memory[l:l+local.Elem]) {
				return fmt.Errorf("get %+v to %+v: element %v differs", inSlot, local, index)
			}
		}
	}
	return nil
}

// stridedLong is sections that take several messages, and runs that do: a matrix' columns, rows,
// and planes.
func stridedLong(im *Image) error {
	const side = 50 // elements of 8 bytes, in three dimensions, some of them
	array := func(first uint64, extent []int, stride ...int64) conduit.Section {
		return conduit.Section{Offset: first, Elem: 8, Extent: extent, Stride: stride}
	}
	for _, extent := range [][]int{{side, 1}, {1, side}, {side, side}, {side / 2, 3}, {3, side / 2},
		{2, 700}} {
		remote := array(im.heap+8, extent, 8*1000, 8)
		column := array(im.heap, extent, 8, 8*100)
		packed := array(0, extent, int64(8*extent[1]), 8)
		for _, there := range []conduit.Section{remote, column} {
			if extent[1] == 700 && there.Stride[0] == 8 {
				there.Stride[0], there.Stride[1] = 16*700, 16
			}
			n := extent[0] * extent[1] * 8
			want, back := payload(im.Rank(), im.next(), n), make([]byte, n)
			if err := im.ops.PutStrided(im.next(), there, want, packed); err != nil {
				return err
			}
			if err := im.ops.Flush(im.next()); err != nil {
				return err
			}
			if err := im.ops.GetStrided(im.next(), there, back, packed); err != nil {
				return err
			}
			if !bytes.Equal(back, want) {
				return fmt.Errorf("%+v comes back different", there)
			}
			im.Barrier()
			before := (im.Rank() + im.Size() - 1) % im.Size()
			own := im.Segment().Bytes(0, int(im.Segment().Stride))
			want = payload(before, im.Rank(), n)
			for index := range elementsOf(extent) {
				at, p := position(there, index), position(packed, index)
				if !bytes.Equal(own[at:at+8], want[p:p+8]) {
					return fmt.Errorf("%+v: element %v has not arrived", there, index)
				}
			}
			im.Barrier()
		}
	}
	return nil
}

// randomSections makes two sections of one shape whose elements do not overlap, also with negative
// strides.
func randomSections(random *rand.Rand) (a, b conduit.Section) {
	rank := random.IntN(4)
	elem := []int{1, 4, 8, 24}[random.IntN(4)]
	a.Elem, b.Elem = elem, elem
	for range rank {
		a.Extent = append(a.Extent, 1+random.IntN(5))
	}
	b.Extent = a.Extent
	for _, s := range []*conduit.Section{&a, &b} {
		distance := elem
		for _, e := range a.Extent {
			distance *= 1 + random.IntN(2)
			if random.IntN(3) == 0 {
				s.Stride = append(s.Stride, -int64(distance))
				s.Offset += uint64((e - 1) * distance)
			} else {
				s.Stride = append(s.Stride, int64(distance))
			}
			distance *= e
		}
	}
	return a, b
}

// elementsOf yields every index of a shape.
func elementsOf(extent []int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		index := make([]int, len(extent))
		for {
			if !yield(index) {
				return
			}
			d := len(extent) - 1
			for ; d >= 0; d-- {
				if index[d]++; index[d] < extent[d] {
					break
				}
				index[d] = 0
			}
			if d < 0 {
				return
			}
		}
	}
}

func position(s conduit.Section, index []int) int {
	at := int64(s.Offset)
	for d, i := range index {
		at += int64(i) * s.Stride[d]
	}
	return int(at)
}

// signal: who sees the word sees the data.
func signal(im *Image) error {
	word, data := im.heap, im.heap+64
	for turn := uint64(1); turn <= 200; turn++ {
		n := int(turn*37) % 3000
		b := bytes.Repeat([]byte{byte(turn)}, n)
		if err := im.ops.PutSignal(im.next(), data, b, word, turn); err != nil {
			return err
		}
		im.await(func() bool { return atomic.LoadUint64(im.Segment().Word64(word)) == turn })
		for i, got := range im.Segment().Bytes(data, n) {
			if got != byte(turn) {
				return fmt.Errorf("turn %d: byte %d of %d is %d", turn, i, n, got)
			}
		}
		im.Barrier()
	}
	return nil
}

// atomics: every image works on the words of all; what comes out must be what some order gives.
func atomics(im *Image) error {
	const each = 30
	h, n := im.heap, uint64(im.Size())
	do := func(rank int, op conduit.AtomicOp, offset uint64, width int, operand,
		compare uint64) (uint64, error) {
		return im.ops.Atomic(rank, op, h+offset, width, operand, compare)
	}
	for range each {
		for rank := range im.Size() {
			for _, width := range []int{4, 8} {
				if _, err := do(rank, conduit.AtomicAdd, uint64(width), width, 3, 0); err != nil {
					return err
				}
				if _, err := do(rank, conduit.AtomicXor, uint64(16+width), width, 1<<im.Rank(),
					0); err != nil {
					return err
				}
			}
			// A lock made of compare-and-swap guards a count that is not atomic.
			for {
				old, err := do(rank, conduit.AtomicCAS, 32, 8, 1, 0)
				if err != nil {
					return err
				}
				if old == 0 {
					break
				}
				im.Poll()
				im.Yield()
			}
			count, _ := do(rank, conduit.AtomicLoad, 40, 8, 0, 0)
			if _, err := do(rank, conduit.AtomicStore, 40, 8, count+1, 0); err != nil {
				return err
			}
			if old, _ := do(rank, conduit.AtomicStore, 32, 8, 0, 0); old != 1 {
				return fmt.Errorf("store found %d, want 1", old)
			}
		}
	}
	im.Barrier()
	s := im.Segment()
	if w4, w8 := uint64(*s.Word32(h + 4)), *s.Word64(h + 8); w4 != 3*each*n || w8 != 3*each*n {
		return fmt.Errorf("sums %d and %d, want %d", w4, w8, 3*each*n)
	}
	if x := *s.Word64(h + 24); x != 0 {
		return fmt.Errorf("xor %#x, want 0", x)
	}
	if c := *s.Word64(h + 40); c != each*n {
		return fmt.Errorf("count under lock %d, want %d", c, each*n)
	}
	im.Barrier()
	return bitOperations(im)
}

func bitOperations(im *Image) error {
	at := im.heap + 64 + 16*uint64(im.Rank())
	for _, step := range []struct {
		op                     conduit.AtomicOp
		operand, compare, want uint64
	}{
		{conduit.AtomicStore, math.MaxUint32, 0, 0},
		{conduit.AtomicAnd, 0xff00, 0, math.MaxUint32},
		{conduit.AtomicOr, 0x000f, 0, 0xff00},
		{conduit.AtomicXor, 0x0f0f, 0, 0xff0f},
		{conduit.AtomicCAS, 7, 6, 0xf000},
		{conduit.AtomicCAS, 7, 0xf000, 0xf000},
		{conduit.AtomicLoad, 0, 0, 7},
	} {
		for _, width := range []int{4, 8} {
			got, err := im.ops.Atomic(im.next(), step.op, at+uint64(width-4)*2, width, step.operand,
				step.compare)
			if err != nil || got != step.want {
				return fmt.Errorf("operation %d of width %d found %#x, %v, want %#x", step.op,
					width, got, err, step.want)
			}
		}
	}
	return nil
}

// accumulate: all images add to everyone's array at once.
func accumulate(im *Image) error {
	const n = 500
	values := make([]byte, 8*n)
	for i := range n {
		binary.NativeEndian.PutUint64(values[8*i:], math.Float64bits(float64(i)))
	}
	small := bytes.Repeat([]byte{1, 2, 3}, 100)
	for rank := range im.Size() {
		if err := im.ops.Accumulate(rank, im.heap, values, conduit.Float64,
			conduit.Sum); err != nil {
			return err
		}
		if err := im.ops.Accumulate(rank, im.heap+8*n, small, conduit.Uint8,
			conduit.Sum); err != nil {
			return err
		}
	}
	if err := im.ops.Flush(conduit.AllRanks); err != nil {
		return err
	}
	im.Barrier()
	own := im.Segment().Bytes(im.heap, 8*n+300)
	for i := range n {
		if got := math.Float64frombits(binary.NativeEndian.Uint64(own[8*i:])); got != float64(
			i*im.Size()) {
			return fmt.Errorf("element %d is %v, want %d", i, got, i*im.Size())
		}
	}
	for i, got := range own[8*n:] {
		if want := byte((i%3 + 1) * im.Size()); got != want {
			return fmt.Errorf("byte %d is %d, want %d", i, got, want)
		}
	}
	return nil
}
