package launch

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// What another user does who wants to be in the way: TestMain plays it, as the user of that number.
const (
	hostileVariable = "CORAL_TEST_HOSTILE" // the process whose runs are to be disturbed
	hostileUser     = 65534
)

// hostile takes every name that can be computed from what all users of the machine can know of a
// process and its children, until its input ends.
func hostile(parent int) {
	victim := 0 // the user whose runs they are
	taken, tried := 0, 0
	occupy := func(name string) {
		s, err := unix.Socket(unix.AF_UNIX, unix.SOCK_SEQPACKET, 0)
		if err != nil {
			return
		}
		tried++
		if unix.Bind(s, &unix.SockaddrUnix{Name: name}) == nil && unix.Listen(s, 8) == nil {
			taken++
		}
	}
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	keys := []string{parentKey(parent), parentKey(parent) + parentSecret(parent),
		parentSecret(parent), "7.0.0", ""}
	for size := range 9 {
		p := placed{size: size}
		for _, key := range keys {
			for _, before := range []string{"", string(boot)} {
				text := fmt.Sprintf("%d/%d/%s%s", victim, size, before, key)
				for _, name := range []string{nameOf(text), p.nameFrom(before + key)} {
					occupy("@" + name)
				}
			}
		}
	}
	for _, dir := range []string{filepath.Join(os.TempDir(), fmt.Sprint("coral-", victim)),
		"/run/user/0/coral"} {
		if os.MkdirAll(dir, 0o777) == nil {
			_ = os.Chmod(dir, 0o777)
		}
	}
	fmt.Printf("%d of %d\n", taken, tried)
	_, _ = os.Stdin.Read(make([]byte, 1))
}

// besieged starts the hostile process, and gives what it says when it is ready.
func besieged(t *testing.T) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can be another user")
	}
	dir, err := os.MkdirTemp("/tmp", "coral-hostile-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(program)
	if err == nil {
		err = os.Chmod(dir, 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "hostile"), text, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	cmd := exec.Command(filepath.Join(dir, "hostile"))
	cmd.Env = append(os.Environ(), fmt.Sprint(hostileVariable, "=", os.Getppid()))
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: hostileUser,
		Gid: hostileUser}}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stdin.Close(); _ = cmd.Wait() })
	ready, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return ready
}

// Images meet although another user has taken every name that can be known.
func TestHostileNeighbour(t *testing.T) {
	if ready := besieged(t); strings.HasPrefix(ready, "0 of") {
		t.Fatalf("the neighbour has taken %s", ready)
	}
	for name, way := range waysToMeet {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_RUNTIME_DIR", "")
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			testRendezvous(t, way)
		})
	}
}

// Where nothing is left but a directory that the neighbour has made, the message says whose it is
// and what to do.
func TestHostileDirectory(t *testing.T) {
	besieged(t)
	t.Setenv("XDG_RUNTIME_DIR", "")
	t.Setenv("XDG_CACHE_HOME", "/proc/nothing")
	_, _, errs := testMeet(t, waysToMeet["name"])
	for _, err := range errs {
		dir := filepath.Join(os.TempDir(), "coral-0")
		if err == nil || !strings.Contains(err.Error(), dir+": it belongs to user 65534") ||
			!strings.Contains(err.Error(), "set XDG_RUNTIME_DIR") {
			t.Errorf("%v", err)
		}
	}
}

func TestPrivateDirectory(t *testing.T) {
	base := t.TempDir()
	for _, c := range []struct {
		name string
		make func(dir string) error
		says string
	}{
		{"new", func(string) error { return nil }, ""},
		{"closed", func(dir string) error { return os.Mkdir(dir, 0o700) }, ""},
		{"open", func(dir string) error { return os.Mkdir(dir, 0o755) },
			"others can enter it (mode 0755)"},
		{"link", func(dir string) error { return os.Symlink(base, dir) }, "not a directory"},
		{"file", func(dir string) error { return os.WriteFile(dir, nil, 0o700) },
			"not a directory"},
	} {
		dir := filepath.Join(base, c.name)
		if err := c.make(dir); err != nil {
			t.Fatal(err)
		}
		fd, err := openPrivate(dir)
		if err == nil {
			unix.Close(fd)
		}
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Sockets of runs that were killed are removed some time later.
func TestOldPlaces(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	dir := filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "coral")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"old": 2 * old, "young": 0} {
		s, err := unix.Socket(unix.AF_UNIX, unix.SOCK_SEQPACKET, 0)
		if err == nil {
			err = unix.Bind(s, &unix.SockaddrUnix{Name: filepath.Join(dir, name)})
		}
		if err == nil {
			at := time.Now().Add(-age)
			err = os.Chtimes(filepath.Join(dir, name), at, at)
		}
		if err != nil {
			t.Fatal(err)
		}
		unix.Close(s)
	}
	testRendezvous(t, waysToMeet["name"])
	if left, _ := filepath.Glob(dir + "/*"); len(left) != 1 || filepath.Base(left[0]) != "young" {
		t.Errorf("left: %v", left)
	}
}
