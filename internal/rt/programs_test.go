package rt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

var bg = context.Background()

var programs = []program{
	{name: "barrier", run: testBarrier},
	{name: "syncimages", run: testSyncImages},
	{name: "events", run: testEvents},
	{name: "locks", run: testLocks},
	{name: "transfer", run: testTransfer},
	{name: "atomics", run: testAtomics},
	{name: "smallcollectives", run: testSmallCollectives},
	{name: "longcollectives", run: testLongCollectives},
	{name: "broadcast", run: testBroadcast},
	{name: "heap", run: testHeap},
	{name: "teams", run: testTeams},
	{name: "form team", run: testFormTeam},
	{name: "gather", run: testGather},
	{name: "long", run: testLong},
	{name: "form without some", run: testFormWithoutSome},
	{name: "sleep", run: testSleep},
	{name: "context", run: testContext},
	{name: "stopped", run: testStopped},
	{name: "failed", run: testFailed},
	{name: "errorstop", run: testErrorStop, code: 7},
	{name: "errorstop unanswered", run: testErrorStopUnanswered, code: 7},
}

// testMemory allocates n bytes, zeros on all images.
func testMemory(w *World, n uint64) (uint64, error) {
	offset, fresh, err := w.HeapAlloc(bg, n)
	if err != nil {
		return 0, err
	}
	if !fresh {
		w.Clear(offset, n)
	}
	return offset, w.SyncAll(bg)
}

func (w *World) putWord(rank int, offset, value uint64) error {
	var b [8]byte
	binary.NativeEndian.PutUint64(b[:], value)
	return w.Put(rank, offset, b[:])
}

func (w *World) getWord(rank int, offset uint64) (uint64, error) {
	var b [8]byte
	err := w.Get(rank, offset, b[:])
	return binary.NativeEndian.Uint64(b[:]), err
}

func testBarrier(w *World) error {
	at, err := testMemory(w, 8*uint64(w.Size()))
	if err != nil {
		return err
	}
	for round := uint64(1); round <= 50; round++ {
		// Everyone tells everyone the round; after the barrier all have heard of it, and
		// before the next one nobody of the next.
		for rank := range w.Size() {
			if err := w.putWord(rank, at+8*uint64(w.Rank()), round); err != nil {
				return err
			}
		}
		if err := w.SyncAll(bg); err != nil {
			return err
		}
		for rank := range w.Size() {
			if got, err := w.getWord(w.Rank(), at+8*uint64(rank)); err != nil || got != round {
				return fmt.Errorf("round %d: image %d is in round %d, %v", round, rank+1, got, err)
			}
		}
		if err := w.SyncAll(bg); err != nil {
			return err
		}
	}
	return nil
}

func testSyncImages(w *World) error {
	at, err := testMemory(w, 8)
	if err != nil {
		return err
	}
	right, left := (w.Rank()+1)%w.Size(), (w.Rank()+w.Size()-1)%w.Size()
	for round := uint64(1); round <= 30; round++ {
		if err := w.putWord(right, at, round*100+uint64(w.Rank())); err != nil {
			return err
		}
		set := []int{left, right}
		if left == right {
			set = set[:1]
		}
		if err := w.SyncImages(bg, set); err != nil {
			return err
		}
		if got, _ := w.getWord(w.Rank(), at); got != round*100+uint64(left) {
			return fmt.Errorf("round %d: %d from image %d", round, got, left+1)
		}
		if err := w.SyncImagesAll(bg); err != nil {
			return err
		}
	}
	if err := w.SyncImages(bg, []int{w.Rank(), w.Rank()}); !errors.Is(err, ErrImageRepeated) {
		return fmt.Errorf("a set with an image twice: %v", err)
	}
	if err := w.SyncImages(bg, []int{w.Size()}); !errors.Is(err, ErrImageRange) {
		return fmt.Errorf("an image beyond the last: %v", err)
	}
	return w.SyncImage(bg, w.Rank())
}

// testEvents passes a token round the ring; the data comes before the post.
func testEvents(w *World) error {
	at, err := testMemory(w, 64)
	if err != nil {
		return err
	}
	event, data := at, at+32
	right := (w.Rank() + 1) % w.Size()
	for round := uint64(0); round < 20; round++ {
		if w.Rank() > 0 {
			if err := w.EventWait(bg, event, 1); err != nil {
				return err
			}
			if got, _ := w.getWord(w.Rank(), data); got != round*uint64(w.Size())+uint64(w.Rank()) {
				return fmt.Errorf("round %d: data %d came with the post", round, got)
			}
		}
		if err := w.putWord(right, data, round*uint64(w.Size())+uint64(w.Rank())+1); err != nil {
			return err
		}
		if err := w.EventPost(right, event); err != nil {
			return err
		}
		if w.Rank() == 0 {
			if err := w.EventWait(bg, event, 1); err != nil {
				return err
			}
		}
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	// Two posts from everyone to everyone, taken as one and the rest.
	for rank := range w.Size() {
		for range 2 {
			if err := w.EventPost(rank, event); err != nil {
				return err
			}
		}
	}
	if err := errors.Join(w.SyncAll(bg), w.EventWait(bg, event, int64(2*w.Size()-1))); err != nil {
		return err
	}
	if n := w.EventQuery(event); n != 1 {
		return fmt.Errorf("%d posts left, want 1", n)
	}
	// Waits that take nothing away: image 1 and its neighbour in turn.
	if counted := at + 16; w.Size() > 1 && w.Rank() < 2 {
		for round := int64(1); round <= 20; round++ {
			if w.Rank() == 0 {
				if err := w.EventPost(1, counted); err != nil {
					return err
				}
			}
			if err := w.EventAwait(bg, counted, round); err != nil {
				return err
			}
			if w.Rank() == 1 {
				if err := w.EventPost(0, counted); err != nil {
					return err
				}
			}
			if n := w.EventQuery(counted); n != round && n != round+1 {
				return fmt.Errorf("round %d: %d posts", round, n)
			}
		}
	}
	if err := w.EventWait(bg, event, 0); !errors.Is(err, ErrUntil) {
		return fmt.Errorf("until_count 0: %v", err)
	}
	return w.EventWait(bg, event, 1)
}

func testLocks(w *World) error {
	at, err := testMemory(w, 64)
	if err != nil {
		return err
	}
	lock, count, own := at, at+16, at+32
	add := func() error {
		n, err := w.getWord(0, count)
		if err == nil {
			err = w.putWord(0, count, n+1)
		}
		return err
	}
	const each = 20
	for range each {
		if err := w.Lock(bg, 0, lock); err != nil {
			return err
		}
		if err := errors.Join(add(), w.Unlock(0, lock)); err != nil {
			return err
		}
		if err := w.Critical(bg, 0, lock); err != nil {
			return err
		}
		if err := errors.Join(add(), w.Unlock(0, lock)); err != nil {
			return err
		}
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	if n, _ := w.getWord(0, count); n != uint64(2*each*w.Size()) {
		return fmt.Errorf("%d additions under lock, want %d", n, 2*each*w.Size())
	}
	if err := w.Lock(bg, w.Rank(), own); err != nil {
		return err
	}
	if err := w.Lock(bg, w.Rank(), own); !errors.Is(err, ErrLocked) {
		return fmt.Errorf("lock of the own lock: %v", err)
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	if w.Size() > 1 {
		right := (w.Rank() + 1) % w.Size()
		if got, err := w.TryLock(right, own); got || err != nil {
			return fmt.Errorf("try of another's lock: %v, %v", got, err)
		}
		if err := w.Unlock(right, own); !errors.Is(err, ErrLockedOther) {
			return fmt.Errorf("unlock of another's lock: %v", err)
		}
	}
	if err := errors.Join(w.SyncAll(bg), w.Unlock(w.Rank(), own)); err != nil {
		return err
	}
	if err := w.Unlock(w.Rank(), own); !errors.Is(err, ErrUnlocked) {
		return fmt.Errorf("unlock of a free lock: %v", err)
	}
	got, err := w.TryLock(w.Rank(), own)
	if !got || err != nil {
		return fmt.Errorf("try of a free lock: %v, %v", got, err)
	}
	return sleepForLock(w, lock, count)
}

// sleepForLock lets images hold a lock for so long that the others fall asleep.
func sleepForLock(w *World, lock, count uint64) error {
	last := w.Size() - 1
	for range 3 {
		if err := w.Lock(bg, last, lock); err != nil {
			return err
		}
		n, err := w.getWord(last, count)
		time.Sleep(2 * yieldingTime)
		if err := errors.Join(err, w.putWord(last, count, n+1), w.Unlock(last, lock)); err != nil {
			return err
		}
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	before := 0
	if last == 0 {
		before = 2 * 20 // by testLocks, of the same word
	}
	if n, _ := w.getWord(last, count); n != uint64(before+3*w.Size()) {
		return fmt.Errorf("%d additions by images that slept, want %d", n-uint64(before),
			3*w.Size())
	}
	// A wait for a lock ends with its context, and leaves the lock as it is.
	if w.Rank() == 0 {
		if err := w.Lock(bg, last, lock); err != nil {
			return err
		}
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	if w.Rank() != 0 {
		ctx, cancel := context.WithTimeout(bg, 2*yieldingTime)
		defer cancel()
		if err := w.Lock(ctx, last, lock); !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("a lock that stays taken: %v", err)
		}
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	if w.Rank() == 0 {
		return w.Unlock(last, lock)
	}
	return nil
}

func testTransfer(w *World) error {
	const n = 50_000
	at, err := testMemory(w, n)
	if err != nil {
		return err
	}
	right, left := (w.Rank()+1)%w.Size(), (w.Rank()+w.Size()-1)%w.Size()
	want := bytes.Repeat([]byte{byte(w.Rank() + 1), 2, 3}, 16_000)
	if err := w.Put(right, at+5, want); err != nil {
		return err
	}
	back := make([]byte, len(want))
	if err := w.Get(right, at+5, back); err != nil || !bytes.Equal(back, want) {
		return fmt.Errorf("put and got back, different: %v", err)
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	if got := w.bytes(w.Rank(), at+5, 3); got[0] != byte(left+1) || got[1] != 2 {
		return fmt.Errorf("from image %d: %v", left+1, got)
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	// A column of a matrix of 8 bytes an element.
	column := conduit.Section{Offset: at + 16, Elem: 8, Extent: []int{10}, Stride: []int64{80}}
	dense := conduit.Section{Elem: 8, Extent: []int{10}, Stride: []int64{8}}
	if err := w.PutSection(right, column, want, dense); err != nil {
		return err
	}
	if err := w.GetSection(right, column, back, dense); err != nil ||
		!bytes.Equal(back[:80], want[:80]) {
		return fmt.Errorf("put and got back a column, different: %v", err)
	}
	if err := w.Put(w.Size(), at, nil); !errors.Is(err, ErrImageRange) {
		return fmt.Errorf("put to no image: %v", err)
	}
	if err := w.Put(0, math.MaxUint64-3, want); !errors.Is(err, ErrAddress) {
		return fmt.Errorf("put beyond the slot: %v", err)
	}
	if err := w.PutSection(0, column, want[:8], dense); !errors.Is(err, conduit.ErrSection) {
		return fmt.Errorf("put of a section beyond its memory: %v", err)
	}
	return w.SyncAll(bg)
}

func testAtomics(w *World) error {
	at, err := testMemory(w, 64)
	if err != nil {
		return err
	}
	for range 20 {
		for rank := range w.Size() {
			if _, err := w.Atomic(conduit.AtomicAdd, rank, at, 8, 1, 0); err != nil {
				return err
			}
			if _, err := w.Atomic(conduit.AtomicAdd, rank, at+8, 4, math.MaxUint32, 0); err != nil {
				return err
			}
		}
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	up, err := w.Atomic(conduit.AtomicLoad, w.Rank(), at, 8, 0, 0)
	if err != nil || up != uint64(20*w.Size()) {
		return fmt.Errorf("count %d, %v, want %d", up, err, 20*w.Size())
	}
	down, err := w.Atomic(conduit.AtomicLoad, w.Rank(), at+8, 4, 0, 0)
	if err != nil || int32(down) != int32(-20*w.Size()) {
		return fmt.Errorf("count %d, %v, want %d", int32(down), err, -20*w.Size())
	}
	if _, err := w.Atomic(conduit.AtomicLoad, 0, at+4, 8, 0, 0); !errors.Is(err, ErrAddress) {
		return fmt.Errorf("unaligned word: %v", err)
	}
	return nil
}

func words(values ...uint64) []byte {
	var b []byte
	for _, v := range values {
		b = binary.NativeEndian.AppendUint64(b, v)
	}
	return b
}

func testSmallCollectives(w *World) error {
	n, me := uint64(w.Size()), uint64(w.Rank()+1)
	for range 20 {
		buf := words(me, me*me)
		if err := w.Reduce(bg, buf, conduit.Int64, conduit.Sum, EveryMember); err != nil {
			return err
		}
		if !bytes.Equal(buf, words(n*(n+1)/2, n*(n+1)*(2*n+1)/6)) {
			return fmt.Errorf("sums %v", buf)
		}
		buf = words(me)
		if err := w.Reduce(bg, buf, conduit.Int64, conduit.Max, w.Size()-1); err != nil {
			return err
		}
		if want := me; w.Rank() == w.Size()-1 && !bytes.Equal(buf, words(n)) ||
			w.Rank() != w.Size()-1 && !bytes.Equal(buf, words(want)) {
			return fmt.Errorf("max for the last image alone: %v", buf)
		}
	}
	// The same bits on all images, whatever the order of additions.
	x := words(math.Float64bits(0.1 * float64(me*me*me)))
	if err := w.Reduce(bg, x, conduit.Float64, conduit.Sum, EveryMember); err != nil {
		return err
	}
	for _, op := range []conduit.ReduceOp{conduit.Min, conduit.Max} {
		y := bytes.Clone(x)
		if err := w.Reduce(bg, y, conduit.Uint64, op, EveryMember); err != nil ||
			!bytes.Equal(x, y) {
			return fmt.Errorf("sum is %v here, %v elsewhere, %v", x, y, err)
		}
	}
	if err := w.Reduce(bg, x, conduit.Float64, conduit.Xor, EveryMember); err == nil {
		return errors.New("xor of real numbers was taken")
	}
	longest := bytes.Repeat([]byte{1}, layout.SlotPayload)
	if err := w.Reduce(bg, longest, conduit.Uint8, conduit.Sum, EveryMember); err != nil {
		return err
	}
	if !bytes.Equal(longest, bytes.Repeat([]byte{byte(n)}, layout.SlotPayload)) {
		return fmt.Errorf("bytes summed: %v", longest)
	}
	return nil
}

func testLongCollectives(w *World) error {
	n, me := w.Size(), w.Rank()+1
	for _, elements := range []int{15, 1000, 70_001} {
		buf := make([]byte, 8*elements)
		for i := range elements {
			binary.NativeEndian.PutUint64(buf[8*i:], uint64(i*me))
		}
		own := bytes.Clone(buf)
		if err := w.Reduce(bg, own, conduit.Uint64, conduit.Sum, n-1); err != nil {
			return err
		}
		if me != n && !bytes.Equal(own, buf) {
			return errors.New("a sum for another image changed this one's array")
		}
		if err := w.Reduce(bg, buf, conduit.Uint64, conduit.Sum, EveryMember); err != nil {
			return err
		}
		if me == n && !bytes.Equal(own, buf) {
			return errors.New("the sum for one image differs from that for all")
		}
		for i := range elements {
			if got := binary.NativeEndian.Uint64(buf[8*i:]); got != uint64(i*n*(n+1)/2) {
				return fmt.Errorf("%d elements: element %d is %d, want %d", elements, i, got,
					i*n*(n+1)/2)
			}
		}
	}
	// A user's operation on elements larger than the shared buffer.
	huge := bytes.Repeat([]byte{byte(me)}, scratchHalf+3)
	max := func(a, b []byte) { conduit.Combine(a, b, conduit.Uint8, conduit.Max) }
	if err := w.ReduceFunc(bg, huge, len(huge), max, EveryMember); err != nil {
		return err
	}
	if !bytes.Equal(huge, bytes.Repeat([]byte{byte(n)}, len(huge))) {
		return fmt.Errorf("a large element: %v", huge[:8])
	}
	if err := w.ReduceFunc(bg, huge, 2, max, EveryMember); !errors.Is(err, ErrSizes) {
		return fmt.Errorf("half an element: %v", err)
	}
	return nil
}

func testBroadcast(w *World) error {
	for _, n := range []int{0, 1, layout.SlotPayload, layout.SlotPayload + 1, 2*scratchHalf + 77} {
		for source := range w.Size() {
			buf := bytes.Repeat([]byte{byte(w.Rank() + 1)}, n)
			if err := w.Broadcast(bg, buf, source); err != nil {
				return err
			}
			if !bytes.Equal(buf, bytes.Repeat([]byte{byte(source + 1)}, n)) {
				return fmt.Errorf("%d bytes from image %d are not there", n, source+1)
			}
		}
	}
	if err := w.Broadcast(bg, nil, w.Size()); !errors.Is(err, ErrImageRange) {
		return fmt.Errorf("broadcast from no image: %v", err)
	}
	return nil
}

func testHeap(w *World) error {
	var blocks []uint64
	for _, size := range []uint64{0, 1, 100, 2 << 20} {
		at, fresh, err := w.HeapAlloc(bg, size)
		if err != nil || !fresh {
			return fmt.Errorf("%d bytes: fresh %v, %v", size, fresh, err)
		}
		h := w.header(at - layout.HeaderSize)
		if got, ok := w.HeapSize(at); !ok || got != size || h.Magic != layout.HeaderMagic ||
			h.Size != size {
			return fmt.Errorf("%d bytes: noted %d, %v, header %+v", size, got, ok, h)
		}
		for i := range w.bytes(w.Rank(), at, int(size)) {
			w.bytes(w.Rank(), at, int(size))[i] = 0xff
		}
		blocks = append(blocks, at)
	}
	if start, ok := w.HeapFind(blocks[2] + 99); !ok || start != blocks[2] {
		return fmt.Errorf("byte 99 of a block is found in that at %d, %v", start, ok)
	}
	if _, ok := w.HeapFind(blocks[2] + 100); ok {
		return errors.New("a byte behind a block is found")
	}
	if err := w.HeapFree(bg, blocks[3]); err != nil {
		return err
	}
	again, fresh, err := w.HeapAlloc(bg, 2<<20)
	if err != nil || fresh || again != blocks[3] {
		return fmt.Errorf("freed %d, got %d, fresh %v, %v", blocks[3], again, fresh, err)
	}
	if err := w.HeapFree(bg, blocks[3]+64); !errors.Is(err, ErrAddress) {
		return fmt.Errorf("free of what is no block: %v", err)
	}
	if _, _, err := w.HeapAlloc(bg, 1<<60); !errors.Is(err, ErrNoMemory) {
		return fmt.Errorf("2**60 bytes: %v", err)
	}
	if w.Size() == 1 {
		return nil
	}
	if _, _, err := w.HeapAlloc(bg, uint64(100+w.Rank())); !errors.Is(err, ErrSizes) {
		return fmt.Errorf("different sizes: %v", err)
	}
	if err := w.HeapFree(bg, blocks[w.Rank()%2]); !errors.Is(err, ErrMismatched) {
		return fmt.Errorf("free of different blocks: %v", err)
	}
	kind := Kind{Type: uint32(w.Rank())}
	if _, _, err := w.HeapAllocOf(bg, 100, kind); !errors.Is(err, ErrMismatched) {
		return fmt.Errorf("different kinds: %v", err)
	}
	return nil
}

// testTeams works in a team of the images of odd number and one of the even, in descending order.
func testTeams(w *World) error {
	control, err := testMemory(w, sizeTeam+layout.FormTable(w.Size()))
	if err != nil {
		return err
	}
	if _, err := testMemory(w, 1000); err != nil {
		return err
	}
	var members []int
	for rank := w.Size() - 1; rank >= 0; rank-- {
		if rank%2 == w.Rank()%2 {
			members = append(members, rank)
		}
	}
	team, err := w.NewTeam(int64(w.Rank()%2+1), members, control)
	if err != nil {
		return err
	}
	w.Enter(team)
	if team.Parent() != w.Initial() || team.Size() != len(members) ||
		members[team.Rank()] != w.Rank() {
		return fmt.Errorf("team %+v of %v", team, members)
	}
	// The teams' heaps part: one of them allocates more often.
	for range w.Rank()%2*3 + 1 {
		at, err := testMemory(w, 300)
		if err != nil {
			return err
		}
		sum := words(uint64(w.Rank()))
		if err := w.Reduce(bg, sum, conduit.Int64, conduit.Sum, EveryMember); err != nil {
			return err
		}
		want := uint64(0)
		for _, r := range members {
			want += uint64(r)
		}
		if !bytes.Equal(sum, words(want)) {
			return fmt.Errorf("sum %v in the team of %v", sum, members)
		}
		next := team.Member((team.Rank() + 1) % team.Size())
		if err := w.putWord(next, at, uint64(w.Rank()+1)); err != nil {
			return err
		}
		if err := w.SyncAll(bg); err != nil {
			return err
		}
		before := team.Member((team.Rank() + team.Size() - 1) % team.Size())
		if got, _ := w.getWord(w.Rank(), at); got != uint64(before+1) {
			return fmt.Errorf("%d from image %d", got, before+1)
		}
	}
	if n := len(w.TeamBlocks(team)); n != w.Rank()%2*3+1 {
		return fmt.Errorf("the team has %d blocks", n)
	}
	w.Leave()
	// Where the heaps differ, a common place is found all the same.
	at, err := testMemory(w, 300)
	if err != nil {
		return err
	}
	buf := words(at)
	if err := w.Broadcast(bg, buf, 0); err != nil || !bytes.Equal(buf, words(at)) {
		return fmt.Errorf("offset %d here, %v on image 1, %v", at, buf, err)
	}
	return nil
}

// testSleep: a wait that is long sleeps, says what it waits for, and is woken.
func testSleep(w *World) error {
	at, err := testMemory(w, 16)
	if err != nil {
		return err
	}
	if w.Rank() != 0 {
		if err := w.EventWait(bg, at, 1); err != nil {
			return err
		}
		return w.SyncAll(bg)
	}
	for rank := 1; rank < w.Size(); rank++ {
		s := w.status(rank)
		for atomic.LoadUint32(&s.Wait) != layout.WaitEvent {
			time.Sleep(time.Millisecond)
		}
		if line := atomic.LoadUint32(&s.Line); line != 42 ||
			!bytes.HasPrefix(s.File[:], []byte("sleep\x00")) {
			return fmt.Errorf("image %d waits at %s:%d", rank+1, s.File[:10], line)
		}
		if err := w.EventPost(rank, at); err != nil {
			return err
		}
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	for rank := 1; rank < w.Size(); rank++ {
		for atomic.LoadUint32(&w.status(rank).Wait) == layout.WaitEvent {
			time.Sleep(time.Millisecond)
		}
	}
	return nil
}

func testContext(w *World) error {
	at, err := testMemory(w, 32)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(bg, 15*time.Millisecond)
	defer cancel()
	if err := w.EventWait(ctx, at, 1); !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("wait for an event: %v", err)
	}
	if w.Rank() == 0 {
		if err := w.Lock(bg, 0, at+16); err != nil {
			return err
		}
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	if w.Rank() != 0 {
		if err := w.Lock(ctx, 0, at+16); !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("lock: %v", err)
		}
	}
	return w.SyncAll(bg)
}

// testStopped: the last image ends; who needs it learns so, and the others go on among themselves.
func testStopped(w *World) error {
	last := w.Size() - 1
	if w.Rank() == last {
		return nil
	}
	if err := w.SyncAll(bg); !errors.Is(err, ErrStoppedImage) {
		return fmt.Errorf("sync all: %v", err)
	}
	if err := w.SyncImage(bg, last); !errors.Is(err, ErrStoppedImage) {
		return fmt.Errorf("sync images: %v", err)
	}
	if err := w.Reduce(bg, words(1), conduit.Int64, conduit.Sum, EveryMember); !errors.Is(err,
		ErrStoppedImage) {
		return fmt.Errorf("sum: %v", err)
	}
	if got := w.Stopped(); len(got) == 0 || got[len(got)-1] != last {
		return fmt.Errorf("stopped are %v", got)
	}
	return nil
}

// testFailed: the last image fails; the others still synchronize, and take over its lock.
func testFailed(w *World) error {
	last := w.Size() - 1
	at, err := testMemory(w, 256)
	if err != nil {
		return err
	}
	if w.Rank() == last {
		if err := w.Lock(bg, 0, at); err != nil {
			return err
		}
		// Not before the others have left the synchronization above.
		if w.Size() > 1 {
			if err := w.EventWait(bg, at+48, int64(w.Size()-1)); err != nil {
				return err
			}
		}
		w.FailImage()
	}
	// The last post may find the image failed before it has answered.
	if err := w.EventPost(last, at+48); err != nil && !errors.Is(err, ErrFailedImage) {
		return err
	}
	for round := uint64(1); round <= 5; round++ {
		if err := w.putWord(0, at+64+8*uint64(w.Rank()), round); err != nil {
			return err
		}
		if err := w.SyncAll(bg); !errors.Is(err, ErrFailedImage) {
			return fmt.Errorf("sync all: %v", err)
		}
	}
	if err := w.SyncImage(bg, last); !errors.Is(err, ErrFailedImage) {
		return fmt.Errorf("sync images: %v", err)
	}
	if got := w.Failed(); len(got) != 1 || got[0] != last {
		return fmt.Errorf("failed are %v", got)
	}
	if w.Rank() == 0 {
		if err := w.Lock(bg, 0, at); !errors.Is(err, ErrUnlockedFail) {
			return fmt.Errorf("lock of a failed image: %v", err)
		}
		return w.Unlock(0, at)
	}
	return nil
}

// testErrorStop: one image ends the run, wherever the others are.
func testErrorStop(w *World) error {
	at, err := testMemory(w, 16)
	if err != nil {
		return err
	}
	switch {
	case w.Rank() == w.Size()/2:
		time.Sleep(5 * time.Millisecond)
		w.ErrorStop(7)
	case w.Rank()%2 == 0:
		return fmt.Errorf("sync all returned: %v", w.SyncAll(bg))
	}
	return fmt.Errorf("event wait returned: %v", w.EventWait(bg, at, 1))
}

// testErrorStopUnanswered: the last image ends the run, and leaves, while the others are in
// operations on it that wait for its answer, each in another one. It has no state that says that it
// has left.
func testErrorStopUnanswered(w *World) error {
	last := w.Size() - 1
	at, err := testMemory(w, 256)
	if err != nil {
		return err
	}
	event, lock, held := at, at+32, at+192
	data := at + 128 + 8*uint64(w.Rank()%8) // a word for each image: what they do is no race
	if w.Rank() == last {
		atomic.StoreUint32(w.word32(last, held), 1) // and leaves with it
	}
	if err := w.SyncAll(bg); err != nil {
		return err
	}
	if w.Rank() == last {
		w.ErrorStop(7)
	}
	operations := []func() error{
		func() error {
			if _, is := w.c.(conduit.LockedAccumulator); !is {
				_, err := w.getWord(last, data)
				return err
			}
			change := conduit.Change{Offset: data, Step: 8, Kind: conduit.Int64, Lock: held}
			change.Operands, change.Op = conduit.Int64, conduit.Sum
			return w.AccumulateHeld(last, change, make([]byte, 8), make([]byte, 8))
		},
		func() error { return errors.Join(w.putWord(last, data, 1), w.SyncMemory()) },
		func() error {
			_, err := w.Atomic(conduit.AtomicAdd, last, data, 8, 1, 0)
			return err
		},
		func() error { return errors.Join(w.Lock(bg, last, lock), w.Unlock(last, lock)) },
		func() error { return w.EventPost(last, event) },
		func() error { return w.putWord(last, data, 1) }, // until its mailbox is full
		func() error {
			element := conduit.Section{Offset: data, Elem: 8}
			return w.GetSection(last, element, make([]byte, 8), conduit.Section{Elem: 8})
		},
	}
	for range 200 {
		if err := operations[w.Rank()%len(operations)](); err != nil {
			return err
		}
		w.c.Yield()
	}
	// Where the operations need no answer they go on until the image waits.
	return fmt.Errorf("sync all returned: %v", w.SyncAll(bg))
}
