package launch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/launch/pin"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// yieldTime is for how long no image must have ended until images, which see by themselves that the
// run ends, are told by SIGTERM.
const yieldTime = 100 * time.Millisecond

// image is the coordinator's view of one image.
type image struct {
	pid    int // 0: not started
	dead   bool
	status unix.WaitStatus
	// it has come to be when the run was ending already, and was killed
	unwanted bool
}

// run is the state of a run; the goroutine in Run owns it.
type run struct {
	options Options
	memory  *memory
	output  *output
	spawner *spawner
	stderr  io.Writer

	images  []image
	byPid   map[int]int // rank of a living process
	living  int
	ended   chan int      // from the reaper: a child that can be reaped
	lost    chan error    // from the reaper: no end can be waited for
	next    chan struct{} // to the reaper: it has been reaped
	signals chan os.Signal

	stopping    bool // the run is to end before its time
	code        int  // the exit code then
	told        bool // images have been sent a signal that asks them to end
	interrupted bool // the launcher has had a signal that ends the run
	killer      *time.Timer
	yieldsUntil time.Time // until then images that end one after another are not told to end
	verdict     verdict
	teller      *time.Timer
	untold      bool                // the teller is set
	suspicion   waitstate.Suspicion // that the images wait for each other
	// an image that had stopped or failed was killed, perhaps before it had counted that
	uncounted bool
	pins      *pin.Watch // nil: images run anywhere
	debugger  *debugger  // nil: none is asked for
	failure   error
}

// Run starts the images, passes their output on and gives the exit code of the run. The error, if
// any, is why the run could not start; messages about images go to standard error. Only one run at
// a time in a process.
func Run(o Options) (code int, err error) {
	o = o.complete()
	geometry, err := o.plan()
	if err != nil {
		return exitLauncher, &Error{CodeImages, err}
	}
	if err := checkLimits(geometry, o.Unmapped); err != nil {
		return exitLauncher, err
	}
	memory, err := newMemory(geometry)
	if err != nil {
		return exitLauncher, err
	}
	defer memory.close()
	memory.job.Judged = 1
	if err := o.checkDebugger(); err != nil {
		return exitLauncher, err
	}
	if by := tracer(); by != "" || underValgrind() {
		if o.Images == 1 {
			return exitLauncher, o.becomeImage(memory)
		}
		o.noteTracer(by)
	}
	r := &run{
		options: o, memory: memory, stderr: o.Stderr,
		suspicion: waitstate.Suspicion{Limit: o.Deadlock},
		images:    make([]image, o.Images), byPid: map[int]int{},
		ended: make(chan int), lost: make(chan error), next: make(chan struct{}),
	}
	stop := r.watchSignals()
	defer stop()
	if r.output, err = newOutput(o.Images, o.Stdout, o.Stderr, o.Tag); err != nil {
		return exitLauncher, err
	}
	r.spawner = &spawner{
		options: o, memory: memory, output: r.output,
		env:     imageEnv(o.Env, r.output.sinks[0].terminal),
		places:  pin.Places(o.Images, Cores(), o.Pin),
		results: make(chan started), cancel: make(chan struct{}), release: make(chan struct{}),
	}
	defer close(r.spawner.release)
	r.watchPins()
	r.debugger = newDebugger(o)
	go r.spawner.run()
	r.coordinate()
	r.finishOutput()
	if err := r.output.sinks[0].err; err != nil && !errors.Is(err, syscall.EPIPE) {
		r.outputFailed(err)
	}
	return r.exitCode(), r.failure
}

// watchSignals takes over the signals that mean the whole run; what was ignored stays so (nohup,
// background jobs). SIGQUIT is ignored while images start, so that they inherit that: Ctrl-\
// reaches every process of the terminal's foreground group, and is a question to the launcher
// alone.
func (r *run) watchSignals() (stop func()) {
	r.signals = make(chan os.Signal, 8)
	signal.Ignore(syscall.SIGQUIT)
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(r.signals, s)
		}
	}
	// Notified, a closed output is an error of write instead of the end of the launcher.
	signal.Notify(r.signals, syscall.SIGPIPE)
	signal.Notify(r.signals, faultSignals...)
	return func() { signal.Stop(r.signals) }
}

// faultSignals are those of wrong instructions. A launcher to which somebody sends one ends the run
// as for any other: Go's runtime would first look at all its threads for ten seconds and more, and
// tell what they do. Its own faults are not notified.
var faultSignals = []os.Signal{syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE}

// aboutSent says that the launcher has been sent one of them; "": another signal.
func aboutSent(s os.Signal) string {
	if !slices.Contains(faultSignals, s) {
		return ""
	}
	return fmt.Sprintf("coral: error: the launcher was sent signal %d (%s): the run ends [%s]\n", s,
		unix.SignalName(s.(syscall.Signal)), CodeKilled)
}

// coordinate decides until every image that was started is dead.
func (r *run) coordinate() {
	starting := r.spawner.results
	reaping := false
	r.killer = time.NewTimer(0)
	<-r.killer.C
	r.teller = time.NewTimer(0)
	<-r.teller.C
	watch, done := r.deadlockTicker()
	defer done()
	pins := r.pins.First()
	for starting != nil || r.living > 0 {
		if r.living > 0 && !reaping {
			reaping = true
			go r.reap(r.next)
		}
		select {
		case s, ok := <-starting:
			if !ok {
				starting = nil
				signal.Notify(r.signals, syscall.SIGQUIT)
				continue
			}
			r.hasStarted(s)
		case pid := <-r.ended:
			for !r.known(pid) && starting != nil { // it was faster than its spawner's report
				s, ok := <-starting
				if !ok {
					starting = nil
					signal.Notify(r.signals, syscall.SIGQUIT)
					break
				}
				r.hasStarted(s)
			}
			reaping = r.hasEnded(pid)
		case err := <-r.lost:
			r.haveBeenLost(err)
			return
		case s := <-r.signals:
			r.hasSignal(s.(syscall.Signal))
		case err := <-r.output.failed:
			r.outputFailed(err)
		case <-r.killer.C:
			r.escalate()
		case <-r.teller.C:
			r.tell()
		case <-watch:
			r.checkDeadlock()
		case <-pins:
			pins = r.pins.Look(r.pinned())
		}
	}
}

// watchPins has the places of images looked after, if they have some.
func (r *run) watchPins() {
	var verbose io.Writer
	if r.options.Verbose {
		verbose = r.stderr
	}
	r.pins = pin.NewWatch(r.spawner.places, verbose)
}

// pinned is what the watch of the pins is told of the images.
func (r *run) pinned() (all []pin.Process) {
	for _, im := range r.images {
		all = append(all, pin.Process{PID: im.pid, Ended: im.dead})
	}
	return all
}

func (r *run) known(pid int) bool {
	_, ok := r.byPid[pid]
	return ok
}

// reap reports children that have ended, one at a time, and ends when told so by the coordinator's
// closing of next. The channel is an argument: the coordinator gives the next reaper another.
func (r *run) reap(next <-chan struct{}) {
	for {
		pid, err := awaitChild()
		if err != nil {
			r.lost <- err
			return
		}
		r.ended <- pid
		if _, ok := <-next; !ok {
			return
		}
	}
}

func (r *run) hasStarted(s started) {
	if s.err == nil {
		r.images[s.rank].pid = s.pid
		r.byPid[s.pid] = s.rank
		r.living++
		if r.stopping {
			r.images[s.rank].unwanted = true
			unix.Kill(s.pid, unix.SIGKILL)
		} else if r.debugger.wants(s.rank) && r.debugger.attach(s.pid) {
			r.living++ // the debugger is a process to wait for, too
		}
		return
	}
	if r.stopping || r.isInterrupted(0) {
		return
	}
	r.failure = startFailure(s, len(r.images))
	r.begin(exitLauncher)
	r.kill(syscall.SIGKILL)
}

func startFailure(s started, n int) error {
	hint := ""
	switch {
	case errors.Is(s.err, syscall.EAGAIN):
		hint = ": the limit of processes is reached (ulimit -u, or pids.max of the control group)"
	case errors.Is(s.err, syscall.ENOMEM):
		hint = ": there is no memory for it"
	case errors.Is(s.err, syscall.EMFILE), errors.Is(s.err, syscall.ENFILE):
		hint = ": the limit of open files is reached (ulimit -n)"
	case errors.Is(s.err, syscall.ENOENT):
		if _, err := os.Stat("/proc/self"); err != nil {
			hint = ": /proc is not mounted, and the launcher needs it to find the program"
		}
	}
	return failure(CodeStart, "image %d of %d could not be started: %w%s", s.rank+1, n, s.err, hint)
}

// haveBeenLost ends the run where the system does not tell how images end, as a sandbox may do that
// knows no waitid: nobody could say any more whether the run was a success.
func (r *run) haveBeenLost(err error) {
	r.failure = failure(CodeStart, "the launcher cannot wait for its images: waitid fails: %w", err)
	r.begin(exitLauncher)
	r.kill(syscall.SIGKILL)
}

// hasEnded reaps one child and decides what its end means. It tells whether the reaper goes on.
func (r *run) hasEnded(pid int) bool {
	var status unix.WaitStatus
	for {
		if _, err := unix.Wait4(pid, &status, 0, nil); err != unix.EINTR {
			break
		}
	}
	rank, ours := r.byPid[pid]
	if r.debugger.is(pid) {
		r.living--
		r.debugger.ended(r.signals)
	}
	if ours {
		delete(r.byPid, pid)
		r.images[rank].dead, r.images[rank].status = true, status
		r.living--
		if status != 0 {
			r.output.drain(rank,
				lastPlace(r.memory.status(rank), rank+1, status.Signaled()))
		}
		r.judge(rank, status)
		r.awaitOthers(rank)
	}
	if r.living == 0 {
		// The reaper would find no child; a later one gets a reaper of its own.
		close(r.next)
		r.next = make(chan struct{})
		return false
	}
	r.next <- struct{}{}
	return true
}

// judge decides whether an image's end is the end of the run. Not when the image had stopped or
// failed as the language knows it, nor when the run is ending anyway.
func (r *run) judge(rank int, status unix.WaitStatus) {
	state := r.memory.state(rank)
	if r.stopping || state == layout.StateFailed {
		r.uncounted = r.uncounted || status.Signaled()
		r.endsToo(rank, status)
		return
	}
	if ending, _, code := r.memory.ending(); ending {
		r.begin(code)
		r.endsToo(rank, status)
		r.yield()
		return
	}
	stopped := state == layout.StateStopped || state == layout.StateDone
	var end syscall.Signal
	if status.Signaled() {
		end = status.Signal()
	}
	if (end != 0 || status.ExitStatus() != 0 && !stopped) && r.isInterrupted(end) {
		return
	}
	if end != 0 && stopped {
		r.uncounted = true
	}
	switch {
	case end != 0:
		w := way{signal: end, stopped: stopped}
		r.verdict.add(rank+1, w, "", memoryHint(r.memory.status(rank), end))
		if stopped {
			r.tellSoon()
			return // nobody waits for it any more
		}
		r.ends(w.exitCode(), rank)
	case stopped:
	case status.ExitStatus() == 0:
		// Left by exit(0) or from main, without a stop statement: it has ended normally as far as
		// others can see.
		r.memory.mark(rank, layout.StateStopped)
	default:
		w := way{code: status.ExitStatus()}
		r.verdict.add(rank+1, w, "", "")
		r.ends(w.exitCode(), rank)
	}
}

// endsToo names an image with those that have ended by themselves, if it has, while the run ends:
// several images often fail at the same time.
func (r *run) endsToo(rank int, status unix.WaitStatus) {
	if !r.stopping || r.interrupted {
		return
	}
	s := r.memory.status(rank)
	w, is := ownEnd(s)
	if !is && status.Signaled() && !r.told && !r.images[rank].unwanted {
		w, is = way{signal: status.Signal()}, true
	}
	if is {
		r.verdict.add(rank+1, w, "", memoryHint(s, w.signal))
	}
}

// tellTime is for how long no image must have ended until the reason is told for which the run
// ends: others may report the same.
const tellTime = 500 * time.Millisecond

// ends ends the run for a reason that is told with where the images stand, but one.
func (r *run) ends(code, except int) {
	r.begin(code)
	r.verdict.where = r.waitGroups(except)
	r.memory.end(r.code)
	r.yield()
}

// yield leaves the images some time in which they end by themselves, and may report why.
func (r *run) yield() {
	r.tellSoon()
	r.killer.Reset(yieldTime)
	r.yieldsUntil = time.Now().Add(r.options.Grace)
}

func (r *run) tellSoon() {
	r.untold = true
	r.teller.Reset(tellTime)
}

// awaitOthers has an image that has ended followed by others: they may report the same. Where many
// images share a processor they end one after another. Behind a backtrace nobody is waited for: the
// runtime library takes seconds for one where many images do it at once, and that they stand in the
// same place is known without it (Status.Fault).
func (r *run) awaitOthers(rank int) {
	if r.untold {
		r.teller.Reset(tellTime)
	}
	printed := atomic.LoadUint32(&r.memory.status(rank).Faults)&layout.FaultBacktrace != 0
	if !printed && !r.told && time.Now().Before(r.yieldsUntil) {
		r.killer.Reset(yieldTime)
	}
}

// tell writes what images have reported, and then why the run ends.
func (r *run) tell() {
	r.untold = false
	r.output.tell()
	fmt.Fprint(r.stderr, r.verdict.text())
	r.verdict = verdict{}
}

// Ctrl-C reaches the launcher and all images at once, and an image may have ended before the
// launcher's own signal has gone its way through the Go runtime: that is no fault of the image. The
// kernel gives the signal to all processes of the group before any of them can be waited for.
const (
	// from the kernel to r.signals, of a process that has a processor
	signalTime   = 50 * time.Millisecond
	patientTime  = time.Second // the same when the signal is known to be under way
	endingSigset = 1<<(syscall.SIGINT-1) | 1<<(syscall.SIGTERM-1) | 1<<(syscall.SIGHUP-1)
)

// isInterrupted tells whether the launcher has had a signal that ends the run; end is the signal by
// which an image has ended, 0: none.
func (r *run) isInterrupted(end syscall.Signal) bool {
	patience := signalTime
	if end != 0 && endingSigset>>(end-1)&1 != 0 || pendingSignals()&endingSigset != 0 {
		patience = patientTime
	}
	limit := time.After(patience)
	for !r.interrupted {
		select {
		case s := <-r.signals:
			r.hasSignal(s.(syscall.Signal))
		case <-limit:
			return false
		}
	}
	return true
}

// pendingSignals are those that the kernel has for this process and has not delivered.
func pendingSignals() uint64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "\nShdPnd:\t")
	word, _, _ := strings.Cut(rest, "\n")
	mask, err := strconv.ParseUint(word, 16, 64)
	if err != nil {
		return 0
	}
	return mask
}

// outputTime is how long after an interrupt what images have written is passed on to a reader that
// is slow.
const outputTime = time.Second

// finishOutput passes on the last of what images have written. A reader that reads no more does not
// keep an interrupted launcher.
func (r *run) finishOutput() {
	r.tell()
	done := make(chan struct{})
	go func() {
		r.output.finish()
		close(done)
	}()
	var limit <-chan time.Time
	if r.interrupted {
		limit = time.After(outputTime)
	}
	for {
		select {
		case <-done:
			return
		case <-limit:
			return
		case s := <-r.signals:
			if s := s.(syscall.Signal); endingSigset>>(s-1)&1 != 0 {
				r.begin(128 + int(s))
				limit = time.After(outputTime)
			}
		}
	}
}

// begin notes that the run ends before its time, and with which code. The first reason counts.
func (r *run) begin(code int) {
	if !r.stopping {
		r.stopping, r.code = true, code
		close(r.spawner.cancel)
	}
}

// escalate ends images that still live: first by SIGTERM, after the grace time by SIGKILL.
func (r *run) escalate() {
	if r.options.Grace > 0 && !r.told {
		r.kill(syscall.SIGTERM)
		r.killer.Reset(r.options.Grace)
		return
	}
	r.kill(syscall.SIGKILL)
	r.killer.Reset(time.Second) // for one that was just being started
}

// outputFailed ends the run when standard output cannot be written. That its reader has gone is
// usual and says nothing (prog | head); what is lost for another reason is said.
func (r *run) outputFailed(err error) {
	code := 128 + int(syscall.SIGPIPE)
	if !errors.Is(err, syscall.EPIPE) {
		code = 1
		if !r.stopping { // it is told for each line that the images still print
			fmt.Fprintf(
				r.stderr, "coral: error: the output of the program could not be written: %v [%s]\n",
				err, CodeOutput)
		}
	}
	r.begin(code)
	r.kill(syscall.SIGKILL)
}

func (r *run) kill(s syscall.Signal) {
	r.told = true
	for pid := range r.byPid {
		unix.Kill(pid, s)
	}
}

// hasSignal handles a signal to the launcher. The first one that ends the run is passed to the
// images, which have the grace time to end; a second one kills.
func (r *run) hasSignal(s syscall.Signal) {
	switch s {
	case syscall.SIGPIPE:
		return
	case syscall.SIGQUIT:
		if text := waitstate.Text(r.waitGroups(-1)); !r.stopping {
			fmt.Fprint(r.stderr, text)
		}
		return
	}
	if r.interrupted {
		r.kill(syscall.SIGKILL)
		return
	}
	r.interrupted = true
	r.begin(128 + int(s))
	r.memory.end(r.code)
	if text := aboutSent(s); text != "" {
		fmt.Fprint(r.stderr, text)
		s = syscall.SIGTERM // to images it would be a fault of theirs
	}
	r.kill(s)
	r.killer.Reset(r.options.Grace)
}

// exitCode is the run's: that of error termination; else image 1's if it is not zero; else the
// first image's that is not.
func (r *run) exitCode() int {
	if r.stopping {
		return r.code
	}
	failed := 0
	for rank, im := range r.images {
		code := im.status.ExitStatus()
		switch {
		case r.memory.state(rank) == layout.StateFailed:
			failed++
		case im.status.Signaled():
			return 128 + int(im.status.Signal())
		case code != 0:
			return code
		}
	}
	if failed == len(r.images) {
		fmt.Fprintf(r.stderr, "coral: error: all images have failed [%s]\n", CodeAllDead)
		return 1
	}
	return 0
}
