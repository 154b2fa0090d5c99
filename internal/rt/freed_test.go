package rt

import (
	"math/rand/v2"
	"testing"
)

// TestFreed: byte for byte, what is free is either kept or has gone back, what is in use is
// neither, and no more is kept than may be.
func TestFreed(t *testing.T) {
	const room, most = 400, 90
	const (
		fresh = iota
		used
		kept
		gone
	)
	var state [room]int
	var f freed
	random := rand.New(rand.NewPCG(1, 2))
	inUse := map[uint64]uint64{}
	for range 20000 {
		start, size := random.Uint64N(room-60), 1+random.Uint64N(60)
		free := true
		for i := start; i < start+size; i++ {
			free = free && state[i] != used
		}
		if free {
			f.use(start, size)
			inUse[start] = size
			for i := start; i < start+size; i++ {
				state[i] = used
			}
		} else {
			for at, n := range inUse {
				delete(inUse, at)
				for i := at; i < at+n; i++ {
					state[i] = kept
				}
				for _, b := range f.add(at, n, most) {
					for i := b.start; i < b.end; i++ {
						if state[i] != kept {
							t.Fatalf("byte %d goes back and is not kept", i)
						}
						state[i] = gone
					}
				}
				break
			}
		}
		var keeps uint64
		for i := range state {
			if state[i] == kept {
				keeps++
			}
		}
		if keeps != f.bytes || keeps > most {
			t.Fatalf("%d bytes are kept, %d are counted", keeps, f.bytes)
		}
		for _, b := range f.blocks {
			for i := b.start; i < b.end; i++ {
				if state[i] != kept {
					t.Fatalf("byte %d counts as kept", i)
				}
			}
		}
	}
}
