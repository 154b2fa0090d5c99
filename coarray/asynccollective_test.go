package coarray

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func init() {
	programsOf(map[string]func(ctx context.Context, me *Image) error{
		"collectives": collectiveProgram,
		"in flight":   inFlightProgram,
		"ahead":       aheadProgram,
		"sort":        sortProgram,
		"puts":        putsProgram,
		"event sets":  eventSetProgram,
		"in teams":    collectivesInTeams,
	})
}

// numbers are n values of an image.
func numbers(image, n int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = 10000*image + i
	}
	return v
}

// together are the numbers of all images.
func together(me *Image, n int) (all []int) {
	for k := range me.NumImages() {
		all = append(all, numbers(k+1, n)...)
	}
	return all
}

// differ says where values are not what they should be.
func differ(what string, got, want []int) error {
	if slices.Equal(got, want) {
		return nil
	}
	return fmt.Errorf("%s: %v, want %v", what, got[:min(len(got), 8)], want[:min(len(want), 8)])
}

// affine is a function x -> a*x+b modulo a prime. Composition is associative, not commutative.
type affine struct{ a, b uint64 }

func compose(f, g affine) affine { return affine{f.a * g.a % 10007, (f.a*g.b + f.b) % 10007} }

// collectiveProgram does each collective, of few and of many elements, for every root, in its
// blocking form or in a finish block.
func collectiveProgram(ctx context.Context, me *Image) error {
	n := me.NumImages()
	for _, m := range []int{1, 3, 700} {
		for root := 1; root <= n; root++ {
			if err := rooted(ctx, me, m, root); err != nil {
				return fmt.Errorf("%d elements, root %d: %w", m, root, err)
			}
		}
		all := make([]int, n*m)
		exchanged, want := make([]int, n*m), []int{}
		for k := range n {
			want = append(want, numbers(k+1, n*m)[(me.Index()-1)*m:me.Index()*m]...)
		}
		if err := errors.Join(AllGather(ctx, me, all, numbers(me.Index(), m)),
			AllToAll(ctx, me, exchanged, numbers(me.Index(), n*m))); err != nil {
			return err
		}
		sums, largest := make([]int, m), make([]int, m)
		begun := me.Finish(ctx, func() error {
			return errors.Join(SumAsync(me, sums, numbers(me.Index(), m)),
				MaxAsync(me, largest, numbers(me.Index(), m)))
		})
		if begun != nil || sums[m-1] != 10000*n*(n+1)/2+n*(m-1) || largest[m-1] != 10000*n+m-1 {
			return fmt.Errorf("sum %d, largest %d, %v", sums[m-1], largest[m-1], begun)
		}
		if err := errors.Join(differ("allgather", all, together(me, m)),
			differ("alltoall", exchanged, want)); err != nil {
			return err
		}
	}
	return nil
}

// rooted does the collectives that have a root.
func rooted(ctx context.Context, me *Image, m, root int) error {
	n := me.NumImages()
	own, all := numbers(me.Index(), m), together(me, m)
	gathered, scattered, again := make([]int, n*m), make([]int, m), make([]int, m)
	values := numbers(me.Index(), m)
	f, product, common := []affine{{uint64(me.Index() + 1), 5}}, make([]affine, 1), make([]affine,
		1)
	err := me.Finish(ctx, func() error {
		return errors.Join(GatherAsync(me, gathered, own, root),
			ScatterAsync(me, scattered, all, root),
			BroadcastAsync(me, values, root),
			ReduceAsync(me, product, f, compose, ResultOn(root)),
			ReduceAsync(me, common, f, compose),
			BarrierAsync(me))
	})
	if err != nil {
		return err
	}
	want := affine{2, 5}
	for k := 2; k <= n; k++ {
		want = compose(want, affine{uint64(k + 1), 5})
	}
	if common[0] != want {
		return fmt.Errorf("allreduce: %v, want %v", common[0], want)
	}
	if me.Index() == root {
		if product[0] != want {
			return fmt.Errorf("reduce: %v, want %v", product[0], want)
		}
		if err := errors.Join(differ("gather", gathered, all),
			Gather(ctx, me, gathered, own, root)); err != nil {
			return err
		}
	} else if err := Gather(ctx, me, nil, own, root); err != nil {
		return err
	}
	if err := Scatter(ctx, me, again, all, root); err != nil {
		return err
	}
	return errors.Join(differ("scatter", scattered, own), differ("blocking scatter", again, own),
		differ("broadcast", values, numbers(root, m)))
}

// inFlightProgram has many collectives in flight, with events, and begins them late on some images:
// a barrier is not over before all have begun it.
func inFlightProgram(ctx context.Context, me *Image) error {
	const many = 40
	events, err := NewEvents(ctx, me, many+1)
	if err != nil {
		return err
	}
	began, err := NewAtomics[int64](ctx, me, 1)
	if err != nil {
		return err
	}
	results := make([][]int, many)
	for i := range many {
		results[i] = []int{0}
		err := ReduceAsync(me, results[i], []int{i * me.Index()},
			func(a, b int) int { return a + b }, After(events.Own(i)))
		if err != nil {
			return err
		}
	}
	for i := many - 1; i >= 0; i-- {
		if err := events.Wait(ctx, i); err != nil {
			return err
		}
		if n := me.NumImages(); results[i][0] != i*n*(n+1)/2 {
			return fmt.Errorf("sum %d: %d", i, results[i][0])
		}
	}
	if _, err := began.Add(1, 0, 1); err != nil {
		return err
	}
	if err := BarrierAsync(me, After(events.Own(many))); err != nil {
		return err
	}
	if err := events.Wait(ctx, many); err != nil {
		return err
	}
	if n, err := began.Load(1, 0); err != nil || int(n) != me.NumImages() {
		return fmt.Errorf("the barrier is over when %d images have begun it, %v", n, err)
	}
	return me.SyncAll(ctx)
}

// aheadProgram: a root is done with more broadcasts than a board has room for, before any other
// image has begun one; sums among them.
func aheadProgram(ctx context.Context, me *Image) error {
	const many, long = 100, 3000
	events, err := NewEvents(ctx, me, 3)
	if err != nil {
		return err
	}
	n := me.NumImages()
	if me.Index() > 1 {
		if err := events.Wait(ctx, 1); err != nil {
			return err
		}
	}
	short, longer, sums := make([]int, many), make([][]int, many/10), make([]int, many)
	for i := range many {
		if me.Index() == 1 {
			short[i] = 7 * i
		}
		if err := BroadcastAsync(me, short[i:i+1], 1, After(events.Own(0))); err != nil {
			return err
		}
		if i%10 == 0 {
			longer[i/10] = make([]int, long)
			if me.Index() == 1 {
				copy(longer[i/10], numbers(i, long))
			}
			if err := BroadcastAsync(me, longer[i/10], 1, After(events.Own(0))); err != nil {
				return err
			}
		}
		to := sums[i : i+1]
		if err := ReduceAsync(me, to, []int{i * me.Index()}, func(a, b int) int { return a + b },
			ResultOn(n),
			After(events.Own(2))); err != nil {
			return err
		}
	}
	if me.Index() == 1 {
		if err := events.WaitN(context.Background(), 0, many+many/10); err != nil {
			return err
		}
		for k := 2; k <= n; k++ {
			if err := events.Post(k, 1); err != nil {
				return err
			}
		}
	} else if err := events.WaitN(context.Background(), 0, many+many/10); err != nil {
		return err
	}
	if err := events.WaitN(context.Background(), 2, many); err != nil {
		return err
	}
	for i := range many {
		if short[i] != 7*i || i%10 == 0 &&
			differ("broadcast", longer[i/10], numbers(i, long)) != nil {
			return fmt.Errorf("broadcast %d is wrong: %d", i, short[i])
		}
		if me.Index() == n && sums[i] != i*n*(n+1)/2 {
			return fmt.Errorf("sum %d: %d", i, sums[i])
		}
	}
	return me.SyncAll(ctx)
}

type record struct {
	Key   int8
	Image uint8
	Place uint16
	Rest  [20]byte // longer than what an empty slice points to, which the race detector finds
}

// sortProgram sorts: random keys, many equal ones, all equal, none, few; stably.
func sortProgram(ctx context.Context, me *Image) error {
	byKey := func(a, b record) int { return cmp.Compare(a.Key, b.Key) }
	n := me.NumImages()
	for _, m := range []int{0, 1, 2, 1000} {
		for _, kinds := range []int{1, 3, 250} {
			var whole []record
			for k := range n {
				random := rand.New(rand.NewPCG(uint64(k), uint64(m*kinds)))
				for i := range m {
					whole = append(whole, record{Key: int8(random.IntN(kinds)), Image: uint8(k),
						Place: uint16(i)})
				}
			}
			lo, hi := (me.Index()-1)*m, me.Index()*m
			src, dst, again := slices.Clone(whole[lo:hi]), make([]record, m), make([]record, m)
			if err := Sort(ctx, me, dst, src, byKey); err != nil {
				return err
			}
			if err := me.Finish(ctx,
				func() error { return SortAsync(me, again, src, byKey) }); err != nil {
				return err
			}
			slices.SortStableFunc(whole, byKey)
			if !slices.Equal(dst, whole[lo:hi]) || !slices.Equal(again, dst) || n*m != len(whole) {
				return fmt.Errorf("%d elements of %d keys are not sorted", m, kinds)
			}
		}
	}
	return nil
}

// collectivesInTeams does different numbers of collectives in two teams at once.
func collectivesInTeams(ctx context.Context, me *Image) error {
	team, err := me.FormTeam(ctx, 1+me.Index()/2%2)
	if err != nil {
		return err
	}
	return me.InTeam(ctx, team, func(me *Image) error {
		for range team.Number() * 2 {
			all := make([]int, 2*me.NumImages())
			if err := me.Finish(ctx,
				func() error {
					return AllGatherAsync(me, all,
						numbers(me.Index(), 2))
				}); err != nil {
				return err
			}
			if err := differ("allgather", all, together(me, 2)); err != nil {
				return err
			}
		}
		return nil
	})
}

// eventSetProgram checks order, counts and fairness of sets.
func eventSetProgram(ctx context.Context, me *Image) error {
	events, err := NewEvents(ctx, me, 4)
	if err != nil {
		return err
	}
	set := NewEventSet(me)
	if err := set.AddAll(events); err != nil {
		return err
	}
	expect := func(found Event, err error, i int) error {
		if err != nil || found != events.Own(i) {
			return fmt.Errorf("found %v, want %v, %v", found, events.Own(i), err)
		}
		return nil
	}
	// 3 comes first, since it is posted alone; then 0, which is before 1; then, though 3 is posted
	// too, 1, which was found less often.
	for _, step := range []struct {
		post []int
		want int
	}{{[]int{3}, 3}, {[]int{1, 0, 3}, 0}, {nil, 1}, {nil, 3}} {
		for _, i := range step.post {
			if err := events.Own(i).Post(); err != nil {
				return err
			}
		}
		found, err := set.WaitAny(ctx)
		if err := expect(found, err, step.want); err != nil {
			return err
		}
	}
	// Counts are 1, 1, 0, 2: a fair wait takes 2 alone, whatever else is posted.
	if err := errors.Join(events.Post(me.Index(), 0), events.Post(me.Index(), 2)); err != nil {
		return err
	}
	found, err := set.WaitAnyFair(ctx)
	if err := expect(found, err, 2); err != nil {
		return err
	}
	if found, err = set.WaitAnyFair(ctx); err != nil || found != events.Own(0) {
		return fmt.Errorf("found %v, %v", found, err)
	}
	if err := set.Add(events.Own(0)); !errors.Is(err, ErrShape) {
		return fmt.Errorf("an event is twice in a set: %v", err)
	}
	if err := errors.Join(me.SyncAll(ctx), set.Remove(events.Own(3))); err != nil {
		return err
	}
	// Each image notifies all of its neighbor's events, which waits for all that are left.
	there := NewEventSet(me)
	for i := range 3 {
		if err := there.Add(events.At(right(me), i)); err != nil {
			return err
		}
	}
	if err := there.PostAll(); err != nil {
		return err
	}
	if _, err := there.WaitAny(ctx); me.NumImages() > 1 && !errors.Is(err, ErrShape) {
		return fmt.Errorf("a wait for another image's event: %v", err)
	} else if me.NumImages() == 1 {
		if err != nil {
			return err
		}
		_ = there.PostAll()
	}
	if err := set.WaitAll(ctx); err != nil {
		return err
	}
	ids := map[uint64]bool{}
	for k := range me.NumImages() {
		for i := range 4 {
			ids[events.At(k+1, i).ID()] = true
		}
	}
	if len(ids) != 4*me.NumImages() || ids[0] {
		return fmt.Errorf("%d different ids", len(ids))
	}
	return me.SyncAll(ctx)
}

func TestCollectiveShapes(t *testing.T) {
	err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
		add := func(a, b int) int { return a + b }
		for what, err := range map[string]error{
			"gather":    Gather(ctx, me, make([]int, 3), make([]int, 2), me.Index()),
			"scatter":   Scatter(ctx, me, make([]int, 2), make([]int, 5), me.Index()),
			"allgather": AllGather(ctx, me, make([]int, 2), make([]int, 2)),
			"alltoall":  AllToAll(ctx, me, make([]int, 3), make([]int, 3)),
			"allreduce": ReduceAsync(me, make([]int, 3), make([]int, 2), add),
		} {
			if !errors.Is(err, ErrShape) {
				return fmt.Errorf("%s: %v", what, err)
			}
		}
		if err := BroadcastAsync(me, []int{1}, 3); !errors.Is(err, ErrImageRange) {
			return fmt.Errorf("a root that there is not: %v", err)
		}
		if err := Sort(ctx, me, make([]int, me.Index()), make([]int, me.Index()),
			func(a, b int) int { return a - b }); !errors.Is(err, ErrSizes) {
			return fmt.Errorf("a sort of different lengths: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Teams in which one member combines for all, and teams too large for boards.
func TestCollectivesOfMany(t *testing.T) {
	for _, n := range []int{17, 66} {
		err := Run(t.Context(),
			n, func(ctx context.Context, me *Image) error {
				return errors.Join(rooted(ctx, me, 3, n), rooted(ctx, me, 700, 2))
			})
		if err != nil {
			t.Errorf("%d images: %v", n, err)
		}
	}
}

// An asynchronous collective that cannot go on ends the run: nobody waits for it who could be told.
func TestCollectiveFails(t *testing.T) {
	err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
		return me.Finish(ctx, func() error {
			return BroadcastAsync(me, make([]int, me.Index()),
				1)
		})
	})
	if !errors.Is(err, ErrSizes) || !strings.Contains(err.Error(), "collective") {
		t.Errorf("a broadcast of different lengths: %v", err)
	}
}

// TestCollectiveLeftBehind: an image begins a collective, and the others end without it. Nothing of
// the run's can complete it, so nobody waits until that is found to be a deadlock.
func TestCollectiveLeftBehind(t *testing.T) {
	for name, begin := range map[string]func(me *Image) error{
		"BarrierAsync":   func(me *Image) error { return BarrierAsync(me) },
		"BroadcastAsync": func(me *Image) error { return BroadcastAsync(me, make([]int, 3), 2) },
		"SumAsync": func(me *Image) error {
			return SumAsync(me, make([]int, 3), make([]int, 3))
		},
	} {
		for _, options := range [][]Option{nil, {Unmapped()}} {
			for _, who := range []int{1, 3} {
				err := Run(t.Context(), 3, func(ctx context.Context, me *Image) error {
					if me.Index() == who {
						return begin(me)
					}
					return nil
				}, options...)
				if !errors.Is(err, ErrStoppedImage) ||
					!strings.Contains(err.Error(), fmt.Sprintf("image %d: %s", who, name)) ||
					!strings.Contains(err.Error(), "which not all images have begun") {
					t.Errorf("%s on image %d alone: %v", name, who, err)
				}
			}
		}
	}
}

// TestCollectivesDiffer: images begin different operations, of which the report names both.
func TestCollectivesDiffer(t *testing.T) {
	for _, c := range []struct {
		first, second func(me *Image, v []int) error
		texts         []string
	}{
		{func(me *Image, v []int) error { return BroadcastAsync(me, v, 2) },
			func(me *Image, v []int) error { return MaxAsync(me, v, v) },
			[]string{"BroadcastAsync of int with image 2", "MaxAsync"}},
		{func(me *Image, v []int) error { return BroadcastAsync(me, v, 1) },
			func(me *Image, v []int) error { return BroadcastAsync(me, v, 2) },
			[]string{"BroadcastAsync of int with image 1", "BroadcastAsync of int with image 2"}},
		{func(me *Image, v []int) error {
			return Gather(t.Context(), me, make([]int, 2*len(v)), v,
				1)
		},
			func(me *Image, v []int) error {
				return Scatter(t.Context(), me, v,
					make([]int, 2*len(v)), 2)
			},
			[]string{"Gather of int with image 1", "Scatter of int with image 2"}},
	} {
		err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
			v := make([]int, 5)
			return me.Finish(ctx, func() error {
				if me.Index() == 1 {
					return c.first(me, v)
				}
				return c.second(me, v)
			})
		})
		if !errors.Is(err, ErrMismatch) {
			t.Errorf("%v: not reported: %v", c.texts, err)
			continue
		}
		for _, text := range c.texts {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%v does not name %s", err, text)
			}
		}
		if checked && !strings.Contains(err.Error(), "asynccollective_test.go:") {
			t.Errorf("%v does not say where", err)
		}
	}
}

// putsProgram: what an image has put, by calls that return, is seen by all who have been in a
// collective operation or a finish block with it.
func putsProgram(ctx context.Context, me *Image) error {
	n := me.NumImages()
	u, err := New[int](ctx, me, n)
	if err != nil {
		return err
	}
	event, err := NewLocalEvents(me, 1)
	if err != nil {
		return err
	}
	after, one, all := After(event.Own(0)), []int{1}, make([]int, n)
	waited := func(err error) error { return errors.Join(err, event.Wait(ctx, 0)) }
	least := func(a, b int) int { return min(a, b) }
	ways := map[string]func() error{
		"Finish":       func() error { return me.Finish(ctx, func() error { return nil }) },
		"Sum":          func() error { _, err := Sum(ctx, me, 1); return err },
		"MaxSlice":     func() error { return MaxSlice(ctx, me, make([]int, 3)) },
		"Reduce":       func() error { _, err := Reduce(ctx, me, 1, least); return err },
		"BarrierAsync": func() error { return waited(BarrierAsync(me, after)) },
		"SumAsync":     func() error { return waited(SumAsync(me, one, one, after)) },
		"AllReduceAsync": func() error {
			return waited(ReduceAsync(me, one, one, least, after))
		},
		"AllGather": func() error { return AllGather(ctx, me, all, one) },
		"AllToAll":  func() error { return AllToAll(ctx, me, make([]int, n), all) },
		"Sort":      func() error { return Sort(ctx, me, make([]int, 1), one, cmp.Compare[int]) },
	}
	for round, way := range slices.Sorted(maps.Keys(ways)) {
		for k := range n {
			if err := u.At(k+1).Put(me.Index()-1, []int{round*n + me.Index()}); err != nil {
				return err
			}
		}
		if err := ways[way](); err != nil {
			return err
		}
		for k, v := range u.Local() {
			if v != round*n+k+1 {
				return fmt.Errorf("after %s what image %d has put is not there: %d", way, k+1, v)
			}
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
	}
	return nil
}
