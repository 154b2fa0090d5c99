package conduittest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
)

// order does at random what one image may do to the same memory of another, in lengths of all ways
// in which conduits send, and compares with the same done to memory of its own: nothing may
// overtake what comes before it at the same place.
func order(im *Image) error {
	const room, steps = 300 << 10, 30
	random := rand.New(rand.NewPCG(11, uint64(im.Rank())))
	model := make([]byte, room)
	for step := range steps {
		longest := []int{16, 2000, 100_000, 280_000}[random.IntN(4)]
		n := 8 * (1 + random.IntN(longest/8))
		at := 8 * random.IntN((room-n)/8+1)
		if random.IntN(2) == 0 {
			at %= 1 << 10 // so that most meet
		}
		if err := im.orderStep(random, step, model, at, n); err != nil {
			return err
		}
	}
	if err := im.ops.Flush(conduit.AllRanks); err != nil {
		return err
	}
	im.Barrier()
	got := make([]byte, room)
	if err := im.ops.Get(im.next(), im.heap, got); err != nil {
		return err
	}
	if !bytes.Equal(got, model) {
		return fmt.Errorf("in the end memory differs")
	}
	im.Barrier()
	clear(im.Segment().Bytes(im.heap, room))
	im.Barrier()
	return nil
}

func (im *Image) orderStep(random *rand.Rand, step int, model []byte, at, n int) error {
	there := im.heap + uint64(at)
	switch random.IntN(5) {
	case 0, 1:
		data := payload(im.Rank(), step, n)
		copy(model[at:], data)
		err := im.ops.Put(im.next(), there, data)
		clear(data) // which is this image's again
		return err
	case 2:
		data := make([]byte, 8)
		binary.NativeEndian.PutUint64(data, uint64(step))
		word := model[at : at+8]
		binary.NativeEndian.PutUint64(word, binary.NativeEndian.Uint64(word)+uint64(step))
		return im.ops.Accumulate(im.next(), there, data, conduit.Uint64, conduit.Sum)
	case 3:
		word := model[at : at+8]
		want := binary.NativeEndian.Uint64(word)
		binary.NativeEndian.PutUint64(word, want+7)
		old, err := im.ops.Atomic(im.next(), conduit.AtomicAdd, there, 8, 7, 0)
		if err == nil && old != want {
			err = fmt.Errorf("step %d: the word at %d was %#x, want %#x", step, at, old, want)
		}
		return err
	}
	got := make([]byte, n)
	if err := im.ops.Get(im.next(), there, got); err != nil {
		return err
	}
	if !bytes.Equal(got, model[at:at+n]) {
		return fmt.Errorf("step %d: %d bytes at %d are not those that were put there", step, n, at)
	}
	return nil
}

// post: who sees the sum sees what was put before, also on other images.
func post(im *Image) error {
	word := im.heap
	for turn := range 12 {
		n := []int{8, 3000, 100_000, 200_000}[turn%4]
		at := im.heap + 64
		third := (im.Rank() + 2) % im.Size()
		if err := im.ops.Put(third, at+200_000,
			bytes.Repeat([]byte{byte(turn + 1)}, 100)); err != nil {
			return err
		}
		if err := im.ops.Put(im.next(), at, bytes.Repeat([]byte{byte(turn + 1)}, n)); err != nil {
			return err
		}
		if err := im.ops.Post(im.next(), word, 3); err != nil {
			return err
		}
		im.await(
			func() bool {
				return atomic.LoadUint64(im.Segment().Word64(word)) == uint64(3*(turn+1))
			})
		for i, got := range im.Segment().Bytes(at, n) {
			if got != byte(turn+1) {
				return fmt.Errorf("turn %d: byte %d of %d is %d", turn, i, n, got)
			}
		}
		// What the image before this one has put on its third.
		before := (im.Rank() + im.Size() - 1) % im.Size()
		got := make([]byte, 100)
		if err := im.ops.Get((before+2)%im.Size(), at+200_000, got); err != nil {
			return err
		}
		if got[0] != byte(turn+1) || got[99] != byte(turn+1) {
			return fmt.Errorf("turn %d: a put to a third image is not complete", turn)
		}
		im.Barrier()
	}
	return nil
}
