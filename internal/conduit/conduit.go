// Package conduit is the lower layer of the runtime: what a communication
// library must give (Conduit), what it may give besides (the optional
// interfaces), and how the rest is made from active messages (Complete).
//
// A conduit is one image's access to all images. Ranks are those of the initial
// team, from 0. Offsets are bytes from the beginning of an image's slot (package
// layout), the same for an object on every image.
package conduit

import (
	"errors"
	"sync/atomic"
	"time"
)

// Conduit is what every conduit gives. All methods may be called by several
// goroutines at once, except Handle and Close.
type Conduit interface {
	Rank() int
	Size() int
	// Capabilities says which optional interfaces the conduit has and what it
	// promises. It never changes.
	Capabilities() Capability
	// Segment is this image's own memory.
	Segment() *Segment

	// Handle installs the handler of active messages of the given number. All
	// images install theirs before any sends to them; a conduit keeps messages
	// that come before.
	Handle(number uint8, h Handler)
	// Send sends an active message. It returns when m may be reused, which is
	// before the handler has run. It must not be called by a handler. Messages of one image to
	// another are handled in the order in which they were sent.
	Send(rank int, m Message) error
	// MaxPayload is the longest payload of a message.
	MaxPayload() int

	// Poll runs handlers of messages that have arrived and says whether there were any.
	Poll() bool
	// PollTo is Poll, but messages for the handler of that number go to h: by that a handler knows
	// on which goroutine it runs. Messages that change nothing need not count.
	PollTo(number uint8, h Handler) bool
	// Pending says whether Poll would find any. It only looks, and costs a load or two: who waits
	// may ask all the time.
	Pending() bool
	// Flush returns when all puts and accumulates that this image has
	// sent to rank (AllRanks: to any) are complete there. It covers those of the
	// optional interfaces, not active messages, nor signals and posts, whose effect the target
	// itself waits for.
	Flush(rank int) error

	// Idle puts the caller to sleep until Wake of this rank, a message's
	// arrival, or for at most limit. It registers the caller as sleeping, and
	// does not sleep if ready then says true: no Wake between is lost.
	Idle(ready func() bool, limit time.Duration)
	// Wake ends the Idle of every caller on the rank. It orders: what was
	// changed before is seen by the ready that follows.
	Wake(rank int)
	// Yield lets other images run on this processor.
	Yield()
	// YieldUntil yields until *word, which only grows, has come to value, but at most so many
	// times; it says whether it has.
	YieldUntil(word *uint64, value uint64, turns int) bool

	// Exit ends this image at once with an exit code. It does not return.
	Exit(code int)
	// Close frees what the conduit holds. No method may be called afterwards.
	Close() error
}

// ErrGone is the error of operations that need an answer of an image that gives
// none any more; see Segment.Gone. What is sent to such an image is lost, which is no error.
var ErrGone = errors.New("the image is gone")

// AllRanks stands for every rank in Flush.
const AllRanks = -1

// Capability says what a conduit has or promises.
type Capability uint32

const (
	// CapMapped: the conduit is a Mapper.
	CapMapped Capability = 1 << iota
	// CapMove: the conduit is a Mover.
	CapMove
	// CapStrided: the conduit is a Strider.
	CapStrided
	// CapSignal: the conduit is a Signaler.
	CapSignal
	// CapAtomic: the conduit is an Atomics.
	CapAtomic
	// CapAccumulate: the conduit is an Accumulator.
	CapAccumulate
	// CapPost: the conduit is a FencedSignal.
	CapPost
	// CapHelper: messages are handled although their target computes and never polls.
	CapHelper
	// CapStore: the conduit is a Storer.
	CapStore
)

// Mapper is a conduit that can map other images' slots. The slot of rank r
// then begins at Segment().Base + (r-Rank())*Stride.
type Mapper interface {
	Mapped(rank int) bool
}

// SpinPoller is a conduit that polls at lower cost several times in one call.
type SpinPoller interface {
	// PollSoon is Poll for a waiter. It may spin for some microseconds until something arrives, if
	// only the network can bring it.
	PollSoon() bool
}

// Doorbell is a conduit whose next message shows in a word of this process's memory: Pending is
// true once the word, which only grows, has reached value. A waiter for something else can watch
// both.
type Doorbell interface {
	Next() (word *uint64, value uint64)
}

// What one image does by the following interfaces to the same bytes of one rank takes effect in the
// order in which it has begun them: a get sees the puts before it, and of two puts the second
// stays. To different bytes they may overtake each other until Flush. The order of messages gives
// that to what is made of them (reference); conduits that have other ways watch over it themselves.

// Mover puts and gets contiguous memory. Put returns when src may be reused, Get
// when dst is filled.
type Mover interface {
	Put(rank int, offset uint64, src []byte) error
	Get(rank int, offset uint64, dst []byte) error
}

// ZeroCopyPut puts directly from the caller's memory, which the caller leaves unchanged until
// Returned. That waits for local completion: all the memory may be reused. Between the two calls
// come only puts, and what completes or signals them.
type ZeroCopyPut interface {
	PutLent(rank int, offset uint64, src []byte) error
	Returned() error
}

// Registrar is a conduit that may be told of the memory which other images reach, chunk by chunk.
// What it has not been told of it reaches all the same.
type Registrar interface {
	// Register tells of size bytes of this image's slot, of which those that no chunk holds become
	// one, or several. All images that reach them there say the same of theirs, some time before or
	// after.
	Register(offset, size uint64)
	// Release takes back what Register has told of the chunk that begins there: no image reaches it
	// any more, and those that have reached it do the same.
	Release(offset uint64)
}

// Strider moves sections. Local memory and remote section have the same extents.
type Strider interface {
	PutStrided(rank int, remote Section, src []byte, local Section) error
	GetStrided(rank int, remote Section, dst []byte, local Section) error
}

// Gatherer gets pieces of several images' memory together: it asks for all before it waits for the
// first, each image once where one answer has room for what it has. It may change the order of the
// pieces. Of pieces whose image is gone it is an error; the others are filled all the same.
type Gatherer interface {
	Gather(pieces []Piece) error
}

// Fetcher begins gets and does not wait for them: several are on their way together. Each sees what
// this image has put there before, as one of Mover's does.
type Fetcher interface {
	// Fetch begins one; nil: it would be no message, so that Get is to be called. then is called
	// by whoever takes the answer, which holds locks: it only notes that the fetch has ended.
	Fetch(rank int, offset uint64, dst []byte, then func()) (*Fetched, error)
	// Forget ends a fetch from an image that is gone. Nothing touches its memory afterwards.
	Forget(f *Fetched)
}

// Fetched is a get that is on its way.
type Fetched struct {
	ID   uint64 // the conduit's name for it
	Rank int
	err  error
	over atomic.Bool
}

// Fail notes why the data will not come. End follows.
func (f *Fetched) Fail(err error) { f.err = err }

// End says that the data are in place, or that it has failed.
func (f *Fetched) End() { f.over.Store(true) }

// Ended says whether that is so, and why it has failed.
func (f *Fetched) Ended() (over bool, err error) {
	if !f.over.Load() {
		return false, nil
	}
	return true, f.err
}

// Piece is contiguous memory of an image, and where it goes in this process.
type Piece struct {
	Rank   int
	Offset uint64
	Dst    []byte
}

// Exchanger is a conduit by which two images of different machines exchange data that both know of,
// wherever they lie in their memory. Each exchange has a label, which no other of the same two
// images in that direction has; the receiver says where the data belong before they come, or later.
type Exchanger interface {
	// Machine is a number of the machine on which a rank is. All images say the same.
	Machine(rank int) int
	// SendTo begins to send data, which stay as they are until the exchange has ended.
	SendTo(rank int, label Label, note Note, data []byte) (*Exchange, error)
	// ReceiveFrom begins to receive what rank sends under the label. The data must have as many
	// bytes; else the exchange ends, and what it has sent is lost.
	ReceiveFrom(rank int, label Label, data []byte) *Exchange
	// Abandon returns when nothing touches the memory of an exchange any more that cannot end: an
	// image that takes part in what it belongs to is gone. Those that have not begun here are given
	// to Refuse, so that their senders' do end.
	Abandon(x *Exchange)
	Refuse(rank int, label Label)
}

// Label names an exchange between two images.
type Label [4]uint64

// Note is what a sender tells the receiver beside the data.
type Note [3]uint64

// Exchange is data on their way.
type Exchange struct {
	Rank int  // the other image
	Came int  // how many bytes the other image has sent, once it has ended; of a receive
	Note Note // the sender's; likewise

	ended atomic.Bool
}

// Ended says whether it has ended. Any goroutine may ask.
func (x *Exchange) Ended() bool { return x.ended.Load() }

// End is the conduit's: it has ended.
func (x *Exchange) End() { x.ended.Store(true) }

// Signaler writes memory and then a word, both on rank: whoever sees the word's
// value (by an atomic load) sees the memory. Sleepers on the rank are woken.
// src may be empty.
type Signaler interface {
	PutSignal(rank int, offset uint64, src []byte, word uint64, value uint64) error
}

// FencedSignal adds to a word of 8 bytes of rank. Whoever sees the sum sees all puts that this
// image began before, to any rank. It need not wait for the puts to rank itself. Sleepers on the
// rank are woken.
type FencedSignal interface {
	Post(rank int, word uint64, add uint64) error
}

// GroupSignal is a FencedSignal that adds to several words of one image as by Post, with as few
// messages as it can. words has one at least.
type GroupSignal interface {
	PostEach(rank int, words []uint64, add uint64) error
}

// RemoteCompletion is a FencedSignal whose posts may still be in flight when Post returns, and when
// Flush does.
type RemoteCompletion interface {
	// Arrive returns when all that has been posted to some ranks is there, or they are gone.
	Arrive(ranks []int) error
}

// Atomics operates on one word of 4 or 8 bytes of another image, atomically
// also with that image's own processor-atomic operations. It returns the value
// before. If it changes the word, sleepers on the rank are woken.
type Atomics interface {
	Atomic(rank int, op AtomicOp, offset uint64, width int, operand, compare uint64) (old uint64,
		err error)
}

// Storer writes one word of 4 or 8 bytes of another image, atomically with Atomics, and does not
// wait for an answer: Flush covers it. Another image that sees what this one has written, or
// changed by Atomics, sees what this one has written before it. Sleepers on the rank are woken.
type Storer interface {
	Store(rank int, offset uint64, width int, value uint64) error
}

// Accumulator combines src into memory of another image, each element atomically.
type Accumulator interface {
	Accumulate(rank int, offset uint64, src []byte, kind Kind, op ReduceOp) error
}

// LockedAccumulator is a conduit that accumulates while the target holds a lock. The lock is a word
// of 4 bytes of its slot, 1 while it is held and 0 else: others change the same elements under that
// lock, without atomic operations. At the source it is in order with other operations there, like
// Accumulate; Flush waits for it. Where value is not nil there is one operand: it returns when the
// element's value is there.
type LockedAccumulator interface {
	AccumulateHeld(rank int, change Change, operands, value []byte) error
}

// StateNotifier is a conduit whose images do not all share one Job area. An image that has written
// there that it has stopped or failed (layout.Status, State) announces it, which writes it there
// for the images that do not share it.
type StateNotifier interface {
	Announce(state uint32, code int)
}

// AbortReporter is a conduit that can report on another machine why the run aborts, if the output
// of this one is lost.
type AbortReporter interface {
	Explain(why string)
}

// Foreign is a conduit that reaches memory of other images that lies in no slot, by its address
// there. Memory that is not there is an error, a syscall.Errno.
type Foreign interface {
	ReadForeign(rank int, address uint64, dst []byte) error
	WriteForeign(rank int, address uint64, src []byte) error
}

// AtomicOp is an operation of Atomics.
type AtomicOp uint8

const (
	AtomicLoad  AtomicOp = iota
	AtomicStore          // returns the value before, as AtomicSwap of other systems
	AtomicAdd
	AtomicAnd
	AtomicOr
	AtomicXor
	AtomicCAS // stores operand if the word is compare
)

// Message is an active message.
type Message struct {
	Handler uint8
	// Patient messages need be handled only when their target polls: a conduit may leave a helper
	// asleep for their sake, as long as there is room for more.
	Patient bool
	Args    [4]uint64
	Payload []byte
}

// Handler runs when a message arrives, on the target, one at a time. The
// payload is the handler's until it returns. It must not wait for anything; it
// may answer by Reply, which never blocks.
type Handler func(Arrived)

// Arrived is a message in the hands of its handler.
type Arrived struct {
	Source  int
	Args    [4]uint64
	Payload []byte
	// Reply sends a message back to Source. It takes a copy of the payload.
	Reply func(Message)
}
