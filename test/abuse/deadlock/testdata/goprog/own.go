package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// ownScenes are those in which image 1 waits for goroutines of its own process, or for what comes
// from outside, while the others wait for it.
var ownScenes = map[string]func(ctx context.Context, p program) error{
	"channel_nobody_sends": firstOnly(func(program) { <-make(chan int) }),
	"mutex_locked_twice": firstOnly(func(program) {
		var m sync.Mutex
		m.Lock()
		m.Lock()
	}),
	"wait_group_once_too_often": firstOnly(func(program) {
		var g sync.WaitGroup
		g.Add(2)
		go g.Done()
		g.Wait()
	}),
	"select_of_nothing": firstOnly(func(program) { select {} }),
	"goroutines_in_a_ring": firstOnly(func(program) {
		a, b := make(chan int), make(chan int)
		go func() { a <- <-b }()
		b <- <-a
	}),
	"all_on_channels": func(context.Context, program) error {
		<-make(chan int)
		return nil
	},
	"idle_worker_and_sync_images": func(ctx context.Context, p program) error {
		work := make(chan func())
		go func() {
			for f := range work {
				f()
			}
		}()
		if p.first() {
			return p.me.SyncImages(ctx, 2)
		}
		return p.me.SyncAll(ctx)
	},
	"goroutine_waits_in_lock": func(ctx context.Context, p program) error {
		if !p.first() {
			return p.me.SyncAll(ctx)
		}
		if err := p.locks.Lock(ctx, 1, 0); err != nil {
			return err
		}
		go func() {
			if p.locks.Lock(ctx, 1, 0) == nil {
				panic("it is held already")
			}
		}()
		<-make(chan int)
		return nil
	},

	"timer_sends": firstOnly(func(program) {
		done := make(chan int)
		time.AfterFunc(later, func() { done <- 1 })
		<-done
	}),
	"ticker_among_channels": firstOnly(func(program) {
		tick := time.NewTicker(later)
		defer tick.Stop()
		select {
		case <-tick.C:
		case <-make(chan int):
		}
	}),
	"goroutine_sleeps": firstOnly(func(program) {
		var g sync.WaitGroup
		g.Go(func() { time.Sleep(later) })
		g.Wait()
	}),
	"goroutine_works": firstOnly(func(program) {
		var m sync.Mutex
		m.Lock()
		go func() {
			for start := time.Now(); time.Since(start) < later; {
			}
			m.Unlock()
		}()
		m.Lock()
	}),
	"context_of_a_channel": firstOnly(func(program) {
		ctx, cancel := context.WithTimeout(context.Background(), later)
		defer cancel()
		<-ctx.Done()
	}),
	"signal_of_a_child": firstOnly(func(program) {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, syscall.SIGUSR1)
		child := exec.Command("sh", "-c", fmt.Sprintf("sleep 1.5; kill -USR1 %d", os.Getpid()))
		must(child.Start())
		<-signals
		must(child.Wait())
	}),
	"child_that_ends": firstOnly(func(program) {
		done := make(chan error)
		go func() { done <- exec.Command("sleep", "1.5").Run() }()
		must(<-done)
	}),
	"child_that_writes": firstOnly(func(program) {
		from, to, err := os.Pipe()
		must(err)
		child := exec.Command("sh", "-c", "sleep 1.5; echo x")
		child.Stdout = to
		must(child.Start())
		got := make(chan error)
		go func() {
			_, err := from.Read(make([]byte, 1))
			got <- err
		}()
		must(errors.Join(<-got, child.Wait()))
	}),
	"raw_read": firstOnly(func(program) {
		var ends [2]int
		must(syscall.Pipe(ends[:]))
		to := os.NewFile(uintptr(ends[1]), "pipe")
		child := exec.Command("sh", "-c", "sleep 1.5; echo x")
		child.Stdout = to
		must(child.Start())
		got := make(chan error)
		go func() {
			_, err := syscall.Read(ends[0], make([]byte, 1))
			got <- err
		}()
		must(errors.Join(<-got, child.Wait()))
	}),
	"network": firstOnly(func(program) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		must(err)
		child := exec.Command("bash", "-c",
			fmt.Sprintf("sleep 1.5; : > /dev/tcp/127.0.0.1/%d", l.Addr().(*net.TCPAddr).Port))
		must(child.Start())
		came := make(chan error)
		go func() {
			_, err := l.Accept()
			came <- err
		}()
		must(errors.Join(<-came, child.Wait()))
	}),
	"finalizer_sends": firstOnly(func(program) {
		done := make(chan int)
		runtime.AddCleanup(new([64]int), func(int) { done <- 1 }, 0)
		<-done
	}),
	"all_on_timers": func(context.Context, program) error {
		<-time.After(later)
		return nil
	},
	"worker_goes_on": func(ctx context.Context, p program) error {
		work, done := make(chan int), make(chan int)
		go func() {
			for range work {
				time.Sleep(later)
				done <- 1
			}
		}()
		if p.me.Index() == 2 {
			work <- 1
			<-done
		}
		return p.me.SyncAll(ctx)
	},
}

// firstOnly is what image 1 does while the others wait for it.
func firstOnly(do func(p program)) func(ctx context.Context, p program) error {
	return func(ctx context.Context, p program) error {
		if p.first() {
			do(p)
		}
		return p.me.SyncAll(ctx)
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
