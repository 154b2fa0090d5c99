package launch

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
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

// memoryHint says how to find a wrong subscript: behind a memory error that the runtime of gfortran
// has reported. Coral explains others by itself, and then the image has kept where it was; Go names
// the statement.
func memoryHint(s *layout.Status, signal syscall.Signal) string {
	if signal != syscall.SIGSEGV || atomic.LoadUint32(&s.Faults) != 0 || standing.Hears(s) {
		return ""
	}
	return "coral: note: a wrong subscript, or an array that is not allocated, may be the cause; " +
		"to find a wrong subscript, compile with -g -fcheck=bounds: then the message names it\n"
}

// lastPlace says where an image that has ended was, as far as it has kept that: where no language's
// runtime has printed a backtrace, or at an ERROR STOP.
func (r *run) lastPlace(rank int, status unix.WaitStatus) string {
	return lastPlace(r.memory.status(rank), rank+1, status.Signaled())
}

func lastPlace(s *layout.Status, image int, signaled bool) string {
	faults := int(atomic.LoadUint32(&s.Faults))
	n := min(faults&^layout.FaultReported, layout.FaultFrames)
	if n == 0 {
		return ""
	}
	places := standing.Places(s.Fault[:n])
	what := "executed ERROR STOP"
	if signaled || faults&layout.FaultReported != 0 {
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
// out. An image that a fault of its own has ended is left out too if its own report says so.
func (r *run) standing(except int) string {
	var all []standing.Process
	var killed []standing.Group
	for rank, im := range r.images {
		s := r.memory.status(rank)
		// What tells the launcher of an image's start may come after the end of another image.
		unknown := im.pid == 0 && atomic.LoadUint32(&s.State) == layout.StateStarting
		if rank == except || unknown {
			continue
		}
		if end := im.killedBy(); end != 0 {
			if atomic.LoadUint32(&s.Faults) == 0 {
				killed = append(killed, standing.Group{Images: []int{rank + 1},
					Place: fmt.Sprintf("was killed by signal %d (%s) too", int(end),
						unix.SignalName(end))})
			}
			continue
		}
		all = append(all, standing.Process{Image: rank + 1, Pid: im.pid, Status: s, Dead: im.dead})
	}
	return standing.Text(standing.Groups(slices.Concat(
		standing.Stand(all, !r.stopping), killed)))
}

// killedBy is the signal that has ended an image's process, which may not have been reaped yet; 0:
// none has.
func (im image) killedBy() syscall.Signal {
	if im.dead {
		if im.status.Signaled() {
			return im.status.Signal()
		}
		return 0
	}
	return endOf(im.pid)
}

// endOf is the signal that has ended a process of which nobody has asked yet; 0: none has. The
// kernel tells the parent in the last field of its line.
func endOf(pid int) syscall.Signal {
	const exitCode = 52 - 3 // the number of the field, counted from the state
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	rest := string(text[bytes.LastIndexByte(text, ')')+1:])
	if fields := strings.Fields(rest); err == nil && len(fields) > exitCode &&
		fields[0] == "Z" {
		if code, err := strconv.Atoi(fields[exitCode]); err == nil {
			if status := unix.WaitStatus(code); status.Signaled() {
				return status.Signal()
			}
		}
	}
	return 0
}
