// Package cache keeps what is made once for a machine, such as the unpacked runtime, where only the
// user or root can change it: code from it becomes part of programs.
//
// An entry is a directory. It appears whole, by a rename after all of it has reached the disk, and
// it is read whole each time it is used: its contents file has the size and a checksum of each file
// (contents.go). The largest entry has 10 MB, which takes 2 ms; a look at sizes and times alone
// would take a bit flipped by a disk for a good program.
package cache

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/config"
)

// ErrUntrusted is the error where others than the user and root could change what is kept.
var ErrUntrusted = errors.New("the cache can be changed by others")

// Warnings is where the package says that it has found a damaged entry.
var Warnings io.Writer = os.Stderr

const fresh = ".new-" // how directories of entries begin that are not complete yet

// Entry gives the directory of a name in the cache. If it is not there yet, or damaged, fill puts
// into an empty directory what belongs there; others see all of it or nothing. Several processes
// may do so at once; one's is kept. Where the cache is root's and lacks the entry, the user's own
// takes it.
func Entry(name string, fill func(dir string) error) (string, error) {
	bases, err := places()
	if err != nil {
		return "", err
	}
	var problem error
	for _, base := range bases {
		entry := filepath.Join(base, name)
		err := usable(base, entry)
		if err == nil {
			return entry, nil
		}
		if !errors.Is(err, ErrUntrusted) {
			err = replace(base, entry, fill, err)
		}
		if err == nil {
			return entry, nil
		}
		if problem == nil {
			problem = err
		}
		if !foreign(base) {
			break
		}
	}
	return "", problem
}

// Look tells where an entry is that can be used as it is.
func Look(name string) (dir string, is bool) {
	bases, err := places()
	if err != nil {
		return "", false
	}
	for _, base := range bases {
		if entry := filepath.Join(base, name); usable(base, entry) == nil {
			return entry, true
		}
	}
	return "", false
}

// Names are those of all entries that can be used as they are, as far as their beginning fits, with
// the directory of each.
func Names(begin string) map[string]string {
	found := map[string]string{}
	bases, err := places()
	if err != nil {
		return nil
	}
	for _, base := range bases {
		entries, _ := os.ReadDir(base) // one that cannot be read has none
		for _, e := range entries {
			dir := filepath.Join(base, e.Name())
			if _, known := found[e.Name()]; !known && strings.HasPrefix(e.Name(), begin) &&
				usable(base, dir) == nil {
				found[e.Name()] = dir
			}
		}
	}
	return found
}

// usable tells whether an entry can be used: it is there, nobody else could have changed it, and it
// is whole.
func usable(base, entry string) error {
	if err := Trusted(base); err != nil {
		return err
	}
	if err := Trusted(entry); err != nil {
		return err
	}
	return check(entry)
}

// replace makes an entry that is not there or damaged, as why says.
func replace(base, entry string, fill func(dir string) error, why error) error {
	var damage *Damage
	damaged := errors.As(why, &damage)
	err := publish(base, entry, fill)
	switch {
	case damaged && err == nil:
		warn("the cache entry %s was damaged (%v) and has been made anew", entry, damage)
	case damaged && foreign(base):
		warn("the cache entry %s is damaged (%v), and only root can mend it, by removing it: "+
			"what belongs there is made elsewhere", entry, damage)
	case damaged:
		warn("the cache entry %s is damaged (%v) and could not be made anew: %v", entry, damage,
			err)
	}
	return err
}

func warn(format string, args ...any) {
	fmt.Fprintf(Warnings, "coral: warning: "+format+"\n", args...)
}

// publish fills a directory beside the entry, and gives it the entry's name when all of it is on
// the disk: a machine that loses power, or a disk that is full, leaves the entry as it was.
func publish(base, entry string, fill func(dir string) error) error {
	if err := os.MkdirAll(base, 0o700); err != nil {
		return err
	}
	if err := Trusted(base); err != nil {
		return err
	}
	removeAbandoned(base)
	dir, err := os.MkdirTemp(base, fresh)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // after the renaming there is nothing, or what was damaged
	if err := fill(dir); err != nil {
		return err
	}
	if err := seal(dir, readableByAll(base)); err != nil {
		return err
	}
	if err := rename(dir, entry); err != nil {
		if usable(base, entry) == nil {
			return nil // another command was faster
		}
		return err
	}
	return sync(base)
}

// rename gives a directory the name of an entry. One that has it already, which is damaged, changes
// places with it: others who look find either.
func rename(dir, entry string) error {
	err := os.Rename(dir, entry)
	if err == nil || !errors.Is(err, syscall.ENOTEMPTY) && !errors.Is(err, syscall.EEXIST) &&
		!errors.Is(err, syscall.ENOTDIR) {
		return err
	}
	err = unix.Renameat2(unix.AT_FDCWD, dir, unix.AT_FDCWD, entry, unix.RENAME_EXCHANGE)
	if err == nil {
		return nil
	}
	// A file system that cannot exchange two names, as NFS.
	aside := dir + ".old"
	if err := os.Rename(entry, aside); err != nil {
		return err
	}
	defer os.RemoveAll(aside)
	return os.Rename(dir, entry)
}

// abandoned is the age from which on a directory that is not complete belongs to no process any
// more: filling one takes seconds.
const abandoned = time.Hour

// removeAbandoned removes what processes have left that were killed while they filled an entry.
func removeAbandoned(base string) {
	entries, _ := os.ReadDir(base) // what cannot be read is left
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), fresh) &&
			time.Since(info.ModTime()) > abandoned {
			_ = os.RemoveAll(filepath.Join(base, e.Name()))
		}
	}
}

// Trusted tells whether a directory is there, is the user's own or root's, and cannot be written by
// others: code from it is linked into programs. What root keeps, root could as well have put into
// the compiler.
func Trusted(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || !ownedSafely(info) {
		return fmt.Errorf(
			"%w: %s must be a directory of yours or of root's that nobody else can write",
			ErrUntrusted, dir)
	}
	return nil
}

// ownedSafely tells whether a file is the user's or root's, and cannot be written by others.
func ownedSafely(info fs.FileInfo) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && (int(owner.Uid) == os.Geteuid() || owner.Uid == 0) && info.Mode().Perm()&0o022 == 0
}

// foreign tells whether a directory is there and not the user's own.
func foreign(dir string) bool {
	info, err := os.Lstat(dir)
	if err != nil {
		return false
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(owner.Uid) != os.Geteuid()
}

// readableByAll tells whether all may use what a directory has, as a cache that root has made for
// all: what is put there is so too.
func readableByAll(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.Mode().Perm()&0o005 == 0o005
}

// MakeForAll makes a directory a cache that all users of the machine can use and only this one can
// change; others trust it if this one is root.
func MakeForAll(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := Trusted(dir); err != nil {
		return err
	}
	if foreign(dir) {
		return fmt.Errorf("%s is not yours", dir)
	}
	return os.Chmod(dir, 0o755)
}

// places are where entries are looked for, in turn: where all is kept, and if that is root's, the
// user's own.
func places() ([]string, error) {
	base, err := Dir()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUntrusted, err)
	}
	bases := []string{base}
	if own, err := userDir(); err == nil && own != base && foreign(base) {
		bases = append(bases, own)
	}
	return bases, nil
}

// Dir is where all is kept.
func Dir() (string, error) {
	if config.Secure() {
		return "", errors.New(
			"a program that has more rights than its user keeps nothing and loads nothing from " +
				"directories that the environment names")
	}
	if dir := config.Cache.String(); dir != "" {
		return filepath.Abs(dir)
	}
	return userDir()
}

// userDir is where all is kept if the user has not said otherwise.
func userDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "coral"), nil
}
