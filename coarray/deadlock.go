package coarray

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/sys"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// Deadlocks of images that are goroutines, by the rule that the launcher has for processes: over
// some time every image has been in one and the same wait, has polled without success, and nothing
// else could end it. Something else are goroutines that the images' functions have started. They
// are known by a label that goroutines inherit.
//
// Where there are such goroutines, or an image waits for others on a channel, a mutex, a WaitGroup,
// all goroutines of the process must wait for each other, and nothing from outside may wake them
// (blocked.go, waitstate.AsleepHere).

// watchPeriod is how often the watcher looks; looksInVain how often each image must have looked
// meanwhile.
const (
	watchPeriod = time.Second
	looksInVain = 3
	runLabel    = "coral.run"
)

// imageLabel has an image's number in what profiles and goroutine dumps show of its goroutine, and
// of those that it starts.
const imageLabel = "image"

var runs atomic.Uint64

// watcher looks for a deadlock of one run.
type watcher struct {
	limit time.Duration // 0: no deadlock is reported
	label string
	hush  func(on bool) // images that sleep set no timers, or set them again
	mu    sync.Mutex
	world *rt.World // of any image: it shows all
	left  int       // images that have not joined yet
	names []string  // of their goroutines, by rank

	since time.Time      // of the waits that go on
	rows  []rt.WaitState // then, or when nothing but the images was last found to go on
	alone bool           // it was, after since
	vain  int            // looks at the process, one after the other, that have found otherwise
	next  time.Time      // no look before

	ended atomic.Int32 // images that have
	all   uint32       // 1: all have
}

func newWatcher(images int, hush func(on bool)) (*watcher, error) {
	limit, err := config.Deadlock.Time()
	if err != nil {
		return nil, err
	}
	label := strconv.FormatUint(runs.Add(1), 10)
	return &watcher{limit: limit, label: label, hush: hush, left: images,
		names: make([]string, images)}, nil
}

// joins is called by each image, on its goroutine.
func (w *watcher) joins(world *rt.World) {
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(),
		pprof.Labels(runLabel, w.label, imageLabel, strconv.Itoa(world.Rank()+1))))
	w.mu.Lock()
	defer w.mu.Unlock()
	w.world = world
	w.left--
	w.names[world.Rank()] = goroutineName()
}

// leaves is called when an image has ended.
func (w *watcher) leaves() {
	if int(w.ended.Add(1)) == len(w.names) {
		atomic.StoreUint32(&w.all, 1)
		sys.FutexWake(&w.all, 1)
	}
}

// until looks for a deadlock while wait has not returned, and ends the images when it has found
// one. An image that waits for other goroutines cannot be ended: it stays.
func (w *watcher) until(wait func()) error {
	done := make(chan struct{})
	go func() {
		wait()
		close(done)
	}()
	if w.limit == 0 {
		<-done
		return nil
	}
	watched.add(w)
	defer watched.remove(w)
	for w.sleep(done) {
		if world := w.stuck(); world != nil {
			err := fmt.Errorf("%w%s", ErrDeadlock, w.places(world))
			world.EndRun(exitError)
			for stay := w.waitElsewhere(); int(w.ended.Load()) < len(w.names)-stay; {
				time.Sleep(time.Millisecond)
			}
			return err
		}
	}
	return nil
}

// sleep is what the watcher does between two looks; it tells whether there is another: done has not
// been closed.
func (w *watcher) sleep(done chan struct{}) bool {
	period := min(watchPeriod, w.limit)
	if w.rows != nil {
		// Something seems to be wrong. Timers of this process must be the program's now.
		if sys.FutexWait(&w.all, 0, period); atomic.LoadUint32(&w.all) == 0 {
			return true
		}
		<-done
		return false
	}
	timer := time.NewTimer(period)
	defer timer.Stop()
	select {
	case <-done:
		return false
	case <-timer.C:
		return true
	}
}

// stuck gives the world if its images wait for each other and nothing can wake them.
func (w *watcher) stuck() *rt.World {
	w.mu.Lock()
	world, left := w.world, w.left
	w.mu.Unlock()
	if world == nil || left > 0 {
		return nil
	}
	rows := make([]rt.WaitState, world.Size())
	alive, waiting, elsewhere := 0, 0, false
	for rank := range rows {
		rows[rank] = world.WaitState(rank)
		switch r := &rows[rank]; {
		case r.State == layout.StateFailed || r.State == layout.StateDone:
		case r.State == layout.StateStopped:
			alive++
		default:
			alive++
			waiting++
			elsewhere = elsewhere || r.Wait == layout.WaitNone || r.Others
		}
	}
	if waiting == 0 || w.rows == nil || !standStill(w.rows, rows) {
		w.rows, w.since, w.alone, w.vain, w.next = rows, time.Now(), false, 0, time.Time{}
		if waiting == 0 {
			w.rows = nil
		}
		return nil
	}
	if time.Since(w.since) < w.limit || time.Now().Before(w.next) || !inVain(w.rows, rows) {
		return nil
	}
	// Another goroutine may have done just before its end what an image is about to wake up by: all
	// must have looked without success since there was none.
	alone, looked := !elsewhere && labeled(w.label) == alive, true
	if !alone {
		alone, looked = watched.asleep()
	}
	switch {
	case !looked: // the look of another run's watcher says nothing about this run
		return nil
	case !alone:
		// A thread of Go's runtime may have been at work, which is not for long. A program that
		// computes while others wait is stopped for each look. What an earlier look has found
		// stands as long as no image's wait has changed: progress threads that nap wake Go's
		// monitor, and two good looks one after the other may take minutes.
		w.vain++
		w.next = time.Now().Add(min(w.limit, time.Duration(w.vain)*watchPeriod))
		return nil
	case !w.alone:
		w.rows, w.vain, w.alone = rows, 0, true
		return nil
	}
	return world
}

// waitElsewhere counts the images that run, or whose wait nothing of Coral's ends.
func (w *watcher) waitElsewhere() (count int) {
	for _, r := range w.rows {
		if r.State == layout.StateRunning && r.Wait == layout.WaitNone {
			count++
		}
	}
	return count
}

// watching are the watchers of this process.
type watching struct {
	mu      sync.Mutex
	of      map[*watcher]bool
	looking sync.Mutex // one looks at the process
}

var watched = watching{of: map[*watcher]bool{}}

func (all *watching) add(w *watcher) {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.of[w] = true
}

func (all *watching) remove(w *watcher) {
	all.mu.Lock()
	defer all.mu.Unlock()
	delete(all.of, w)
}

func (all *watching) hush(on bool) {
	all.mu.Lock()
	defer all.mu.Unlock()
	for w := range all.of {
		w.hush(on)
	}
}

// asleep tells whether nothing in this process goes on by itself. looked: nobody else was looking,
// which would have been something that goes on.
func (all *watching) asleep() (asleep, looked bool) {
	if !all.looking.TryLock() {
		return false, false
	}
	defer all.looking.Unlock()
	if !allBlocked(goroutines) {
		return false, true
	}
	all.hush(true)
	defer all.hush(false)
	from, to := sys.Code()
	code := waitstate.Code{Text: uint64(from), TextEnd: uint64(to)}
	return waitstate.AsleepHere(code, testAlarm()) && stuckHere(), true
}

// loaded is when this package was initialized: before the functions of a test begin.
var loaded = time.Now()

// testAlarm is when package testing ends the process, which it has a timer for; zero: it does not.
// No other timer that ends then can wake an image for long.
func testAlarm() time.Time {
	const about = time.Second
	f := flag.Lookup("test.timeout")
	if f == nil {
		return time.Time{}
	}
	limit, err := time.ParseDuration(f.Value.String())
	if err != nil || limit <= 0 {
		return time.Time{}
	}
	return loaded.Add(limit - about)
}

// standStill tells whether no image has left its wait, or ended, between two times.
func standStill(before, now []rt.WaitState) bool {
	for rank := range now {
		b, n := before[rank], now[rank]
		if b.State != n.State || b.Wait != n.Wait || b.Progress != n.Progress {
			return false
		}
	}
	return true
}

// inVain tells whether every waiting image has looked often enough.
func inVain(before, now []rt.WaitState) bool {
	for rank := range now {
		waits := now[rank].State == layout.StateRunning && now[rank].Wait != layout.WaitNone
		if waits && now[rank].Looks-before[rank].Looks < looksInVain {
			return false
		}
	}
	return true
}

// labeled counts the goroutines of a run: its images, and what those have started.
func labeled(label string) int {
	var text bytes.Buffer
	if pprof.Lookup("goroutine").WriteTo(&text, 1) != nil {
		return -1
	}
	// Goroutines in one place stand together: their number, an @ and addresses; then a line with
	// their labels.
	count, total := 0, 0
	for line := range strings.Lines(text.String()) {
		number, _, isGroup := strings.Cut(line, " @ ")
		if isGroup {
			count, _ = strconv.Atoi(number)
		} else if strings.HasPrefix(line, "# labels:") &&
			strings.Contains(line, strconv.Quote(runLabel)+":"+strconv.Quote(label)) {
			total += count
		}
	}
	return total
}

// places says where the images wait.
func (w *watcher) places(world *rt.World) string {
	var b strings.Builder
	all := goroutines()
	for rank, r := range w.rows {
		text := ""
		switch {
		case r.State == layout.StateFailed:
			text = "failed"
		case r.State == layout.StateStopped || r.State == layout.StateDone:
			text = "ended"
		case r.Wait == layout.WaitNone:
			g := named(all, w.names[rank])
			text = fmt.Sprintf("waiting for other goroutines (%s) at %s", g.state,
				userPlace(g.frames))
		default:
			site := world.SiteOf(rank)
			file := cmp.Or(site.File, ".go") // without one, too, the words are Go's
			text = "waiting " + waitstate.WaitNameAt(file, r.Wait, int(r.Target))
			if site.File != "" {
				text += fmt.Sprintf(" at %s:%d", site.File, site.Line)
			}
			if r.Unknown {
				text += waitstate.NotRegistered
			}
		}
		fmt.Fprintf(&b, "\nimage %d: %s", rank+1, text)
	}
	return b.String()
}
