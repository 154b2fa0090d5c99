package coarray

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

func init() {
	programsOf(map[string]func(ctx context.Context, me *Image) error{
		"tree":         treeProgram,
		"stealing":     stealProgram,
		"overlapping":  overlapProgram,
		"relay":        relayProgram,
		"halves":       halvesProgram,
		"third party":  thirdPartyProgram,
		"hash table":   hashProgram,
		"event server": eventServerProgram,
		"records":      recordsProgram,
		"grid":         gridProgram,
	})
}

// node is a node of an unbalanced tree: its children follow from its state.
type node struct {
	State uint64
	Depth int
}

func (n node) children() []node {
	count := int(n.State>>20) % 5
	switch {
	case n.Depth == 0:
		count = 6
	case n.Depth >= 8:
		count = 0
	}
	var out []node
	for k := range count {
		out = append(out, node{(n.State ^ n.State>>7) * 6364136223846793005 * uint64(2*k+3),
			n.Depth + 1})
	}
	return out
}

func (n node) size() int {
	size := 1
	for _, c := range n.children() {
		size += c.size()
	}
	return size
}

// treeProgram counts an unbalanced tree by shipping its subtrees.
func treeProgram(ctx context.Context, me *Image) error {
	visited := 0
	var visit *Function[node]
	visit, err := Register(me, "visit", func(at *Image, n node) error {
		visited++
		for _, c := range n.children() {
			if c.Depth > 4 {
				visited += c.size()
				continue
			}
			if err := visit.Spawn(1+int(c.State>>11%uint64(at.NumImages())), c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for round := range 4 {
		visited = 0
		// functions may come as soon as another image has begun
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		root := node{State: 42 + uint64(round)<<24}
		err := me.Finish(ctx, func() error {
			if me.Index() != me.NumImages() {
				return nil
			}
			return visit.Spawn(1, root)
		})
		if err != nil {
			return err
		}
		if all, err := Sum(ctx, me, visited); err != nil || all != root.size() {
			return fmt.Errorf("visited %d nodes of %d, %v", all, root.size(), err)
		}
	}
	return nil
}

// stealProgram: who has no work asks a victim, whose shipped function ships half of what is there
// back.
func stealProgram(ctx context.Context, me *Image) error {
	const tasks = 1500
	var queue []int
	answers, done, sum := 0, 0, 0
	give, err := Register(me, "give", func(_ *Image, list []int) error {
		queue = append(queue, list...)
		answers++
		return nil
	})
	if err != nil {
		return err
	}
	ask, err := Register(me, "ask", func(_ *Image, thief int) error {
		half := len(queue) / 2
		list := slices.Clone(queue[half:])
		queue = queue[:half]
		return give.Spawn(thief, list)
	})
	if err != nil {
		return err
	}
	work := func() {
		for len(queue) > 0 {
			k := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			sum += k * k
			if done++; done%10 == 0 {
				me.Advance()
			}
		}
	}
	if me.Index() == 1 {
		for k := range tasks {
			queue = append(queue, k)
		}
	}
	err = me.Finish(ctx, func() error {
		for tries := 0; ; tries++ {
			work()
			if me.NumImages() == 1 || tries > 15 {
				return nil
			}
			victim := (me.Index()+tries%(me.NumImages()-1))%me.NumImages() + 1
			if err := ask.Spawn(victim, me.Index()); err != nil {
				return err
			}
			for answers <= tries {
				me.Advance()
			}
		}
	})
	if err != nil {
		return err
	}
	work() // what came to who had left the loop
	all, err := Sum(ctx, me, done)
	squares, err2 := Sum(ctx, me, sum)
	if all != tasks || squares != (tasks-1)*tasks*(2*tasks-1)/6 {
		return fmt.Errorf("%d tasks, sum %d", all, squares)
	}
	return errors.Join(err, err2)
}

// overlapProgram: collectives over rows, columns and everybody in flight at once, of which each
// image waits in an order of its own.
func overlapProgram(ctx context.Context, me *Image) error {
	width := 1
	for width*width < me.NumImages() {
		width++
	}
	rank := me.Index() - 1
	row, err := me.SplitTeam(ctx, rank/width, rank)
	if err != nil {
		return err
	}
	column, err := me.SplitTeam(ctx, rank%width, -rank)
	if err != nil {
		return err
	}
	events, err := NewLocalEvents(me, 6)
	if err != nil {
		return err
	}
	in := func(team *Team, begin func(me *Image) error) error {
		return me.InTeam(ctx, team, begin)
	}
	for round := range 8 {
		sum, max := make([]int, 2), make([]int, 1)
		heads, back := make([]int, column.NumImages()), make([]int, me.NumImages())
		out := make([]int, me.NumImages())
		for k := range out {
			out[k] = 100*rank + k
		}
		value := []int{rank + round}
		err := errors.Join(
			in(row,
				func(me *Image) error {
					return SumAsync(me, sum, []int{rank, round},
						After(events.Own(0)))
				}),
			in(column,
				func(me *Image) error {
					return AllGatherAsync(me, heads, []int{rank},
						After(events.Own(1)))
				}),
			AllToAllAsync(me, back, out, After(events.Own(2))),
			in(row, func(me *Image) error {
				return BroadcastAsync(me, value, 1+round%me.NumImages(), After(events.Own(3)))
			}),
			MaxAsync(me, max, []int{rank * (round + 1)}, After(events.Own(4))),
			in(column, func(me *Image) error { return BarrierAsync(me, After(events.Own(5))) }))
		if err != nil {
			return err
		}
		set := NewEventSet(me)
		for k := range 6 {
			if err := set.Add(events.Own((k*5 + rank) % 6)); err != nil {
				return err
			}
		}
		for range 6 {
			if _, err := set.WaitAnyFair(ctx); err != nil {
				return err
			}
		}
		first, wantSum := rank/width*width, 0
		for k := range row.NumImages() {
			wantSum += first + k
		}
		switch {
		case sum[0] != wantSum || sum[1] != round*row.NumImages():
			return fmt.Errorf("round %d: sums %v", round, sum)
		case !slices.IsSortedFunc(heads, func(a, b int) int { return cmp.Compare(b, a) }) ||
			heads[0]%width != rank%width:
			return fmt.Errorf("round %d: heads %v", round, heads)
		case back[me.NumImages()-1] != 100*(me.NumImages()-1)+rank:
			return fmt.Errorf("round %d: back %v", round, back)
		case value[0] != first+round%row.NumImages()+round:
			return fmt.Errorf("round %d: value %v", round, value)
		case max[0] != (me.NumImages()-1)*(round+1):
			return fmt.Errorf("round %d: max %v", round, max)
		}
	}
	return nil
}

// relayProgram: copies that hand data around the ring, each begun by a third image and waiting for
// the event of the one before.
func relayProgram(ctx context.Context, me *Image) error {
	const hops, length = 9, 300
	n := me.NumImages()
	data, err := New[int64](ctx, me, hops+1, length)
	if err != nil {
		return err
	}
	ready, err := NewEvents(ctx, me, hops+1)
	if err != nil {
		return err
	}
	for k := range length {
		data.Local()[k] = int64(1000*me.Index() + k)
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	at := func(hop int) int { return hop%n + 1 }
	for hop := hops - 1; hop >= 0; hop-- {
		if at(5*hop+2) != me.Index() {
			continue
		}
		err := CopyAsync(me, data.At(at(hop+1)).Section(Index(hop+1), All()),
			data.At(at(hop)).Section(Index(hop), All()), After(ready.At(at(hop+1), hop+1)),
			Before(ready.At(at(hop), hop)))
		if err != nil {
			return err
		}
	}
	if me.Index() == 1 {
		if err := ready.Own(0).Post(); err != nil {
			return err
		}
	}
	if me.Index() == at(hops) {
		if err := ready.Wait(ctx, hops); err != nil {
			return err
		}
		for k, v := range data.Local()[hops*length:] {
			if v != int64(1000+k) {
				return fmt.Errorf("element %d is %d", k, v)
			}
		}
	}
	return me.SyncAll(ctx)
}

// halvesProgram: one half nests finish blocks three deep around functions that ship functions,
// while the other does collectives.
func halvesProgram(ctx context.Context, me *Image) error {
	color := 0
	if 2*me.Index() > me.NumImages()+1 {
		color = 1
	}
	half, err := me.SplitTeam(ctx, color, me.Index())
	if err != nil {
		return err
	}
	return me.InTeam(ctx, half, func(me *Image) error {
		n, calls := me.NumImages(), 0
		var grow *Function[int]
		grow, err := Register(me, "grow", func(at *Image, depth int) error {
			calls++
			if depth == 0 {
				return nil
			}
			return errors.Join(grow.Spawn(1+(at.Index()+depth)%n, depth-1),
				grow.Spawn(1+at.Index()%n, depth-1))
		})
		if err != nil {
			return err
		}
		for range 3 {
			if color == 1 {
				for k := range 20 {
					if most, err := Max(ctx, me, me.Index()+k); err != nil || most != n+k {
						return fmt.Errorf("most is %d, %v", most, err)
					}
				}
				continue
			}
			calls = 0
			if err := me.SyncAll(ctx); err != nil {
				return err
			}
			err := me.Finish(ctx, func() error {
				err := grow.Spawn(1, 5)
				inner := me.Finish(ctx, func() error {
					return errors.Join(grow.Spawn(n, 3),
						me.Finish(ctx, func() error { return grow.Spawn(me.Index(), 2) }))
				})
				return errors.Join(err, inner, grow.Spawn(me.Index(), 1))
			})
			if err != nil {
				return err
			}
			if all, err := Sum(ctx, me, calls); err != nil || all != n*(63+15+7+3) {
				return fmt.Errorf("%d calls, %v", all, err)
			}
		}
		return nil
	})
}

// thirdPartyProgram copies between two other images, with predicates on a third.
func thirdPartyProgram(ctx context.Context, me *Image) error {
	n := me.NumImages()
	near := func(d int) int { return (me.Index()-1+d+3*n)%n + 1 }
	src, err := New[int](ctx, me, 20)
	if err != nil {
		return err
	}
	dst, err := New[int](ctx, me, 20)
	if err != nil {
		return err
	}
	events, err := NewEvents(ctx, me, 2)
	if err != nil {
		return err
	}
	for k := range src.Local() {
		src.Local()[k] = 1000*me.Index() + k
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	err = CopyAsync(me, dst.At(near(2)).Section(Range(1, 20).By(3)),
		src.At(near(1)).Section(Range(0, 7)), After(events.At(near(2), 1)),
		Before(events.At(near(3), 0)))
	if err != nil {
		return err
	}
	if err := errors.Join(events.At(near(-1), 0).Post(), events.Wait(ctx, 1)); err != nil {
		return err
	}
	for k := range 7 {
		if dst.Local()[1+3*k] != 1000*near(-1)+k || dst.Local()[3*k+1-1] != 0 {
			return fmt.Errorf("got %v", dst.Local())
		}
	}
	return me.SyncAll(ctx)
}

// pair is what a hash table holds.
type pair struct {
	Key   string
	Value int
}

// hashProgram inserts into a distributed hash table and looks up in it, by functions with strings,
// maps and results.
func hashProgram(ctx context.Context, me *Image) error {
	table := map[string]int{}
	found, err := New[int](ctx, me, 200)
	if err != nil {
		return err
	}
	insert, err := Register(me, "insert",
		func(_ *Image, p pair) error { table[p.Key] += p.Value; return nil })
	if err != nil {
		return err
	}
	lookup, err := RegisterResult(me, "lookup",
		func(_ *Image, key string) (int, error) { return table[key], nil })
	if err != nil {
		return err
	}
	merge, err := Register(me, "merge", func(_ *Image, more map[string]int) error {
		for k, v := range more {
			table[k] += v
		}
		return nil
	})
	if err != nil {
		return err
	}
	owner := func(k int) int { return 1 + k*7%me.NumImages() }
	key := func(k int) string { return fmt.Sprintf("key %d", k) }
	err = me.Finish(ctx, func() error {
		var all error
		for k := range 200 {
			all = errors.Join(all, insert.Spawn(owner(k), pair{key(k), k}))
		}
		return errors.Join(all, merge.Spawn(owner(0),
			map[string]int{key(0): 5, "other": me.Index()}))
	})
	if err != nil {
		return err
	}
	err = me.Finish(ctx, func() error {
		var all error
		for k := range 200 {
			all = errors.Join(all, lookup.Spawn(owner(k), key(k), found.At(me.Index()), k))
		}
		return all
	})
	if err != nil {
		return err
	}
	for k, v := range found.Local() {
		want := k * me.NumImages()
		if k == 0 {
			want = 5 * me.NumImages()
		}
		if v != want {
			return fmt.Errorf("%s has %d, not %d", key(k), v, want)
		}
	}
	return me.SyncAll(ctx)
}

// eventServerProgram: one image answers whichever request comes; priority among ready events is by
// how often they were seen.
func eventServerProgram(ctx context.Context, me *Image) error {
	const kinds = 4
	requests, err := NewEvents(ctx, me, kinds)
	if err != nil {
		return err
	}
	replies, err := NewEvents(ctx, me, 1)
	if err != nil {
		return err
	}
	for k := range kinds {
		for range 5 * (k + 1) {
			if err := requests.Post(1, k); err != nil {
				return err
			}
		}
	}
	if me.Index() == 1 {
		set := NewEventSet(me)
		if err := set.AddAll(requests); err != nil {
			return err
		}
		var counts [kinds]int
		for range 50 * me.NumImages() {
			v, err := set.WaitAny(ctx)
			if err != nil {
				return err
			}
			for k := range kinds {
				if requests.Own(k).ID() == v.ID() {
					counts[k]++
				}
			}
		}
		if n := me.NumImages(); counts != [kinds]int{5 * n, 10 * n, 15 * n, 20 * n} {
			return fmt.Errorf("served %v", counts)
		}
		everybody := NewEventSet(me)
		for k := range me.NumImages() {
			if err := everybody.Add(replies.At(k+1, 0)); err != nil {
				return err
			}
		}
		if err := everybody.PostAll(); err != nil {
			return err
		}
	}
	return replies.Wait(ctx, 0)
}

// person is sorted by several keys.
type person struct {
	Name  [4]byte
	Year  int16
	Place [2]int32
}

// recordsProgram sorts structures, stably, in a team and in all images at once.
func recordsProgram(ctx context.Context, me *Image) error {
	const m = 50
	own := make([]person, m)
	for k := range own {
		own[k] = person{[4]byte{'a' + byte(k*37+me.Index()*11)%23}, int16(1900 + k*k%7),
			[2]int32{int32(me.Index()), int32(k)}}
	}
	sorted, inTeam := make([]person, m), make([]person, m)
	team, err := me.SplitTeam(ctx, me.Index()%2, -me.Index())
	if err != nil {
		return err
	}
	byName := func(a, b person) int { return slices.Compare(a.Name[:], b.Name[:]) }
	byYear := func(a, b person) int { return cmp.Or(cmp.Compare(a.Year, b.Year), byName(a, b)) }
	err = me.Finish(ctx, func() error {
		return errors.Join(SortAsync(me, sorted, own, byYear),
			me.InTeam(ctx, team, func(me *Image) error {
				event, err := NewLocalEvents(me, 1)
				if err != nil {
					return err
				}
				return errors.Join(SortAsync(me, inTeam, own, byName, After(event.Own(0))),
					event.Wait(ctx, 0))
			}))
	})
	if err != nil {
		return err
	}
	if !slices.IsSortedFunc(sorted, byYear) || !slices.IsSortedFunc(inTeam, byName) {
		return errors.New("not sorted")
	}
	all := make([]person, m*me.NumImages())
	if err := AllGather(ctx, me, all, sorted); err != nil {
		return err
	}
	for k := 1; k < len(all); k++ {
		a, b := all[k-1], all[k]
		if c := byYear(a, b); c > 0 || c == 0 && slices.Compare(a.Place[:], b.Place[:]) >= 0 {
			return fmt.Errorf("%v stands before %v", a, b)
		}
	}
	return nil
}

// gridProgram exchanges ghost layers on a grid that is periodic in one direction, while barriers
// are under way.
func gridProgram(ctx context.Context, me *Image) error {
	const m = 4
	n := me.NumImages()
	dims := []int{1, n}
	if n%2 == 0 {
		dims = []int{n / 2, 2}
	}
	grid, err := NewCartesian(me.Team(), dims, []bool{true, false})
	if err != nil {
		return err
	}
	u, err := New[int](ctx, me, m+2, m+2)
	if err != nil {
		return err
	}
	events, err := NewEvents(ctx, me, 5)
	if err != nil {
		return err
	}
	for k := range u.Local() {
		u.Local()[k] = me.Index()
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	inner := Range(1, m+1)
	for range 5 {
		if err := BarrierAsync(me, After(events.Own(4))); err != nil {
			return err
		}
		wait := 0
		for d := range 2 {
			for s, shift := range []int{-1, 1} {
				to, err := grid.Neighbor(d, shift)
				if err != nil {
					return err
				}
				own, ghost := 1, m+1
				if shift == 1 {
					own, ghost = m, 0
				}
				source, target := u.Section(Index(own), inner),
					u.At(to).Section(Index(ghost), inner)
				if d == 1 {
					source, target = u.Section(inner, Index(own)),
						u.At(to).Section(inner, Index(ghost))
				}
				if err := CopyAsync(me, target, source, After(events.At(to, 2*d+s))); err != nil {
					return err
				}
				from, err := grid.Neighbor(d, -shift)
				if err != nil {
					return err
				}
				if from != NoImage {
					if err := events.Wait(ctx, 2*d+s); err != nil {
						return err
					}
					wait++
				}
			}
		}
		if err := errors.Join(events.Wait(ctx, 4), me.SyncAll(ctx)); err != nil {
			return err
		}
	}
	left, err := grid.Neighbor(1, -1)
	if err != nil {
		return err
	}
	if left == NoImage {
		left = me.Index()
	}
	above, err := grid.Neighbor(0, 1)
	if err != nil {
		return err
	}
	if got := u.Local()[1*(m+2)]; got != left {
		return fmt.Errorf("the left ghost is %d, not %d", got, left)
	}
	if got := u.Local()[(m+1)*(m+2)+2]; got != above {
		return fmt.Errorf("the ghost above is %d, not %d", got, above)
	}
	return me.SyncAll(ctx)
}
