// Package native holds what a communication library needs to become a link (src/coral_link.h), and compiles it for the library that is on this machine.
package native

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/coral-pgas/coral/internal/cache"
)

//go:embed src
var sources embed.FS

// Library is a communication library and how the file that makes a link of it is compiled.
type Library struct {
	Name     string   // mpi, ucx
	Compiler string   // of MPI: the mpicc of the MPI that starts the program
	Flags    []string // where the library is found
	Settings []string // NAME=value: variables of the environment that the library must find when it is loaded, unless the user has set them
}

// Build gives the shared object for a library: a kept one, or a new one.
func Build(ctx context.Context, l Library) (string, error) {
	path, err := exec.LookPath(l.Compiler)
	if err != nil {
		return "", fmt.Errorf("the compiler by which programs are bound to the library is not installed: %w", err)
	}
	l.Compiler = path
	version, err := l.version()
	if err != nil {
		return "", err
	}
	dir, err := cache.Entry("link-"+l.Name+"-"+version, func(dir string) error { return l.compile(ctx, dir) })
	return filepath.Join(dir, object), err
}

// Built says whether the shared object for a library is kept already, and where.
func Built(l Library) (path string, kept bool) {
	compiler, err := exec.LookPath(l.Compiler)
	if err != nil {
		return "", false
	}
	l.Compiler = compiler
	version, err := l.version()
	if err != nil {
		return "", false
	}
	base, err := cache.Dir()
	if err != nil {
		return "", false
	}
	path = filepath.Join(base, "link-"+l.Name+"-"+version, object)
	_, err = os.Stat(path)
	return path, err == nil
}

const object = "link.so"

// version tells sources and compilers apart. Wrappers share one binary and go by their names; a new version of it has another time.
func (l *Library) version() (string, error) {
	sum := sha256.New()
	for _, name := range files[l.Name] {
		text, err := sources.ReadFile("src/" + name)
		if err != nil {
			return "", err
		}
		sum.Write(text)
	}
	info, err := os.Stat(l.Compiler)
	if err != nil {
		return "", err
	}
	fmt.Fprint(sum, l.Compiler, info.ModTime().UnixNano(), info.Size(), l.Flags)
	return fmt.Sprintf("%x", sum.Sum(nil)[:8]), nil
}

// files of each library; those of C are compiled.
var files = map[string][]string{
	"mpi": {"coral_link.h", "locked.h", "pmi.h", "wire.c", "fence.c", "mpi.c"},
	"ucx": {"coral_link.h", "locked.h", "pmi.h", "wire.c", "fence.c", "pmi.c", "ucx.c"},
}

func (l *Library) compile(ctx context.Context, dir string) error {
	words := []string{"-O2", "-shared", "-fPIC", "-o", filepath.Join(dir, object)}
	for _, name := range files[l.Name] {
		if filepath.Ext(name) == ".c" {
			words = append(words, filepath.Join(dir, name))
		}
		text, err := sources.ReadFile("src/" + name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return err
		}
	}
	c := exec.CommandContext(ctx, l.Compiler, append(words, l.Flags...)...)
	var messages bytes.Buffer
	c.Stdout, c.Stderr = &messages, &messages
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s could not compile the link to its library: %w\n%s", l.Compiler, err, messages.Bytes())
	}
	return nil
}
