package rt

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// Put copies src to an offset of rank's slot. It returns when src may be reused; the
// data is there after the next image control statement, or SyncMemory.
func (w *World) Put(rank int, offset uint64, src []byte) error {
	if err := w.checkAccess(rank, offset, len(src)); err != nil {
		return err
	}
	if w.mapped || rank == w.rank {
		copy(w.bytes(rank, offset, len(src)), src)
		return nil
	}
	return w.putDone(rank, w.ops.Put(rank, offset, src))
}

// PutLent is Put, but for src, which must stay as it is until Returned. In between the image does
// nothing but put, post, and synchronize.
func (w *World) PutLent(rank int, offset uint64, src []byte) error {
	zeroCopy, can := w.c.(conduit.ZeroCopyPut)
	if !can || w.mapped || rank == w.rank || w.options.Blocking {
		return w.Put(rank, offset, src)
	}
	if err := w.checkAccess(rank, offset, len(src)); err != nil {
		return err
	}
	return zeroCopy.PutLent(rank, offset, src)
}

// Returned waits until all memory that was lent may be reused.
func (w *World) Returned() error {
	if zeroCopy, can := w.c.(conduit.ZeroCopyPut); can {
		return zeroCopy.Returned()
	}
	return nil
}

// putDone ends a put that has begun, or failed.
func (w *World) putDone(rank int, err error) error {
	if err == nil && w.options.Blocking {
		err = w.flush(rank)
	}
	return err
}

// Get copies from an offset of rank's slot. It sees what this image has put there before.
func (w *World) Get(rank int, offset uint64, dst []byte) error {
	if err := w.checkAccess(rank, offset, len(dst)); err != nil {
		return err
	}
	if w.mapped || rank == w.rank {
		copy(dst, w.bytes(rank, offset, len(dst)))
		return nil
	}
	return w.Explain(rank, w.ops.Get(rank, offset, dst))
}

// Fetch begins a Get and does not wait for it; nil: it cannot, so that Get is to be called. then
// only notes that it has ended; see conduit.Fetcher.
func (w *World) Fetch(rank int, offset uint64, dst []byte, then func()) (*conduit.Fetched, error) {
	fetcher, can := w.c.(conduit.Fetcher)
	if !can || w.mapped || rank == w.rank {
		return nil, nil
	}
	if err := w.checkAccess(rank, offset, len(dst)); err != nil {
		return nil, err
	}
	f, err := fetcher.Fetch(rank, offset, dst, then)
	return f, w.Explain(rank, err)
}

// Fetched says whether a fetch has ended, and why it has no data.
func (w *World) Fetched(f *conduit.Fetched) (ended bool, err error) {
	ended, err = f.Ended()
	return ended, w.Explain(f.Rank, err)
}

// Lost says why a fetch will never end, and ends it; nil: it may, or has.
func (w *World) Lost(f *conduit.Fetched) error {
	if w.State(f.Rank) != layout.StateDone {
		return nil
	}
	w.c.(conduit.Fetcher).Forget(f)
	if ended, _ := f.Ended(); ended {
		return nil
	}
	return w.Explain(f.Rank, conduit.ErrGone)
}

// PutSection copies a section of local memory to one of rank's slot, of the same shape.
func (w *World) PutSection(rank int, remote conduit.Section, src []byte,
	local conduit.Section) error {
	if err := w.checkSections(rank, remote, src, local); err != nil {
		return err
	}
	if w.mapped || rank == w.rank {
		slot := w.bytes(rank, 0, int(w.seg.Stride))
		return conduit.Runs(remote, local, func(r, l uint64, n int) error {
			copy(slot[r:r+uint64(n)], src[l:])
			return nil
		})
	}
	return w.putDone(rank, w.ops.PutStrided(rank, remote, src, local))
}

// GetSection copies a section of rank's slot to one of local memory, of the same shape.
func (w *World) GetSection(rank int, remote conduit.Section, dst []byte,
	local conduit.Section) error {
	if err := w.checkSections(rank, remote, dst, local); err != nil {
		return err
	}
	if w.mapped || rank == w.rank {
		slot := w.bytes(rank, 0, int(w.seg.Stride))
		return conduit.Runs(remote, local, func(r, l uint64, n int) error {
			copy(dst[l:l+uint64(n)], slot[r:])
			return nil
		})
	}
	return w.Explain(rank, w.ops.GetStrided(rank, remote, dst, local))
}

// Gather gets pieces of memory of several images, of whose order it makes another one. All that can
// be got is there afterwards, also where it gives an error.
func (w *World) Gather(pieces []conduit.Piece) error {
	for _, p := range pieces {
		if err := w.checkAccess(p.Rank, p.Offset, len(p.Dst)); err != nil {
			return err
		}
	}
	gatherer, can := w.c.(conduit.Gatherer)
	if can && !w.mapped {
		err := gatherer.Gather(pieces)
		for k := 0; k < len(pieces) && errors.Is(err, conduit.ErrGone); k++ {
			err = w.Explain(pieces[k].Rank, err)
		}
		return err
	}
	var first error
	for _, p := range pieces {
		first = cmp.Or(first, w.Get(p.Rank, p.Offset, p.Dst))
	}
	return first
}

// AccumulateHeld changes memory of another image by operands, while that image holds a lock. value:
// nil, or where the one element's value goes. The conduit is a LockedAccumulator, as all of
// compiled programs are.
func (w *World) AccumulateHeld(rank int, change conduit.Change, operands, value []byte) error {
	n, err := change.Check(len(operands))
	if err != nil || n == 0 {
		return err
	}
	low, size := change.Extent(n)
	if err := w.checkAccess(rank, low, size); err != nil {
		return err
	}
	err = w.c.(conduit.LockedAccumulator).AccumulateHeld(rank, change, operands, value)
	if value != nil {
		return w.Explain(rank, err)
	}
	return w.putDone(rank, err)
}

// Accumulate combines src into rank's memory, each element atomically.
func (w *World) Accumulate(rank int, offset uint64, src []byte, kind conduit.Kind,
	op conduit.ReduceOp) error {
	if err := op.Check(kind); err != nil {
		return err
	}
	if err := w.checkAccess(rank, offset, len(src)); err != nil {
		return err
	}
	if w.mapped || rank == w.rank {
		conduit.CombineAtomic(w.bytes(rank, offset, len(src)), src, kind, op)
		return nil
	}
	return w.ops.Accumulate(rank, offset, src, kind, op)
}

// CheckAccess says whether every image has n bytes at an offset of its slot.
func (w *World) CheckAccess(offset uint64, n int) error { return w.checkAccess(w.rank, offset, n) }

func (w *World) checkAccess(rank int, offset uint64, n int) error {
	if err := w.checkRank(rank); err != nil {
		return err
	}
	if end := w.seg.Stride - w.seg.Guard; offset > end || uint64(n) > end-offset {
		return fmt.Errorf("%w: %d bytes at offset %#x of image %d", ErrAddress, n, offset, rank+1)
	}
	return nil
}

func (w *World) checkSections(rank int, remote conduit.Section, memory []byte,
	local conduit.Section) error {
	if err := w.checkRank(rank); err != nil {
		return err
	}
	if err := local.Check(remote, len(memory)); err != nil {
		return err
	}
	return remote.Check(local, int(w.seg.Stride-w.seg.Guard))
}
