package coarray_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/coral-pgas/coral/coarray"
)

// The parts of all images, one after the other.
func ExampleCoarray_Parts() {
	run(3, func(ctx context.Context, me *coarray.Image) error {
		squares, err := coarray.New[int](ctx, me)
		if err != nil {
			return err
		}
		squares.Local()[0] = me.Index() * me.Index()
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if me.Index() == 1 {
			for image, part := range squares.Parts() {
				fmt.Println(image, part.Load(0))
			}
		}
		return me.SyncAll(ctx)
	})
	// Output:
	// 1 1
	// 2 4
	// 3 9
}

// A row and every second column of another image's matrix.
func ExampleSubscript() {
	run(2, func(ctx context.Context, me *coarray.Image) error {
		m, err := coarray.New[int](ctx, me, 2, 6)
		if err != nil {
			return err
		}
		for i := range m.Local() {
			m.Local()[i] = 100*me.Index() + i
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if me.Index() == 1 {
			row := m.At(2).Section(coarray.Index(1), coarray.All().By(2))
			for v := range row.Values() {
				fmt.Println(v)
			}
		}
		return me.SyncAll(ctx)
	})
	// Output:
	// 206
	// 208
	// 210
}

// A get goes on while the image computes.
func ExampleOp() {
	run(2, func(ctx context.Context, me *coarray.Image) error {
		u, err := coarray.New[float64](ctx, me, 1000)
		if err != nil {
			return err
		}
		u.Local()[999] = float64(me.Index()) / 2
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		var op coarray.Op
		there := make([]float64, 1000)
		if err := u.At(3-me.Index()).GetAsync(0, there, coarray.As(&op)); err != nil {
			return err
		}
		own := u.Local()[999] * 10 // meanwhile
		if err := op.Wait(ctx); err != nil {
			return err
		}
		if me.Index() == 1 {
			fmt.Println(own, there[999])
		}
		return me.SyncAll(ctx)
	})
	// Output: 5 1
}

// An option says on which image a reduction leaves its result, and when it is complete.
func ExampleOption() {
	run(3, func(ctx context.Context, me *coarray.Image) error {
		total, done := make([]int, 1), coarray.Op{}
		options := []coarray.Option{coarray.ResultOn(2), coarray.As(&done)}
		if err := coarray.SumAsync(me, total, []int{me.Index()}, options...); err != nil {
			return err
		}
		if err := done.Wait(ctx); err != nil {
			return err
		}
		if me.Index() == 2 {
			fmt.Println(total[0])
		}
		return nil
	})
	// Output: 6
}

// The sender posts an event of the receiver when the data are there.
func ExampleEvent() {
	run(2, func(ctx context.Context, me *coarray.Image) error {
		box, err := coarray.New[int](ctx, me)
		if err != nil {
			return err
		}
		events, err := coarray.NewEvents(ctx, me, 1)
		if err != nil {
			return err
		}
		if me.Index() == 1 {
			arrived := events.At(2, 0)
			return box.At(2).PutAsync(0, []int{42}, coarray.After(arrived))
		}
		if err := events.Own(0).Wait(ctx); err != nil {
			return err
		}
		fmt.Println(box.Local()[0])
		return nil
	})
	// Output: 42
}

// Image 1 takes what comes first.
func ExampleEventSet() {
	run(3, func(ctx context.Context, me *coarray.Image) error {
		events, err := coarray.NewEvents(ctx, me, 4) // event k of image 1 is posted by image k
		if err != nil {
			return err
		}
		if me.Index() != 1 {
			return events.Post(1, me.Index())
		}
		set := coarray.NewEventSet(me)
		if err := errors.Join(set.Add(events.Own(2)), set.Add(events.Own(3))); err != nil {
			return err
		}
		sum := 0
		for range set.Len() {
			event, err := set.WaitAny(ctx)
			if err != nil {
				return err
			}
			sum += event.Index()
		}
		fmt.Println(sum)
		return nil
	})
	// Output: 5
}

// A lock of image 1 keeps the images' accesses apart.
func ExampleLock() {
	run(4, func(ctx context.Context, me *coarray.Image) error {
		locks, err := coarray.NewLocks(ctx, me, 1)
		if err != nil {
			return err
		}
		total, err := coarray.New[int](ctx, me)
		if err != nil {
			return err
		}
		lock, there := locks.At(1, 0), total.At(1)
		if err := lock.Lock(ctx); err != nil {
			return err
		}
		there.Store(0, there.Load(0)+me.Index())
		if err := lock.Unlock(); err != nil {
			return err
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if me.Index() == 1 {
			fmt.Println(total.Local()[0])
		}
		return nil
	})
	// Output: 10
}

// One image takes the lock, and the others do something else.
func ExampleLocks() {
	run(3, func(ctx context.Context, me *coarray.Image) error {
		locks, err := coarray.NewLocks(ctx, me, 1)
		if err != nil {
			return err
		}
		first, err := locks.TryLock(1, 0)
		if err != nil {
			return err
		}
		if first {
			fmt.Println("one image has it")
		}
		return me.SyncAll(ctx)
	})
	// Output: one image has it
}

// Every image takes the same two locks: in one order, whatever order they were added in.
func ExampleLockSet() {
	run(2, func(ctx context.Context, me *coarray.Image) error {
		locks, err := coarray.NewLocks(ctx, me, 1)
		if err != nil {
			return err
		}
		both := coarray.NewLockSet(me)
		own, other := locks.At(me.Index(), 0), locks.At(3-me.Index(), 0)
		if err := errors.Join(both.Add(own), both.Add(other)); err != nil {
			return err
		}
		if err := both.Lock(ctx); err != nil {
			return err
		}
		fmt.Println("both are held")
		return both.Unlock()
	})
	// Output:
	// both are held
	// both are held
}

// An update runs where its data are. Finish returns when the updates of all images are done.
func ExampleFunction() {
	run(3, func(ctx context.Context, me *coarray.Image) error {
		sum := 0
		add, err := coarray.Register(me, "add", func(_ *coarray.Image, by int) error {
			sum += by // of the image that executes the function
			return nil
		})
		if err != nil {
			return err
		}
		if err := me.Finish(ctx, func() error { return add.Spawn(2, 10*me.Index()) }); err != nil {
			return err
		}
		if me.Index() == 2 {
			fmt.Println(sum)
		}
		return nil
	})
	// Output: 60
}

// The result of a shipped function goes into an element of a coarray.
func ExampleResultFunction() {
	run(2, func(ctx context.Context, me *coarray.Image) error {
		words := map[string]int{"one": 1 * me.Index(), "two": 2 * me.Index()}
		find, err := coarray.RegisterResult(me, "find",
			func(_ *coarray.Image, word string) (int, error) { return words[word], nil })
		if err != nil {
			return err
		}
		found, err := coarray.New[int](ctx, me)
		if err != nil {
			return err
		}
		if me.Index() == 1 {
			var op coarray.Op
			if err := find.Spawn(2, "two", found.At(1), 0, coarray.As(&op)); err != nil {
				return err
			}
			if err := op.Wait(ctx); err != nil {
				return err
			}
			fmt.Println(found.Local()[0])
		}
		return me.SyncAll(ctx)
	})
	// Output: 4
}

// An argument names a coarray: the function works on the part of the image that executes it.
func ExampleRef() {
	type fill struct {
		Of    coarray.Ref[int]
		Value int
	}
	run(2, func(ctx context.Context, me *coarray.Image) error {
		set, err := coarray.Register(me, "set", func(at *coarray.Image, f fill) error {
			part, err := f.Of.On(at)
			for i := range part {
				part[i] = f.Value
			}
			return err
		})
		if err != nil {
			return err
		}
		u, err := coarray.New[int](ctx, me, 3)
		if err != nil {
			return err
		}
		err = me.Finish(ctx, func() error {
			if me.Index() == 1 {
				return set.Spawn(2, fill{u.Ref(), 7})
			}
			return nil
		})
		if me.Index() == 2 {
			fmt.Println(u.Local())
		}
		return err
	})
	// Output: [7 7 7]
}

// A list whose nodes are on different images.
func ExamplePointer() {
	type node struct {
		Value int
		Next  coarray.Pointer[node]
	}
	run(3, func(ctx context.Context, me *coarray.Image) error {
		nodes, err := coarray.New[node](ctx, me)
		if err != nil {
			return err
		}
		own := node{Value: 10 * me.Index()}
		if right := me.Index() + 1; right <= me.NumImages() {
			own.Next, err = coarray.PointerTo(me, nodes.At(right).Section())
			if err != nil {
				return err
			}
		}
		nodes.Local()[0] = own
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if me.Index() == 1 {
			for n := own; ; {
				fmt.Println(n.Value)
				if n.Next.Nil() {
					break
				}
				if n, err = n.Next.Load(me, 0); err != nil {
					return err
				}
			}
		}
		return me.SyncAll(ctx)
	})
	// Output:
	// 10
	// 20
	// 30
}

// Six images on a grid of two by three that is closed in the second dimension.
func ExampleCartesian() {
	run(6, func(_ context.Context, me *coarray.Image) error {
		grid, err := coarray.NewCartesian(me.Team(), []int{2, 3}, []bool{false, true})
		if err != nil || me.Index() != 3 {
			return err
		}
		at, err := grid.Coords(me.Index())
		below, err1 := grid.Neighbor(0, 1)
		above, err2 := grid.Neighbor(0, -1)
		right, err3 := grid.Neighbor(1, 1)
		fmt.Println(at, below, above == coarray.NoImage, right)
		return errors.Join(err, err1, err2, err3)
	})
	// Output: [0 2] 6 true 1
}

// Each image knows to which others it sends.
func ExampleGraph() {
	run(3, func(_ context.Context, me *coarray.Image) error {
		next := me.Index()%me.NumImages() + 1
		graph, err := coarray.NewGraph(me.Team(), []int{next}, []int{1, 2, 3})
		if err != nil || me.Index() != 3 {
			return err
		}
		for class := range graph.Classes() {
			images, err := graph.Neighbors(class)
			if err != nil {
				return err
			}
			fmt.Println(images)
		}
		return nil
	})
	// Output:
	// [1]
	// [1 2 3]
}

// The rows of a grid are teams.
func ExampleTeam() {
	run(6, func(ctx context.Context, me *coarray.Image) error {
		row, err := me.SplitTeam(ctx, (me.Index()-1)/3, me.Index())
		if err != nil {
			return err
		}
		if me.Index() == 5 {
			fmt.Println(row, "- here image", row.Index())
		}
		return nil
	})
	// Output: team 1 of 3 images - here image 2
}

// An image that has ended is not waited for.
func ExampleStatus() {
	run(2, func(ctx context.Context, me *coarray.Image) error {
		if me.Index() == 2 {
			return nil
		}
		err := me.SyncAll(ctx)
		status, _ := me.ImageStatus(2)
		fmt.Println(errors.Is(err, coarray.ErrStoppedImage), status == coarray.Stopped)
		return nil
	})
	// Output: true true
}

// The error of a run names the image.
func ExampleImageError() {
	err := coarray.Run(context.Background(), 3,
		func(_ context.Context, me *coarray.Image) error {
			if me.Index() == 2 {
				return errors.New("no input")
			}
			return nil
		})
	var of *coarray.ImageError
	if errors.As(err, &of) {
		fmt.Println(of.Image, of.Err)
	}
	// Output: 2 no input
}

// The panic of an image ends the run, and is its error.
func ExamplePanicError() {
	err := coarray.Run(context.Background(), 1,
		func(context.Context, *coarray.Image) error { panic("impossible") })
	var p *coarray.PanicError
	if errors.As(err, &p) {
		fmt.Println(p.Value)
	}
	// Output: impossible
}

// An image ends with an exit code.
func ExampleStopCode() {
	err := coarray.Run(context.Background(), 1,
		func(context.Context, *coarray.Image) error { return coarray.StopCode(3) })
	var code coarray.StopCode
	fmt.Println(errors.As(err, &code), int(code))
	// Output: true 3
}
