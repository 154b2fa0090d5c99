package sys

import (
	"os"
	"testing"
	"time"
)

// TestRestIsShort: a rest of some microseconds does not take a millisecond, as one by a timer of
// Go's does in an idle process.
func TestRestIsShort(t *testing.T) {
	const rest, trials = 20 * time.Microsecond, 200
	least := time.Hour
	for range trials {
		before := time.Now()
		Nap(rest)
		least = min(least, time.Since(before))
	}
	if least < rest || least > 500*time.Microsecond {
		t.Errorf("a rest of %v takes %v at least", rest, least)
	}
}

func TestRestEnds(t *testing.T) {
	var r Rest
	over := make(chan struct{})
	go func() {
		r.For(time.Minute)
		r.For(time.Minute) // a rest after the end
		close(over)
	}()
	time.Sleep(time.Millisecond)
	r.End()
	wait(t, over)
}

func TestDoorbell(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	d, err := NewDoorbell(int(in.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	before := time.Now()
	d.For(20 * time.Millisecond)
	if time.Since(before) < 10*time.Millisecond {
		t.Error("it rings although nothing has come")
	}
	rings := func(ring func()) {
		over := make(chan struct{})
		go func() {
			d.For(time.Minute)
			close(over)
		}()
		time.Sleep(time.Millisecond)
		ring()
		wait(t, over)
	}
	rings(func() { _, _ = out.Write([]byte{1}) })
	_, _ = in.Read(make([]byte, 1))
	rings(d.End)
	rings(func() {}) // a rest after the end
}

func wait(t *testing.T, over chan struct{}) {
	t.Helper()
	select {
	case <-over:
	case <-time.After(2 * time.Minute):
		t.Fatal("it goes on")
	}
}

// TestRestIsCut: one rest ends, whether it has begun or not, and the next does not.
func TestRestIsCut(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	d, err := NewDoorbell(int(in.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var r Rest
	for name, rest := range map[string]interface {
		For(d time.Duration)
		Cut()
	}{"Rest": &r, "Doorbell": d} {
		over := make(chan struct{})
		go func() {
			rest.For(time.Minute)
			close(over)
		}()
		rest.Cut()
		wait(t, over)
		const short = 2 * time.Millisecond
		before := time.Now()
		rest.For(short)
		if passed := time.Since(before); passed < short/2 {
			t.Errorf("%s: a rest of %v behind one that was cut ends after %v", name, short, passed)
		}
	}
}
