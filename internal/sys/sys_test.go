package sys

import (
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

const size = 8 << 20

func object(t *testing.T) *os.File {
	t.Helper()
	f, err := MemoryObject("systest", size)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func mapping(t *testing.T, f *os.File, offset, n uint64, at uintptr) (unsafe.Pointer, []byte) {
	t.Helper()
	p, err := MapShared(int(f.Fd()), offset, n, at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := Unmap(p, n); err != nil {
			t.Error(err)
		}
	})
	return p, Bytes(p, n)
}

func TestMemoryObjectIsSharedAndSparse(t *testing.T) {
	f := object(t)
	_, a := mapping(t, f, 0, size, 0)
	_, b := mapping(t, f, 1<<20, 4096, 0)
	a[1<<20+5] = 42
	if b[5] != 42 {
		t.Error("two mappings of one page differ")
	}
	var s unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &s); err != nil || s.Size != size || s.Blocks*512 > size/2 {
		t.Errorf("%d bytes, %d of them there, %v", s.Size, s.Blocks*512, err)
	}
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFD, 0)
	if err != nil || flags&unix.FD_CLOEXEC == 0 {
		t.Errorf("other programs inherit the object: flags %#x, %v", flags, err)
	}
}

func TestMapReplacesNothing(t *testing.T) {
	f := object(t)
	p, a := mapping(t, f, 0, size, 0)
	a[0] = 1
	for _, at := range []uintptr{uintptr(p), uintptr(p) + 4096} {
		if q, err := MapShared(int(f.Fd()), 0, 4096, at); err == nil {
			t.Errorf("mapped over what was there, at %p", q)
		}
		if q, err := MapPrivate(4096, at); err == nil {
			t.Errorf("mapped private memory over what was there, at %p", q)
		}
	}
	if a[0] != 1 {
		t.Error("the memory has changed")
	}
}

func TestMapAtAnAddress(t *testing.T) {
	free, err := MapPrivate(size, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := Unmap(free, size); err != nil {
		t.Fatal(err)
	}
	p, memory := mapping(t, object(t), 4096, 4096, uintptr(free))
	if p != free {
		t.Errorf("mapped at %p, not %p", p, free)
	}
	memory[4095]++
}

func TestMapSaysWhatIsWrong(t *testing.T) {
	_, err := MapShared(-1, 0, 4096, 0)
	if err == nil || !strings.Contains(err.Error(), "map 4096 bytes") {
		t.Error(err)
	}
}

func TestPrivateMemoryIsZero(t *testing.T) {
	const n = 1 << 40 // more than there is
	p, err := MapPrivate(n, 0)
	if err != nil {
		t.Fatal(err)
	}
	memory := Bytes(p, n)
	memory[n-1]++
	if memory[0] != 0 || memory[n-1] != 1 {
		t.Error("not zeros")
	}
	if err := Unmap(p, n); err != nil {
		t.Error(err)
	}
}

// TestDiscard: whole pages of the part are given back in the object itself, and nothing beside
// them.
func TestDiscard(t *testing.T) {
	f := object(t)
	_, a := mapping(t, f, 0, size, 0)
	_, b := mapping(t, f, 0, size, 0)
	for i := range 5 * 4096 {
		a[i] = 7
	}
	if err := Discard(a[100 : 4*4096+100]); err != nil {
		t.Fatal(err)
	}
	for i := range 5 * 4096 {
		want := byte(7)
		if i >= 4096 && i < 4*4096 {
			want = 0
		}
		if b[i] != want {
			t.Fatalf("byte %d is %d, not %d", i, b[i], want)
		}
	}
	for _, part := range [][]byte{nil, a[:1], a[1:4096], a[1 : 2*4096-1]} {
		before := a[4*4096]
		if err := Discard(part); err != nil || a[0] != 7 || a[4*4096] != before {
			t.Errorf("discarding %d bytes: %v", len(part), err)
		}
	}
}

func TestCollapseKeepsTheContents(t *testing.T) {
	_, a := mapping(t, object(t), 0, size, 0)
	for i := 0; i < size; i += 1000 {
		a[i] = byte(i / 1000)
	}
	Collapse(a)
	Collapse(a[:100])
	for i := 0; i < size; i += 1000 {
		if a[i] != byte(i/1000) {
			t.Fatalf("byte %d is %d", i, a[i])
		}
	}
}

func TestFutexWaitReturns(t *testing.T) {
	var word uint32 = 3
	start := time.Now()
	FutexWait(&word, 4, time.Minute) // it is not 4
	if time.Since(start) > 30*time.Second {
		t.Error("slept although the word had changed")
	}
	FutexWait(&word, 3, time.Millisecond) // nobody wakes
	FutexWake(&word, 1)                   // nobody sleeps
}

// TestFutexWake: a sleeper in one mapping is woken by the word's other mapping, as by another
// process.
func TestFutexWake(t *testing.T) {
	f := object(t)
	p, _ := mapping(t, f, 0, 4096, 0)
	q, _ := mapping(t, f, 0, 4096, 0)
	here, there := (*uint32)(p), (*uint32)(q)
	const turns = 200
	done := make(chan bool)
	go func() {
		for turn := uint32(0); turn < turns; turn++ {
			for atomic.LoadUint32(there) == turn {
				FutexWait(there, turn, time.Minute)
			}
		}
		close(done)
	}()
	for turn := uint32(1); turn <= turns; turn++ {
		time.Sleep(10 * time.Microsecond)
		atomic.StoreUint32(here, turn)
		FutexWake(here, 1)
		runtime.Gosched()
	}
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("a sleeper was not woken")
	}
}

func TestSpread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, after unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		t.Fatal(err)
	}
	count := 2*before.Count() + 1
	for number := range count {
		Spread(number, count)
		if err := unix.SchedGetaffinity(0, &after); err != nil {
			t.Fatal(err)
		}
		if after != before {
			t.Fatalf("Spread(%d): the thread may run on %d processors, not on %d as before", number,
				after.Count(), before.Count())
		}
	}
}

func TestYieldUntil(t *testing.T) {
	word := uint64(7)
	for _, c := range []struct {
		value uint64
		turns int
		want  bool
	}{{7, 1, true}, {6, 1, true}, {0, 3, true}, {8, 1, false}, {8, 3, false}, {1 << 63, 2,
		false}, {7, 0, false}} {
		if got := YieldUntil(&word, c.value, c.turns); got != c.want {
			t.Errorf("the word is %d: %d turns until it is %d: %v", word, c.turns, c.value, got)
		}
	}
	atomic.StoreUint64(&word, 1<<63+1)
	if !YieldUntil(&word, 1<<63, 1) {
		t.Error("a value above 1<<63 is taken for a negative one")
	}
	go func() {
		time.Sleep(time.Millisecond)
		atomic.StoreUint64(&word, 1<<63+2)
	}()
	for start := time.Now(); !YieldUntil(&word, 1<<63+2, 10); {
		if time.Since(start) > 30*time.Second {
			t.Fatal("the store of another thread is not seen")
		}
	}
}

func TestWhatTheMachineHas(t *testing.T) {
	if n := Processors(); n < 1 || n > runtime.NumCPU() {
		t.Errorf("%d processors, Go sees %d", n, runtime.NumCPU())
	}
	if n := TotalMemory(); n < 64<<20 {
		t.Errorf("%d bytes of memory", n)
	}
	before := Monotonic()
	Yield()
	time.Sleep(time.Millisecond)
	if passed := Monotonic() - before; passed < uint64(time.Millisecond) ||
		passed > uint64(time.Hour) {
		t.Errorf("%d ns passed in a millisecond", passed)
	}
}
