package launch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// mission is what the launcher tells an agent: which images are on its host.
type mission struct {
	// first of all: of the rest an agent of another version may understand nothing
	Launcher           version
	First, Count, Size int
	Dir                string
	Args               []string
	Env                []string      // beside what the host itself gives
	Silence            time.Duration // after which the launcher is given up
	Grace              time.Duration // for images that end, when the run ends
}

// stop is what the launcher tells an agent when the run ends by an error.
type stop struct {
	Code int
	// Ask: where the images stand is to be told before, but for one.
	Ask    bool
	Except int
}

// death is what an agent tells of an image that has ended.
type death struct {
	Status uint32
	Killed bool // the agent had killed its images before
	// how the image had said that it ends by itself, if it had
	Own          bool
	Signal, Code int
	At           ending
	Hint         string
}

// agent starts the images of one host for a launcher elsewhere. It is a process of the program that
// the remote shell has started; images are its children, and end with it, as it does when the
// launcher is gone.
type agent struct {
	mission mission
	to      frameWriter
	images  []*agentImage
	heard   chan struct{}

	// from the first image, which makes the memory object of this host (tellAgent); -1: it has
	// come, or does not come
	fromImage int
	memory    *memory // nil: it has not come

	mu      sync.Mutex
	started []*os.Process
	dead    map[int]bool // by rank
	lastEnd time.Time
	killed  bool
	stopped bool // the launcher has said that the run ends
}

type agentImage struct {
	rank          int
	cmd           *exec.Cmd
	words, theirs *os.File    // for PMI-1: our end and the image's
	input         chan []byte // of the first image
}

// agentMain is the life of an agent. It never returns.
func agentMain() {
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT) // the launcher decides
	a := &agent{to: frameWriter{w: os.Stdout}, heard: make(chan struct{}, 1), fromImage: -1,
		dead: map[int]bool{}}
	in := bufio.NewReader(os.Stdin)
	a.hello()
	f, err := readFrame(in)
	if err == nil && f.kind != frameStart {
		err = fmt.Errorf("a frame of kind %q", f.kind)
	}
	if err == nil {
		err = json.Unmarshal(f.data, &a.mission)
	}
	if a.mission.Launcher != ownVersion && f.kind == frameStart {
		os.Exit(exitLauncher) // it has been told which version this is, and says so
	}
	if err == nil {
		err = os.Chdir(a.mission.Dir)
	}
	if err != nil {
		// the launcher notices the end besides
		_ = a.to.send(frameFailed, a.mission.First, []byte(err.Error()))
		os.Exit(exitLauncher)
	}
	if err := a.prepare(); err != nil {
		_ = a.to.send(frameFailed, a.mission.First, []byte(err.Error()))
		os.Exit(exitLauncher)
	}
	go a.to.live(nil)
	go a.watchLauncher()
	go a.obey(in)
	a.work()
}

// prepare makes what the agent needs to speak to its images.
func (a *agent) prepare() error {
	m := &a.mission
	for i := range m.Count {
		im := &agentImage{rank: m.First + i}
		pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			return err
		}
		if err := unix.SetNonblock(pair[0], true); err != nil { // so that reading can be given up
			return err
		}
		im.words, im.theirs = os.NewFile(uintptr(pair[0]), "words"), os.NewFile(uintptr(pair[1]),
			"words")
		im.cmd = exec.Command("/proc/self/exe", m.Args[1:]...)
		im.cmd.Args[0] = m.Args[0]
		im.cmd.Env = append(append(ownEnv(os.Environ()), m.Env...), "PMI_FD=3", "PMI_RANK="+
			strconv.Itoa(im.rank), "PMI_SIZE="+strconv.Itoa(m.Size),
			"MPI_LOCALRANKID="+strconv.Itoa(i), "MPI_LOCALNRANKS="+strconv.Itoa(m.Count),
			config.Reporter.Name+"="+reporterAgent)
		im.cmd.ExtraFiles = []*os.File{im.theirs}
		if i == 0 {
			pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
			if err != nil {
				return err
			}
			a.fromImage = pair[0]
			im.cmd.ExtraFiles = append(im.cmd.ExtraFiles, os.NewFile(uintptr(pair[1]), "memory"))
		}
		im.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if im.rank == 0 {
			stdin, err := im.cmd.StdinPipe()
			if err != nil {
				return err
			}
			im.input = make(chan []byte, 1)
			go queue(im.input, stdin)
		}
		a.images = append(a.images, im)
	}
	return nil
}

// queue passes on what comes, however slowly the image reads; an empty piece is the end.
func queue(from <-chan []byte, to io.WriteCloser) {
	writing := make(chan []byte)
	go func() {
		for piece := range writing {
			_, _ = to.Write(piece) // who does not read misses nothing
		}
		to.Close()
	}()
	var waiting [][]byte
	ended := false
	for !ended || len(waiting) > 0 {
		var out chan<- []byte
		var first []byte
		if len(waiting) > 0 {
			out, first = writing, waiting[0]
		}
		select {
		case piece := <-from:
			if len(piece) == 0 {
				ended, from = true, nil
			} else {
				waiting = append(waiting, piece)
			}
		case out <- first:
			waiting = waiting[1:]
		}
	}
	close(writing)
}

// work starts the images, waits for all of them, and ends the agent. The images' thread must stay:
// the kernel ends them with it.
func (a *agent) work() {
	runtime.LockOSThread()
	var all sync.WaitGroup
	for _, im := range a.images {
		if err := a.start(im, &all); err != nil {
			_ = a.to.send(frameFailed, im.rank, []byte(err.Error()))
			a.die()
		}
	}
	all.Wait()
	os.Exit(0)
}

// start starts one image, and goroutines for all that it says. Its end is told last.
func (a *agent) start(im *agentImage, all *sync.WaitGroup) error {
	defer closeAll(im.cmd.ExtraFiles)
	stdout, ofImage, err := os.Pipe()
	if err != nil {
		return err
	}
	defer ofImage.Close()
	stderr, alsoOfImage, err := os.Pipe()
	if err != nil {
		return err
	}
	defer alsoOfImage.Close()
	im.cmd.Stdout, im.cmd.Stderr = ofImage, alsoOfImage
	if err := im.cmd.Start(); err != nil {
		return err
	}
	a.mu.Lock()
	a.started = append(a.started, im.cmd.Process)
	if a.killed {
		_ = im.cmd.Process.Kill()
	}
	a.mu.Unlock()
	var said sync.WaitGroup
	said.Go(func() { a.pass(frameOutput, im.rank, stdout) })
	said.Go(func() { a.pass(frameErrors, im.rank, stderr) })
	said.Go(func() { a.passWords(im) })
	all.Go(func() {
		state, err := im.cmd.Process.Wait()
		if err != nil {
			a.die() // nobody else waits for it
		}
		// who still writes there is none of the images
		for _, f := range []*os.File{stdout, stderr, im.words} {
			_ = f.SetReadDeadline(time.Now())
		}
		said.Wait()
		d := a.death(im.rank, state.Sys().(syscall.WaitStatus))
		if a.sendJSON(frameEnded, im.rank, d) != nil {
			a.die()
		}
	})
	return nil
}

func (a *agent) sendJSON(kind frameKind, rank int, what any) error {
	text, err := json.Marshal(what)
	if err == nil {
		err = a.to.send(kind, rank, text)
	}
	return err
}

// death says how an image has ended, and where.
func (a *agent) death(rank int, status syscall.WaitStatus) death {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.dead[rank], a.lastEnd = true, time.Now()
	d := death{Status: uint32(status), Killed: a.killed}
	if !a.knowsMemory() {
		return d
	}
	s := a.memory.status(rank)
	var w way
	w, d.Own = ownEnd(s)
	d.Signal, d.Code = int(w.signal), w.code
	d.At = lastPlace(s, rank+1, status.Signaled())
	if !d.Own && status.Signaled() {
		w.signal = status.Signal()
	}
	d.Hint = memoryHint(s, w.signal)
	return d
}

// knowsMemory tells whether the memory object is known. If an image has run, the first one has sent
// it. a.mu is locked.
func (a *agent) knowsMemory() bool {
	if a.memory != nil || a.fromImage < 0 {
		return a.memory != nil
	}
	text := make([]byte, 4096)
	n, fds, err := receiveWith(a.fromImage, text, unix.MSG_DONTWAIT)
	if err == unix.EAGAIN {
		return false
	}
	unix.Close(a.fromImage)
	a.fromImage = -1
	boot, wrong := layout.ParseBoot(string(text[:n]))
	if err == nil && wrong == nil && len(fds) == 1 {
		a.memory = memoryOf(fds[0], boot)
		return a.memory != nil
	}
	for _, fd := range fds {
		unix.Close(fd)
	}
	return false
}

// end ends the images when the run ends by an error: those that have ended by themselves within a
// short time are not killed. Where the others stand is told before.
func (a *agent) end(s stop) {
	a.mu.Lock()
	again, known := a.stopped, a.knowsMemory()
	a.stopped = true
	a.mu.Unlock()
	if again {
		return
	}
	var groups []waitstate.Group
	if known && s.Ask {
		groups = waitstate.Stand(a.processes(s.Except), false)
	}
	if s.Ask && a.sendJSON(frameStood, a.mission.First, groups) != nil {
		a.die()
	}
	if known {
		a.memory.end(s.Code)
		a.yield()
	}
	a.kill()
}

// yield waits until no image has ended for a while.
func (a *agent) yield() {
	start := time.Now()
	for last := start; time.Since(last) < yieldTime && time.Since(start) < a.mission.Grace; {
		time.Sleep(yieldTime / 10)
		a.mu.Lock()
		if a.lastEnd.After(last) {
			last = a.lastEnd
		}
		a.mu.Unlock()
	}
}

// processes are the images of this host that have not ended, but one.
func (a *agent) processes(except int) (all []waitstate.Process) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, p := range a.started {
		rank := a.mission.First + i
		s := a.memory.status(rank)
		if _, ends := ownEnd(s); ends || rank == except || endOf(p.Pid) != 0 {
			continue
		}
		all = append(all, waitstate.Process{Image: rank + 1, Pid: p.Pid, Status: s,
			Dead: a.dead[rank]})
	}
	return all
}

// ownEnv is the environment of the host without what would make an image a launcher or an agent.
func ownEnv(env []string) (rest []string) {
	for _, entry := range env {
		if !strings.HasPrefix(entry, config.Agent.Name+"=") &&
			!strings.HasPrefix(entry, config.Hosts.Name+"=") {
			rest = append(rest, entry)
		}
	}
	return rest
}

// pass sends on what an image writes.
func (a *agent) pass(kind frameKind, rank int, from *os.File) {
	readAll(from, func(piece []byte) {
		if a.to.send(kind, rank, piece) != nil {
			a.die()
		}
	})
}

func (a *agent) passWords(im *agentImage) {
	var rest []byte
	readAll(im.words, func(piece []byte) {
		rest = append(rest, piece...)
		for {
			line, after, whole := bytes.Cut(rest, []byte{'\n'})
			if !whole {
				return
			}
			if a.to.send(frameWords, im.rank, line) != nil {
				a.die()
			}
			rest = after
		}
	})
}

// readAll gives what comes to take, until there is no more to come: its end, or a deadline, at
// which only what is there already is still taken.
func readAll(from *os.File, take func(piece []byte)) {
	defer from.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			take(buffer[:n])
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			break
		}
		if err != nil {
			return
		}
	}
	raw, err := from.SyscallConn()
	if err != nil || from.SetReadDeadline(time.Time{}) != nil {
		return
	}
	for taken := 0; taken < mostLeft; {
		n := 0
		if raw.Read(
			func(fd uintptr) bool { n, _ = unix.Read(int(fd), buffer); return true }) != nil ||
			n <= 0 {
			return
		}
		take(buffer[:n])
		taken += n
	}
}

// mostLeft is as much as the kernel keeps in a pipe by default limits.
const mostLeft = 1 << 20

// obey does what the launcher says.
func (a *agent) obey(in *bufio.Reader) {
	for {
		f, err := readFrame(in)
		if err != nil {
			a.die()
		}
		select {
		case a.heard <- struct{}{}:
		default:
		}
		switch f.kind {
		case frameKill:
			a.kill()
		case frameStop:
			var s stop
			if json.Unmarshal(f.data, &s) != nil {
				a.die()
			}
			go a.end(s)
		case frameAsk:
			a.ask(f.rank)
		case frameWords:
			// an image that is gone needs no answer
			_, _ = a.images[f.rank-a.mission.First].words.Write(append(f.data, '\n'))
		case frameInput:
			a.images[f.rank-a.mission.First].input <- f.data
		}
	}
}

// kill ends all images. What they have written is still sent, and how they ended.
func (a *agent) kill() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.killed = true
	for _, p := range a.started {
		_ = p.Kill() // it may have ended
	}
}

// ask asks an image where all stand, by the signal that means that. Before the image is ready for
// it, it ignores it, as this agent does.
func (a *agent) ask(rank int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if i := rank - a.mission.First; i < len(a.started) {
		_ = a.started[i].Signal(syscall.SIGQUIT) // it may have ended
	}
}

func (a *agent) watchLauncher() {
	for silent := time.Duration(0); silent < a.mission.Silence; {
		select {
		case <-a.heard:
			silent = 0
		case <-time.After(silenceLook):
			silent += silenceLook
		}
	}
	a.die()
}

// die ends the agent, and with it, by their parent-death signal, the images.
func (a *agent) die() { os.Exit(exitLauncher) }
