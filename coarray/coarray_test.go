package coarray

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

// everywhere runs a program on several numbers of images, mapped and not.
func everywhere(t *testing.T, program func(ctx context.Context, me *Image) error) {
	t.Helper()
	for name, options := range map[string][]Option{"mapped": nil, "unmapped": {Unmapped()}} {
		for _, n := range turns.Of(t.Name()+name, 1, 2, 3, 5) {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				if err := Run(t.Context(), n, program, options...); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

func right(me *Image) int { return me.Index()%me.NumImages() + 1 }
func left(me *Image) int  { return (me.Index()+me.NumImages()-2)%me.NumImages() + 1 }

func TestElements(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		u, err := New[float32](ctx, me, 4, 3)
		if err != nil {
			return err
		}
		there := u.At(right(me))
		for i := range u.Len() {
			there.Store(i, float32(100*me.Index()+i))
		}
		if got := there.Load(5); got != float32(100*me.Index()+5) {
			return fmt.Errorf("got %v back", got)
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if got := u.Local()[u.Index(2, 1)]; got != float32(100*left(me)+7) {
			return fmt.Errorf("from image %d: %v", left(me), got)
		}
		if here := u.At(me.Index()).Slice(); len(here) != 12 || &here[0] != &u.Local()[0] {
			return errors.New("the own part's slice is not Local")
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if err := there.Put(10, []float32{1, 2}); err != nil {
			return err
		}
		got := make([]float32, 2)
		if err := there.Get(10, got); err != nil || !slices.Equal(got, []float32{1, 2}) {
			return fmt.Errorf("put and got %v, %v", got, err)
		}
		return u.Free(ctx)
	})
}

// TestSections compares random sections, copied in all ways, with loops over elements.
func TestSections(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		random := rand.New(rand.NewPCG(7, uint64(me.Index())))
		for _, dims := range [][]int{{}, {7}, {5, 6}, {3, 4, 5}, {2, 3, 2, 4}} {
			u, err := New[int32](ctx, me, dims...)
			if err != nil {
				return err
			}
			v, err := New[int32](ctx, me, dims...)
			if err != nil {
				return err
			}
			for range 20 {
				if err := trySection(me, random, u, v); err != nil {
					return fmt.Errorf("dimensions %v: %w", dims, err)
				}
			}
			if err := errors.Join(u.Free(ctx), v.Free(ctx)); err != nil {
				return err
			}
		}
		return nil
	})
}

func trySection(me *Image, random *rand.Rand, u, v *Coarray[int32]) error {
	for i := range v.Local() {
		v.Local()[i] = random.Int32()
	}
	subscripts, elements := randomSection(random, u.Dims())
	there := u.At(right(me)).Section(subscripts...)
	if err := there.Err(); err != nil {
		return err
	}
	if there.Len() != len(elements) {
		return fmt.Errorf("%v: %d elements, want %d", subscripts, there.Len(), len(elements))
	}
	if err := there.CopyFrom(v.Section(subscripts...)); err != nil {
		return err
	}
	whole := make([]int32, u.Len())
	if err := u.At(right(me)).Get(0, whole); err != nil {
		return err
	}
	back, packed := make([]int32, u.Len()), make([]int32, len(elements))
	if err := errors.Join(there.CopyTo(packed), me.SyncMemory()); err != nil {
		return err
	}
	for k, i := range elements {
		if whole[i] != v.Local()[i] || packed[k] != v.Local()[i] {
			return fmt.Errorf("%v: element %d is %d, packed %d, want %d", subscripts, i, whole[i],
				packed[k], v.Local()[i])
		}
	}
	for k := range packed {
		packed[k] = int32(k)
	}
	if err := errors.Join(there.CopyFromSlice(packed),
		v.Section(subscripts...).CopyFrom(there)); err != nil {
		return err
	}
	copy(back, v.Local())
	for k, i := range elements {
		if back[i] != int32(k) {
			return fmt.Errorf("%v: element %d is %d, want %d", subscripts, i, back[i], k)
		}
	}
	return nil
}

// randomSection gives subscripts and the elements that they mean, in order.
func randomSection(random *rand.Rand, dims []int) (subscripts []Subscript, elements []int) {
	elements = []int{0}
	for _, n := range dims {
		var chosen []int
		switch random.IntN(4) {
		case 0:
			chosen = []int{random.IntN(n)}
			subscripts = append(subscripts, Index(chosen[0]))
		case 1:
			subscripts = append(subscripts, All())
			for i := range n {
				chosen = append(chosen, i)
			}
		case 2:
			lo, step := random.IntN(n), 1+random.IntN(3)
			hi := lo + random.IntN(n+1-lo)
			subscripts = append(subscripts, Range(lo, hi).By(step))
			for i := lo; i < hi; i += step {
				chosen = append(chosen, i)
			}
		default:
			lo, step := random.IntN(n), 1+random.IntN(3)
			hi := lo - random.IntN(lo+2)
			subscripts = append(subscripts, Range(lo, hi).By(-step))
			for i := lo; i > hi; i -= step {
				chosen = append(chosen, i)
			}
		}
		var next []int
		for _, e := range elements {
			for _, i := range chosen {
				next = append(next, e*n+i)
			}
		}
		elements = next
	}
	return subscripts, elements
}

func TestOverlap(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 10)
		if err != nil {
			return err
		}
		for i := range u.Local() {
			u.Local()[i] = i
		}
		if err := u.Section(Range(2, 10)).CopyFrom(u.Section(Range(0, 8))); err != nil {
			return err
		}
		if err := u.Section(All()).CopyFrom(u.Section(Range(9, -1).By(-1))); err != nil {
			return err
		}
		if want := []int{7, 6, 5, 4, 3, 2, 1, 0, 1, 0}; !slices.Equal(u.Local(), want) {
			return fmt.Errorf("%v, want %v", u.Local(), want)
		}
		return nil
	})
}

func TestErrors(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 3, 4)
		if err != nil {
			return err
		}
		for what, test := range map[string]struct{ got, want error }{
			"image 0": {u.At(0).Put(0, []int{1}), ErrImageRange},
			"image too large": {u.At(me.NumImages()+1).Section(Index(0), Index(0)).Err(),
				ErrImageRange},
			"negative image":   {u.At(-1).Get(0, []int{1}), ErrImageRange},
			"long put":         {u.At(1).Put(10, []int{1, 2, 3}), ErrShape},
			"put before":       {u.At(1).Put(-1, []int{1}), ErrShape},
			"few subscripts":   {u.Section(Index(1)).Err(), ErrShape},
			"subscript 3 of 3": {u.Section(Index(3), Index(0)).Err(), ErrShape},
			"range of 5":       {u.Section(Index(0), Range(0, 5)).Err(), ErrShape},
			"range backwards":  {u.Section(Index(0), Range(3, 1)).Err(), ErrShape},
			"range up, by -1":  {u.Section(Index(0), Range(1, 3).By(-1)).Err(), ErrShape},
			"range below":      {u.Section(Index(0), Range(3, -2).By(-2)).Err(), ErrShape},
			"step 0":           {u.Section(Index(0), Range(1, 3).By(0)).Err(), ErrShape},
			"no team":          {u.In(nil).At(1).Put(0, []int{1}), ErrTeam},
			"inside no team":   {me.InTeam(ctx, nil, nil), ErrTeam},
			"sync no team":     {me.SyncTeam(ctx, nil), ErrTeam},
			"no subscript":     {u.Section(Subscript{}, Index(0)).Err(), ErrZeroValue},
			"shapes": {u.Section(Index(0), All()).CopyFrom(u.Section(All(), Index(0))),
				ErrShape},
			"slice": {u.Section(Index(0), All()).CopyFromSlice(make([]int, 5)),
				ErrShape},
			"sync with 0":        {me.SyncImages(ctx, 0), ErrImageRange},
			"sync with 1 twice":  {me.SyncImages(ctx, 1, 1), ErrImageRepeated},
			"broadcast from 0":   {BroadcastSlice(ctx, me, []int{1}, 0), ErrImageRange},
			"empty range is one": {u.Section(Index(0), Range(4, 4)).Err(), nil},
		} {
			if !errors.Is(test.got, test.want) {
				return fmt.Errorf("%s: %v", what, test.got)
			}
		}
		if _, err := New[int](ctx, me, -1); !errors.Is(err, ErrShape) {
			return fmt.Errorf("a negative dimension: %v", err)
		}
		if _, err := New[int](ctx, me, 1<<40, 1<<40); !errors.Is(err, ErrNoMemory) {
			return fmt.Errorf("2**80 elements: %v", err)
		}
		if _, err := New[byte](ctx, me, 1<<30); !errors.Is(err, ErrNoMemory) {
			return fmt.Errorf("more than the heap: %v", err)
		}
		if err := u.Free(ctx); err != nil {
			return err
		}
		if err := errors.Join(u.At(1).Put(0, nil), u.Section(Index(0),
			Index(0)).Err()); !errors.Is(err,
			ErrFreed) {
			return fmt.Errorf("use after Free: %v", err)
		}
		return nil
	})
}

// TestLengthsOfCollectives: whatever lengths images disagree about, all are told so, and can go on.
func TestLengthsOfCollectives(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		if me.NumImages() == 1 {
			return nil
		}
		for _, lengths := range [][2]int{{1, 2}, {2, 1}, {0, 1}, {14, 15}, {3, 1000}, {1000, 3},
			{1000, 1001}, {50000, 100000}} {
			for odd := range me.NumImages() { // one image differs from the others
				values := make([]float64, lengths[0])
				if me.Index() == odd+1 {
					values = make([]float64, lengths[1])
				}
				for what, err := range map[string]error{
					"sum":       SumSlice(ctx, me, values),
					"broadcast": BroadcastSlice(ctx, me, values, me.NumImages()),
					"result":    MaxSlice(ctx, me, values, ResultOn(1)),
				} {
					if !errors.Is(err, ErrSizes) {
						return fmt.Errorf("%s of %d and on image %d of %d elements: %v", what,
							lengths[0], odd+1, lengths[1], err)
					}
				}
				if n, err := Sum(ctx, me, 1); n != me.NumImages() || err != nil {
					return fmt.Errorf("afterwards the sum of ones is %d, %v", n, err)
				}
			}
		}
		// One value, for which there is a shorter way, beside two.
		values := make([]int, 1+me.Index()%2)
		if err := SumSlice(ctx, me, values); !errors.Is(err, ErrSizes) ||
			!strings.Contains(err.Error(), fmt.Sprintf("Sum of %d int", len(values))) {
			return fmt.Errorf("the sum of one and two elements: %v", err)
		}
		var err error
		if me.Index() == 2 {
			err = SumSlice(ctx, me, make([]int, 2))
		} else {
			_, err = Sum(ctx, me, 1)
		}
		if !errors.Is(err, ErrSizes) {
			return fmt.Errorf("the sum of one value and two elements: %v", err)
		}
		return nil
	})
}

func TestElementTypes(t *testing.T) {
	//lint:ignore U1000 only the types of the components matter
	type inner struct {
		ok   int
		name string
	}
	//lint:ignore U1000 only the types of the components matter
	type outer struct {
		values [2]inner
	}
	err := Run(t.Context(), 1, func(ctx context.Context, me *Image) error {
		_, err := New[outer](ctx, me, 1)
		return err
	})
	if !errors.Is(err, ErrElement) ||
		!strings.Contains(err.Error(), "outer.values[0].name, of type string") {
		t.Error(err)
	}
	err = Run(t.Context(), 1, func(ctx context.Context, me *Image) error {
		_, err := New[*int](ctx, me)
		return err
	})
	if !errors.Is(err, ErrElement) {
		t.Error(err)
	}
	err = Run(t.Context(), 1, func(ctx context.Context, me *Image) error {
		//lint:ignore U1000 only the types of the components matter
		type good struct {
			a [3]complex64
			b struct{ c bool }
		}
		u, err := New[good](ctx, me, 2)
		if err == nil && len(u.Local()) != 2 {
			err = errors.New("not two elements")
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestCollectives(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		n, k := me.NumImages(), me.Index()
		sum, err := Sum(ctx, me, k)
		if err != nil || sum != n*(n+1)/2 {
			return fmt.Errorf("sum %d, %v", sum, err)
		}
		least, _ := Min(ctx, me, float32(k))
		greatest, _ := Max(ctx, me, int8(k))
		if least != 1 || greatest != int8(n) {
			return fmt.Errorf("from %v to %v", least, greatest)
		}
		product, _ := Product(ctx, me, complex(0, 1))
		if want := []complex128{1i, -1, -1i, 1, 1i}[n-1]; product != want {
			return fmt.Errorf("product %v, want %v", product, want)
		}
		values := slices.Repeat([]float64{float64(k)}, 1000)
		if err := SumSlice(ctx, me, values); err != nil || values[999] != float64(sum) {
			return fmt.Errorf("sums %v, %v", values[:3], err)
		}
		type pair struct{ a, b int }
		p, err := Reduce(ctx, me, pair{k, -k},
			func(x, y pair) pair { return pair{max(x.a, y.a), min(x.b, y.b)} })
		if err != nil || p != (pair{n, -n}) {
			return fmt.Errorf("pair %v, %v", p, err)
		}
		p, err = Broadcast(ctx, me, pair{k, k}, n)
		if err != nil || p != (pair{n, n}) {
			return fmt.Errorf("pair %v, %v", p, err)
		}
		if err := BroadcastSlice(ctx, me, values, 1); err != nil {
			return err
		}
		if sum, err := Sum(ctx, me, k, ResultOn(n)); err != nil || k == n && sum != n*(n+1)/2 ||
			k != n && sum != k {
			return fmt.Errorf("sum on image %d alone: %d, %v", n, sum, err)
		}
		for i := range values {
			values[i] = float64(k)
		}
		if err := MaxSlice(ctx, me, values, ResultOn(1)); err != nil ||
			values[999] != float64(max(k, n*(1/k))) {
			return fmt.Errorf("maxima on image 1 alone: %v, %v", values[999], err)
		}
		joined, err := Reduce(ctx, me, pair{k, -k},
			func(x, y pair) pair { return pair{x.a + y.a, x.b + y.b} }, ResultOn(1))
		if err != nil || k == 1 && joined != (pair{sum, -sum}) || k != 1 &&
			joined != (pair{k, -k}) {
			return fmt.Errorf("pair on image 1 alone: %v, %v", joined, err)
		}
		for _, image := range []int{-1, 0, n + 1} {
			if _, err := Sum(ctx, me, k, ResultOn(image)); !errors.Is(err, ErrImageRange) {
				return fmt.Errorf("the sum on image %d: %v", image, err)
			}
		}
		_, err = Broadcast(ctx, me, "text", 1)
		if !errors.Is(err, ErrElement) {
			return fmt.Errorf("broadcast of a string: %v", err)
		}
		return nil
	})
}

func TestSynchronization(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		events, err := NewEvents(ctx, me, 2)
		if err != nil {
			return err
		}
		locks, err := NewLocks(ctx, me, 1)
		if err != nil {
			return err
		}
		critical, err := NewCritical(ctx, me)
		if err != nil {
			return err
		}
		counts, err := NewAtomics[int32](ctx, me, 1)
		if err != nil {
			return err
		}
		total, err := New[int](ctx, me, 2)
		if err != nil {
			return err
		}
		add := func(i int) func() error {
			return func() error {
				there := total.At(1)
				there.Store(i, there.Load(i)+1)
				return nil
			}
		}
		if err := errors.Join(locks.Lock(ctx, 1, 0), add(0)(), locks.Unlock(1, 0),
			critical.Do(ctx, add(1))); err != nil {
			return err
		}
		if _, err := counts.Add(1, 0, -2); err != nil {
			return err
		}
		if err := errors.Join(events.Post(right(me), 1), events.Wait(ctx, 1), me.SyncImagesAll(ctx),
			me.SyncAll(ctx)); err != nil {
			return err
		}
		got, err := counts.Load(1, 0)
		if err != nil || got != int32(-2*me.NumImages()) {
			return fmt.Errorf("count %d, %v", got, err)
		}
		if there := total.At(1); there.Load(0) != me.NumImages() ||
			there.Load(1) != me.NumImages() {
			return fmt.Errorf("%d and %d additions, want %d", there.Load(0), there.Load(1),
				me.NumImages())
		}
		if done, err := counts.CompareAndSwap(me.Index(), 0, 77, 78); done || err != nil {
			return fmt.Errorf("swapped %v, %v", done, err)
		}
		soon, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		if err := events.WaitN(soon, 0, 1); !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("a wait that ends with its context: %v", err)
		}
		if n, err := events.Count(0); n != 0 || err != nil {
			return fmt.Errorf("count %d, %v", n, err)
		}
		if err := me.SyncAll(ctx); err != nil { // all have tried to wait
			return err
		}
		for range 3 {
			if err := events.Post(right(me), 0); err != nil {
				return err
			}
		}
		if err := errors.Join(events.WaitN(ctx, 0, 2),
			me.SyncAll(ctx)); err != nil {
			return err
		}
		if n, err := events.Count(0); n != 1 || err != nil {
			return fmt.Errorf("count %d of 3 posts after two were taken, %v", n, err)
		}
		if err := events.WaitN(context.Background(), 0, 0); !errors.Is(err, ErrShape) {
			return fmt.Errorf("a wait for no post: %v", err)
		}
		if err := events.Post(1, 2); !errors.Is(err, ErrShape) {
			return fmt.Errorf("event 2 of 2: %v", err)
		}
		return errors.Join(events.Free(ctx), locks.Free(ctx), counts.Free(ctx))
	})
}

// TestContexts: where the other images do not come, a wait ends with its context.
func TestContexts(t *testing.T) {
	waits := map[string]func(ctx context.Context, me *Image) error{
		"sum": func(ctx context.Context, me *Image) error {
			_, err := Sum(ctx, me, 1)
			return err
		},
		"long sum": func(ctx context.Context, me *Image) error {
			return SumSlice(ctx, me, make([]int, 1000))
		},
		"broadcast": func(ctx context.Context, me *Image) error {
			_, err := Broadcast(ctx, me, 1, 2)
			return err
		},
		"sync all": func(ctx context.Context, me *Image) error {
			return me.SyncAll(ctx)
		},
		"sync images": func(ctx context.Context, me *Image) error {
			return me.SyncImages(ctx, 2)
		},
		"sync with all": func(ctx context.Context, me *Image) error {
			return me.SyncImagesAll(ctx)
		},
		"sync team": func(ctx context.Context, me *Image) error {
			return me.SyncTeam(ctx, me.Team())
		},
		"form team": func(ctx context.Context, me *Image) error {
			_, err := me.FormTeam(ctx, 1)
			return err
		},
		"new": func(ctx context.Context, me *Image) error {
			_, err := New[int](ctx, me, 5)
			return err
		},
	}
	cause := errors.New("the cause")
	for name, wait := range waits {
		for _, options := range [][]Option{nil, {Unmapped()}} {
			err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
				done, err := NewEvents(ctx, me, 1)
				if err != nil {
					return err
				}
				if me.Index() == 2 {
					return done.Wait(ctx, 0)
				}
				ctx, cancel := context.WithCancelCause(context.Background())
				time.AfterFunc(5*time.Millisecond, func() { cancel(cause) })
				if err := wait(ctx, me); !errors.Is(err, context.Canceled) {
					return fmt.Errorf("%s ends with %v", name, err)
				}
				return done.Post(2, 0)
			}, options...)
			if err != nil {
				t.Error(err)
			}
		}
	}
}

func TestCriticalContext(t *testing.T) {
	for _, options := range [][]Option{nil, {Unmapped()}} {
		err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
			c, err := NewCritical(ctx, me)
			if err != nil {
				return err
			}
			inside := func() error {
				if err := me.SyncAll(ctx); err != nil {
					return err
				}
				return me.SyncAll(ctx)
			}
			if me.Index() == 1 {
				return c.Do(ctx, inside)
			}
			if err := me.SyncAll(ctx); err != nil {
				return err
			}
			soon, cancel := context.WithTimeout(ctx, 5*time.Millisecond)
			defer cancel()
			if err := c.Do(soon, inside); !errors.Is(err, context.DeadlineExceeded) {
				return fmt.Errorf("an occupied critical section: %v", err)
			}
			return me.SyncAll(ctx)
		}, options...)
		if err != nil {
			t.Error(err)
		}
	}
}

func TestPanicBecomesAnError(t *testing.T) {
	err := Run(t.Context(), 3, func(ctx context.Context, me *Image) error {
		if me.Index() == 2 {
			var none []int
			none[me.Index()]++
		}
		return me.SyncAll(ctx)
	})
	var image *ImageError
	var panicked *PanicError
	if !errors.As(err, &image) || image.Image != 2 || !errors.As(err, &panicked) {
		t.Fatalf("%v", err)
	}
	if !strings.Contains(err.Error(), "coarray_test.go:") &&
		!strings.Contains(panicked.Stack, "TestPanicBecomesAnError") {
		t.Errorf("the message does not say where: %v", err)
	}
}

func TestEnds(t *testing.T) {
	failure := errors.New("my own")
	if err := Run(t.Context(), 3, func(ctx context.Context, me *Image) error {
		if me.Index() == 3 {
			return failure
		}
		return me.SyncAll(ctx)
	}); !errors.Is(err, failure) {
		t.Errorf("an error of the program: %v", err)
	}
	var code StopCode
	if err := Run(t.Context(), 2, func(ctx context.Context,
		me *Image) error {
		return StopCode(me.Index() - 1)
	}); !errors.As(err,
		&code) || code != 1 {
		t.Errorf("a stop code: %v", err)
	}
	if err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
		if me.Index() == 2 {
			me.ErrorStop(5)
		}
		return me.SyncAll(ctx)
	}); !errors.As(err, &code) || code != 5 ||
		!strings.Contains(err.Error(), "image 2: ErrorStop(5), at ") {
		t.Errorf("error stop: %v", err)
	}
	if err := Run(t.Context(), 0, nil); err == nil {
		t.Error("no images at all")
	}
}

func TestFailedImage(t *testing.T) {
	var mu sync.Mutex
	seen := 0
	err := Run(t.Context(), 3, func(ctx context.Context, me *Image) error {
		if me.Index() == 3 {
			me.Fail()
		}
		if err := me.SyncAll(ctx); !errors.Is(err, ErrFailedImage) {
			return fmt.Errorf("sync all: %v", err)
		}
		if status, err := me.ImageStatus(3); status != Failed || err != nil ||
			!slices.Equal(me.FailedImages(), []int{3}) {
			return fmt.Errorf("status %v, %v, failed %v", status, err, me.FailedImages())
		}
		// What is allocated now is there on the images that are left.
		x, err := New[int](ctx, me, 4)
		if x == nil || !errors.Is(err, ErrFailedImage) {
			return fmt.Errorf("New: %v, %v", x, err)
		}
		other := x.At(3 - me.Index())
		other.Store(2, me.Index())
		if err := me.SyncImages(ctx, 3-me.Index()); err != nil {
			return err
		}
		if got := x.Local()[2]; got != 3-me.Index() {
			return fmt.Errorf("image %d got %d", me.Index(), got)
		}
		locks, err := NewLocks(ctx, me, 1)
		if locks == nil || !errors.Is(err, ErrFailedImage) {
			return fmt.Errorf("NewLocks: %v, %v", locks, err)
		}
		if err := locks.Lock(ctx, 1, 0); err != nil {
			return err
		}
		mu.Lock()
		seen++
		mu.Unlock()
		return locks.Unlock(1, 0)
	})
	if err != nil || seen != 2 {
		t.Errorf("%v, %d images went on", err, seen)
	}
}
