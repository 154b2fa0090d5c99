package rt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt/heap"
)

// block is one allocation of the symmetric heap.
type block struct {
	size uint64 // asked for, without the header
	team *Team
}

// HeapAlloc allocates size bytes at one offset on all members of the current team. All
// call it with the same size; it synchronises them. The memory is aligned to a
// cache line, with a layout.Header before it of which Magic, Size and Team are set.
// fresh says that it was never used before: it reads as zeros then.
//
// Without the members that have failed it does the same; then the error is ErrFailedImage, beside
// an offset that is not 0 (F2018 9.7.1.2: the others' coarrays are allocated). HeapFree does
// likewise.
func (w *World) HeapAlloc(ctx context.Context, size uint64) (offset uint64, fresh bool, err error) {
	if err := w.mayBlock(); err != nil {
		return 0, false, err
	}
	return w.current.allocate(ctx, size)
}

// HeapFree frees what HeapAlloc allocated in the same team; it synchronises first.
func (w *World) HeapFree(ctx context.Context, offset uint64) error {
	return w.current.release(ctx, offset)
}

// HeapSize is the size in bytes of the allocation at offset; false if there is none.
func (w *World) HeapSize(offset uint64) (uint64, bool) {
	b := w.blocks[offset]
	if b == nil {
		return 0, false
	}
	return b.size, true
}

// HeapFind is the allocation that the byte at offset belongs to; false if none.
func (w *World) HeapFind(offset uint64) (start uint64, ok bool) {
	for at, b := range w.blocks {
		if offset >= at && offset < at+max(b.size, 1) {
			return at, true
		}
	}
	return 0, false
}

// TeamBlocks are the offsets of what the team has allocated and not freed, in no order.
func (w *World) TeamBlocks(t *Team) []uint64 {
	var offsets []uint64
	for at, b := range w.blocks {
		if b.team == t && at != t.scratch {
			offsets = append(offsets, at)
		}
	}
	return offsets
}

// allocate finds an offset that is free on all members. Each proposes its first
// fit; if they differ, the largest is where the next search begins. In the
// initial team all heaps are alike and one round is enough.
func (t *Team) allocate(ctx context.Context, size uint64) (uint64, bool, error) {
	w := t.w
	var failed error
	need, low := size+layout.HeaderSize, uint64(0)
	impossible := size > w.seg.HeapSize() || w.options.MemoryLimit > 0 &&
		(w.heap.InUse()+need) > w.options.MemoryLimit/uint64(w.size)
	for {
		proposal := int64(heap.None)
		if !impossible {
			proposal = int64(w.heap.FirstFit(need, low, layout.HeaderSize, alignment(size)))
		}
		// Sizes beyond int64 are impossible anyway.
		asked := int64(min(size, math.MaxInt64))
		highest, lowest, largest, smallest, err := t.agree(ctx, layout.WaitAlloc, proposal, asked)
		if errors.Is(err, ErrFailedImage) {
			failed = err
			highest, lowest, largest, smallest, err = t.agreeAmongLiving(ctx, proposal, asked)
		}
		switch {
		case err != nil:
			return 0, false, err
		case largest != smallest:
			return 0, false, t.differentSizes(ctx, asked)
		case highest == heap.None:
			return 0, false, fmt.Errorf("%w for %d bytes: %d bytes are allocated on this image",
				ErrNoMemory, size, w.heap.InUse())
		case highest == lowest:
			offset, fresh, err := t.take(uint64(highest), size)
			return offset, fresh, cmp.Or(err, failed)
		}
		low = uint64(highest)
	}
}

// Refused is what an image asks for that cannot take part in an allocation, whose coarray is
// allocated already or has no valid shape (capi/sync/heap.c).
const Refused = math.MaxInt64

// differentSizes says which image of the team asks for which size. All members call it.
func (t *Team) differentSizes(ctx context.Context, asked int64) error {
	entries, _, err := t.exchangeEntries(ctx, asked, 0, 0)
	if err != nil {
		return err
	}
	return fmt.Errorf("%w: %s", ErrSizes, wishes(entries))
}

// wishesShown is how many sizes a message names.
const wishesShown = 4

// wishes says who asks for which number of bytes, those that ask for the same together.
func wishes(entries formEntries) string {
	var sizes []int64
	images := map[int64][]int{}
	for _, m := range entries.present() {
		size := entries.rows[m].Number
		if images[size] == nil {
			sizes = append(sizes, size)
		}
		images[size] = append(images[size], entries.rank(int(m))+1)
	}
	var parts []string
	for _, size := range sizes[:min(len(sizes), wishesShown)] {
		what := fmt.Sprintf("for %d bytes", size)
		if size == Refused {
			what = "for what it cannot have (it is allocated there, or has no valid shape)"
		}
		parts = append(parts, asks(images[size])+" "+what)
	}
	if more := len(sizes) - wishesShown; more > 0 {
		parts = append(parts, fmt.Sprintf("others for %d other sizes", more))
	}
	return strings.Join(parts, ", ")
}

// asks names images, the first of many.
func asks(images []int) string {
	const shown = 8
	slices.Sort(images)
	words := make([]string, 0, shown)
	for _, image := range images[:min(len(images), shown)] {
		words = append(words, strconv.Itoa(image))
	}
	text := strings.Join(words, ", ")
	if more := len(images) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	if len(images) == 1 {
		return "image " + text + " asks"
	}
	return "images " + text + " ask"
}

// alignment of an allocation: pages for those of several pages. Copies between arrays that lie
// alike in their pages, as large arrays of Go and of C do, are fastest: where a load follows a
// store whose address has the same lowest 12 bits, the processor waits.
func alignment(size uint64) uint64 {
	if size >= 4*4096 {
		return 4096
	}
	return heap.Align
}

// agree gives the extremes of two numbers over the team, in a statement of a kind.
func (t *Team) agree(ctx context.Context, kind uint32, a, b int64) (maxA, minA, maxB, minB int64,
	err error) {
	words := []uint64{uint64(a), uint64(-a), uint64(b), uint64(-b)}
	err = t.smallReduce(ctx, kind, bytesOf(words), combiner{kind: conduit.Int64, op: conduit.Max},
		EveryMember)
	return int64(words[0]), -int64(words[1]), int64(words[2]), -int64(words[3]), err
}

// agreeAmongLiving is agree after an image has failed: no collective completes without it. All that
// are left come here, because none of them could complete agree.
func (t *Team) agreeAmongLiving(ctx context.Context, a, b int64) (maxA, minA, maxB, minB int64,
	err error) {
	entries, _, err := t.exchangeEntries(ctx, a, b, 0)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	maxA, minA, maxB, minB = math.MinInt64, math.MaxInt64, math.MinInt64, math.MaxInt64
	for _, m := range entries.present() {
		e := &entries.rows[m]
		maxA, minA = max(maxA, e.Number), min(minA, e.Number)
		maxB, minB = max(maxB, e.Index), min(minB, e.Index)
	}
	return maxA, minA, maxB, minB, nil
}

func (t *Team) take(start, size uint64) (uint64, bool, error) {
	w := t.w
	fresh, err := w.heap.Take(start, size+layout.HeaderSize)
	if err != nil {
		return 0, false, err
	}
	offset := start + layout.HeaderSize
	w.freed.use(start, size+layout.HeaderSize)
	w.blocks[offset] = &block{size: size, team: t}
	h := w.header(start)
	*h = layout.Header{Magic: layout.HeaderMagic, Size: size, Team: uint64(t.number)}
	if r, is := w.c.(conduit.Registrar); is {
		r.Register(offset, size)
	}
	return offset, fresh, nil
}

func (t *Team) release(ctx context.Context, offset uint64) error {
	w := t.w
	if err := w.mayBlock(); err != nil {
		return err
	}
	if err := w.SyncMemory(); err != nil {
		return err
	}
	own := w.blocks[offset]
	known := int64(0)
	if own != nil {
		known = 1
	}
	var failed error
	highest, lowest, _, allKnow, err := t.agree(ctx, layout.WaitFree, int64(offset), known)
	if errors.Is(err, ErrFailedImage) {
		failed = err
		highest, lowest, _, allKnow, err = t.agreeAmongLiving(ctx, int64(offset), known)
	}
	switch {
	case err != nil:
		return err
	case highest != lowest:
		return fmt.Errorf("%w: images of the team free different coarrays", ErrSizes)
	case allKnow == 0:
		return fmt.Errorf("%w: nothing is allocated at offset %#x", ErrAddress, offset)
	}
	w.drop(offset, own)
	return failed
}

// HeapDrop frees on this image what HeapAlloc allocated. The caller knows that no image uses it any
// more, and that the other members of its team do the same.
func (w *World) HeapDrop(offset uint64) error {
	own := w.blocks[offset]
	if own == nil {
		return fmt.Errorf("%w: nothing is allocated at offset %#x", ErrAddress, offset)
	}
	w.drop(offset, own)
	return nil
}

func (w *World) drop(offset uint64, own *block) {
	delete(w.blocks, offset)
	if r, is := w.c.(conduit.Registrar); is {
		r.Release(offset)
	}
	start, total := offset-layout.HeaderSize, own.size+layout.HeaderSize
	w.header(start).Magic = 0
	if own.size >= discardFrom && w.seg.Discard != nil {
		for _, b := range w.freed.add(offset, own.size, w.options.KeepFreed) {
			w.seg.Discard(w.bytes(w.rank, b.start, int(b.end-b.start)))
		}
	}
	w.heap.Release(start, total)
}

// Clear makes the memory of an allocation zeros: what New does if it is not fresh.
func (w *World) Clear(offset uint64, size uint64) { clear(w.bytes(w.rank, offset, int(size))) }
