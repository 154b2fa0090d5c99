package coarray

import (
	"context"
	"errors"
)

// Locks are n locks on every image. Any image may take any lock of any image.
type Locks struct {
	me     *Image
	offset uint64
	n      int
}

// NewLocks makes n locks on all images, which call it together.
func NewLocks(me *Image, n int) (*Locks, error) {
	offset, err := newVariables(me, n)
	if err != nil {
		return nil, err
	}
	return &Locks{me, offset, n}, nil
}

func (l *Locks) at(image, i int) (rank int, offset uint64, err error) {
	if rank, err = l.me.rank(image); err == nil {
		offset, err = variable(l.offset, i, l.n)
	}
	return rank, offset, err
}

// Lock takes lock i of an image, when it is free.
func (l *Locks) Lock(image, i int) error {
	return l.LockContext(context.Background(), image, i)
}

// LockContext is Lock until the context ends.
func (l *Locks) LockContext(ctx context.Context, image, i int) error {
	rank, offset, err := l.at(image, i)
	if err != nil {
		return err
	}
	return l.me.w.Lock(ctx, rank, offset)
}

// TryLock takes lock i of an image if it is free, and says whether it was.
func (l *Locks) TryLock(image, i int) (bool, error) {
	rank, offset, err := l.at(image, i)
	if err != nil {
		return false, err
	}
	return l.me.w.TryLock(rank, offset)
}

// Unlock frees lock i of an image, which this image holds.
func (l *Locks) Unlock(image, i int) error {
	rank, offset, err := l.at(image, i)
	if err != nil {
		return err
	}
	return l.me.w.Unlock(rank, offset)
}

// Free frees the locks on all images, which call it together.
func (l *Locks) Free() error {
	return l.me.w.HeapFree(context.Background(), l.offset)
}

// Critical is a piece of program that one image at a time executes.
type Critical struct{ lock *Locks }

// NewCritical makes a Critical on all images, which call it together.
func NewCritical(me *Image) (*Critical, error) {
	l, err := NewLocks(me, 1)
	return &Critical{l}, err
}

// Do calls f when no other image is in a Do of the same Critical.
func (c *Critical) Do(f func() error) (err error) {
	w := c.lock.me.w
	if err := w.Critical(context.Background(), c.lock.offset); err != nil && !errors.Is(err, ErrUnlockedFailed) {
		return err
	}
	defer func() { err = errors.Join(err, w.EndCritical(c.lock.offset)) }()
	return f()
}
