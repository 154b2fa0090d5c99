package gomicro

import (
	"context"
	"fmt"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

// The programs of `coral bench async`.

const (
	copyBlock   = 64 << 10 // bytes
	copyBlocks  = 512      // in each array: 32 MiB, more than a core's share of any cache here
	outstanding = 10000    // copies begun before any is waited for
	overlapped  = 64 << 20 // bytes copied while the image computes
)

// asyncCopy measures one short copy with its completion, and many outstanding long ones.
func asyncCopy(ctx context.Context, r *run) error {
	posted, err := coarray.NewEvents(ctx, r.me, 2)
	if err != nil {
		return err
	}
	far, err := coarray.New[float64](ctx, r.me, copyBlocks, copyBlock/8)
	if err != nil {
		return err
	}
	near, err := coarray.New[float64](ctx, r.me, copyBlocks, copyBlock/8)
	if err != nil {
		return err
	}
	for i := range near.Local() {
		near.Local()[i], far.Local()[i] = float64(i), 0
	}
	if err := r.me.SyncAll(ctx); err != nil {
		return err
	}
	over, err := coarray.NewAtomics[int64](ctx, r.me, 1)
	if err != nil {
		return err
	}
	if r.me.Index() == 1 {
		r.shortCopies(far, posted)
		r.manyCopies(ctx, far, near, posted)
		return over.Store(2, 0, 1)
	}
	// Not in a wait of the runtime, where each post would wake this image: that is not what is
	// measured.
	for done := int64(0); done == 0; {
		time.Sleep(time.Millisecond)
		if done, err = over.Load(2, 0); err != nil {
			return err
		}
	}
	return nil
}

// shortCopies: a put of one element and the post of an event there; and the same as one
// asynchronous copy.
func (r *run) shortCopies(u *coarray.Coarray[float64], posted *coarray.Events) {
	const n = 512
	there, value := u.At(r.partner), []float64{1}
	blocking := func(sweeps int) {
		for range sweeps {
			for i := range n {
				must(there.Put(i, value))
				must(posted.Post(r.partner, 0))
			}
		}
	}
	async := func(sweeps int) {
		for range sweeps {
			for i := range n {
				must(there.PutAsync(i, value, coarray.After(posted.At(r.partner, 0))))
			}
		}
	}
	r.measure("async", "copy8", n, blocking, async)
}

// manyCopies: so many copies are begun, then all are waited for. In the second form none can move
// data before all have been begun.
func (r *run) manyCopies(ctx context.Context, far, near *coarray.Coarray[float64],
	events *coarray.Events) {
	const block = copyBlock / 8
	there, from, own := far.At(r.partner), near.At(1), far.Local()
	done, start := coarray.After(events.Own(0)), coarray.Before(events.Own(1))
	local := func(sweeps int) {
		for range sweeps {
			for i := range outstanding {
				b := i % copyBlocks * block
				copy(own[b:b+block], near.Local()[b:b+block])
			}
			opaque(own)
		}
	}
	copies := func(options ...coarray.Option) {
		for i := range outstanding {
			b := i % copyBlocks
			must(coarray.CopyAsync(r.me, there.Section(coarray.Index(b), coarray.All()),
				from.Section(coarray.Index(b), coarray.All()), options...))
		}
	}
	wait := func() { must(events.WaitN(ctx, 0, outstanding)) }
	r.measure("async", "outstanding", outstanding, local, func(sweeps int) {
		for range sweeps {
			copies(done)
			wait()
		}
	})
	r.measure("async", "predicated", outstanding, local, func(sweeps int) {
		for range sweeps {
			copies(done, start)
			for range outstanding {
				must(events.Own(1).Post())
			}
			wait()
		}
	})
}

// asyncOverlap measures an asynchronous copy, a computation that takes as long, and both at once.
// Image 2 sleeps: its core is free.
func asyncOverlap(ctx context.Context, r *run) error {
	far, err := coarray.New[float64](ctx, r.me, overlapped/8)
	if err != nil {
		return err
	}
	near, err := coarray.New[float64](ctx, r.me, overlapped/8)
	if err != nil {
		return err
	}
	done, err := coarray.NewEvents(ctx, r.me, 1)
	if err != nil {
		return err
	}
	for i := range near.Local() {
		near.Local()[i], far.Local()[i] = float64(i), 0
	}
	if err := r.me.SyncAll(ctx); err != nil {
		return err
	}
	if r.me.Index() == 1 {
		time.Sleep(20 * time.Millisecond) // until the other image has gone to sleep
		r.overlap(ctx, far, near, done)
	}
	return r.me.SyncAll(ctx)
}

func (r *run) overlap(ctx context.Context, far, near *coarray.Coarray[float64],
	done *coarray.Events) {
	begin := func() {
		must(coarray.CopyAsync(r.me, far.At(r.partner).Section(coarray.All()),
			near.At(1).Section(coarray.All()), coarray.After(done.Own(0))))
	}
	wait := func() { must(done.Wait(ctx, 0)) }
	timed := func(f func()) time.Duration {
		start := time.Now()
		f()
		return time.Since(start)
	}
	timed(func() { begin(); wait() })
	took := timed(func() { begin(); wait() })
	steps := 1 << 20
	steps = int(float64(steps) * float64(took) / float64(timed(func() { iterate(steps) })))
	for range r.repetitions {
		copying := timed(func() { begin(); wait() })
		computing := timed(func() { iterate(steps) })
		both := timed(func() { begin(); iterate(steps); wait() })
		fmt.Printf("bench async case=overlap copy=%d compute=%d both=%d\n", copying, computing,
			both)
	}
}

// iterate computes in registers.
func iterate(steps int) {
	x := 0.5
	for range steps {
		x = 3.7 * x * (1 - x)
	}
	opaque([]float64{x})
}

// asyncSpawn measures function shipping: there and back, and one way.
func asyncSpawn(ctx context.Context, r *run) error {
	sum := 0
	add, err := coarray.Register(r.me, "add", func(_ *coarray.Image, by int) error {
		sum += by
		return nil
	})
	if err != nil {
		return err
	}
	done, err := coarray.NewEvents(ctx, r.me, 2)
	if err != nil {
		return err
	}
	bare, err := newLine(ctx, r)
	if err != nil {
		return err
	}
	const oneWay = 100000
	for repetition := range r.repetitions + 1 {
		warmUp := repetition == 0
		ns, looking, pausing, err := bare.beside(ctx, func() error {
			if r.me.Index() != 1 {
				return done.Wait(ctx, 1)
			}
			for range rounds {
				must(add.Spawn(2, 1, coarray.After(done.Own(0))))
				must(done.Wait(ctx, 0))
			}
			return done.Post(2, 1)
		})
		if err != nil {
			return err
		}
		if r.me.Index() == 1 && !warmUp {
			fmt.Printf("bench async case=spawn ns=%.2f looking=%.2f pausing=%.2f\n", ns, looking,
				pausing)
		}
		if err := r.me.SyncAll(ctx); err != nil {
			return err
		}
		start := time.Now()
		err = r.me.Finish(ctx, func() error {
			for range oneWay {
				if r.me.Index() == 1 {
					must(add.Spawn(2, 1))
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if r.me.Index() == 1 {
			report("oneway", start, oneWay, warmUp)
		}
	}
	if want := (1 + r.repetitions) * (rounds + oneWay); r.me.Index() == 2 && sum != want {
		return fmt.Errorf("%d functions were executed, not %d", sum, want)
	}
	return nil
}

// report prints what one of so many operations took that began at start, unless they were to warm
// up.
func report(kind string, start time.Time, operations int, warmUp bool) {
	if took := time.Since(start); !warmUp {
		fmt.Printf("bench async case=%s ns=%.2f\n", kind, float64(took)/float64(operations))
	}
}

// asyncCollectives measures broadcast and sum to all, of 8 bytes and of 1 MiB. Roots take turns: an
// image can begin a broadcast as its root only when it has the one before, so that what is measured
// is how long one takes, not how many can be under way.
func asyncCollectives(ctx context.Context, r *run) error {
	done, err := coarray.NewEvents(ctx, r.me, 1)
	if err != nil {
		return err
	}
	for _, bytes := range []int{8, 1 << 20} {
		values, sums := make([]float64, bytes/8), make([]float64, bytes/8)
		broadcast := func(i int) error {
			if err := coarray.BroadcastAsync(r.me, values, i%r.me.NumImages()+1,
				coarray.After(done.Own(0))); err != nil {
				return err
			}
			return done.Wait(ctx, 0)
		}
		sum := func(int) error {
			if err := coarray.SumAsync(r.me, sums, values, coarray.After(done.Own(0))); err != nil {
				return err
			}
			return done.Wait(ctx, 0)
		}
		if err := r.timeCollective(ctx, "broadcast", bytes, broadcast); err != nil {
			return err
		}
		if err := r.timeCollective(ctx, "allreduce", bytes, sum); err != nil {
			return err
		}
	}
	return nil
}

// timeCollective prints how long one operation takes, from as many as fit into a twentieth of a
// second, once they have been at it for a fiftieth: what is still starting beside takes turns from
// them.
func (r *run) timeCollective(ctx context.Context, name string, bytes int,
	once func(i int) error) error {
	batch := func(count int) (time.Duration, error) {
		if err := r.me.SyncAll(ctx); err != nil {
			return 0, err
		}
		start := time.Now()
		for i := range count {
			if err := once(i); err != nil {
				return 0, err
			}
		}
		return time.Since(start), nil
	}
	var took time.Duration
	var err error
	count := 0
	for next := 4; next != count; {
		count = next
		if took, err = batch(count); err != nil {
			return err
		}
		if took < 20*time.Millisecond {
			next *= 4
		}
		if next, err = coarray.Broadcast(ctx, r.me, next, 1); err != nil {
			return err
		}
	}
	count = max(4, min(20000, int(50*time.Millisecond*time.Duration(count)/max(1, took))))
	if count, err = coarray.Broadcast(ctx, r.me, count, 1); err != nil {
		return err
	}
	for range r.repetitions {
		if took, err = batch(count); err != nil {
			return err
		}
		if r.me.Index() == 1 {
			fmt.Printf("bench async case=%s ns=%.1f\n",
				collectiveKind(name, bytes, r.me.NumImages()), float64(took)/float64(count))
		}
	}
	return nil
}

// collectiveKind names a case as bench/micro/c/mpicollective.c does.
func collectiveKind(name string, bytes, images int) string {
	return fmt.Sprintf("%s%dx%d", name, bytes, images)
}
