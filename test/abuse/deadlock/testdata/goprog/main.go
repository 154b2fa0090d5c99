// Command goprog has the cases of package deadlock in Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

const later = 1500 * time.Millisecond

type program struct {
	me     *coarray.Image
	events *coarray.Events
	locks  *coarray.Locks
}

func main() {
	coarray.Main(func(ctx context.Context, me *coarray.Image) error {
		events, err := coarray.NewEvents(ctx, me, 1)
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
		run, is := scenes[os.Args[1]]
		if !is {
			run, is = ownScenes[os.Args[1]]
		}
		if !is {
			return fmt.Errorf("there is no case %s", os.Args[1])
		}
		return run(ctx, program{me, events, locks})
	})
}

var scenes = map[string]func(ctx context.Context, p program) error{
	"sync_images_and_sync_all": func(ctx context.Context, p program) error {
		if p.first() {
			return p.me.SyncImages(ctx, 2)
		}
		return p.me.SyncAll(ctx)
	},
	"event_never_posted": func(ctx context.Context, p program) error {
		return p.events.Wait(ctx,
			0)
	},
	"event_others_ended": func(ctx context.Context, p program) error {
		if p.first() {
			return p.events.Wait(ctx, 0)
		}
		return nil
	},
	"lock_held_at_a_barrier": func(ctx context.Context, p program) error {
		if p.first() {
			if err := p.locks.Lock(ctx, 1, 0); err != nil {
				return err
			}
			return errors.Join(p.events.Post(2, 0), p.events.Post(3, 0), p.me.SyncAll(ctx))
		}
		return errors.Join(p.events.Wait(ctx, 0), p.locks.Lock(ctx, 1, 0))
	},
	"copy_that_waits": func(ctx context.Context, p program) error {
		u, err := coarray.New[int](ctx, p.me, 1)
		if err != nil {
			return err
		}
		never, err := coarray.NewLocalEvents(p.me, 1)
		if err != nil || !p.first() {
			return err
		}
		return u.At(1).PutAsync(0, []int{1}, coarray.Before(never.Own(0)))
	},
	"shipped_failure": func(ctx context.Context, p program) error {
		fail, err := coarray.Register(p.me, "fail", func(at *coarray.Image, _ int) error {
			at.Fail()
			return nil
		})
		if err != nil {
			return err
		}
		if err := p.me.SyncAll(ctx); err != nil {
			return err
		}
		if p.me.Index() == 2 {
			if err := fail.Spawn(3, 0); err != nil {
				return err
			}
		}
		return p.events.Wait(ctx, 0)
	},

	"goroutine_posts": func(ctx context.Context, p program) error {
		if p.first() {
			go func() {
				time.Sleep(later)
				p.events.Post(2, 0)
			}()
		}
		if p.me.Index() == 2 {
			return errors.Join(p.events.Wait(ctx, 0), p.me.SyncAll(ctx))
		}
		return p.me.SyncAll(ctx)
	},
	"timer_posts": func(ctx context.Context, p program) error {
		if p.first() {
			time.AfterFunc(later, func() { p.events.Post(2, 0) })
			time.Sleep(2 * later)
		}
		if p.me.Index() == 2 {
			return errors.Join(p.events.Wait(ctx, 0), p.me.SyncAll(ctx))
		}
		return p.me.SyncAll(ctx)
	},
	"long_work": func(ctx context.Context, p program) error {
		for start := time.Now(); p.first() && time.Since(start) < later; {
		}
		return p.me.SyncAll(ctx)
	},
	"channel_with_timer": func(ctx context.Context, p program) error {
		if p.first() {
			<-time.After(later)
		}
		return p.me.SyncAll(ctx)
	},
	"context_ends": func(ctx context.Context, p program) error {
		soon, cancel := context.WithTimeout(ctx, later)
		defer cancel()
		if err := p.events.WaitN(soon, 0, 1); !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("the wait ended with %w", err)
		}
		return p.me.SyncAll(ctx)
	},
	"failure_in_a_barrier": func(ctx context.Context, p program) error {
		if p.first() {
			time.AfterFunc(later, p.me.Fail)
			return p.me.SyncAll(ctx)
		}
		for len(p.me.FailedImages()) == 0 {
			time.Sleep(time.Millisecond)
		}
		if err := p.me.SyncAll(ctx); err != nil && !errors.Is(err, coarray.ErrFailedImage) {
			return err
		}
		return nil
	},
	"goroutine_unlocks": func(ctx context.Context, p program) error {
		if p.first() {
			if err := p.locks.Lock(ctx, 1, 0); err != nil {
				return err
			}
			go func() {
				time.Sleep(later)
				p.locks.Unlock(1, 0)
			}()
			return p.me.SyncAll(ctx)
		}
		return errors.Join(p.locks.Lock(ctx, 1, 0), p.locks.Unlock(1, 0), p.me.SyncAll(ctx))
	},
}

func (p program) first() bool { return p.me.Index() == 1 }
