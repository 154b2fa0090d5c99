package coarray

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit/inproc"
)

// A counted operation: all images execute it, which are not mapped. None may begin more messages
// and accesses to others, nor may more come to any, than so many for each of the log2 rounds of a
// barrier, and so many besides.
type counted struct {
	name              string
	rounds, constant  int
	asynchronous      bool // where programs are checked, the first image hears of all who begin it
	prepare, executes func(ctx context.Context, me *Image, s *countedState) error
}

// countedState is what counted operations of one image share.
type countedState struct {
	data   *Coarray[float64]
	events *Events
	locks  *Locks
	words  *Atomics[int64]
	team   *Team
	visit  *Function[int]
	times  int
	right  int
	all    []int64
}

func (s *countedState) open(ctx context.Context, me *Image) (err error) {
	s.right, s.all = me.Index()%me.NumImages()+1, make([]int64, me.NumImages())
	s.data, err = New[float64](ctx, me, 4096)
	errs := []error{err}
	s.events, err = NewEvents(ctx, me, 1)
	errs = append(errs, err)
	s.locks, err = NewLocks(ctx, me, 1)
	errs = append(errs, err)
	s.words, err = NewAtomics[int64](ctx, me, 1)
	errs = append(errs, err)
	s.visit, err = Register(me, "visit", func(*Image, int) error { s.times++; return nil })
	return errors.Join(append(errs, err)...)
}

var countedOperations = []counted{
	{name: "SyncAll", rounds: 1,
		executes: func(ctx context.Context, me *Image,
			_ *countedState) error {
			return me.SyncAll(ctx)
		}},
	{name: "SyncImages", constant: 3, executes: func(ctx context.Context, me *Image,
		s *countedState) error {
		return me.SyncImages(ctx, s.right, (me.Index()+me.NumImages()-2)%me.NumImages()+1)
	}},
	{name: "copy and its completion", constant: 2,
		executes: func(ctx context.Context, me *Image, s *countedState) error {
			return errors.Join(s.data.At(s.right).Put(0, []float64{1}), me.SyncMemory())
		}},
	{name: "post and wait", constant: 2, executes: func(ctx context.Context, _ *Image,
		s *countedState) error {
		return errors.Join(s.events.Post(s.right, 0), s.events.Wait(ctx, 0))
	}},
	{name: "eight atomic operations", constant: 8, executes: func(ctx context.Context, _ *Image,
		s *countedState) error {
		_, err := s.words.Load(s.right, 0)
		errs := []error{err, s.words.Store(s.right, 0, 1)}
		for _, f := range []func(image, i int, v int64) (int64,
			error){s.words.Add, s.words.And, s.words.Or, s.words.Xor, s.words.Swap} {
			_, err := f(s.right, 0, 1)
			errs = append(errs, err)
		}
		_, err = s.words.CompareAndSwap(s.right, 0, 1, 2)
		return errors.Join(append(errs, err)...)
	}},
	{name: "lock and unlock", constant: 4, executes: func(ctx context.Context, _ *Image,
		s *countedState) error {
		return errors.Join(s.locks.Lock(ctx, s.right, 0), s.locks.Unlock(s.right, 0))
	}},
	{name: "Sum", rounds: 1,
		executes: func(ctx context.Context, me *Image, _ *countedState) error {
			_,
				err := Sum(ctx, me, 1)
			return err
		}},
	{name: "SumSlice of 8 KiB", rounds: 3, constant: 2, prepare: longFirst,
		executes: func(ctx context.Context, me *Image, _ *countedState) error {
			return SumSlice(ctx, me, make([]float64, 1024))
		}},
	{name: "SumSlice of 8 KiB for one", rounds: 3, constant: 2, prepare: longFirst,
		executes: func(ctx context.Context, me *Image, _ *countedState) error {
			return SumSlice(ctx, me, make([]float64, 1024), ResultOn(me.NumImages()))
		}},
	{name: "BroadcastSlice of 8 KiB", rounds: 3, constant: 2, prepare: longFirst,
		executes: func(ctx context.Context, me *Image, _ *countedState) error {
			return BroadcastSlice(ctx, me, make([]float64, 1024), me.NumImages()/3+1)
		}},
	{name: "New and Free", rounds: 3, executes: func(ctx context.Context, me *Image,
		_ *countedState) error {
		c, err := New[float64](ctx, me, 100)
		if err != nil {
			return err
		}
		return c.Free(ctx)
	}},
	// A barrier, the entries, whose addresses are asked for, and a barrier.
	{name: "FormTeam", rounds: 4, executes: func(ctx context.Context, me *Image,
		s *countedState) (err error) {
		s.team, err = me.FormTeam(ctx, 1+me.Index()%3, NewIndex((me.Index()+2)/3))
		return err
	}},
	{name: "FormTeam again", rounds: 2, executes: func(ctx context.Context, me *Image,
		_ *countedState) error {
		_, err := me.FormTeam(ctx, 1+me.Index()%3, NewIndex((me.Index()+2)/3))
		return err
	}},
	{name: "FormTeam in another order", rounds: 3,
		executes: func(ctx context.Context, me *Image, _ *countedState) error {
			_, err := me.FormTeam(ctx, 1+me.Index()*5%7%2)
			return err
		}},
	{name: "SplitTeam", rounds: 3, executes: func(ctx context.Context, me *Image,
		_ *countedState) error {
		_, err := me.SplitTeam(ctx, me.Index()%2, -me.Index())
		return err
	}},
	{name: "SyncTeam", rounds: 1,
		executes: func(ctx context.Context, me *Image,
			s *countedState) error {
			return me.SyncTeam(ctx, s.team)
		}},
	{name: "InTeam", rounds: 2, executes: func(ctx context.Context, me *Image,
		s *countedState) error {
		return me.InTeam(ctx, s.team, func(*Image) error { return nil })
	}},
	{name: "FormTeam in a team", rounds: 6, executes: func(ctx context.Context, me *Image,
		s *countedState) error {
		return me.InTeam(ctx,
			s.team, func(me *Image) error {
				_, err := me.FormTeam(ctx,
					1+me.Index()%2)
				return err
			})
	}},
	{name: "failed and stopped images", executes: func(ctx context.Context, me *Image,
		_ *countedState) error {
		if n := len(me.FailedImages()) + len(me.StoppedImages()); n != 0 {
			return fmt.Errorf("%d images are gone", n)
		}
		return nil
	}},
	// A shipped function and the report of its execution, at most two rounds of a sum, and one more
	// where neighbors are at different ones.
	{name: "Finish and Spawn", rounds: 3, constant: 4,
		executes: func(ctx context.Context, me *Image, s *countedState) error {
			return me.Finish(ctx, func() error { return s.visit.Spawn(s.right, 1) })
		}},
	{name: "BarrierAsync", asynchronous: true, rounds: 1,
		executes: func(ctx context.Context, me *Image, _ *countedState) error {
			return me.Finish(ctx, func() error { return BarrierAsync(me) })
		}, constant: 10},
	{name: "SumAsync", asynchronous: true, rounds: 4,
		executes: func(ctx context.Context, me *Image, _ *countedState) error {
			return me.Finish(ctx,
				func() error { return SumAsync(me, make([]int64, 8), make([]int64, 8)) })
		}},
	{name: "AllGather of 8 bytes", asynchronous: true, rounds: 2,
		executes: func(ctx context.Context, me *Image, s *countedState) error {
			return AllGather(ctx, me, s.all,
				[]int64{int64(me.Index())})
		}},
}

// longFirst has the team make its memory for long collectives.
func longFirst(ctx context.Context, me *Image, _ *countedState) error {
	return SumSlice(ctx, me, make([]float64, 1024))
}

// meeting is a barrier that is none of the runtime's.
type meetingPoint struct {
	mu      sync.Mutex
	n, here int
	open    chan struct{}
}

// meet waits for all; the last to come executes last before they go on.
func (p *meetingPoint) meet(last func()) {
	p.mu.Lock()
	open := p.open
	if p.here++; p.here == p.n {
		last()
		p.here, p.open = 0, make(chan struct{})
		close(open)
	}
	p.mu.Unlock()
	<-open
}

// TestMessages holds what docs/scaling.md promises: no operation does anything for each image of
// the run, but for log2 rounds.
func TestMessages(t *testing.T) {
	sizes := []int{64, 100, 256}
	if checked {
		sizes = sizes[:2] // the race detector takes its time
	}
	for _, n := range sizes {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			p := &meetingPoint{n: n, open: make(chan struct{})}
			conduits := make([]*inproc.Conduit, n)
			before := make([][2]int64, n)
			note := func() {
				for i, c := range conduits {
					before[i][0], before[i][1] = c.Counts()
				}
			}
			err := Run(t.Context(), n, func(ctx context.Context, me *Image) error {
				conduits[me.Index()-1] = me.w.Conduit().(*inproc.Conduit)
				var s countedState
				err := s.open(ctx, me)
				for _, o := range countedOperations {
					if o.prepare != nil {
						err = errors.Join(err, o.prepare(ctx, me, &s))
					}
					p.meet(note)
					err = errors.Join(err, o.executes(ctx, me, &s))
					p.meet(func() { o.check(t, conduits, before) })
				}
				return err
			}, Unmapped(), Heap(1<<20))
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// check compares what the images have begun, and suffered, with the bounds.
func (o *counted) check(t *testing.T, conduits []*inproc.Conduit, before [][2]int64) {
	bound := int64(o.rounds*bits.Len(uint(len(conduits)-1)) + o.constant)
	var begun, suffered int64
	for i, c := range conduits {
		b, s := c.Counts()
		begun, suffered = max(begun, b-before[i][0]), max(suffered, s-before[i][1])
	}
	t.Logf("%-28s at most %3d begun, %3d suffered, of %3d", o.name, begun, suffered, bound)
	if o.asynchronous && checked {
		bound++
		suffered -= int64(len(conduits) - 1)
	}
	if begun > bound || suffered > bound {
		t.Errorf("%s: an image begins %d messages, to one there go %d: more than %d", o.name, begun,
			suffered, bound)
	}
}
