package abuse

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// damages are what happens to a file of the cache.
var damages = []struct {
	name string
	do   func(path string) error
}{
	{"truncated", func(path string) error { return os.Truncate(path, 100) }},
	{"flipped", func(path string) error {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		text[len(text)/2] ^= 1
		return errors.Join(os.WriteFile(path, text, 0o600),
			os.Chtimes(path, info.ModTime(), info.ModTime()))
	}},
	{"zeroed", func(path string) error {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, make([]byte, len(text)), 0o600)
	}},
	{"removed", os.Remove},
	{"a directory",
		func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) }},
	{"a pipe",
		func(path string) error {
			return errors.Join(os.Remove(path),
				syscall.Mkfifo(path, 0o600))
		}},
}

// TestDamagedCache: whatever happens to a file of the cache, the next build makes it anew, says
// which entry it was, and gives a program that works.
func TestDamagedCache(t *testing.T) {
	s := newScene(t)
	s.build("phases")
	for i, file := range []string{"lib-*/libcoral.a", "rt-*/coral_rt.o", "rt-*/coral_rt.mod",
		"lib-*/.contents"} {
		paths, err := filepath.Glob(filepath.Join(s.cache, file))
		if err != nil || len(paths) != 1 {
			t.Fatalf("%s: %v, %v", file, paths, err)
		}
		for k, damage := range damages {
			if !*allFlag && k != i && k != i+2 {
				continue
			}
			if err := damage.do(paths[0]); err != nil {
				t.Fatal(err)
			}
			s.checkBuild(damage.name+" "+file, "coral: warning: the cache entry "+
				filepath.Dir(paths[0])+" was damaged (")
			s.checkBuild("after that", "")
		}
	}
	s.checkTwoBuilds()
}

const anything = " "

// checkBuild builds and runs, and looks for a warning, or that there is none, or for neither.
func (s *scene) checkBuild(what, warning string) {
	s.Helper()
	o := s.run(nil, s.coral, "run", "-n", "2", source(s))
	if o.code != 0 || !strings.Contains(o.out, "all is done\n") ||
		!strings.Contains(o.err+anything, warning) || warning == "" && o.err != "" {
		s.Errorf("%s: code %d\n%s", what, o.code, o.err)
	}
}

func source(s *scene) string {
	path, err := filepath.Abs("testdata/phases.f90")
	if err != nil {
		s.Fatal(err)
	}
	return path
}

// checkTwoBuilds has two commands find the same damage.
func (s *scene) checkTwoBuilds() {
	paths, _ := filepath.Glob(filepath.Join(s.cache, "*/*.[ao]"))
	for _, path := range paths {
		if err := os.Truncate(path, 7); err != nil {
			s.Fatal(err)
		}
	}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() { s.checkBuild("two at once", anything) })
	}
	both.Wait()
}

// TestFullDisk: a cache, a directory for temporary files, an output that are full. What cannot be
// done is said, nothing is left half written, and a full cache only costs time.
func TestFullDisk(t *testing.T) {
	s := newScene(t)
	full := filepath.Join(s.dir, "full")
	if err := os.Mkdir(full, 0o700); err != nil {
		t.Fatal(err)
	}
	mounted := syscall.Mount("none", full, "tmpfs", 0, "size=128k") == nil
	if mounted {
		t.Cleanup(func() { _ = syscall.Unmount(full, 0) })
	}
	limited := func(env []string, args ...string) outcome {
		if mounted {
			return s.run(env, s.coral, args...)
		}
		return s.run(env, "sh", append([]string{"-c", `ulimit -f 100; exec "$@"`, "sh", s.coral},
			args...)...)
	}
	t.Logf("a file system of its own: %v", mounted)
	program := filepath.Join(s.dir, "program")
	if mounted { // by ulimit, the program itself could not be written
		o := limited([]string{"CORAL_CACHE=" + filepath.Join(full, "cache")}, "run", "-n", "2",
			source(s))
		if o.code != 0 || !strings.Contains(o.out, "all is done\n") {
			t.Errorf("a full cache: code %d\n%s", o.code, o.err)
		}
		if begun, _ := filepath.Glob(filepath.Join(full, "cache", ".new-*")); len(begun) > 0 {
			t.Errorf("left in a full cache: %v", begun)
		}
		if err := os.RemoveAll(filepath.Join(full, "cache")); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name, output string
		env          []string
	}{
		{"temporary files", program, []string{"TMPDIR=" + full}},
		{"output", filepath.Join(full, "program"), nil},
	} {
		o := limited(c.env, "build", "-o", c.output, source(s))
		if o.code == 0 || !strings.Contains(o.err, "coral: error: ") {
			t.Errorf("full for %s: code %d\n%s", c.name, o.code, o.err)
		}
		checkEmpty(t, full)
		if _, err := os.Lstat(c.output); err == nil {
			t.Errorf("full for %s: there is a program", c.name)
		}
	}
	s.checkFullOutput()
}

func checkEmpty(t *testing.T, dir string) {
	t.Helper()
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("left in %s: %v", dir, entries)
	}
}

// checkFullOutput: what a program prints is lost, and that is said.
func (s *scene) checkFullOutput() {
	device, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		s.Fatal(err)
	}
	defer device.Close()
	c := s.command([]string{"CORAL_NUM_IMAGES=4"}, s.build("phases"))
	var errs bytes.Buffer
	c.Stdout, c.Stderr = device, &errs
	if err := c.Start(); err != nil {
		s.Fatal(err)
	}
	s.await(c)
	if c.ProcessState.ExitCode() == 0 ||
		!strings.Contains(errs.String(), "could not be written: ") {
		s.Errorf("output that is full: code %d\n%s", c.ProcessState.ExitCode(), errs.String())
	}
}
