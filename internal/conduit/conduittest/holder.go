package conduittest

import (
	"encoding/binary"
	"fmt"

	"github.com/coral-pgas/coral/internal/conduit"
)

// holder: all images add to everyone's words at once, by messages for which the target holds a lock, and by turns under that lock themselves: get, add, put. None is lost.
func holder(im *Image) error {
	h, can := im.Conduit.(conduit.Holder)
	if !can {
		return nil
	}
	const n, turns = 100, 40
	lock, data := im.heap, im.heap+64
	ones := make([]byte, 8*n)
	for i := range n {
		binary.NativeEndian.PutUint64(ones[8*i:], 1)
	}
	for turn := range turns {
		for step := 1; step < im.Size(); step++ {
			rank := (im.Rank() + step) % im.Size()
			var err error
			if turn%4 == 3 {
				err = addUnderLock(im, rank, lock, data, n)
			} else {
				err = h.AccumulateHeld(rank, data, ones, conduit.Uint64, conduit.Sum, lock)
			}
			if err != nil {
				return err
			}
		}
	}
	if err := im.ops.Flush(conduit.AllRanks); err != nil {
		return err
	}
	im.Barrier()
	own := im.Segment().Bytes(data, 8*n)
	for i := range n {
		if got, want := binary.NativeEndian.Uint64(own[8*i:]), uint64(turns*(im.Size()-1)); got != want {
			return fmt.Errorf("element %d is %d, want %d", i, got, want)
		}
	}
	return nil
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
