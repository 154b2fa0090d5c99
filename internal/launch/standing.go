package launch

import (
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/standing"
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
	var all []standing.Group
	for rank, im := range r.images {
		if rank != except && im.pid != 0 {
			all = append(all, standing.Of(rank+1, r.memory.status(rank), im.dead))
		}
	}
	fmt.Fprint(r.stderr, standing.Text(standing.Groups(all)))
}
