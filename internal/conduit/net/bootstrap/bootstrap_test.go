//go:build cgo

package bootstrap

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/coral-pgas/coral/internal/conduit/net/registration"
)

// TestHandshake: another form would not be understood by images of other versions, which then
// say nothing better than that a message has the wrong length.
func TestHandshake(t *testing.T) {
	var i Handshake
	if got := [3]uintptr{unsafe.Sizeof(i), unsafe.Offsetof(i.Executable),
		unsafe.Offsetof(i.Host)}; got != [3]uintptr{64, 16, 24} {
		t.Errorf("%v", got)
	}
}

// TestDiffering: each executable is told of once, with its images, its hosts and what they have
// said of it.
func TestDiffering(t *testing.T) {
	var all []Handshake
	for rank, executable := range []uint64{7, 8, 7, 7, 8, 9} {
		i := Handshake{Executable: executable}
		copy(i.Host[:], []string{"a", "b", "c"}[rank%3])
		all = append(all, i)
	}
	found := kinds(all)
	for i, words := range []string{"/p, 1 bytes", "/p, 2 bytes"} {
		found[i].words = append([]byte(words), 0, 0)
	}
	want := `image 2 on host b runs another executable than image 1 on host a: put the same file on all machines, under the name by which the program is started [R0513]
coral: note: images 1, 3-4 on a, c: /p, 1 bytes
coral: note: images 2, 5 on b: /p, 2 bytes
coral: note: image 6 on c: no more is known of it, since Coral's versions differ
`
	if got := differing(found); got != want {
		t.Errorf("%s", got)
	}
}

// TestTellsMore: the bit does not change the method.
func TestTellsMore(t *testing.T) {
	for m := range registration.Method(8) {
		i := Handshake{Memory: uint8(m) | TellsMore}
		if i.method() != m {
			t.Errorf("%v: %v", m, i.method())
		}
	}
}

func TestSameMemory(t *testing.T) {
	all := []Handshake{{Memory: uint8(registration.Allocated)},
		{Memory: uint8(registration.Allocated)},
		{Memory: uint8(registration.Messages)}}
	copy(all[0].Host[:], "a")
	copy(all[2].Host[:], "b")
	if err := SameMemory(all[:2]); err != nil {
		t.Error(err)
	}
	if err := SameMemory(all); err == nil ||
		!strings.HasPrefix(err.Error(),
			"image 3 on host b has CORAL_MEMORY=messages, but image 1 on host a has ra: ") ||
		!strings.HasSuffix(err.Error(), "[R0517]") {
		t.Error(err)
	}
}
