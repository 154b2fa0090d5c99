package coarray

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
)

// EventSet is a set of events in an order, with how often a wait for the set has found each of
// them: those found least often come first, and of equals the one that was found, or added,
// earlier. It is for the goroutine of the image's function.
type EventSet struct {
	me      *Image
	members []member
}

type member struct {
	event Event
	id    uint64
	count int
}

// NewEventSet makes an empty set.
func NewEventSet(me *Image) *EventSet { return &EventSet{me: me} }

// Add adds an event with the count 0, after the others that have that count. Those of other images
// are for PostAll alone.
func (s *EventSet) Add(v Event) error {
	if err := s.usable(); err != nil {
		return err
	}
	if _, _, err := v.at(); err != nil {
		return err
	}
	id := v.ID()
	if slices.ContainsFunc(s.members, func(m member) bool { return m.id == id }) {
		return placed("%w: %v is in the set already", ErrShape, v)
	}
	s.insert(member{event: v, id: id})
	return nil
}

// AddAll adds all of this image's events.
func (s *EventSet) AddAll(e *Events) error {
	if err := errors.Join(s.usable(), e.usable()); err != nil {
		return err
	}
	for i := range e.taken {
		if err := s.Add(e.Own(i)); err != nil {
			return err
		}
	}
	return nil
}

// Remove takes an event out of the set.
func (s *EventSet) Remove(v Event) error {
	if err := s.usable(); err != nil {
		return err
	}
	id := v.ID()
	i := slices.IndexFunc(s.members, func(m member) bool { return m.id == id })
	if i < 0 {
		return placed("%w: %v is not in the set", ErrShape, v)
	}
	s.members = slices.Delete(s.members, i, i+1)
	return nil
}

// Len is the number of events.
func (s *EventSet) Len() int {
	if s == nil {
		return 0
	}
	return len(s.members)
}

// All are the events, in the order in which a wait looks at them.
func (s *EventSet) All() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for i := range s.Len() {
			if !yield(s.members[i].event) {
				return
			}
		}
	}
}

// usable says whether it is a set.
func (s *EventSet) usable() error {
	if s == nil || s.me == nil {
		return unset("EventSet", "NewEventSet")
	}
	return s.me.ready()
}

// insert puts a member after all whose count is not greater.
func (s *EventSet) insert(m member) {
	i := slices.IndexFunc(s.members, func(other member) bool { return other.count > m.count })
	if i < 0 {
		i = len(s.members)
	}
	s.members = slices.Insert(s.members, i, m)
}

// WaitAny waits until one of the events has been posted, takes the post, and says which it was: of
// several the first in the order.
func (s *EventSet) WaitAny(ctx context.Context) (Event, error) {
	return s.wait(ctx, func() int { return len(s.members) })
}

// WaitAnyFair is WaitAny among those events alone that have been found least often: every event is
// found once before one is found twice.
func (s *EventSet) WaitAnyFair(ctx context.Context) (Event, error) {
	return s.wait(ctx, func() int {
		least := 0
		for least < len(s.members) && s.members[least].count == s.members[0].count {
			least++
		}
		return least
	})
}

// wait waits for one of the first members; first says how many.
func (s *EventSet) wait(ctx context.Context, first func() int) (Event, error) {
	if err := s.usable(); err != nil {
		return Event{}, err
	}
	if len(s.members) == 0 {
		return Event{}, placed("%w: a wait for a set of no events", ErrShape)
	}
	if err := errors.Join(s.allOwn(), s.me.owned()); err != nil {
		return Event{}, err
	}
	among := s.members[:first()]
	for {
		s.me.engine.Advance()
		for i, m := range among {
			if m.event.take() {
				s.members = slices.Delete(s.members, i, i+1)
				m.count++
				s.insert(m)
				return m.event, nil
			}
		}
		posted := func() bool {
			return slices.ContainsFunc(among, func(m member) bool { return m.event.posted() })
		}
		if err := s.me.w.AwaitThat(ctx, layout.WaitEvent, posted, nil); err != nil {
			return Event{}, err
		}
	}
}

// WaitAll waits until all events have been posted, and takes a post of each. Posts that it has
// taken until the context ends stay taken.
func (s *EventSet) WaitAll(ctx context.Context) error {
	if err := s.usable(); err != nil {
		return err
	}
	if err := errors.Join(s.allOwn(), s.me.owned()); err != nil {
		return err
	}
	for i := range s.members {
		m := &s.members[i]
		if err := m.event.events.WaitN(ctx, m.event.i, 1); err != nil {
			return err
		}
	}
	for i := range s.members {
		s.members[i].count++ // of all: the order stays
	}
	return nil
}

// PostAll posts all events. Where memory is not mapped, one message takes those of one image.
func (s *EventSet) PostAll() error {
	if err := s.usable(); err != nil {
		return err
	}
	if s.me.w.Mapped() {
		for _, m := range s.members {
			if err := m.event.Post(); err != nil {
				return err
			}
		}
		return nil
	}
	var ranks []int
	offsets := map[int][]uint64{}
	for _, m := range s.members {
		rank, at, err := m.event.at()
		if err != nil {
			return err
		}
		if offsets[rank] == nil {
			ranks = append(ranks, rank)
		}
		offsets[rank] = append(offsets[rank], at)
	}
	for _, rank := range ranks {
		if err := s.me.w.EventPostEach(rank, offsets[rank]); err != nil {
			return err
		}
	}
	return nil
}

// allOwn refuses to wait for another image's event.
func (s *EventSet) allOwn() error {
	for _, m := range s.members {
		rank, _, err := m.event.at()
		if err != nil {
			return err
		}
		if rank != s.me.w.Rank() {
			return placed("%w: %v waits for %v", ErrShape, s.me, m.event)
		}
	}
	return nil
}

// at is where the event is.
func (v Event) at() (rank int, offset uint64, err error) {
	if v.events == nil {
		return 0, 0, unset("Event", "Events.At or Events.Own")
	}
	if err := v.events.usable(); err != nil {
		return 0, 0, err
	}
	return v.events.at(v.image, v.i)
}

// take takes a post of an own event; posted says whether there is one.
func (v Event) take() bool { return v.events.take(uint64(v.i), v.posts()) }
func (v Event) posted() bool {
	return int64(atomic.LoadUint64(v.posts())) > v.events.taken[v.i].Load()
}

func (v Event) posts() *uint64 { return wordOf(&v.events.c.Local()[v.i]) }
