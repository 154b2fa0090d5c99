package coarray

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// madeInstead frees a coarray, and makes another one in the same memory.
func madeInstead(ctx context.Context, me *Image, u *Coarray[int]) (*Coarray[int], error) {
	if err := u.Free(ctx); err != nil {
		return nil, err
	}
	return New[int](ctx, me, u.dims...)
}

// allFreed tells which of some calls did not say that what they are for is freed, and where.
func allFreed(name string, calls map[string]error) error {
	for call, err := range calls {
		if !errors.Is(err, ErrFreed) || !strings.Contains(err.Error(), ", at ") {
			return fmt.Errorf("%s of %s: %w", call, name, err)
		}
	}
	return nil
}

// untouched tells whether nobody has changed a coarray since it was made.
func untouched(ctx context.Context, me *Image, u *Coarray[int]) error {
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	for _, v := range u.Local() {
		if v != 0 {
			return fmt.Errorf("the next coarray has %d", v)
		}
	}
	return nil
}

// TestSectionsFreed: a section that was made before its coarray was freed is refused. The memory
// may be another coarray's by then.
func TestSectionsFreed(t *testing.T) {
	eachWay(t, 2, func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 6, 4)
		if err != nil {
			return err
		}
		other := me.Index()%2 + 1
		before := map[string]Section[int]{
			"element": u.At(other).Section(Index(1), Index(2)),
			"row":     u.At(other).Section(Index(1), All()),
			"column":  u.At(other).Section(All(), Index(1)),
			"block":   u.At(other).Section(Range(1, 3), Range(1, 3)),
			"all":     u.Section(All(), All()),
			"view":    u.In(me.Team()).Section(Index(1), All()),
		}
		next, err := madeInstead(ctx, me, u)
		if err != nil {
			return err
		}
		for name, s := range before {
			ones := make([]int, s.Len())
			for i := range ones {
				ones[i] = 1
			}
			var op Op
			_, pointer := PointerTo(me, s)
			if err := allFreed(name, map[string]error{
				"CopyFromSlice": s.CopyFromSlice(ones),
				"CopyTo":        s.CopyTo(ones),
				"CopyFrom":      s.CopyFrom(s),
				"Fill":          s.Fill(3),
				"Err":           s.Err(),
				"PutAsync":      PutAsync(me, s, ones, As(&op)),
				"GetAsync":      GetAsync(me, ones, s, As(&op)),
				"CopyAsync":     CopyAsync(me, s, s, As(&op)),
				"PointerTo":     pointer,
			}); err != nil {
				return err
			}
		}
		return untouched(ctx, me, next)
	})
}

// TestKindsFreed: the error says what has been freed.
func TestKindsFreed(t *testing.T) {
	eachWay(t, 2, func(ctx context.Context, me *Image) error {
		events, err1 := NewEvents(ctx, me, 1)
		own, err2 := NewLocalEvents(me, 1)
		locks, err3 := NewLocks(ctx, me, 1)
		critical, err4 := NewCritical(ctx, me)
		variables, err5 := NewAtomics[int64](ctx, me, 1)
		coarray, err6 := New[int](ctx, me, 1)
		view, section := events.In(me.Team()), coarray.Section(All())
		if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
			return err
		}
		if err := errors.Join(events.Free(ctx), own.Free(ctx), locks.Free(ctx), critical.Free(ctx),
			variables.Free(ctx), coarray.Free(ctx)); err != nil {
			return err
		}
		_, count := events.Count(0)
		for want, errs := range map[string][]error{
			"the events have been freed, at ": {events.Post(1, 0), events.Wait(ctx, 0), count,
				view.Post(2, 0), view.Wait(ctx, 0), own.Wait(ctx, 0), events.Free(ctx)},
			"the locks have been freed, at ":     {locks.At(1, 0).Lock(ctx), locks.Free(ctx)},
			"the Critical has been freed, at ":   {critical.Do(ctx, func() error { return nil })},
			"the variables have been freed, at ": {variables.Store(2, 0, 1), variables.Free(ctx)},
			"the coarray has been freed, at ":    {coarray.At(2).Put(0, []int{1}), section.Err()},
		} {
			for i, err := range errs {
				if !errors.Is(err, ErrFreed) || !strings.HasPrefix(err.Error(), want) {
					return fmt.Errorf("call %d: not %q: %w", i, want, err)
				}
			}
		}
		return nil
	})
}

// TestMismatchOnce: images that make different things fail with one text, which a launcher tells
// once.
func TestMismatchOnce(t *testing.T) {
	var texts [2]string
	err := Run(t.Context(), 2, func(ctx context.Context, me *Image) (err error) {
		if me.Index() == 1 {
			err = second(NewLocks(ctx, me, 2))
		} else {
			err = second(NewEvents(ctx, me, 2))
		}
		texts[me.Index()-1] = fmt.Sprint(err)
		return err
	})
	if !errors.Is(err, ErrMismatch) || texts[0] != texts[1] {
		t.Errorf("%q beside %q", texts[0], texts[1])
	}
}

// TestPartsFreed: so is what At has returned before.
func TestPartsFreed(t *testing.T) {
	eachWay(t, 2, func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 4)
		if err != nil {
			return err
		}
		done, err := NewLocalEvents(me, 1)
		if err != nil {
			return err
		}
		parts := map[string]Coindexed[int]{"part": u.At(me.Index()%2 + 1),
			"own part": u.At(me.Index()), "view": u.In(me.Team()).At(1)}
		next, err := madeInstead(ctx, me, u)
		if err != nil {
			return err
		}
		if part, err := u.Ref().On(me); len(part) != 0 || err != nil {
			return fmt.Errorf("a Ref has %d elements: %w", len(part), err)
		}
		for name, p := range parts {
			if len(p.Slice()) != 0 {
				return fmt.Errorf("Slice of %s has %d elements", name, len(p.Slice()))
			}
			var op Op
			one := []int{1}
			store := guarded(func() error { p.Store(0, 1); return nil })
			load := guarded(func() error { p.Load(0); return nil })
			if err := allFreed(name, map[string]error{
				"Load": load, "Store": store, "Put": p.Put(0, one), "Get": p.Get(0, one),
				"PutAsync": p.PutAsync(0, one, As(&op)), "GetAsync": p.GetAsync(0, one, As(&op)),
				"PutAsync, After": p.PutAsync(0, one, After(done.Own(0))),
				"two":             p.PutAsync(0, []int{1, 1}, After(done.Own(0))),
				"Section":         p.Section(Index(0)).Err(),
			}); err != nil {
				return err
			}
		}
		return untouched(ctx, me, next)
	})
}

// TestFreedBeside: another goroutine may be about to use what is freed. It gets the error, and the
// race detector finds nothing.
func TestFreedBeside(t *testing.T) {
	eachWay(t, 2, func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 64)
		if err != nil {
			return err
		}
		words, err := NewAtomics[int64](ctx, me, 1)
		if err != nil {
			return err
		}
		other := me.Index()%2 + 1
		part, section := u.At(other), u.At(other).Section(Range(0, 64).By(2))
		buffer, whole := make([]int, 32), make([]int, 64)
		var group sync.WaitGroup
		for _, use := range []func() error{
			func() error { return section.CopyTo(buffer) },
			func() error { return part.Get(0, whole) },
			func() error { return u.In(me.Team()).At(other).Get(0, make([]int, 1)) },
			func() error { return u.Section(All()).CopyTo(make([]int, 64)) },
			func() error {
				return guarded(func() error { part.Load(len(u.Local()) / 2); return nil })
			},
			func() error { return second(words.Load(other, 0)) },
		} {
			group.Go(func() {
				for !errors.Is(use(), ErrFreed) {
				}
			})
		}
		time.Sleep(5 * time.Millisecond)
		err = errors.Join(u.Free(ctx), words.Free(ctx))
		group.Wait()
		return err
	})
}

// TestSectionsOfNothing: sections of elements without bytes are copied like others.
func TestSectionsOfNothing(t *testing.T) {
	eachWay(t, 2, func(ctx context.Context, me *Image) error {
		u, err := New[struct{}](ctx, me, 4, 4)
		if err != nil {
			return err
		}
		s, four := u.At(me.Index()%2+1).Section(Range(1, 3), Range(1, 3)), make([]struct{}, 4)
		var op Op
		return errors.Join(s.CopyTo(four), s.CopyFromSlice(four), s.CopyFrom(s), s.Fill(four[0]),
			u.Section(Range(1, 3), Range(0, 2)).CopyFrom(s), PutAsync(me, s, four, As(&op)),
			op.Wait(ctx), GetAsync(me, four, s, As(&op)), op.Wait(ctx),
			u.At(2).PutAsync(0, four, As(&op)), op.Wait(ctx), me.SyncAll(ctx))
	})
}

// TestMakersNamed: images that do not make the same events, locks and the like are told by the
// names of what they have called.
func TestMakersNamed(t *testing.T) {
	type maker func(ctx context.Context, me *Image, n int) error
	events := func(ctx context.Context, me *Image, n int) error {
		return second(NewEvents(ctx, me, n))
	}
	locks := func(ctx context.Context, me *Image, n int) error {
		return second(NewLocks(ctx, me, n))
	}
	own := func(_ context.Context, me *Image, n int) error { return second(NewLocalEvents(me, n)) }
	critical := func(ctx context.Context, me *Image, n int) error {
		return second(NewCritical(ctx, me))
	}
	for _, c := range []struct {
		first, other maker
		n, m         int
		want         string
	}{
		{events, events, 1, 3,
			"NewEvents: images ask for different sizes: image 1 asks for 1 event"},
		{events, events, 3, 2, "image 2 asks for 2 events"},
		{locks, events, 2, 2, "images of a team execute different statements: what they make "},
		{locks, events, 2, 3, "images of a team execute different statements: what they make "},
		{critical, locks, 1, 2, "images of a team execute different statements: what they make "},
		{events, events, -1, -1, "the number of events is -1, which is negative, at "},
		{own, own, 1 << 60, 1 << 60, "no room: 1152921504606846976 events, at "},
	} {
		eachWay(t, 2, func(ctx context.Context, me *Image) error {
			make, n := c.first, c.n
			if me.Index() == 2 {
				make, n = c.other, c.m
			}
			err := make(ctx, me, n)
			if err == nil || me.Index() == 1 && !strings.Contains(err.Error(), c.want) ||
				strings.Contains(err.Error(), "int64") {
				return fmt.Errorf("not %q: %w", c.want, err)
			}
			return nil
		})
	}
}

// TestPlacesOfLocks: errors of sets of locks, and of what would wait in a shipped function, name
// the line.
func TestPlacesOfLocks(t *testing.T) {
	eachWay(t, 2, func(ctx context.Context, me *Image) error {
		l, err := NewLocks(ctx, me, 2)
		if err != nil {
			return err
		}
		set := NewLockSet(me)
		own := l.At(me.Index(), 0)
		if err := errors.Join(set.Add(own), own.Lock(ctx)); err != nil {
			return err
		}
		var inside []error
		f, err := Register(me, "f", func(me *Image, _ int) error {
			ctx := context.Background()
			inside = append(inside, me.SyncAll(ctx), set.Lock(ctx), second(New[int](ctx, me)),
				me.Finish(ctx, func() error { return nil }), BarrierAsync(me))
			return nil
		})
		if err != nil {
			return err
		}
		inside = append(inside, set.Lock(ctx))
		if err := me.Finish(ctx, func() error { return f.Spawn(me.Index(), 1) }); err != nil {
			return err
		}
		for i, err := range inside {
			if !errors.Is(err, ErrInShipped) && !errors.Is(err, ErrLocked) ||
				!strings.Contains(err.Error(), ", at ") {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		return own.Unlock()
	})
}
