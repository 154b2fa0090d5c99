package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/test/turns"
)

// terminal is a pseudo-terminal whose foreground group is a command's: keys become signals as they
// do where people type.
type terminal struct {
	t      *testing.T
	cmd    *exec.Cmd
	keys   *os.File
	mu     sync.Mutex
	screen bytes.Buffer
	closed chan struct{}
}

const (
	ctrlC         = "\x03"
	ctrlBackslash = "\x1c"
)

// openPty gives both ends of a new pseudo-terminal.
func openPty(t *testing.T) (keys, line *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	number, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return keys, line
}

// onTerminal starts a command there.
func (s *shell) onTerminal(cmd *exec.Cmd) *terminal {
	s.t.Helper()
	keys, line := openPty(s.t)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = line, line, line
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	term := &terminal{t: s.t, cmd: cmd, keys: keys, closed: make(chan struct{})}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	line.Close()
	go func() {
		defer close(term.closed)
		buffer := make([]byte, 4096)
		for {
			n, err := keys.Read(buffer)
			term.mu.Lock()
			term.screen.Write(buffer[:n])
			term.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return term
}

func (x *terminal) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return strings.ReplaceAll(x.screen.String(), "\r\n", "\n")
}

// patience is for a busy machine, where gdb takes half a minute to begin, and a compiler minutes.
const patience = 5 * time.Minute

// expect waits until something stands on the screen.
func (x *terminal) expect(text string) {
	x.t.Helper()
	x.expectTimes(1, text)
}

// expectTimes waits until something stands on the screen so many times. What several processes
// write comes in any order, with lines of a debugger between.
func (x *terminal) expectTimes(times int, text string) {
	x.t.Helper()
	x.await(times, text, 5*time.Millisecond, func() {})
}

// ask presses Ctrl-\ until each text has stood on the screen: an image may not have come to where
// it will be when the first question comes.
func (x *terminal) ask(texts ...string) {
	x.t.Helper()
	for _, text := range texts {
		x.await(1, text, 100*time.Millisecond, func() { x.press(ctrlBackslash) })
	}
}

// await waits until something stands on the screen so many times, and does something each time that
// it does not.
func (x *terminal) await(times int, text string, each time.Duration, do func()) {
	x.t.Helper()
	for end := time.Now().Add(patience); strings.Count(x.text(), text) < times; time.Sleep(each) {
		if time.Now().After(end) {
			x.cmd.Process.Kill()
			x.t.Fatalf("%q does not come %d times; there is:\n%s", text, times, x.text())
		}
		do()
	}
}

func (x *terminal) press(key string) { x.keys.WriteString(key) }

// end waits for the command, and gives its exit code as a shell has it.
func (x *terminal) end() int {
	x.t.Helper()
	timer := time.AfterFunc(patience, func() { x.cmd.Process.Kill() })
	x.cmd.Wait()
	if !timer.Stop() {
		x.t.Fatalf("%v did not end; there is:\n%s", x.cmd.Args, x.text())
	}
	select {
	case <-x.closed:
	case <-time.After(patience):
		x.t.Errorf("somebody still holds the terminal")
	}
	x.keys.Close()
	status := x.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		return 128 + int(status.Signal())
	}
	return status.ExitStatus()
}

// TestColours: messages on a terminal have colours, unless the environment asks for none.
func TestColours(t *testing.T) {
	s := newShell(t)
	s.write("wrong.f90", "program wrong\n  integer :: x[*]\n  x(1)[2] = 1\nend program\n")
	const bold, red, plain = "\x1b[1m", "\x1b[31;1m", "\x1b[0m"
	for environment, want := range map[string]string{
		"NO_COLOR=": bold + "wrong.f90:3:4:" + plain + " " + red + "error:" + plain +
			" 'x' has rank",
		"NO_COLOR=1": "wrong.f90:3:4: error: 'x' has rank",
		"TERM=dumb":  "wrong.f90:3:4: error: 'x' has rank",
	} {
		cmd := s.command("coral", "build", "wrong.f90")
		cmd.Env = append(cmd.Environ(), "TERM=xterm", environment)
		x := s.onTerminal(cmd)
		if code := x.end(); code != 1 || !strings.Contains(x.text(), want) {
			t.Errorf("%s: code %d, %q does not contain %q", environment, code, x.text(), want)
		}
	}
}

// spin computes until a file "go" is there.
const spin = `module work
  implicit none
contains
  subroutine sweep(x)
    real, intent(inout) :: x
    logical :: there
    integer :: i
    do
      do i = 1, 20000000
        x = x * 0.999 + 1
      end do
      inquire (file='go', exist=there)
      if (there) exit
    end do
  end subroutine
end module
program spin
  use work
  implicit none
  real :: x[*]
  x = this_image()
  sync all
  print '(a)', 'up'
  flush (6)
  call sweep(x)
  sync all
  print '(a)', 'over'
end program
`

const spinC = `#include <stdio.h>
#include <unistd.h>
#include <xmp.h>
double x:[*];
static volatile int turns;
static void sweep(void)
{
    while (access("go", F_OK) != 0)
        for (int i = 0; i < 20000000; i++)
            turns++;
}
int main(void)
{
    xmp_sync_all();
    printf("up\n");
    fflush(stdout);
    sweep();
    xmp_sync_all();
    printf("over\n");
    return 0;
}
`

// TestQuestionFromATerminal: Ctrl-\ shows where each image is, and the run goes on.
func TestQuestionFromATerminal(t *testing.T) {
	t.Parallel()
	type variant struct {
		name, file, text, place string
		env                     []string
	}
	for _, test := range turns.Of(t.Name(),
		variant{"gfortran", "spin.f90", spin, ": running at spin.f90:", nil},
		variant{"flang", "spin.f90", spin, ": running at spin.f90:",
			[]string{"CORAL_FC=flang-22"}},
		variant{"C", "spin.c", spinC, ": running at spin.c:", nil}) {
		option := "-O2"
		if test.name == "C" { // whose compiler is not asked for line tables
			option = "-g"
		}
		t.Run(test.name, func(t *testing.T) {
			s := newShell(t)
			if test.env != nil {
				if _, err := exec.LookPath("flang-22"); err != nil {
					t.Skip(err)
				}
				s.env = append(s.env, test.env...)
			}
			s.write(test.file, test.text)
			s.expect(s.run("coral", "build", option, "-o", "prog", test.file), 0, "", "")
			for _, words := range [][]string{{"./prog"},
				{"coral", "run", "-n", "3", option, test.file}} {
				os.Remove(filepath.Join(s.dir, "go"))
				cmd := s.command(words[0], words[1:]...)
				cmd.Env = append(cmd.Env, "CORAL_NUM_IMAGES=3")
				x := s.onTerminal(cmd)
				x.expectTimes(3, "up\n")
				for range 3 { // questions that come faster than answers
					x.press(ctrlBackslash)
				}
				x.ask(test.place, "in sweep")
				s.write("go", "")
				code, text := x.end(), x.text()
				if code != 0 || strings.Count(text, "over\n") != 3 ||
					strings.Contains(text, "Backtrace") || strings.Contains(text, "goroutine") {
					t.Errorf("%v: exit code %d\n%s", words, code, text)
				}
			}
		})
	}
}

const sleeper = `program sleeper
  implicit none
  integer :: x[*]
  x = 1
  sync all
  print '(a)', 'up'
  call nap
  print '(a)', 'over'
contains
  subroutine nap
    integer(8) :: from, to, rate
    call system_clock(from, rate)
    call sleep(6)
    call system_clock(to)
    if (to - from < 6*rate) error stop 'woken'
  end subroutine nap
end program
`

// TestQuestionOfSleepers: Ctrl-\ shows where an image sleeps, which sleeps on as long as it should.
func TestQuestionOfSleepers(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("sleeper.f90", sleeper)
	s.expect(s.run("coral", "build", "-o", "prog", "sleeper.f90"), 0, "", "")
	cmd := s.command("./prog")
	cmd.Env = append(cmd.Env, "CORAL_NUM_IMAGES=3")
	x := s.onTerminal(cmd)
	x.expectTimes(3, "up\n")
	x.ask("images 1-3: sleeping in SLEEP at sleeper.f90:13 in nap")
	x.press(ctrlBackslash)
	if code, text := x.end(), x.text(); code != 0 || strings.Count(text, "over\n") != 3 {
		t.Errorf("exit code %d\n%s", code, text)
	}
}

// TestQuestionFromATerminalGo: the same of a Go program, whose image 1 waits for a goroutine of its
// own.
func TestQuestionFromATerminalGo(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	if out, err := exec.Command("go", "build", "-o", filepath.Join(s.dir, "prog"),
		"./testdata/spin").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, unmapped := range []string{"0", "1"} {
		os.Remove(filepath.Join(s.dir, "go"))
		cmd := s.command("./prog")
		cmd.Env = append(cmd.Env, "CORAL_NUM_IMAGES=3", "CORAL_DEADLOCK=300ms",
			"CORAL_SMP_UNMAPPED="+unmapped)
		x := s.onTerminal(cmd)
		x.expectTimes(3, "up\n")
		x.ask("coral: note: image 1: waiting for other goroutines (chan receive) at ",
			"coral: note: images 2-3: running at ", "main.sweep")
		time.Sleep(time.Second) // this is no deadlock
		s.write("go", "")
		code, text := x.end(), x.text()
		if code != 0 || strings.Count(text, "over\n") != 3 || strings.Contains(text, "SIGQUIT") ||
			strings.Contains(text, "goroutine 1") {
			t.Errorf("unmapped %s: exit code %d\n%s", unmapped, code, text)
		}
	}
}

const waiting = `program waiting
  implicit none
  integer :: x[*]
  character(10) :: line
  logical :: there
  x = 1
  if (this_image() == 1) read '(a)', line
  do while (this_image() == 2)
    inquire (file='go', exist=there)
    if (there) exit
  end do
  sync all
end program
`

// interrupts are the moments of a run, by number, at which it is interrupted: of forty every
// fourth, or all.
func interrupts() (moments []int) {
	const all, each = 40, 4
	for _, first := range turns.Of("interrupts", 0, 1, 2, 3) {
		for i := first; i < all; i += each {
			moments = append(moments, i)
		}
	}
	return moments
}

// TestCtrlC: an interrupt is none of an image's faults, whenever it comes.
func TestCtrlC(t *testing.T) {
	t.Parallel()
	times := interrupts()
	s := newShell(t)
	s.write("waiting.f90", waiting)
	s.expect(s.run("coral", "build", "-o", "prog", "waiting.f90"), 0, "", "")
	for _, i := range times {
		cmd := s.command("./prog")
		cmd.Env = append(cmd.Env, "CORAL_NUM_IMAGES=5")
		x := s.onTerminal(cmd)
		time.Sleep(time.Duration(i*i) * 300 * time.Microsecond) // 0 to 0.5 s: the start and the run
		x.press(ctrlC)
		code, text := x.end(), strings.ReplaceAll(x.text(), "^C", "")
		if code != 130 || strings.TrimSpace(text) != "" {
			t.Errorf("%d: exit code %d, %q", i, code, text)
		}
	}
}

// TestCtrlCGo: the same of a Go program, of which one image waits for a goroutine of its own.
func TestCtrlCGo(t *testing.T) {
	t.Parallel()
	times := interrupts()
	s := newShell(t)
	if out, err := exec.Command("go", "build", "-o", filepath.Join(s.dir, "prog"),
		"./testdata/spin").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, i := range times {
		cmd := s.command("./prog")
		cmd.Env = append(cmd.Env, "CORAL_NUM_IMAGES=3")
		x := s.onTerminal(cmd)
		time.Sleep(time.Duration(i*i) * 300 * time.Microsecond) // 0 to 0.5 s: the start and the run
		x.press(ctrlC)
		code, text := x.end(), strings.NewReplacer("^C", "", "up\n", "").Replace(x.text())
		if code != 130 || strings.TrimSpace(text) != "" {
			t.Errorf("%d: exit code %d, %q", i, code, text)
		}
	}
}

// TestLinesOfC: on a terminal a line of C's appears when it is written, and is not lost where the
// image dies.
func TestLinesOfC(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.c", "#include <stdio.h>\n#include <stdlib.h>\nint a:[*];\nint main(void)\n{\n"+
		"  printf(\"a line\\n\");\n  abort();\n}\n")
	x := s.onTerminal(s.command("coral", "run", "-n", "2", "p.c"))
	if code := x.end(); code != 128+int(syscall.SIGABRT) ||
		strings.Count(x.text(), "a line\n") == 0 {
		t.Errorf("exit code %d, %s", code, x.text())
	}
}

// TestInterruptOfAGroup is the same by kill, as batch systems do, with a program that ends quickly.
func TestInterruptOfAGroup(t *testing.T) {
	t.Parallel()
	times := interrupts()
	s := newShell(t)
	s.write("short.f90", "program short\n integer :: x[*]\n x = 1\n sync all\nend program\n")
	s.expect(s.run("coral", "build", "-o", "prog", "short.f90"), 0, "", "")
	for _, i := range times {
		cmd := s.command("./prog")
		cmd.Env = append(cmd.Env, "CORAL_NUM_IMAGES=5")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i) * 2 * time.Millisecond)
		unix.Kill(-cmd.Process.Pid, unix.SIGINT)
		cmd.Wait()
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		interrupted := status.Signaled() && status.Signal() == unix.SIGINT ||
			status.ExitStatus() == 130
		if !interrupted && status != 0 || stderr.Len() > 0 {
			t.Errorf("%d: %v\n%s", i, cmd.ProcessState, &stderr)
		}
	}
}

// awaitCommand waits until coral has begun to work: it has a directory for its files, or has ended
// already. Before that a signal means what it means to any program of Go.
func (s *shell) awaitCommand(x *terminal) {
	s.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		begun, _ := filepath.Glob(filepath.Join(s.dir, ".tmp", "coral-*", ".lock"))
		select {
		case <-x.closed:
			return
		default:
		}
		switch {
		case len(begun) > 0:
			return
		case time.Now().After(end):
			x.cmd.Process.Kill()
			s.t.Fatalf("the command does not begin; there is:\n%s", x.text())
		}
	}
}

// TestInterruptedCompilation leaves no files, and Ctrl-\ does not end it.
func TestInterruptedCompilation(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.run("coral", "run", "-n", "1", "nothing.f90")
	s.write("p.f90", ring)
	s.run("coral", "build", "-o", "prog", "p.f90") // what is kept between runs is made
	for i := range 12 {
		for _, verb := range []string{"run", "build"} {
			x := s.onTerminal(s.command("coral", verb, "-O3", "p.f90"))
			if i%2 == 1 {
				s.awaitCommand(x)
				x.press(ctrlBackslash)
			}
			time.Sleep(time.Duration(i) * 25 * time.Millisecond)
			x.press(ctrlC)
			code, text := x.end(), x.text()
			if code != 130 && code != 0 || strings.Contains(text, "goroutine") ||
				strings.Contains(text, "error") {
				t.Errorf("%d: coral %s: exit code %d\n%s", i, verb, code, text)
			}
			s.clean()
		}
	}
}

// awaitCompilers waits until the compilers that a killed command has left have ended by themselves.
func (s *shell) awaitCompilers() {
	s.t.Helper()
	works := func() string {
		lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, file := range lines {
			directory, _ := os.Readlink(filepath.Join(filepath.Dir(file), "cwd"))
			words, _ := os.ReadFile(file)
			if strings.HasPrefix(directory, s.dir) || bytes.Contains(words, []byte(s.dir)) {
				return string(words)
			}
		}
		return ""
	}
	for end := time.Now().Add(patience); works() != ""; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("a compiler does not end: %q", works())
		}
	}
}

// TestKilledCommand: what a killed command has left is removed by the next.
func TestKilledCommand(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", ring)
	s.run("coral", "build", "-o", "prog", "p.f90")
	cmd := s.command("coral", "build", "-O3", "-o", "prog", "p.f90")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for left := []string(nil); len(left) == 0; time.Sleep(time.Millisecond) {
		left, _ = filepath.Glob(filepath.Join(s.dir, ".tmp", "coral-*", ".lock"))
	}
	cmd.Process.Kill()
	cmd.Wait()
	if left, _ := filepath.Glob(filepath.Join(s.dir, ".tmp", "*")); len(left) == 0 {
		t.Fatal("it left nothing: the test tests nothing")
	}
	s.awaitCompilers()
	s.expect(s.run("coral", "build", "-o", "prog", "p.f90"), 0, "", "")
	s.clean()
}
