// Package async is the asynchronous part of the runtime, after "Hiding Latency in Coarray Fortran
// 2.0" (Scherer et al., 2011): copies, function shipping, finish, collectives, and the progress
// engine that advances them.
//
// # Who advances what
//
// The image's own goroutine, in Advance, which every wait of package rt calls: everything. It alone
// runs the program's functions, and it alone touches what is not said to be shared. A helper
// goroutine, which is there only while it has something to do: long copies for which the image does
// not wait, and copies whose predicate has not come when they were begun. The conduit's helper: it
// puts messages in the inbox.
//
// # Who may call
//
// All methods of Engine are for the image's own goroutine, shipped functions included, unless they
// say otherwise.
package async

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/sys"
)

// Options adapt an Engine.
type Options struct {
	// Once is the scheduling policy (section 5.1.2 of the paper): Advance walks once over what is
	// pending. Else it walks again as long as something progressed.
	Once bool
	// Spread lets the helper move the data of very long copies on processors on which the image
	// itself may not run.
	Spread bool
	// Delays, if not 0, is the seed of a schedule that delays any step at random.
	Delays uint64
	// PutOff, if any, is set when a step is delayed by Delays: a poll that found nothing has
	// not looked at everything then.
	PutOff *uint32
	// Failed is called on the image's goroutine when a shipped function has returned an error, and
	// when images do not agree about functions or collectives. It is a FailedError if it is known
	// by which statement the operation was begun. It does not return.
	Failed func(error)
	// Describe, if any, gives the program's name for an operation, and where a statement is that
	// has begun it; "": unknown.
	Describe func(s Statement) (name, at string)
	// Post notifies an event, on any goroutine; nil: rt.World.EventPost. Programs whose events may
	// be anywhere in an image's memory, not only in its slot, have their own.
	Post func(Event) error
	// Run executes a procedure of a compiled program that has been shipped here; see
	// Engine.Compiled.
	Run func(team *rt.Team, args []byte) ([]byte, error)
	// Bell, if any, counts up when the helper or a handler of messages leaves something to the
	// image's own goroutine: so a program that does not call Go sees that something is due.
	Bell *uint64
	// Short, if any, is what the engine and a program that does short collectives by itself tell
	// each other.
	Short *Short
	// Flush, if any, ships what the program has collected for Compiled. It is called whenever the
	// engine advances.
	Flush func()
}

// Engine advances the asynchronous operations of one image.
type Engine struct {
	w       *rt.World
	c       conduit.Conduit
	options Options
	delays  delays

	doorbell conduit.Doorbell // nil: the conduit is none
	limit    int              // the longest payload of one message
	end      uint64           // of a slot: larger offsets are not in it

	advancing bool
	stepping  bool            // collectives: a user's operator may run
	running   *activation     // the shipped function that runs; nil: none
	outside   *rt.Team        // current team around a function that the program executes by itself
	shipped   bool            // the world knows that shipped functions run
	program   *activation     // the program's function: its operations outside of all finish blocks
	touching  [touchesEnd]int // operations of it without an event, by what they touch; see Cofence
	finishing []*Scope        // the finish blocks in execution, innermost last
	scopes    map[scopeKey]*Scope
	entered   map[uint64]uint32 // finish blocks of a team that this image has entered, by team
	waiting   map[uint64]*activation
	lastID    uint64
	acks      []ack  // to be sent when there are several, or the image sleeps
	outgoing  []byte // a message that is being made
	functions map[uint64][]*Function
	compiled  map[uint64]*Function
	// shipped functions that are not sent yet, by rank; nil: there were none so far
	batches []batch
	batched []int       // ranks that have some
	spare   *activation // to be used again
	unknown []incoming  // functions that are not registered yet
	ended   bool        // the program's function has ended: it registers no more

	collectives      []*Collective // that this image has begun and not completed
	spareCollectives []*Collective // to be used again
	mail             map[operation][]letter
	letters          int // in mail
	begun            map[operation]*begun
	unheard          int // operations of begun that this image has begun

	// predicates counts copies and claims that wait for events of this image.
	predicates atomic.Int64
	// ownSteps counts the copies with a predicate that the image's goroutine has done, and
	// stepsSeen is what the helper has seen of that.
	ownSteps  atomic.Uint64
	stepsSeen uint64
	streak    int // see Streams
	// due counts what Advance would do: messages in the inbox, operations that the helper has
	// completed.
	due atomic.Int64
	// fetches are copies that are on their way, fetched their bytes.
	fetches []fetch
	fetched int
	// longs is how many copies are in long.
	longs atomic.Int64
	// sharing is the long piece that the helper moves, with the image's goroutine if that
	// waits; nil: none.
	sharing atomic.Pointer[copying]

	reading inbox           // what receiveAll handles
	onOwn   conduit.Handler // takeOwn

	mu            sync.Mutex // for what follows, never held while a message is sent
	inbox         inbox
	parts         map[partKey]*assembly
	done          []*copying            // completed by the helper
	long          []*copying            // for the helper, in order of initiation
	pending       map[uint64]*predicate // by offset: own events for which copies wait
	waitingCopies int                   // of all of pending
	spareWaiting  []waiting             // memory for some
	claims        []claim               // by other images, on events of this one
	asked         map[uint64]*copying
	events        map[uint64]Taker
	helping       bool
	lastPart      uint64
	// farEvents are events outside the slot, by the names that others have for them.
	farEvents map[uint64][]uint64
	lastFar   uint64
	lastAsk   uint64

	idlers atomic.Int32 // helper goroutines that only wait for predicates

	told sys.Edge // from the helper's copies to who has waited for their events
}

// New makes the engine of an image, and has the world's waits call it. All images make theirs
// before any uses it.
func New(w *rt.World, o Options) *Engine {
	e := &Engine{
		w: w, c: w.Conduit(), options: o,
		scopes: map[scopeKey]*Scope{}, entered: map[uint64]uint32{},
		waiting: map[uint64]*activation{}, functions: map[uint64][]*Function{},
		compiled: map[uint64]*Function{},
		mail:     map[operation][]letter{}, begun: map[operation]*begun{},
		pending:   map[uint64]*predicate{},
		farEvents: map[uint64][]uint64{},
		parts:     map[partKey]*assembly{}, asked: map[uint64]*copying{},
		events: map[uint64]Taker{},
	}
	e.doorbell, _ = e.c.(conduit.Doorbell)
	e.limit, e.end = e.c.MaxPayload(), e.c.Segment().Stride
	e.program = &activation{}
	e.delays.seed, e.delays.putOff = o.Delays, o.PutOff
	if e.delays.putOff == nil {
		e.delays.putOff = new(uint32)
	}
	e.onOwn = e.takeOwn
	e.c.Handle(handleWhole, e.onWhole)
	e.c.Handle(handlePart, e.onPart)
	e.c.Handle(handleStage, e.onStage)
	w.SetProgress(e)
	return e
}

// World is the world whose operations it advances.
func (e *Engine) World() *rt.World { return e.w }

// Idlers is how many goroutines of the engine do nothing but look whether an event has come. Any
// goroutine may call it.
func (e *Engine) Idlers() int { return int(e.idlers.Load()) }

// Heard is called when the program has seen counts of an event of this image.
func (e *Engine) Heard() { e.told.Heard() }

// Due says whether Advance would find something to do. It only looks.
func (e *Engine) Due() bool {
	return e.due.Load() != 0 || e.longs.Load() != 0 || len(e.reading.messages) > 0 ||
		e.c.Pending() || e.collectivesDue()
}

// Open says whether Advance may find something to do of which neither Due nor the words of Watch
// tell: predicates, fetches that are on their way, collective operations behind the first, and
// functions that wait to be shipped.
func (e *Engine) Open() bool {
	return e.predicates.Load() != 0 || len(e.fetches) > 0 || len(e.collectives) > 1 ||
		len(e.batched) > 0
}

// Advancing says whether the caller is called by Advance.
func (e *Engine) Advancing() bool { return e.advancing }

// Collecting says whether a collective operation is pending.
func (e *Engine) Collecting() bool { return len(e.collectives) > 0 }

// leaveToOwn notes one thing more that is due, on any goroutine.
func (e *Engine) leaveToOwn() {
	e.due.Add(1)
	e.ring()
}

// ring tells a program that does not call Go that something is due.
func (e *Engine) ring() {
	if e.options.Bell != nil {
		atomic.AddUint64(e.options.Bell, 1)
	}
}

// Watch gives the word of the next message, and that of the collective operation that was begun
// first.
func (e *Engine) Watch() (mail, shown sys.Word) {
	mail, shown = sys.Never(), sys.Never()
	if e.doorbell != nil {
		mail.At, mail.Value = e.doorbell.Next()
	}
	if len(e.collectives) > 0 {
		shown = e.collectives[0].watch()
	}
	return mail, shown
}

// Advance does what can be done now and says whether that was anything. It is for a waiter, which
// has nothing else to do, so it does what is else the helper's, too. In a shipped function, and in
// another Advance, it does nothing.
func (e *Engine) Advance() bool { return e.advance(true) }

// AdvanceBriefly is Advance of a program that goes on at once: long copies are left to the helper.
func (e *Engine) AdvanceBriefly() bool { return e.advance(false) }

func (e *Engine) advance(waits bool) bool {
	if e.advancing || e.delays.late() {
		return false
	}
	e.advancing = true
	defer func() { e.advancing = false }()
	did := false
	for e.walk() {
		did = true
		if waits && e.performLong() {
			return true // what the caller waits for may have come
		}
		if e.options.Once || !e.Due() && e.predicates.Load() == 0 {
			break
		}
	}
	return waits && !did && e.performLong() || did
}

// AdvanceCollectives is the part of Advance that a word of the collective operation that was begun
// first can tell of.
func (e *Engine) AdvanceCollectives() bool {
	if e.advancing || e.delays.late() {
		return false
	}
	e.advancing = true
	defer func() { e.advancing = false }()
	return e.stepCollectives()
}

// walk goes once over all that is pending.
func (e *Engine) walk() bool {
	if e.options.Flush != nil {
		e.options.Flush()
	}
	did := e.sendBatches()
	did = e.c.PollTo(handleWhole, e.onOwn) || did
	e.receiveAll()
	if e.due.Load() != 0 {
		did = e.readInbox() || did
	}
	did = e.stepCollectives() || did
	did = e.stepFetches() || did
	did = e.stepPredicates(e.performOwn) || did
	if e.due.Load() != 0 {
		did = e.complete() || did
	}
	did = e.sendBatches() || did
	if len(e.acks) >= acksKept {
		e.sendAcks()
		did = true
	}
	return did
}

// readInbox handles the messages that are there, and none that come meanwhile.
func (e *Engine) readInbox() bool {
	e.mu.Lock()
	e.inbox, e.reading = e.reading, e.inbox
	e.mu.Unlock()
	n := len(e.reading.messages)
	e.due.Add(-int64(n))
	e.receiveAll()
	return n > 0
}

// receiveAll handles what is to be handled now.
func (e *Engine) receiveAll() {
	if len(e.reading.messages) == 0 {
		return
	}
	chances := 1 + len(e.reading.messages)/64 // what is put aside is copied: of many not at each
	for i := range e.reading.messages {
		if i%chances == 0 && e.delays.late() {
			e.putBack(i)
			break
		}
		e.receive(&e.reading.messages[i])
		if i%messagesBetween == messagesBetween-1 && e.c.Pending() {
			e.c.PollTo(handleWhole, e.onWhole)
		}
	}
	e.reading.empty()
	if e.shipped {
		e.shipped = false
		e.w.LeaveShipped()
	}
}

// messagesBetween is after how many messages this image makes room in its mailbox for more: those
// who find none wake its helper, in this very place.
const messagesBetween = 8

// receive handles one message on the image's goroutine.
func (e *Engine) receive(m *incoming) {
	switch m.kind() {
	case kindShip:
		e.arrive(m)
	case kindBatch:
		e.arriveAll(m)
	case kindAck:
		e.acked(m)
	case kindResult:
		e.resulted(m)
	case kindCollective:
		e.putLetter(operation{m.words[1], m.words[2]},
			letter{uint32(m.words[0] >> stepShift & stepMask), m.source, m.words[0] & maskWord,
				m.words[3], slices.Clone(m.payload)})
	}
}

// fail ends the image because of an error that no statement can report.
func (e *Engine) fail(err error) {
	e.options.Failed(err)
}

// Event is an event variable: where it is in its image's slot, and where the array of events begins
// that it belongs to.
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
	e.told.Tell()
	if e.options.Post != nil {
		if v.Offset >= e.end && v.Rank != e.w.Rank() {
			// only its own image can reach it
			return e.send(v.Rank, &[4]uint64{kindPost, v.Offset}, nil)
		}
		return e.options.Post(e.near(v))
	}
	return e.w.EventPost(v.Rank, v.Offset)
}

// fences says whether an event is notified behind all that this image has put before, wherever that
// is (conduit.FencedSignal).
func (e *Engine) fences(v Event) bool {
	return v.there() && v.Rank != e.w.Rank() && v.Offset < e.end
}

// far is the name by which other images know an event that lies elsewhere than in this image's
// slot, until they have notified it once; near is the event again. A name is an offset behind the
// slot.
func (e *Engine) far(v Event) Event {
	if v.Offset < e.end || v.Rank != e.w.Rank() {
		return v
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.lastFar++
	name := e.end + e.lastFar%farNames
	e.farEvents[name] = append(e.farEvents[name], v.Offset)
	return Event{Rank: v.Rank, Offset: name}
}

// farNames is how many names there are; more events than that at a time share some, and are
// notified in turn.
const farNames = 1 << 20

func (e *Engine) near(v Event) Event {
	if v.Offset < e.end || v.Rank != e.w.Rank() {
		return v
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if list := e.farEvents[v.Offset]; len(list) > 0 {
		e.farEvents[v.Offset] = list[1:]
		if len(list) == 1 {
			delete(e.farEvents, v.Offset)
		}
		v.Offset = list[0]
	}
	return v
}

// explainf is an error about a shipped function.
func explainf(f *Function, source int, err error) error {
	return fmt.Errorf("function %q, shipped by image %d: %w", f.name, source+1, err)
}
