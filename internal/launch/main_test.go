package launch

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/test/turns"
)

// The test binary plays three parts: with CORAL_BOOT it is an image, with LAUNCH_TEST a launcher,
// else the tests.
func TestMain(m *testing.M) {
	if boot := os.Getenv(layout.BootVariable); boot != "" {
		playImage(boot)
	}
	if v := os.Getenv("LAUNCH_TEST_VERSION"); v != "" {
		if _, err := fmt.Sscan(v, &ownVersion.Frames, &ownVersion.Coral); err != nil {
			panic(err)
		}
	}
	if os.Getenv("LAUNCH_TEST") != "" {
		Main(0, false)
	}
	if parent, err := strconv.Atoi(os.Getenv(hostileVariable)); err == nil {
		hostile(parent)
		os.Exit(0)
	}
	if os.Getenv(startedByVariable) != "" {
		printStartedBy()
		os.Exit(0)
	}
	if os.Getenv(leavesVariable) != "" {
		leaveChildren()
		os.Exit(0)
	}
	os.Exit(turns.Main(m, 2))
}

// scene is a test's access to the Job area as an image has it.
type scene struct {
	boot layout.Boot
	mem  *memory
	args []string
}

func (s *scene) status() *layout.Status { return s.mem.status(s.boot.Image - 1) }

func (s *scene) stop(code int) {
	s.mem.mark(s.boot.Image-1, layout.StateStopped)
	os.Exit(code)
}

// playImage does what the words of its command line say.
func playImage(text string) {
	boot, err := layout.ParseBoot(text)
	if err != nil {
		panic(err)
	}
	g := boot.Geometry
	area, err := unix.Mmap(boot.Descriptor, int64(g.JobOffset()), int(g.JobSize()),
		unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	s := &scene{boot,
		&memory{file: os.NewFile(uintptr(boot.Descriptor), "memory"), geometry: g, job: jobAt(area),
			bytes: area}, os.Args[1:]}
	// A Go program's own handler replaces the ignored SIGQUIT that it inherits.
	signal.Ignore(syscall.SIGQUIT)
	atomic.StoreUint32(&s.status().State, layout.StateRunning)
	for _, word := range s.args {
		name, value, _ := strings.Cut(word, "=")
		if who, action, ok := strings.Cut(name, ":"); ok {
			if n, _ := strconv.Atoi(who); n != boot.Image {
				continue
			}
			name = action
		}
		s.act(name, value)
	}
	s.stop(0)
}

// settled: all others wait or have ended.
func (s *scene) settled() bool {
	for rank := range s.boot.Geometry.Images {
		st := s.mem.status(rank)
		if rank != s.boot.Image-1 && atomic.LoadUint32(&st.State) < layout.StateStopped &&
			atomic.LoadUint32(&st.Wait) == 0 {
			return false
		}
	}
	return true
}

func (s *scene) act(name, value string) {
	number, _ := strconv.Atoi(value)
	switch name {
	case "print":
		fmt.Printf("%s %d\n", value, s.boot.Image)
	case "many":
		for i := range number {
			fmt.Printf("image %d line %d %s\n", s.boot.Image, i, strings.Repeat("x", i%200))
		}
	case "raw":
		os.Stdout.WriteString(strings.ReplaceAll(value, "%", strconv.Itoa(s.boot.Image)))
	case "long":
		os.Stdout.Write(bytes.Repeat([]byte{'a' + byte(s.boot.Image)}, number))
		os.Stdout.WriteString("\n")
	case "binary":
		all := make([]byte, 256)
		for i := range all {
			all[i] = byte(i)
		}
		os.Stdout.Write(all)
	case "err":
		fmt.Fprintln(os.Stderr, value)
	case "cat":
		n, _ := io.Copy(os.Stdout, os.Stdin)
		fmt.Printf("image %d read %d bytes\n", s.boot.Image, n)
	case "stop":
		s.stop(number)
	case "exit":
		os.Exit(number)
	case "errorstop":
		atomic.StoreInt32(&s.mem.job.ExitCode, int32(number))
		atomic.StoreUint32(&s.mem.job.EndedBy, uint32(s.boot.Image))
		atomic.StoreUint32(&s.mem.job.Ending, 1)
		s.mem.alert()
		os.Exit(number)
	case "fail":
		s.mem.mark(s.boot.Image-1, layout.StateFailed)
		os.Exit(0)
	case "kill":
		unix.Kill(os.Getpid(), syscall.Signal(number))
		select {}
	case "stand": // as one that waits
		st := s.status()
		copy(st.File[:], value)
		atomic.StoreUint32(&st.Line, 42)
		atomic.StoreUint32(&st.Wait, layout.WaitSyncAll)
	case "wait":
		s.act("stand", value)
		time.Sleep(time.Hour)
	case "stuck": // as the runtime waits: it looks again and again
		s.wait(uint32(number), 1<<30)
	case "busy": // wakes once in a while
		for range number {
			s.wait(layout.WaitEvent|layout.WaitAlone, 2)
			atomic.AddUint32(&s.status().Progress, 1)
			atomic.StoreUint32(&s.status().Wait, 0)
		}
	case "blind": // waits, but has not looked since
		atomic.StoreUint32(&s.status().Wait, layout.WaitEvent|layout.WaitAlone)
		time.Sleep(time.Duration(number) * time.Millisecond)
	case "uncounted": // killed behind the store of its State
		atomic.StoreUint32(&s.status().State, layout.StateStopped)
		unix.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "end": // as the runtime ends: it waits for all others
		s.mem.mark(s.boot.Image-1, layout.StateStopped)
		atomic.StoreUint32(&s.status().Wait, layout.WaitEnd)
		for atomic.LoadUint32(&s.mem.job.Stopped)+atomic.LoadUint32(&s.mem.job.Failed) < uint32(
			s.boot.Geometry.Images) {
			time.Sleep(time.Millisecond)
		}
		os.Exit(0)
	case "nap":
		time.Sleep(time.Duration(number) * time.Millisecond)
	case "settle":
		for !s.settled() {
			time.Sleep(time.Millisecond)
		}
	case "sleep":
		time.Sleep(time.Hour)
	case "stubborn":
		signal.Ignore(syscall.SIGINT, syscall.SIGTERM)
		fmt.Println("stubborn")
		time.Sleep(time.Hour)
	case "forgotten": // a process that keeps the output open and outlives the run
		cmd := exec.Command("sleep", "600")
		cmd.Stdout = os.Stdout
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		number := []byte(strconv.Itoa(cmd.Process.Pid)) // for the test
		if err := os.WriteFile(value, number, 0o600); err != nil {
			panic(err)
		}
	case "cpus":
		var set unix.CPUSet
		unix.SchedGetaffinity(0, &set)
		fmt.Printf("image %d: %d cores\n", s.boot.Image, set.Count())
	}
}

// wait publishes a wait and polls without success, until the run ends or as often as said.
func (s *scene) wait(kind uint32, looks int) {
	st := s.status()
	copy(st.File[:], "a.f90")
	atomic.StoreUint32(&st.Line, uint32(s.boot.Image))
	atomic.StoreUint32(&st.Wait, kind)
	for range looks {
		atomic.AddUint32(&st.Looks, 1)
		time.Sleep(20 * time.Millisecond)
		if ending, _, code := s.mem.ending(); ending {
			os.Exit(code)
		}
	}
}

// outcome is how a launcher ended.
type outcome struct {
	stdout, stderr string
	code           int
}

// launcher makes a command that launches n images which do what the words say. It holds back the
// limit on files.
func launcher(n int, words ...string) *exec.Cmd {
	cmd := exec.Command("/proc/self/exe", words...)
	cmd.Env = append(os.Environ(), "LAUNCH_TEST=1", "CORAL_NUM_IMAGES="+strconv.Itoa(n),
		"CORAL_GRACE=500ms", "CORAL_DEADLOCK=300ms")
	return cmd
}

func finish(t *testing.T, cmd *exec.Cmd) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return await(t, cmd, &stdout, &stderr)
}

// longest is for a busy machine.
const longest = 2 * time.Minute

// await waits for a launcher, not for ever.
func await(t *testing.T, cmd *exec.Cmd, stdout, stderr *bytes.Buffer) outcome {
	t.Helper()
	timer := time.AfterFunc(longest, func() { cmd.Process.Kill() })
	defer timer.Stop()
	cmd.Wait()
	o := outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
	if !timer.Stop() {
		t.Fatalf("the launcher did not end; stdout:\n%s\nstderr:\n%s", o.stdout, o.stderr)
	}
	return o
}

// start starts a launcher and waits until n images have written a line each.
func start(t *testing.T, cmd *exec.Cmd, n int) (stdout, stderr *bytes.Buffer) {
	t.Helper()
	stdout, stderr, _ = startPiped(t, cmd, n)
	return stdout, stderr
}

func startPiped(t *testing.T, cmd *exec.Cmd, n int) (stdout, stderr *bytes.Buffer, pipe io.Closer) {
	t.Helper()
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	if cmd.Stderr == nil { // else the caller reads it
		cmd.Stderr = stderr
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(output)
	for range n {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("%v; stderr: %s", err, stderr)
		}
		stdout.WriteString(line)
	}
	return stdout, stderr, output
}
