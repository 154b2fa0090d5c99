package coarray

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

// inProcesses runs a program of programs as images that are processes, mapped and not. It must
// print "good" on each.
func inProcesses(t *testing.T, program string) {
	t.Helper()
	for _, unmapped := range []string{"0", "1"} {
		for _, n := range turns.Of(t.Name()+unmapped, 1, 2, 3, 5) {
			c := exec.Command("/proc/self/exe")
			c.Env = append(os.Environ(), programVariable+"="+program,
				fmt.Sprintf("CORAL_NUM_IMAGES=%d", n), "CORAL_SMP_UNMAPPED="+unmapped,
				"GORACE=atexit_sleep_ms=0")
			out, err := c.CombinedOutput()
			if err != nil || strings.Count(string(out), "good\n") != n {
				t.Errorf("%s, %d images, unmapped %s: %v\n%s", program, n, unmapped, err, out)
			}
		}
	}
}

// asynchronous are the programs that both kinds of runs execute.
var asynchronous = map[string]func(ctx context.Context, me *Image) error{}

// programsOf adds a file's programs to those. As processes they print "good" at their end.
func programsOf(list map[string]func(ctx context.Context, me *Image) error) {
	for name, program := range list {
		asynchronous[name] = program
		programs[name] = func(ctx context.Context, me *Image) error {
			if err := program(ctx, me); err != nil {
				return err
			}
			if name != "unfinished" { // prints where it ends
				fmt.Println("good")
			}
			return nil
		}
	}
}

func init() {
	programsOf(map[string]func(ctx context.Context, me *Image) error{
		"copies":     copyProgram,
		"predicates": predicateProgram,
		"beside":     besideProgram,
		"finish":     finishProgram,
		"chains":     chainProgram,
		"results":    resultProgram,
		"escape":     escapeProgram,
		"arguments":  argumentProgram,
		"subteams":   subteamProgram,
		"unfinished": unfinishedProgram,
	})
}

func TestAsync(t *testing.T) {
	for name, program := range asynchronous {
		t.Run(name, func(t *testing.T) { everywhere(t, program) })
	}
}

func TestAsyncOnce(t *testing.T) {
	t.Setenv("CORAL_PROGRESS", "once")
	for name, program := range asynchronous {
		t.Run(name, func(t *testing.T) { everywhere(t, program) })
	}
}

func TestAsyncProcesses(t *testing.T) {
	for name := range asynchronous {
		t.Run(name, func(t *testing.T) { inProcesses(t, name) })
	}
}

func TestProgressPolicy(t *testing.T) {
	t.Setenv("CORAL_PROGRESS", "often")
	if err := Run(t.Context(), 1, func(context.Context, *Image) error { return nil }); err == nil ||
		!strings.Contains(err.Error(), "CORAL_PROGRESS") {
		t.Errorf("a policy that there is not: %v", err)
	}
}

// copyProgram copies in all four directions, short and long, thousands at once.
func copyProgram(ctx context.Context, me *Image) error {
	const long, many = 40000, 3000
	u, err := New[int](ctx, me, 4, long)
	if err != nil {
		return err
	}
	small, err := New[int](ctx, me, 2, many)
	if err != nil {
		return err
	}
	events, err := NewEvents(ctx, me, 2)
	if err != nil {
		return err
	}
	for i := range long {
		u.Local()[i] = me.Index()*long + i
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	next, before := right(me), left(me)
	// Local to remote, with an event there; remote to local; local to local; remote to remote.
	if err := CopyAsync(me, u.At(next).Section(Index(1), All()), u.Section(Index(0), All()),
		After(events.At(next, 0))); err != nil {
		return err
	}
	err = me.Finish(ctx, func() error {
		if err := CopyAsync(me, u.Section(Index(2), Range(0, long).By(2)),
			u.At(next).Section(Index(0), Range(0, long).By(2))); err != nil {
			return err
		}
		for i := range many {
			if err := PutAsync(me, small.At(next).Section(Index(0), Index(i)),
				[]int{me.Index() * i}); err != nil {
				return err
			}
		}
		return CopyAsync(me, u.At(next).Section(Index(3), All()),
			u.At(next).Section(Index(0), All()))
	})
	if err != nil {
		return err
	}
	if err := events.Wait(ctx, 0); err != nil {
		return err
	}
	for i := range long {
		row := func(r, image int) error {
			if got := u.Local()[r*long+i]; got != image*long+i {
				return fmt.Errorf("row %d: element %d is %d", r, i, got)
			}
			return nil
		}
		err := errors.Join(row(1, before), row(3, me.Index()))
		if i%2 == 0 {
			err = errors.Join(err, row(2, next))
		}
		if err != nil {
			return err
		}
	}
	for i := range many {
		if small.Local()[i] != before*i {
			return fmt.Errorf("small copy %d: %d", i, small.Local()[i])
		}
	}
	got := make([]int, long)
	for _, n := range []int{5, long} { // at once, and by the helper
		if err := u.At(next).GetAsync(long-n, got[:n], After(events.Own(1))); err != nil {
			return err
		}
		if err := events.Wait(ctx, 1); err != nil || got[0] != next*long+long-n ||
			got[n-1] != next*long+long-1 {
			return fmt.Errorf("got %d to %d from row 0, %v", got[0], got[n-1], err)
		}
	}
	if err := u.At(next).PutAsync(4*long-1, got[:2]); !errors.Is(err, ErrShape) {
		return fmt.Errorf("a copy behind the end: %v", err)
	}
	if err := GetAsync(me, got, u.At(next).Section(Index(0), All()),
		After(events.Own(1))); err != nil {
		return err
	}
	if err := events.Wait(ctx, 1); err != nil || got[7] != next*long+7 {
		return fmt.Errorf("got %d, %v", got[7], err)
	}
	if err := CopyAsync(me, u.Section(Index(0), Range(0, 2)),
		u.Section(Index(0), Range(0, 3))); !errors.Is(err,
		ErrShape) {
		return fmt.Errorf("other shapes: %v", err)
	}
	if n, err := events.Count(0); n != 0 || err != nil {
		return fmt.Errorf("%d posts are left, %v", n, err)
	}
	return me.SyncAll(ctx)
}

// predicateProgram copies when an event has come: an own one, and another image's.
func predicateProgram(ctx context.Context, me *Image) error {
	for _, n := range []int{5, 20000} {
		u, err := New[int](ctx, me, 3, n)
		if err != nil {
			return err
		}
		events, err := NewEvents(ctx, me, 4)
		if err != nil {
			return err
		}
		next, before := right(me), left(me)
		err = me.Finish(ctx, func() error {
			// The neighbor's data, when it says so, by an event here and by one there.
			if err := CopyAsync(me, u.Section(Index(1), All()), u.At(next).Section(Index(0), All()),
				Before(events.Own(0)), After(events.Own(2))); err != nil {
				return err
			}
			if err := CopyAsync(me, u.Section(Index(2), All()), u.At(next).Section(Index(0), All()),
				Before(events.At(next, 1))); err != nil {
				return err
			}
			if ok, err := events.TryWait(2); ok || err != nil {
				return fmt.Errorf("a copy has not waited: %v", err)
			}
			if err := me.SyncAll(ctx); err != nil {
				return err
			}
			for i := range n {
				u.Local()[i] = 1000*me.Index() + i
			}
			if err := events.Post(before, 0); err != nil {
				return err
			}
			return events.Post(me.Index(), 1)
		})
		if err != nil {
			return err
		}
		if err := events.Wait(ctx, 2); err != nil {
			return err
		}
		for i := range n {
			if a, b := u.Local()[n+i], u.Local()[2*n+i]; a != 1000*next+i || b != a {
				return fmt.Errorf("element %d: %d and %d", i, a, b)
			}
		}
		for i := range 4 {
			if left, err := events.Count(i); left != 0 || err != nil {
				return fmt.Errorf("event %d has %d posts left, %v", i, left, err)
			}
		}
		if err := events.Free(ctx); err != nil {
			return err
		}
	}
	return nil
}

// besideProgram has short copies wait for two events, which they get while it makes no call.
func besideProgram(ctx context.Context, me *Image) error {
	const n, width = 300, 7
	u, err := New[int](ctx, me, n, width)
	if err != nil {
		return err
	}
	events, err := NewEvents(ctx, me, 3)
	if err != nil {
		return err
	}
	for i := range u.Local() {
		u.Local()[i] = 10000*me.Index() + i
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	next, got := right(me), make([]int, n*width)
	posted := func(count uint64) error {
		for start := time.Now(); atomic.LoadUint64(
			wordOf(&events.c.local[2])) < count; runtime.Gosched() {
			if time.Since(start) > time.Minute {
				return fmt.Errorf("no helper: %d of %d copies",
					atomic.LoadUint64(wordOf(&events.c.local[2])), count)
			}
		}
		me.engine.Heard()
		return nil
	}
	for i := range n {
		part, options := got[i*width:(i+1)*width], []Option{Before(events.Own(i % 2)),
			After(events.Own(2))}
		if i%3 == 0 {
			err = u.At(next).GetAsync(i*width, part, options...)
		} else {
			err = GetAsync(me, part, u.At(next).Section(Index(i), All()), options...)
		}
		if err != nil {
			return err
		}
		if i%3 == 2 { // some of those that wait
			if err := events.Own(i % 2).Post(); err != nil {
				return err
			}
			if err := posted(uint64(i/3 + 1)); err != nil {
				return err
			}
		}
	}
	for i := range n {
		if i%3 != 2 {
			if err := events.Own(i % 2).Post(); err != nil {
				return err
			}
		}
	}
	if err := posted(n); err != nil {
		return err
	}
	for i, v := range got {
		if v != 10000*next+i {
			return fmt.Errorf("element %d is %d", i, v)
		}
	}
	if err := events.WaitN(context.Background(), 2, n); err != nil {
		return err
	}
	return me.SyncAll(ctx)
}

type update struct{ At, By int }

// finishProgram adds to tables everywhere by shipped functions.
func finishProgram(ctx context.Context, me *Image) error {
	const size, times = 100, 500
	table, err := New[int](ctx, me, size)
	if err != nil {
		return err
	}
	add, err := Register(me, "add", func(at *Image, u update) error {
		if at.Index() != me.Index() {
			return fmt.Errorf("%v executes what is %v's", at, me)
		}
		table.Local()[u.At] += u.By
		return nil
	})
	if err != nil {
		return err
	}
	for range 3 {
		err = me.Finish(ctx, func() error {
			for i := range times {
				if err := add.Spawn(i%me.NumImages()+1, update{i % size, me.Index()}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	sum, _ := Sum(ctx, me, 0)
	for _, v := range table.Local() {
		sum += v
	}
	all, err := Sum(ctx, me, sum)
	if n := me.NumImages(); err != nil || all != 3*times*n*(n+1)/2 {
		return fmt.Errorf("together %d, %v", all, err)
	}
	return nil
}

type walk struct {
	Left  int
	Table Ref[int]
}

// chainProgram ships functions that ship functions, round about the images and over random ones,
// and checks that finish has seen them all.
func chainProgram(ctx context.Context, me *Image) error {
	count, err := New[int](ctx, me, 1)
	if err != nil {
		return err
	}
	var step *Function[walk]
	step, err = Register(me, "step", func(at *Image, w walk) error {
		here, err := w.Table.On(at)
		if err != nil {
			return err
		}
		here[0]++
		if w.Left == 0 {
			return nil
		}
		w.Left--
		for range 2 {
			if err := step.Spawn((at.Index()+w.Left)%at.NumImages()+1, w); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	want := 0
	for depth := range 7 {
		err := me.Finish(ctx, func() error {
			if me.Index() != 1 {
				return nil
			}
			// A block inside, of the same team, would need the others: this one is for all, below.
			return step.Spawn(me.NumImages(), walk{depth, count.Ref()})
		})
		if err != nil {
			return err
		}
		want += 2<<depth - 1
		// No synchronization but that of finish itself.
		total := 0
		for k := range me.NumImages() {
			total += count.At(k + 1).Load(0)
		}
		if total != want {
			return fmt.Errorf("depth %d: %d functions of %d have run", depth, total, want)
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
	}
	return me.Finish(ctx, func() error {
		if err := step.Spawn(right(me), walk{3, count.Ref()}); err != nil {
			return err
		}
		return me.Finish(ctx, func() error { return step.Spawn(left(me), walk{3, count.Ref()}) })
	})
}

// resultProgram ships functions with results, and waits by events; functions copy and post
// themselves.
func resultProgram(ctx context.Context, me *Image) error {
	squares, err := New[float64](ctx, me, 10)
	if err != nil {
		return err
	}
	events, err := NewEvents(ctx, me, 3)
	if err != nil {
		return err
	}
	square, err := RegisterResult(me, "square", func(at *Image, x float64) (float64, error) {
		return x*x + float64(at.Index()), nil
	})
	if err != nil {
		return err
	}
	tell, err := Register(me, "tell", func(at *Image, to int) error {
		if err := events.Wait(ctx, 2); !errors.Is(err, ErrInShipped) {
			return fmt.Errorf("a wait in a shipped function: %v", err)
		}
		if err := at.SyncAll(ctx); !errors.Is(err, ErrInShipped) {
			return fmt.Errorf("SyncAll in a shipped function: %v", err)
		}
		if err := at.Finish(ctx, func() error { return nil }); !errors.Is(err, ErrInShipped) {
			return fmt.Errorf("Finish in a shipped function: %v", err)
		}
		at.Advance()
		return PutAsync(at, squares.At(to).Section(Index(9)), []float64{9}, After(events.At(to, 1)))
	})
	if err != nil {
		return err
	}
	for i := range 5 {
		k := (me.Index()+i)%me.NumImages() + 1
		if err := square.Spawn(k, float64(i), squares.At(me.Index()), i,
			After(events.Own(0))); err != nil {
			return err
		}
		if err := events.Wait(ctx, 0); err != nil {
			return err
		}
		if got := squares.Local()[i]; got != float64(i*i+k) {
			return fmt.Errorf("square of %d on image %d: %v", i, k, got)
		}
	}
	if err := tell.Spawn(right(me), me.Index()); err != nil {
		return err
	}
	if err := events.Wait(ctx, 1); err != nil || squares.Local()[9] != 9 {
		return fmt.Errorf("told %v, %v", squares.Local()[9], err)
	}
	return me.SyncAll(ctx)
}

// escapeProgram shows that finish does not wait for operations that have an event.
func escapeProgram(ctx context.Context, me *Image) error {
	u, err := New[int](ctx, me, 2)
	if err != nil {
		return err
	}
	events, err := NewEvents(ctx, me, 2)
	if err != nil {
		return err
	}
	err = me.Finish(ctx, func() error {
		return CopyAsync(me, u.Section(Index(0)), u.Section(Index(1)), Before(events.Own(0)),
			After(events.Own(1)))
	})
	if err != nil {
		return err
	}
	if ok, err := events.TryWait(1); ok || err != nil {
		return fmt.Errorf("the copy is complete: %v", err)
	}
	if err := events.Own(0).Post(); err != nil {
		return err
	}
	return events.Wait(ctx, 1)
}

type parcel struct {
	Name   string
	values []float64 // fields that are not exported travel too
	Sizes  map[string]int
	Nested [2]struct{ Words []string }
}

// argumentProgram ships arguments that are not flat, and long ones.
func argumentProgram(ctx context.Context, me *Image) error {
	seen, err := New[int](ctx, me, 1)
	if err != nil {
		return err
	}
	take, err := Register(me, "take", func(at *Image, p parcel) error {
		if p.Name != "größe" || !slices.Equal(p.Nested[1].Words, []string{"", "b"}) ||
			p.Nested[0].Words != nil || p.Sizes["x"] != 7 {
			return fmt.Errorf("arrived as %v", p)
		}
		for i, v := range p.values {
			if v != float64(i)/2 {
				return fmt.Errorf("value %d is %v", i, v)
			}
		}
		seen.Local()[0] += len(p.values)
		return nil
	})
	if err != nil {
		return err
	}
	const n = 20000
	err = me.Finish(ctx, func() error {
		p := parcel{Name: "größe", Sizes: map[string]int{"x": 7}, values: make([]float64, n)}
		p.Nested[1].Words = []string{"", "b"}
		for i := range p.values {
			p.values[i] = float64(i) / 2
		}
		for k := range me.NumImages() {
			if err := take.Spawn(k+1, p); err != nil {
				return err
			}
		}
		clear(p.values) // they have been taken at the call
		return nil
	})
	if err != nil {
		return err
	}
	if seen.Local()[0] != n*me.NumImages() {
		return fmt.Errorf("%d values have come", seen.Local()[0])
	}
	return nil
}

// subteamProgram ships and finishes within halves of the images, which go on independently.
func subteamProgram(ctx context.Context, me *Image) error {
	team, err := me.FormTeam(ctx, me.Index()%2+1)
	if err != nil {
		return err
	}
	return me.InTeam(ctx, team, func(me *Image) error {
		got, err := New[int](ctx, me, 1)
		if err != nil {
			return err
		}
		add, err := Register(me, "add",
			func(at *Image, v int) error { got.Local()[0] += v; return nil })
		if err != nil {
			return err
		}
		for round := range 3 * team.Number() {
			if err := me.Finish(ctx,
				func() error { return add.Spawn(right(me), round) }); err != nil {
				return err
			}
		}
		if want := 3 * team.Number() * (3*team.Number() - 1) / 2; got.Local()[0] != want {
			return fmt.Errorf("%d of %d", got.Local()[0], want)
		}
		return nil
	})
}

// unfinishedProgram ends while functions are on their way outside of any finish block: the run does
// not end before them.
func unfinishedProgram(ctx context.Context, me *Image) error {
	var hop *Function[int]
	hop, err := Register(me, "hop", func(at *Image, left int) error {
		if left == 0 {
			fmt.Println("good")
			return nil
		}
		return hop.Spawn(left%at.NumImages()+1, left-1)
	})
	if err != nil {
		return err
	}
	return hop.Spawn(right(me), 20)
}

func TestArgumentTypes(t *testing.T) {
	err := Run(t.Context(), 1, func(ctx context.Context, me *Image) error {
		_, err := Register(me, "f", func(*Image, struct{ Next []*int }) error { return nil })
		if !errors.Is(err, ErrArgument) || !strings.Contains(err.Error(), ".Next[]") {
			return fmt.Errorf("a pointer travels: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRegistrationsDiffer(t *testing.T) {
	err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
		name := fmt.Sprint("f", me.Index())
		f, err := Register(me, name, func(*Image, int) error { return nil })
		if err != nil {
			return err
		}
		return me.Finish(ctx, func() error { return f.Spawn(right(me), 1) })
	})
	if !errors.Is(err, ErrFunction) || !strings.Contains(err.Error(), `"f`) {
		t.Errorf("different functions: %v", err)
	}
}

// An image that ends without having registered what was shipped to it says so, whether it comes
// before its end or after.
func TestNeverRegistered(t *testing.T) {
	for _, before := range []bool{true, false} {
		err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
			if me.Index() == 2 {
				if before {
					return me.SyncAll(ctx)
				}
				return nil
			}
			f, err := Register(me, "f", func(*Image, int) error { return nil })
			if err != nil {
				return err
			}
			if err := f.Spawn(2, 1); err != nil || !before {
				return err
			}
			me.Advance() // sends it
			return me.SyncAll(ctx)
		})
		if !errors.Is(err, ErrFunction) ||
			!strings.Contains(err.Error(), "image 1 has shipped number 1") {
			t.Errorf("a function that is not registered, shipped before %v: %v", before, err)
		}
	}
}

// TestNotInFinish: an image that comes to the end of a Finish without having registered what was
// shipped to it there says so, whether it comes to the end before the function or after.
func TestNotInFinish(t *testing.T) {
	for _, before := range []bool{true, false} {
		for name, options := range map[string][]Option{"mapped": nil, "unmapped": {Unmapped()}} {
			err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
				events, err := NewEvents(ctx, me, 1)
				if err != nil {
					return err
				}
				return me.Finish(ctx, func() error {
					if me.Index() == 2 {
						if before {
							return events.Wait(ctx, 0)
						}
						return nil
					}
					f, err := Register(me, "f", func(*Image, int) error { return nil })
					if err != nil {
						return err
					}
					if err := f.Spawn(2, 1); err != nil {
						return err
					}
					return events.Post(2, 0)
				})
			}, options...)
			if !errors.Is(err, ErrFunction) ||
				!strings.Contains(err.Error(), "the end of the Finish") ||
				!strings.Contains(err.Error(), "image 2 stands at ") {
				t.Errorf("%s, shipped before %v: %v", name, before, err)
			}
		}
	}
}

// TestDeadlockOfUnregistered: the report of a deadlock tells which image has not registered what
// was shipped to it.
func TestDeadlockOfUnregistered(t *testing.T) {
	t.Setenv("CORAL_DEADLOCK", "0.2s")
	err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
		if me.Index() == 2 {
			return me.SyncAll(ctx)
		}
		f, err := Register(me, "f", func(*Image, int) error { return nil })
		if err != nil {
			return err
		}
		var op Op
		if err := f.Spawn(2, 1, As(&op)); err != nil {
			return err
		}
		return op.Wait(ctx)
	})
	if !errors.Is(err, ErrDeadlock) ||
		strings.Count(err.Error(), "(it has not registered a function") != 1 {
		t.Error(err)
	}
}

func TestShippedError(t *testing.T) {
	for _, panics := range []bool{false, true} {
		err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
			f, err := Register(me, "bad", func(_ *Image, v []int) error {
				if panics {
					v[7]++
				}
				return errors.New("no fuel")
			})
			if err != nil {
				return err
			}
			return me.Finish(ctx, func() error {
				if me.Index() == 2 {
					return nil
				}
				return f.Spawn(2, []int{1})
			})
		})
		want := "no fuel"
		if panics {
			want = "index out of range"
		}
		var where *ImageError
		if !errors.As(err, &where) || where.Image != 2 || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "shipped by image 1") {
			t.Errorf("an error of a shipped function: %v", err)
		}
	}
}
