// Package async is the asynchronous part of the runtime, after "Hiding Latency in Coarray Fortran 2.0" (Scherer et al., 2011): copies,
// function shipping, finish, collectives, and the progress engine that advances them.
//
// # Who advances what
//
// The image's own goroutine, in Advance, which every wait of package rt calls: everything. It alone runs the program's functions, and
// it alone touches what is not said to be shared. A helper goroutine, which is there only while it has something to do: long copies, and copies
// whose predicate has not come when they were begun. The conduit's helper: it puts messages in the inbox.
//
// # Who may call
//
// All methods of Engine are for the image's own goroutine, shipped functions included, unless they say otherwise.
package async

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/rt"
)

// Options adapt an Engine.
type Options struct {
	// Once is the scheduling policy (section 5.1.2 of the paper): Advance walks once over what is pending. Else it
	// walks again as long as something progressed.
	Once bool
	// Failed is called on the image's goroutine when a shipped function has returned an error, and when images do not agree about
	// functions. It does not return.
	Failed func(error)
}

// Engine advances the asynchronous operations of one image.
type Engine struct {
	w       *rt.World
	c       conduit.Conduit
	options Options

	advancing bool
	running   *activation // the shipped function that runs; nil: none
	program   *activation // the program's function: its operations outside of all finish blocks
	finishing []*Scope    // the finish blocks in execution, innermost last
	scopes    map[scopeKey]*Scope
	entered   map[uint64]uint32 // finish blocks of a team that this image has entered, by team
	waiting   map[uint64]*activation
	lastID    uint64
	acks      []ack // to be sent at the end of a walk
	functions map[uint64][]*Function
	batches   []batch     // shipped functions that are not sent yet, by rank; nil: there were none so far
	batched   []int       // ranks that have some
	spare     *activation // to be used again
	unknown   []incoming  // functions that are not registered yet

	collectives []*Collective // that this image has begun and not completed
	mail        map[mailKey][]byte

	// due counts what Advance would do: messages in the inbox, operations that the helper has completed.
	due atomic.Int64

	mu       sync.Mutex // for what follows, never held while a message is sent
	inbox    []incoming
	parts    map[partKey]*assembly
	done     []*copying // completed by the helper
	long     []*copying // for the helper, in order of initiation
	pending  []*copying // whose predicate has not come
	claims   []claim    // by other images, on events of this one
	asked    map[uint64]*copying
	events   map[uint64]Taker
	helping  bool
	lastPart uint64
	lastAsk  uint64

	idlers atomic.Int32 // helper goroutines that only wait for predicates
}

// New makes the engine of an image, and has the world's waits call it. All images make theirs before any uses it.
func New(w *rt.World, o Options) *Engine {
	e := &Engine{
		w: w, c: w.Conduit(), options: o,
		scopes: map[scopeKey]*Scope{}, entered: map[uint64]uint32{}, waiting: map[uint64]*activation{}, functions: map[uint64][]*Function{},
		mail:  map[mailKey][]byte{},
		parts: map[partKey]*assembly{}, asked: map[uint64]*copying{}, events: map[uint64]Taker{},
	}
	e.program = &activation{}
	e.c.Handle(handleWhole, e.onWhole)
	e.c.Handle(handlePart, e.onPart)
	w.SetProgress(e)
	return e
}

// Idlers is how many goroutines of the engine do nothing but look whether an event has come. Any goroutine may call it.
func (e *Engine) Idlers() int { return int(e.idlers.Load()) }

// Due says whether Advance would find something to do. Any goroutine may call it.
func (e *Engine) Due() bool { return e.due.Load() != 0 }

// Advance does what can be done now and says whether that was anything. In a shipped function, and in another Advance, it does nothing.
func (e *Engine) Advance() bool {
	if e.advancing {
		return false
	}
	e.advancing = true
	defer func() { e.advancing = false }()
	did := false
	for e.walk() {
		did = true
		if e.options.Once {
			break
		}
	}
	return did
}

// walk goes once over all that is pending.
func (e *Engine) walk() bool {
	did := e.sendBatches()
	did = e.c.Poll() || did
	if e.due.Load() != 0 {
		did = e.readInbox() || did
	}
	did = e.stepCollectives() || did
	did = e.stepPredicates() || did
	if e.due.Load() != 0 {
		did = e.complete() || did
	}
	did = e.sendBatches() || did
	return e.sendAcks() || did
}

// readInbox handles the messages that are there, and none that come meanwhile.
func (e *Engine) readInbox() bool {
	e.mu.Lock()
	messages := e.inbox
	e.inbox = nil
	e.mu.Unlock()
	for i := range messages {
		e.due.Add(-1)
		e.receive(&messages[i])
	}
	return len(messages) > 0
}

// receive handles one message on the image's goroutine.
func (e *Engine) receive(m *incoming) {
	switch m.kind() {
	case kindShip:
		e.arrive(m)
	case kindBatch:
		e.arriveAll(m)
	case kindAck:
		e.acked(m)
	case kindCollective:
		e.mail[mailKey{m.words[1], uint32(m.words[2]), uint32(m.words[0] >> 8), m.source}] = m.payload
	}
}

// fail ends the image because of an error that no statement can report.
func (e *Engine) fail(err error) {
	e.options.Failed(err)
}

// Event is an event variable: where it is in its image's slot, and where the array of events begins that it belongs to.
type Event struct {
	Rank         int // -1: no event
	Base, Offset uint64
}

// None is no event.
var None = Event{Rank: -1}

// there says whether it is an event.
func (v Event) there() bool { return v.Rank >= 0 }

// post notifies an event, if there is one.
func (e *Engine) post(v Event) error {
	if !v.there() {
		return nil
	}
	return e.w.EventPost(v.Rank, v.Offset)
}

// explainf is an error about a shipped function.
func explainf(f *Function, source int, err error) error {
	return fmt.Errorf("function %q, shipped by image %d: %w", f.name, source+1, err)
}
