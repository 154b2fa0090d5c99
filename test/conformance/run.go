package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Toolchain says how programs are built and run.
type Toolchain struct {
	Coral   string // the coral command
	Backend string // back-end compiler; empty for Coral's choice
	Name    string // of the back end in tables: "gfortran 12"
	// of a communication library, up to where the number of images stands; empty: programs start
	// themselves
	Launcher     []string
	Options      []string // of every compilation
	Env          []string // the same
	NoOpenMP     bool     // it cannot link programs with OpenMP
	NoC          bool     // there is no C compiler beside it
	BuildTimeout time.Duration
	RunTimeout   time.Duration
}

// Path is how the generated code reaches other images.
type Path int

const (
	Direct  Path = iota // other images are mapped: loads and stores
	Library             // other images are treated as unmapped: runtime calls
)

func (p Path) String() string {
	if p == Library {
		return "library"
	}
	return "direct"
}

// outcome is what a finished command left behind.
type outcome struct {
	exit           int // -1 when killed by a signal
	stdout, stderr string
}

// errTimeout reports a command that was killed because it ran too long.
var errTimeout = errors.New("timed out")

// execute runs a command in a process group of its own, and kills the whole group when time is up:
// a launcher's images go with it.
func execute(cmd *exec.Cmd, stdin string, timeout time.Duration) (outcome, error) {
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = 2 * time.Second
	if err := cmd.Start(); err != nil {
		return outcome{}, err
	}
	inTime := limit(timeout, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	err := cmd.Wait()
	late := !inTime()
	out := outcome{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
	var exit *exec.ExitError
	switch {
	case late:
		return out, fmt.Errorf("%w after %v", errTimeout, timeout)
	case err != nil && !errors.As(err, &exit):
		return out, err
	}
	return out, nil
}

// limit calls expire when the time is up, unless the function that it gives is called before, which
// tells. Time in which this process itself does not run (it is stopped, the machine sleeps) counts
// for nothing: the command may have ended long ago when it goes on.
func limit(timeout time.Duration, expire func()) (stop func() bool) {
	const tick = 250 * time.Millisecond
	stopped, expired := make(chan struct{}), make(chan bool, 1)
	go func() {
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		for last, used := time.Now(), time.Duration(0); used < timeout; {
			select {
			case <-stopped:
				expired <- false
				return
			case now := <-ticker.C:
				used += min(now.Sub(last), 4*tick)
				last = now
			}
		}
		expire()
		expired <- true
	}()
	return func() bool {
		close(stopped)
		return !<-expired
	}
}

// Build compiles a program into dir and returns the executable.
func (t Toolchain) Build(p *Program, dir string) (string, error) {
	exe := filepath.Join(dir, "prog")
	out, err := t.coralBuild(p, dir, exe)
	if err != nil {
		return "", err
	}
	if out.exit != 0 {
		return "", fmt.Errorf("coral build: exit code %d\n%s", out.exit,
			clip(out.stderr+out.stdout))
	}
	return exe, nil
}

func (t Toolchain) coralBuild(p *Program, dir, exe string) (outcome, error) {
	args := slices.Concat([]string{"build", "-o", exe}, t.Options, p.BuildArgs)
	cmd := exec.Command(t.Coral, append(args, p.Files...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), t.Env...)
	if t.Backend != "" {
		cmd.Env = append(cmd.Env, "CORAL_FC="+t.Backend)
	}
	out, err := execute(cmd, "", t.BuildTimeout)
	costs.built(p.Name, spentBy(cmd))
	if err != nil {
		return out, fmt.Errorf("coral build: %w\n%s", err, clip(out.stderr+out.stdout))
	}
	return out, nil
}

// Run runs a built program on the given number of images and checks what its directives demand.
func (t Toolchain) Run(p *Program, exe string, images int, path Path) error {
	words := append([]string{exe}, p.Args...)
	if len(t.Launcher) > 0 {
		words = slices.Concat(t.Launcher, []string{strconv.Itoa(images)}, words)
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = filepath.Dir(exe)
	cmd.Env = append(os.Environ(), "CORAL_NUM_IMAGES="+strconv.Itoa(images), "CORAL_SMP_UNMAPPED="+
		strconv.Itoa(int(path)))
	out, err := execute(cmd, p.Stdin, t.RunTimeout)
	costs.ran(p.Name, spentBy(cmd))
	if err == nil {
		err = p.check(out)
	}
	if err != nil {
		return fmt.Errorf("%d images, %v: %w\nstdout:\n%s\nstderr:\n%s", images, path, err,
			clip(out.stdout), clip(out.stderr))
	}
	return nil
}

func (p *Program) check(out outcome) error {
	switch {
	case p.Exit == "nonzero" && out.exit <= 0, p.Exit != "nonzero" &&
		strconv.Itoa(out.exit) != p.Exit:
		return fmt.Errorf("exit code %d, expected %s", out.exit, p.Exit)
	case p.Exit == "0" && len(p.Stdout) == 0 && !strings.Contains("\n"+out.stdout, "\nPASS\n"):
		return errors.New("the output has no PASS line")
	case strings.Contains(out.stdout, "FAIL"):
		return errors.New("the output has a FAIL line")
	}
	for _, want := range p.Stdout {
		if !strings.Contains(out.stdout, want) {
			return fmt.Errorf("standard output lacks %q", want)
		}
	}
	for _, want := range p.Stderr {
		if !strings.Contains(out.stderr, want) {
			return fmt.Errorf("standard error lacks %q", want)
		}
	}
	return nil
}

// availableMemory is what programs can use now, in GiB.
func availableMemory() (int, error) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, err
	}
	for _, line := range strings.Split(string(text), "\n") {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == "MemAvailable:" {
			kib, err := strconv.Atoi(f[1])
			return kib >> 20, err
		}
	}
	return 0, errors.New("/proc/meminfo has no MemAvailable")
}

// clip keeps the report readable when a program prints without end.
func clip(s string) string {
	const most = 3000
	if len(s) > most {
		return s[:most] + fmt.Sprintf("... (%d bytes more)", len(s)-most)
	}
	return s
}

// alsoByCompiler tells whether an error is gcc's own beside one that is expected in the line: from
// 14 on, numbers made of pointers are errors.
func (p *Program) alsoByCompiler(file string, line int, text string) bool {
	return strings.HasSuffix(text, "[-Wint-conversion]") &&
		slices.ContainsFunc(p.Expected,
			func(e ExpectedError) bool { return e.File == file && e.Line == line })
}

var errorLine = regexp.MustCompile(`(?m)^(.*):(\d+):\d+: error: (.*)$`)

// Refuse builds a program that must be refused, and compares the errors with the expected ones.
func (t Toolchain) Refuse(p *Program, dir string) error {
	out, err := t.coralBuild(p, dir, filepath.Join(dir, "prog"))
	if err != nil {
		return err
	}
	if out.exit == 0 {
		return errors.New("the program was accepted")
	}
	expected := append([]ExpectedError(nil), p.Expected...)
	var problems []string
	for _, m := range errorLine.FindAllStringSubmatch(out.stderr, -1) {
		line, _ := strconv.Atoi(m[2])
		if i := find(expected, filepath.Base(m[1]), line, m[3]); i >= 0 {
			expected = append(expected[:i], expected[i+1:]...)
		} else if !p.alsoByCompiler(filepath.Base(m[1]), line, m[3]) {
			problems = append(problems, "unexpected: "+m[0])
		}
	}
	for _, e := range expected {
		problems = append(problems,
			fmt.Sprintf("missing: %s:%d: error: ...%s...", e.File, e.Line, e.Text))
	}
	if len(problems) > 0 {
		return fmt.Errorf("%s\ncoral build printed:\n%s", strings.Join(problems, "\n"),
			clip(out.stderr))
	}
	return nil
}

func find(expected []ExpectedError, file string, line int, text string) int {
	for i, e := range expected {
		if e.File == file && e.Line == line &&
			strings.Contains(strings.ToLower(text), strings.ToLower(e.Text)) {
			return i
		}
	}
	return -1
}
