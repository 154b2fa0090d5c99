package coarray

import (
	"bytes"
	"context"
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
	"github.com/coral-pgas/coral/internal/standing"
)

// Deadlocks of images that are goroutines, by the rule that the launcher has for processes: over some time every image has been in one and the same
// wait, has looked in vain, and nothing else could end it. Something else are goroutines that the images' functions have started. They are known by a
// label that goroutines inherit.

// watchPeriod is how often the watcher looks; looksInVain how often each image must have looked meanwhile.
const (
	watchPeriod = time.Second
	looksInVain = 3
	runLabel    = "coral.run"
)

var runs atomic.Uint64

// watcher looks for a deadlock of one run.
type watcher struct {
	limit time.Duration // 0: no deadlock is reported
	label string
	mu    sync.Mutex
	world *rt.World // of any image: it shows all
	left  int       // images that have not joined yet

	since time.Time
	rows  []rt.Standing
	alone bool // at since, the images' goroutines were the only ones
}

func newWatcher(images int) (*watcher, error) {
	limit, err := config.Deadlock.Time()
	if err != nil {
		return nil, err
	}
	return &watcher{limit: limit, label: strconv.FormatUint(runs.Add(1), 10), left: images}, nil
}

// joins is called by each image, on its goroutine.
func (w *watcher) joins(world *rt.World) {
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels(runLabel, w.label)))
	w.mu.Lock()
	defer w.mu.Unlock()
	w.world = world
	w.left--
}

// until looks for a deadlock while wait has not returned, and ends the images when it has found one.
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
	ticker := time.NewTicker(min(watchPeriod, w.limit))
	defer ticker.Stop()
	for {
		select {
		case <-done:
			return nil
		case <-ticker.C:
			if world := w.stuck(); world != nil {
				err := fmt.Errorf("%w%s", ErrDeadlock, places(world, w.rows))
				world.EndRun(exitError)
				<-done
				return err
			}
		}
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
	rows := make([]rt.Standing, world.Size())
	alive, waiting := 0, 0
	for rank := range rows {
		rows[rank] = world.Standing(rank)
		switch r := &rows[rank]; {
		case r.State == layout.StateFailed || r.State == layout.StateDone:
		case r.State == layout.StateStopped:
			alive++
		case r.Wait == layout.WaitNone || r.Others:
			w.rows = nil
			return nil
		default:
			alive++
			waiting++
		}
	}
	if waiting == 0 || w.rows == nil || !standStill(w.rows, rows) {
		w.rows, w.since, w.alone = rows, time.Now(), false
		return nil
	}
	if time.Since(w.since) < w.limit || !inVain(w.rows, rows) {
		return nil
	}
	// Another goroutine may have done just before its end what an image is about to wake up by: all must have looked in vain
	// since there was none.
	wasAlone := w.alone
	w.alone = labelled(w.label) == alive
	if !w.alone || !wasAlone {
		w.rows, w.since = rows, time.Now()
		return nil
	}
	return world
}

// standStill tells whether no image has left its wait, or ended, between two times.
func standStill(before, now []rt.Standing) bool {
	for rank := range now {
		b, n := before[rank], now[rank]
		if b.State != n.State || b.Wait != n.Wait || b.Progress != n.Progress {
			return false
		}
	}
	return true
}

// inVain tells whether every waiting image has looked often enough.
func inVain(before, now []rt.Standing) bool {
	for rank := range now {
		if now[rank].State == layout.StateRunning && now[rank].Looks-before[rank].Looks < looksInVain {
			return false
		}
	}
	return true
}

// labelled counts the goroutines of a run: its images, and what those have started.
func labelled(label string) int {
	var text bytes.Buffer
	if pprof.Lookup("goroutine").WriteTo(&text, 1) != nil {
		return -1
	}
	// Goroutines in one place stand together: their number, an @ and addresses; then a line with their labels.
	count, total := 0, 0
	for line := range strings.Lines(text.String()) {
		number, _, isGroup := strings.Cut(line, " @ ")
		if isGroup {
			count, _ = strconv.Atoi(number)
		} else if strings.HasPrefix(line, "# labels:") && strings.Contains(line, strconv.Quote(runLabel)+":"+strconv.Quote(label)) {
			total += count
		}
	}
	return total
}

// places says where the images wait.
func places(world *rt.World, rows []rt.Standing) string {
	var b strings.Builder
	for rank, r := range rows {
		text := ""
		switch r.State {
		case layout.StateFailed:
			text = "failed"
		case layout.StateStopped, layout.StateDone:
			text = "ended"
		default:
			site := world.SiteOf(rank)
			text = fmt.Sprintf("waiting %s at %s:%d", standing.WaitName(r.Wait, int(r.Target)), site.File, site.Line)
		}
		fmt.Fprintf(&b, "\nimage %d: %s", rank+1, text)
	}
	return b.String()
}
