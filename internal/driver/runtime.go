package driver

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/coral-pgas/coral/capi/fortran"
	xmp "github.com/coral-pgas/coral/capi/xmp/headers"
	"github.com/coral-pgas/coral/internal/cache"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/diag"
)

// The archive is there when the command was built by make; without it, CORAL_RUNTIME must name one.
//
//go:embed embedded
var embedded embed.FS

const archiveName = "embedded/libcoral.a.gz"

// rtSupport is the runtime as a back end needs it.
type rtSupport struct {
	archive string // libcoral.a
	object  string // coral_rt.o
	modules string // directory of coral_rt.mod
}

// HasRuntime tells whether this command carries its runtime, or makes it at first use.
func HasRuntime() bool { return carriesRuntime() || installedVersion() != "" }

// RuntimeWords say where the runtime comes from.
func RuntimeWords() string {
	switch {
	case carriesRuntime():
		return "embedded"
	case HasRuntime():
		return "made from the module by go and gcc at first use"
	}
	return "not embedded: set CORAL_RUNTIME, or build by `make build`"
}

func carriesRuntime() bool {
	_, err := fs.Stat(embedded, archiveName)
	return err == nil
}

// support unpacks the runtime and compiles the Fortran module, or finds that done in the cache.
// When the cache cannot be written, all is done in the build's own directory.
func (b *build) support(ctx context.Context) (rtSupport, error) {
	archive, err := b.archive(ctx)
	if err != nil {
		return rtSupport{}, err
	}
	if b.compiler == nil { // C alone
		if path, noC := FindC(); noC == nil {
			err = b.rightTarget(ctx, path)
		}
		return rtSupport{archive: archive}, err
	}
	rt, err := b.moduleSupport(ctx)
	rt.archive = archive
	return rt, err
}

// moduleSupport is what support gives without the archive: all that a step needs that links
// nothing. To look through the archive would take a tenth of what a small file takes.
func (b *build) moduleSupport(ctx context.Context) (rtSupport, error) {
	sum := sha256.New()
	for _, part := range slices.Concat([]string{fortran.Source, xmp.FortranHeader},
		b.supportOptions()) {
		io.WriteString(sum, part+"\x00")
	}
	name := fmt.Sprintf("rt-%x-%s", sum.Sum(nil)[:8], b.compiler.key())
	dir, err := b.cached(name, func(dir string) error { return b.compileSupport(ctx, dir) })
	if err != nil {
		return rtSupport{}, err
	}
	return rtSupport{object: filepath.Join(dir, "coral_rt.o"), modules: dir}, nil
}

// supportOptions are those by which Coral's own modules are compiled.
func (b *build) supportOptions() []string { return append(b.compiler.base(), "-O2") }

func (b *build) compileSupport(ctx context.Context, dir string) error {
	source := filepath.Join(dir, "coral_rt.f90")
	if err := os.WriteFile(source, []byte(fortran.Source), 0o600); err != nil {
		return err
	}
	if err := writeXMPIncludes(dir); err != nil {
		return err
	}
	// Compilers look for modules in their working directory first, and the user's may hold one of
	// the runtime's that another version has left.
	args := append(b.supportOptions(), "-c", "-o", "coral_rt.o", "-J", ".", filepath.Base(source))
	out, err := b.work.runIn(ctx, dir, b.compiler.Path, args...)
	if isExit(err) {
		return failure(CodeRuntime, "%s cannot compile Coral's own module coral_rt:\n%s",
			b.compiler.Name(), out.stderr)
	}
	return err
}

// archive gives the path of libcoral.a.
func (b *build) archive(ctx context.Context) (string, error) {
	if path := config.Runtime.String(); path != "" {
		if _, err := os.Stat(path); err != nil {
			return "", failure(CodeRuntime, "%s: %w", config.Runtime.Name, err)
		}
		return path, nil
	}
	packed, err := embedded.ReadFile(archiveName)
	if module := installedVersion(); err != nil && module != "" {
		return b.archiveOfModule(ctx, module)
	}
	if err != nil {
		return "", failure(CodeRuntime,
			"this coral command was built without its runtime").help("build it by `make build`")
	}
	sum := sha256.Sum256(packed)
	dir, err := b.cached(fmt.Sprintf("lib-%x", sum[:12]),
		func(dir string) error { return unpack(packed, filepath.Join(dir, "libcoral.a")) })
	return filepath.Join(dir, "libcoral.a"), err
}

func unpack(packed []byte, path string) error {
	from, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	to, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}

// cached gives a directory that fill has filled: in the cache, where it appears whole or not at
// all, else in the build's own directory. A compiler that finds the cache's disk full says so in
// its own words, so any failure there has another try here.
func (b *build) cached(name string, fill func(dir string) error) (string, error) {
	entry, problem := cache.Entry(name, fill)
	if problem == nil || b.onlyCache {
		return entry, fileFailure(problem)
	}
	dir, err := b.work.path("cache", name, ".")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", failure(CodeWrite, "%w", err)
	}
	if err := fill(dir); err != nil {
		return "", fileFailure(err)
	}
	b.work.note("%s is made for this build alone, since the cache does not take it: %v", name,
		problem)
	return dir, nil
}

// FillCache unpacks the runtime into the cache, and probes each Fortran compiler in PATH and
// compiles Coral's modules by it.
func FillCache(ctx context.Context, stderr io.Writer) error {
	compilers, _ := Installed(ctx)
	for _, c := range append(compilers, nil) { // nil: C alone
		b := &build{request: &Request{}, stderr: stderr, compiler: c, onlyCache: true}
		var err error
		if b.work, err = newWork(nil); err != nil {
			return err
		}
		_, err = b.probed(ctx)
		if err == nil {
			_, err = b.support(ctx)
		}
		if err == nil {
			_, err = b.xmpHeaders()
		}
		b.work.remove()
		if c != nil && (isCode(err, CodeRuntime) || isCode(err, CodeAssumption)) {
			fmt.Fprintf(stderr, "coral: warning: nothing is kept for %s: %v\n", c.Name(), err)
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isCode tells whether an error has a code.
func isCode(err error, code diag.Code) bool {
	var coded *Error
	return errors.As(err, &coded) && coded.Code == code
}

// fileFailure gives errors of files a code; others have theirs.
func fileFailure(err error) error {
	if isFileError(err) || errors.Is(err, cache.ErrUntrusted) {
		return failure(CodeWrite, "%w", err)
	}
	return err
}

// isFileError tells errors of the file system from others.
func isFileError(err error) bool {
	var path *fs.PathError
	var link *os.LinkError
	return errors.As(err, &path) || errors.As(err, &link)
}
