package gomicro

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

const rounds = 5000

// synchronise measures events, SyncImages, SyncAll and Sum of two images, each beside the round
// trip of a bare cache line between them.
func synchronise(ctx context.Context, r *run) error {
	turn, err := coarray.NewEvents(ctx, r.me, 1)
	if err != nil {
		return err
	}
	bare, err := newLine(ctx, r)
	if err != nil {
		return err
	}
	operations := []struct {
		kind string
		once func() error
	}{
		{"event", func() error { return r.eventRoundTrip(ctx, turn) }},
		{"images", func() error { return r.me.SyncImages(ctx, r.partner) }},
		{"all", func() error { return r.me.SyncAll(ctx) }},
		{"co_sum", func() error {
			total, err := coarray.Sum(ctx, r.me, 0.5)
			if err == nil && total != 1 {
				err = fmt.Errorf("the sum is %v", total)
			}
			return err
		}},
	}
	for range r.repetitions {
		for _, o := range operations {
			ns, looking, pausing, err := bare.beside(ctx, func() error {
				for range rounds {
					if err := o.once(); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
			if r.me.Index() == 1 {
				fmt.Printf("bench sync case=%s ns=%.2f looking=%.2f pausing=%.2f\n", o.kind, ns,
					looking, pausing)
			}
		}
	}
	return nil
}

func (r *run) eventRoundTrip(ctx context.Context, turn *coarray.Events) error {
	if r.me.Index() == 1 {
		if err := turn.Post(r.partner, 0); err != nil {
			return err
		}
		return turn.Wait(ctx, 0)
	}
	if err := turn.Wait(ctx, 0); err != nil {
		return err
	}
	return turn.Post(r.partner, 0)
}

// crowd is for more images than processors.
func crowd(ctx context.Context, r *run) error {
	switch r.what {
	case "barrier":
		return r.barriers(ctx)
	case "sleep":
		return r.allWait(ctx, func() error {
			time.Sleep(time.Second)
			return nil
		})
	case "read":
		return r.allWait(ctx, func() error {
			_, err := bufio.NewReader(os.Stdin).ReadString('\n')
			return err
		})
	case "nothing":
		return nil
	}
	return fmt.Errorf("crowd: %q is not barrier, sleep, read or nothing", r.what)
}

// allWait lets all images wait for image 1.
func (r *run) allWait(ctx context.Context, first func() error) error {
	if err := r.me.SyncAll(ctx); err != nil {
		return err
	}
	if r.me.Index() == 1 {
		if err := first(); err != nil {
			return err
		}
	}
	return r.me.SyncAll(ctx)
}

// barriers measures as many SyncAll as fit into a tenth of a second.
func (r *run) barriers(ctx context.Context) error {
	count, err := r.barriersThatFit(ctx)
	if err != nil {
		return err
	}
	for range r.repetitions {
		took, err := r.timeBarriers(ctx, count)
		if err != nil {
			return err
		}
		if r.me.Index() == 1 {
			fmt.Printf("bench crowd case=barrier%d ns=%.1f\n", r.me.NumImages(),
				float64(took)/float64(count))
		}
	}
	return nil
}

// barriersThatFit is how many barriers take a tenth of a second, after a tenth of a second of them.
// The first ones do not tell: the images have to be woken for them, and take many times as long.
func (r *run) barriersThatFit(ctx context.Context) (int, error) {
	const enough = 100 * time.Millisecond
	spent := time.Duration(0)
	for count := 3; ; count *= 2 {
		took, err := r.timeBarriers(ctx, count)
		if err != nil {
			return 0, err
		}
		if took, err = coarray.Broadcast(ctx, r.me, took, 1); err != nil {
			return 0, err
		}
		if spent += took; spent >= enough {
			return max(3, min(20000, int(enough*time.Duration(count)/took))), nil
		}
	}
}

func (r *run) timeBarriers(ctx context.Context, count int) (time.Duration, error) {
	if err := r.me.SyncAll(ctx); err != nil {
		return 0, err
	}
	start := time.Now()
	for range count {
		if err := r.me.SyncAll(ctx); err != nil {
			return 0, err
		}
	}
	return time.Since(start), nil
}
