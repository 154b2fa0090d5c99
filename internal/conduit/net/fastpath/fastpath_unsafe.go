//go:build cgo

package fastpath

// #include "fastpath.h"
//
// static void use_link(uintptr_t link) { coral_fast_state.link = (const coral_link *)link; }
import "C"

import (
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
)

// Values of the conduit's that fastpath.h has, too: the conduit compares its own with these.
const (
	RecordHead    = C.CORAL_FAST_RECORD_HEAD
	LentRecord    = C.CORAL_FAST_LENT_RECORD
	MostOpen      = C.CORAL_FAST_MOST_OPEN
	AskEach       = C.CORAL_FAST_ASK_EACH
	AskLateEach   = C.CORAL_FAST_ASK_LATE_EACH
	Places        = C.CORAL_FAST_PLACES
	Puts          = C.CORAL_FAST_PUTS
	RecordAdd     = C.CORAL_FAST_RECORD_ADD
	RecordVector  = C.CORAL_FAST_RECORD_VECTOR
	RecordStore   = C.CORAL_FAST_RECORD_STORE
	RecordCombine = C.CORAL_FAST_RECORD_COMBINE
	RecordAsk     = C.CORAL_FAST_RECORD_ASK
)

// Values of messages that fastpath.h has, too.
var (
	_ = [1]struct{}{}[message.LongPuts-C.CORAL_FAST_LONG_PUTS]
	_ = [1]struct{}{}[message.Records-C.CORAL_FAST_RECORDS]
	_ = [1]struct{}{}[message.Addition-C.CORAL_FAST_ADDITION]
	_ = [1]struct{}{}[message.Completion-C.CORAL_FAST_COMPLETION]
	_ = [1]struct{}{}[message.Completed-C.CORAL_FAST_COMPLETED]
)

// Size is the bytes of its tables.
const Size = C.sizeof_coral_fast

// Connect gives C what it needs of the image: the library, and where its memory is.
func Connect(lib *adapter.Library, seg *conduit.Segment) {
	t := &C.coral_fast_state
	C.use_link(C.uintptr_t(lib.Address()))
	t.slot, t.stride = (*C.char)(seg.Address(0)), C.uint64_t(seg.Stride)
	control := seg.Control(0)
	t.sleepers, t.wake = (*C.uint32_t)(&control.Sleepers), (*C.uint32_t)(&control.Wake)
	t.alert = (*C.uint32_t)(&seg.JobArea().Alert)
}

// Active says whether a session goes on.
func Active() bool { return atomic.LoadUint32((*uint32)(&C.coral_fast_state.active)) != 0 }

// Polls is how often the image has polled the network in sessions.
func Polls() int64 { return int64(atomic.LoadUint64((*uint64)(&C.coral_fast_state.looks))) }

// Stored says whether the session that goes on has stored a word.
func Stored() bool {
	return Active() && atomic.LoadUint32((*uint32)(&C.coral_fast_state.stored)) != 0
}

// Inside says whether the image is in a call of fastpath.h.
func Inside() bool { return atomic.LoadUint32((*uint32)(&C.coral_fast_state.inside)) != 0 }

// Doze sleeps as long as a session goes on in which the image is found at the end of each rest,
// from first to most, without waking Go's scheduler. It says whether it has not been found.
func Doze(first, most time.Duration) (alone bool) {
	return bool(C.coral_fast_doze(C.long(first.Microseconds()), C.long(most.Microseconds())))
}

// Lock waits for the lock of the tables, which the following functions are called under, and Unlock
// gives it back.
func Lock()   { C.coral_fast_take() }
func Unlock() { C.coral_fast_give() }

// Numbers are those of messages to the other image, as order.Counters has them. LastLong is the
// last that tells of long data; 0: none. Handled is that of the last one from there that is
// complete here, with all before it.
type Numbers struct{ Sent, Asked, Done, LastPut, LastLong, Handled uint64 }

// Prepare begins to fill the tables of a session with an image. seen is Job.Alert as it was; posts:
// it may post.
func Prepare(rank int, n Numbers, seen uint32, posts bool) {
	t := &C.coral_fast_state
	t.rank, t.tos, t.again, t.touches, t.sends = C.int(rank), 0, 0, 0, 0
	t.stored, t.posts = 0, C.bool(posts)
	t.sent, t.asked, t.done = C.uint64_t(n.Sent), C.uint64_t(n.Asked), C.uint64_t(n.Done)
	t.last_put, t.last_long = C.uint64_t(n.LastPut), C.uint64_t(n.LastLong)
	t.handled = C.uint64_t(n.Handled)
	t.counted, t.taken, t.operations = 0, 0, 0
	t.seen = C.uint32_t(seen)
	for i := range t.from {
		t.from[i].posted = false
	}
}

// LendTo lends a place of the other image's at which it expects puts; last is the number of the
// last one's message.
func LendTo(offset uint64, n int, tag uint32, last uint64) {
	t := &C.coral_fast_state
	t.to[t.tos] = C.coral_fast_to{offset: C.uint64_t(offset), n: C.uint64_t(n),
		tag: C.uint32_t(tag), last: C.uint64_t(last)}
	t.tos++
}

// LendFrom lends a place of this image's at which a receive is posted.
func LendFrom(tag uint32, offset uint64, n int, r adapter.Request) {
	C.coral_fast_state.from[tag-1] = C.coral_fast_from{offset: C.uint64_t(offset),
		n: C.uint64_t(n), request: r.Native, posted: true}
}

// LendSend hands over a zero-copy send that has not ended; false: there is no room for it.
func LendSend(r adapter.Request) bool {
	t := &C.coral_fast_state
	if int(t.sends) == len(t.send) {
		return false
	}
	t.send[t.sends] = r.Native
	t.sends++
	return true
}

// Begin begins the session. elsewhere: there are zero-copy sends that it does not know of.
func Begin(elsewhere bool) {
	C.coral_fast_state.elsewhere = C.bool(elsewhere)
	atomic.StoreUint32((*uint32)(&C.coral_fast_state.active), 1)
}

// End ends the session, after all has been taken back: or others would go on with tables that are
// not all here yet.
func End() {
	atomic.StoreUint32((*uint32)(&C.coral_fast_state.active), 0)
	C.coral_fast_rouse()
}

// Result is what has been done in a session.
type Result struct {
	Numbers
	Rank           int
	Stored, Broken bool
	Counted, Taken uint64 // messages that count
	Operations     int
}

// Results are those of the session that is about to end.
func Results() Result {
	t := &C.coral_fast_state
	return Result{Numbers: Numbers{Sent: uint64(t.sent), Asked: uint64(t.asked),
		Done: uint64(t.done), LastPut: uint64(t.last_put), LastLong: uint64(t.last_long),
		Handled: uint64(t.handled)},
		Rank: int(t.rank), Stored: t.stored != 0, Broken: bool(t.broken),
		Counted: uint64(t.counted), Taken: uint64(t.taken), Operations: int(t.operations)}
}

// LastTo is the number of the message that tells of the last put to a place, the i-th that was
// lent.
func LastTo(i int) uint64 { return uint64(C.coral_fast_state.to[i].last) }

// From is what has become of a place of this image's: how many puts have come, and the receive that
// is posted.
func From(tag uint32) (came int, r adapter.Request, posted bool) {
	f := &C.coral_fast_state.from[tag-1]
	return int(f.came), adapter.Request{Native: f.request}, bool(f.posted)
}

// EachTouched calls f for what messages of the session that may be in flight change. last is the
// number of the last of them.
func EachTouched(f func(offset uint64, n int, last uint64)) {
	t := &C.coral_fast_state
	for _, r := range t.touched[:t.touches] {
		f(uint64(r.offset), int(r.n), uint64(r.last))
	}
}

// EachSend calls f for the zero-copy sends that have not ended, and says how many they are.
func EachSend(f func(adapter.Request)) int {
	t := &C.coral_fast_state
	for _, r := range t.send[:t.sends] {
		f(adapter.Request{Native: r})
	}
	return int(t.sends)
}

// Left is a message that the session has taken and left to Go. Its payload stays as it is until the
// next poll of the library.
func Left() (source int, h message.Head, payload []byte, is bool) {
	t := &C.coral_fast_state
	if !t.open && !t.left {
		return 0, h, nil, false
	}
	t.open, t.left = false, false
	h.Read((*[message.HeadSize]byte)(t.head))
	return int(t.source), h, unsafe.Slice((*byte)(unsafe.Pointer(t.payload)), int(t.n)), true
}
