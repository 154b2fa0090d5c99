//go:build cgo

package bounce

import (
	"math/rand/v2"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
)

// Bytes that are in use are never given again, whatever the sizes and the order of ends.
func TestRing(t *testing.T) {
	const size = 1000
	random := rand.New(rand.NewPCG(3, 4))
	k := Ring{memory: make([]byte, size)}
	type use struct {
		memory []byte
		mark   byte
	}
	var inUse []use
	given := 0
	for step := range 20000 {
		n := 1 + random.IntN(size/3)
		if random.IntN(50) == 0 {
			n = size
		}
		if s, memory := k.Reserve(n); s != nil {
			if len(memory) != n {
				t.Fatalf("%d bytes of %d", len(memory), n)
			}
			given++
			mark := byte(step)
			for i := range memory {
				memory[i] = mark
			}
			k.Begun(s, adapter.Request{})
			inUse = append(inUse, use{memory, mark})
		} else if len(inUse) == 0 {
			t.Fatalf("no room for %d bytes in an empty buffer", n)
		}
		for len(inUse) > 0 && random.IntN(3) > 0 {
			for _, b := range inUse[0].memory {
				if b != inUse[0].mark {
					t.Fatal("bytes in use were given again")
				}
			}
			inUse = inUse[1:]
			first := true
			if k.Release(func(adapter.Request) (bool, error) {
				defer func() { first = false }()
				return first, nil
			}) != 1 {
				t.Fatal("a send that has ended was not released")
			}
		}
	}
	if given < 5000 {
		t.Errorf("room only %d times", given)
	}
}
