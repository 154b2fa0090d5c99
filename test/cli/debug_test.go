package cli

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

// needs skips the test where a tool that Coral does without is not installed.
func needs(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed", name)
	}
}

// gdbHome is a home in which gdb asks nothing.
func (s *shell) gdbHome() {
	s.write(".gdbinit", "set pagination off\nset confirm off\nset print thread-events off\n")
	cache, err := os.UserCacheDir()
	if err != nil {
		s.t.Fatal(err)
	}
	s.env = append(s.env, "TERM=dumb", "HOME="+s.dir, "XDG_CACHE_HOME="+cache)
}

// TestDebugWaits: without a terminal the launcher says which process waits, and how a debugger is
// attached. SIGCONT lets the image go on. An image that the run has not is an error.
func TestDebugWaits(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("ring.f90", ring)
	c := s.command("coral", "run", "-n", "3", "--debug", "2", "ring.f90")
	lines, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stdout strings.Builder
	c.Stdout = &stdout
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(patience, func() { c.Process.Kill() })
	defer timer.Stop()
	said := bufio.NewReader(lines)
	how, _ := said.ReadString('\n')
	goOn, _ := said.ReadString('\n')
	_, command, waits := strings.Cut(how, "image 2 waits for a debugger: gdb -q /proc/")
	process, _, _ := strings.Cut(command, "/")
	if !waits || !strings.HasSuffix(how, "/exe -p "+process+"\n") ||
		!strings.HasSuffix(goOn, "kill -CONT "+process+"\n") {
		t.Errorf("it says\n%s%s", how, goOn)
	}
	s.expect(s.run("kill", "-CONT", process), 0, "", "")
	if err := c.Wait(); err != nil || strings.Count(stdout.String(), "\n") != 3 {
		t.Errorf("%v\n%s", err, stdout.String())
	}
	s.expect(s.run("coral", "run", "-n", "3", "--debug", "4", "ring.f90"), 127, "",
		"image 4 is to be debugged, but there are images 1 to 3 [R0507]")
	s.expect(s.run("coral", "run", "--debug", "0", "ring.f90"), 2, "", "the number of an image")
	s.clean()
}

// TestDebugOnATerminal: gdb is started, stops in the main program and sees the image's data and
// those of others. Ctrl-C stops the image and not the run.
func TestDebugOnATerminal(t *testing.T) {
	needs(t, "gdb")
	t.Parallel()
	s := newShell(t)
	s.write("ring.f90", ring)
	s.gdbHome()
	term := s.onTerminal(s.command("coral", "run", "-n", "3", "--debug", "3", "ring.f90"))
	term.expect("ring.f90:")
	term.press("break ring.f90:6\ncontinue\n") // behind SYNC ALL: image 2 has defined left here
	term.expect("Breakpoint 2, ring")
	term.press("print left + 40\n")
	term.expect("= 42")
	term.press("print 100 + coral_left%p(1)\n")
	term.expect("= 103")
	// the image ends without gdb: gdb 13 may fail by itself when a process with threads ends on a
	// busy machine ("wait returned unexpected status 0x0")
	term.press("quit\n")
	term.expect("image 1 has 3\n")
	term.expect("image 3 has 2\n")
	if code := term.end(); code != 0 {
		t.Errorf("exit code %d\n%s", code, term.text())
	}
	s.clean()
}

// TestCtrlCInADebugger: Ctrl-C stops the image that is debugged, and no other. It
// goes on to its end when the debugger has been left.
func TestCtrlCInADebugger(t *testing.T) {
	needs(t, "gdb")
	t.Parallel()
	s := newShell(t)
	s.write("spin.f90", spin)
	s.gdbHome()
	term := s.onTerminal(s.command("coral", "run", "-n", "2", "--debug", "1", "spin.f90"))
	term.expect("spin.f90:")
	term.press("continue\n")
	term.expectTimes(2, "up\n")
	term.press(ctrlC)
	term.expect("SIGINT")
	term.press("print 40 + 2\n")
	term.expect("= 42")
	term.press("quit\n")
	// the image goes on without gdb: both see the file, and end
	s.write("go", "")
	term.expectTimes(2, "over\n")
	if code := term.end(); code != 0 {
		t.Errorf("exit code %d\n%s", code, term.text())
	}
	s.clean()
}

// TestDebugOneImage: where one image is all, a debugger that starts the program sees it; where
// there are several, a message says how one of them is debugged.
func TestDebugOneImage(t *testing.T) {
	needs(t, "gdb")
	t.Parallel()
	s := newShell(t)
	s.write("ring.f90", ring)
	s.expect(s.run("coral", "build", "-g", "-o", "ring", "ring.f90"), 0, "", "")
	gdb := []string{"gdb", "-q", "-nx", "-batch", "-ex", "break ring.f90:6", "-ex", "run", "-ex",
		"print left + 41", "./ring"}
	s.expect(s.underGdb(append([]string{"CORAL_NUM_IMAGES=1"}, gdb...)...), 0, "= 42", "")
	s.expect(s.underGdb("CORAL_NUM_IMAGES=2", "gdb", "-q", "-nx", "-batch", "-ex", "run",
		"./ring"), 0, "image 2 has 1", "with CORAL_DEBUG=N image N waits for a debugger")
}

// underGdb runs a command again for which gdb itself has failed: gdb 13 does so at times when a
// process with threads ends.
func (s *shell) underGdb(words ...string) (got outcome) {
	for range 10 {
		got = s.run("env", words...)
		if !strings.Contains(got.stderr, "internal-error: wait returned unexpected status") &&
			!strings.Contains(got.stderr, "Cannot find user-level thread for LWP") {
			break
		}
	}
	return got
}

// TestValgrind: a program without errors shows none with the suppressions, and one with an error
// shows it by its line.
func TestValgrind(t *testing.T) {
	turns.Every(t, 3)
	needs(t, "valgrind")
	t.Parallel()
	s := newShell(t)
	suppressions, err := filepath.Abs("../../contrib/valgrind.supp")
	if err != nil {
		t.Fatal(err)
	}
	s.write("good.f90", "program good\nreal, allocatable :: a(:)[:]\n"+
		"allocate (a(9)[*], source=1.)\na(2:)[1] = a(:8)\nprint '(f4.1)', sum(a)\nend program\n")
	s.write("bad.f90", "program bad\ninteger, allocatable :: a(:)\ninteger :: x[*]\nx = 4\n"+
		"allocate (a(3))\na(x) = 1\nprint '(i0)', x[1]\nend program\n")
	valgrind := func(images, program string) outcome {
		s.expect(s.run("coral", "build", "-g", "-o", program, program+".f90"), 0, "", "")
		// valgrind 3.19 announces RDTSCP also where the processor does not, and cannot do it then.
		return s.run("env", "CORAL_NUM_IMAGES="+images, "GODEBUG=cpu.rdtscp=off", "valgrind", "-q",
			"--trace-children=yes", "--suppressions="+suppressions, "./"+program)
	}
	if got := valgrind("1", "good"); got.code != 0 || got.stdout != " 9.0\n" || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	s.expect(valgrind("1", "bad"), 0, "4\n", "bad.f90:6)")
	s.expect(valgrind("2", "good"), 127, "", "under valgrind a program runs on one image, not on 2")
}

// TestRefusedSanitizers: those whose tables lie where images have to be are refused by name.
func TestRefusedSanitizers(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("ring.f90", ring)
	for _, command := range []string{"run", "build", "fc"} {
		s.expect(s.run("coral", command, "-fsanitize=undefined,thread", "ring.f90"),
			1, "", "thread cannot be obeyed")
	}
}
