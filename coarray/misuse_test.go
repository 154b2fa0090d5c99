package coarray

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestZeroValues: what nobody has made says so in an error.
func TestZeroValues(t *testing.T) {
	ctx, one := t.Context(), []int{1}
	var (
		image  Image
		u      Coarray[int]
		part   Coindexed[int]
		s      Section[int]
		events Events
		event  Event
		set    EventSet
		locks  Locks
		lock   Lock
		lset   LockSet
		words  Atomics[int64]
		crit   Critical
		team   Team
		grid   Cartesian
		graph  Graph
		f      Function[int]
		rf     ResultFunction[int, int]
		ptr    Pointer[int]
	)
	nothing := func() error { return nil }
	add := func(a, b int) int { return a + b }
	for name, err := range map[string]error{
		"New": second(New[int](ctx, &image)), "New nil": second(New[int](ctx, nil)),
		"SyncAll": image.SyncAll(ctx), "SyncImages": image.SyncImages(ctx, 1),
		"SyncImagesAll": image.SyncImagesAll(ctx), "SyncTeam": image.SyncTeam(ctx, &team),
		"SyncMemory": image.SyncMemory(), "FormTeam": second(image.FormTeam(ctx, 1)),
		"SplitTeam": second(image.SplitTeam(ctx, 1, 1)), "Finish": image.Finish(ctx, nothing),
		"InTeam":      image.InTeam(ctx, &team, func(*Image) error { return nil }),
		"ImageStatus": second(image.ImageStatus(1)), "NewEvents": second(NewEvents(ctx, &image, 1)),
		"NewLocalEvents": second(NewLocalEvents(&image, 1)),
		"NewLocks":       second(NewLocks(ctx, &image, 1)),
		"NewAtomics":     second(NewAtomics[int64](ctx, &image, 1)),
		"NewCritical":    second(NewCritical(ctx, &image)),
		"Sum":            second(Sum(ctx, &image, 1)), "SumSlice": SumSlice(ctx, &image, one),
		"Reduce":    second(Reduce(ctx, &image, 1, add)),
		"Broadcast": second(Broadcast(ctx, &image, 1, 1)),
		"SumAsync":  SumAsync(&image, one, one), "BarrierAsync": BarrierAsync(&image),
		"Gather":     Gather(ctx, &image, one, one, 1),
		"AllGather":  AllGather(ctx, &image, one, one),
		"AllGatherV": second(AllGatherV(ctx, &image, one)),
		"Sort":       Sort(ctx, &image, one, one, func(a, b int) int { return a - b }),
		"Register":   second(Register(&image, "f", func(*Image, int) error { return nil })),
		"CopyAsync":  CopyAsync(&image, s, s),
		"Free":       u.Free(ctx), "Put": u.At(1).Put(0, one), "Get": u.At(1).Get(0, one),
		"PutAsync": u.At(1).PutAsync(0, one), "GetAsync": u.At(1).GetAsync(0, one),
		"nil Put": (*Coarray[int])(nil).At(1).Put(0, one), "In": u.In(&team).At(1).Put(0, one),
		"part Put": part.Put(0, one), "part PutAsync": part.PutAsync(0, one),
		"part Section": part.Section(Index(0)).Err(), "u.Section": u.Section(Index(0)).Err(),
		"Err": s.Err(), "CopyFrom": s.CopyFrom(s), "CopyTo": s.CopyTo(one), "Fill": s.Fill(1),
		"CopyFromSlice": s.CopyFromSlice(one), "PointerTo": second(PointerTo(&image, s)),
		"Post": events.Post(1, 0), "Wait": events.Wait(ctx, 0), "WaitN": events.WaitN(ctx, 0, 2),
		"TryWait": second(events.TryWait(0)), "Count": second(events.Count(0)),
		"Events.Free": events.Free(ctx), "Events.In": events.In(&team).Post(1, 0),
		"events.At": events.At(1, 0).Post(), "events.Own": events.Own(0).Post(),
		"Event.Post": event.Post(), "Event.Wait": event.Wait(ctx),
		"Event.TryWait": second(event.TryWait()),
		"Add":           set.Add(event), "AddAll": set.AddAll(&events), "Remove": set.Remove(event),
		"WaitAny": second(set.WaitAny(ctx)), "WaitAnyFair": second(set.WaitAnyFair(ctx)),
		"WaitAll": set.WaitAll(ctx), "PostAll": set.PostAll(),
		"Lock": locks.Lock(ctx, 1, 0), "TryLock": second(locks.TryLock(1, 0)),
		"Unlock": locks.Unlock(1, 0), "Locks.Free": locks.Free(ctx),
		"Locks.In": locks.In(&team).Unlock(1, 0), "Lock.Lock": lock.Lock(ctx),
		"Lock.TryLock": second(lock.TryLock()), "Lock.Unlock": lock.Unlock(),
		"LockSet.Add": lset.Add(lock), "LockSet.Lock": lset.Lock(ctx),
		"LockSet.Unlock": lset.Unlock(),
		"LockSet.Remove": lset.Remove(lock),
		"Atomics.Add":    second(words.Add(1, 0, 1)), "Atomics.Store": words.Store(1, 0, 1),
		"Atomics.Free": words.Free(ctx), "Atomics.In": words.In(&team).Store(1, 0, 1),
		"Do": crit.Do(ctx, nothing), "Critical.Free": crit.Free(ctx),
		"Sibling": second(team.Sibling(1)), "NewCartesian": second(NewCartesian(&team, one, nil)),
		"NewGraph": second(NewGraph(nil, one)), "Coords": second(grid.Coords(1)),
		"Cartesian.Image": second(grid.Image(1)), "Neighbor": second(grid.Neighbor(0, 1)),
		"NeighborOf": second(grid.NeighborOf(1, 0, 1)), "Neighbors": second(graph.Neighbors(0)),
		"Spawn": f.Spawn(1, 1), "ResultFunction.Spawn": rf.Spawn(1, 1, part, 0),
		"Ref.On": second(Ref[int]{}.On(&image)),
		"Part":   second(ptr.Part(All())), "LockSet maker": lset.Unlock(),
	} {
		if !errors.Is(err, ErrZeroValue) || !strings.Contains(err.Error(), "not made by") {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, _, _, _, _ = image.String(), image.Index(), image.FailedImages(), team.String(),
		lock.String()
	_, _, _, _, _ = u.Local(), u.Dims(), u.Team(), u.Len(), part.Slice()
	_, _, _, _, _ = s.Len(), s.Shape(), event.ID(), grid.Dims(), graph.Classes()
	image.Advance()
	for range image.Images() {
		t.Error("the zero Image has images")
	}
	for name, f := range map[string]func(){"Load": func() { part.Load(0) },
		"Store": func() { part.Store(0, 1) }, "Fail": image.Fail} {
		if err := guarded(func() error { f(); return nil }); !errors.Is(err, ErrZeroValue) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestNothing: a Ref that stands for no coarray, on an image that is there, and a nil Op.
func TestNothing(t *testing.T) {
	err := Run(t.Context(), 1, func(ctx context.Context, me *Image) error {
		var op *Op
		for name, err := range map[string]error{"Ref.On": second(Ref[int]{}.On(me)),
			"Op.Wait": op.Wait(ctx), "Op.TryWait": second(op.TryWait())} {
			if !errors.Is(err, ErrZeroValue) {
				t.Errorf("%s: %v", name, err)
			}
		}
		empty, err := New[int](ctx, me, 0)
		return errors.Join(err, second(empty.Ref().On(me)))
	})
	if err != nil {
		t.Error(err)
	}
}

// TestAfterTheEnd: an image, and what it has made, is refused after its function has ended.
func TestAfterTheEnd(t *testing.T) {
	var me *Image
	var u *Coarray[int]
	var events *Events
	err := Run(t.Context(), 1, func(ctx context.Context, image *Image) (err error) {
		me = image
		if u, err = New[int](ctx, me, 3); err != nil {
			return err
		}
		events, err = NewEvents(ctx, me, 1)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"SyncAll": me.SyncAll(t.Context()), "New": second(New[int](t.Context(), me)),
		"Put": u.At(1).Put(0, []int{1}), "Section": u.Section(All()).Err(),
		"Post": events.Post(1, 0), "Wait": events.Wait(t.Context(), 0), "Free": u.Free(t.Context()),
	} {
		if !errors.Is(err, ErrEnded) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if u.Local() != nil {
		t.Error("the memory is still there")
	}
}

// TestRunContext: the context of Run reaches the programs, and ends when one of them fails, so that
// an image that waits for something else can end.
func TestRunContext(t *testing.T) {
	type key struct{}
	wrong := errors.New("wrong")
	err := Run(context.WithValue(t.Context(), key{}, 7), 3,
		func(ctx context.Context, me *Image) error {
			if ctx.Value(key{}) != 7 {
				return fmt.Errorf("the context is another one")
			}
			if me.Index() == 2 {
				return wrong
			}
			<-ctx.Done()
			return ctx.Err()
		})
	var of *ImageError
	if !errors.Is(err, wrong) || !errors.As(err, &of) || of.Image != 2 ||
		errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	err = Run(ended, 2, func(ctx context.Context, me *Image) error {
		if me.Index() == 1 {
			return nil
		}
		events, err := NewLocalEvents(me, 1)
		if err != nil {
			return err
		}
		return events.Wait(ctx, 0)
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestOtherGoroutine: a goroutine that the program has started must not wait for other images.
func TestOtherGoroutine(t *testing.T) {
	err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
		events, err := NewEvents(ctx, me, 1)
		if err != nil || me.Index() == 2 {
			return err
		}
		refused := make(chan error)
		go func() { refused <- events.Wait(ctx, 0) }()
		if err := <-refused; !errors.Is(err, ErrGoroutine) {
			return fmt.Errorf("another goroutine waits: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestImages: the images of a team, and the members of sets, can be ranged over.
func TestImages(t *testing.T) {
	err := Run(t.Context(), 3, func(ctx context.Context, me *Image) error {
		if got := slices.Collect(me.Images()); !slices.Equal(got, []int{1, 2, 3}) {
			return fmt.Errorf("images %v", got)
		}
		for k := range me.Team().Images() {
			if k == 2 {
				break
			}
		}
		events, err := NewEvents(ctx, me, 2)
		if err != nil {
			return err
		}
		set := NewEventSet(me)
		if err := set.AddAll(events); err != nil {
			return err
		}
		if got := slices.Collect(set.All()); !slices.Equal(got,
			[]Event{events.Own(0), events.Own(1)}) || set.Len() != 2 || events.Len() != 2 {
			return fmt.Errorf("events %v", got)
		}
		return me.SyncAll(ctx)
	})
	if err != nil {
		t.Error(err)
	}
}
