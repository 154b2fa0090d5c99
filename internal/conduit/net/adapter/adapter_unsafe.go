//go:build cgo

package adapter

// #cgo LDFLAGS: -ldl
// #cgo noescape do_send
// #cgo nocallback do_send
// #cgo nocallback do_buffer
// #cgo nocallback send_buffer
// #cgo nocallback do_receive
// #cgo nocallback do_look
// #cgo nocallback do_done
// #cgo noescape begin_each
// #cgo nocallback begin_each
// #include <stdlib.h>
// #include "calls.h"
import "C"

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"unsafe"

	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/provider"
)

// The operations of Library.Atomic.
const (
	AtomicLoad  = C.CORAL_LINK_LOAD
	AtomicStore = C.CORAL_LINK_STORE
	AtomicAdd   = C.CORAL_LINK_ADD
	AtomicAnd   = C.CORAL_LINK_AND
	AtomicOr    = C.CORAL_LINK_OR
	AtomicXor   = C.CORAL_LINK_XOR
	AtomicCAS   = C.CORAL_LINK_COMPARE_AND_SWAP
)

// Library is a loaded communication library. Its methods may be called by several goroutines.
type Library struct {
	native      C.at
	Name        string
	Rank, Size  int
	Direct      bool // it can reach other images' memory without a message
	Atomics     bool // operations on words too
	SlotKnown   bool // the slot is known as a whole, unless the user says otherwise
	Chunks      bool // parts of the slot may be known
	ShareFirst  bool // gather needs what share does
	Hardware    bool // network hardware does that, so that this is fast for long data
	AbortsAlone bool // Abort ends this process alone
	Descriptor  int  // to sleep by, behind arm; -1: there is none
	Part        int  // how long the parts of a long transfer are; math.MaxInt: it has none

	// Broken is called by whoever finds that the library cannot go on. It does not return. nil
	// while the library starts.
	Broken func(error)
}

// MaxName is how many bytes the name of a chunk has at most.
const MaxName = C.CORAL_LINK_NAME

// Values that coral_link.h has, too.
var (
	_ = [1]struct{}{}[message.HeadSize-C.CORAL_LINK_HEAD]
	_ = [1]struct{}{}[message.MaxPayload-C.CORAL_LINK_PAYLOAD]
)

// init finds the library that is linked into this program.
func init() {
	if name := C.linked_provider(); name != nil {
		provider.Program = provider.Named(C.GoString(name))
	}
}

// MarkedForFailures tells whether the translator has marked this program as one that asks which
// images have failed.
func MarkedForFailures() bool { return C.asks_for_failures() != 0 }

// Load opens a shared object that native.Build has made; "": the library is linked into this
// program. All images do so together; the library starts, on the calling thread.
func Load(path string) (*Library, error) {
	text := (*C.char)(C.calloc(1, 1024))
	defer C.free(unsafe.Pointer(text))
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var native *C.coral_link
	if path == "" {
		native = C.open_linked(text, 1024)
	} else {
		native = C.load(name, text, 1024)
	}
	if native == nil {
		return nil, errors.New(C.GoString(text)) // dlopen's words name the file
	}
	if native.version != C.CORAL_LINK_VERSION {
		return nil, fmt.Errorf("%s is of version %d, this program of version %d", path,
			native.version, int(C.CORAL_LINK_VERSION))
	}
	descriptor := -1
	if native.arm != nil {
		descriptor = int(native.descriptor)
	}
	part := Part
	if bool(native.ends_in_order) {
		part = math.MaxInt
	}
	return &Library{Descriptor: descriptor, Part: part,
		native: C.at(uintptr(unsafe.Pointer(native))),
		Name:   C.GoString(native.library), Rank: int(native.rank), Size: int(native.size),
		Direct: native.share != nil, Atomics: native.atomic != nil,
		SlotKnown: bool(native.slot_known), Chunks: native.register_memory != nil,
		ShareFirst: bool(native.shares_first), Hardware: bool(native.adapters),
		AbortsAlone: bool(native.each)}, nil
}

// ended tells whether what was asked for has been done; false: not yet.
func (l *Library) ended(result C.int) (bool, error) {
	switch result {
	case C.CORAL_LINK_DONE:
		return true, nil
	case C.CORAL_LINK_AGAIN:
		return false, nil
	}
	err := errors.New(l.Name + ": " + C.GoString(C.do_error(l.native)))
	if l.Broken != nil {
		l.Broken(err)
	}
	return false, err
}

func (l *Library) Send(rank int, head *[message.HeadSize]byte, payload []byte) (bool, error) {
	return l.ended(C.do_send(l.native, C.int(rank), unsafe.Pointer(head),
		unsafe.Pointer(unsafe.SliceData(payload)), C.size_t(len(payload))))
}

// Buffer is memory for a message, its head first, which sendBuffer sends; nil: there is none now.
func (l *Library) Buffer() []byte {
	return bufferAt(C.do_buffer(l.native))
}

func bufferAt(memory unsafe.Pointer) []byte {
	if memory == nil {
		return nil
	}
	return unsafe.Slice((*byte)(memory), message.HeadSize+message.MaxPayload)
}

// SendBuffer sends a message with n bytes of payload, and gives the next buffer; nil: there is none
// now. The old one is the library's again, also after an error.
func (l *Library) SendBuffer(rank int, buffer []byte, n int) (next []byte, err error) {
	s := C.send_buffer(l.native, C.int(rank), unsafe.Pointer(unsafe.SliceData(buffer)), C.size_t(n))
	if sent, err := l.ended(s.result); !sent && err == nil {
		// what stood in the buffer would be lost, and nobody would know
		err = fmt.Errorf("%s: there is no room for a message in its own buffer", l.Name)
		if l.Broken != nil {
			l.Broken(err)
		}
		return nil, err
	} else if err != nil {
		return nil, err
	}
	return bufferAt(s.next), nil
}

// Receive takes one message, which stays as it is until the next call. One goroutine at a time
// calls it.
func (l *Library) Receive() (source int, h message.Head, payload []byte, got bool, err error) {
	return l.message(C.do_receive(l.native))
}

// looked is what a look has found.
type looked struct {
	Busy  bool // something was there, which may have changed this image's memory
	Ended bool // so has the transfer
}

// Look looks at the network, at most so many times, and takes a message like receive. The zero
// request: no transfer is looked at.
func (l *Library) Look(looks int, r Request) (source int, h message.Head, payload []byte, got bool,
	found looked, err error) {
	m := C.do_look(l.native, C.int(looks), r.current())
	source, h, payload, got, err = l.message(m)
	found.Busy = bool(m.busy)
	if err == nil {
		found.Ended, err = l.ended(m.ended)
	}
	if found.Ended && r.parts != nil {
		found.Busy = true
		found.Ended, err = r.parts.next()
	}
	return source, h, payload, got, found, err
}

func (l *Library) message(m C.message) (source int, h message.Head, payload []byte, got bool,
	err error) {
	if got, err = l.ended(m.result); !got {
		return 0, h, nil, false, err
	}
	h.Read((*[message.HeadSize]byte)(m.head))
	return int(m.source), h, unsafe.Slice((*byte)(m.payload), int(m.n)), true, nil
}

// Address is where C finds the library's functions, a coral_link.
func (l *Library) Address() uintptr { return uintptr(l.native) }

// Fail says of a library that C has found broken what it says itself, and does not return.
func (l *Library) Fail() { _, _ = l.ended(C.CORAL_LINK_FAILED) }

// Request is a long transfer that has begun. Its memory must not move, and stay until it has ended.
type Request struct {
	Native unsafe.Pointer
	parts  *parts // nil: it has one
}

// Part is how long the parts are of what is longer. Between two images a library sends one thing
// after the other, so what is sent behind a transfer of gigabytes, such as a heartbeat, comes when
// that has ended: on a slow network, the other machine would seem to be down. The next part begins
// when the one before has ended here, and what is to be sent meanwhile goes between the two. A part
// takes some milliseconds on the fastest network, beside which its beginning is short.
const Part = 32 << 20

// parts is a transfer in parts: the one that is under way, if there is one, and the rest. Both
// images agree on the length of the whole, and with it on the parts.
type parts struct {
	native  unsafe.Pointer
	pending bool
	begin   beginPart
	memory  unsafe.Pointer // of the whole
	at, n   int            // what has begun, and all
	most    int
}

// beginPart begins n bytes of a transfer, so many bytes behind its start.
type beginPart func(at uint64, memory unsafe.Pointer, n int) (Request, bool, error)

// inParts begins the first part of a transfer.
func (l *Library) inParts(memory unsafe.Pointer, n int, begin beginPart) (r Request, begun bool,
	err error) {
	p := &parts{begin: begin, memory: memory, n: n, most: l.Part}
	_, err = p.next()
	return Request{parts: p}, p.pending, err
}

// next begins the next part, if there is room for it; ended: there is none.
func (p *parts) next() (ended bool, err error) {
	p.native, p.pending = nil, false
	n := min(p.most, p.n-p.at)
	if n == 0 {
		return true, nil
	}
	r, begun, err := p.begin(uint64(p.at), unsafe.Add(p.memory, p.at), n)
	if begun {
		p.native, p.pending = r.Native, true
		p.at += n
	}
	return false, err
}

// current is the library's request; nil: there is none now.
func (r Request) current() unsafe.Pointer {
	if r.parts != nil {
		return r.parts.native
	}
	return r.Native
}

func (l *Library) BeginSend(rank int, tag uint32, memory unsafe.Pointer, n int) (r Request,
	begun bool, err error) {
	if n > l.Part {
		return l.inParts(memory, n, func(_ uint64, memory unsafe.Pointer, n int) (Request, bool,
			error) {
			return l.BeginSend(rank, tag, memory, n)
		})
	}
	begun, err = l.ended(C.begin_send(l.native, C.int(rank), C.uint32_t(tag), memory, C.size_t(n),
		&r.Native))
	return r, begun, err
}

// Outgoing are long data to one rank. Their memory is as that of a request, and somebody else
// knows of it until they have ended.
type Outgoing C.outgoing_data

func OutgoingTo(tag uint32, memory []byte) Outgoing {
	return Outgoing{memory: C.at(uintptr(unsafe.Pointer(unsafe.SliceData(memory)))),
		n: C.size_t(len(memory)), tag: C.uint32_t(tag)}
}

// Begun is the request of what has begun.
func (d *Outgoing) Begun() Request {
	return Request{Native: *(*unsafe.Pointer)(unsafe.Pointer(&d.request))}
}

// BeginEach begins to send as many as there is room for, and when they all have begun a message
// behind them, if there is room for that; head nil: there is none.
func (l *Library) BeginEach(rank int, each []Outgoing, head *[message.HeadSize]byte,
	payload []byte) (begun int, sent bool, err error) {
	b := C.begin_each(l.native, C.int(rank),
		(*C.outgoing_data)(unsafe.Pointer(unsafe.SliceData(each))), C.int(len(each)),
		unsafe.Pointer(head), unsafe.Pointer(unsafe.SliceData(payload)), C.size_t(len(payload)))
	all, err := l.ended(b.result)
	if all && head != nil {
		sent, err = l.ended(b.sent)
	}
	return int(b.begun), sent, err
}

func (l *Library) BeginReceive(rank int, tag uint32, memory unsafe.Pointer, n int) (r Request,
	begun bool, err error) {
	if n > l.Part {
		return l.inParts(memory, n, func(_ uint64, memory unsafe.Pointer, n int) (Request, bool,
			error) {
			return l.BeginReceive(rank, tag, memory, n)
		})
	}
	begun, err = l.ended(C.begin_receive(l.native, C.int(rank), C.uint32_t(tag), memory,
		C.size_t(n), &r.Native))
	return r, begun, err
}

// TakeBack ends a receive of one part, for which nothing comes any more.
func (l *Library) TakeBack(r Request) { C.do_take_back(l.native, r.Native) }

func (l *Library) Done(r Request) (bool, error) {
	if p := r.parts; p != nil {
		if p.pending {
			if ended, err := l.ended(C.do_done(l.native, p.native)); !ended {
				return false, err
			}
		}
		return p.next()
	}
	return l.ended(C.do_done(l.native, r.Native))
}

// Known is what a library is told of an image's memory.
type Known C.int

const (
	NothingKnown Known = C.CORAL_LINK_NOTHING
	SlotKnown    Known = C.CORAL_LINK_SLOT
	ChunksKnown  Known = C.CORAL_LINK_CHUNKS
)

// Share makes known what others are to reach. All images do so. It and the following methods are
// there if the library is direct.
func (l *Library) Share(known Known, slot unsafe.Pointer, n uint64) error {
	// the library can go on; it is this that cannot be
	if C.do_share(l.native, C.int(known), slot, C.size_t(n)) != C.CORAL_LINK_DONE {
		return errors.New(l.Name + ": " + C.GoString(C.do_error(l.native)))
	}
	return nil
}

// Handle is the library's own of a chunk, or of a key to one; the zero value: there is none.
type Handle struct{ native unsafe.Pointer }

// RegisterMemory makes a chunk known. name is what others reach it by; nil: it cannot be made
// known.
func (l *Library) RegisterMemory(memory unsafe.Pointer, n uint64) (chunk Handle, name []byte) {
	var room [C.CORAL_LINK_NAME]byte
	var size C.size_t
	if C.do_register(l.native, memory, C.size_t(n), &chunk.native, unsafe.Pointer(&room),
		&size) != C.CORAL_LINK_DONE {
		return Handle{}, nil
	}
	return chunk, bytes.Clone(room[:size])
}

func (l *Library) Deregister(chunk Handle) { C.do_deregister(l.native, chunk.native) }

// Reach gives the key to a chunk of rank; none: it cannot be reached.
func (l *Library) Reach(rank int, name []byte) (key Handle) {
	if C.do_reach(l.native, C.int(rank), unsafe.Pointer(unsafe.SliceData(name)),
		C.size_t(len(name)),
		&key.native) != C.CORAL_LINK_DONE {
		return Handle{}
	}
	return key
}

func (l *Library) Forget(key Handle) { C.do_forget(l.native, key.native) }

// Place is memory of another image as the library knows it.
type Place struct {
	Key    Handle // none: the slot
	Offset uint64 // in it
}

// behind is a place so many bytes after another.
func (p Place) behind(bytes uint64) Place {
	p.Offset += bytes
	return p
}

func (l *Library) Put(rank int, to Place, memory unsafe.Pointer, n int) (r Request, begun bool,
	err error) {
	if n > l.Part {
		return l.inParts(memory, n, func(at uint64, memory unsafe.Pointer, n int) (Request, bool,
			error) {
			return l.Put(rank, to.behind(at), memory, n)
		})
	}
	begun, err = l.ended(C.do_put(l.native, C.int(rank), to.Key.native, C.uint64_t(to.Offset),
		memory, C.size_t(n), &r.Native))
	return r, begun, err
}

func (l *Library) Get(rank int, from Place, memory unsafe.Pointer, n int) (r Request, begun bool,
	err error) {
	if n > l.Part {
		return l.inParts(memory, n, func(at uint64, memory unsafe.Pointer, n int) (Request, bool,
			error) {
			return l.Get(rank, from.behind(at), memory, n)
		})
	}
	begun, err = l.ended(C.do_get(l.native, C.int(rank), from.Key.native, C.uint64_t(from.Offset),
		memory, C.size_t(n), &r.Native))
	return r, begun, err
}

// Atomic writes *old when it has ended.
func (l *Library) Atomic(rank int, at Place, op, width int, operand, compare uint64,
	old *uint64) (r Request, begun bool, err error) {
	begun, err = l.ended(C.do_atomic(l.native, C.int(rank), at.Key.native, C.int(op),
		C.uint64_t(at.Offset), C.int(width), C.uint64_t(operand), C.uint64_t(compare),
		unsafe.Pointer(old), &r.Native))
	return r, begun, err
}

func (l *Library) Flush(rank int) (r Request, begun bool, err error) {
	begun, err = l.ended(C.do_flush(l.native, C.int(rank), &r.Native))
	return r, begun, err
}

// Gather collects own of every image; all has room for them. T has no pointers.
func Gather[T any](l *Library, own *T, all []T) error {
	return l.gather(unsafe.Pointer(own), unsafe.Sizeof(*own), unsafe.Pointer(unsafe.SliceData(all)))
}

func (l *Library) gather(own unsafe.Pointer, size uintptr, all unsafe.Pointer) error {
	_, err := l.ended(C.do_gather(l.native, own, C.size_t(size), all))
	return err
}

// Arm has the descriptor tell of what comes from now on. AGAIN, false: something has come already.
// FAILED is no failure of the library's, but of what it knows to tell.
func (l *Library) Arm() (armed, able bool) {
	result := C.do_arm(l.native)
	return result == C.CORAL_LINK_DONE, result != C.CORAL_LINK_FAILED
}

func (l *Library) Close()         { C.do_close(l.native) }
func (l *Library) Abort(code int) { C.do_abort(l.native, C.int(code)) }
