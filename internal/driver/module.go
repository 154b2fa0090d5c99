package driver

import (
	"context"
	"encoding/json"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/coral-pgas/coral/internal/paint"
)

// A command that `go install` has made carries no archive, since the module has none: it is made
// from the module by the same go at first use, and kept.

// installedVersion is the version of the module that `go install` has made this command of; "": the
// command was built otherwise.
func installedVersion() string {
	info, known := debug.ReadBuildInfo()
	if !known || info.Main.Sum == "" {
		return ""
	}
	return info.Main.Path + "@" + info.Main.Version
}

// archiveOfModule makes the archive by go, in the cache.
func (b *build) archiveOfModule(ctx context.Context, module string) (string, error) {
	name := "lib-" + strings.Map(func(c rune) rune {
		if c == '/' || c == '@' {
			return '-'
		}
		return c
	}, module)
	dir, err := b.cached(name, func(dir string) error {
		paint.Fprintf(b.stderr, "coral: note: the runtime of %s is compiled, which is done once\n",
			module)
		return b.compileModule(ctx, module, filepath.Join(dir, "libcoral.a"))
	})
	return filepath.Join(dir, "libcoral.a"), err
}

// compileModule makes the archive of a module's runtime.
func (b *build) compileModule(ctx context.Context, module, archive string) error {
	const help = "go and gcc make it at first use: install them, or build Coral by `make build`"
	out, err := b.work.run(ctx, "go", "mod", "download", "-json", module)
	var found struct{ Dir, Error string }
	if err == nil {
		err = json.Unmarshal([]byte(out.stdout), &found)
	}
	if err == nil {
		_, release, _ := strings.Cut(module, "@")
		out, err = b.work.runIn(ctx, found.Dir, "go", "build", "-trimpath",
			"-buildmode=c-archive", "-ldflags=-s -w -X github.com/coral-pgas/coral/internal/"+
				"config.stamp=coral-version="+release+";", "-o", archive, "./capi")
	}
	if err != nil {
		return failure(CodeRuntime, "the runtime of %s could not be made: %v\n%s%s", module, err,
			found.Error, out.stderr).help(help)
	}
	return nil
}
