package heap

import (
	"math/rand/v2"
	"testing"
)

func take(t *testing.T, h *Heap, size uint64) (offset uint64, fresh bool) {
	t.Helper()
	offset = h.FirstFit(size, 0, 0, Align)
	if offset == None {
		t.Fatalf("no room for %d bytes", size)
	}
	fresh, err := h.Take(offset, size)
	if err != nil {
		t.Fatal(err)
	}
	return offset, fresh
}

func TestTakeAndRelease(t *testing.T) {
	h := New(10, 1024) // 64 to 1024 are whole lines
	a, fresh := take(t, h, 1)
	if a != 64 || !fresh {
		t.Errorf("first block at %d, fresh %v", a, fresh)
	}
	b, _ := take(t, h, 65)
	c, _ := take(t, h, 0)
	if b != 128 || c != 256 || h.InUse() != 64+128+64 {
		t.Errorf("blocks at %d and %d, %d in use", b, c, h.InUse())
	}
	h.Release(b, 65)
	if d, fresh := take(t, h, 129); d != 320 || !fresh {
		t.Errorf("what does not fit between lies at %d, fresh %v", d, fresh)
	}
	if d, fresh := take(t, h, 128); d != b || fresh {
		t.Errorf("what fits between lies at %d, fresh %v", d, fresh)
	}
	if h.FirstFit(1024, 0, 0, Align) != None {
		t.Error("more than there is fits")
	}
}

func TestAlignment(t *testing.T) {
	h := New(0, 1<<20)
	take(t, h, 100)
	for _, inner := range []uint64{0, 512} {
		at := h.FirstFit(5000, 0, inner, 4096)
		if (at+inner)%4096 != 0 {
			t.Errorf("block at %d: byte %d is not aligned", at, inner)
		}
	}
	if at := h.FirstFit(64, 4097, 0, Align); at != 4160 {
		t.Errorf("first fit above 4097 is %d", at)
	}
}

func TestRefuses(t *testing.T) {
	h := New(0, 4096)
	offset, _ := take(t, h, 1000)
	for _, at := range []uint64{offset, offset + 64, 4096, 8192} {
		if _, err := h.Take(at, 64); err == nil {
			t.Errorf("%d was taken, which is not free", at)
		}
	}
}

// TestRandom compares the free list with a table of lines.
func TestRandom(t *testing.T) {
	const lines = 200
	random := rand.New(rand.NewPCG(1, 2))
	h := New(0, lines*Align)
	var used [lines]bool
	blocks := map[uint64]uint64{}
	for range 20_000 {
		if random.IntN(2) == 0 {
			size := uint64(random.IntN(20)*Align + 1)
			at := h.FirstFit(size, 0, 0, Align)
			n := int(blockSize(size) / Align)
			if want := firstGap(used[:], n); want < 0 && at != None || want >= 0 &&
				at != uint64(want*Align) {
				t.Fatalf("first fit of %d lines at %d, want line %d", n, at, want)
			}
			if at == None {
				continue
			}
			if _, err := h.Take(at, size); err != nil {
				t.Fatal(err)
			}
			blocks[at] = size
			mark(used[:], at, size, true)
			continue
		}
		for at, size := range blocks {
			h.Release(at, size)
			mark(used[:], at, size, false)
			delete(blocks, at)
			break
		}
	}
	for at, size := range blocks {
		h.Release(at, size)
	}
	if len(h.free) != 1 || h.InUse() != 0 {
		t.Errorf("all is released: %v, %d in use", h.free, h.InUse())
	}
}

func mark(used []bool, at, size uint64, value bool) {
	for i := at / Align; i < (at+blockSize(size))/Align; i++ {
		used[i] = value
	}
}

func firstGap(used []bool, n int) int {
	run := 0
	for i, u := range used {
		if u {
			run = 0
			continue
		}
		if run++; run == n {
			return i - n + 1
		}
	}
	return -1
}
