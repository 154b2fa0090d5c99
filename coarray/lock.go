package coarray

import (
	"context"
	"errors"
)

// Locks are n locks on every image. Any image may take any lock of any image.
type Locks struct {
	variables
}

// NewLocks makes n locks on all images, which call it together. Images that have failed are left
// out, as by New.
func NewLocks(ctx context.Context, me *Image, n int) (*Locks, error) {
	return newLocks(ctx, me, maker{"NewLocks", "lock", "locks", true}, n)
}

func newLocks(ctx context.Context, me *Image, m maker, n int) (*Locks, error) {
	v, err := newVariables(ctx, me, m, n)
	if v.c == nil {
		return nil, err
	}
	return &Locks{v}, err
}

// Lock takes lock i of an image, when it is free.
func (l *Locks) Lock(ctx context.Context, image, i int) error {
	if err := l.usable(); err != nil {
		return err
	}
	rank, offset, err := l.at(image, i)
	if err != nil {
		return err
	}
	return l.c.me.w.AtStatement(l.c.me.w.Lock(ctx, rank, offset))
}

// TryLock takes lock i of an image if it is free, and says whether it was.
func (l *Locks) TryLock(image, i int) (bool, error) {
	if err := l.usable(); err != nil {
		return false, err
	}
	rank, offset, err := l.at(image, i)
	if err != nil {
		return false, err
	}
	got, err := l.c.me.w.TryLock(rank, offset)
	return got, l.c.me.w.AtStatement(err)
}

// Unlock frees lock i of an image, which this image holds.
func (l *Locks) Unlock(image, i int) error {
	if err := l.usable(); err != nil {
		return err
	}
	rank, offset, err := l.at(image, i)
	if err != nil {
		return err
	}
	return l.c.me.w.AtStatement(l.c.me.w.Unlock(rank, offset))
}

// Free frees the locks on all images, which call it together.
func (l *Locks) Free(ctx context.Context) error {
	if err := l.usable(); err != nil {
		return err
	}
	return l.c.Free(ctx)
}

// usable says whether there are locks.
func (l *Locks) usable() error {
	if l == nil || l.c == nil {
		return unset("Locks", "NewLocks")
	}
	return l.c.usable()
}

// Len is how many locks each image has.
func (l *Locks) Len() int {
	if l == nil {
		return 0
	}
	return l.c.Len()
}

// In is the locks with the image numbers of another team. See Coarray.In.
func (l *Locks) In(team *Team) *Locks {
	if l == nil || l.c == nil {
		return l
	}
	return &Locks{l.in(team)}
}

// Critical is a piece of program that one image at a time executes.
type Critical struct{ lock *Locks }

// NewCritical makes a Critical on all images, which call it together.
func NewCritical(ctx context.Context, me *Image) (*Critical, error) {
	l, err := newLocks(ctx, me, maker{"NewCritical", "lock", "Critical", false}, 1)
	if l == nil {
		return nil, err
	}
	return &Critical{l}, err
}

// Do calls f when no other image is in a Do of the same Critical.
func (c *Critical) Do(ctx context.Context, f func() error) (err error) {
	if c == nil || c.lock == nil {
		return unset("Critical", "NewCritical")
	}
	if f == nil {
		return noFunction("Do", "the function")
	}
	rank, offset, err := c.lock.at(1, 0)
	if err != nil {
		return err
	}
	w := c.lock.c.me.w
	if err := w.Critical(ctx, rank, offset); err != nil && !errors.Is(err, ErrUnlockedFailed) {
		return w.AtStatement(err)
	}
	defer func() { err = errors.Join(err, w.AtStatement(w.Unlock(rank, offset))) }()
	return f()
}

// Free frees the Critical on all images, which call it together.
func (c *Critical) Free(ctx context.Context) error {
	if c == nil || c.lock == nil {
		return unset("Critical", "NewCritical")
	}
	return c.lock.Free(ctx)
}
