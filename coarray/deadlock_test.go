package coarray_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"regexp"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

func TestDeadlock(t *testing.T) {
	t.Setenv("CORAL_DEADLOCK", "300ms")
	programs := map[string]struct {
		program func(ctx context.Context, me *coarray.Image) error
		message string
	}{
		"missing image": {func(ctx context.Context, me *coarray.Image) error {
			if me.Index() == 1 {
				return me.SyncImages(ctx, 2)
			}
			return me.SyncImages(ctx, me.Index()%3+1)
		}, `^deadlock: .*\nimage 1: waiting in SyncImages for image 2 at .*deadlock_test\.go:26\nimage 2: waiting in SyncImages for image 3 at .*deadlock_test\.go:28\nimage 3: waiting in SyncImages for image 1 at .*:28$`},
		"event that nobody posts": {func(ctx context.Context, me *coarray.Image) error {
			e, err := coarray.NewEvents(ctx, me, 1)
			if err != nil || me.Index() != 2 {
				return err
			}
			return e.Wait(ctx, 0)
		}, `^deadlock: .*\nimage 1: ended\nimage 2: waiting in Wait of an event at .*deadlock_test\.go:35\nimage 3: ended$`},
		"finish with a copy that waits": {func(ctx context.Context, me *coarray.Image) error {
			return me.Finish(ctx, func() error { return copyNever(ctx, me) })
		}, `^deadlock: .*\nimage 1: waiting at the end of Finish at .*deadlock_test\.go:\d+\n`},
		"channel": {func(ctx context.Context, me *coarray.Image) error {
			if me.Index() == 1 {
				<-make(chan int)
			}
			return me.SyncAll(ctx)
		}, `^deadlock: .*\nimage 1: waiting for other goroutines \(chan receive\) at .*deadlock_test\.go:\d+ in .*\nimage 2: waiting in SyncAll at .*:\d+\nimage 3: `},
		"channels of all": {func(ctx context.Context, me *coarray.Image) error {
			select {}
		}, `^deadlock: .*\nimage 1: waiting for other goroutines \(select\) at .*deadlock_test\.go:\d+ in .*\nimage 2: .*\(select\)`},
		"goroutine that waits": {func(ctx context.Context, me *coarray.Image) error {
			if me.Index() == 1 {
				go func() { <-make(chan int) }()
			}
			return me.SyncImages(ctx, me.Index()%3+1)
		}, `^deadlock: .*\nimage 1: waiting in SyncImages for image 2 at .*\nimage 2: waiting in SyncImages for image 3 at `},
		"a copy that waits": {copyNever, `^deadlock: .*\nimage 1: waiting at the end of the program for asynchronous operations\n`},
	}
	for name, p := range programs {
		for path, options := range map[string][]coarray.Option{"mapped": nil,
			"unmapped": {coarray.Unmapped()}} {
			t.Run(name+"/"+path, func(t *testing.T) {
				t.Parallel() // a run waits most of its time
				err := coarray.Run(t.Context(), 3, p.program, options...)
				if !errors.Is(err, coarray.ErrDeadlock) ||
					!regexp.MustCompile(p.message).MatchString(err.Error()) {
					t.Errorf("got %v, want %s", err, p.message)
				}
			})
		}
	}
}

// copyNever begins a copy that waits for an event that nobody posts.
func copyNever(ctx context.Context, me *coarray.Image) error {
	u, err := coarray.New[int](ctx, me, 1)
	if err != nil {
		return err
	}
	never, err := coarray.NewLocalEvents(me, 1)
	if err != nil {
		return err
	}
	return u.At(1).PutAsync(0, []int{1}, coarray.Before(never.Own(0)))
}

// TestNoDeadlock has waits that a goroutine ends, or an image that does nothing else than to take
// its time.
func TestNoDeadlock(t *testing.T) {
	t.Setenv("CORAL_DEADLOCK", "300ms")
	err := coarray.Run(t.Context(), 2, func(ctx context.Context, me *coarray.Image) error {
		e, err := coarray.NewEvents(ctx, me, 1)
		if err != nil {
			return err
		}
		if me.Index() == 1 {
			go func() {
				time.Sleep(3 * time.Second)
				e.Post(2, 0)
			}()
		} else if err := e.Wait(ctx, 0); err != nil {
			return err
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if me.Index() == 1 {
			time.Sleep(3 * time.Second)
		}
		return me.SyncAll(ctx)
	})
	if err != nil {
		t.Error(err)
	}
}

// TestOthersWake has an image that waits for other goroutines, which something from outside of the
// images wakes: no run is stuck. One test at a time, since each would save the others. (Signals
// are in test/abuse/deadlock: who has asked for one is never stuck afterwards.)
func TestOthersWake(t *testing.T) {
	t.Setenv("CORAL_DEADLOCK", "300ms")
	const later = 1500 * time.Millisecond
	before := make(chan int)
	for name, wait := range map[string]func(){
		"timer": func() {
			done := make(chan int)
			time.AfterFunc(later, func() { done <- 1 })
			<-done
		},
		"ticker": func() { <-time.NewTicker(later).C },
		"goroutine that sleeps": func() {
			var g sync.WaitGroup
			g.Go(func() { time.Sleep(later) })
			g.Wait()
		},
		"goroutine from before": func() { before <- 1 },
		"context": func() {
			ctx, cancel := context.WithTimeout(context.Background(), later)
			defer cancel()
			<-ctx.Done()
		},
		"child": func() {
			done := make(chan error)
			go func() { done <- exec.Command("sleep", "1.5").Run() }()
			<-done
		},
		"cleanup": func() {
			done := make(chan int)
			runtime.AddCleanup(new([64]int), func(int) { done <- 1 }, 0)
			<-done
		},
		"network": func() {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Error(err)
				return
			}
			address := l.Addr().(*net.TCPAddr)
			child := exec.Command("bash", "-c", fmt.Sprintf("sleep 1.5; : > /dev/tcp/127.0.0.1/%d",
				address.Port))
			if err := child.Start(); err != nil {
				t.Error(err)
				return
			}
			l.Accept()
			child.Wait()
		},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "goroutine from before" {
				go func() {
					for start := time.Now(); time.Since(start) < later; {
						runtime.Gosched()
					}
					<-before
				}()
			}
			err := coarray.Run(t.Context(), 2, func(ctx context.Context, me *coarray.Image) error {
				if me.Index() == 1 {
					wait()
				}
				return me.SyncAll(ctx)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestMismatch: a barrier and a collective wait for different words, and would never meet. Whoever
// finds that first says what both execute, and where the other one does.
func TestMismatch(t *testing.T) {
	t.Parallel()
	for path, options := range map[string][]coarray.Option{"mapped": nil,
		"unmapped": {coarray.Unmapped()}} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			err := coarray.Run(t.Context(), 3, func(ctx context.Context, me *coarray.Image) error {
				if me.Index() != 2 {
					return me.SyncAll(ctx)
				}
				_, err := coarray.Sum(ctx, me, 1)
				return err
			}, options...)
			const at = ` at .*deadlock_test\.go:\d+`
			want := `different statements: image [123] executes (SyncAll` + at +
				`, but image 2 executes Sum|Sum` + at + `, but image [13] executes SyncAll)` + at
			if err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
				t.Errorf("got %v", err)
			}
		})
	}
}
