package coarray

import (
	"errors"
	"fmt"
	"slices"

	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/async"
)

// Option adapts a call. Each function that makes one says which calls take it; others return
// ErrOption.
type Option struct {
	kind  optionKind
	n     int   // of options with a number
	event Event // of After and Before
	op    *Op   // of As
}

type optionKind uint8

const (
	optionNone optionKind = iota
	optionAfter
	optionBefore
	optionAs
	optionResultOn
	optionNewIndex
	optionImages
	optionTrace
	optionHeap
	optionUnmapped
)

var optionNames = [...]string{optionNone: "the zero value of Option", optionAfter: "After",
	optionBefore: "Before", optionAs: "As", optionResultOn: "ResultOn",
	optionNewIndex: "NewIndex", optionImages: "Images", optionTrace: "Trace",
	optionHeap: "Heap", optionUnmapped: "Unmapped"}

// ErrOption: a call does not take an option, or not twice.
var ErrOption = errors.New("an option that the call does not take")

// refused is the error of a call that does not take the option.
func (o *Option) refused(call string) error {
	return placed("%w: %s does not take %s", ErrOption, call, optionNames[o.kind])
}

// After has an asynchronous operation post an event, on any image, when it is complete. Without it
// the operation belongs to the innermost Finish in execution and, outside of all, to the program,
// which does not end before it.
//
// Copies take After several times: one event tells the image that receives the data, another one
// the image that has sent it, that it may be changed again.
func After(v Event) Option { return Option{kind: optionAfter, event: v} }

// Before has a copy wait for an event, on any image, of which it takes one count. Copies that wait
// for one event go in any order. Nothing else takes it.
func Before(v Event) Option { return Option{kind: optionBefore, event: v} }

// As has this image wait for an asynchronous operation by op.Wait. Like one with After, such an
// operation belongs to no Finish. One Op may stand for several operations.
func As(op *Op) Option { return Option{kind: optionAs, op: op} }

// ResultOn says that one image alone gets the result of a reduction. The values of the others stay
// as they are.
func ResultOn(image int) Option { return Option{kind: optionResultOn, n: image} }

// NewIndex is the number that this image shall have in the team that FormTeam makes. Without it
// images get the numbers that are left, in the order of their numbers now.
func NewIndex(index int) Option { return Option{kind: optionNewIndex, n: index} }

// Images says how many images Main starts; 0 leaves that to the environment.
func Images(n int) Option { return Option{kind: optionImages, n: n} }

// Trace makes the message of a panic show the goroutine's stack. Main and Run take it.
func Trace() Option { return Option{kind: optionTrace} }

// Heap is how many bytes of coarrays each image of Run may have. Those of Main need no such limit.
func Heap(bytes int) Option { return Option{kind: optionHeap, n: bytes} }

// Unmapped makes the images of Run treat each other as on different machines.
func Unmapped() Option { return Option{kind: optionUnmapped} }

// settings are the options of Main and Run.
type settings struct {
	images   int
	trace    bool
	heap     uint64
	unmapped bool
}

func settingsOf(call string, options []Option) (s settings, err error) {
	for i := range options {
		switch o := &options[i]; o.kind {
		case optionImages:
			s.images = o.n
		case optionTrace:
			s.trace = true
		case optionHeap:
			s.heap = uint64(max(0, o.n))
			if o.n < 0 {
				err = errors.Join(err, negative("the number of bytes of Heap", o.n))
			}
		case optionUnmapped:
			s.unmapped = true
		default:
			err = errors.Join(err, o.refused(call))
		}
	}
	return s, err
}

// resultOf is the member that gets the result of a collective.
func resultOf(call string, options []Option) (member int, err error) {
	member = rt.EveryMember
	for i := range options {
		o := &options[i]
		if o.kind != optionResultOn {
			return member, o.refused(call)
		}
		if member = o.n - 1; o.n < 1 {
			return member, placed("%w: %s with ResultOn(%d)", ErrImageRange, call, o.n)
		}
	}
	return member, nil
}

// notices are the events of an asynchronous operation: that for which a copy waits, and those that
// are posted, also those after the first.
type notices struct {
	before, after async.Event
	also          []async.Event
}

// noticesOf are those of options of a copy.
func (me *Image) noticesOf(call string, options []Option) (n notices, err error) {
	n.before, n.after = async.None, async.None
	for i := range options {
		o := &options[i]
		if o.kind != optionAfter && o.kind != optionBefore && o.kind != optionAs {
			return n, o.refused(call)
		}
		if o.kind == optionAs && slices.ContainsFunc(options[:i], func(before Option) bool {
			return before.kind == optionAs && before.op == o.op
		}) {
			return n, placed("%w: As is given twice with the same Op", ErrOption)
		}
		place, err := me.noticeOf(o)
		switch {
		case err != nil:
			return n, err
		case place == async.None:
		case o.kind == optionBefore && n.before != async.None:
			return n, fmt.Errorf(
				"%w: a copy waits for one event: Before is given twice, the second time with %v",
				ErrOption, o.event)
		case o.kind == optionBefore:
			n.before = place
		case n.after == async.None:
			n.after = place
		default:
			n.also = append(n.also, place)
		}
	}
	return n, nil
}

// noticeOf is where the event of an option is.
func (me *Image) noticeOf(o *Option) (async.Event, error) {
	if o.kind != optionAs {
		return o.event.place()
	}
	if o.op == nil {
		return async.None, placed("%w: As is given a nil Op", ErrOption)
	}
	return o.op.expect(me)
}

// afterOf is the event of an operation that waits for none, and posts one.
func (me *Image) afterOf(call string, options []Option) (async.Event, error) {
	if len(options) == 1 && options[0].kind == optionAfter { // most
		return options[0].event.place()
	}
	n, err := me.noticesOf(call, options)
	switch {
	case err == nil && n.before != async.None:
		err = placed("%w: only copies wait for an event (Before)", ErrOption)
	case err == nil && n.also != nil:
		err = placed("%w: only copies post several events: %s takes one of After and As",
			ErrOption, call)
	}
	return n.after, err
}

// begun notes for each As that an operation has begun, or not.
func begun(options []Option, err error) error {
	if err != nil {
		return located(err)
	}
	for i := range options {
		if o := &options[i]; o.kind == optionAs {
			o.op.pending++
		}
	}
	return nil
}
