package launch

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
)

// The launcher of a library knows nothing of reports, and gives each image a standard error of its
// own. So the images of one machine have a process beside them, the reporter: what they write to
// standard error goes through it to where the launcher reads it, and equal reports are written
// once.
//
// The first image of the machine starts it while they meet, by a process between, so that it is no
// child of an image; it has a session of its own, so that the launcher's signals do not end it
// before it has written what the last image has said. It ends with the images. Its guard has the
// same files, and takes its place if somebody kills it: what images write is kept in their pipes
// until then. The process between starts both, and the image waits for its end: from then on the
// pipes have a reader, whichever of the two is killed, and when. A pipe leads from the reporter to
// the guard. The reporter writes to it when it ends by itself.

// What the setting says to a process: to start both, to be the guard, or to be the reporter; before
// what images are told (layout.Boot). An agent of Coral's tells its images that reports are merged
// elsewhere, and that it wants to have the memory object.
const (
	reporterStart = "start "
	reporterGuard = "guard "
	reporterIs    = "be "
	reporterAgent = "agent"
)

// settleTime is for how long no report must have come until those that there are are written:
// others may report the same.
const settleTime = 250 * time.Millisecond

// reporterFiles are the first descriptors that the reporter is given: three that lead nowhere and
// the memory object. Then come two for each image, the end of its pipe and its standard error. The
// reporter and the guard have one more behind them, their ends of the pipe between them.
const reporterFiles = 4

// What the reporter, its guard and the process that starts both are called, behind the program's
// name.
const (
	reporterName = "[reports]"
	guardName    = "[guards reports]"
	starterName  = "[starts reports]"
)

// hasOwnErrors tells whether standard error goes to somebody who reads it, and standard output
// elsewhere: the order of both to one file would change on the way.
func hasOwnErrors() bool {
	var errors, output unix.Stat_t
	if unix.Fstat(2, &errors) != nil {
		return false
	}
	if unix.Fstat(1, &output) == nil && output.Dev == errors.Dev && output.Ino == errors.Ino {
		return false
	}
	kind := errors.Mode & unix.S_IFMT
	return kind == unix.S_IFIFO || kind == unix.S_IFSOCK
}

// errorsOf is the standard error of an image of this machine, a descriptor; -1: it stays as it is.
type errorsOf struct{ rank, fd int }

// startReporter starts the reporter of some images, and gives the writing end of each one's pipe.
// Without it reports come as the images make them.
func startReporter(boot layout.Boot, memory int, images []errorsOf) (writers map[int]int) {
	var ranks []string
	var files []*os.File
	defer func() { closeAll(files) }()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	object, err := unix.FcntlInt(uintptr(memory), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		null.Close()
		return nil
	}
	files = []*os.File{null, os.NewFile(uintptr(object), "memory object")}
	passed := []*os.File{null, null, null, files[1]}
	writers = map[int]int{}
	for _, im := range images {
		if im.fd < 0 {
			continue
		}
		var ends [2]int
		theirs, err := unix.FcntlInt(uintptr(im.fd), unix.F_DUPFD_CLOEXEC, 0)
		if err == nil {
			err = unix.Pipe2(ends[:], unix.O_CLOEXEC)
		}
		if err != nil {
			closeWriters(writers)
			return nil
		}
		pair := []*os.File{os.NewFile(uintptr(ends[0]), "pipe"),
			os.NewFile(uintptr(theirs), "stderr")}
		files, passed = append(files, pair...), append(passed, pair...)
		ranks = append(ranks, strconv.Itoa(im.rank))
		writers[im.rank] = ends[1]
	}
	if len(writers) == 0 {
		return nil
	}
	between, err := reporterProcess(reporterStart+boot.String(), os.Args[0]+starterName,
		strings.Join(ranks, ","), passed)
	if err == nil {
		var state *os.ProcessState
		if state, err = between.Wait(); err == nil && !state.Success() {
			err = errNoReporter
		}
	}
	if err != nil {
		closeWriters(writers)
		return nil
	}
	return writers
}

var errNoReporter = fmt.Errorf("the reporter does not start")

func closeWriters(writers map[int]int) {
	for _, fd := range writers {
		unix.Close(fd)
	}
}

// reporterProcess starts this program with the setting, under a name.
func reporterProcess(value, name, ranks string, files []*os.File) (*os.Process, error) {
	var env []string
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, config.Reporter.Name+"=") {
			env = append(env, entry)
		}
	}
	return os.StartProcess("/proc/self/exe", []string{name, ranks}, &os.ProcAttr{
		Env:   append(env, config.Reporter.Name+"="+value),
		Files: files,
		Sys:   &syscall.SysProcAttr{Setsid: true},
	})
}

// reporterMain does what the setting says, if anything. Then it does not return.
func reporterMain(value string) {
	if boot, is := strings.CutPrefix(value, reporterStart); is {
		ranks := reporterRanks()
		files := reporterFiles + 2*len(ranks)
		keepOnly(files)
		if err := startBoth(boot, files); err != nil {
			os.Exit(exitLauncher)
		}
		os.Exit(0)
	}
	text, is := strings.CutPrefix(value, reporterIs)
	guarded, guards := strings.CutPrefix(value, reporterGuard)
	if !is && !guards {
		return
	}
	ignoreSignals()
	ranks := reporterRanks()
	between := os.NewFile(uintptr(reporterFiles+2*len(ranks)), "pipe")
	if guards {
		if endsByItself(between) {
			os.Exit(0)
		}
		text = guarded
	}
	boot, err := layout.ParseBoot(text)
	if err != nil {
		os.Exit(exitLauncher)
	}
	newReporter(boot, ranks).run()
	if !guards {
		_, _ = between.Write([]byte{1})
	}
	os.Exit(0)
}

// ignoreSignals has this process end by itself alone.
func ignoreSignals() {
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGPIPE)
}

// startBoth starts the reporter and its guard with the first files that this process has.
func startBoth(boot string, files int) error {
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		return err
	}
	var passed []*os.File
	for fd := range files {
		passed = append(passed, os.NewFile(uintptr(fd), "passed on"))
	}
	defer runtime.KeepAlive(passed) // or the collector closes them
	program := strings.TrimSuffix(os.Args[0], starterName)
	for _, p := range []struct {
		value, name string
		end         int
	}{{reporterIs, reporterName, ends[1]}, {reporterGuard, guardName, ends[0]}} {
		between := os.NewFile(uintptr(p.end), "pipe")
		_, err := reporterProcess(p.value+boot, program+p.name, os.Args[1],
			append(slices.Clip(passed), between))
		between.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// endsByItself waits for the end of the reporter, and tells whether it was its own will.
func endsByItself(between *os.File) bool {
	n, _ := between.Read(make([]byte, 1))
	return n == 1
}

// reporterRanks are the images of the reporter.
func reporterRanks() (ranks []int) {
	if len(os.Args) != 2 {
		os.Exit(exitLauncher)
	}
	for word := range strings.SplitSeq(os.Args[1], ",") {
		rank, err := strconv.Atoi(word)
		if err != nil {
			os.Exit(exitLauncher)
		}
		ranks = append(ranks, rank)
	}
	return ranks
}

// keepOnly has this process pass on no descriptors but the first ones: the launcher would wait for
// what it has given to an image.
func keepOnly(n int) {
	entries, _ := os.ReadDir("/proc/self/fd") // without it all are passed on
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd >= n {
			unix.CloseOnExec(fd)
		}
	}
}

// reporter is what the process of that name has.
type reporter struct {
	memory  *memory // nil: it is not known where images are that do not say so
	streams []*stream
	pipes   []int
	outlets outlets
	reports *reports
	lastEnd time.Time // of an image that has reported what is not written

	// Launchers need not wait for what their last processes have written, when the run has failed:
	// so the first report is written while it is made.
	first   *stream // whose report that is; nil: there is none yet
	written []byte  // of it
	fresh   bool    // some of it has been written just now
	over    bool    // it has been written to its end
	queue   []int   // images that have ended meanwhile and may have reported the same
}

// outlets are the standard errors of images; nil: it is closed.
type outlets []*os.File

// outlet is that of one image. Where nobody reads it any more, another one takes what is written.
type outlet struct {
	all outlets
	own int
}

func (o outlet) Write(text []byte) (n int, err error) {
	err = os.ErrClosed
	for k := range o.all {
		file := o.all[(o.own+k)%len(o.all)]
		if file == nil {
			continue
		}
		if n, err = file.Write(text); err == nil {
			return n, nil
		}
	}
	return n, err
}

func newReporter(boot layout.Boot, ranks []int) *reporter {
	r := &reporter{outlets: make(outlets, len(ranks)), memory: memoryOf(reporterFiles-1, boot)}
	sinks := map[int]*sink{}
	r.reports = &reports{sinkOf: func(image int) *sink { return sinks[image] }}
	for i, rank := range ranks {
		r.pipes = append(r.pipes, reporterFiles+2*i)
		r.outlets[i] = os.NewFile(uintptr(reporterFiles+2*i+1), "stderr")
		s := newStream(&sink{to: outlet{r.outlets, i}}, rank+1)
		s.reports, sinks[rank+1] = r.reports, s.sink
		r.streams = append(r.streams, s)
	}
	return r
}

// run passes on what images write until all have ended.
func (r *reporter) run() {
	buffer := make([]byte, 64<<10)
	looks := make([]unix.PollFd, len(r.pipes))
	for i, pipe := range r.pipes {
		looks[i] = unix.PollFd{Fd: int32(pipe), Events: unix.POLLIN}
	}
	for left := len(r.pipes); left > 0 || !r.lastEnd.IsZero(); {
		timeout := -1 // nothing wakes a process beside those that compute
		if r.holds() {
			timeout = int(promptDelay.Milliseconds())
		}
		if _, err := unix.Poll(looks, timeout); err != nil && err != unix.EINTR {
			time.Sleep(promptDelay) // the kernel has no memory for that now
			continue
		}
		r.says(layout.ReporterPasses)
		for i := range looks {
			if looks[i].Revents != 0 && looks[i].Fd >= 0 && !r.read(i, buffer) {
				looks[i].Fd = -1
				left--
			}
		}
		r.tellDue(time.Now())
		r.awaitLauncher()
		r.says(layout.ReporterRests)
	}
}

// says tells images whether what they have written is on its way.
func (r *reporter) says(what uint32) {
	if r.memory != nil {
		atomic.StoreUint32(&r.memory.job.Reporter, what)
	}
}

// awaitLauncher waits until the launcher, which need not wait itself, has read what has been
// written for the image that reports first, and has had some time to write it: as long as it took
// to read it, and a little more. The image waits meanwhile (rt.awaitReporter).
func (r *reporter) awaitLauncher() {
	const patience, rest, relay = 2 * time.Second, time.Millisecond, 20 * time.Millisecond
	if r.first == nil || !r.fresh {
		return
	}
	r.fresh = false
	start := time.Now()
	defer func() { time.Sleep(relay + time.Since(start)) }()
	for ; time.Since(start) < patience; time.Sleep(rest) {
		outlet := r.outlets[slices.Index(r.streams, r.first)]
		if outlet == nil {
			return
		}
		unread, err := unix.IoctlGetInt(int(outlet.Fd()), unix.TIOCINQ)
		if err != nil || unread == 0 {
			return
		}
	}
}

// read takes what one image has written; it tells whether there may be more.
func (r *reporter) read(i int, buffer []byte) bool {
	n, err := unix.Read(r.pipes[i], buffer)
	switch {
	case n > 0:
		r.take(i, buffer[:n])
	case err == unix.EINTR:
	default:
		unix.Close(r.pipes[i])
		r.ended(i)
		return false
	}
	return true
}

func (r *reporter) holds() bool {
	for _, s := range r.streams {
		if len(s.held.text) > 0 {
			return true
		}
	}
	return !r.lastEnd.IsZero()
}

// take takes what an image has written.
func (r *reporter) take(i int, text []byte) {
	s := r.streams[i]
	if s == r.first && !r.over {
		text = withoutLibraryFrames(text)
		r.written, r.fresh = append(r.written, text...), true
	}
	if len(text) > 0 {
		s.take(text)
	}
	if r.first == nil && len(s.held.text) > 0 && !s.held.blank() && !s.held.doubtful() &&
		!tellsAtStop(s.held.text) {
		r.addLine(s)
		r.first, r.written, r.fresh = s, bytes.Clone(s.held.text), true
		s.reports = nil
		s.release()
	}
}

// ended is for an image whose process has ended.
func (r *reporter) ended(i int) {
	s := r.streams[i]
	if s == r.first {
		at := r.lastPlace(s)
		s.end(at)
		if !r.over {
			r.finished(s, append(r.written, at.Note...), at.Fault)
		}
		return
	}
	r.addLine(s)
	if r.first != nil && !r.over && len(s.held.text) == 0 && r.lastPlace(s).Fault != "" {
		r.queue = append(r.queue, i) // the first may be about to report the same
		return
	}
	if r.first != nil && !r.over && len(s.held.text) > 0 {
		own := reportKey(s.image, withoutLibraryFrames(s.held.text))
		switch first := reportKey(r.first.image, r.written); {
		case strings.HasPrefix(first, own):
			r.queue = append(r.queue, i)
			return
		case strings.HasPrefix(own, first):
			r.takeOver(s)
		}
	}
	r.report(i)
}

// takeOver writes what an image that has ended has reported beyond what the first has so far, which
// may be ended before it goes on. What that still writes is compared as that of the others.
func (r *reporter) takeOver(s *stream) {
	at := r.lastPlace(s)
	text := withoutLibraryFrames(append(s.held.text, at.Note...))
	s.held.text = nil
	rest := bytes.SplitAfter(text, []byte("\n"))[bytes.Count(r.written, []byte("\n")):]
	s.pass(bytes.Join(rest, nil), nil)
	r.fresh = true
	whole := r.written[:bytes.LastIndexByte(r.written, '\n')+1]
	r.first.reports, r.first.held = r.reports, held{whole, time.Now()}
	r.finished(s, text, at.Fault)
}

// finished notes that a report has been written to its end.
func (r *reporter) finished(s *stream, text []byte, fault string) {
	r.first, r.over = s, true
	r.reports.begin(s.image, text, fault)
	r.report(r.queue...)
	r.queue = nil
}

// report takes the reports of images that have ended.
func (r *reporter) report(images ...int) {
	for _, i := range images {
		s := r.streams[i]
		before := r.reports.added
		s.end(r.lastPlace(s))
		if r.reports.added == before {
			r.close(i)
			continue
		}
		r.lastEnd = time.Now()
	}
	if r.reports.differ() {
		r.tell()
	}
}

// addLine begins what an image has said of its own fault with the source line.
func (r *reporter) addLine(s *stream) {
	if faultOf(s.held.text, s.image) {
		s.held.text = withLine(s.held.text, s.image, r.lastPlace(s).Note)
	}
}

// lastPlace is where an image that has ended was, if nothing else tells.
func (r *reporter) lastPlace(s *stream) ending {
	if r.memory == nil {
		return ending{}
	}
	return lastPlace(r.memory.status(s.image-1), s.image,
		!bytes.HasPrefix(s.held.text, []byte("ERROR STOP")))
}

// tellDue writes what has been held back long enough.
func (r *reporter) tellDue(now time.Time) {
	for _, s := range r.streams {
		if s.held.due(now) {
			s.release()
		}
	}
	if r.lastEnd.IsZero() || now.Sub(r.lastEnd) < settleTime {
		return
	}
	r.tell()
}

// tell writes what images have reported.
func (r *reporter) tell() {
	r.lastEnd = time.Time{}
	waiting := r.reports.waiting()
	r.reports.show()
	for i, s := range r.streams {
		if waiting[s.image] {
			r.close(i)
		}
	}
}

func (r *reporter) close(i int) {
	r.outlets[i].Close()
	r.outlets[i] = nil
}
