package gomicro

import (
	"context"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

// line is the bare exchange of a cache line between the two images, in the memory of a coarray.
type line struct {
	r           *run
	mine, other *uint64
	turn        uint64
}

// newLine is called by both images. The flags lie two lines apart: the adjacent-line prefetcher
// must not couple them.
func newLine(ctx context.Context, r *run) (*line, error) {
	const apart = 16
	c, err := coarray.New[uint64](ctx, r.me, 3*apart)
	if err != nil {
		return nil, err
	}
	flags := c.At(1).Slice()
	first, second := &flags[apart], &flags[2*apart]
	if r.me.Index() == 1 {
		return &line{r: r, mine: first, other: second}, nil
	}
	return &line{r: r, mine: second, other: first}, nil
}

// nanoseconds is what a round trip takes now, with nothing between two looks at the flag or with a
// pause.
func (l *line) nanoseconds(ctx context.Context, pausing bool) (float64, error) {
	return l.r.nanosecondsOf(ctx, func() error {
		lineBounce(l.mine, l.other, l.turn, rounds, l.r.me.Index() == 1, pausing)
		l.turn += rounds
		return nil
	})
}

// nanosecondsOf is what one of many takes; all images do them together.
func (r *run) nanosecondsOf(ctx context.Context, many func() error) (float64, error) {
	if err := r.me.SyncAll(ctx); err != nil {
		return 0, err
	}
	start := time.Now()
	err := many()
	return float64(time.Since(start)) / rounds, err
}

// beside measures the bare line, the operation, and the bare line again: a machine that changes its
// pace does so on both sides.
func (l *line) beside(ctx context.Context, many func() error) (ns, looking, pausing float64,
	err error) {
	if looking, err = l.nanoseconds(ctx, false); err != nil {
		return
	}
	if ns, err = l.r.nanosecondsOf(ctx, many); err != nil {
		return
	}
	pausing, err = l.nanoseconds(ctx, true)
	return
}
