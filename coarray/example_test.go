package coarray_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

// run runs a program on images that are goroutines. A program of its own calls coarray.Main
// instead.
func run(images int, program func(ctx context.Context,
	me *coarray.Image) error) {
	if err := coarray.Run(context.Background(), images, program); err != nil {
		fmt.Println(err)
	}
}

// Every image puts its number into its right neighbor's coarray.
func Example() {
	run(3, func(ctx context.Context, me *coarray.Image) error {
		left, err := coarray.New[int](ctx, me)
		if err != nil {
			return err
		}
		right := me.Index()%me.NumImages() + 1
		if err := left.At(right).Put(0, []int{me.Index()}); err != nil {
			return err
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		fmt.Println(me, "is right of image", left.Local()[0])
		return nil
	})
	// Unordered output:
	// image 1 is right of image 3
	// image 2 is right of image 1
	// image 3 is right of image 2
}

// A column of a matrix becomes the first row of the other image's.
func ExampleCoindexed_Section() {
	run(2, func(ctx context.Context, me *coarray.Image) error {
		m, err := coarray.New[int](ctx, me, 3, 4)
		if err != nil {
			return err
		}
		for i := range m.Local() {
			m.Local()[i] = i
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if me.Index() == 1 {
			column := m.Section(coarray.All(), coarray.Index(2))
			row := m.At(2).Section(coarray.Index(0), coarray.Range(0, 3))
			if err := row.CopyFrom(column); err != nil {
				return err
			}
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if me.Index() == 2 {
			fmt.Println(m.Local()[:4])
		}
		return nil
	})
	// Output: [2 6 10 3]
}

// A section that a loop copies again and again is made before the loop.
func ExampleSection() {
	run(2, func(ctx context.Context, me *coarray.Image) error {
		u, err := coarray.New[float64](ctx, me, 8, 100)
		if err != nil {
			return err
		}
		other := 3 - me.Index()
		halo, edge := u.At(other).Section(coarray.Index(0), coarray.All()),
			u.Section(coarray.Index(6), coarray.All())
		for range 10 {
			u.Local()[u.Index(6, 50)] += float64(me.Index())
			if err := halo.CopyFrom(edge); err != nil {
				return err
			}
			if err := me.SyncAll(ctx); err != nil {
				return err
			}
		}
		if me.Index() == 1 {
			fmt.Println(u.Local()[u.Index(0, 50)])
		}
		return nil
	})
	// Output: 20
}

// On one machine an image's part is an ordinary slice.
func ExampleCoindexed_Slice() {
	run(2, func(ctx context.Context, me *coarray.Image) error {
		u, err := coarray.New[int](ctx, me, 3)
		if err != nil {
			return err
		}
		for i := range u.Local() {
			u.Local()[i] = 10*me.Index() + i
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if me.Index() == 1 {
			for _, v := range u.At(2).Slice() {
				fmt.Println(v)
			}
		}
		return me.SyncAll(ctx)
	})
	// Output:
	// 20
	// 21
	// 22
}

// Image 1 waits for a post of every other.
func ExampleEvents() {
	run(4, func(ctx context.Context, me *coarray.Image) error {
		ready, err := coarray.NewEvents(ctx, me, 1)
		if err != nil {
			return err
		}
		if me.Index() > 1 {
			return ready.Post(1, 0)
		}
		if err := ready.WaitN(context.Background(), 0, me.NumImages()-1); err != nil {
			return err
		}
		fmt.Println("all are ready")
		return nil
	})
	// Output: all are ready
}

// A wait ends with its context.
func ExampleEvents_WaitN() {
	run(1, func(ctx context.Context, me *coarray.Image) error {
		never, err := coarray.NewEvents(ctx, me, 1)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		defer cancel()
		err = never.WaitN(ctx, 0, 1)
		fmt.Println(errors.Is(err, context.DeadlineExceeded)) // err also has the line of WaitN
		return nil
	})
	// Output: true
}

func ExampleAtomics() {
	run(5, func(ctx context.Context, me *coarray.Image) error {
		next, err := coarray.NewAtomics[int64](ctx, me, 1)
		if err != nil {
			return err
		}
		ticket, err := next.Add(1, 0, 1) // of image 1
		fmt.Println("ticket", ticket)
		return err
	})
	// Unordered output:
	// ticket 0
	// ticket 1
	// ticket 2
	// ticket 3
	// ticket 4
}

func ExampleCritical() {
	run(8, func(ctx context.Context, me *coarray.Image) error {
		one, err := coarray.NewCritical(ctx, me)
		if err != nil {
			return err
		}
		total, err := coarray.New[int](ctx, me)
		if err != nil {
			return err
		}
		there := total.At(1)
		if err := one.Do(ctx, func() error {
			there.Store(0, there.Load(0)+me.Index())
			return nil
		}); err != nil {
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
	// Output: 36
}

func ExampleSum() {
	run(4, func(ctx context.Context, me *coarray.Image) error {
		sum, err := coarray.Sum(ctx, me, float64(me.Index())/2)
		if err != nil {
			return err
		}
		if me.Index() == 3 {
			fmt.Println(sum)
		}
		return nil
	})
	// Output: 5
}

// One image alone gets the result.
func ExampleResultOn() {
	run(3, func(ctx context.Context, me *coarray.Image) error {
		greatest, err := coarray.Max(ctx, me, me.Index(), coarray.ResultOn(2))
		fmt.Println(me, greatest)
		return err
	})
	// Unordered output:
	// image 1 1
	// image 2 3
	// image 3 3
}

func ExampleReduce() {
	type extreme struct {
		value float64
		image int
	}
	larger := func(a, b extreme) extreme {
		if b.value > a.value {
			return b
		}
		return a
	}
	run(4, func(ctx context.Context, me *coarray.Image) error {
		own := extreme{value: float64(me.Index() * (5 - me.Index()) % 5), image: me.Index()}
		top, err := coarray.Reduce(ctx, me, own, larger)
		if me.Index() == 1 {
			fmt.Println(top.value, "on image", top.image)
		}
		return err
	})
	// Output: 4 on image 1
}

// The images of odd and of even number work by themselves, and look at each other's results.
func ExampleImage_InTeam() {
	run(5, func(ctx context.Context, me *coarray.Image) error {
		result, err := coarray.New[int](ctx, me)
		if err != nil {
			return err
		}
		team, err := me.FormTeam(ctx, 1+(me.Index()-1)%2)
		if err != nil {
			return err
		}
		err = me.InTeam(ctx, team, func(mine *coarray.Image) error {
			sum, err := coarray.Sum(ctx, mine, me.Index())
			result.Local()[0] = sum
			return err
		})
		if err != nil {
			return err
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if me.Index() == 1 {
			even, err := team.Sibling(2)
			if err != nil {
				return err
			}
			fmt.Println(team, result.Local()[0])
			fmt.Println(even, result.In(even).At(1).Load(0))
		}
		return me.SyncAll(ctx)
	})
	// Output:
	// team 1 of 3 images 9
	// team 2 of 2 images 6
}
