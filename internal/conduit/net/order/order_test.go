package order

import (
	"slices"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit/net/message"
)

// TestEpochs: what is in flight touches its bytes until it is complete, also where there is always
// something in flight; and the first of it is forgotten some answers later.
func TestEpochs(t *testing.T) {
	var c Counters
	var e Epochs
	touches := func(offset uint64, n int, want bool) {
		t.Helper()
		if got := e.MayTouch(&c, offset, n); got != want {
			t.Errorf("%d sent, %d done: bytes %d to %d in flight: %v", c.Sent.Load(), c.Done.Load(),
				offset, offset+uint64(n), got)
		}
	}
	send := func(offset uint64, n int) {
		e.Begin(&c, offset, n)
		c.Sent.Add(1)
	}
	touches(0, 1000, false)
	send(100, 8)
	touches(104, 8, true)
	touches(108, 8, false)
	e.Asked(&c)
	send(200, 8)
	touches(100, 1, true)
	c.Done.Store(1)
	touches(100, 1, false)
	touches(200, 1, true)
	e.Asked(&c)
	send(300, 8)
	c.Done.Store(2)
	touches(200, 1, false)
	touches(300, 1, true)
	c.Done.Store(3)
	touches(0, 1000, false)
}

// TestQueues: a message that must come behind long puts is handled when all before it are there,
// whatever the order in which they end, and other images' messages do not wait.
func TestQueues(t *testing.T) {
	q := Queues{}
	behind := message.Head{Behind: true}
	if q.Defer(1, behind, nil) {
		t.Error("a message waits for nothing")
	}
	a, b := q.Enter(1, false), q.Enter(1, false)
	if q.Defer(1, message.Head{}, nil) || q.Defer(2, behind, nil) {
		t.Error("a message waits for what it need not")
	}
	payload := []byte{7}
	if !q.Defer(1, behind, payload) {
		t.Fatal("a message does not wait")
	}
	payload[0] = 8 // the library's again
	c := q.Enter(1, false)
	if !q.Defer(1, behind, []byte{9}) {
		t.Fatal("a message does not wait")
	}
	var handled []byte
	handle := func(h message.Head, payload []byte) { handled = append(handled, payload...) }
	q.Leave(1, b, handle)
	if len(handled) > 0 {
		t.Error("a message has passed a long put")
	}
	q.Leave(1, a, handle)
	if !slices.Equal(handled, []byte{7}) {
		t.Errorf("handled: %v", handled)
	}
	q.Leave(1, c, handle)
	if !slices.Equal(handled, []byte{7, 9}) || len(q) > 0 {
		t.Errorf("handled: %v, %d queues are left", handled, len(q))
	}
}
