package async

// #include <stdint.h>
// #include <stddef.h>
// #include <stdlib.h>
// #include "async.h"
// #include "../net/library.h"
import "C"

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/coral-pgas/coral/capi/net"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/async"
)

// engine advances the asynchronous operations of this image. Programs that have some make it before
// their first statement.
var engine = sync.OnceValues(func() (*async.Engine, error) {
	w, err := net.World()
	if err != nil {
		return nil, err
	}
	s, err := config.ScheduleOf(w.Rank())
	if err != nil {
		return nil, err
	}
	C.coral_delays = C.uint64_t(s.Delays)
	var e *async.Engine
	e = async.New(w, async.Options{
		Once: s.Once, Spread: s.Spread, Delays: s.Delays, PutOff: (*uint32)(&C.coral_put_off),
		Failed: failed, Describe: describe, Post: poster(w), Run: runShipped,
		Flush: func() { flush(e) }, Bell: (*uint64)(&C.coral_bell),
		Short: &async.Short{Mail: (*uint64)(&C.coral_go_mail),
			Collectives: (*uint64)(&C.coral_go_collectives), Lowest: lowestShort,
			Waiting: func() uint64 { return uint64(C.coral_copies_place()) },
			Batched: (*uint64)(&C.coral_go_batched), Sent: (*uint64)(&C.coral_mail_sent),
			Executed: executedByC, Copies: copiesOfC},
	})
	e.RegisterEvents(
		0, func(offset uint64) bool { return C.coral_caf_take_at(C.uint64_t(offset)) != 0 })
	return e, nil
})

// failed ends the image.
func failed(err error) {
	s := async.Statement{}
	if f := (*async.FailedError)(nil); errors.As(err, &f) {
		s = f.Statement
	}
	C.coral_caf_failed(result(err), C.int(s.Kind()-1), C.uint64_t(s.Place))
}

// xmpOperators are the names of XcalableMP's operators, whose numbers are behind those of CAF 2.0
// (capi/xmp/async.c).
var xmpOperators = []string{"sum", "product", "max", "min", "and", "or", "exclusive or",
	"logical and", "logical or", "eqv", "neqv"}

// operatorOf is the name of a built-in operator; "": there is none with this number.
func operatorOf(op int) string {
	const first = 10 // of XcalableMP's
	if i := op - first; i >= 0 && i < len(xmpOperators) {
		return xmpOperators[i]
	}
	return C.GoString(C.coral_caf_operator(C.uint32_t(op)))
}

// describe names an operation as its statement does.
func describe(s async.Statement) (name, at string) {
	if s.Place != 0 {
		var length, line C.int
		file := C.coral_caf_file(C.uint64_t(s.Place), &length, &line)
		at = fmt.Sprintf("%s:%d", C.GoStringN(file, length), int(line))
	}
	name = "another operation"
	if kind := s.Kind() - 1; kind >= 0 && kind <= C.CORAL_XMP_BCAST {
		name = C.GoString(C.coral_caf_collective_name(C.int(kind), C.uint64_t(s.Place)))
	}
	if s.Op() == C.CORAL_CAF_USERS {
		name += " by a procedure"
	} else if operator := operatorOf(s.Op()); operator != "" {
		name += " by " + operator
	}
	inC := C.coral_caf_place_is_c(C.uint64_t(s.Place))
	if of := C.coral_type_name(C.uint32_t(s.Type()), inC); of != nil {
		name += " of " + C.GoString(of)
	}
	switch root := s.Root(); {
	case root == rt.EveryMember:
	case s.Kind()-1 == C.CORAL_XMP_BCAST:
		name += fmt.Sprintf(" from executing node %d (counted from 1)", root+1)
	default:
		name += fmt.Sprintf(" with root %d", root)
	}
	return name, at
}

// statement is that of a collective.
func statement(o *C.coral_caf_operands) async.Statement {
	s := async.OfWord(uint64(C.coral_caf_word(o.kind, o.op, o._type, o.root)), uint64(o.place))
	s.Checked, s.Local = o.checked != 0, async.Touches(o.touches)
	return s
}

// poster notifies events: those of which C knows more than where they are in a slot that is mapped
// are left to it.
func poster(w *rt.World) func(async.Event) error {
	end := w.Conduit().Segment().Stride
	return func(v async.Event) error {
		if w.Mapped() && v.Offset < end {
			return w.EventPost(v.Rank, v.Offset)
		}
		C.coral_caf_post_at(C.int(v.Rank), C.uint64_t(v.Offset))
		return nil
	}
}

// shippedResult is where a shipped procedure leaves its result: one runs at a time.
var shippedResult [C.CORAL_CAF_RESULT]byte

// flush sends the calls that wait in C, and takes over the collectives that C does not go on with
// while Go waits.
func flush(e *async.Engine) {
	if C.coral_caf_unsent != 0 {
		C.coral_caf_flush()
	}
	if !shortsKept {
		adoptShorts(e)
	}
}

// shortsKept says that it is C that waits, which steps its short collectives itself.
var shortsKept bool

// executedByC gives what C has executed without Go.
func executedByC(acknowledge func(rank int, count uint64)) {
	if C.coral_mail_acks_n == 0 {
		return
	}
	C.coral_mail_acks_n = 0
	w, err := net.World()
	if err != nil {
		return
	}
	acks := unsafe.Slice((*uint64)(C.coral_mail_acks), w.Size())
	for rank, count := range acks {
		if count > 0 {
			acks[rank] = 0
			acknowledge(rank, count)
		}
	}
}

func copiesOfC() int { return int(atomic.LoadUint32((*uint32)(&C.coral_copies_waiting))) }

// inShipped notes that a procedure that C executes without Go has called it.
func inShipped(w *rt.World) {
	c := &C.coral_mail_executing
	if c.active == 0 || c.known != 0 {
		return
	}
	c.known = 1
	if e, err := engine(); err == nil {
		e.BeginBeside(int(c.source), w.TeamByID(int(c.team)))
	}
}

// coralgo_async_executed: a procedure of which inShipped knows has returned.
//
//export coralgo_async_executed
func coralgo_async_executed() {
	if e, err := engine(); err == nil {
		e.EndBeside()
	}
}

func lowestShort(team *rt.Team) uint64 {
	if C.coral_shorts_pending == 0 {
		return 0
	}
	return uint64(C.coral_short_lowest(C.int(team.ID())))
}

// adoptShorts goes on with C's short collectives.
func adoptShorts(e *async.Engine) {
	n := C.coral_shorts_pending
	C.coral_shorts_pending = 0
	for i := range n {
		s := C.coral_short_adopted(&C.coral_shorts[i])
		o, team := s.operands, e.World().TeamByID(int(s.team))
		in, out := bytesAt(unsafe.Pointer(o.in), o.in_bytes), bytesAt(unsafe.Pointer(o.out),
			o.out_bytes)
		pattern := async.Barrier()
		switch {
		case o.kind == C.CORAL_CAF_BROADCAST:
			pattern = async.Broadcast(int(o.root), out)
		case o.kind != C.CORAL_CAF_BARRIER:
			r := async.Reduction{Root: int(o.root), Elem: max(int(o.elem), 1), Dst: out, Src: in,
				Combine: net.Combiner(o.combination)}
			if o.kind == C.CORAL_CAF_ALLREDUCE {
				r.Root = rt.EveryMember
			}
			pattern = async.ReduceShown(r)
		}
		e.Adopt(async.OfWord(uint64(s.word), uint64(o.place)), team, uint64(s.number),
			event(s.after_rank, s.after_offset), pattern, func() { C.coral_caf_collected(o) })
	}
}

// runShipped executes a shipped procedure.
func runShipped(team *rt.Team, args []byte) ([]byte, error) {
	n := C.coral_caf_run_shipped(C.int(team.ID()), unsafe.Pointer(unsafe.SliceData(args)),
		C.size_t(len(args)), unsafe.Pointer(&shippedResult))
	return shippedResult[:n:n], nil
}

// withEngine runs f on the engine, as with does on the world.
func withEngine(f func(e *async.Engine) error) C.int {
	return with(func(*rt.World) error {
		e, err := engine()
		if err != nil {
			return err
		}
		if !e.Advancing() {
			adoptShorts(e)
		}
		err = f(e)
		watch(e)
		return err
	})
}

// watch tells C at which words it sees that there is something to advance, and whether there may be
// more. The words are in no memory of Go's heap.
func watch(e *async.Engine) {
	rung := atomic.LoadUint64((*uint64)(&C.coral_bell))
	if !e.Due() { // asked after the doorbell: what comes later rings it
		rung++
	}
	C.coral_watch[2] = C.coral_watched{&C.coral_bell, C.uint64_t(rung)}
	C.coral_async_open = C.bool(e.Open())
	mail, shown := e.Watch()
	C.coral_watch[0] = C.coral_watched{(*C.uint64_t)(mail.At), C.uint64_t(mail.Value)}
	C.coral_watch[1] = C.coral_watched{(*C.uint64_t)(shown.At), C.uint64_t(shown.Value)}
}

// event is one as C names it; rank -1: none.
func event(rank C.int, offset C.uint64_t) async.Event {
	return async.Event{Rank: int(rank), Offset: uint64(offset)}
}

//export coralgo_async_start
func coralgo_async_start() C.int {
	return withEngine(func(*async.Engine) error { return nil })
}

// coralgo_async_advance: with keep C goes on with its short collectives, as far as they do not come
// by messages. waits: the program has nothing else to do.
//
//export coralgo_async_advance
func coralgo_async_advance(keep, waits C.int) C.int {
	e, err := engine()
	if err != nil {
		return 0
	}
	advance := e.AdvanceBriefly
	if waits != 0 {
		advance = e.Advance
	}
	shortsKept = keep != 0
	did := advance()
	shortsKept = false
	if C.coral_shorts_pending != 0 && C.coral_go_mail != 0 {
		did = advance() || did
	}
	watch(e)
	if did {
		return 1
	}
	return 0
}

//export coralgo_async_rest
func coralgo_async_rest() {
	if e, err := engine(); err == nil {
		adoptShorts(e)
		e.Rest()
	}
}

//export coralgo_async_quiesce
func coralgo_async_quiesce() {
	if e, err := engine(); err == nil {
		inShipped(e.World())
		adoptShorts(e)
		e.Quiesce()
		nothingLeft(e, false)
	}
}

// coralgo_async_settled is called when all images have initiated normal termination: then nothing
// is left of what they have sent each other.
//
//export coralgo_async_settled
func coralgo_async_settled() {
	if e, err := engine(); err == nil {
		nothingLeft(e, true)
	}
}

// nothingLeft ends the run if anything was lost, where steps are delayed on purpose.
func nothingLeft(e *async.Engine, synchronised bool) {
	if config.ScheduleFuzz.String() == "" || e.World().AnyFailed() {
		return
	}
	if left := e.Leftovers(synchronised); len(left) > 0 {
		failed(fmt.Errorf("not everything is complete at the end of the program: %s",
			strings.Join(left, ", ")))
	}
}

// coralgo_async_copy begins a copy: of one piece of memory to another (to, from), or one that C
// moves and frees.
//
//export coralgo_async_copy
func coralgo_async_copy(what, to, from unsafe.Pointer, bytes C.size_t,
	beforeRank C.int, beforeOffset C.uint64_t, afterRank C.int, afterOffset,
	place C.uint64_t, touches C.int) C.int {
	return withEngine(func(e *async.Engine) error {
		c := async.Copy{
			Bytes: int(bytes), Place: uint64(place), Local: async.Touches(touches),
			Before: event(beforeRank, beforeOffset), After: event(afterRank, afterOffset),
		}
		if what == nil {
			c.Long = async.LongPieceOf(to, from, int(bytes))
			return e.Copy(c)
		}
		c.Run = func() error {
			C.coral_caf_run_copy(what)
			return nil
		}
		if from := C.coral_caf_copied_from(what); from.rank >= 0 {
			c.From = async.From{Rank: int(from.rank), Offset: uint64(from.offset),
				Dst: bytesAt(from.to, C.size_t(bytes))}
			c.Begun = func() { C.coral_caf_drop_copy(what) }
		}
		return e.Copy(c)
	})
}

// coralgo_async_poster gives the statement of a copy that is to notify an event, and that waits for
// one itself; 0: none is known.
//
//export coralgo_async_poster
func coralgo_async_poster(rank C.int, offset C.uint64_t) C.uint64_t {
	e, err := engine()
	if err != nil {
		return 0
	}
	return C.uint64_t(e.PosterWaits(event(rank, offset)))
}

// coralgo_async_not_begun gives a member of a team, from 1, that has not begun the asynchronous
// collective with a number; 0: none is known.
//
//export coralgo_async_not_begun
func coralgo_async_not_begun(team C.int, number C.uint64_t) C.int {
	e, err := engine()
	if err != nil {
		return 0
	}
	return C.int(e.World().TeamByID(int(team)).NotBegun(uint64(number)) + 1)
}

// coralgo_async_enter begins a finish block of a team, coralgo_async_leave ends the innermost one.
//
//export coralgo_async_enter
func coralgo_async_enter(team C.int) C.int {
	return withEngine(func(e *async.Engine) error {
		_, err := e.Enter(e.World().TeamByID(int(team)))
		return err
	})
}

//export coralgo_async_leave
func coralgo_async_leave() C.int {
	return withEngine(func(e *async.Engine) error { return e.LeaveInnermost(context.Background()) })
}

// coralgo_async_fence waits for operations without an event, but for those of which what they do
// here is among downward.
//
//export coralgo_async_fence
func coralgo_async_fence(downward C.int) C.int {
	return withEngine(func(e *async.Engine) error { return e.Cofence(async.Touches(downward)) })
}

// coralgo_async_ship has a member of a team execute a procedure.
//
//export coralgo_async_ship
func coralgo_async_ship(team, member C.int, args unsafe.Pointer, n C.size_t, resultRank C.int,
	resultOffset C.uint64_t, afterRank C.int, afterOffset C.uint64_t) C.int {
	return withEngine(func(e *async.Engine) error {
		to := async.Place{Rank: int(resultRank), Offset: uint64(resultOffset)}
		return e.Compiled(e.World().TeamByID(int(team))).Ship(int(member), bytesAt(args, n), to,
			event(afterRank, afterOffset))
	})
}

// coralgo_async_completed tells the members of a team that C has completed one of its short
// collectives, where Go has some that are not.
//
//export coralgo_async_completed
func coralgo_async_completed(team C.int, number C.uint64_t) {
	if e, err := engine(); err == nil {
		e.CompletedBeside(e.World().TeamByID(int(team)), uint64(number))
	}
}

// order is a comparison of C's.
type order struct {
	of   *C.coral_caf_operands
	elem int
}

func bytesAt(p unsafe.Pointer, n C.size_t) []byte { return unsafe.Slice((*byte)(p), int(n)) }

func start(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

func (o order) count(b []byte) C.size_t { return C.size_t(len(b) / o.elem) }

func (o order) Compare(a, b []byte) int {
	return int(C.coral_caf_compare(o.of, start(a), start(b)))
}
func (o order) Sort(elements []byte) {
	C.coral_caf_sort(o.of, start(elements),
		o.count(elements))
}
func (o order) Merge(out, a, b []byte) {
	C.coral_caf_merge(o.of, start(out), start(a), o.count(a), start(b), o.count(b))
}

// inParts are the patterns of a collective whose operands travel as blocks of any length.
func inParts(o *C.coral_caf_operands, team *rt.Team) func() async.Pattern {
	root, me, size := int(o.root), team.Rank(), team.Size()
	lengths := unsafe.Slice(o.blocks, size)
	all := make([]int, size)
	out := map[int][]byte{}
	at := C.size_t(0)
	for m := range size {
		all[m] = m
		out[m] = bytesAt(unsafe.Add(unsafe.Pointer(o.in), at), lengths[m])
		at += lengths[m]
	}
	arrive := func(member int, block []byte) error {
		if C.coral_caf_block_arrived(o, C.int(member), start(block), C.size_t(len(block))) == 0 {
			return fmt.Errorf(
				"%w: image %d brings another number of structures than are wanted here",
				rt.ErrLengths, team.Member(member)+1)
		}
		return nil
	}
	one := func(out map[int][]byte, from ...int) func() async.Pattern {
		return async.Steps(func() async.Pattern { return async.Pieces(out, from, arrive) })
	}
	whole := bytesAt(unsafe.Pointer(o.in), lengths[0])
	switch o.kind {
	case C.CORAL_CAF_BROADCAST:
		length := binary.NativeEndian.AppendUint64(nil, uint64(len(whole)))
		var block []byte
		return async.Steps(
			func() async.Pattern { return async.Broadcast(root, length) },
			func() async.Pattern {
				if block = whole; me != root {
					block = make([]byte, binary.NativeEndian.Uint64(length))
				}
				return async.Broadcast(root, block)
			},
			func() async.Pattern {
				if me == root {
					return nil
				}
				return async.Pieces(map[int][]byte{me: block}, []int{me},
					func(_ int, block []byte) error { return arrive(root, block) })
			})
	case C.CORAL_CAF_GATHER:
		if me == root {
			return one(map[int][]byte{me: whole}, all...)
		}
		return one(map[int][]byte{root: whole})
	case C.CORAL_CAF_ALLGATHER:
		for m := range size {
			out[m] = whole
		}
		return one(out, all...)
	case C.CORAL_CAF_SCATTER:
		if me == root {
			return one(out, root)
		}
		return one(nil, root)
	}
	return one(out, all...)
}

// patterns are those of a collective that C describes.
func patterns(o *C.coral_caf_operands, team *rt.Team) func() async.Pattern {
	if o.blocks != nil {
		return inParts(o, team)
	}
	in, out, root := bytesAt(unsafe.Pointer(o.in), o.in_bytes), bytesAt(unsafe.Pointer(o.out),
		o.out_bytes), int(o.root)
	reduce := func(root int) async.Pattern {
		return async.Reduce(async.Reduction{Root: root, Elem: max(int(o.elem), 1), Dst: out,
			Src: in, Combine: net.Combiner(o.combination)})
	}
	one := func(p async.Pattern) func() async.Pattern {
		return async.Steps(func() async.Pattern { return p })
	}
	switch o.kind {
	case C.CORAL_CAF_BROADCAST, C.CORAL_XMP_BCAST:
		return one(async.Broadcast(root, out))
	case C.CORAL_CAF_GATHER:
		return one(async.Gather(root, out, in))
	case C.CORAL_CAF_ALLGATHER:
		return one(async.AllGather(out, in))
	case C.CORAL_CAF_REDUCE:
		return one(reduce(root))
	case C.CORAL_CAF_ALLREDUCE, C.CORAL_XMP_REDUCTION:
		return one(reduce(rt.EveryMember))
	case C.CORAL_CAF_SCATTER:
		return one(async.Scatter(root, out, in))
	case C.CORAL_CAF_ALLTOALL:
		return one(async.AllToAll(team.Size(), out, in))
	case C.CORAL_CAF_SORT:
		elem := max(int(o.elem), 1)
		return async.Sort(team, elem, out, in, order{o, elem})
	}
	return one(async.Barrier())
}

// coralgo_async_apart says whether each member of a team is on a machine of its own.
//
//export coralgo_async_apart
func coralgo_async_apart(id C.int) C.int {
	w, err := net.World()
	if err != nil || w.TeamByID(int(id)).Apart() == nil {
		return 0
	}
	return 1
}

// coralgo_async_collective begins a collective, and with blocking waits for it.
//
//export coralgo_async_collective
func coralgo_async_collective(o *C.coral_caf_operands, id, afterRank C.int, afterOffset C.uint64_t,
	blocking C.int) C.int {
	return withEngine(func(e *async.Engine) error {
		team := e.World().TeamByID(int(id))
		next, over := patterns(o, team), false
		all := func() async.Pattern {
			if over {
				return nil
			}
			p := next()
			if over = p == nil; over {
				C.coral_caf_collected(o)
			}
			return p
		}
		c, err := e.Begin(statement(o), team, event(afterRank, afterOffset), blocking != 0, all)
		if err != nil || blocking == 0 {
			return err
		}
		return c.Wait(context.Background())
	})
}
