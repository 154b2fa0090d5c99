package net

// #include <stdint.h>
// #include <stddef.h>
// #include <stdlib.h>
// #include "library.h"
// #include "../../internal/conduit/net/fastpath/fastpath.h"
// #include "../core/attach.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/smp"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/launch"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/async"
	"github.com/coral-pgas/coral/internal/rt/topology"
	"github.com/coral-pgas/coral/internal/sys"
)

// world is this image's, on the mapping that the C constructor has made. It is
// made at its first use: a program without allocatable coarrays needs none when all is mapped.
var world = sync.OnceValues(func() (*rt.World, error) {
	var a C.coral_attachment
	C.coral_attach(&a)
	boot := layout.Boot{
		Geometry: layout.Geometry{Images: int(a.images), Stride: uint64(a.stride),
			Static: uint64(a.static_size), Guard: uint64(a.guard)},
		Image: int(a.rank) + 1, Unmapped: a.unmapped != 0, Descriptor: int(a.fd),
		Conduit: int(a.conduit),
	}
	c, err := adopt(boot, a.base, a.job)
	if err != nil {
		return nil, err
	}
	way, err := config.Put.Choose()
	if err != nil {
		return nil, err
	}
	keep, err := config.KeepFreed.Bytes()
	if err != nil {
		return nil, err
	}
	w, err := rt.New(c, rt.Options{
		MemoryLimit: memoryLimit(), KeepFreed: keep, Blocking: way == "blocking",
		Where: where,
		Exit:  func(code int) { C.coral_leave(C.int(code)) },
	})
	if err == nil {
		w.LimitProcessors()
	}
	return w, err
})

// adopt makes the conduit that the launcher has chosen.
func adopt(boot layout.Boot, base, job unsafe.Pointer) (conduit.Conduit, error) {
	if !boot.Linked() {
		return smp.Adopt(boot, base, job)
	}
	c := openLibrary(boot, conduit.Segment{Geometry: boot.Geometry, Base: base, Job: job})
	if each, is := c.(interface{ WantsStatics() bool }); is && each.WantsStatics() {
		C.coral_want_each(1)
	}
	return c, nil
}

// lost says that the communication library cannot go on; the conduit then ends the run.
func lost(why error) {
	text := C.CString(why.Error())
	C.coral_lost(text)
	C.free(unsafe.Pointer(text))
}

// memoryLimit is what all images together can have at most.
func memoryLimit() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return (info.Totalram + info.Totalswap) * uint64(info.Unit)
}

func where() rt.Site {
	var file *C.char
	n := C.coral_current_file(&file)
	var name [16]C.char
	C.coral_current_name(&name[0], C.size_t(len(name)))
	return rt.Site{File: C.GoStringN(file, C.int(n)), Line: int(C.coral_current_line()),
		What: C.GoString(&name[0])}
}

var results = []struct {
	err  error
	code C.int
}{
	{rt.ErrStoppedImage, C.CORAL_GO_STOPPED}, {rt.ErrFailedImage, C.CORAL_GO_FAILED},
	{rt.ErrLocked, C.CORAL_GO_LOCKED}, {rt.ErrLockedOther, C.CORAL_GO_LOCKED_OTHER},
	{rt.ErrUnlocked, C.CORAL_GO_UNLOCKED}, {rt.ErrUnlockedFail, C.CORAL_GO_UNLOCKED_FAILED},
	{rt.ErrNoMemory, C.CORAL_GO_MEMORY}, {rt.ErrLengths, C.CORAL_GO_LENGTHS},
	{rt.ErrSizes, C.CORAL_GO_SIZES}, {rt.ErrTeam, C.CORAL_GO_TEAM},
	{rt.ErrInShipped, C.CORAL_GO_SHIPPED}, {async.ErrMismatch, C.CORAL_GO_LENGTHS},
	{rt.ErrArguments, C.CORAL_GO_LENGTHS},
	{rt.ErrMismatched, C.CORAL_GO_MISMATCHED}, {topology.ErrTopology, C.CORAL_GO_TOPOLOGY},
	{rt.ErrImageRange, C.CORAL_GO_NO_IMAGE},
}

// result is what C gets of an error, whose text it finds in coral_go_message.
func result(err error) C.int {
	if err == nil {
		return C.CORAL_GO_OK
	}
	room := unsafe.Slice((*byte)(unsafe.Pointer(&C.coral_go_message)), len(C.coral_go_message))
	n := copy(room[:len(room)-1], textOf(err))
	room[n] = 0
	for _, r := range results {
		if errors.Is(err, r.err) {
			return r.code
		}
	}
	return C.CORAL_GO_OTHER
}

// textOf is what C says of an error.
func textOf(err error) string {
	var d *rt.DifferentError
	if !errors.As(err, &d) {
		text := strings.TrimPrefix(err.Error(), rt.ErrMismatched.Error()+": ")
		return ofOneImage(strings.TrimPrefix(text, rt.ErrTeam.Error()+": "))
	}
	var text [512]C.char
	place := C.CString(d.Place)
	defer C.free(unsafe.Pointer(place))
	n := C.coral_describe_difference(&text[0], C.size_t(len(text)),
		brings(d.Length, d.Brings), C.int(d.Image), brings(d.OtherLength, d.OtherBrings), place)
	return C.GoStringN(&text[0], n)
}

// ofOneImage names the image that has stopped or failed first, as C does (coral_member_error).
func ofOneImage(text string) string {
	for _, state := range []string{" has stopped", " has failed"} {
		if image, is := strings.CutPrefix(text, "an image"+state+": image "); is {
			if _, err := strconv.Atoi(image); err == nil {
				return "image " + image + state
			}
		}
	}
	return text
}

// brings is what an image brings to a collective subroutine, as members compare it.
func brings(length uint64, what uint32) C.uint64_t {
	return C.uint64_t(length&math.MaxUint32 | uint64(what)<<32)
}

// with runs f on the world. A fault of the runtime's own becomes an error too: users see
// messages, not goroutines.
func with(f func(w *rt.World) error) (code C.int) {
	defer func() {
		if fault := recover(); fault != nil {
			code = result(fmt.Errorf("internal fault: %v", fault))
		}
	}()
	sys.TakeTurn()
	w, err := world()
	if err == nil {
		entered(w)
		err = f(w)
	}
	return result(err)
}

func bytesAt(p unsafe.Pointer, n C.size_t) []byte { return unsafe.Slice((*byte)(p), int(n)) }

//export coralgo_heap_alloc
func coralgo_heap_alloc(size C.size_t, out *unsafe.Pointer) C.int {
	return with(func(w *rt.World) error {
		offset, _, err := w.HeapAlloc(context.Background(), uint64(size))
		if offset != 0 { // allocated, though perhaps without images that have failed
			*out = w.Address(w.Rank(), offset)
		}
		return err
	})
}

//export coralgo_heap_free
func coralgo_heap_free(offset C.uint64_t) C.int {
	return with(func(w *rt.World) error { return w.HeapFree(context.Background(), uint64(offset)) })
}

//export coralgo_sync_all
func coralgo_sync_all(kind C.uint32_t) C.int {
	return with(func(w *rt.World) error { return w.Meet(context.Background(), uint32(kind)) })
}

//export coralgo_sync_team
func coralgo_sync_team(id C.int, kind C.uint32_t) C.int {
	return with(
		func(w *rt.World) error {
			return w.MeetIn(context.Background(), w.TeamByID(int(id)),
				uint32(kind))
		})
}

// coralgo_form_team gives the runs of all teams that are formed, n at most. id is 0 if none was;
// one may be, and an image have failed all the same. Where C does not know the team yet,
// coralgo_form_close follows.
//
//export coralgo_form_team
func coralgo_form_team(number, index C.int64_t, split C.int, runs unsafe.Pointer, n C.int,
	control *C.uint64_t, id, formed, failed *C.int) C.int {
	*id, *failed = 0, 0
	return with(func(w *rt.World) error {
		ctx := context.Background()
		gone, err := w.MeetForm(ctx, int64(number), int(index), split != 0)
		if err != nil {
			return err
		}
		if gone != nil {
			*failed = 1
		}
		t, division, _, err := w.EndForm(ctx, int64(number), int(index), split != 0, gone)
		giveFormed(t, division, runs, n, control, id, formed)
		return err
	})
}

// coralgo_form_close is the barrier behind which a new team is used.
//
//export coralgo_form_close
func coralgo_form_close(failed C.int) C.int {
	return with(func(w *rt.World) error {
		return w.CloseForm(context.Background(), missing(failed))
	})
}

// missing is the error of a barrier that has found that a member has failed.
func missing(failed C.int) error {
	if failed != 0 {
		return rt.ErrFailedImage
	}
	return nil
}

func giveFormed(t *rt.Team, division rt.Division, runs unsafe.Pointer, n C.int, control *C.uint64_t,
	id, formed *C.int) {
	if t == nil {
		return
	}
	copy(unsafe.Slice((*layout.TeamRun)(runs), int(n)), division)
	*control, *id, *formed = C.uint64_t(t.Control()), C.int(t.ID()), C.int(len(division))
}

// coralgo_form_begin is what goes before the barrier of a FORM TEAM that C waits at.
//
//export coralgo_form_begin
func coralgo_form_begin(number, index C.int64_t) C.int {
	return with(func(w *rt.World) error { return w.BeginForm(int64(number), int(index)) })
}

// coralgo_form_share stands between two barriers where a team is large.
//
//export coralgo_form_share
func coralgo_form_share(split C.int) {
	if w, err := world(); err == nil {
		w.ShareForm(split != 0)
	}
}

// coralgo_form_end is what comes behind it, with the results of coralgo_form_team. failed: the
// barrier has found that a member has failed.
//
//export coralgo_form_end
func coralgo_form_end(number, index C.int64_t, split, failed C.int, runs unsafe.Pointer, n C.int,
	control *C.uint64_t, id, formed *C.int) C.int {
	*id = 0
	return with(func(w *rt.World) error {
		t, division, _, err := w.EndForm(context.Background(), int64(number), int(index),
			split != 0, missing(failed))
		giveFormed(t, division, runs, n, control, id, formed)
		return err
	})
}

//export coralgo_change_team
func coralgo_change_team(id C.int) {
	if w, err := world(); err == nil {
		w.Enter(w.TeamByID(int(id)))
	}
}

//export coralgo_static
func coralgo_static(offset, size C.uint64_t) { static(uint64(offset), uint64(size)) }

//export coralgo_sync_memory
func coralgo_sync_memory() C.int {
	return with(func(w *rt.World) error { return w.SyncMemory() })
}

//export coralgo_sync_images
func coralgo_sync_images(images *C.int64_t, n C.int64_t) C.int {
	return with(func(w *rt.World) error {
		members := make([]int, n)
		for i, image := range unsafe.Slice(images, int(n)) {
			members[i] = int(image) - 1
		}
		return w.SyncImages(context.Background(), members)
	})
}

// coralgo_event_post first puts what is lent; posted is the result of the post, if the puts have
// been made.
//
//export coralgo_event_post
func coralgo_event_post(puts *C.coral_lent_put, n, rank C.int, offset C.uint64_t,
	posted *C.int) C.int {
	return with(func(w *rt.World) error {
		if err := putLent(w, puts, n); err != nil {
			return err
		}
		*posted = result(w.EventPost(int(rank), uint64(offset)))
		return nil
	})
}

// coralgo_event_post_each posts n events of one image.
//
//export coralgo_event_post_each
func coralgo_event_post_each(rank C.int, offsets *C.uint64_t, n C.int) C.int {
	return with(func(w *rt.World) error {
		return w.EventPostEach(int(rank), unsafe.Slice((*uint64)(offsets), int(n)))
	})
}

// coralgo_event_any waits until one of n own events, given by their addresses, has a count. It
// takes none.
//
//export coralgo_event_any
func coralgo_event_any(list *unsafe.Pointer, n C.int) C.int {
	return with(func(w *rt.World) error {
		own := w.Address(w.Rank(), 0)
		offsets := make([]uint64, n)
		for i, p := range unsafe.Slice(list, int(n)) {
			offsets[i] = uint64(uintptr(p) - uintptr(own))
		}
		return w.EventAwaitAny(context.Background(), offsets)
	})
}

//export coralgo_event_wait
func coralgo_event_wait(offset C.uint64_t, until C.int64_t) C.int {
	return with(
		func(w *rt.World) error {
			return w.EventWait(context.Background(), uint64(offset),
				int64(until))
		})
}

//export coralgo_lock
func coralgo_lock(rank C.int, offset C.uint64_t, kind, wait C.int, acquired *C.int) C.int {
	return with(func(w *rt.World) error {
		switch {
		case wait != 0 && kind == layout.WaitCrit:
			return w.Critical(context.Background(), int(rank), uint64(offset))
		case wait != 0:
			return w.Lock(context.Background(), int(rank), uint64(offset))
		}
		got, err := w.TryLock(int(rank), uint64(offset))
		*acquired = 0
		if got {
			*acquired = 1
		}
		return err
	})
}

//export coralgo_unlock
func coralgo_unlock(rank C.int, offset C.uint64_t) C.int {
	return with(func(w *rt.World) error { return w.Unlock(int(rank), uint64(offset)) })
}

//export coralgo_atomic
func coralgo_atomic(op, rank C.int, offset C.uint64_t, width C.int, operand, compare C.uint64_t,
	old *C.uint64_t) C.int {
	return with(func(w *rt.World) error {
		was, err := w.Atomic(conduit.AtomicOp(op), int(rank), uint64(offset), int(width),
			uint64(operand), uint64(compare))
		*old = C.uint64_t(was)
		return err
	})
}

//export coralgo_store
func coralgo_store(rank C.int, offset C.uint64_t, width C.int, value C.uint64_t) C.int {
	return with(func(w *rt.World) error {
		return w.Store(int(rank), uint64(offset), int(width), uint64(value))
	})
}

// coralgo_move puts or gets a section. In this process it lies in low[:n], its first
// element at first, its elements here bytes apart in each dimension; there, at offset.
//
//export coralgo_move
func coralgo_move(put C.int, rank C.int, offset C.uint64_t, low unsafe.Pointer, n, first,
	elem C.size_t, dims C.int, extents, there, here *C.int64_t) C.int {
	return with(func(w *rt.World) error {
		memory := bytesAt(low, n)
		if dims == 0 || dims == 1 && *there == C.int64_t(elem) && *here == C.int64_t(elem) {
			if put != C.CORAL_GET {
				return w.Put(int(rank), uint64(offset), memory)
			}
			return w.Get(int(rank), uint64(offset), memory)
		}
		local := conduit.Section{Offset: uint64(first), Elem: int(elem), Extent: make([]int, dims),
			Stride: make([]int64, dims)}
		remote := conduit.Section{Offset: uint64(offset), Elem: int(elem), Extent: local.Extent,
			Stride: make([]int64, dims)}
		for d := range local.Extent {
			local.Extent[d] = int(unsafe.Slice(extents, dims)[d])
			local.Stride[d] = int64(unsafe.Slice(here, dims)[d])
			remote.Stride[d] = int64(unsafe.Slice(there, dims)[d])
		}
		if put != C.CORAL_GET {
			return w.PutSection(int(rank), remote, memory, local)
		}
		return w.GetSection(int(rank), remote, memory, local)
	})
}

// coralgo_gather gets pieces of memory of other images.
//
//export coralgo_gather
func coralgo_gather(list *C.coral_lent_put, n C.int) C.int {
	return with(func(w *rt.World) error {
		pieces := make([]conduit.Piece, n)
		for i, p := range unsafe.Slice(list, n) {
			pieces[i] = conduit.Piece{Rank: int(p.rank), Offset: uint64(p.offset),
				Dst: bytesAt(p.memory, p.n)}
		}
		return w.Gather(pieces)
	})
}

// coralgo_accumulate changes elements of rank's by operands, while rank holds a lock; value: NULL,
// or where that of the one element goes, before the change or after it.
//
//export coralgo_accumulate
func coralgo_accumulate(rank C.int, offset C.uint64_t, step C.int64_t, what C.int,
	operands unsafe.Pointer, n C.size_t, lock C.uint64_t, value unsafe.Pointer,
	before C.int) C.int {
	return with(func(w *rt.World) error {
		change := conduit.Change{Offset: uint64(offset), Step: int64(step),
			Kind: conduit.Kind(what&0xff - 1), Operands: conduit.Kind(what>>16 - 1),
			Op: conduit.ReduceOp(what >> 8 & 0xff), Before: before != 0, Lock: uint64(lock)}
		var to []byte
		if value != nil {
			to = bytesAt(value, C.size_t(change.Kind.Size()))
		}
		return w.AccumulateHeld(int(rank), change, bytesAt(operands, n), to)
	})
}

//export coralgo_put_lent
func coralgo_put_lent(puts *C.coral_lent_put, n C.int) C.int {
	return with(func(w *rt.World) error { return putLent(w, puts, n) })
}

// putLent puts from memory that stays as it is until coralgo_returned: all that can be put,
// whichever images have failed.
func putLent(w *rt.World, puts *C.coral_lent_put, n C.int) (first error) {
	for _, p := range unsafe.Slice(puts, n) {
		if err := w.PutLent(int(p.rank), uint64(p.offset), bytesAt(p.memory, p.n)); first == nil {
			first = err
		}
	}
	return first
}

//export coralgo_returned
func coralgo_returned() C.int {
	return with(func(w *rt.World) error { return w.Returned() })
}

// coralgo_foreign copies memory that lies in no slot to or from an image of another machine;
// failure is the error of the system.
//
//export coralgo_foreign
func coralgo_foreign(rank, put C.int, there C.uint64_t, here unsafe.Pointer, n C.size_t,
	failure *C.int) C.int {
	return with(func(w *rt.World) error {
		c, is := w.Conduit().(conduit.Foreign)
		if !is {
			return syscall.EREMOTE
		}
		operation := c.ReadForeign
		if put != 0 {
			operation = c.WriteForeign
		}
		err := operation(int(rank), uint64(there), bytesAt(here, n))
		var errno syscall.Errno
		switch {
		case errors.As(err, &errno):
			*failure = C.int(errno)
			return nil
		case errors.Is(err, conduit.ErrGone):
			*failure = C.int(syscall.ESRCH)
			return nil
		}
		return err
	})
}

//export coralgo_broadcast
func coralgo_broadcast(buf unsafe.Pointer, n C.size_t, source C.int, brings C.uint32_t) C.int {
	return with(func(w *rt.World) error {
		return w.Stamped(uint32(brings),
			func() error { return w.Broadcast(context.Background(), bytesAt(buf, n), int(source)) })
	})
}

func combineC(op unsafe.Pointer, a, b []byte) {
	C.coral_combine(op, unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(b)),
		C.size_t(len(a)))
}

// Combiner is an operation of C's, which coral_combine takes, as one of Go's.
func Combiner(op unsafe.Pointer) func(a, b []byte) {
	// Small operands may be parts of Go structures with pointers, which C must not get.
	x, y := make([]byte, layout.SlotPayload), make([]byte, layout.SlotPayload)
	return func(a, b []byte) {
		if len(a) > len(x) {
			combineC(op, a, b)
			return
		}
		copy(x, a)
		copy(y, b)
		combineC(op, x[:len(a)], y[:len(a)])
		copy(a, x)
	}
}

//export coralgo_reduce
func coralgo_reduce(buf unsafe.Pointer, n, elem C.size_t, op unsafe.Pointer, result C.int,
	brings C.uint32_t) C.int {
	return with(func(w *rt.World) error {
		return w.Stamped(uint32(brings), func() error {
			return w.ReduceFunc(context.Background(), bytesAt(buf, n), int(max(elem, 1)),
				Combiner(op), int(result))
		})
	})
}

//export coralgo_stop
func coralgo_stop(code C.int) {
	if w, err := world(); err == nil {
		w.StopAndWait(int(code))
		closeLibrary(int(code))
	}
}

// coralgo_fail is FAIL IMAGE of an image that a library's launcher has started.
//
//export coralgo_fail
func coralgo_fail() {
	if w, err := world(); err == nil {
		w.FailAndWait()
		closeLibrary(0)
	}
}

// flushOutput writes what the program has not yet, where no exit will.
func flushOutput() { C.coral_write_out() }

// coralgo_watch ends this image, which a library's launcher has started, when that is gone.
//
//export coralgo_watch
func coralgo_watch() {
	launch.WatchStarter(func(why string) {
		if c := library.Load(); c != nil {
			c.Explain(why)
		}
		C.coral_write_out()
		C.coral_error_terminate(1)
	})
	var a C.coral_attachment
	C.coral_attach(&a)
	if a.conduit != layout.ConduitGuest {
		return
	}
	err := launch.GuestsAt(a.job, int(a.images)).Watch(int(a.rank), true, func(code int) {
		C.coral_write_out()
		C.coral_error_terminate(C.int(code))
	})
	if err != nil {
		fmt.Fprintf(os.Stderr, "coral: error: %v\n", err)
		os.Exit(1)
	}
}

// coralgo_abort ends all images of a run that a library's launcher has started. In others it does
// nothing.
//
//export coralgo_abort
func coralgo_abort(code C.int) {
	if c := library.Load(); c != nil {
		c.Abort(int(code))
	}
}

//export coralgo_wake_all
func coralgo_wake_all() {
	if w, err := world(); err == nil {
		for rank := range w.Size() {
			w.Conduit().Wake(rank)
		}
	}
}

// coralgo_join declares this image running, bound to the library that the run uses; not 0: it
// cannot be, and has said why.
//
//export coralgo_join
func coralgo_join() C.int {
	_, err := world()
	if err == nil {
		return 0
	}
	var a C.coral_attachment
	C.coral_attach(&a)
	if !launch.GuestsAt(a.job, int(a.images)).Ends(int(a.rank)) {
		return 1 // another image of this machine says it
	}
	text := err.Error()
	if !strings.HasSuffix(text, "]") { // without a code of its own
		text += " [" + string(launch.CodeStart) + "]"
	}
	fmt.Fprintf(os.Stderr, "coral: error: %s\n", text)
	return 1
}

//export coralgo_poll
func coralgo_poll() C.int {
	sys.TakeTurn()
	if w, err := world(); err == nil && w.Conduit().Poll() {
		return 1
	}
	return 0
}
