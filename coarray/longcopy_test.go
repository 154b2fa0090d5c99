package coarray_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/coral-pgas/coral/coarray"
)

// TestLongCopies: what is too long to be copied at once is moved by the helper, by the waiter, or
// by both, and is there when its event says so.
func TestLongCopies(t *testing.T) {
	const part, events = 256 << 10, 4
	lengths := []int{1, part - 1, part, part + 1, 2 * part, 5*part + 7, 16 * part}
	err := coarray.Run(t.Context(), 2, func(ctx context.Context, me *coarray.Image) error {
		data, err := coarray.New[byte](ctx, me, 16*part)
		if err != nil {
			return err
		}
		done, err := coarray.NewEvents(ctx, me, events)
		if err != nil {
			return err
		}
		for i := range data.Local() {
			data.Local()[i] = byte(i*7+i>>12) ^ byte(me.Index())
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		other := 3 - me.Index()
		for round := range 8 {
			for _, n := range lengths {
				got := make([][]byte, events)
				for e := range got {
					got[e] = make([]byte, n)
					if err := data.At(other).GetAsync(0, got[e],
						coarray.After(done.Own(e))); err != nil {
						return err
					}
				}
				for e := range got {
					if err := done.Wait(ctx, (e+round)%events); err != nil {
						return err
					}
					for i, b := range got[(e+round)%events] {
						if want := byte(i*7+i>>12) ^ byte(other); b != want {
							return fmt.Errorf("byte %d of %d: %d, not %d", i, n, b, want)
						}
					}
				}
			}
		}
		return me.SyncAll(ctx)
	})
	if err != nil {
		t.Fatal(err)
	}
}
