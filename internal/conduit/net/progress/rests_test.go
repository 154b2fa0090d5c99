package progress

import (
	"testing"
	"time"
)

// TestSilent: rests grow with the number of empty polls, and short ones stay as they are.
func TestSilent(t *testing.T) {
	before := time.Duration(0)
	for empty := range 1000 {
		rest := Silent(empty, LongRest)
		if rest < before || rest < LongRest || rest > longSilentRest {
			t.Fatalf("after %d empty polls: %v, and %v before", empty, rest, before)
		}
		before = rest
		if rest := Silent(empty, ShortRest); rest != ShortRest {
			t.Fatalf("after %d empty polls a short rest is %v", empty, rest)
		}
	}
	if before != longSilentRest {
		t.Errorf("at last %v", before)
	}
}

// TestRestWithoutDoorbell: where the library tells nothing, a rest is a fixed time, and it ends at
// once when somebody cuts it.
func TestRestWithoutDoorbell(t *testing.T) {
	var r Rests
	r.Open(-1)
	r.Armed(time.Millisecond, func() (armed, able bool) {
		t.Error("a library without a descriptor was armed")
		return false, false
	}, func() bool { return false })
	if rest := r.For(time.Millisecond); rest < time.Millisecond/2 {
		t.Errorf("a rest of a millisecond took %v", rest)
	}
	r.Cut()
	if rest := r.For(10 * time.Second); rest > 5*time.Second {
		t.Errorf("a rest that was cut took %v", rest)
	}
	r.End()
	if rest := r.For(10 * time.Second); rest > 5*time.Second {
		t.Errorf("a rest after the end took %v", rest)
	}
}
