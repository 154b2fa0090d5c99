package rt

import (
	"fmt"
	"sync"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit/inproc"
)

// TestReadWhileShown: an image shows one statement after the other while another image reads; what
// is read is one statement, whole. The race detector sees that each word is read for itself.
func TestReadWhileShown(t *testing.T) {
	for _, mapped := range []bool{true, false} {
		t.Run(fmt.Sprintf("mapped=%v", mapped), func(t *testing.T) {
			conduits, err := inproc.Open(2,
				inproc.Options{Unmapped: !mapped, Cores: 64, Heap: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			var worlds [2]*World
			var begun sync.WaitGroup
			for rank, c := range conduits {
				begun.Go(func() {
					w, err := New(c, Options{})
					if err != nil {
						t.Error(err)
					}
					worlds[rank] = w
				})
			}
			if begun.Wait(); t.Failed() {
				return
			}
			const statements = 20000
			var showing sync.WaitGroup
			showing.Go(func() {
				for k := range uint64(statements) {
					worlds[0].show(statement{control: k, number: 1 + k, length: k},
						Site{File: fmt.Sprint("file", k), Line: int(k)})
				}
			})
			whole := 0
			for last := uint64(0); last < statements; {
				number, err := worlds[1].loadWord(0, worlds[1].static+offShown)
				if err != nil {
					t.Fatal(err)
				}
				last = number
				shown, is, err := worlds[1].readShown(0, number)
				if err != nil {
					t.Fatal(err)
				}
				if !is || number == 0 {
					continue
				}
				whole++
				if k := number - 1; shown.Control != k || shown.Length != k ||
					uint64(shown.Line) != k || textIn(shown.File[:]) != fmt.Sprint("file", k) {
					t.Fatalf("statement %d is read as %+v", k, shown)
				}
			}
			if showing.Wait(); whole == 0 {
				t.Error("nothing has been read")
			}
		})
	}
}
