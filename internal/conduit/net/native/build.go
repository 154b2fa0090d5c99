// Package native holds what a communication library needs to become a link (src/coral_link.h), and
// compiles it for the library that is on this machine.
package native

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/coral-pgas/coral/internal/cache"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/provider"
)

//go:embed src
var sources embed.FS

// Find is the library of a provider on this machine. mpicc: the compilers of MPI of which the first
// that is installed is meant, where the provider is an MPI; none: those of the launcher that has
// started this process.
func Find(ctx context.Context, p *provider.Provider, mpicc ...string) (Library, error) {
	switch {
	case p.ByMPI && len(mpicc) > 0:
		return mpiBy(p, mpicc)
	case p.ByMPI:
		return mpi(p)
	}
	return alone(ctx, p)
}

// Library is a communication library and how the file that makes a link of it is compiled.
type Library struct {
	Provider *provider.Provider
	Compiler string   // of MPI: the mpicc of the MPI that starts the program
	Flags    []string // where the library is found
	kept     string   // the shared object that is used where there is no compiler
}

// Build gives the shared object for a library: a kept one, or a new one.
func Build(ctx context.Context, l Library) (string, error) {
	if l.kept != "" {
		return l.kept, nil
	}
	path, err := exec.LookPath(l.Compiler)
	if err != nil {
		return "", fmt.Errorf("the compiler by which programs are bound to it is not installed: %w",
			err)
	}
	l.Compiler = path
	entry, err := l.entry()
	if err != nil {
		return "", err
	}
	dir, err := cache.Entry(entry, func(dir string) error { return l.compile(ctx, dir) })
	var unwritable *os.PathError
	if errors.As(err, &unwritable) || errors.Is(err, cache.ErrUntrusted) {
		err = fmt.Errorf(
			"what binds programs to it is made there and cannot be kept: %w: name a directory "+
				"of yours that can be written (%s)", err, config.Cache.Name)
	}
	return filepath.Join(dir, object), err
}

// Built says whether the shared object for a library is kept already, and where.
func Built(l Library) (path string, kept bool) {
	if l.kept != "" {
		return l.kept, true
	}
	compiler, err := exec.LookPath(l.Compiler)
	if err != nil {
		return "", false
	}
	l.Compiler = compiler
	entry, err := l.entry()
	if err != nil {
		return "", false
	}
	dir, kept := cache.Look(entry)
	return filepath.Join(dir, object), kept
}

const object = "link.so"

// entry is the name in the cache. It tells sources and compilers apart. Wrappers share one binary
// and go by their names; a new version of it has another time.
func (l *Library) entry() (string, error) {
	begin, err := entryOf(l.Provider, filepath.Base(l.Compiler))
	if err != nil {
		return "", err
	}
	info, err := os.Stat(l.Compiler)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	fmt.Fprint(sum, l.Compiler, info.ModTime().UnixNano(), info.Size(), l.Flags)
	return fmt.Sprintf("%s-%x", begin, sum.Sum(nil)[:8]), nil
}

// entryOf is how the names of all entries begin that compilers of a name have made of these
// sources.
func entryOf(library *provider.Provider, compiler string) (string, error) {
	sum := sha256.New()
	for _, name := range library.Sources {
		text, err := sources.ReadFile("src/" + name)
		if err != nil {
			return "", err
		}
		sum.Write(text)
	}
	return fmt.Sprintf("link-%s-%s-%x", library.Name, compiler, sum.Sum(nil)[:8]), nil
}

// withoutCompiler is a library whose shared object has been made elsewhere by the first of some
// compilers for which that is so, none of which is here: nodes of clusters often see the cache of
// the machine where programs are built, and have no compilers. That it is for another library is
// found when it is loaded.
func withoutCompiler(library *provider.Provider, compilers []string) (Library, bool) {
	for _, name := range compilers {
		begin, err := entryOf(library, filepath.Base(name))
		if err != nil {
			return Library{}, false
		}
		newest, at := "", time.Time{}
		for _, dir := range cache.Names(begin + "-") {
			info, err := os.Stat(filepath.Join(dir, object))
			if err == nil && info.ModTime().After(at) {
				newest, at = filepath.Join(dir, object), info.ModTime()
			}
		}
		if newest != "" {
			return Library{Provider: library, kept: newest}, true
		}
	}
	return Library{}, false
}

func (l *Library) compile(ctx context.Context, dir string) error {
	files, err := l.write(dir)
	if err != nil {
		return err
	}
	words := append([]string{"-O2", "-shared", "-fPIC", "-o", filepath.Join(dir, object)}, files...)
	return l.run(ctx, dir, append(words, l.Flags...))
}

// write puts the sources into a directory, and gives those that are compiled.
func (l *Library) write(dir string) (files []string, err error) {
	for _, name := range l.Provider.Sources {
		if filepath.Ext(name) == ".c" {
			files = append(files, filepath.Join(dir, name))
		}
		text, err := sources.ReadFile("src/" + name)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// run runs the compiler in a directory.
func (l *Library) run(ctx context.Context, dir string, words []string) error {
	c := exec.CommandContext(ctx, l.Compiler, words...)
	c.Dir = dir
	var messages bytes.Buffer
	c.Stdout, c.Stderr = &messages, &messages
	if err := c.Run(); err != nil {
		return fmt.Errorf(
			"%s could not compile what binds programs to it: %v: are its development files "+
				"installed (%s)?\n%s",
			l.Compiler, err, l.Provider.Source(), messages.Bytes())
	}
	return nil
}
