package cache

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const content = "what belongs there, with some length"

func fillFile(dir string) error {
	return os.WriteFile(filepath.Join(dir, "file"), []byte(content), 0o600)
}

// own gives a cache of the test's own with one entry in it, and what is warned of.
func own(t *testing.T) (entry string, warned *bytes.Buffer) {
	t.Helper()
	t.Setenv("CORAL_CACHE", filepath.Join(t.TempDir(), "cache"))
	warned = &bytes.Buffer{}
	before := Warnings
	Warnings = warned
	t.Cleanup(func() { Warnings = before })
	entry, err := Entry("x", fillFile)
	if err != nil {
		t.Fatal(err)
	}
	return entry, warned
}

// damages are what can happen to an entry; each gets the paths of its only file and of its contents
// file.
var damages = []struct {
	name string
	do   func(file, contents string) error
}{
	{"truncated", func(file, _ string) error { return os.Truncate(file, 5) }},
	{"longer", func(file, _ string) error { return os.Truncate(file, 500) }},
	{"zeroed",
		func(file, _ string) error {
			return os.WriteFile(file, make([]byte, len(content)),
				0o600)
		}},
	{"bit flipped, with its time", func(file, _ string) error { return flip(file) }},
	{"replaced by a link", func(file, _ string) error {
		return errors.Join(os.Rename(file, file+".moved"), os.Symlink(file+".moved", file))
	}},
	{"replaced by a directory",
		func(file, _ string) error { return errors.Join(os.Remove(file), os.Mkdir(file, 0o700)) }},
	{"replaced by a pipe",
		func(file, _ string) error {
			return errors.Join(os.Remove(file),
				syscall.Mkfifo(file, 0o600))
		}},
	{"writable by others", func(file, _ string) error { return os.Chmod(file, 0o666) }},
	{"removed", func(file, _ string) error { return os.Remove(file) }},
	{"contents removed", func(_, contents string) error { return os.Remove(contents) }},
	{"contents empty", func(_, contents string) error { return os.Truncate(contents, 0) }},
	{"contents truncated", func(_, contents string) error { return os.Truncate(contents, 30) }},
	{"contents replaced by a pipe", func(_, contents string) error {
		return errors.Join(os.Remove(contents), syscall.Mkfifo(contents, 0o600))
	}},
	{"contents bit flipped", func(_, contents string) error { return flip(contents) }},
	{"all removed but the directory",
		func(file, contents string) error {
			return errors.Join(os.Remove(file),
				os.Remove(contents))
		}},
}

// flip changes one bit in the middle of a file and puts its time back, as a disk does it.
func flip(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text[len(text)/2] ^= 4
	return errors.Join(os.WriteFile(path, text, 0o600),
		os.Chtimes(path, info.ModTime(), info.ModTime()))
}

func TestDamagedEntriesAreMadeAnew(t *testing.T) {
	for _, damage := range damages {
		t.Run(damage.name, func(t *testing.T) {
			entry, warned := own(t)
			file := filepath.Join(entry, "file")
			if err := damage.do(file, filepath.Join(entry, contentsName)); err != nil {
				t.Fatal(err)
			}
			if _, is := Look("x"); is {
				t.Error("the damage is not seen")
			}
			again, err := Entry("x", fillFile)
			if err != nil || again != entry {
				t.Fatalf("%s, %v", again, err)
			}
			if text, err := os.ReadFile(file); string(text) != content {
				t.Errorf("%q, %v", text, err)
			}
			if !strings.Contains(warned.String(), "coral: warning: the cache entry "+entry+
				" was damaged (") {
				t.Errorf("warned of %q", warned)
			}
			if all, _ := os.ReadDir(filepath.Dir(entry)); len(all) != 1 {
				t.Errorf("left behind: %v", all)
			}
			warned.Reset()
			if _, err := Entry("x", nil); err != nil || warned.Len() > 0 {
				t.Errorf("%v, warned of %q", err, warned)
			}
		})
	}
}

// An entry that is a file is no entry. Its place is taken.
func TestEntryIsAFile(t *testing.T) {
	entry, _ := own(t)
	if err := errors.Join(os.RemoveAll(entry), os.WriteFile(entry, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := Entry("x", fillFile); !errors.Is(err, ErrUntrusted) {
		t.Errorf("%v", err)
	}
}

// A damaged entry stays as it is, and is not used, where it cannot be made anew.
func TestDamageThatStays(t *testing.T) {
	entry, warned := own(t)
	if err := os.Truncate(filepath.Join(entry, "file"), 1); err != nil {
		t.Fatal(err)
	}
	full := func(string) error { return syscall.ENOSPC }
	if _, err := Entry("x", full); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
	if want := entry +
		" is damaged (file: it has 1 bytes of 36) and could not be made anew: no space left on " +
		"device"; !strings.Contains(warned.String(), want) {
		t.Errorf("warned of %q", warned)
	}
	if all, _ := os.ReadDir(filepath.Dir(entry)); len(all) != 1 {
		t.Errorf("left behind: %v", all)
	}
}

// What a killed process has left is removed after some time, and only then.
func TestAbandoned(t *testing.T) {
	entry, _ := own(t)
	base := filepath.Dir(entry)
	for _, name := range []string{".new-old", ".new-young"} {
		if err := os.Mkdir(filepath.Join(base, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	info, _ := os.Stat(entry)
	at := info.ModTime().Add(-2 * abandoned)
	if err := os.Chtimes(filepath.Join(base, ".new-old"), at, at); err != nil {
		t.Fatal(err)
	}
	if _, err := Entry("y", fillFile); err != nil {
		t.Fatal(err)
	}
	all, _ := os.ReadDir(base)
	if got := fmt.Sprint(all); strings.Contains(got, "old") || !strings.Contains(got, "young") {
		t.Error(got)
	}
}

// roles are what this test does as a process of its own: several at once, or as another user.
const roleVariable = "CORAL_CACHE_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "":
		os.Exit(m.Run())
	case "many":
		for k := range 200 {
			entry, err := Entry(fmt.Sprint("x", k%3), fillFile)
			if err == nil && k%7 == 0 {
				err = os.Truncate(filepath.Join(entry, "file"), 1)
				if errors.Is(err, os.ErrNotExist) { // another one makes it anew in this moment
					err = nil
				}
			}
			if err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
		}
	case "user":
		entry, err := Entry("x", fillFile)
		fmt.Println(entry, err)
	}
	os.Exit(0)
}

// role starts this test as a process with a role.
func role(t *testing.T, name string, env ...string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(append(os.Environ(), roleVariable+"="+name), env...)
	return cmd
}

// Several processes damage the same entries and make them anew. Each finds them whole.
func TestManyProcesses(t *testing.T) {
	own(t)
	outputs := make(chan string)
	for range 4 {
		go func() {
			out, err := role(t, "many").CombinedOutput()
			if err == nil {
				out = nil
			}
			outputs <- string(out)
		}()
	}
	for range 4 {
		if out := <-outputs; out != "" {
			t.Error(out)
		}
	}
}

const nobody = 65534

// asNobody runs the role "user" as another user with a home of its own.
func asNobody(t *testing.T, home string, env ...string) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can be another user")
	}
	cmd := role(t, "user", append(env, "HOME="+home, "XDG_CACHE_HOME=")...)
	program := filepath.Join(home, "program")
	text, err := os.ReadFile(cmd.Path)
	if err == nil {
		err = os.WriteFile(program, text, 0o755)
	}
	if err == nil {
		err = os.Chown(home, nobody, nobody)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd.Path, cmd.Dir = program, "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody,
		Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// open is a directory that other users reach.
func open(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "coral-cache-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// One cache of root's serves all. What is damaged there, or is not there, comes from the user's
// own; what others could have written does not count.
func TestRootsCacheServesAll(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(base, entry string) error
		inRoot bool
		says   string
	}{
		{"whole", func(_, _ string) error { return nil }, true, ""},
		{"missing", func(_, entry string) error { return os.RemoveAll(entry) }, false, ""},
		{"damaged", func(_, entry string) error { return flip(filepath.Join(entry, "file")) },
			false, "only root can mend it"},
		{"closed",
			func(_, entry string) error { return os.Chmod(filepath.Join(entry, "file"), 0o600) },
			false, "file: permission denied"},
		{"writable by all", func(_, entry string) error { return os.Chmod(entry, 0o777) }, false,
			""},
		{"of a third user", func(_, entry string) error { return os.Chown(entry, 1, 1) }, false,
			""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, home := open(t), filepath.Join(open(t), "home")
			base := filepath.Join(dir, "cache")
			t.Setenv("CORAL_CACHE", base)
			if err := errors.Join(MakeForAll(base), os.Mkdir(home, 0o755)); err != nil {
				t.Fatal(err)
			}
			entry, err := Entry("x", fillFile)
			if err == nil {
				err = c.damage(base, entry)
			}
			if err != nil {
				t.Fatal(err)
			}
			want := filepath.Join(base, "x") + " <nil>\n"
			if !c.inRoot {
				want = filepath.Join(home, ".cache/coral/x") + " <nil>\n"
			}
			got := asNobody(t, home)
			if !strings.HasSuffix(got, want) || !strings.Contains(got, c.says) || c.says == "" &&
				got != want {
				t.Errorf("got %q, want %q and %q", got, want, c.says)
			}
		})
	}
}

// A file of the user's own that the user cannot read is damage like any other.
func TestUnreadable(t *testing.T) {
	home := filepath.Join(open(t), "home")
	if err := os.Mkdir(home, 0o755); err != nil {
		t.Fatal(err)
	}
	first := asNobody(t, home, "CORAL_CACHE=")
	file := filepath.Join(home, ".cache/coral/x/file")
	if err := os.Chmod(file, 0); err != nil {
		t.Fatal(err)
	}
	if got := asNobody(t, home, "CORAL_CACHE="); !strings.HasSuffix(got, first) ||
		!strings.Contains(got, "was damaged (file: permission denied)") {
		t.Error(got)
	}
}

func BenchmarkCheck(b *testing.B) {
	b.Setenv("CORAL_CACHE", filepath.Join(b.TempDir(), "cache"))
	entry, err := Entry("x", func(dir string) error {
		return os.WriteFile(filepath.Join(dir, "file"), make([]byte, 10<<20), 0o600)
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := check(entry); err != nil {
			b.Fatal(err)
		}
	}
}
