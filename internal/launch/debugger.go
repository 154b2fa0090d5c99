package launch

import (
	"debug/elf"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// debugger is what is attached to one image of a run.
type debugger struct {
	options Options
	words   func(pid int) []string // nil: the user attaches one
	pid     int                    // of the debugger; 0: it has not been started, or has ended
	image   int                    // process of the image
}

// newDebugger is that of a run; nil: the run is not debugged.
func newDebugger(o Options) *debugger {
	if o.Debug == 0 {
		return nil
	}
	d := &debugger{options: o}
	if path := o.debuggerHere(); path != "" {
		d.words = func(pid int) []string { return attaching(path, pid, o.mainProcedure()) }
		// Ctrl-C at the terminal is for the debugger. Images inherit that they ignore it.
		signal.Ignore(syscall.SIGINT)
	}
	return d
}

// checkDebugger refuses an image that the run has not.
func (o Options) checkDebugger() error {
	if o.Debug > o.Images {
		return failure(CodeSetting, "image %d is to be debugged, but there are images 1 to %d",
			o.Debug, o.Images)
	}
	return nil
}

// debugsHere tells whether a debugger is started on the terminal, from which no image reads then.
func (o Options) debugsHere() bool { return o.Debug > 0 && o.debuggerHere() != "" }

// debuggerHere is the debugger that can be started on this terminal; "": there is none, or standard
// input or output is no terminal.
func (o Options) debuggerHere() string {
	for _, file := range []*os.File{o.Stdin, o.Stdout} {
		if !term.IsTerminal(int(file.Fd())) {
			return ""
		}
	}
	for _, name := range o.debuggers() {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// debuggers are those that know the program's language, the best one first.
func (o Options) debuggers() []string {
	if o.Named {
		return []string{"gdb"}
	}
	return []string{"dlv", "gdb"}
}

// attaching is a debugger's command line. It is given the file by the process, since the program of
// `coral run` has no name any more. main: the procedure at which it stops first; "": where the
// image waits.
func attaching(path string, pid int, main string) []string {
	file, process := fmt.Sprintf("/proc/%d/exe", pid), strconv.Itoa(pid)
	if filepath.Base(path) == "dlv" {
		return []string{path, "attach", process, file}
	}
	words := []string{path, "-q", file, "-p", process}
	if main != "" { // on a terminal, where a long list of libraries must not stop to be read
		words = slices.Insert(words, 2, "-iex", "set pagination off")
		words = append(words, "-ex", "tbreak "+main, "-ex", "continue")
	}
	return words
}

// mainProcedure is the symbol of the main program: gfortran's, flang's, or C's.
func (o Options) mainProcedure() string {
	if !o.Named {
		return ""
	}
	f, err := elf.Open(o.Executable)
	if err != nil {
		return ""
	}
	defer f.Close()
	symbols, _ := f.Symbols()
	for _, name := range []string{"MAIN__", "_QQmain", "main"} {
		if slices.ContainsFunc(symbols, func(s elf.Symbol) bool { return s.Name == name }) {
			return name
		}
	}
	return ""
}

// wants tells whether this image is the one to be debugged.
func (d *debugger) wants(rank int) bool { return d != nil && rank == d.options.Debug-1 }

// is tells whether a process is the debugger.
func (d *debugger) is(pid int) bool { return d != nil && d.pid == pid }

// attach starts the debugger and tells whether there is a process to wait for. Without one the user
// is told how to attach it.
func (d *debugger) attach(pid int) bool {
	d.image = pid
	if d.words != nil {
		words := d.words(pid)
		o := d.options
		files := []uintptr{o.Stdin.Fd(), o.Stdout.Fd(), o.Stderr.Fd()}
		var err error
		if d.pid, err = syscall.ForkExec(words[0], words,
			&syscall.ProcAttr{Env: o.Env, Files: files}); err == nil {
			return true
		}
		d.pid = 0
	}
	sayHowToAttach(d.options.Stderr, d.options.Debug, pid, d.options.debuggers()[0])
	return false
}

// ended lets the image go on, if it still waits, and gives Ctrl-C its meaning back.
func (d *debugger) ended(signals chan os.Signal) {
	d.pid = 0
	unix.Kill(d.image, unix.SIGCONT)
	signal.Notify(signals, syscall.SIGINT)
}

// holdBackGoOn blocks SIGCONT in this thread, and so in the image that it starts or becomes: one
// that comes before the image waits for it stays pending, where it would be lost. The caller is
// told how to attach a debugger as soon as there is a process, long before that has loaded its
// libraries. The result takes the block back; the caller's goroutine is locked to its thread until
// then.
func holdBackGoOn() (restore func()) {
	runtime.LockOSThread()
	var goOn, before unix.Sigset_t
	goOn.Val[0] = 1 << (unix.SIGCONT - 1)
	if unix.PthreadSigmask(unix.SIG_BLOCK, &goOn, &before) != nil {
		return runtime.UnlockOSThread
	}
	return func() {
		unix.PthreadSigmask(unix.SIG_SETMASK, &before, nil)
		runtime.UnlockOSThread()
	}
}

func sayHowToAttach(w io.Writer, image, pid int, name string) {
	fmt.Fprintf(w, "coral: note: image %d waits for a debugger: %s\n"+
		"coral: note: without a debugger it goes on after: kill -CONT %d\n", image,
		strings.Join(attaching(name, pid, ""), " "), pid)
}

// DebuggedAlone tells whether a program in Go is to run on one image under dlv, which keeps no
// breakpoints when a process executes its file again: the image can be a goroutine then. images is
// how many the program asks for; 0: the environment says it.
func DebuggedAlone(images int) bool {
	if set, err := config.NumImages.Int(); images == 0 && err == nil {
		images = set
	}
	return images == 1 && tracer() == "dlv"
}

// awaitsDebugger says so of a process that becomes an image of a library's launcher. A host is not
// taken for silent, and the run not for a deadlock, while the image stands still in a debugger.
func awaitsDebugger(p placed) error {
	image, err := config.Debug.Int()
	if err != nil || image == 0 {
		return err
	}
	if image > p.size {
		return (Options{Debug: image, Images: p.size}).checkDebugger()
	}
	os.Setenv(config.Deadlock.Name, "0")
	os.Setenv(config.HeartbeatTimeout.Name, "0")
	if image == p.rank+1 {
		holdBackGoOn()
		host, _ := os.Hostname()
		fmt.Fprintf(os.Stderr, "coral: note: on host %s:\n", host)
		sayHowToAttach(os.Stderr, image, os.Getpid(), "gdb")
	}
	return nil
}

// debuggerEach is the time between two looks whether a debugger is attached.
const debuggerEach = 50 * time.Millisecond

// AwaitDebugger waits in an image of a program in Go if the image is to be debugged, until a
// debugger is attached or SIGCONT comes (capi/boot.c does it in compiled programs). boot is what
// the launcher has told it.
func AwaitDebugger(boot string) {
	image, err := config.Debug.Int()
	os.Unsetenv(config.Debug.Name) // a program that this one starts is a run of its own
	b, wrong := layout.ParseBoot(boot)
	if err != nil || wrong != nil || image != b.Image {
		return
	}
	const setPtracer, anyProcess = 0x59616d61, ^uintptr(0)
	_ = unix.Prctl(setPtracer, anyProcess, 0, 0, 0) // a kernel without Yama needs none
	goOn := make(chan os.Signal, 1)
	signal.Notify(goOn, syscall.SIGCONT)
	defer signal.Stop(goOn)
	for tracer() == "" {
		select {
		case <-goOn:
			return
		default:
			sys.Nap(debuggerEach)
		}
	}
}

// tracer is the name of the process that traces this one; "": none does.
func tracer() string {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return ""
	}
	_, rest, _ := strings.Cut(string(text), "\nTracerPid:\t")
	pid, _, _ := strings.Cut(rest, "\n")
	if pid == "" || pid == "0" {
		return ""
	}
	name, err := os.ReadFile("/proc/" + pid + "/comm")
	if err != nil {
		return "another process" // of another namespace
	}
	return strings.TrimSpace(string(name))
}

// noteTracer tells who debugs the launcher how to debug an image.
func (o Options) noteTracer(by string) {
	if slices.Contains([]string{"gdb", "dlv", "lldb-server"}, by) {
		fmt.Fprintf(o.Stderr, "coral: note: %s sees the process that starts the images, not the "+
			"images: with %s=1 the program runs in this process; with %s=N image N waits for a "+
			"debugger\n", by, config.NumImages.Name, config.Debug.Name)
	}
}

// becomeImage makes this process the only image of its run, for a debugger or valgrind, which
// follow a process and not its children.
func (o Options) becomeImage(m *memory) error {
	boot := layout.Boot{Geometry: m.geometry, Image: 1, Unmapped: o.Unmapped,
		Descriptor: int(m.file.Fd())}
	_, err := unix.FcntlInt(m.file.Fd(), unix.F_SETFD, 0)
	if err == nil {
		env := append(imageEnv(o.Env, false), layout.BootVariable+"="+boot.String())
		err = unix.Exec(o.Executable, imageArgs(o.Args, 0, o.Named), env)
	}
	return failure(CodeStart, "the image could not be started: %w", err)
}

// underValgrind tells whether valgrind executes this process, by the library that it loads into
// each.
func underValgrind() bool { return strings.Contains(os.Getenv("LD_PRELOAD"), "vgpreload_") }

// valgrindWindow is what a run may have under valgrind, which loads programs at 1 MiB and itself at
// 1,408 MiB, and keeps a quarter of what is mapped in memory of its own.
const valgrindWindow = layout.StrideUnit

// plan divides the addresses that there are for images.
func (o Options) plan() (layout.Geometry, error) {
	if underValgrind() && o.Images > 1 {
		return layout.Geometry{}, fmt.Errorf("under valgrind a program runs on one image, not on "+
			"%d: valgrind loads programs at an address below which no other image has room; set "+
			"%s=1", o.Images, config.NumImages.Name)
	}
	if underValgrind() {
		return layout.PlanWithin(valgrindWindow, o.Images, o.Unmapped)
	}
	return layout.Plan(o.Images, o.Unmapped)
}

// ownExecutable names the file of this process. valgrind is given a name: it takes /proc/self/exe
// for its own file when it executes that.
func ownExecutable() string {
	const self = "/proc/self/exe"
	if name, err := os.Readlink(self); underValgrind() && err == nil {
		return name
	}
	return self
}
