package launch

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// verdict is why a run ends. It is told with what the images report, when no more of them end:
// those that have ended in the same way are named together.
type verdict struct {
	why   string // if the end of no image is the reason
	ends  []*end
	where []waitstate.Group // the others, when the first had ended
}

// way is how images have ended by themselves.
type way struct {
	signal  syscall.Signal // 0: with an exit code
	code    int
	stopped bool // they had stopped before
}

// end is the end of images in one way.
type end struct {
	way
	images []int
	hosts  map[int]string // of images, in runs on several
	hint   string
}

// add notes the end of an image; host: "" in a run on one machine.
func (v *verdict) add(image int, w way, host, hint string) {
	i := slices.IndexFunc(v.ends, func(e *end) bool { return e.way == w })
	if i < 0 {
		i = len(v.ends)
		v.ends = append(v.ends, &end{way: w, hosts: map[int]string{}})
	}
	e := v.ends[i]
	e.images = append(e.images, image)
	if host != "" {
		e.hosts[image] = host
	}
	if e.hint == "" {
		e.hint = hint
	}
}

// text is what is told. An image that has ended by itself after all was asked before where it
// stood.
func (v *verdict) text() string {
	var b strings.Builder
	b.WriteString(v.why)
	var ended []int
	for _, e := range v.ends {
		b.WriteString(e.text())
		ended = append(ended, e.images...)
	}
	var others []waitstate.Group
	for _, g := range v.where {
		g.Images = slices.DeleteFunc(slices.Clone(g.Images),
			func(image int) bool { return slices.Contains(ended, image) })
		if len(g.Images) > 0 {
			others = append(others, g)
		}
	}
	b.WriteString(waitstate.Text(others))
	return b.String()
}

func (e *end) text() string {
	images := waitstate.Sorted(e.images)
	if e.signal == 0 {
		return fmt.Sprintf("coral: error: %s ended with exit code %d%s: the run ends [%s]\n",
			named(images), e.code, e.on(), CodeExited)
	}
	verb, after := "was", ""
	if len(images) > 1 {
		verb = "were"
	}
	if e.stopped {
		after = ", after it had stopped"
		if len(images) > 1 {
			after = ", after they had stopped"
		}
	}
	return fmt.Sprintf("coral: error: %s %s killed by signal %d (%s)%s%s [%s]\n%s%s", named(images),
		verb, int(e.signal), unix.SignalName(e.signal), e.on(), after, CodeKilled,
		aboutSignal(e.signal), e.hint)
}

// mostHosts is how many hosts are named with images.
const mostHosts = 4

func (e *end) on() string {
	var hosts []string
	for _, image := range waitstate.Sorted(e.images) {
		if host := e.hosts[image]; host != "" && !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	switch n := len(hosts); {
	case n == 0:
		return ""
	case n == 1:
		return " on " + hosts[0]
	case n > mostHosts:
		return fmt.Sprintf(" on %d hosts", n)
	default:
		return " on " + strings.Join(hosts[:n-1], ", ") + " and " + hosts[n-1]
	}
}

// aboutSignal says what a signal may mean.
func aboutSignal(s syscall.Signal) string {
	switch s {
	case syscall.SIGKILL:
		return "coral: note: somebody sent this signal; the kernel does so when memory is " +
			"exhausted (see dmesg)" + processorTime(", or after %d s of processor time "+
			"(ulimit -t)") + "\n"
	case syscall.SIGXCPU:
		return "coral: note: the limit of processor time" + processorTime(", %d s,") +
			" is reached: raise it (ulimit -t)\n"
	case syscall.SIGFPE:
		return "coral: note: an integer was divided by 0, or -ffpe-trap= found an exception of " +
			"real numbers; a step of 0 in a loop, FORALL or section is such a division, too\n"
	case syscall.SIGBUS:
		return "coral: note: coarrays have no memory behind them any more when the machine's, " +
			"or the control group's, is exhausted\n"
	}
	return ""
}

// processorTime is the limit of each process in words, "" if there is none.
func processorTime(words string) string {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_CPU, &limit) != nil || limit.Cur == math.MaxUint64 {
		return ""
	}
	return fmt.Sprintf(words, limit.Cur)
}

// memoryHint says how to find a wrong subscript: behind a memory error that the runtime of gfortran
// has reported. Coral explains others by itself, and then the image has kept where it was; Go names
// the statement.
func memoryHint(s *layout.Status, signal syscall.Signal) string {
	faults := atomic.LoadUint32(&s.Faults)
	if signal != syscall.SIGSEGV || faults != 0 && faults&layout.FaultBacktrace == 0 ||
		waitstate.Hears(s) {
		return ""
	}
	return "coral: note: a wrong subscript, an array that is not allocated, or a pointer to " +
		"nothing may be the cause; compile with -g -fcheck=bounds,pointer, so that the message " +
		"names a wrong subscript, or an argument that is not allocated or associated\n"
}

// ownEnd is how an image ends, or has ended, by itself. It says so before it is dead
// (Status.Cause), and somebody else may have killed it since.
func ownEnd(s *layout.Status) (w way, is bool) {
	switch cause := atomic.LoadUint32(&s.Cause); {
	case cause == 0:
		return way{}, false
	case cause&layout.CauseExit != 0:
		return way{code: int(cause &^ layout.CauseExit)}, true
	default:
		return way{signal: syscall.Signal(cause)}, true
	}
}

// ending is what is known of the place where an image has ended.
type ending struct {
	Note  string // it stands behind what the image has reported itself
	Place string // it stands in place of what the image has not come to report
	Fault string // the same for all images that a fault has ended there, if Place is known
}

// lastPlace says where an image that has ended was, as far as it has kept that: where no language's
// runtime has printed a backtrace, or at an ERROR STOP.
func lastPlace(s *layout.Status, image int, signaled bool) ending {
	faults := int(atomic.LoadUint32(&s.Faults))
	n := min(faults&^layout.FaultFlags, layout.FaultFrames)
	if n == 0 {
		return ending{}
	}
	what := "executed ERROR STOP"
	if signaled || faults&layout.FaultFlags != 0 {
		what = "stood"
	}
	text := placesText(s.Fault[:n], image, what)
	if faults&layout.FaultBacktrace != 0 {
		return ending{Place: text, Fault: fmt.Sprint(atomic.LoadUint32(&s.Cause), s.Fault[:n])}
	}
	return ending{Note: text}
}

func placesText(frames []uint32, image int, what string) string {
	places := waitstate.Places(frames)
	if len(places) == 0 {
		return fmt.Sprintf(
			"coral: note: image %d %s at an address that belongs to no line that is known\n",
			image, what)
	}
	text := fmt.Sprintf("coral: note: image %d %s %s", image, what, places[0].Where())
	for _, p := range places[1:] {
		text += ", called from " + p.String()
	}
	return text + "\n"
}

// exitCode is the run's exit code if images end so.
func (w way) exitCode() int {
	if w.signal != 0 {
		return 128 + int(w.signal)
	}
	return w.code
}

// waitGroups are the wait states of the images, those in the same place together; except is a rank
// to leave out. An image that ends by itself is left out too.
func (r *run) waitGroups(except int) []waitstate.Group {
	var all []waitstate.Process
	for rank, im := range r.images {
		s := r.memory.status(rank)
		// What tells the launcher of an image's start may come after the end of another image.
		unknown := im.pid == 0 && atomic.LoadUint32(&s.State) == layout.StateStarting
		if rank == except || unknown {
			continue
		}
		if _, ends := ownEnd(s); ends || im.killedBy() != 0 {
			continue
		}
		all = append(all, waitstate.Process{Image: rank + 1, Pid: im.pid, Status: s, Dead: im.dead})
	}
	return waitstate.Stand(all, !r.stopping)
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
