// Package cli tests the coral command from outside: what a user types, and what comes back.
package cli

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

var (
	coralFlag = flag.String("coral", "../../bin/coral", "the coral command")
	update    = flag.Bool("update", false, "write the golden files")
)

var coral string

func TestMain(m *testing.M) {
	flag.Parse()
	coral, _ = filepath.Abs(*coralFlag)
	os.Exit(turns.Main(m, 3))
}

// outcome is what a command left behind.
type outcome struct {
	stdout, stderr string
	code           int
}

// shell is where a test types its commands: an empty directory, an own cache and directory for
// temporary files.
type shell struct {
	t   *testing.T
	dir string
	env []string
}

func newShell(t *testing.T) *shell {
	t.Helper()
	if _, err := os.Stat(coral); err != nil {
		t.Fatalf("%v: make it by `make build`, or name another by -coral", err)
	}
	s := &shell{t: t, dir: t.TempDir()}
	temporary := filepath.Join(s.dir, ".tmp")
	if err := os.Mkdir(temporary, 0o700); err != nil {
		t.Fatal(err)
	}
	s.env = append(os.Environ(), "TMPDIR="+temporary, "LC_ALL=C.UTF-8")
	return s
}

func (s *shell) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shell) command(name string, args ...string) *exec.Cmd {
	if name == "coral" {
		name = coral
	}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = s.dir, s.env
	return cmd
}

func (s *shell) run(name string, args ...string) outcome {
	s.t.Helper()
	return s.finish(s.command(name, args...))
}

func (s *shell) finish(cmd *exec.Cmd) outcome {
	s.t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	timer := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	cmd.Wait()
	if !timer.Stop() {
		s.t.Fatalf("%v did not end", cmd.Args)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// clean fails the test when a command has left temporary files.
func (s *shell) clean() {
	s.t.Helper()
	left, _ := filepath.Glob(filepath.Join(s.dir, ".tmp", "*"))
	if len(left) > 0 {
		s.t.Errorf("files left behind: %v", left)
	}
}

func (s *shell) expect(got outcome, code int, stdout, stderr string) {
	s.t.Helper()
	if got.code != code || !strings.Contains(got.stdout, stdout) ||
		!strings.Contains(got.stderr, stderr) {
		s.t.Errorf(
			"exit code %d, want %d; expected in stdout %q, in stderr %q\nstdout:\n%s\nstderr:\n%s",
			got.code, code, stdout, stderr, got.stdout, got.stderr)
	}
	if strings.Contains(got.stderr, "goroutine ") || strings.Contains(got.stderr, "panic:") {
		s.t.Errorf("a Go trace reached the user:\n%s", got.stderr)
	}
	if code != 0 && stderr == "" && got.stderr == "" {
		s.t.Log("failed in silence")
	}
}

const ring = `program ring
  implicit none
  integer :: left[*]
  left[merge(1, this_image() + 1, this_image() == num_images())] = this_image()
  sync all
  print '(a,i0,a,i0)', 'image ', this_image(), ' has ', left
end program
`

func TestRun(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("ring.f90", ring)
	got := s.run("coral", "run", "-n", "3", "ring.f90")
	s.expect(got, 0, "image 1 has 3\n", "")
	if strings.Count(got.stdout, "\n") != 3 {
		t.Errorf("three lines expected:\n%s", got.stdout)
	}
	s.expect(s.run("coral", "run", "-n2", "--tag", "ring.f90"), 0, "[2] image 2 has 1\n", "")
	s.clean()
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	for _, test := range []struct {
		body string
		code int
	}{
		{"stop", 0}, {"stop 3", 3}, {"error stop", 1}, {"error stop 7",
			7}, {"if (this_image() == 2) stop 5", 5},
		{"if (this_image() == 2) error stop 6\nsync all", 6}, {"print *, 'x'", 0},
	} {
		s.write("p.f90", test.body+"\nend\n")
		if got := s.run("coral", "run", "-n", "2", "p.f90"); got.code != test.code {
			t.Errorf("%q: exit code %d, want %d\n%s%s", test.body, got.code, test.code, got.stdout,
				got.stderr)
		}
	}
}

func TestArgumentsInputAndFiles(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	// In an order that the compiler itself would not take.
	s.write("main.f90", `program main
  use middle
  implicit none
  character(20) :: arg, line
  call get_command_argument(1, arg)
  if (this_image() == 1) then
    read '(a)', line
    print '(4a,i0)', 'arg ', trim(arg), ' line ', trim(line), answer()
  end if
end program
`)
	s.write("middle.F90",
		"module middle\n use base\n implicit none\ncontains\n integer function answer()\n"+
			"  answer = b + OFFSET\n end function\nend module\n")
	s.write("base.f90",
		"module base\n use iso_c_binding\n implicit none\n integer, parameter :: b = 40\n"+
			" interface\n  function two() bind(c)\n   import\n   integer(c_int) :: two\n"+
			"  end function\n end interface\nend module\n")
	s.write("two.c", "int two(void) { return 2; }\n")
	cmd := s.command("coral", "run", "-n", "2", "-DOFFSET=two()", "-O1", "main.f90", "middle.F90",
		"base.f90", "two.c", "--", "-n", "x y")
	cmd.Stdin = strings.NewReader("typed\n")
	s.expect(s.finish(cmd), 0, "arg -n line typed42\n", "")
	s.clean()
}

func TestBuiltProgram(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("ring.f90", ring)
	s.expect(s.run("coral", "build", "-o", "bin/ring", "ring.f90"), 1, "",
		"bin/ring cannot be written: no such file or directory [C0305]")
	s.expect(s.run("coral", "build", "-o", "ring", "ring.f90"), 0, "", "")
	s.env = append(s.env, "CORAL_NUM_IMAGES=2")
	s.expect(s.run("./ring"), 0, "image 2 has 1\n", "")
	s.expect(s.run("coral", "build", "ring.f90"), 0, "", "")
	s.expect(s.run("./a.out"), 0, "image 1 has 2\n", "")
	// the compiler runs elsewhere: it must not look for directories there
	s.write("src/ring.f90", ring)
	if got := s.run("coral", "build", "-Wall", "-o", "ring", "src/ring.f90"); got.code != 0 ||
		got.stderr != "" {
		t.Errorf("exit code %d, and it says\n%s", got.code, got.stderr)
	}
	s.clean()
}

// As cron and some daemons start programs: what the runtime opens first must not become a standard
// file of an image.
func TestClosedStandardFiles(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("copy.f90", `program copy
  implicit none
  integer :: ios, x[*]
  character(80) :: line
  x = 0
  line = ''
  read (*, '(a)', iostat=ios) line
  write (*, '(a,i0,3a,l1)') 'image ', this_image(), ' <', trim(line), '> ', ios == 0
  write (0, '(a)') 'done'
end program
`)
	s.expect(s.run("coral", "build", "-o", "copy", "copy.f90"), 0, "", "")
	s.env = append(s.env, "CORAL_NUM_IMAGES=2")
	s.expect(s.run("sh", "-c", "./copy <&-"), 0, "image 1 <> F\n", "done\n")
	s.expect(s.run("sh", "-c", "echo line | ./copy 2>&-"), 0, "image 1 <line> T\n", "")
	s.expect(s.run("sh", "-c", "./copy >&-"), 1, "", "could not be written")
	s.expect(s.run("sh", "-c", "./copy <&- >&- 2>&-"), 1, "", "")
	s.clean()
}

func TestTranslate(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("ring.f90", ring)
	got := s.run("coral", "translate", "ring.f90")
	s.expect(got, 0, "coral_rt", "")
	s.expect(got, 0, `"ring.f90"`, "")
	s.expect(s.run("coral", "translate", "-o", "out.f90", "ring.f90"), 0, "", "")
	if text, _ := os.ReadFile(filepath.Join(s.dir, "out.f90")); string(text) != got.stdout {
		t.Error("-o and standard output differ")
	}
	s.clean()
}

func TestInterruptedBuildLeavesNothing(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("slow",
		"#!/bin/sh\ncase $1 in --version) echo 'GNU Fortran (fake) 12.2.0';; *) touch started; "+
			"sleep 60;; esac\n")
	s.write("p.f90", "print *, 1\nend\n")
	cmd := s.command("coral", "build", "-fc", "./slow", "p.f90")
	cmd.Env = append(cmd.Env, "CORAL_CACHE="+filepath.Join(s.dir, "cache"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(s.dir, "started")); err == nil {
			break
		}
	}
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 || stderr.String() != "" {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
	s.clean()
	if left, _ := filepath.Glob(filepath.Join(s.dir, "cache", ".new-*")); len(left) > 0 {
		t.Errorf("left in the cache: %v", left)
	}
	if out, _ := exec.Command("pgrep", "-f", s.dir).Output(); len(out) > 0 {
		t.Errorf("processes left: %s", out)
	}
}

func TestInterruptedRunLeavesNothing(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "print '(a)', 'up'\nflush(6)\ncall sleep(60)\nend\n")
	cmd := s.command("coral", "run", "-n", "2", "p.f90")
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pipe.Read(make([]byte, 3))
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d", code)
	}
	s.clean()
}
