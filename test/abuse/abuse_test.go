// Package abuse does to Coral what machines that others use do: it kills processes at any moment,
// damages what is kept, fills disks, and plays another user who is in the way. Whatever happens, a
// run ends in time, says what is true, and leaves nothing behind: no process, no file, no socket,
// no shared memory.
//
// -abuse is a bounded part of it (.ci/run), -all is all of it (`make abuse`). Without either, as in
// `make test`, nothing is done: other packages' tests run at the same time, and what they have open
// would be taken for what is left behind.
package abuse

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

var (
	coralFlag = flag.String("coral", "../../bin/coral", "the coral command")
	abuseFlag = flag.Bool("abuse", false,
		"the bounded part, which takes some minutes; without this flag or -all nothing is done")
	allFlag  = flag.Bool("all", false, "everything")
	seedFlag = flag.Int64("seed", 0, "of what is chosen at random; 0: another one each time")
)

// patience is how long a run may go on after what is done to it. The grace time is 2 s; the rest is
// for a machine that does much else.
const patience = 5 * time.Minute

// markVariable tells the processes of a test, and all that they start, from others.
const markVariable = "CORAL_TEST_MARK"

func TestMain(m *testing.M) {
	if os.Getenv(hostileVariable) != "" {
		beHostile()
		os.Exit(0)
	}
	flag.Parse()
	os.Exit(m.Run())
}

// scene is where a test runs programs: directories of its own, and a mark by which its processes
// are found.
type scene struct {
	*testing.T
	coral, dir, temp, cache, mark string
	sockets, segments             []string // that are there before
}

// newScene begins a test, and looks at its end for what is left behind.
func newScene(t *testing.T) *scene {
	t.Helper()
	if !*abuseFlag && !*allFlag {
		t.Skip("it is asked for by -abuse or -all")
	}
	coral, err := filepath.Abs(*coralFlag)
	if err == nil {
		_, err = os.Stat(coral)
	}
	if err != nil {
		t.Fatalf("%v: make it with \"make build\"", err)
	}
	dir := t.TempDir()
	s := &scene{T: t, coral: coral, dir: dir, temp: filepath.Join(dir, "temp"),
		cache: filepath.Join(dir, "cache"), mark: rand.Text()}
	if err := os.Mkdir(s.temp, 0o700); err != nil {
		t.Fatal(err)
	}
	s.sockets, s.segments = coralSockets(), segments()
	t.Cleanup(s.checkLeft)
	return s
}

// command is a command of the scene, in its own process group.
func (s *scene) command(env []string, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir = s.dir
	c.Env = append(os.Environ(), markVariable+"="+s.mark, "TMPDIR="+s.temp, "XDG_RUNTIME_DIR="+
		s.temp, "CORAL_CACHE="+s.cache,
		"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
	c.Env = append(c.Env, env...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return c
}

// outcome is how a command has ended.
type outcome struct {
	out, err string
	code     int // -1: by a signal
}

// run runs a command of the scene to its end.
func (s *scene) run(env []string, name string, args ...string) outcome {
	s.Helper()
	return s.runCommand(s.command(env, name, args...))
}

func (s *scene) runCommand(c *exec.Cmd) outcome {
	s.Helper()
	var out, err bytes.Buffer
	c.Stdout, c.Stderr = &out, &err
	if e := c.Start(); e != nil {
		s.Fatal(e)
	}
	s.await(c)
	return outcome{out.String(), err.String(), c.ProcessState.ExitCode()}
}

// await waits for a command's end. One that does not end is killed, and the test fails.
func (s *scene) await(c *exec.Cmd) {
	s.Helper()
	late := time.AfterFunc(patience, func() {
		s.Errorf("%v has not ended after %v", c.Args, patience)
		for _, pid := range s.processes() {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	defer late.Stop()
	var exit *exec.ExitError
	if err := c.Wait(); err != nil && !errors.As(err, &exit) {
		s.Fatal(err)
	}
}

// build compiles a program of testdata.
func (s *scene) build(name string) string {
	s.Helper()
	source, err := filepath.Abs(filepath.Join("testdata", name+".f90"))
	if err != nil {
		s.Fatal(err)
	}
	program := filepath.Join(s.dir, name)
	if o := s.run(nil, s.coral, "build", "-O2", "-o", program, source); o.code != 0 {
		s.Fatalf("%s is not built: %s", name, o.err)
	}
	return program
}

// processes are those that have the scene's mark and are no zombies: their parents have yet to reap
// those.
func (s *scene) processes() (pids []int) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		s.Fatal(err)
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join("/proc", e.Name(), "environ"))
		if err == nil && bytes.Contains(text, []byte(markVariable+"="+s.mark)) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// left says what is there that was not there before; "": nothing.
func (s *scene) left() string {
	var what []string
	for _, pid := range s.processes() {
		name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		what = append(what, fmt.Sprintf("process %d (%q)", pid, name))
	}
	_ = filepath.WalkDir(s.temp, func(path string, d fs.DirEntry, err error) error {
		// of XDG_RUNTIME_DIR, made once
		if err == nil && path != s.temp && !(d.IsDir() && filepath.Base(path) == "coral") {
			what = append(what, "file "+path)
		}
		return nil
	})
	for _, name := range coralSockets() {
		if !slices.Contains(s.sockets, name) {
			what = append(what, "socket "+name)
		}
	}
	for _, name := range segments() {
		if !slices.Contains(s.segments, name) && !mapped(name) {
			what = append(what, "segment "+name)
		}
	}
	unfinished, _ := filepath.Glob(filepath.Join(s.cache, ".new-*"))
	return strings.Join(append(what, unfinished...), ", ")
}

// checkLeft fails the test if something is left. The kernel takes a moment to end processes, and
// others on this machine have sockets too.
func (s *scene) checkLeft() {
	what := s.left()
	for end := time.Now().Add(patience); what != "" &&
		time.Now().Before(end); what = s.left() {
		time.Sleep(100 * time.Millisecond)
	}
	if what != "" {
		s.Errorf("left behind: %s", what)
	}
	for _, pid := range s.processes() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// coralSockets are the names of sockets that are Coral's.
func coralSockets() (names []string) {
	text, _ := os.ReadFile("/proc/net/unix")
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if name := fields[len(fields)-1]; strings.HasPrefix(name, "@coral-") {
			names = append(names, name)
		}
	}
	return names
}

func segments() (names []string) {
	entries, _ := os.ReadDir("/dev/shm")
	for _, e := range entries {
		names = append(names, "/dev/shm/"+e.Name())
	}
	return names
}

// mapped tells whether a process uses a segment: then it belongs to a run that goes on.
func mapped(name string) bool {
	files, _ := filepath.Glob("/proc/[0-9]*/maps")
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil && bytes.Contains(text, []byte(name)) {
			return true
		}
	}
	return false
}

// sleep waits, or until a command has ended.
func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
