package coarray

import (
	"context"
	"math"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/rt"
)

// variables are n event or lock variables on every image.
type variables struct {
	c    *Coarray[[2]int64] // layout.Event and layout.Lock have 16 bytes
	what string             // one of them, for messages
}

// newVariables makes n zeroed variables on all images.
func newVariables(ctx context.Context, me *Image, m maker, n int) (variables, error) {
	c, err := newOf[[2]int64](ctx, me, m, n)
	return variables{c, m.what}, err
}

// at is where variable i of an image is.
func (v variables) at(image, i int) (rank int, offset uint64, err error) {
	if v.c == nil {
		return 0, 0, unset("Events or Locks", "NewEvents or NewLocks")
	}
	if rank, err = v.c.rank(image); err == nil {
		offset, err = v.here(i)
	}
	return rank, offset, err
}

// here is where variable i is on each image.
func (v variables) here(i int) (uint64, error) {
	if err := v.c.usable(); err != nil {
		return 0, err
	}
	if n := v.c.mapped(); uint(i) >= n {
		return 0, placed("%w: %s %d of %d, which count from 0", ErrShape, v.what, i, n)
	}
	return v.c.byteOffset(i), nil
}

func (v variables) in(team *Team) variables { return variables{v.c.In(team), v.what} }

// Events are n event variables on every image: any image posts, the owner waits.
type Events struct {
	variables
	own bool // they are this image's alone
	// of the posts to this image's events; shared with the predicates of asynchronous copies
	taken []atomic.Int64
}

var eventMaker = maker{"NewEvents", "event", "events", true}

// NewEvents makes n event variables on all images, which call it together. Images that have failed
// are left out, as by New.
func NewEvents(ctx context.Context, me *Image, n int) (*Events, error) {
	v, err := newVariables(ctx, me, eventMaker, n)
	if v.c == nil {
		return nil, err
	}
	return newEvents(v), err
}

// newEvents makes the events of variables that are there.
func newEvents(v variables) *Events {
	e := &Events{variables: v, taken: make([]atomic.Int64, len(v.c.Local()))}
	e.register()
	return e
}

// register lets asynchronous operations wait for the events.
func (e *Events) register() {
	base, local := e.c.offset, e.c.Local()
	e.c.me.engine.RegisterEvents(base, func(offset uint64) bool {
		i := (offset - base) / eventSize
		return e.take(i, wordOf(&local[i]))
	})
}

// NewLocalEvents makes n events that this image alone has: for completion of what it begins,
// predicates, and event sets. It asks no other image; the image's number in At is 1. Other images
// notify them only by what this one begins there.
func NewLocalEvents(me *Image, n int) (*Events, error) {
	if err := me.ready(); err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, negative("the number of events", n)
	}
	if n > math.MaxInt64/eventSize {
		return nil, placed("%w: %d events", ErrNoMemory, n)
	}
	offset, err := me.w.HeapOwn(uint64(n) * eventSize)
	if err != nil {
		return nil, located(err)
	}
	c := coarrayAt[[2]int64](me, me.alone(), offset, []int{n})
	c.maker = eventMaker
	c.setLocal(n)
	e := newEvents(variables{c, eventMaker.what})
	e.own = true
	return e, nil
}

// alone is a team of this image only.
func (me *Image) alone() *Team {
	return &Team{number: rt.InitialTeamNumber, parent: me.team.root(), index: 1, size: 1,
		members: rt.Division{{Count: 1, First: int32(me.w.Rank()), Step: 1}}, regular: true,
		step: 1}
}

// eventSize is the bytes of a variable.
const eventSize = 16

// take takes a post to this image's event i, whose posts are counted there, if there is one.
func (e *Events) take(i uint64, posts *uint64) bool {
	for {
		taken := e.taken[i].Load()
		if int64(atomic.LoadUint64(posts)) <= taken {
			return false
		}
		if e.tookFrom(i, taken, 1) {
			return true
		}
	}
}

// usable says whether there are events.
func (e *Events) usable() error {
	if e == nil || e.c == nil {
		return unset("Events", "NewEvents or NewLocalEvents")
	}
	return e.c.usable()
}

// Len is how many events each image has.
func (e *Events) Len() int {
	if e == nil {
		return 0
	}
	return len(e.taken)
}

// In is the events with the image numbers of another team. See Coarray.In.
func (e *Events) In(team *Team) *Events {
	if e == nil || e.c == nil {
		return e
	}
	return &Events{e.in(team), e.own, e.taken}
}

// Post posts event i of an image. What this image has written before is seen by
// who waits for the post.
func (e *Events) Post(image, i int) error {
	if e == nil || e.c == nil {
		return e.usable()
	}
	if posts := e.word(image, i); posts != nil {
		atomic.AddUint64(posts, 1)
		e.c.me.w.Posted(e.c.direct.rank + (image-1)*e.c.direct.step)
		return nil
	}
	rank, at, err := e.at(image, i)
	if err != nil {
		return err
	}
	return e.c.me.w.EventPost(rank, at)
}

// Wait waits for a post to this image's event i, and takes it.
func (e *Events) Wait(ctx context.Context, i int) error {
	if err := e.usable(); err != nil {
		return err
	}
	if err := e.c.me.owned(); err != nil {
		return err
	}
	if uint(i) < e.c.mapped() && e.soon(i) {
		return nil
	}
	return e.WaitN(ctx, i, 1)
}

// soon takes a post that comes while this image looks for it.
func (e *Events) soon(i int) bool {
	e.c.me.engine.Waited()
	taken := e.taken[i].Load()
	return e.c.me.w.Soon(wordOf(&e.c.Local()[i]), uint64(taken+1)) &&
		e.tookFrom(uint64(i), taken, 1)
}

// tookFrom takes posts where so many have been taken; false: another goroutine took some.
func (e *Events) tookFrom(i uint64, taken, count int64) bool {
	took := e.taken[i].CompareAndSwap(taken, taken+count)
	e.c.me.engine.Heard()
	return took
}

// TryWait takes a post to this image's event i if there is one, and says whether there was. On the
// goroutine of the image's function it advances asynchronous operations.
func (e *Events) TryWait(i int) (bool, error) {
	if err := e.usable(); err != nil {
		return false, err
	}
	if _, err := e.here(i); err != nil {
		return false, err
	}
	e.c.me.advance()
	return e.take(uint64(i), wordOf(&e.c.Local()[i])), nil
}

// WaitN waits for count posts to this image's event i and takes them, or returns when the context
// ends, and takes none.
func (e *Events) WaitN(ctx context.Context, i, count int) error {
	if err := e.usable(); err != nil {
		return err
	}
	if err := e.c.me.owned(); err != nil {
		return err
	}
	at, err := e.here(i)
	if err != nil {
		return err
	}
	if count < 1 {
		return placed("%w: a wait for %d posts", ErrShape, count)
	}
	e.c.me.engine.Waited()
	for {
		taken := e.taken[i].Load()
		if err := e.c.me.w.EventAwait(ctx, at, taken+int64(count)); err != nil {
			return err
		}
		if e.tookFrom(uint64(i), taken, int64(count)) {
			return nil
		}
	}
}

// Count is how many posts to this image's event i wait to be taken.
func (e *Events) Count(i int) (int, error) {
	if err := e.usable(); err != nil {
		return 0, err
	}
	at, err := e.here(i)
	if err != nil {
		return 0, err
	}
	e.c.me.advance()
	count := int(e.c.me.w.EventQuery(at) - e.taken[i].Load())
	e.c.me.engine.Heard()
	return count, nil
}

// Free frees the events on all images, which call it together; local ones on this image.
func (e *Events) Free(ctx context.Context) error {
	if err := e.usable(); err != nil {
		return err
	}
	e.c.me.engine.RegisterEvents(e.c.offset, nil)
	if e.own {
		e.c.forget(ErrFreed)
		return e.c.me.w.HeapDrop(e.c.offset)
	}
	err := e.c.Free(ctx)
	if e.usable() == nil { // the images have not freed them together
		e.register()
	}
	return err
}
