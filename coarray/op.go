package coarray

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/rt/async"
)

// Op is one or more asynchronous operations of this image that are waited for by themselves:
//
//	var op coarray.Op
//	if err := u.At(2).GetAsync(0, edge, coarray.As(&op)); err != nil {
//		return err
//	}
//	inner(u) // while the data come
//	if err := op.Wait(ctx); err != nil {
//		return err
//	}
//
// The zero value stands for no operation and is complete. An Op is for the goroutine of the image's
// function, and must not be copied while operations are pending.
type Op struct {
	me      *Image
	event   Event // that operations post; the zero value: none is pending
	pending int
	failed  error // of a collective operation among them: the event never comes
}

// Wait waits until all operations of op are complete. If the context ends before, they stay pending
// and op may be waited for again. After Wait op may be used for other operations.
func (op *Op) Wait(ctx context.Context) error {
	if op == nil {
		return noOp("Wait")
	}
	if op.pending == 0 {
		return nil
	}
	if err := op.me.owned(); err != nil {
		return err
	}
	if op.failed != nil {
		return op.failed
	}
	if err := op.waitCollectives(ctx); err != nil {
		return err
	}
	if err := op.event.events.WaitN(ctx, op.event.i, op.pending); err != nil {
		return err
	}
	op.release()
	return nil
}

// noOp is the error of a nil Op.
func noOp(call string) error { return placed("%w: %s of a nil Op", ErrZeroValue, call) }

// waitCollectives waits for the collective operations, in which this image may stand while others
// of the team execute another statement. A wait that time ends is left out: the program may mean to
// go on to that statement.
func (op *Op) waitCollectives(ctx context.Context) error {
	if _, ends := ctx.Deadline(); ends {
		return nil
	}
	after, err := op.event.place()
	if err != nil {
		return err
	}
	err = op.me.engine.AwaitPosters(ctx, after)
	if err != nil && ctx.Err() == nil {
		op.failed = err
	}
	return err
}

// TryWait says whether all operations of op are complete. On the goroutine of the image's function
// it advances asynchronous operations.
func (op *Op) TryWait() (bool, error) {
	if op == nil {
		return false, noOp("TryWait")
	}
	if op.pending == 0 {
		return true, nil
	}
	if op.failed != nil {
		return false, op.failed
	}
	count, err := op.event.events.Count(op.event.i)
	if err != nil || count < op.pending {
		return false, err
	}
	op.event.events.taken[op.event.i].Add(int64(op.pending))
	op.release()
	return true, nil
}

// expect is where an operation of op posts its completion.
func (op *Op) expect(me *Image) (async.Event, error) {
	if op.event.events == nil {
		event, err := me.ops.take(me)
		if err != nil {
			return async.None, err
		}
		op.me, op.event = me, event
		me.ops.note(event)
	}
	return op.event.place()
}

// release gives the event back.
func (op *Op) release() {
	op.me.ops.giveBack(op.event)
	*op = Op{}
}

// opEvents are events of this image for its Ops. No post to one that is free is pending.
type opEvents struct {
	mu   sync.Mutex
	free []Event
	// where the program began what it has not waited for yet, in the order of beginning; with
	// CORAL_SCHEDULE_FUZZ alone
	begun []opBegun
}

// opBegun is an Op that is waited for by an event.
type opBegun struct {
	event Event
	place string
}

// note notes the statement that begins the first operation of an Op, where forgotten ones are
// reported.
func (p *opEvents) note(v Event) {
	if config.ScheduleFuzz.String() == "" {
		return
	}
	place := "a place outside the program"
	if site := userSite(); site.File != "" {
		place = fmt.Sprintf("%s:%d", site.File, site.Line)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun = append(p.begun, opBegun{v, place})
}

// forgotten says for which operations nobody has waited.
func (p *opEvents) forgotten() (list []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range p.begun {
		list = append(list, "nobody waits for the Op of "+b.place)
	}
	return list
}

// opEventsAtOnce is how many events are made when there is none.
const opEventsAtOnce = 32

func (p *opEvents) take(me *Image) (Event, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		more, err := NewLocalEvents(me, opEventsAtOnce)
		if err != nil {
			return Event{}, err
		}
		for i := range opEventsAtOnce {
			p.free = append(p.free, more.Own(i))
		}
	}
	last := len(p.free) - 1
	event := p.free[last]
	p.free = p.free[:last]
	return event, nil
}

func (p *opEvents) giveBack(v Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, v)
	p.begun = slices.DeleteFunc(p.begun, func(b opBegun) bool { return b.event == v })
}
