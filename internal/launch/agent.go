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
}

// agent starts the images of one host for a launcher elsewhere. It is a process of the program that
// the remote shell has started; images are its children, and end with it, as it does when the
// launcher is gone.
type agent struct {
	mission mission
	to      frameWriter
	images  []*agentImage
	heard   chan struct{}

	mu      sync.Mutex
	started []*os.Process
	killed  bool
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
	a := &agent{to: frameWriter{w: os.Stdout}, heard: make(chan struct{}, 1)}
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
			config.Reporter.Name+"="+reporterNone)
		im.cmd.ExtraFiles = []*os.File{im.theirs}
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
	defer im.theirs.Close()
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
		status := uint32(state.Sys().(syscall.WaitStatus))
		if a.to.send(frameEnded, im.rank, []byte(strconv.FormatUint(uint64(status), 10))) != nil {
			a.die()
		}
	})
	return nil
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
