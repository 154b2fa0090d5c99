package coarray

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// Lock is one lock of one image.
type Lock struct {
	locks *Locks
	image int
	i     int
}

// At is lock i of an image. That there is one is checked where it is used.
func (l *Locks) At(image, i int) Lock { return Lock{l, image, i} }

// Lock takes the lock, when it is free.
func (l Lock) Lock(ctx context.Context) error { return l.locks.Lock(ctx, l.image, l.i) }

// TryLock takes the lock if it is free, and says whether it was.
func (l Lock) TryLock() (bool, error) { return l.locks.TryLock(l.image, l.i) }

// Unlock frees the lock, which this image holds.
func (l Lock) Unlock() error { return l.locks.Unlock(l.image, l.i) }

// String names the lock.
func (l Lock) String() string { return fmt.Sprintf("lock %d of image %d", l.i, l.image) }

// LockSet is locks, of any images, that are taken together. Every image takes the locks of its sets
// in one and the same order, so that images whose sets have locks in common do not wait for each
// other in a circle. It is for one goroutine at a time.
type LockSet struct {
	me      *Image
	members []lockPlace // in that order
	held    bool
}

type lockPlace struct {
	lock   Lock
	rank   int
	offset uint64
}

func (a lockPlace) compare(b lockPlace) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.offset, b.offset))
}

// NewLockSet makes an empty set.
func NewLockSet(me *Image) *LockSet { return &LockSet{me: me} }

// find is where a lock is, or would be, among the members.
func (s *LockSet) find(l Lock) (place lockPlace, i int, there bool, err error) {
	if err := s.usable(); err != nil {
		return place, 0, false, err
	}
	if l.locks == nil {
		return place, 0, false, unset("Lock", "Locks.At")
	}
	if s.held {
		return place, 0, false, placed("%w: a set can be changed after Unlock", ErrLocked)
	}
	place.lock = l
	if place.rank, place.offset, err = l.locks.at(l.image, l.i); err != nil {
		return place, 0, false, err
	}
	i, there = slices.BinarySearchFunc(s.members, place, lockPlace.compare)
	return place, i, there, nil
}

// Add adds a lock.
func (s *LockSet) Add(l Lock) error {
	place, i, there, err := s.find(l)
	if err == nil && there {
		err = placed("%w: %v is in the set already", ErrShape, l)
	}
	if err == nil {
		s.members = slices.Insert(s.members, i, place)
	}
	return err
}

// Remove takes a lock out of the set.
func (s *LockSet) Remove(l Lock) error {
	_, i, there, err := s.find(l)
	if err == nil && !there {
		err = placed("%w: %v is not in the set", ErrShape, l)
	}
	if err == nil {
		s.members = slices.Delete(s.members, i, i+1)
	}
	return err
}

// Len is the number of locks.
func (s *LockSet) Len() int {
	if s == nil {
		return 0
	}
	return len(s.members)
}

// All are the locks, in the order in which they are taken.
func (s *LockSet) All() iter.Seq[Lock] {
	return func(yield func(Lock) bool) {
		for i := range s.Len() {
			if !yield(s.members[i].lock) {
				return
			}
		}
	}
}

// usable says whether it is a set.
func (s *LockSet) usable() error {
	if s == nil || s.me == nil {
		return unset("LockSet", "NewLockSet")
	}
	return s.me.ready()
}

// Lock takes all locks, when they are free. After an error it holds none; but with
// ErrUnlockedFailed all: some image that held one has failed.
func (s *LockSet) Lock(ctx context.Context) error {
	if err := s.usable(); err != nil {
		return err
	}
	if s.held {
		return placed("%w: all locks of the set", ErrLocked)
	}
	var failed error
	for i, m := range s.members {
		switch err := s.me.w.AtStatement(s.me.w.Lock(ctx, m.rank, m.offset)); {
		case errors.Is(err, ErrUnlockedFailed):
			failed = err
		case err != nil:
			return errors.Join(err, s.unlock(s.members[:i]))
		}
	}
	s.held = true
	return failed
}

// Unlock frees all locks.
func (s *LockSet) Unlock() error {
	if err := s.usable(); err != nil {
		return err
	}
	if !s.held {
		return placed("%w: Lock of the set comes first", ErrUnlocked)
	}
	s.held = false
	return s.unlock(s.members)
}

func (s *LockSet) unlock(members []lockPlace) error {
	var errs []error
	for _, m := range slices.Backward(members) {
		errs = append(errs, s.me.w.AtStatement(s.me.w.Unlock(m.rank, m.offset)))
	}
	return errors.Join(errs...)
}
