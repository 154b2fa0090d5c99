package conduittest

import (
	"bytes"
	"fmt"
	"math/rand/v2"

	"github.com/coral-pgas/coral/internal/conduit"
)

// registeredRoom is how much of the heap the suite's tests use.
const registeredRoom = 1 << 20

// register tells a conduit of most of the memory that tests use, in chunks of all lengths, alike on
// all images; the result takes it back.
func (im *Image) register(seed uint64) (release func()) {
	r, is := im.Conduit.(conduit.Registrar)
	if !is {
		return func() {}
	}
	random := rand.New(rand.NewPCG(17, seed))
	var begun []uint64
	for at := 0; at < registeredRoom; {
		n := min(1+random.IntN([]int{4 << 10, 64 << 10, registeredRoom}[random.IntN(3)]),
			registeredRoom-at)
		if random.IntN(5) > 0 {
			r.Register(im.heap+uint64(at), uint64(n))
			begun = append(begun, im.heap+uint64(at))
		}
		at += n
	}
	return func() {
		for _, at := range begun {
			r.Release(at)
		}
	}
}

// registrar reaches chunks that come and go, which some images have told of before others, and
// memory beside them.
func registrar(im *Image) error {
	r, is := im.Conduit.(conduit.Registrar)
	if !is {
		return nil
	}
	const turns, longest = 24, 300 << 10
	random := rand.New(rand.NewPCG(19, 23)) // alike on all images
	base := im.heap + registeredRoom
	for turn := range turns {
		at, n := base+uint64(random.IntN(4<<10)), 1+random.IntN(longest)
		if random.IntN(3) > 0 {
			n = 1 + random.IntN(1<<10)
		}
		late := random.IntN(im.Size())
		if late != im.Rank() {
			r.Register(at, uint64(n))
		}
		part := 1 + random.IntN(n)
		src := bytes.Repeat([]byte{byte(turn + im.Rank())}, n)
		dst := make([]byte, n)
		im.Barrier()
		for range 2 {
			if err := im.ops.Put(im.next(), at, src); err != nil {
				return err
			}
			if err := im.ops.Get(im.next(), at+uint64(n-part), dst[:part]); err != nil {
				return err
			}
			if !bytes.Equal(dst[:part], src[:part]) {
				return fmt.Errorf("turn %d: %d of %d bytes that were put are not there", turn, part,
					n)
			}
			r.Register(at-8, uint64(n)+16) // what is known already stays as it is
		}
		if err := im.Flush(conduit.AllRanks); err != nil {
			return err
		}
		im.Barrier()
		before := (im.Rank() + im.Size() - 1) % im.Size()
		if got := im.Segment().Bytes(at, n); !bytes.Equal(got,
			bytes.Repeat([]byte{byte(turn + before)}, n)) {
			return fmt.Errorf("turn %d: %d bytes that were put here are not here", turn, n)
		}
		for _, begin := range []uint64{at - 8, at, at + uint64(n)} {
			r.Release(begin)
		}
		r.Release(at + 1) // no chunk begins there
		im.Barrier()
	}
	return nil
}
