package rt

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// pattern is n bytes that tell their member and place.
func pattern(member, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(member*31 + i*7 + i/251)
	}
	return b
}

// testLong: long collectives to and from each member, of lengths that do and do not divide among
// the members, and in several parts.
func testLong(w *World) error {
	for _, n := range []int{layout.SlotPayload + 1, 500, longPart + 3} {
		for source := range w.Size() {
			buf := pattern(w.Rank(), n)
			if err := w.Broadcast(bg, buf, source); err != nil ||
				!bytes.Equal(buf, pattern(source, n)) {
				return fmt.Errorf("broadcast of %d bytes from %d: %v", n, source+1, err)
			}
		}
	}
	for _, n := range []int{15, 16, 99, longPart/8 + 1} {
		for result := EveryMember; result < w.Size(); result++ {
			own := make([]uint64, n)
			for i := range own {
				own[i] = uint64((w.Rank() + 1) * (i + 1))
			}
			buf := bytesOf(own)
			if err := w.Reduce(bg, buf, conduit.Int64, conduit.Sum, result); err != nil {
				return err
			}
			for i, got := range own {
				want := uint64(w.Size() * (w.Size() + 1) / 2 * (i + 1))
				if result != EveryMember && result != w.Rank() {
					want = uint64((w.Rank() + 1) * (i + 1))
				}
				if got != want {
					return fmt.Errorf("sum of %d words for %d: word %d is %d, want %d", n, result+1,
						i, got, want)
				}
			}
		}
	}
	// Elements so large that a few, or one alone, go together.
	for _, elem := range []int{longPart / 3, longPart + 8} {
		sum := func(a, b []byte) {
			for i := 0; i < len(a); i += elem {
				binary.NativeEndian.PutUint64(a[i:],
					binary.NativeEndian.Uint64(a[i:])+binary.NativeEndian.Uint64(b[i:]))
			}
		}
		for result := EveryMember; result < w.Size(); result++ {
			buf := make([]byte, 2*elem)
			for i := range 2 {
				binary.NativeEndian.PutUint64(buf[i*elem:], uint64(w.Rank()+i))
			}
			if err := w.ReduceFunc(bg, buf, elem, sum, result); err != nil {
				return err
			}
			for i := range 2 {
				want := w.Size() * (w.Size() - 1 + 2*i) / 2
				if result != EveryMember && result != w.Rank() {
					want = w.Rank() + i
				}
				if got := int(binary.NativeEndian.Uint64(buf[i*elem:])); got != want {
					return fmt.Errorf("sum of elements of %d bytes for %d: %d, want %d", elem,
						result+1, got, want)
				}
			}
		}
	}
	return nil
}
