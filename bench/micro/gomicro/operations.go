package gomicro

import (
	"context"
	"fmt"
	lists "slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

// The program of `coral bench operations`: arguments are the operations' names, separated by
// commas, how many milliseconds one may be measured, and "computes" if the other image computes
// while image 1 measures alone.

// timed is one operation.
type timed struct {
	name string
	all  bool // all images execute it
	once func(i int) error
}

const (
	shortestTurn = 200 * time.Microsecond
	longestTurn  = 1000000 // operations
	fewestTurns  = 3
	mostTurns    = 200
	warm         = 100     // operations: a connection's window grows with what it moves
	mib          = 1 << 17 // elements of a MiB
)

// operations measures those that were asked for.
func operations(ctx context.Context, r *run) error {
	o, err := newOperands(ctx, r)
	if err != nil {
		return err
	}
	wanted := strings.Split(r.what, ",")
	list := lists.DeleteFunc(o.list(ctx), func(t timed) bool {
		return !lists.Contains(wanted, t.name)
	})
	if len(list) != len(wanted) {
		return fmt.Errorf("%d of %d operations are not known here: %s",
			len(wanted)-len(list), len(wanted), r.what)
	}
	if r.me.Index() == 1 {
		for _, t := range list {
			if !t.all {
				if err := o.measure(ctx, t); err != nil {
					return err
				}
			}
		}
		err = o.release()
	} else {
		err = o.attend(ctx)
	}
	if err != nil || r.computes {
		return err
	}
	for _, t := range list {
		if t.all {
			if err := o.measure(ctx, t); err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
	}
	return nil
}

// measure repeats an operation, in ever longer turns until one takes long enough and the operation
// is warm, then in as many of that length as there is time for, and prints the lower quartile and
// the worst.
func (o *operands) measure(ctx context.Context, t timed) error {
	count, done, settled, start := 1, 0, false, time.Now()
	var taken []float64
	for {
		if err := o.me.SyncMemory(); err != nil {
			return err
		}
		over := len(taken) == mostTurns ||
			len(taken) >= fewestTurns && time.Since(start) > o.patience
		if t.all {
			if err := o.agree(ctx, &over, &count); err != nil {
				return err
			}
		}
		if over {
			break
		}
		begun := time.Now()
		for i := range count {
			if err := t.once(i); err != nil {
				return err
			}
		}
		took := time.Since(begun)
		done += count
		switch {
		case settled:
			taken = append(taken, float64(took)/float64(count))
		case took >= shortestTurn || count == longestTurn:
			if settled = done >= warm || time.Since(start) > 4*o.patience; settled {
				start = time.Now()
			}
		default:
			enough := float64(count) * float64(shortestTurn) / float64(max(1, took))
			count = min(longestTurn, max(2*count, int(enough)))
		}
	}
	if o.me.Index() == 1 {
		lists.Sort(taken)
		last := len(taken) - 1
		fmt.Printf("bench operations case=%s ns=%.6g worst=%.6g\n",
			t.name, taken[last/4], taken[last])
	}
	return nil
}

// agree has all images take the next turn, or none, as image 1 says.
func (o *operands) agree(ctx context.Context, over *bool, count *int) error {
	said := *count
	if *over {
		said = 0
	}
	said, err := coarray.Broadcast(ctx, o.me, said, 1)
	if *over = said == 0; !*over {
		*count = said
	}
	return errors2(err, o.me.SyncAll(ctx))
}

// errors2 is the first error of two.
func errors2(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// attend is the other image while image 1 measures alone: it waits in the runtime, or computes
// without a call of it.
func (o *operands) attend(ctx context.Context) error {
	flag, v := &o.over.Local()[0], 0.5
	for o.computes && atomic.LoadInt64(flag) == 0 {
		for range 1000 {
			v = 3.7 * v * (1 - v)
		}
	}
	opaque([]float64{v})
	return o.ended.Wait(ctx, 0)
}

// release says that image 1 has measured what it measures alone.
func (o *operands) release() error {
	if err := o.over.At(o.k).Put(0, []int64{1}); err != nil {
		return err
	}
	return o.ended.Post(o.k, 0)
}

// parseOperations reads the arguments behind the name of the benchmark.
func (r *run) parseOperations(args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("which operations, and for how many milliseconds?")
	}
	milliseconds, err := strconv.Atoi(args[1])
	if err != nil {
		return fmt.Errorf("%q is no time", args[1])
	}
	r.what, r.patience = args[0], time.Duration(milliseconds)*time.Millisecond
	r.computes = len(args) > 2
	return nil
}
