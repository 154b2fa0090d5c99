package coarray

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func init() {
	programsOf(map[string]func(ctx context.Context, me *Image) error{
		"halo":         haloProgram,
		"ring":         ringProgram,
		"lock sets":    lockSetProgram,
		"split":        splitProgram,
		"pointers":     pointerProgram,
		"local events": localEventProgram,
		"locks serve":  locksServeProgram,
	})
}

// haloProgram sends to both neighbors of a chain, without a case for its ends.
func haloProgram(ctx context.Context, me *Image) error {
	chain, err := NewCartesian(me.Team(), []int{me.NumImages(), 1}, []bool{false, true})
	if err != nil {
		return err
	}
	u, err := New[int](ctx, me, 3)
	if err != nil {
		return err
	}
	events, err := NewEvents(ctx, me, 1)
	if err != nil {
		return err
	}
	below, errB := chain.Neighbor(0, -1)
	above, errA := chain.Neighbor(0, 1)
	around, errC := chain.Neighbor(1, 5)
	if err := errors.Join(errA, errB, errC); err != nil {
		return err
	}
	if coords, err := chain.Coords(me.Index()); err != nil ||
		!slices.Equal(coords, []int{me.Index() - 1, 0}) || around != me.Index() {
		return fmt.Errorf("at %v, around %d, %v", coords, around, err)
	}
	edge := []int{me.Index()}
	err = me.Finish(ctx, func() error {
		return errors.Join(u.At(below).PutAsync(2, edge),
			PutAsync(me, u.At(above).Section(Range(0, 1)), edge),
			CopyAsync(me, u.At(NoImage).Section(All()), u.Section(All()), After(events.Own(0))),
			GetAsync(me, make([]int, 2), u.At(NoImage).Section(Range(0, 2)), After(events.Own(0))),
			// Events of no image are none.
			u.At(NoImage).PutAsync(0, edge, After(events.At(NoImage, 0))),
			u.At(NoImage).GetAsync(0, make([]int, 1), Before(events.At(NoImage, 0))))
	})
	if err != nil {
		return err
	}
	want := []int{me.Index() - 1, 0, (me.Index() + 1) % (me.NumImages() + 1)}
	if !slices.Equal(u.Local(), want) {
		return fmt.Errorf("the halo is %v, not %v", u.Local(), want)
	}
	if err := u.At(NoImage).Section(All()).CopyFrom(u.Section(All())); !errors.Is(err,
		ErrImageRange) {
		return fmt.Errorf("a copy that is not asynchronous to no image: %v", err)
	}
	if err := u.At(me.Index()).PutAsync(0, edge, After(events.At(NoImage, 0))); !errors.Is(err,
		ErrImageRange) {
		return fmt.Errorf("a copy to an image, with an event of none: %v", err)
	}
	graph, err := NewGraph(me.Team(), []int{me.NumImages()}, nil, []int{1, me.Index()})
	if err != nil {
		return err
	}
	if last, err := graph.Neighbors(2); err != nil || !slices.Equal(last, []int{1, me.Index()}) ||
		graph.Classes() != 3 {
		return fmt.Errorf("edges %v, %v", last, err)
	}
	if _, err := NewGraph(me.Team(), []int{1, 99}); !errors.Is(err, ErrTopology) ||
		!strings.Contains(err.Error(), "image 99") {
		return fmt.Errorf("an edge to image 99: %v", err)
	}
	if err := events.Post(1, 7); !errors.Is(err, ErrShape) ||
		!strings.Contains(err.Error(), "event 7 of 1") {
		return fmt.Errorf("an event that there is not: %v", err)
	}
	return events.WaitN(context.Background(), 0, 2)
}

// lockSetProgram: all images take locks of all images, each in an order of its own, for a counter
// that needs them all.
func lockSetProgram(ctx context.Context, me *Image) error {
	locks, err := NewLocks(ctx, me, 2)
	if err != nil {
		return err
	}
	counter, err := New[int](ctx, me)
	if err != nil {
		return err
	}
	set := NewLockSet(me)
	for k := range me.NumImages() {
		image := (me.Index()+k-1)%me.NumImages() + 1
		if err := errors.Join(set.Add(locks.At(image, k%2)),
			set.Add(locks.At(image, 1-k%2))); err != nil {
			return err
		}
	}
	if err := set.Add(locks.At(1, 0)); !errors.Is(err, ErrShape) {
		return fmt.Errorf("the same lock again: %v", err)
	}
	if err := errors.Join(set.Remove(locks.At(me.NumImages(), 1)), set.Unlock()); !errors.Is(err,
		ErrUnlocked) {
		return fmt.Errorf("locks that are not held: %v", err)
	}
	const times = 20
	for range times {
		if err := set.Lock(ctx); err != nil {
			return err
		}
		there := counter.At(1)
		there.Store(0, there.Load(0)+1)
		if err := set.Add(locks.At(me.NumImages(), 1)); !errors.Is(err, ErrLocked) {
			return fmt.Errorf("a lock more while they are held: %v", err)
		}
		if err := set.Unlock(); err != nil {
			return err
		}
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	if n := counter.At(1).Load(0); n != times*me.NumImages() {
		return fmt.Errorf("counted %d", n)
	}
	return me.SyncAll(ctx)
}

// splitProgram: even images in the reverse order, odd ones in theirs, the last in no team.
func splitProgram(ctx context.Context, me *Image) error {
	color := me.Index() % 2
	if me.Index() == me.NumImages() {
		color = -1
	}
	key := 5
	if color == 0 {
		key = -me.Index()
	}
	team, err := me.SplitTeam(ctx, color, key)
	if err != nil {
		return err
	}
	if color < 0 {
		if team != nil {
			return fmt.Errorf("in %v", team)
		}
		return me.SyncAll(ctx)
	}
	n := me.NumImages() - 1
	size, index := (n+1)/2, (me.Index()+1)/2
	if color == 0 {
		size = n / 2
		index = size + 1 - me.Index()/2
	}
	if team.Number() != color || team.size != size || team.index != index {
		return fmt.Errorf("image %d of %d of team %d, want %d of %d", team.index, team.size,
			team.Number(), index, size)
	}
	err = me.InTeam(ctx, team, func(in *Image) error {
		first, err := Broadcast(ctx, in, me.Index(), 1)
		if want := 2*size*(1-color) + color; err == nil && first != want {
			err = fmt.Errorf("image 1 of the team was %d, not %d", first, want)
		}
		return err
	})
	return errors.Join(err, me.SyncAll(ctx))
}

// pointerProgram makes a list across images, and sections by pointers, forwards and backwards.
func pointerProgram(ctx context.Context, me *Image) error {
	type node struct {
		Value int
		Next  Pointer[node]
	}
	nodes, err := New[node](ctx, me, 2)
	if err != nil {
		return err
	}
	table, err := New[int](ctx, me, 4, 10)
	if err != nil {
		return err
	}
	for i := range table.Local() {
		table.Local()[i] = 100*me.Index() + i
	}
	next, err := PointerTo(me, nodes.At(right(me)).Section(Index(1)))
	if err != nil {
		return err
	}
	nodes.Local()[1] = node{me.Index(), next}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	sum := 0
	for p, k := next, 0; k < me.NumImages(); k++ {
		n, err := p.Load(me, 0)
		if err != nil {
			return err
		}
		sum, p = sum+n.Value, n.Next
	}
	if n := me.NumImages(); sum != n*(n+1)/2 || next.Image() != right(me) || next.Len() != 1 {
		return fmt.Errorf("the list has %d, its next is on image %d", sum, next.Image())
	}
	// 37, 27, 17, 7
	back, err := PointerTo(me, table.At(right(me)).Section(Range(3, -1).By(-1), Index(7)))
	if err != nil {
		return err
	}
	two, err := back.Part(Range(1, 4).By(2)) // 27, 7
	if err != nil {
		return err
	}
	got := make([]int, 2)
	if err := two.On(me).CopyTo(got); err != nil ||
		!slices.Equal(got, []int{100*right(me) + 27, 100*right(me) + 7}) {
		return fmt.Errorf("got %v, %v", got, err)
	}
	if _, err := back.Part(Range(2, 5)); !errors.Is(err, ErrShape) {
		return fmt.Errorf("elements that are not there: %v", err)
	}
	if _, err := PointerTo(me, table.Section(Range(0, 2), Range(0, 2))); !errors.Is(err, ErrShape) {
		return fmt.Errorf("a block: %v", err)
	}
	if _, err := (Pointer[int]{}).Load(me, 0); !errors.Is(err, ErrZeroValue) ||
		!(Pointer[int]{}).Nil() || (Pointer[int]{}).On(me).Err() == nil {
		return fmt.Errorf("nothing: %v", err)
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	err = me.Finish(ctx,
		func() error { return PutAsync(me, two.On(me), []int{-me.Index(), me.Index()}) })
	if err != nil {
		return err
	}
	if a, b := table.Local()[27], table.Local()[7]; a != -left(me) || b != left(me) {
		return fmt.Errorf("elements 27 and 7 are %d and %d", a, b)
	}
	return errors.Join(back.Store(me, 0, 1), me.SyncAll(ctx))
}

// localEventProgram: events that only one image has, in a set, as completions of what runs on
// others, and as predicates.
func localEventProgram(ctx context.Context, me *Image) error {
	u, err := New[int](ctx, me, 2)
	if err != nil {
		return err
	}
	calls := 0
	call, err := Register(me, "call", func(*Image, int) error { calls++; return nil })
	if err != nil {
		return err
	}
	var own *Events
	if me.Index() != 2 { // not all images have some
		if own, err = NewLocalEvents(me, 3); err != nil {
			return err
		}
		set := NewEventSet(me)
		if err := errors.Join(set.Add(own.Own(1)), set.Add(own.Own(2))); err != nil {
			return err
		}
		err := errors.Join(
			u.At(right(me)).PutAsync(0, []int{me.Index()}, Before(own.Own(0)), After(own.Own(1))),
			call.Spawn(right(me), 1, After(own.Own(2))), own.Own(0).Post())
		if err != nil {
			return err
		}
		for range 2 {
			v, err := set.WaitAny(ctx)
			if err != nil || v.i == 0 {
				return fmt.Errorf("%v, %v", v, err)
			}
		}
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	if own != nil {
		return own.Free(ctx)
	}
	return nil
}

// locksServeProgram: an image that waits for a lock executes what is shipped to it.
func locksServeProgram(ctx context.Context, me *Image) error {
	locks, err := NewLocks(ctx, me, 1)
	if err != nil {
		return err
	}
	done, err := NewEvents(ctx, me, 2)
	if err != nil {
		return err
	}
	serve, err := Register(me, "serve", func(*Image, int) error { return nil })
	if err != nil || me.NumImages() == 1 {
		return err
	}
	switch me.Index() {
	case 1:
		if err := locks.Lock(ctx, 1, 0); err != nil {
			return err
		}
		if err := errors.Join(done.Post(2, 1), serve.Spawn(2, 0, After(done.Own(0))),
			done.Wait(ctx, 0),
			locks.Unlock(1, 0)); err != nil {
			return err
		}
	case 2:
		if err := errors.Join(done.Wait(ctx, 1), locks.Lock(ctx, 1, 0),
			locks.Unlock(1, 0)); err != nil {
			return err
		}
	}
	return me.SyncAll(ctx)
}

func TestPointersTravel(t *testing.T) {
	err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 3)
		if err != nil {
			return err
		}
		set, err := Register(me, "set",
			func(at *Image, p Pointer[int]) error { return p.Store(at, 0, at.Index()) })
		if err != nil {
			return err
		}
		p, err := PointerTo(me, u.Section(Range(me.Index(), me.Index()+1)))
		if err != nil {
			return err
		}
		if err := me.Finish(ctx, func() error { return set.Spawn(3-me.Index(), p) }); err != nil {
			return err
		}
		if got := u.Local()[me.Index()]; got != 3-me.Index() {
			return fmt.Errorf("%d", got)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// ringProgram sends blocks around, of which each image holds two: a copy waits until the next image
// has room, and tells that image, and this one, that it is over.
func ringProgram(ctx context.Context, me *Image) error {
	const longest = 20000
	u, err := New[int](ctx, me, 2, longest+1) // one more, for what comes at any time
	if err != nil {
		return err
	}
	filled, err := NewEvents(ctx, me, 2)
	if err != nil {
		return err
	}
	empty, err := NewEvents(ctx, me, 2)
	if err != nil {
		return err
	}
	sent, err := NewLocalEvents(me, 2)
	if err != nil {
		return err
	}
	next, before, n := right(me), left(me), me.NumImages()
	for round, length := range []int{1, 7, longest, 2} {
		for i := range length {
			u.Local()[i] = me.Index() * (i + 1)
		}
		if err := empty.Post(before, 1); err != nil {
			return err
		}
		for step := range n {
			now, then := step%2, 1-step%2
			if step > 0 {
				if err := filled.Wait(ctx, now); err != nil {
					return err
				}
			}
			own := u.Local()[u.Index(now, 0):][:length]
			if from := (me.Index()-1-step+n)%n + 1; own[0] != from || own[length-1] != from*length {
				return fmt.Errorf("round %d, step %d: the block is image %d's, not %d's", round,
					step, own[0], from)
			}
			if step == n-1 {
				break
			}
			// In turns: of a section, from a slice, with the predicate here and there.
			part := Range(0, length)
			options := []Option{After(filled.At(next, then)), Before(empty.Own(then)),
				After(sent.Own(then))}
			if step%3 == 1 {
				err = u.At(next).PutAsync(u.Index(then, 0), own, options...)
			} else {
				err = CopyAsync(me, u.At(next).Section(Index(then), part),
					u.Section(Index(now), part),
					options...)
			}
			if err := errors.Join(err, sent.Wait(ctx, then)); err != nil {
				return err
			}
			if step < n-2 {
				clear(own) // nobody needs it
				if err := empty.Post(before, now); err != nil {
					return err
				}
			}
		}
		if n == 1 {
			if err := empty.Wait(ctx, 1); err != nil {
				return err
			}
		}
		// Without a predicate, and nowhere: only this image is told, twice.
		err := errors.Join(u.At(next).PutAsync(u.Index(1, longest), []int{1}, After(sent.Own(0)),
			After(sent.Own(0))),
			u.At(NoImage).PutAsync(0, []int{1}, After(filled.At(NoImage, 0)), After(sent.Own(0)),
				After(sent.Own(0))),
			sent.WaitN(context.Background(), 0, 4))
		if err := errors.Join(err, me.SyncAll(ctx)); err != nil {
			return err
		}
	}
	for what, err := range map[string]error{
		"two predicates": u.At(next).PutAsync(0, []int{1}, Before(empty.Own(0)),
			Before(empty.Own(1))),
		"a sum that tells two": SumAsync(me, []int{1}, []int{1}, After(sent.Own(0)),
			After(sent.Own(1))),
		"a barrier that waits": BarrierAsync(me, Before(sent.Own(0))),
	} {
		if !errors.Is(err, ErrOption) {
			return fmt.Errorf("%s: %v", what, err)
		}
	}
	return nil
}
