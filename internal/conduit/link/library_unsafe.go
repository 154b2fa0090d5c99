//go:build cgo

package link

// #cgo LDFLAGS: -ldl
// #include <dlfcn.h>
// #include <stdlib.h>
// #include "native/src/coral_link.h"
//
// typedef const coral_link *opener(char *text, size_t room);
//
// /* Names are looked up at once, so that what is missing is said now; and globally, since libraries of MPI load parts of themselves that expect theirs. */
// static const coral_link *load(const char *path, char *text, size_t room) {
//     void *object = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
//     opener *open = object ? (opener *)dlsym(object, "coral_link_open") : NULL;
//     if (open == NULL) {
//         const char *why = dlerror();
//         size_t i = 0;
//         for (; why && why[i] && i + 1 < room; i++)
//             text[i] = why[i];
//         text[i] = 0;
//         return NULL;
//     }
//     return open(text, room);
// }
//
// static int do_send(const coral_link *l, int rank, void *head, void *payload, size_t n) { return l->send(rank, head, payload, n); }
// static void *do_buffer(const coral_link *l) { return l->buffer(); }
// static int send_buffer(const coral_link *l, int rank, void *buffer, size_t n) { return l->send_buffer(rank, buffer, n); }
//
// /* A message that has arrived, as one result. */
// typedef struct { int result, source; size_t n; const void *head, *payload; } message;
// static message do_receive(const coral_link *l) {
//     message m = {0};
//     m.result = l->receive(&m.source, &m.head, &m.payload, &m.n);
//     return m;
// }
// static int begin_send(const coral_link *l, int rank, uint32_t tag, void *p, size_t n, void **request) { return l->begin_send(rank, tag, p, n, request); }
// static int begin_receive(const coral_link *l, int rank, uint32_t tag, void *p, size_t n, void **request) { return l->begin_receive(rank, tag, p, n, request); }
// static int do_done(const coral_link *l, void *request) { return l->done(request); }
// static int do_gather(const coral_link *l, void *own, size_t n, void *all) { return l->gather(own, n, all); }
// static bool direct(const coral_link *l) { return l->share != NULL; }
// static int do_share(const coral_link *l, void *slot, size_t n) { return l->share(slot, n); }
// static int do_put(const coral_link *l, int rank, uint64_t offset, void *p, size_t n, void **request) { return l->put(rank, offset, p, n, request); }
// static int do_get(const coral_link *l, int rank, uint64_t offset, void *p, size_t n, void **request) { return l->get(rank, offset, p, n, request); }
// static int do_atomic(const coral_link *l, int rank, int op, uint64_t offset, int width, uint64_t operand, uint64_t compare, void *old, void **request) {
//     return l->atomic(rank, op, offset, width, operand, compare, old, request);
// }
// static int do_flush(const coral_link *l, int rank, void **request) { return l->flush(rank, request); }
// static bool do_progress(const coral_link *l) { return l->progress(); }
// static void do_close(const coral_link *l) { l->close(); }
// static void do_abort(const coral_link *l, int code) { l->abort(code); }
// static const char *do_error(const coral_link *l) { return l->error(); }
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

// library is a loaded communication library. Its methods may be called by several goroutines.
type library struct {
	native     *C.coral_link
	name       string
	rank, size int
	direct     bool // it reaches other images' memory without a message
	adapters   bool // by adapters, so that this is fast for long data
	each       bool // abort ends this process alone

	// broken is called by whoever finds that the library cannot go on. It does not return. nil while the library starts.
	broken func(error)
}

const (
	headSize   = C.CORAL_LINK_HEAD
	maxPayload = C.CORAL_LINK_PAYLOAD
)

// load opens a shared object that native.Build has made. All images do so together; the library starts, on the calling thread.
func load(path string) (*library, error) {
	text := (*C.char)(C.calloc(1, 1024))
	defer C.free(unsafe.Pointer(text))
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	native := C.load(name, text, 1024)
	if native == nil {
		return nil, fmt.Errorf("%s: %s", path, C.GoString(text))
	}
	if native.version != C.CORAL_LINK_VERSION {
		return nil, fmt.Errorf("%s is of version %d, this program of version %d", path, native.version, int(C.CORAL_LINK_VERSION))
	}
	return &library{native: native, name: C.GoString(native.library), rank: int(native.rank), size: int(native.size), direct: bool(C.direct(native)), adapters: bool(native.adapters), each: bool(native.each)}, nil
}

// ended tells whether what was asked for has been done; false: not yet.
func (l *library) ended(result C.int) (bool, error) {
	switch result {
	case C.CORAL_LINK_DONE:
		return true, nil
	case C.CORAL_LINK_AGAIN:
		return false, nil
	}
	err := errors.New(l.name + ": " + C.GoString(C.do_error(l.native)))
	if l.broken != nil {
		l.broken(err)
	}
	return false, err
}

func (l *library) send(rank int, head *[headSize]byte, payload []byte) (bool, error) {
	return l.ended(C.do_send(l.native, C.int(rank), unsafe.Pointer(head), unsafe.Pointer(unsafe.SliceData(payload)), C.size_t(len(payload))))
}

// buffer is memory for a message, its head first, which sendBuffer sends; nil: there is none now.
func (l *library) buffer() []byte {
	memory := C.do_buffer(l.native)
	if memory == nil {
		return nil
	}
	return unsafe.Slice((*byte)(memory), headSize+maxPayload)
}

// sendBuffer sends a message with n bytes of payload. The buffer is the library's again, also after an error.
func (l *library) sendBuffer(rank int, buffer []byte, n int) error {
	_, err := l.ended(C.send_buffer(l.native, C.int(rank), unsafe.Pointer(unsafe.SliceData(buffer)), C.size_t(n)))
	return err
}

// receive takes one message, which stays as it is until the next call. One goroutine at a time calls it.
func (l *library) receive() (source int, h head, payload []byte, got bool, err error) {
	m := C.do_receive(l.native)
	if got, err = l.ended(m.result); !got {
		return 0, h, nil, false, err
	}
	h.read((*[headSize]byte)(m.head))
	return int(m.source), h, unsafe.Slice((*byte)(m.payload), int(m.n)), true, nil
}

// request is a long transfer that has begun. Its memory must not move, and stay until it has ended.
type request struct{ native unsafe.Pointer }

func (l *library) beginSend(rank int, tag uint32, memory unsafe.Pointer, n int) (r request, begun bool, err error) {
	begun, err = l.ended(C.begin_send(l.native, C.int(rank), C.uint32_t(tag), memory, C.size_t(n), &r.native))
	return r, begun, err
}

func (l *library) beginReceive(rank int, tag uint32, memory unsafe.Pointer, n int) (r request, begun bool, err error) {
	begun, err = l.ended(C.begin_receive(l.native, C.int(rank), C.uint32_t(tag), memory, C.size_t(n), &r.native))
	return r, begun, err
}

func (l *library) done(r request) (bool, error) { return l.ended(C.do_done(l.native, r.native)) }

// share makes the own slot known to the others. All images do so. It and the following methods are there if the library is direct.
func (l *library) share(slot unsafe.Pointer, n uint64) error {
	_, err := l.ended(C.do_share(l.native, slot, C.size_t(n)))
	return err
}

func (l *library) put(rank int, offset uint64, memory unsafe.Pointer, n int) (r request, begun bool, err error) {
	begun, err = l.ended(C.do_put(l.native, C.int(rank), C.uint64_t(offset), memory, C.size_t(n), &r.native))
	return r, begun, err
}

func (l *library) get(rank int, offset uint64, memory unsafe.Pointer, n int) (r request, begun bool, err error) {
	begun, err = l.ended(C.do_get(l.native, C.int(rank), C.uint64_t(offset), memory, C.size_t(n), &r.native))
	return r, begun, err
}

// atomic writes *old when it has ended.
func (l *library) atomic(rank, op int, offset uint64, width int, operand, compare uint64, old *uint64) (r request, begun bool, err error) {
	begun, err = l.ended(C.do_atomic(l.native, C.int(rank), C.int(op), C.uint64_t(offset), C.int(width), C.uint64_t(operand), C.uint64_t(compare), unsafe.Pointer(old), &r.native))
	return r, begun, err
}

func (l *library) flush(rank int) (r request, begun bool, err error) {
	begun, err = l.ended(C.do_flush(l.native, C.int(rank), &r.native))
	return r, begun, err
}

// progress looks at the network, if receiving does not.
func (l *library) progress() bool { return l.direct && bool(C.do_progress(l.native)) }

// gather collects own of every image; all has room for them.
func (l *library) gather(own *introduction, all []introduction) error {
	_, err := l.ended(C.do_gather(l.native, unsafe.Pointer(own), C.size_t(unsafe.Sizeof(*own)), unsafe.Pointer(unsafe.SliceData(all))))
	return err
}

func (l *library) close()         { C.do_close(l.native) }
func (l *library) abort(code int) { C.do_abort(l.native, C.int(code)) }
