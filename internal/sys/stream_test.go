package sys

import (
	"bytes"
	"testing"
)

// Any alignment and length, and nothing beside it; what overlaps is copied as by copy.
func TestStream(t *testing.T) {
	source := make([]byte, 1024)
	for i := range source {
		source[i] = byte(i*7 + 1)
	}
	for _, n := range []int{0, 1, 63, 64, 127, 128, 129, 191, 192, 500, 512} {
		for to := range 65 {
			for _, from := range []int{0, 1, 8, 63} {
				have, want := make([]byte, 1024), make([]byte, 1024)
				Stream(have[to:to+n], source[from:from+n])
				copy(want[to:to+n], source[from:from+n])
				if !bytes.Equal(have, want) {
					t.Fatalf("%d bytes from %d to %d differ", n, from, to)
				}
			}
		}
	}
	for _, distance := range []int{-200, -64, -1, 0, 1, 64, 200} {
		have, want := bytes.Clone(source), bytes.Clone(source)
		Stream(have[300+distance:700+distance], have[300:700])
		copy(want[300+distance:700+distance], want[300:700])
		if !bytes.Equal(have, want) {
			t.Errorf("overlapping at a distance of %d: differs", distance)
		}
	}
}

func TestLastCache(t *testing.T) {
	if n := LastCache(); n < 0 || n > 0 && n < 64<<10 {
		t.Errorf("the last cache has %d bytes", n)
	}
}
