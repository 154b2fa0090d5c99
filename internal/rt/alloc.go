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
	size   uint64 // asked for, without the header
	team   *Team
	site   Site // where it was allocated
	number uint64
}

// HeapAlloc allocates size bytes at one offset on all members of the current team. All
// call it with the same size; it synchronizes them. The memory is aligned to a
// cache line, with a layout.Header before it of which Magic, Size and Team are set.
// fresh says that it was never used before: it reads as zeros then.
//
// Without the members that have failed it does the same; then the error is ErrFailedImage, beside
// an offset that is not 0 (F2018 9.7.1.2: the others' coarrays are allocated). HeapFree does
// likewise.
func (w *World) HeapAlloc(ctx context.Context, size uint64) (offset uint64, fresh bool, err error) {
	return w.HeapAllocOf(ctx, size, Kind{})
}

// Kind is what an allocation is for, by which images compare more than its size. The zero value is
// any memory.
type Kind struct {
	// Type, of 31 bits, and Bounds tell what is made from other things, and from the same in other
	// bounds.
	Type, Bounds uint32
	Unit         string // what errors count, as "event" and its bytes; "": they count bytes
	Bytes        uint64
}

// bits are those that images compare.
func (k Kind) bits() int64 { return int64(k.Type)<<32 | int64(k.Bounds) }

// typeOf is Kind.Type of its bits.
func typeOf(bits int64) int64 { return bits >> 32 }

// count is a size in what the kind counts.
func (k Kind) count(size int64) string {
	unit := "byte"
	if k.Unit != "" && k.Bytes > 0 && uint64(size)%k.Bytes == 0 {
		unit, size = k.Unit, size/int64(k.Bytes)
	}
	if size != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", size, unit)
}

// HeapAllocOf is HeapAlloc of something of a kind.
func (w *World) HeapAllocOf(ctx context.Context, size uint64, kind Kind) (offset uint64,
	fresh bool, err error) {
	if err := w.mayBlock(); err != nil {
		return 0, false, err
	}
	return w.current.allocate(ctx, size, kind)
}

// HeapFree frees what HeapAlloc allocated in the same team; it synchronizes first.
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
func (t *Team) allocate(ctx context.Context, size uint64, kind Kind) (uint64, bool, error) {
	w := t.w
	var failed error
	need, low := size+layout.HeaderSize, uint64(0)
	impossible := size > w.seg.HeapSize() || w.options.MemoryLimit > 0 &&
		(w.heap.InUse()+need) > w.options.MemoryLimit/uint64(w.size)
	for {
		proposal := int64(heap.None)
		if !impossible {
			proposal = int64(w.firstFit(size, low))
		}
		// Sizes beyond int64 are impossible anyway.
		asked := int64(min(size, math.MaxInt64))
		values := [3]int64{proposal, asked, kind.bits()}
		agreed, err := t.agree(ctx, layout.WaitAlloc, values)
		if errors.Is(err, ErrFailedImage) {
			failed = err
			agreed, err = t.agreeAmongLiving(ctx, values)
		}
		highest, lowest := agreed.most[0], agreed.least[0]
		switch {
		case err != nil:
			return 0, false, err
		case typeOf(agreed.most[2]) != typeOf(agreed.least[2]):
			return 0, false, t.differentKinds(ctx, "kind, or in the type of elements", kind.bits())
		case agreed.most[1] != agreed.least[1]:
			return 0, false, t.differentSizes(ctx, asked, kind)
		case agreed.most[2] != agreed.least[2]:
			return 0, false, t.differentKinds(ctx, "bounds", kind.bits())
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

// comparesAsked is in the number that an image shows while the members of a team tell each other
// what they have asked for, after they have met.
const comparesAsked = 1 << 61

// differentSizes says which image of the team asks for which size, and where. All members call it.
func (t *Team) differentSizes(ctx context.Context, asked int64, kind Kind) error {
	groups, err := t.asked(ctx, layout.WaitAlloc, asked)
	if err != nil {
		return err
	}
	parts := make([]string, len(groups))
	for i, g := range groups {
		what := "for " + kind.count(g.number)
		if g.number == Refused {
			what = "for what it cannot have (it is allocated there, or has no valid shape)"
		}
		parts[i] = does(g.images, "ask") + " " + what + g.place
	}
	return fmt.Errorf("%w: %s", ErrSizes, enumerated(parts, "others for %d other sizes"))
}

// differentKinds says which images of the team allocate the same kind of things, and where; in is
// how they differ. All members call it.
func (t *Team) differentKinds(ctx context.Context, in string, what int64) error {
	groups, err := t.asked(ctx, layout.WaitAlloc, what)
	if err != nil {
		return err
	}
	parts := make([]string, len(groups))
	for i, g := range groups {
		parts[i] = named(g.images) + g.place
	}
	return fmt.Errorf("%w: what they make differs in %s: %s", ErrMismatched, in,
		enumerated(parts, "others of %d other kinds"))
}

// differentBlocks says which image of the team frees what, and where. All members call it.
func (t *Team) differentBlocks(ctx context.Context, offset int64) error {
	groups, err := t.asked(ctx, layout.WaitFree, offset)
	if err != nil {
		return err
	}
	parts := make([]string, len(groups))
	for i, g := range groups {
		parts[i] = does(g.images, "free") + g.place + " " + t.w.blockName(uint64(g.number))
	}
	return fmt.Errorf("%w: the coarrays differ: %s", ErrMismatched,
		enumerated(parts, "others free %d other coarrays"))
}

// blockName tells an allocation of this image's from others by its size, its place, and its number
// among those that are alike in both.
func (w *World) blockName(offset uint64) string {
	own := w.blocks[offset]
	if own == nil {
		return "what is not allocated here"
	}
	name := fmt.Sprintf("a coarray of %d bytes", own.size)
	if own.site.Line != 0 {
		name += fmt.Sprintf(" allocated at %s:%d", own.site.File, own.site.Line)
	}
	alike, before := 0, 0
	for _, b := range w.blocks {
		if b.size == own.size && b.site == own.site {
			alike++
			if b.number < own.number {
				before++
			}
		}
	}
	if alike > 1 {
		name += fmt.Sprintf(" (number %d of %d such)", before+1, alike)
	}
	return name
}

// asking are the images of a team that ask for the same, with the place of the first of them as the
// end of a sentence.
type asking struct {
	number int64
	images []int // from 1
	place  string
}

// asked has the members of the team tell each other what they have asked for. All call it.
func (t *Team) asked(ctx context.Context, kind uint32, number int64) (groups []asking, err error) {
	w := t.w
	entries, _, err := t.exchangeEntries(ctx, number, 0, 0)
	if err != nil {
		return nil, err
	}
	shows := inCollective(t.forming) | comparesAsked
	w.show(statement{control: t.control, number: shows, kind: kind}, w.siteNow())
	defer w.linger(lingerTime)
	at := map[int64]int{}
	for _, m := range entries.present() {
		number, image := entries.rows[m].Number, entries.rank(int(m))+1
		i, known := at[number]
		if !known {
			i = len(groups)
			at[number] = i
			groups = append(groups, asking{number: number})
			if s, is := w.shownBy(image-1, t.control, shows); is {
				groups[i].place = placeAt(&s)
			}
		}
		groups[i].images = append(groups[i].images, image)
	}
	return groups, nil
}

// partsShown is how many groups of images a message names.
const partsShown = 4

// enumerated are the first parts, with the number of the others in a text.
func enumerated(parts []string, others string) string {
	shown := parts[:min(len(parts), partsShown)]
	if more := len(parts) - len(shown); more > 0 {
		shown = append(slices.Clone(shown), fmt.Sprintf(others, more))
	}
	return strings.Join(shown, ", ")
}

// does names images with what they do.
func does(images []int, verb string) string {
	if len(images) == 1 {
		verb += "s"
	}
	return named(images) + " " + verb
}

// named names images, the first of many.
func named(images []int) string {
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
		return "image " + text
	}
	return "images " + text
}

// firstFit proposes where an allocation of a size, behind its header, begins, not before low.
//
// The data of several pages begin in the middle of one. So coarrays lie alike in their pages, which
// makes copies between them fastest: where a load follows a store whose address has the same lowest
// 12 bits, the processor waits. And they lie half a page from large arrays of Go and of C, which
// begin at the start of a page: a loop over many of these and a coarray, whose elements of one
// index would be in the same sets of the first cache, is a fifth faster (Himeno's).
func (w *World) firstFit(size, low uint64) uint64 {
	const page = 4096
	inner, align := uint64(layout.HeaderSize), uint64(heap.Align)
	if size >= 4*page {
		inner, align = inner+page/2, page
	}
	return w.heap.FirstFit(size+layout.HeaderSize, low, inner, align)
}

// agree gives the extremes of some numbers over the team, in a statement of a kind.
func (t *Team) agree(ctx context.Context, kind uint32, values [3]int64) (agreed agreement,
	err error) {
	var words [2 * len(values)]uint64
	for i, v := range values {
		words[2*i], words[2*i+1] = uint64(v), uint64(-v)
	}
	err = t.smallReduce(ctx, kind, bytesOf(words[:]), combiner{kind: conduit.Int64,
		op: conduit.Max}, EveryMember)
	for i := range values {
		agreed.most[i], agreed.least[i] = int64(words[2*i]), -int64(words[2*i+1])
	}
	return agreed, err
}

// agreement are the greatest and the least of each value that members have brought.
type agreement struct{ most, least [3]int64 }

// agreeAmongLiving is agree after an image has failed: no collective completes without it. All that
// are left come here, because none of them could complete agree.
func (t *Team) agreeAmongLiving(ctx context.Context, values [3]int64) (agreed agreement,
	err error) {
	entries, _, err := t.exchangeEntries(ctx, values[0], values[1], uint64(values[2]))
	if err != nil {
		return agreed, err
	}
	for i := range values {
		agreed.most[i], agreed.least[i] = math.MinInt64, math.MaxInt64
	}
	for _, m := range entries.present() {
		e := &entries.rows[m]
		for i, v := range [...]int64{e.Number, e.Index, int64(e.Offset)} {
			agreed.most[i], agreed.least[i] = max(agreed.most[i], v), min(agreed.least[i], v)
		}
	}
	return agreed, nil
}

func (t *Team) take(start, size uint64) (uint64, bool, error) {
	w := t.w
	fresh, err := w.heap.Take(start, size+layout.HeaderSize)
	if err != nil {
		return 0, false, err
	}
	offset := start + layout.HeaderSize
	w.freed.use(start, size+layout.HeaderSize)
	w.allocated++
	w.blocks[offset] = &block{size: size, team: t, site: w.siteNow(), number: w.allocated}
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
	values := [3]int64{int64(offset), known}
	agreed, err := t.agree(ctx, layout.WaitFree, values)
	if errors.Is(err, ErrFailedImage) {
		failed = err
		agreed, err = t.agreeAmongLiving(ctx, values)
	}
	switch {
	case err != nil:
		return err
	case agreed.most[0] != agreed.least[0]:
		return t.differentBlocks(ctx, int64(offset))
	case agreed.least[1] == 0:
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
