package launch

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/launch/pmi"
	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/internal/waitstate"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// Images on several hosts, without a launcher of a library's: a remote shell starts the program on
// each host as an agent (agent.go), which starts the images there. Everything they need of each
// other until UCX connects them, and all that they write, goes through the agents' standard input
// and output.

// hostRun is a run on several hosts. The goroutine in RunHosts owns it.
type hostRun struct {
	options          Options
	library          *provider.Provider // by which hosts reach each other
	hosts            []*host
	where            []*host // by rank
	words            pmi.Server
	outputs          [2]*sink
	streams          [][2]*stream
	status           []unix.WaitStatus
	living           int
	connect, silence time.Duration // how long a host may be silent at first, and later
	events           chan event

	reports *reports
	verdict verdict
	lastEnd time.Time // of an image

	stopping bool
	killed   bool // the images were, at once
	code     int
}

// host is one agent.
type host struct {
	name         string
	first, count int
	cmd          *exec.Cmd
	to           frameWriter
	in           io.ReadCloser
	left         int // images that have not ended
	gone         bool
	asked        bool // where its images stand, which it has not said
}

// event is what an agent has said; err: it says nothing any more.
type event struct {
	from *host
	frame
	err error
}

// Why a host is given up.
var (
	errSilent    = errors.New("no sign of life")
	errUnreached = errors.New("no answer")
)

// RunHosts starts images on hosts, in equal parts in the order of the list, by a remote shell:
// words to which a host and a command are added. The hosts reach each other by a library. It gives
// the exit code.
func RunHosts(o Options, names []string, shell []string, library *provider.Provider) (code int,
	err error) {
	if o.Images == 0 {
		o.Images = len(names)
	}
	o = o.complete()
	n := o.Images
	r := &hostRun{options: o, library: library, words: pmi.NewServer(n),
		status: make([]unix.WaitStatus, n), living: n, events: make(chan event)}
	if r.connect, err = orForEver(config.Connect, 0); err == nil {
		r.silence, err = orForEver(config.HeartbeatTimeout, leastSilence)
	}
	if err != nil {
		return exitLauncher, &Error{CodeSetting, err}
	}
	for i, file := range []*os.File{o.Stdout, o.Stderr} {
		r.outputs[i] = &sink{to: file, terminal: term.IsTerminal(int(file.Fd())), tagged: o.Tag}
	}
	r.reports = &reports{sinkOf: func(int) *sink { return r.outputs[1] }}
	for rank := range n {
		r.streams = append(r.streams,
			[2]*stream{newStream(r.outputs[0], rank+1), newStream(r.outputs[1], rank+1)})
		if n > 1 {
			r.streams[rank][1].reports = r.reports
		}
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	signal.Notify(signals, faultSignals...)
	defer signal.Stop(signals)
	for i, name := range names {
		first := i * n / len(names)
		h := &host{name: name, first: first, count: (i+1)*n/len(names) - first}
		h.left = h.count
		if h.count == 0 {
			continue
		}
		if err := r.reach(h, shell, len(names) > 1); err != nil {
			r.end(exitLauncher)
			return exitLauncher, failure(CodeHost, "%s: %s does not start: %w", name, shell[0], err)
		}
		r.hosts = append(r.hosts, h)
		for range h.count {
			r.where = append(r.where, h)
		}
	}
	go r.input(o.Stdin)
	looks := time.NewTicker(promptDelay)
	defer looks.Stop()
	for r.living > 0 {
		select {
		case e := <-r.events:
			r.heard(e)
		case now := <-looks.C:
			r.tellDue(now)
		case s := <-signals:
			if s == syscall.SIGQUIT {
				_ = r.where[0].to.send(frameAsk, 0, nil) // that host is lost, listen says
				continue
			}
			fmt.Fprint(r.options.Stderr, aboutSent(s))
			r.end(128 + int(s.(syscall.Signal)))
		}
	}
	for rank := range r.streams {
		r.endStreams(rank, ending{})
	}
	r.tell()
	return r.exitCode(), nil
}

// endStreams is for the last that an image has written: what it has reported waits for others that
// report the same.
func (r *hostRun) endStreams(rank int, at ending) {
	r.streams[rank][0].flush()
	r.streams[rank][1].end(at)
}

// tell writes what images have reported, and then why the run ends.
func (r *hostRun) tell() {
	r.reports.show()
	fmt.Fprint(r.options.Stderr, r.verdict.text())
	r.verdict = verdict{}
}

// tellDue passes on what has been held back long enough.
func (r *hostRun) tellDue(now time.Time) {
	for _, s := range r.streams {
		if s[1].held.due(now) {
			s[1].release()
		}
	}
	asks := slices.ContainsFunc(r.hosts, func(h *host) bool { return h.asked && !h.gone })
	if !r.lastEnd.IsZero() && now.Sub(r.lastEnd) >= tellTime && !asks {
		r.lastEnd = time.Time{}
		r.tell()
	}
}

// Together is the library by which images of several hosts reach each other that Coral's launcher
// starts: that which the user names, if it is one for that.
func Together(conduit string) (*provider.Provider, error) {
	if conduit == "" || conduit == "auto" {
		return provider.UCX, nil
	}
	p := provider.Named(conduit)
	switch {
	case p == nil:
		return nil, fmt.Errorf("%s is for runs on several machines, the conduit %s for one machine",
			config.Hosts.Name, conduit)
	case p.ByMPI:
		return nil, fmt.Errorf("images that %s starts cannot reach each other by %s (%s=%s), "+
			"whose own launcher must start them: use mpirun, or coral run --conduit %[4]s --hosts",
			config.Hosts.Name, p.Title, config.Conduit.Name, p.Name)
	}
	return p, nil
}

// reach starts the agent of a host.
func (r *hostRun) reach(h *host, shell []string, several bool) error {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	m := mission{Launcher: ownVersion, First: h.first, Count: h.count, Size: len(r.status),
		Dir: dir, Args: r.options.Args, Env: passedOn(r.options.Env), Silence: r.silence,
		Grace: r.options.Grace}
	if several {
		m.Env = append(m.Env, config.Conduit.Name+"="+r.library.Name)
	}
	command := config.Agent.Name + "=1 exec " + quoted(filepath.Clean(program))
	h.cmd = exec.Command(shell[0], append(shell[1:len(shell):len(shell)], h.name, command)...)
	h.cmd.Stderr = r.options.Stderr
	// an interrupt of the terminal's is the launcher's business
	h.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stdin, err := h.cmd.StdinPipe()
	if err != nil {
		return err
	}
	if h.in, err = h.cmd.StdoutPipe(); err != nil {
		return err
	}
	h.to.w = stdin
	if err := h.cmd.Start(); err != nil {
		return err
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	// the first of all frames; of a shell that has ended already, listen says why
	_ = h.to.send(frameStart, 0, text)
	go h.to.live(nil)
	go r.listen(h)
	return nil
}

// silenceLook is between two looks at how long the other side has been silent. That is counted in
// these, not taken from the clock: a machine that was suspended has missed nothing.
const silenceLook = 100 * time.Millisecond

// listen reports what an agent says, until it says nothing any more.
func (r *hostRun) listen(h *host) {
	frames, errs := make(chan frame), make(chan error, 1)
	go func() {
		in, greeted := bufio.NewReader(h.in), false
		for {
			f, err := readFrame(in)
			if err == nil && !greeted {
				greeted = true
				if err = greet(f); err == nil {
					continue
				}
			}
			if err == nil && (f.rank < h.first || f.rank >= h.first+h.count) &&
				f.kind != frameAlive {
				err = fmt.Errorf(
					"it speaks of image %d, which is not there: launcher and program must come "+
						"from one Coral", f.rank+1)
			}
			if err != nil {
				errs <- err
				return
			}
			frames <- f
		}
	}()
	patience, why, silent := r.connect, errUnreached, time.Duration(0)
	for {
		select {
		case f := <-frames:
			patience, why, silent = r.silence, errSilent, 0
			r.events <- event{from: h, frame: f}
		case err := <-errs:
			r.events <- event{from: h, err: err}
			return
		case <-time.After(silenceLook):
			if silent += silenceLook; silent >= patience {
				r.events <- event{from: h, err: why}
				return
			}
		}
	}
}

// heard does what an event asks for.
func (r *hostRun) heard(e event) {
	switch {
	case e.err != nil:
		r.lost(e.from, e.err)
	case e.kind == frameOutput:
		r.streams[e.rank][0].take(e.data)
		if r.outputs[0].err != nil {
			r.end(128 + int(syscall.SIGPIPE))
		}
	case e.kind == frameErrors:
		r.streams[e.rank][1].take(e.data)
	case e.kind == frameWords:
		answers, ended, code := r.words.Ask(e.rank, string(e.data))
		for _, a := range answers {
			// what is lost is noticed by listen
			_ = r.where[a.Rank].to.send(frameWords, a.Rank, []byte(a.Line))
		}
		if ended {
			r.stop(code, stop{})
		}
	case e.kind == frameFailed:
		if !r.stopping {
			fmt.Fprintf(r.options.Stderr,
				"coral: error: image %d could not be started on %s: %s [%s]\n", e.rank+1,
				e.from.name, e.data, CodeStart)
		}
		r.end(exitLauncher)
	case e.kind == frameEnded:
		var d death
		if err := json.Unmarshal(e.data, &d); err != nil {
			r.lost(e.from, err)
			return
		}
		r.ended(e.from, e.rank, d)
	case e.kind == frameStood:
		var groups []waitstate.Group
		if err := json.Unmarshal(e.data, &groups); err != nil {
			r.lost(e.from, err)
			return
		}
		e.from.asked = false
		r.verdict.where = waitstate.Groups(append(r.verdict.where, groups...))
	}
}

func (r *hostRun) ended(h *host, rank int, d death) {
	status := unix.WaitStatus(d.Status)
	r.status[rank] = status
	r.endStreams(rank, d.At)
	r.lastEnd = time.Now()
	h.left--
	r.living--
	w, own := way{signal: syscall.Signal(d.Signal), code: d.Code}, d.Own
	switch {
	case own || d.Killed:
	case status.Signaled():
		w, own = way{signal: status.Signal()}, true
	case status.ExitStatus() > 0 && r.words.IsInside(rank) && !r.stopping:
		w, own = way{code: status.ExitStatus()}, true
	}
	switch {
	case r.killed:
	case own:
		r.verdict.add(rank+1, w, h.name, d.Hint)
		r.stop(w.exitCode(), stop{Ask: true, Except: rank})
	case status.ExitStatus() > 0 && !r.words.HasCome(rank):
		r.stop(status.ExitStatus(), stop{}) // why, it has said itself; the others would wait for it
	}
}

// lost is the end of an agent. Its images end with it.
func (r *hostRun) lost(h *host, why error) {
	if h.gone {
		return
	}
	h.gone = true
	r.living -= h.left
	for rank := h.first; rank < h.first+h.count; rank++ {
		r.endStreams(rank, ending{})
	}
	if why == errSilent || why == errUnreached {
		// the remote shell: it would outlive the launcher
		_ = syscall.Kill(-h.cmd.Process.Pid, syscall.SIGKILL)
	}
	var other *otherVersion
	if errors.As(why, &other) && !r.stopping {
		fmt.Fprint(r.options.Stderr, other.explain(h.name))
		r.end(exitLauncher)
		return
	}
	if h.left > 0 && !r.stopping {
		reason := why.Error()
		switch why {
		case errSilent:
			reason += fmt.Sprintf(" for %v (%s)", r.silence, config.HeartbeatTimeout.Name)
		case errUnreached:
			reason = fmt.Sprintf(
				"it has not answered within %v (%s): see whether `%s %s true` ends", r.connect,
				config.Connect.Name, config.Shell.String(), h.name)
		}
		if errors.Is(why, io.EOF) || errors.Is(why, io.ErrUnexpectedEOF) {
			reason = "its remote shell has ended"
			// it has closed its output, and stays
			late := time.AfterFunc(r.options.Grace, func() { _ = h.cmd.Process.Kill() })
			defer late.Stop()
			if err := h.cmd.Wait(); err != nil {
				reason += ": " + err.Error()
			}
		}
		images := "images"
		if h.left == 1 {
			images = "image"
		}
		fmt.Fprintf(r.options.Stderr,
			"coral: error: host %s is lost, with %d %s from image %d: %s [%s]\n", h.name,
			h.left, images, h.first+1, reason, CodeHost)
		r.end(exitLauncher)
	}
}

// end ends all images at once. The first reason gives the run its code.
func (r *hostRun) end(code int) {
	if r.killed {
		return
	}
	r.killed = true
	r.begin(code)
	r.tellAgents(frameKill, nil, r.options.Grace)
}

// stop ends all images after an error of one of them: the others may report the same.
func (r *hostRun) stop(code int, s stop) {
	if r.stopping {
		return
	}
	r.begin(code)
	s.Code = code
	text, err := json.Marshal(s)
	if err != nil {
		r.end(code)
		return
	}
	for _, h := range r.hosts {
		h.asked = s.Ask
	}
	r.tellAgents(frameStop, text, 2*r.options.Grace+waitstate.LastAnswerTime)
}

func (r *hostRun) begin(code int) {
	if !r.stopping {
		r.stopping, r.code = true, code
	}
}

// tellAgents tells all agents that their images are to end. One whose agent does not answer ends by
// itself.
func (r *hostRun) tellAgents(kind frameKind, text []byte, patience time.Duration) {
	for _, h := range r.hosts {
		go func() {
			_ = h.to.send(kind, 0, text)
			time.Sleep(patience)
			_ = h.cmd.Process.Kill()
		}()
	}
}

func (r *hostRun) exitCode() int {
	if r.stopping {
		return r.code
	}
	for _, s := range r.status {
		if s.ExitStatus() != 0 {
			return s.ExitStatus()
		}
	}
	return 0
}

// input sends the launcher's standard input to image 1.
func (r *hostRun) input(from io.Reader) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 && r.where[0].to.send(frameInput, 0, buffer[:n]) != nil {
			return
		}
		if err != nil {
			_ = r.where[0].to.send(frameInput, 0, nil)
			return
		}
	}
}

// passedOn are the settings that images on other hosts must get: Coral's, and those of the
// libraries that they use.
func passedOn(env []string) (passed []string) {
	prefixes := append([]string{"CORAL_", "GFORTRAN_", "FOR_", "OMP_", "LD_LIBRARY_PATH="},
		provider.Prefixes()...)
	for _, entry := range env {
		for _, prefix := range prefixes {
			if strings.HasPrefix(entry, prefix) &&
				!strings.HasPrefix(entry, config.Hosts.Name+"=") {
				passed = append(passed, entry)
			}
		}
	}
	return passed
}

// quoted is a word as a shell takes it.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// HostNames reads the list of hosts.
func HostNames(list string) ([]string, error) {
	names, wrong := config.HostList(list)
	if wrong == 0 {
		return names, nil
	}
	want := "names of hosts, with commas between"
	if names[wrong-1] == "" {
		want += fmt.Sprintf("; name %d is empty", wrong)
	}
	return nil, &config.ValueError{Name: config.Hosts.Name, Value: list, Want: want}
}
