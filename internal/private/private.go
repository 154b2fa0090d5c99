// Package private makes directories for the files of one run of a command. Each is removed when the
// command ends or, if the command was killed, when the next one makes a directory beside it.
package private

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lockName is the file in a directory that its maker holds locked as long as it lives: the kernel
// gives the lock up with the process, whatever ends it. A directory without one is left alone,
// unless it is empty and has a name that only Make gives.
const lockName = ".lock"

// Dir is a directory that only this user can read.
type Dir struct {
	Path string
	lock *os.File
}

// Make makes a directory of an unpredictable name that begins with prefix, and removes those in
// parent whose makers have been killed.
func Make(parent, prefix string) (*Dir, error) {
	sweep(parent, prefix)
	for tries := 1; ; tries++ {
		path, err := os.MkdirTemp(parent, prefix) // permissions 0700
		if err != nil {
			return nil, err
		}
		d := &Dir{Path: path}
		if d.lock, err = locked(path); err == nil {
			return d, nil
		}
		os.RemoveAll(path)
		// Another command may have swept it while it was empty.
		if !errors.Is(err, fs.ErrNotExist) || tries == mostTries {
			return nil, err
		}
	}
}

// mostTries is more often than a directory is swept before it has its lock.
const mostTries = 10

// locked makes the lock file, which gets its name only when it is locked: nobody finds it before.
func locked(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, lockName+"-")
	if err != nil {
		return nil, err
	}
	// Without locks (some network file systems have none) nobody sweeps either.
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		return f, os.Remove(f.Name())
	}
	return f, os.Rename(f.Name(), filepath.Join(dir, lockName))
}

// Keep leaves the directory there for good.
func (d *Dir) Keep() {
	os.Remove(filepath.Join(d.Path, lockName))
	d.lock.Close()
}

// Remove removes the directory. Processes that have just been ended may still write there.
func (d *Dir) Remove() {
	const tries, pause = 20, 20 * time.Millisecond
	for range tries {
		if os.RemoveAll(d.Path) == nil {
			break
		}
		time.Sleep(pause)
	}
	d.lock.Close()
}

// sweep removes directories whose makers are gone.
func sweep(parent, prefix string) {
	if parent == "" {
		parent = os.TempDir()
	}
	dir, err := os.Open(parent)
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1) // those that could be read
	for _, name := range names {
		if path := filepath.Join(parent, name); strings.HasPrefix(name, prefix) && own(path) {
			sweepOne(path, prefix)
		}
	}
}

// own tells whether a path is a directory, and no link, of this user alone.
func own(path string) bool {
	found, err := os.Lstat(path)
	if err != nil || !found.IsDir() || found.Mode().Perm()&0o077 != 0 {
		return false
	}
	about, is := found.Sys().(*syscall.Stat_t)
	return is && int(about.Uid) == os.Getuid()
}

// made tells whether a name is the prefix and the number that os.MkdirTemp gives, and no name that
// somebody else has chosen.
func made(path, prefix string) bool {
	_, err := strconv.ParseUint(strings.TrimPrefix(filepath.Base(path), prefix), 10, 32)
	return err == nil
}

func sweepOne(path, prefix string) {
	name := filepath.Join(path, lockName)
	f, err := os.OpenFile(name, os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) && made(path, prefix) {
		// Its maker was killed before it had a lock, or makes another one if it lives.
		os.Remove(path) // which only does so if it is empty
	}
	if err != nil {
		return
	}
	defer f.Close()
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		os.RemoveAll(path)
	}
}
