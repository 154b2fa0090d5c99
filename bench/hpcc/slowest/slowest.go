// Package slowest times what all images do together.
package slowest

import (
	"context"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

// Time is what f takes on the image that takes longest, from a barrier to a barrier. All images of
// the current team call it.
func Time(ctx context.Context, me *coarray.Image, f func() error) (time.Duration, error) {
	if err := me.SyncAll(ctx); err != nil {
		return 0, err
	}
	start := time.Now()
	if err := f(); err != nil {
		return 0, err
	}
	if err := me.SyncAll(ctx); err != nil {
		return 0, err
	}
	return coarray.Max(ctx, me, time.Since(start))
}
