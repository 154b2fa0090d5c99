package launch

import (
	"fmt"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
)

// explainSignal tells how an image died.
func (r *run) explainSignal(rank int, s syscall.Signal, stopped bool) {
	after := ""
	if stopped {
		after = ", after it had stopped"
	}
	fmt.Fprintf(r.stderr, "coral: error: image %d was killed by signal %d (%s)%s [%s]\n", rank+1, int(s), unix.SignalName(s), after, CodeKilled)
	switch s {
	case syscall.SIGKILL:
		fmt.Fprintln(r.stderr, "coral: note: somebody sent this signal; the kernel does so when memory is exhausted (see dmesg)")
	case syscall.SIGBUS:
		fmt.Fprintln(r.stderr, "coral: note: coarrays have no memory behind them any more when the machine's, or the control group's, is exhausted")
	}
	r.explainPlace(rank)
}

// standing prints where the images stand, those in the same place together; except is a rank to leave out.
func (r *run) standing(except int) {
	var order []string
	groups := map[string][]int{}
	seconds := map[string]int{} // the shortest wait of a group
	for rank, im := range r.images {
		if rank == except || im.pid == 0 {
			continue
		}
		text := r.position(rank)
		if _, ok := groups[text]; !ok {
			order = append(order, text)
			seconds[text] = r.waited(rank)
		}
		seconds[text] = min(seconds[text], r.waited(rank))
		groups[text] = append(groups[text], rank+1)
	}
	var b strings.Builder
	for _, text := range order {
		numbers := groups[text]
		noun := "image"
		if len(numbers) > 1 {
			noun = "images"
		}
		fmt.Fprintf(&b, "coral: note: %s %s: %s", noun, ranges(numbers), text)
		if seconds[text] > 0 {
			fmt.Fprintf(&b, ", for %d s", seconds[text])
		}
		b.WriteByte('\n')
	}
	fmt.Fprint(r.stderr, b.String())
}

// position says what an image was last known to do.
func (r *run) position(rank int) string {
	s := r.memory.status(rank)
	switch atomic.LoadUint32(&s.State) {
	case layout.StateFailed:
		return "failed"
	case layout.StateDone:
		return "ended"
	case layout.StateStopped:
		return "stopped"
	case layout.StateStarting:
		if r.images[rank].dead {
			return "ended"
		}
		return "starting"
	}
	if r.images[rank].dead {
		return "ended"
	}
	wait := atomic.LoadUint32(&s.Wait) &^ (layout.WaitAlone | layout.WaitOthers)
	if wait == layout.WaitNone {
		return "running"
	}
	text := "waiting " + WaitName(wait, int(atomic.LoadUint32(&s.Target)))
	if at := place(s); at != "" {
		text += " at " + at
	}
	return text
}

// waited is for how many whole seconds an image has been in its wait; 0 when it is in none.
func (r *run) waited(rank int) int {
	s := r.memory.status(rank)
	since := atomic.LoadUint64(&s.Since)
	if since == 0 || atomic.LoadUint32(&s.Wait) == layout.WaitNone {
		return 0
	}
	var now unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &now)
	return int(time.Duration(uint64(now.Nano()) - since).Seconds())
}

// WaitName names the statement in which an image waits: a layout.WaitX, and the image or count that it waits for, 0 for none.
func WaitName(wait uint32, target int) string {
	of := func(text, image string) string {
		if target == 0 {
			return text
		}
		return text + fmt.Sprintf(image, target)
	}
	switch wait {
	case layout.WaitSyncAll:
		return "in SYNC ALL"
	case layout.WaitImages:
		return of("in SYNC IMAGES", " for image %d")
	case layout.WaitEvent:
		return "in EVENT WAIT"
	case layout.WaitLock:
		return of("in LOCK", ", held by image %d")
	case layout.WaitCrit:
		return of("before CRITICAL", ", image %d is inside")
	case layout.WaitColl:
		return "in a collective subroutine"
	case layout.WaitAlloc:
		return "in ALLOCATE or DEALLOCATE of a coarray"
	case layout.WaitEnd:
		return "for the end of the program"
	case layout.WaitTeam:
		return "in a team statement"
	}
	return "for others"
}

// ranges writes increasing numbers as "1-3, 7".
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if j == i {
			parts = append(parts, fmt.Sprint(numbers[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
