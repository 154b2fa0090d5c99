package sys

import "testing"

// TestGoroutine: a goroutine keeps its number while its stack grows, and another has another one.
func TestGoroutine(t *testing.T) {
	own := Goroutine()
	if own == 0 {
		t.Fatal("no number")
	}
	var deep func(n int) uintptr
	deep = func(n int) uintptr {
		var frame [1024]byte
		frame[n%1024] = 1
		if n == 0 {
			return Goroutine()
		}
		return deep(n-1) + uintptr(frame[(n+1)%1024])
	}
	if got := deep(1000); got != own {
		t.Errorf("%#x deep in the stack, %#x before", got, own)
	}
	other := make(chan uintptr)
	go func() { other <- Goroutine() }()
	if got := <-other; got == own || got == 0 {
		t.Errorf("another goroutine has %#x, this one %#x", got, own)
	}
}
