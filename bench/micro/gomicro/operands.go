package gomicro

import (
	"cmp"
	"context"
	lists "slices"

	"github.com/coral-pgas/coral/coarray"
)

// operands are the variables that operations work on.
type operands struct {
	*run
	k int // the other image

	over          *coarray.Coarray[int64]
	ended         *coarray.Events
	x             *coarray.Coarray[float64]
	grid          *coarray.Coarray[float64]
	far           coarray.Coindexed[float64]
	y, z, own     []float64
	pair          []int
	counter       *coarray.Atomics[int64]
	flag          *coarray.Atomics[int64]
	turn          int64 // of flag
	ping, mine    *coarray.Events
	posted        *coarray.Events
	local         *coarray.Events
	locks         *coarray.Locks
	both          *coarray.LockSet
	critical      *coarray.Critical
	set           *coarray.EventSet
	pointer       coarray.Pointer[float64]
	half, whole   *coarray.Team
	called        *coarray.Function[int]
	given         *coarray.Function[[]float64]
	nested        *coarray.Function[int]
	computed      *coarray.ResultFunction[int, float64]
	calls         int
	waited        coarray.Option // posts what wait waits for
	late, distant coarray.Option // predicates: an event of this image, and of the other
}

// maker keeps the first error of making things.
type maker struct{ err error }

func made[T any](m *maker, v T, err error) T {
	m.err = errors2(m.err, err)
	return v
}

func newOperands(ctx context.Context, r *run) (*operands, error) {
	o, m, me := &operands{run: r, k: r.partner}, &maker{}, r.me
	array := func(dims ...int) *coarray.Coarray[float64] {
		a, err := coarray.New[float64](ctx, me, dims...)
		return made(m, a, err)
	}
	events := func(n int) *coarray.Events {
		e, err := coarray.NewEvents(ctx, me, n)
		return made(m, e, err)
	}
	atomics := func() *coarray.Atomics[int64] {
		a, err := coarray.NewAtomics[int64](ctx, me, 1)
		return made(m, a, err)
	}
	over, err := coarray.New[int64](ctx, me, 1)
	o.over, o.ended = made(m, over, err), events(1)
	o.x, o.grid = array(mib), array(128, 128)
	o.y, o.z, o.own = make([]float64, mib), make([]float64, mib), make([]float64, 64*64)
	o.pair = make([]int, 2)
	o.counter, o.flag = atomics(), atomics()
	o.ping, o.mine, o.posted = events(1), events(3), events(1)
	local, err := coarray.NewLocalEvents(me, 1)
	o.local = made(m, local, err)
	locks, err := coarray.NewLocks(ctx, me, 2)
	o.locks = made(m, locks, err)
	critical, err := coarray.NewCritical(ctx, me)
	o.critical = made(m, critical, err)
	half, err := me.FormTeam(ctx, me.Index())
	o.half = made(m, half, err)
	whole, err := me.FormTeam(ctx, 1)
	o.whole = made(m, whole, err)
	if m.err != nil {
		return nil, m.err
	}
	o.far = o.x.At(o.k)
	pointer, err := coarray.PointerTo(me, o.far.Section(coarray.All()))
	o.pointer = made(m, pointer, err)
	o.both, o.set = coarray.NewLockSet(me), coarray.NewEventSet(me)
	m.err = errors2(m.err, errors2(o.both.Add(o.locks.At(o.k, 0)), o.both.Add(o.locks.At(o.k, 1))))
	m.err = errors2(m.err, o.set.Add(o.ping.Own(0)))
	o.waited, o.late = coarray.After(o.mine.Own(0)), coarray.Before(o.mine.Own(1))
	o.distant = coarray.Before(o.mine.At(o.k, 2))
	o.register(m)
	return o, errors2(m.err, me.SyncAll(ctx))
}

// register makes the functions that are shipped.
func (o *operands) register(m *maker) {
	called, err := coarray.Register(o.me, "called", func(_ *coarray.Image, by int) error {
		o.calls += by
		return nil
	})
	o.called = made(m, called, err)
	given, err := coarray.Register(o.me, "given", func(_ *coarray.Image, a []float64) error {
		o.calls += len(a)
		return nil
	})
	o.given = made(m, given, err)
	nested, err := coarray.Register(o.me, "nested", func(_ *coarray.Image, depth int) error {
		if depth == 0 {
			return nil
		}
		return o.nested.Spawn(o.k, depth-1)
	})
	o.nested = made(m, nested, err)
	computed, err := coarray.RegisterResult(o.me, "computed",
		func(_ *coarray.Image, v int) (float64, error) { return float64(v), nil })
	o.computed = made(m, computed, err)
}

// wait is until the event has come that waited posts.
func (o *operands) wait(ctx context.Context, err error) error {
	return errors2(err, o.mine.Wait(ctx, 0))
}

// then is f, where there is no error before.
func then(err error, f func() error) error {
	if err != nil {
		return err
	}
	return f()
}

// pong is there and back: image 1 begins.
func (o *operands) pong(post, wait func() error) error {
	if o.me.Index() == 1 {
		return then(post(), wait)
	}
	return then(wait(), post)
}

// list is all operations, by the names of bench/operations.
func (o *operands) list(ctx context.Context) []timed {
	return lists.Concat(o.accesses(), o.atomicOperations(ctx), o.asyncCopies(ctx), o.shipped(ctx),
		o.meetings(ctx), o.collectives(ctx), o.asyncCollectives(ctx), o.allocations(ctx))
}

// alone makes an operation of image 1.
func alone(name string, once func() error) timed {
	return timed{name: name, once: func(int) error { return once() }}
}

// byAll makes one that all images execute.
func byAll(name string, once func() error) timed {
	return timed{name: name, all: true, once: func(int) error { return once() }}
}

// ignored is an operation without its result.
func ignored[T any](_ T, err error) error { return err }

func (o *operands) accesses() []timed {
	me, far, y := o.me, o.far, o.y
	complete := func(err error) error { return errors2(err, me.SyncMemory()) }
	strided, every := far.Section(coarray.Range(0, 1024).By(8)), coarray.Range(0, 128).By(2)
	block := o.grid.At(o.k).Section(every, every)
	near := o.x.At(me.Index()).Section(coarray.Range(0, 128))
	return []timed{
		alone("Load", func() error { y[0] = far.Load(0); return nil }),
		alone("Store", func() error { far.Store(0, 1); return nil }),
		alone("Store-complete", func() error { far.Store(0, 1); return me.SyncMemory() }),
		alone("Get-1KiB", func() error { return far.Get(0, y[:128]) }),
		alone("Get-1MiB", func() error { return far.Get(0, y) }),
		alone("Put-1KiB-complete", func() error { return complete(far.Put(0, y[:128])) }),
		alone("Put-1MiB-complete", func() error { return complete(far.Put(0, y)) }),
		alone("Section-CopyTo-strided", func() error { return strided.CopyTo(y[:128]) }),
		alone("Section-CopyFromSlice-strided-complete", func() error {
			return complete(strided.CopyFromSlice(y[:128]))
		}),
		alone("Section-CopyTo-64x64", func() error { return block.CopyTo(o.own) }),
		alone("Section-CopyFromSlice-64x64-complete", func() error {
			return complete(block.CopyFromSlice(o.own))
		}),
		alone("Section-CopyFrom", func() error {
			return near.CopyFrom(far.Section(coarray.Range(0, 128)))
		}),
		alone("Section-Fill-128-complete", func() error {
			return complete(far.Section(coarray.Range(0, 128)).Fill(1))
		}),
		alone("Pointer-Load", func() error { return ignored(o.pointer.Load(me, 0)) }),
		alone("Pointer-Store-complete", func() error {
			return complete(o.pointer.Store(me, 0, 1))
		}),
		alone("Pointer-On-CopyTo", func() error { return o.pointer.On(me).CopyTo(y) }),
		alone("SyncMemory", me.SyncMemory),
		alone("Advance", func() error { me.Advance(); return nil }),
		alone("ImageStatus", func() error { return ignored(me.ImageStatus(o.k)) }),
		alone("FailedImages", func() error { me.FailedImages(); return nil }),
	}
}

func (o *operands) atomicOperations(ctx context.Context) []timed {
	c, k, self := o.counter, o.k, o.me.Index()
	return []timed{
		alone("Atomics-Add", func() error { return ignored(c.Add(k, 0, 1)) }),
		alone("Atomics-Load", func() error { return ignored(c.Load(k, 0)) }),
		alone("Atomics-Load-own", func() error { return ignored(c.Load(self, 0)) }),
		alone("Atomics-Store", func() error { return c.Store(k, 0, 1) }),
		alone("Atomics-And", func() error { return ignored(c.And(k, 0, 1)) }),
		alone("Atomics-Or", func() error { return ignored(c.Or(k, 0, 1)) }),
		alone("Atomics-Xor", func() error { return ignored(c.Xor(k, 0, 1)) }),
		alone("Atomics-Swap", func() error { return ignored(c.Swap(k, 0, 1)) }),
		alone("Atomics-CompareAndSwap", func() error {
			return ignored(c.CompareAndSwap(k, 0, 1, 1))
		}),
		alone("Lock-Unlock", func() error {
			return then(o.locks.Lock(ctx, k, 0), func() error { return o.locks.Unlock(k, 0) })
		}),
		alone("TryLock-Unlock", func() error {
			tried := ignored(o.locks.TryLock(k, 0))
			return then(tried, func() error { return o.locks.Unlock(k, 0) })
		}),
		alone("LockSet-of-2", func() error { return then(o.both.Lock(ctx), o.both.Unlock) }),
		alone("Critical", func() error { return o.critical.Do(ctx, func() error { return nil }) }),
		alone("Post", func() error { return o.posted.Post(k, 0) }),
		alone("Count-own", func() error { return ignored(o.ping.Count(0)) }),
		alone("TryWait-own", func() error { return ignored(o.ping.TryWait(0)) }),
		alone("local-Post-Wait", func() error {
			return then(o.local.Own(0).Post(), func() error { return o.local.Wait(ctx, 0) })
		}),
	}
}

func (o *operands) asyncCopies(ctx context.Context) []timed {
	get := func(n int, options ...coarray.Option) error {
		return o.far.GetAsync(0, o.y[:n], append(options, o.waited)...)
	}
	put := func(n int) error { return o.far.PutAsync(0, o.y[:n], o.waited) }
	return []timed{
		alone("GetAsync-8B", func() error { return o.wait(ctx, get(1)) }),
		alone("GetAsync-64KiB", func() error { return o.wait(ctx, get(8192)) }),
		alone("GetAsync-65KiB", func() error { return o.wait(ctx, get(8320)) }),
		alone("GetAsync-1MiB", func() error { return o.wait(ctx, get(mib)) }),
		alone("PutAsync-8B", func() error { return o.wait(ctx, put(1)) }),
		alone("PutAsync-65KiB", func() error { return o.wait(ctx, put(8320)) }),
		alone("PutAsync-1MiB", func() error { return o.wait(ctx, put(mib)) }),
		alone("GetAsync-before-own-set", func() error {
			return o.wait(ctx, then(o.mine.Own(1).Post(), func() error { return get(1, o.late) }))
		}),
		alone("GetAsync-before-remote-set", func() error {
			return o.wait(ctx, then(o.mine.Post(o.k, 2), func() error { return get(1, o.distant) }))
		}),
		alone("GetAsync-before-remote-later", func() error {
			return o.wait(ctx, then(get(1, o.distant), func() error { return o.mine.Post(o.k, 2) }))
		}),
		alone("CopyAsync-section", func() error {
			some := coarray.Range(0, 128)
			near := o.x.At(o.me.Index()).Section(some)
			return o.wait(ctx, coarray.CopyAsync(o.me, near, o.far.Section(some), o.waited))
		}),
	}
}

func (o *operands) shipped(ctx context.Context) []timed {
	return []timed{
		alone("Spawn", func() error { return o.wait(ctx, o.called.Spawn(o.k, 1, o.waited)) }),
		alone("Spawn-8KiB", func() error {
			return o.wait(ctx, o.given.Spawn(o.k, o.y[:1024], o.waited))
		}),
		alone("Spawn-result", func() error {
			return o.wait(ctx, o.computed.Spawn(o.k, 1, o.x.At(o.me.Index()), 0, o.waited))
		}),
		byAll("Finish-empty", func() error {
			return o.me.Finish(ctx,
				func() error { return nil })
		}),
		byAll("Finish-Spawn", func() error {
			return o.finish(ctx, func() error { return o.called.Spawn(o.k, 1) })
		}),
		byAll("Finish-100-Spawn", func() error {
			return o.finish(ctx, func() error {
				for range 100 {
					if err := o.called.Spawn(o.k, 1); err != nil {
						return err
					}
				}
				return nil
			})
		}),
		byAll("Finish-nested-10", func() error {
			return o.finish(ctx, func() error { return o.nested.Spawn(o.k, 9) })
		}),
		byAll("Finish-GetAsync", func() error {
			return o.finish(ctx, func() error { return o.far.GetAsync(0, o.y[:1]) })
		}),
	}
}

// finish is a block in which image 1 alone begins something.
func (o *operands) finish(ctx context.Context, f func() error) error {
	return o.me.Finish(ctx, func() error {
		if o.me.Index() != 1 {
			return nil
		}
		return f()
	})
}

func (o *operands) meetings(ctx context.Context) []timed {
	me, k := o.me, o.k
	post := func() error { return o.ping.Post(k, 0) }
	loop := func(there func() (bool, error)) func() error {
		return func() error {
			for {
				if done, err := there(); done || err != nil {
					return err
				}
			}
		}
	}
	return []timed{
		byAll("SyncAll", func() error { return me.SyncAll(ctx) }),
		byAll("SyncImages", func() error { return me.SyncImages(ctx, k) }),
		byAll("SyncTeam", func() error { return me.SyncTeam(ctx, o.whole) }),
		byAll("Post-Wait-ping-pong", func() error {
			return o.pong(post, func() error { return o.ping.Wait(ctx, 0) })
		}),
		byAll("TryWait-loop-ping-pong", func() error {
			return o.pong(post, loop(func() (bool, error) { return o.ping.TryWait(0) }))
		}),
		byAll("Count-loop-ping-pong", func() error {
			counted := loop(func() (bool, error) {
				n, err := o.ping.Count(0)
				return n > 0, err
			})
			return o.pong(post, func() error {
				return then(counted(), func() error { return o.ping.Wait(ctx, 0) })
			})
		}),
		byAll("Atomics-Load-loop-ping-pong", func() error {
			// the values only grow: one that came again could be taken for that of this turn
			o.turn++
			store := func() error { return o.flag.Store(k, 0, o.turn) }
			return o.pong(store, loop(func() (bool, error) {
				v, err := o.flag.Load(me.Index(), 0)
				return v == o.turn, err
			}))
		}),
		byAll("WaitAny-ping-pong", func() error {
			return o.pong(post, func() error { return ignored(o.set.WaitAny(ctx)) })
		}),
		byAll("Lock-contended", func() error {
			return then(o.locks.Lock(ctx, 2, 0), func() error { return o.locks.Unlock(2, 0) })
		}),
		byAll("Critical-contended", func() error {
			return o.critical.Do(ctx, func() error { return nil })
		}),
	}
}

func (o *operands) collectives(ctx context.Context) []timed {
	me, y := o.me, o.y
	plus := func(a, b float64) float64 { return a + b }
	broadcast := func(name string, n int) timed {
		return timed{name: name, all: true, once: func(i int) error {
			return coarray.BroadcastSlice(ctx, me, y[:n], 1+i%2)
		}}
	}
	return []timed{
		{name: "Broadcast", all: true, once: func(i int) error {
			return ignored(coarray.Broadcast(ctx, me, y[0], 1+i%2))
		}},
		broadcast("BroadcastSlice-1KiB", 128),
		broadcast("BroadcastSlice-1MiB", mib),
		byAll("Sum", func() error { return ignored(coarray.Sum(ctx, me, y[0])) }),
		byAll("Max", func() error { return ignored(coarray.Max(ctx, me, y[0])) }),
		byAll("SumSlice-1KiB", func() error { return coarray.SumSlice(ctx, me, o.z[:128]) }),
		byAll("SumSlice-1MiB", func() error { return coarray.SumSlice(ctx, me, o.z) }),
		byAll("Reduce", func() error { return ignored(coarray.Reduce(ctx, me, y[0], plus)) }),
		byAll("Gather", func() error { return coarray.Gather(ctx, me, o.pair, []int{1}, 1) }),
		byAll("AllGather", func() error { return coarray.AllGather(ctx, me, o.pair, []int{1}) }),
		byAll("Scatter", func() error {
			return coarray.Scatter(ctx, me, o.pair[:1], []int{1, 2},
				1)
		}),
		byAll("AllToAll", func() error { return coarray.AllToAll(ctx, me, o.pair, []int{1, 2}) }),
		byAll("Sort-100", func() error {
			return coarray.Sort(ctx, me, o.z[:100], y[:100], cmp.Compare[float64])
		}),
	}
}

func (o *operands) asyncCollectives(ctx context.Context) []timed {
	me, y, z, w := o.me, o.y, o.z, o.waited
	plus := func(a, b float64) float64 { return a + b }
	broadcast := func(name string, n int) timed {
		return timed{name: name, all: true, once: func(i int) error {
			return o.wait(ctx, coarray.BroadcastAsync(me, y[:n], 1+i%2, w))
		}}
	}
	return []timed{
		byAll("BarrierAsync", func() error { return o.wait(ctx, coarray.BarrierAsync(me, w)) }),
		broadcast("BroadcastAsync-8B", 1),
		broadcast("BroadcastAsync-1MiB", mib),
		byAll("SumAsync-8B", func() error {
			return o.wait(ctx,
				coarray.SumAsync(me, z[:1], y[:1], w))
		}),
		byAll("SumAsync-1MiB", func() error { return o.wait(ctx, coarray.SumAsync(me, z, y, w)) }),
		byAll("ReduceAsync", func() error {
			return o.wait(ctx, coarray.ReduceAsync(me, z[:1], y[:1], plus, coarray.ResultOn(1), w))
		}),
		byAll("GatherAsync", func() error {
			return o.wait(ctx, coarray.GatherAsync(me, o.pair, []int{1}, 1, w))
		}),
		byAll("AllGatherAsync", func() error {
			return o.wait(ctx, coarray.AllGatherAsync(me, o.pair, []int{1}, w))
		}),
		byAll("ScatterAsync", func() error {
			return o.wait(ctx, coarray.ScatterAsync(me, o.pair[:1], []int{1, 2}, 1, w))
		}),
		byAll("AllToAllAsync", func() error {
			return o.wait(ctx, coarray.AllToAllAsync(me, o.pair, []int{1, 2}, w))
		}),
		byAll("SortAsync-100", func() error {
			return o.wait(ctx, coarray.SortAsync(me, z[:100], y[:100], cmp.Compare[float64], w))
		}),
	}
}

func (o *operands) allocations(ctx context.Context) []timed {
	me := o.me
	allocate := func(n int, written bool) func() error {
		return func() error {
			a, err := coarray.New[float64](ctx, me, n)
			if err != nil {
				return err
			}
			if local := a.Local(); written {
				for i := range local {
					local[i] = 1
				}
			}
			return a.Free(ctx)
		}
	}
	nothing := func(*coarray.Image) error { return nil }
	return []timed{
		byAll("New-Free-4KiB", allocate(512, false)),
		byAll("New-Free-16MiB", allocate(16*mib, false)),
		byAll("New-write-Free-8MiB", allocate(8*mib, true)),
		byAll("FormTeam", func() error { return ignored(me.FormTeam(ctx, 1)) }),
		byAll("SplitTeam", func() error { return ignored(me.SplitTeam(ctx, 0, 0)) }),
		byAll("InTeam-of-one", func() error { return me.InTeam(ctx, o.half, nothing) }),
		byAll("InTeam", func() error { return me.InTeam(ctx, o.whole, nothing) }),
		byAll("NewCartesian", func() error {
			return ignored(coarray.NewCartesian(o.whole, []int{2}, []bool{true}))
		}),
		byAll("NewGraph", func() error { return ignored(coarray.NewGraph(o.whole, []int{o.k})) }),
	}
}
