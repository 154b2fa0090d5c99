package gomicro

import (
	"bufio"
	"fmt"
	"os"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

const rounds = 5000

// synchronise measures events, SyncImages, SyncAll and Sum of two images, each beside the round
// trip of a bare cache line between them.
func synchronise(r *run) error {
	turn, err := coarray.NewEvents(r.me, 1)
	if err != nil {
		return err
	}
	bare, err := newLine(r)
	if err != nil {
		return err
	}
	operations := []struct {
		kind string
		once func() error
	}{
		{"event", func() error { return r.eventRoundTrip(turn) }},
		{"images", func() error { return r.me.SyncImages(r.partner) }},
		{"all", r.me.SyncAll},
		{"co_sum", func() error {
			total, err := coarray.Sum(r.me, 0.5)
			if err == nil && total != 1 {
				err = fmt.Errorf("the sum is %v", total)
			}
			return err
		}},
	}
	for range r.repetitions {
		for _, o := range operations {
			ns, looking, pausing, err := bare.beside(func() error {
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

func (r *run) eventRoundTrip(turn *coarray.Events) error {
	if r.me.Index() == 1 {
		if err := turn.Post(r.partner, 0); err != nil {
			return err
		}
		return turn.Wait(0)
	}
	if err := turn.Wait(0); err != nil {
		return err
	}
	return turn.Post(r.partner, 0)
}

// crowd is for more images than processors.
func crowd(r *run) error {
	switch r.what {
	case "barrier":
		return r.barriers()
	case "sleep":
		return r.allWait(func() error {
			time.Sleep(time.Second)
			return nil
		})
	case "read":
		return r.allWait(func() error {
			_, err := bufio.NewReader(os.Stdin).ReadString('\n')
			return err
		})
	case "nothing":
		return nil
	}
	return fmt.Errorf("crowd: %q is not barrier, sleep, read or nothing", r.what)
}

// allWait lets all images wait for image 1.
func (r *run) allWait(first func() error) error {
	if err := r.me.SyncAll(); err != nil {
		return err
	}
	if r.me.Index() == 1 {
		if err := first(); err != nil {
			return err
		}
	}
	return r.me.SyncAll()
}

// barriers measures as many SyncAll as fit into a tenth of a second.
func (r *run) barriers() error {
	count, err := r.barriersThatFit()
	if err != nil {
		return err
	}
	for range r.repetitions {
		took, err := r.timeBarriers(count)
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
func (r *run) barriersThatFit() (int, error) {
	const enough = 100 * time.Millisecond
	spent := time.Duration(0)
	for count := 3; ; count *= 2 {
		took, err := r.timeBarriers(count)
		if err != nil {
			return 0, err
		}
		if took, err = coarray.Broadcast(r.me, took, 1); err != nil {
			return 0, err
		}
		if spent += took; spent >= enough {
			return max(3, min(20000, int(enough*time.Duration(count)/took))), nil
		}
	}
}

func (r *run) timeBarriers(count int) (time.Duration, error) {
	if err := r.me.SyncAll(); err != nil {
		return 0, err
	}
	start := time.Now()
	for range count {
		if err := r.me.SyncAll(); err != nil {
			return 0, err
		}
	}
	return time.Since(start), nil
}
