// Command gofaults has typical faults of programs in Go, as faults.f90.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"syscall"

	"github.com/coral-pgas/coral/coarray"
)

func deep(n int) int {
	var big [1000]int
	big[n%1000] = n
	return deep(n+1) + big[n%1000]
}

func main() {
	coarray.Main(func(ctx context.Context, me *coarray.Image) error {
		n := me.NumImages()
		x, err := coarray.New[int](ctx, me, 10)
		if err != nil {
			return err
		}
		locks, err := coarray.NewLocks(ctx, me, 1)
		if err != nil {
			return err
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		debug.SetMaxStack(64 << 20) // of 64 images the 1 GB each may be more than the machine has
		switch os.Args[1] {
		case "panic":
			panic("something is wrong") // @panic
		case "nil_map":
			var m map[string]int
			m["a"] = 1 // @nil_map
		case "index":
			k := 12
			x.Local()[k] = 1 // @index
		case "image_above":
			x.At(n+1).Store(0, 1) // @image_above
		case "image_zero":
			x.At(0).Store(0, 1) // @image_zero
		case "element_outside":
			x.At(me.Index()%n+1).Store(12, 1) // @element_outside
		case "nil_pointer":
			var p *int
			*p = 3 // @nil_pointer
		case "division":
			zero := me.Index() - me.Index()
			fmt.Println(5 / zero) // @division
		case "stack":
			fmt.Println(deep(1))
		case "error":
			return errors.New("the residual is too large")
		case "stop_code":
			return coarray.StopCode(3)
		case "error_one":
			if me.Index() == 2 {
				return errors.New("only image 2")
			}
			return me.SyncAll(ctx)
		case "killed":
			if me.Index() == 2 {
				syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}
			return me.SyncAll(ctx)
		case "exit":
			if me.Index() == 2 {
				os.Exit(4)
			}
			return me.SyncAll(ctx)
		case "goroutine_panic":
			go func() {
				panic("in a goroutine") // @goroutine_panic
			}()
			select {}
		case "out_of_memory":
			y, err := coarray.New[int](ctx, me, 1<<45)
			fmt.Println(y != nil, err)
			return err
		case "memory":
			var all [][]byte
			for {
				all = append(all, make([]byte, 1<<36)) // @memory
			}
		case "sizes":
			_, err := coarray.New[int](ctx, me, 10+me.Index()%2)
			return err
		case "sum_sizes":
			return coarray.SumSlice(ctx, me, make([]int, me.Index()))
		case "lock_twice":
			if err := locks.Lock(ctx, 1, 0); err != nil {
				return err
			}
			return locks.Lock(ctx, 1, 0)
		case "unlock_free":
			return locks.Unlock(1, 0)
		case "return_one":
			if me.Index() == 2 {
				return nil
			}
			return me.SyncAll(ctx)
		case "sync_images_twice":
			return me.SyncImages(ctx, 1, 1)
		case "sync_images_outside":
			return me.SyncImages(ctx, n+1)
		case "map_concurrent":
			m := map[int]int{}
			for range 2 {
				go func() {
					for {
						m[1]++
					}
				}()
			}
			select {}
		case "mutex":
			select {}
		}
		return nil
	})
}
