package launch

import (
	"fmt"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/standing"
)

// deathBySignal tells how an image died.
func deathBySignal(rank int, s syscall.Signal, stopped bool) string {
	after := ""
	if stopped {
		after = ", after it had stopped"
	}
	text := fmt.Sprintf("coral: error: image %d was killed by signal %d (%s)%s [%s]\n", rank+1,
		int(s), unix.SignalName(s), after, CodeKilled)
	switch s {
	case syscall.SIGKILL:
		text += "coral: note: somebody sent this signal; the kernel does so when memory is " +
			"exhausted (see dmesg)\n"
	case syscall.SIGBUS:
		text += "coral: note: coarrays have no memory behind them any more when the machine's, " +
			"or the control group's, is exhausted\n"
	}
	return text
}

// lastPlace says where an image that has ended was, as far as it has kept that: where no language's
// runtime has printed a backtrace, or at an ERROR STOP.
func (r *run) lastPlace(rank int, status unix.WaitStatus) string {
	return lastPlace(r.memory.status(rank), rank+1, status.Signaled())
}

func lastPlace(s *layout.Status, image int, signaled bool) string {
	n := min(int(atomic.LoadUint32(&s.Faults)), layout.FaultFrames)
	if n == 0 {
		return ""
	}
	places := standing.Places(s.Fault[:n])
	what := "executed ERROR STOP"
	if signaled {
		what = "stood"
	}
	if len(places) == 0 {
		return fmt.Sprintf(
			"coral: note: image %d %s at a place that is not known: the program has no symbols\n",
			image, what)
	}
	text := fmt.Sprintf("coral: note: image %d %s %s", image, what, places[0].Where())
	for _, p := range places[1:] {
		text += ", called from " + p.String()
	}
	return text + "\n"
}

// standing says where the images stand, those in the same place together; except is a rank to leave
// out.
func (r *run) standing(except int) string {
	var all []standing.Process
	for rank, im := range r.images {
		if rank != except && im.pid != 0 {
			all = append(all, standing.Process{Image: rank + 1, Pid: im.pid,
				Status: r.memory.status(rank), Dead: im.dead})
		}
	}
	return standing.Text(standing.Stand(all, !r.stopping))
}
