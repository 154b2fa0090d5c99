package coarray

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/inproc"
	"github.com/coral-pgas/coral/internal/conduit/smp"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/launch"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/async"
	"github.com/coral-pgas/coral/internal/sys"
)

// Exit codes of images that end by an error or a panic.
const (
	exitError = 1
	exitPanic = 2
)

// Main runs the program's function on every image. In a process that is not an image
// it starts the images: as many as Images or CORAL_NUM_IMAGES says, else one for
// each core. It does not return; the process ends with the run's exit code, or the image's.
//
// When the function returns nil or a StopCode, the image waits for the others to end
// too. Any other error, or a panic, is printed with the image's number and ends all images.
//
// A call of Main inside the function of an image panics.
func Main(program func(ctx context.Context, me *Image) error, options ...Option) {
	if imagesHere.Load() > 0 {
		panic(errNested)
	}
	s, err := settingsOf("Main", options)
	if err == nil && program == nil {
		err = noFunction("Main", "the program")
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "coral: error: %v\n", err)
		os.Exit(exitError)
	}
	value, isImage := os.LookupEnv(layout.BootVariable)
	if !isImage && launch.DebuggedAlone(s.images) {
		os.Exit(runAlone(program, options))
	}
	if !isImage {
		launch.Main(s.images, false)
	}
	// A program that this one starts is a run of its own.
	os.Unsetenv(layout.BootVariable)
	report := func(failure *ImageError) {
		var p *PanicError
		trace := ""
		if errors.As(failure, &p) {
			trace = p.trace(s.trace)
		}
		fmt.Fprintf(os.Stderr, "coral: error: %v\n%s", failure, trace)
	}
	launch.AwaitDebugger(value)
	me, err := openImage(value, report)
	if err != nil {
		fmt.Fprintf(os.Stderr, "coral: error: %v\n", err)
		os.Exit(exitError)
	}
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(),
		pprof.Labels(imageLabel, strconv.Itoa(me.Index()))))
	me.w.LimitProcessors()
	if me.w.Crowded() && me.w.Mapped() {
		runtime.LockOSThread()
		sys.Spread(me.w.Rank(), me.w.Size())
		runtime.UnlockOSThread()
	}
	runImage(context.Background(), me, program, report)
}

// imagesHere is how many images of this process run their function.
var imagesHere atomic.Int64

// errNested: each process of the inner run would begin one in its turn, without end.
var errNested = errors.New("coarray.Main is called inside the function of an image: " +
	"call it once, from the program's main function")

// openImage makes the image that a process is.
func openImage(boot string, report func(*ImageError)) (*Image, error) {
	b, err := layout.ParseBoot(boot)
	if err != nil {
		return nil, err
	}
	c, err := openConduit(b)
	if err != nil {
		return nil, err
	}
	// Goroutines that the program starts may end a wait of this one; those that are there now are
	// the runtime's.
	ours := 0
	var me *Image
	alone := func() bool { return runtime.NumGoroutine() <= ours+me.engine.Idlers() }
	way, err := config.Put.Choose()
	if err != nil {
		return nil, err
	}
	keep, err := config.KeepFreed.Bytes()
	if err != nil {
		return nil, err
	}
	w, err := rt.New(c, rt.Options{Where: userSite, PlaceErrors: true, Compare: true,
		MemoryLimit: sys.TotalMemory(), KeepFreed: keep, Alone: alone, Blocking: way == "blocking",
		OwnGoroutine: true, CheckGoroutine: checked})
	if err != nil {
		return nil, err
	}
	me, err = newImage(w, true, report)
	if b.Conduit == layout.ConduitSMP {
		// Ctrl-\ reaches every process of the terminal's group, but asks the launcher alone, which
		// started this process with the signal ignored; Go's runtime has set its own handler since.
		signal.Ignore(syscall.SIGQUIT)
	} else {
		launch.WatchStarter(func(why string) {
			if e, is := c.(conduit.AbortReporter); is {
				e.Explain(why)
			}
			w.ErrorStop(exitError)
		})
	}
	if b.Conduit == layout.ConduitGuest {
		guests := launch.GuestsAt(c.Segment().Job, b.Images)
		if err := guests.Watch(w.Rank(), false, w.ErrorStop); err != nil {
			return nil, err
		}
	}
	answerWhere(c.Segment().Status(w.Rank()))
	name := fmt.Sprintf("%.*s[%d]", maxComm-len(fmt.Sprintf("[%d]", w.Rank()+1)),
		filepath.Base(os.Args[0]), w.Rank()+1)
	// as ps and top show it; without, they show the program's
	_ = os.WriteFile("/proc/self/comm", []byte(name), 0)
	ours = runtime.NumGoroutine()
	return me, err
}

// maxComm is the longest name that the kernel keeps of a process.
const maxComm = 15

// told says, in an error that no statement of this image reports, in which one the image stands.
func told(w *rt.World, err error) error {
	site := userSite()
	if site.File == "" || !errors.Is(err, ErrMismatch) && !errors.Is(err, ErrSizes) &&
		!errors.Is(err, ErrFunction) {
		return err
	}
	return fmt.Errorf("%w; image %d stands at %s:%d", err, w.Rank()+1, site.File, site.Line)
}

// ofLeftBehind names the operation that another image has ended without.
func ofLeftBehind(err error) error {
	f := (*async.FailedError)(nil)
	if !errors.As(err, &f) || f.Statement.Kind() == 0 || !errors.Is(err, ErrStoppedImage) {
		return err
	}
	name, at := describe(f.Statement)
	if at != "" {
		at = " at " + at
	}
	return fmt.Errorf("%s%s, which not all images have begun: %w", name, at, err)
}

// openConduit makes the conduit that the launcher has chosen.
func openConduit(b layout.Boot) (conduit.Conduit, error) {
	switch {
	case !b.Linked():
		return smp.Open(b)
	case conduit.OpenLinked == nil:
		return nil, fmt.Errorf(
			"image %d: the program has been started on several machines, for which it is not "+
				"built: import _ %q and build it with cgo, or start it on one machine", b.Image,
			cluster)
	}
	return conduit.OpenLinked(b)
}

// cluster is the package by which programs run on several machines.
const cluster = "github.com/coral-pgas/coral/coarray/cluster"

// newImage is the image of a world, with its engine. alone: it is the only one of the process.
func newImage(w *rt.World, alone bool, report func(*ImageError)) (*Image, error) {
	s, err := config.ScheduleOf(w.Rank())
	if err != nil {
		return nil, err
	}
	failed := func(err error) { fail(w, told(w, ofLeftBehind(err)), report) }
	o := async.Options{Once: s.Once, Spread: s.Spread && alone, Delays: s.Delays, Failed: failed,
		Describe: describe}
	return &Image{w: w, team: initialTeam(w), engine: async.New(w, o), prompt: s.Delays == 0,
		made: map[uint64]freer{}, common: &common{report: report}}, nil
}

// fail ends the image, and with it all, by an error.
func fail(w *rt.World, err error, report func(*ImageError)) {
	report(&ImageError{w.Rank() + 1, err})
	var p *PanicError
	if errors.As(err, &p) {
		w.ErrorStop(exitPanic)
	}
	w.ErrorStop(exitError)
}

// runImage runs the program on one image and ends the image. report is told of errors.
func runImage(ctx context.Context, me *Image, program func(ctx context.Context, me *Image) error,
	report func(*ImageError)) {
	// Memory that the system cannot give, and stale slices of a freed coarray, become panics.
	debug.SetPanicOnFault(true)
	imagesHere.Add(1)
	defer imagesHere.Add(-1)
	returned := false
	defer func() { // images that end by a statement end their goroutine, too
		if !returned && me.w.Runs() && !keepsPanics() {
			fail(me.w, ErrGoexit, report)
		}
	}()
	err := guarded(func() error { return program(ctx, me) })
	returned = true
	var stop StopCode
	switch {
	case err == nil:
		quiesce(me, report)
		me.w.Stop(0)
	case errors.As(err, &stop):
		quiesce(me, report)
		me.w.Stop(int(stop))
	default:
		fail(me.w, err, report)
	}
}

// quiesce completes what the program has begun. Where steps are delayed on purpose, it looks
// whether anything was lost by that.
func quiesce(me *Image, report func(*ImageError)) {
	me.engine.Quiesce()
	left := append(me.engine.Leftovers(false), me.ops.forgotten()...)
	if config.ScheduleFuzz.String() != "" && len(left) > 0 && !me.w.AnyFailed() {
		fail(me.w, fmt.Errorf("%w: %s", errLost, strings.Join(left, ", ")), report)
	}
}

// errLost: with CORAL_SCHEDULE_FUZZ, an image has ended and not everything is complete.
var errLost = errors.New("asynchronous operations are not complete at the end")

// Run runs the program on n images that are goroutines of this process and returns when all have
// ended: for tests, since the race detector and the debugger see everything. It returns the error
// of the image that ended the run, as an ImageError, ErrDeadlock with where each image waits, or
// nil. An image that waits for other goroutines, on a channel for example, cannot be ended: after a
// deadlock its goroutine stays.
func Run(ctx context.Context, n int, program func(ctx context.Context, me *Image) error,
	options ...Option) error {
	s, err := settingsOf("Run", options)
	if err == nil && program == nil {
		err = noFunction("Run", "the program")
	}
	if err != nil {
		return err
	}
	conduits, err := inproc.Open(n,
		inproc.Options{Heap: s.heap, Unmapped: s.unmapped,
			Late: config.ScheduleFuzz.String() != ""})
	if err != nil {
		return err
	}
	inside, cancel := context.WithCancel(ctx)
	defer cancel()
	var wait sync.WaitGroup
	var mu sync.Mutex
	var failures []error
	report := func(e *ImageError) {
		mu.Lock()
		defer mu.Unlock()
		if len(failures) > 0 && ctx.Err() == nil && errors.Is(e, context.Canceled) {
			return // since the run ends by what is there already
		}
		failures = append(failures, e)
		cancel()
	}
	watch, err := newWatcher(n, conduits[0].Hush)
	if err != nil {
		return err
	}
	for _, c := range conduits {
		wait.Go(func() {
			defer watch.leaves()
			runInProcess(inside, c, watch, program, report)
		})
	}
	deadlock := watch.until(wait.Wait)
	for _, c := range conduits {
		failures = append(failures, c.Close())
	}
	if deadlock != nil {
		cancel()
		return deadlock
	}
	if err := errors.Join(failures...); err != nil {
		return err
	}
	for rank, c := range conduits {
		if code := c.ExitCode(); code != 0 {
			return &ImageError{rank + 1, StopCode(code)}
		}
	}
	return nil
}

// runAlone is the program on one image that is a goroutine of this process, with what Main prints.
func runAlone(program func(ctx context.Context, me *Image) error, options []Option) (code int) {
	err := Run(context.Background(), 1, program, options...)
	var stop StopCode
	var called errorStop
	stopped := errors.As(err, &stop)
	if err != nil && (!stopped || errors.As(err, &called)) {
		fmt.Fprintf(os.Stderr, "coral: error: %v\n", err)
	}
	if stopped || err == nil {
		return rt.ExitStatus(int(stop))
	}
	var p *PanicError
	if errors.As(err, &p) {
		return exitPanic
	}
	return exitError
}

func runInProcess(ctx context.Context, c conduit.Conduit, watch *watcher,
	program func(ctx context.Context, me *Image) error, report func(*ImageError)) {
	w, err := rt.New(c, rt.Options{Where: userSite, PlaceErrors: true, Compare: true,
		OwnGoroutine: true, CheckGoroutine: checked, Done: ctx.Done()})
	if err != nil {
		report(&ImageError{c.Rank() + 1, err})
		return
	}
	me, err := newImage(w, false, report)
	if err != nil {
		report(&ImageError{c.Rank() + 1, err})
		return
	}
	watch.joins(w)
	defer me.end()
	runImage(ctx, me, program, report)
}

// end makes the image, and what it has made, unusable.
func (me *Image) end() {
	me.ended.Store(true)
	for _, c := range me.made {
		c.forget(ErrEnded)
	}
}

// userSite is the statement of the program that is being executed: the innermost frame that belongs
// neither to Coral nor to Go's library, and the function of this package that it has called; "":
// none with a name of its own. A stack is deeper than what is of interest, as a rule. Outside of
// the program's function, as at its end, Run has no such frame: its goroutines are started by Go's
// library.
func userSite() rt.Site {
	var counters [64]uintptr
	for _, room := range []int{16, len(counters)} {
		n := runtime.Callers(0, counters[:room])
		called := ""
		for _, counter := range counters[:n] {
			at := placeOf(counter)
			if at.own {
				called = at.called
			}
			if at.user {
				return rt.Site{File: at.frame.File, Line: at.frame.Line, What: called}
			}
		}
		if n < room {
			break
		}
	}
	return rt.Site{}
}

// place is what stands at a program counter, from the innermost inlined function on: frames of
// Coral's or the runtime's (own), of which the last has the name called, then one of the program's
// (user). Frames of Go's library are neither.
type place struct {
	own, user bool
	called    string
	frame     runtime.Frame
}

// places are those that have been looked up: to find a function and its line takes a microsecond,
// and all images say at each collective where they are.
var places atomic.Pointer[map[uintptr]place]

func placeOf(counter uintptr) (at place) {
	known := places.Load()
	if known != nil {
		if at, there := (*known)[counter]; there {
			return at
		}
	}
	frames := runtime.CallersFrames([]uintptr{counter})
	for more := true; more && !at.user; {
		var frame runtime.Frame
		frame, more = frames.Next()
		switch {
		case isOwnFrame(&frame):
			at.own, at.called = true, exportedName(frame.Function)
		case !inGo(frame.Function, frame.File):
			at.user, at.frame = true, frame
		}
	}
	next := map[uintptr]place{}
	if known != nil {
		maps.Copy(next, *known)
	}
	next[counter] = at
	places.CompareAndSwap(known, &next) // else it is looked up once more
	return at
}

// exportedName is the name of a function of this package, without what it is a method or an
// instance of, but for Op: its Wait is none of an event. "": users do not know it by that.
func exportedName(function string) string {
	name, is := strings.CutPrefix(function, module+"coarray.")
	if !is {
		return ""
	}
	name, _, _ = strings.Cut(name, "[")
	of, name := name, name[strings.LastIndexByte(name, '.')+1:]
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		return ""
	}
	if strings.HasPrefix(of, "(*Op).") {
		return "Op." + name
	}
	return name
}

// module begins the names of Coral's own functions.
const module = "github.com/coral-pgas/coral/"

// isOwnFrame tells whether a frame is Coral's or the runtime's. The body of an iterator that is
// inlined has the name of a function of the program's, and a file of this package. A test in this
// package is a program.
func isOwnFrame(f *runtime.Frame) bool {
	if filepath.Dir(f.File) == ownFiles {
		return !strings.HasSuffix(f.File, "_test.go")
	}
	return isOurs(f.Function)
}

// ownFiles is the directory of this package's files, as frames have it.
var ownFiles = func() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(file)
}()

func isOurs(function string) bool {
	return strings.HasPrefix(function, "runtime.") ||
		strings.HasPrefix(function, module+"coarray.") ||
		strings.HasPrefix(function, module+"internal/")
}
