package conduit

import (
	"sync"
	"sync/atomic"
)

// Replies sends the messages of a conduit's handlers, which must not wait: what finds no room is
// kept, and goes later, in order. The zero value with its two functions is ready. Its methods may
// be called by several goroutines.
type Replies[M any] struct {
	// Deliver sends a message if there is room, or if there is no use: it says whether the message
	// is done with.
	Deliver func(rank int, m M) bool
	// Own gives a message a copy of what it refers to.
	Own func(m M) M

	mu   sync.Mutex
	kept []keptReply[M]
	n    atomic.Int32 // len(kept)
}

type keptReply[M any] struct {
	rank    int
	message M
}

// OwnPayload is Own of messages.
func OwnPayload(m Message) Message {
	m.Payload = append([]byte(nil), m.Payload...)
	return m
}

// Send sends at once if there is room and nothing waits before it.
func (r *Replies[M]) Send(rank int, m M) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.kept) == 0 && r.Deliver(rank, m) {
		return
	}
	r.kept = append(r.kept, keptReply[M]{rank, r.Own(m)})
	r.n.Store(int32(len(r.kept)))
}

// SendBy lets a function send a message, unless others wait that must go before it. It says whether
// the function was called and has sent.
func (r *Replies[M]) SendBy(send func() bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.kept) == 0 && send()
}

// Waiting says whether anything is kept; it costs a load.
func (r *Replies[M]) Waiting() bool { return r.n.Load() != 0 }

// Advance sends what is kept as far as there is room, and says whether any was.
func (r *Replies[M]) Advance() bool {
	if !r.Waiting() {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	sent := 0
	for sent < len(r.kept) && r.Deliver(r.kept[sent].rank, r.kept[sent].message) {
		sent++
	}
	clear(r.kept[:sent]) // their payloads
	r.kept = r.kept[sent:]
	r.n.Store(int32(len(r.kept)))
	return sent > 0
}
