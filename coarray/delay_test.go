package coarray

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

func init() {
	programsOf(map[string]func(ctx context.Context,
		me *Image) error{"storm": stormProgram})
}

// settled is a program after which nothing may be left: no operation, no message, no memory that
// others read.
func settled(program func(ctx context.Context, me *Image) error) func(ctx context.Context,
	me *Image) error {
	return func(ctx context.Context, me *Image) error {
		if err := program(ctx, me); err != nil {
			return err
		}
		me.engine.Quiesce()
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if left := me.engine.Leftovers(true); len(left) > 0 {
			return fmt.Errorf("left at the end: %s", strings.Join(left, ", "))
		}
		return nil
	}
}

// Every program of asynchronous operations, while any step of them may come late: on few images and
// on more than there are cores.
func TestDelayed(t *testing.T) {
	for _, seed := range turns.Of(t.Name(), "1", "2") {
		t.Setenv("CORAL_SCHEDULE_FUZZ", seed)
		for name, program := range asynchronous {
			t.Run(name+"/"+seed, func(t *testing.T) {
				everywhere(t, settled(program))
				if err := Run(t.Context(), 16, settled(program)); err != nil {
					t.Errorf("16 images: %v", err)
				}
			})
		}
	}
}

func TestDelayedProcesses(t *testing.T) {
	t.Setenv("CORAL_SCHEDULE_FUZZ", "3")
	for name := range asynchronous {
		t.Run(name, func(t *testing.T) {
			turns.Every(t, 2)
			inProcesses(t, name)
		})
	}
}

// An image that ends while a copy waits for an event that never comes says so. (It is a deadlock
// without delays too, and reported as one.)
func TestLeftovers(t *testing.T) {
	err := Run(t.Context(), 1, settled(func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 1)
		if err != nil {
			return err
		}
		events, err := NewEvents(ctx, me, 2)
		if err != nil {
			return err
		}
		me.engine.Quiesce()
		if err := u.At(1).PutAsync(0, []int{1}, Before(events.Own(0)),
			After(events.Own(1))); err != nil {
			return err
		}
		left := me.engine.Leftovers(true)
		if len(left) != 2 {
			return fmt.Errorf("left: %q", left)
		}
		return events.Own(0).Post()
	}))
	if err != nil {
		t.Error(err)
	}
}

// storm is what stormProgram works with.
type storm struct {
	me     *Image
	data   *Coarray[int]
	events *Events
	hit    *Function[stormHit]
	hits   int
}

type stormHit struct{ Chain int }

// Events of a storm.
const (
	arrived  = iota // something is here
	mayGo           // predicate
	returned        // something that this image has begun is complete
)

const stormEach = 12 // copies and functions that an image begins in a round

// stormProgram has all kinds of operations under way at once, and looks at each one's effect when
// it is said to be complete, and for none that comes twice.
func stormProgram(ctx context.Context, me *Image) error {
	s := &storm{me: me}
	var errs [3]error
	s.data, errs[0] = New[int](ctx, me, me.NumImages()*stormEach)
	s.events, errs[1] = NewEvents(ctx, me, 3)
	s.hit, errs[2] = Register(me, "hit", func(at *Image, h stormHit) error {
		s.hits++
		if h.Chain == 0 {
			return nil
		}
		return s.hit.Spawn((at.Index()+h.Chain)%at.NumImages()+1, stormHit{h.Chain - 1})
	})
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	for round := range 6 {
		if err := s.round(ctx, round); err != nil {
			return fmt.Errorf("round %d: %w", round, err)
		}
	}
	return nil
}

func (s *storm) value(round, from, i int) int  { return round*1000000 + from*1000 + i }
func (s *storm) target(round, from, i int) int { return (from+round+i)%s.me.NumImages() + 1 }

func (s *storm) round(ctx context.Context, round int) error {
	me, n := s.me, s.me.NumImages()
	long, sum := make([]int, 5000), []int{0}
	root := round%n + 1
	if me.Index() == root {
		copy(long, numbers(round, len(long)))
	}
	err := me.Finish(ctx, func() error {
		if err := errors.Join(BroadcastAsync(me, long, root),
			SumAsync(me, sum, []int{me.Index()})); err != nil {
			return err
		}
		for i := range stormEach {
			if err := s.begin(round, i); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := errors.Join(differ("broadcast", long, numbers(round, len(long))),
		differ("sum", sum, []int{n * (n + 1) / 2})); err != nil {
		return err
	}
	return s.check(round)
}

// begin begins a copy and a function, of a kind that depends on i.
func (s *storm) begin(round, i int) error {
	from := s.me.Index()
	to := s.target(round, from, i)
	there, at, value := s.data.At(to), (from-1)*stormEach+i, []int{s.value(round, from, i)}
	switch i % 4 {
	case 0:
		return errors.Join(there.PutAsync(at, value, After(s.events.At(to, arrived))),
			s.hit.Spawn(to, stormHit{2}))
	case 1:
		return errors.Join(there.PutAsync(at, value),
			s.hit.Spawn(to, stormHit{0}, After(s.events.Own(returned))))
	case 2:
		return errors.Join(there.PutAsync(at, value, After(s.events.Own(returned))),
			s.hit.Spawn(to, stormHit{5}))
	}
	err := there.PutAsync(at, value, Before(s.events.At(to, mayGo)),
		After(s.events.At(to, arrived)))
	return errors.Join(err, s.events.Post(to, mayGo))
}

// check follows the end of the finish block of a round.
func (s *storm) check(round int) error {
	me, n := s.me, s.me.NumImages()
	// of the copies to this image, those that it can know to be complete
	here := func(i int) bool { return i%4 != 2 }
	coming := 0
	for from := 1; from <= n; from++ {
		for i := range stormEach {
			if s.target(round, from, i) == me.Index() && i%4 != 1 && here(i) {
				coming++
			}
		}
	}
	ctx := context.Background()
	if coming > 0 {
		if err := s.events.WaitN(ctx, arrived, coming); err != nil {
			return err
		}
	}
	for from := 1; from <= n; from++ {
		for i := range stormEach {
			if s.target(round, from, i) != me.Index() || !here(i) {
				continue // it may be under way
			}
			if got, want := s.data.Local()[(from-1)*stormEach+i], s.value(round, from,
				i); got != want {
				return fmt.Errorf("copy %d of image %d: %d, not %d", i, from, got, want)
			}
		}
	}
	if err := s.events.WaitN(ctx, returned, stormEach/2); err != nil {
		return err
	}
	hits, err := Sum(ctx, me, s.hits)
	if want := n * (round + 1) * stormEach / 4 * (3 + 1 + 6); err != nil || hits != want {
		return fmt.Errorf("%d functions were executed, not %d, %v", hits, want, err)
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	for i := range 3 {
		if count, err := s.events.Count(i); err != nil || count != 0 {
			return fmt.Errorf("event %d was posted %d times more than there was reason to, %v", i,
				count, err)
		}
	}
	return me.SyncAll(ctx)
}
