// Package cache keeps what is made once for a machine, such as the unpacked runtime, where only the user can change it: code from it becomes
// part of programs.
package cache

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"

	"github.com/coral-pgas/coral/internal/config"
)

// ErrUntrusted is the error where others than the user could change what is kept.
var ErrUntrusted = errors.New("the cache can be changed by others")

// Entry gives the directory of a name in the cache. If it is not there yet, fill puts into an empty directory what belongs there;
// others see all of it or nothing. Several processes may do so at once; one's is kept.
func Entry(name string, fill func(dir string) error) (string, error) {
	base, err := Dir()
	if err != nil {
		return "", ErrUntrusted
	}
	entry := filepath.Join(base, name)
	if err := Trusted(entry); err == nil {
		return entry, nil
	} else if errors.Is(err, ErrUntrusted) {
		return "", err
	}
	if err := os.MkdirAll(base, 0o700); err != nil {
		return "", err
	}
	if err := Trusted(base); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(base, ".new-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(fresh) // nothing is there after the renaming
	if err := fill(fresh); err != nil {
		return "", err
	}
	if err := os.Rename(fresh, entry); err != nil {
		if Trusted(entry) == nil {
			return entry, nil // another command was faster
		}
		return "", err
	}
	return entry, nil
}

// Trusted tells whether a directory is there, is the user's own, and cannot be written by others: code from it is
// linked into programs.
func Trusted(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.IsDir() || int(owner.Uid) != os.Geteuid() || info.Mode().Perm()&0o022 != 0 {
		return ErrUntrusted
	}
	return nil
}

// Dir is where all is kept.
func Dir() (string, error) {
	if dir := config.Cache.String(); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "coral"), nil
}
