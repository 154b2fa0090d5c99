package coarray

import (
	"context"
	"fmt"
)

const eventSize = 16 // of a layout.Event, as of a layout.Lock

// Events are n event variables on every image: any image posts, the owner waits.
type Events struct {
	me     *Image
	offset uint64
	n      int
	taken  []int64 // of the posts to this image's events
}

// NewEvents makes n event variables on all images, which call it together.
func NewEvents(me *Image, n int) (*Events, error) {
	offset, err := newVariables(me, n)
	if err != nil {
		return nil, err
	}
	return &Events{me, offset, n, make([]int64, n)}, nil
}

// newVariables allocates n zeroed variables of 16 bytes on all images.
func newVariables(me *Image, n int) (uint64, error) {
	c, err := New[[2]int64](me, n)
	if err != nil {
		return 0, err
	}
	return c.offset, nil
}

func variable(offset uint64, i, n int) (uint64, error) {
	if uint(i) >= uint(n) {
		return 0, fmt.Errorf("%w: variable %d of %d", ErrShape, i, n)
	}
	return offset + uint64(i)*eventSize, nil
}

// Post posts event i of an image. What this image has written before is seen by
// who waits for the post.
func (e *Events) Post(image, i int) error {
	rank, err := e.me.rank(image)
	if err != nil {
		return err
	}
	at, err := variable(e.offset, i, e.n)
	if err != nil {
		return err
	}
	return e.me.w.EventPost(rank, at)
}

// Wait waits for a post to this image's event i, and takes it.
func (e *Events) Wait(i int) error { return e.WaitContext(context.Background(), i, 1) }

// WaitContext waits for count posts to this image's event i and takes them, or
// returns when the context ends, and takes none.
func (e *Events) WaitContext(ctx context.Context, i, count int) error {
	at, err := variable(e.offset, i, e.n)
	if err != nil {
		return err
	}
	if count < 1 {
		return fmt.Errorf("%w: a wait for %d posts", ErrShape, count)
	}
	if err := e.me.w.EventAwait(ctx, at, e.taken[i]+int64(count)); err != nil {
		return err
	}
	e.taken[i] += int64(count)
	return nil
}

// Count is how many posts to this image's event i wait to be taken.
func (e *Events) Count(i int) (int, error) {
	at, err := variable(e.offset, i, e.n)
	if err != nil {
		return 0, err
	}
	return int(e.me.w.EventQuery(at) - e.taken[i]), nil
}

// Free frees the events on all images, which call it together.
func (e *Events) Free() error {
	return e.me.w.HeapFree(context.Background(), e.offset)
}
