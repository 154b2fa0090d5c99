package rt

import (
	"testing"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/inproc"
)

// polled counts the looks at the network.
type polled struct {
	*inproc.Conduit
	polls int
}

func (p *polled) Poll() bool {
	p.polls++
	return p.Conduit.Poll()
}

// TestInquiriesLook: whatever may be asked again and again looks at the network, where there is
// one.
func TestInquiriesLook(t *testing.T) {
	inquiries := map[string]func(w *World, at uint64) error{
		"event": func(w *World, at uint64) error { w.EventQuery(at); return nil },
		"load": func(w *World, at uint64) error {
			_, err := w.Atomic(conduit.AtomicLoad, 0, at, 8, 0, 0)
			return err
		},
		"compare": func(w *World, at uint64) error {
			_, err := w.Atomic(conduit.AtomicCAS, 0, at, 4, 0, 1)
			return err
		},
		"lock": func(w *World, at uint64) error {
			got, err := w.TryLock(0, at)
			if got && err == nil {
				err = w.Unlock(0, at)
			}
			return err
		},
		"look": func(w *World, _ uint64) error { w.Look(); return nil },
	}
	for _, mapped := range []bool{true, false} {
		conduits, err := inproc.Open(2, inproc.Options{Unmapped: !mapped, Cores: 64, Heap: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		c := &polled{Conduit: conduits[0]}
		w, err := New(c, Options{})
		if err != nil {
			t.Fatal(err)
		}
		at, err := w.HeapOwn(64)
		if err != nil {
			t.Fatal(err)
		}
		for name, ask := range inquiries {
			c.polls = 0
			if err := ask(w, at); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if looks := c.polls > 0; looks == w.Mapped() {
				t.Errorf("%s: %d looks where images are mapped: %v", name, c.polls, w.Mapped())
			}
		}
	}
}
