package sys

import (
	"sync/atomic"
	"testing"
)

func TestComesSoon(t *testing.T) {
	for _, pauses := range []bool{false, true} {
		word := uint64(4)
		if !ComesSoon(&word, 4, 1, pauses) || !ComesSoon(&word, 3, 1, pauses) {
			t.Error("what is there has not come")
		}
		if ComesSoon(&word, 5, 3, pauses) || ComesSoon(&word, 4, 0, pauses) {
			t.Error("what is not there, or was not looked for, has come")
		}
		word = 1 << 63 // without sign
		if !ComesSoon(&word, 1, 1, pauses) {
			t.Error("a large value has not come")
		}
	}
}

func TestComesSoonSeesAnotherProcessorsStore(t *testing.T) {
	var word uint64
	go atomic.StoreUint64(&word, 1)
	for look := HowToLook(); !ComesSoon(&word, 1, look.Looks, look.Pauses); {
		Yield()
	}
}

func TestFirstSoon(t *testing.T) {
	for _, pauses := range []bool{false, true} {
		var a, b, c uint64
		look := func(looks int) int {
			return FirstSoon(Word{&a, 1}, Word{&b, 1 << 63}, Word{&c, 3},
				looks, pauses)
		}
		if got := look(2); got != -1 {
			t.Errorf("nothing has come, and %d is said to", got)
		}
		if c = 4; look(2) != 2 {
			t.Error("the third has not come")
		}
		if b = 1 << 63; look(2) != 1 { // without sign
			t.Error("the second has not come")
		}
		if a = 1; look(2) != 0 {
			t.Error("the first has not come")
		}
		if look(0) != -1 {
			t.Error("without a look one has come")
		}
	}
	if FirstSoon(Never(), Never(), Never(), 1, false) != -1 {
		t.Error("never has come")
	}
}
