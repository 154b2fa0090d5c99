package conduittest

import (
	"fmt"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
)

// stores: words that an image stores at two others are seen in the order in which it has stored
// them, by who looks at one and asks for the other; and who stores at another and waits for its
// own word sees what comes there.
func stores(im *Image) error {
	const times = 300
	n := im.Size()
	first, second, turn := im.heap, im.heap+8*uint64(n), im.heap+16*uint64(n)
	store := func(rank int, offset uint64, width, value int) error {
		return im.ops.Store(rank, offset, width, uint64(value))
	}
	own := func(offset uint64) uint32 { return atomic.LoadUint32(im.Segment().Word32(offset)) }
	mine, theirs := 8*uint64(im.Rank()), 8*uint64((im.Rank()+n-2%n)%n)
	between := (im.Rank() + n - 1) % n // where the image two before this one stores first
	for k := 1; k <= times; k++ {
		if err := store(im.next(), first+mine, 4+k%2*4, k); err != nil {
			return err
		}
		if err := store((im.Rank()+2)%n, second+mine, 4, k); err != nil {
			return err
		}
		seen := uint64(own(second + theirs))
		before, err := im.ops.Atomic(between, conduit.AtomicLoad, first+theirs, 8, 0, 0)
		if err != nil || before < seen {
			return fmt.Errorf("%d was stored and then %d, which is seen first; %v", before, seen,
				err)
		}
		if err := store(im.next(), turn, 4, k); err != nil {
			return err
		}
		im.await(func() bool { return own(turn) >= uint32(k) })
	}
	if err := im.ops.Flush(conduit.AllRanks); err != nil {
		return err
	}
	im.Barrier()
	if a, b := own(first+8*uint64(between)), own(second+theirs); a != times || b != times {
		return fmt.Errorf("the last words are %d and %d, want %d", a, b, times)
	}
	return nil
}
