package order

import (
	"slices"

	"github.com/coral-pgas/coral/internal/conduit/net/message"
)

// queue is what has come from one image and is not complete, in order: long puts that go on,
// and messages that must wait for those before them. It exists as long as there is any.
type queue []*Entry

// Entry is a long put that has begun, or a message that waits.
type Entry struct {
	isMessage bool
	head      message.Head
	payload   []byte
	done      bool // a long put: its data are here
}

// Queues are those of all other images, by rank, where there is anything. A handler at a time
// uses them.
type Queues map[int]queue

// Defer keeps a message that must come behind what is not complete; false: there is nothing of the
// kind.
func (q Queues) Defer(source int, h message.Head, payload []byte) bool {
	if !h.Behind || len(q[source]) == 0 {
		return false
	}
	q[source] = append(q[source],
		&Entry{isMessage: true, head: h, payload: slices.Clone(payload)})
	return true
}

// Open says whether anything that has come from an image is not complete.
func (q Queues) Open(source int) bool { return len(q[source]) > 0 }

// Enter notes that a long put has begun, in the place of the message that has told of it: it has
// waited, or comes last.
func (q Queues) Enter(source int, waited bool) *Entry {
	p := &Entry{}
	at := len(q[source])
	if waited {
		at = 0
	}
	q[source] = slices.Insert(q[source], at, p)
	return p
}

// Leave notes the end of a long put, and has what has waited for it handled.
func (q Queues) Leave(source int, p *Entry, handle func(h message.Head, payload []byte)) {
	p.done = true
	for {
		all := q[source]
		switch {
		case len(all) == 0:
			delete(q, source)
			return
		case !all[0].isMessage && !all[0].done:
			return
		}
		q[source] = all[1:]
		if all[0].isMessage {
			handle(all[0].head, all[0].payload)
		}
	}
}
