package abuse

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSurroundings starts runs where a system grants less than usual. A run is as good as
// elsewhere, or it says in words of its own what is missing.
func TestSurroundings(t *testing.T) {
	s := newScene(t)
	program := s.build("phases")
	tests := []struct {
		name, before string
		code         int
		want         string // ""; the run ends well
	}{
		{"children that nobody is told of", "trap '' CHLD", 0, ""},
		{"all signals ignored", "trap '' CHLD PIPE USR1 USR2 ALRM URG PROF", 0, ""},
		{"few open files", "ulimit -n 6", exitLauncher,
			"the limit of open files is 6, but a program with images needs more: raise it " +
				"(ulimit -Hn) [R0504]"},
		{"few open files, but for the asking", "ulimit -Sn 6", 0, ""},
		{"little data", "ulimit -s 1024; ulimit -d 60000", exitLauncher,
			"the limit of data (ulimit -d) is 60000 KiB, but a program with images needs at " +
				"least 102400 KiB, with stacks of 1024 KiB for its threads: raise ulimit -d, or " +
				"set ulimit -s lower [R0505]"},
		{"no stacks for threads", "ulimit -s 8192; ulimit -d 110000", exitLauncher,
			"needs at least 188416 KiB, with stacks of 8192 KiB for its threads"},
		{"small stacks for threads", "ulimit -s 1024; ulimit -d 110000", 0, ""},
	}
	for _, test := range tests {
		s.surrounded(test.name, s.command(nil, "bash", "-c", test.before+`; exec "$0"`, program),
			test.code, test.want)
	}
	if os.Geteuid() != 0 {
		return
	}
	s.surrounded("no /proc", s.command(nil, "unshare", "-m", "sh", "-c",
		`mount -t tmpfs none /proc && exec "$0"`, program), exitLauncher,
		"could not be started: no such file or directory: /proc is not mounted")
	s.surrounded("no /dev/shm", s.command(nil, "unshare", "-m", "sh", "-c",
		`mount -t tmpfs -o nr_inodes=1 none /dev/shm && exec "$0"`, program), 0, "")
	open := openCopy(s, program)
	for limit, code := range map[int]int{1: exitLauncher, 400: 0} {
		c := s.command(nil, "bash", "-c", fmt.Sprintf(`ulimit -u %d; exec "$0"`, limit), open)
		c.Dir = "/"
		c.SysProcAttr.Credential = &syscall.Credential{Uid: otherUser, Gid: otherUser}
		s.surrounded(fmt.Sprint(limit, " processes"), c, code, map[bool]string{true: "a thread " +
			"could not be started: the limit of processes is reached (ulimit -u, "}[code != 0])
	}
}

// TestAbort: an abort of the program's own is not taken for one of Go's runtime, to which the
// system gives no thread.
func TestAbort(t *testing.T) {
	s := newScene(t)
	if os.Geteuid() != 0 {
		t.Skip("the test must be the only process of a user")
	}
	open := openCopy(s, s.build("aborts"))
	for _, unmapped := range []string{"0", "1"} {
		c := s.command([]string{"CORAL_NUM_IMAGES=2", "CORAL_SMP_UNMAPPED=" + unmapped}, open)
		c.Dir = "/"
		c.SysProcAttr.Credential = &syscall.Credential{Uid: otherUser, Gid: otherUser}
		o := s.runCommand(c)
		if o.code != 128+int(syscall.SIGABRT) || strings.Contains(o.err, "a thread could not") ||
			!strings.Contains(o.err, "image 1 was killed by signal 6 (SIGABRT)") {
			t.Errorf("unmapped %s: code %d\n%s", unmapped, o.code, o.err)
		}
	}
}

// otherUser is a number that no user has: its processes are all of the test.
const (
	otherUser    = 65211
	exitLauncher = 127
)

// openCopy is a copy of a program where all users find it.
func openCopy(s *scene, program string) string {
	s.Helper()
	dir, err := os.MkdirTemp("/tmp", "coral-open-")
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { os.RemoveAll(dir) })
	from, err := os.Open(program)
	if err != nil {
		s.Fatal(err)
	}
	defer from.Close()
	path := filepath.Join(dir, "program")
	to, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755)
	if err == nil {
		_, err = io.Copy(to, from)
	}
	if err == nil {
		err = to.Close()
	}
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		s.Fatal(err)
	}
	return path
}

// surrounded runs a command and judges its end.
func (s *scene) surrounded(name string, c *exec.Cmd, code int, want string) {
	s.Helper()
	o := s.runCommand(c)
	if o.code != code || !strings.Contains(o.err, want) ||
		want == "" && (o.err != "" || !strings.Contains(o.out, "all is done\n")) ||
		strings.Contains(o.err, "goroutine") {
		s.Errorf("%s: code %d, want %d and %q\n%s", name, o.code, code, want, o.err)
	}
}

// TestForks has images fork processes. Those that do what only images can do are told so and end;
// the images go on.
func TestForks(t *testing.T) {
	s := newScene(t)
	program := s.build("forks")
	const images = 3
	for _, unmapped := range []string{"0", "1"} {
		for what, code := range map[string]int{"computes": 0, "reads": 0, "syncs": 1, "defines": 1,
			"allocates": 1, "posts": 1, "posts itself": 1, "criticals": 1, "locks": 1, "adds": 1,
			"waits": 1, "fails": 1, "defines in a team": 1, "defines its own in a team": 1} {
			if what == "reads" && unmapped == "1" { // by its image's staging memory
				code = 1
			}
			o := s.run([]string{fmt.Sprint("CORAL_NUM_IMAGES=", images),
				"CORAL_SMP_UNMAPPED=" + unmapped}, program, what)
			line := fmt.Sprintf("a child has ended with code %d\n", code)
			told := strings.Contains(o.err, "a process that this image has forked tried to act as "+
				"an image [R0108]")
			if o.code != 0 || strings.Count(o.out, line) != images || told != (code != 0) {
				t.Errorf("%s, unmapped %s: code %d\n%s%s", what, unmapped, o.code, o.out, o.err)
			}
		}
	}
}

// TestThreads has threads of an image end it: the main thread leaves by itself, with another thread
// at work or without, or another thread ends the process. The others see that it has stopped.
func TestThreads(t *testing.T) {
	s := newScene(t)
	program := s.build("threads")
	const images, rounds = 3, 4 // what other threads do at the same time is a matter of chance
	for round := range rounds {
		for _, what := range []string{"main", "work", "exit"} {
			o := s.run([]string{fmt.Sprint("CORAL_NUM_IMAGES=", images),
				fmt.Sprint("CORAL_SMP_UNMAPPED=", round%2)}, program, what)
			if o.code != 0 || strings.Count(o.out, "the image has stopped\n") != images-1 ||
				o.err != "" {
				t.Errorf("%s, round %d: code %d\n%s%s", what, round, o.code, o.out, o.err)
			}
		}
	}
}
