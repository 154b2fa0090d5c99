package native

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/provider"
)

// alone is a library that belongs to no launcher: that of this machine, or the one that the user
// has named, with the C compiler that is found first.
func alone(ctx context.Context, p *provider.Provider) (Library, error) {
	l := Library{Provider: p}
	compilers := []string{"gcc", "clang", "cc"}
	if cc := config.CC.String(); cc != "" {
		compilers = []string{cc}
	}
	for _, name := range compilers {
		if _, err := exec.LookPath(name); err == nil {
			l.Compiler = name
			break
		}
	}
	if l.Compiler == "" {
		if kept, is := withoutCompiler(p, compilers); is {
			return kept, nil
		}
		return l, fmt.Errorf(
			"no C compiler is installed (%s), by which programs are bound to %s, nor is "+
				"anything kept that it has made: install one, name another (%s), or let all "+
				"hosts see one cache (%s), in which `coral conduit build %s` has left it",
			strings.Join(compilers, ", "), p.Title, config.CC.Name, config.Cache.Name, p.Name)
	}
	l.Flags = append(l.Flags, launcherFlags(ctx)...)
	dir, lib := "", ""
	if home := config.Home(p); home != nil {
		dir = home.String()
	}
	if dir != "" && !p.IsLinked() {
		lib = libraryBelow(p, dir)
		l.Flags = append(l.Flags, "-I"+filepath.Join(dir, "include"), "-L"+lib, "-Wl,-rpath,"+lib)
	}
	if !p.IsLinked() {
		l.Flags = append(append(l.Flags, p.Linked...), "-ldl", "-lpthread")
	}
	if dir == "" || p.IsLinked() {
		return l, nil
	}
	return l, l.below(dir, lib)
}

// libraryDirectories are where libraries lie below a directory that something is installed in.
var libraryDirectories = []string{"lib", "lib64", "lib/x86_64-linux-gnu"}

// libraryBelow is where the library is that is installed in a directory, by the systems' customs.
func libraryBelow(p *provider.Provider, dir string) string {
	for _, name := range libraryDirectories {
		if there(filepath.Join(dir, name, p.Library)) {
			return filepath.Join(dir, name)
		}
	}
	return filepath.Join(dir, "lib")
}

// below tells what the directory lacks that the user has named. The compiler would take the
// system's instead, without a word. Header files are needed until the library has been bound.
func (l *Library) below(dir, lib string) error {
	needed := []string{filepath.Join(lib, l.Provider.Library)}
	if _, kept := Built(*l); !kept {
		needed = append(needed, filepath.Join(dir, "include", l.Provider.Header))
	}
	for _, path := range needed {
		if !there(path) {
			return l.lacks(config.Home(l.Provider), path)
		}
	}
	return nil
}

// lacks says that a file is not there which the user's directory should have.
func (l *Library) lacks(home *config.Setting, file string) error {
	return fmt.Errorf("%s=%s names no directory where %s is installed: there is no %s",
		config.HomeName(home), home.String(), l.Provider.Title, file)
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// launcherFlags say where the header of PMIx is, by which some launchers bring processes together;
// it may be missing.
func launcherFlags(ctx context.Context) []string {
	words, err := exec.CommandContext(ctx, "pkg-config", "--cflags-only-I", "pmix").Output()
	if err == nil {
		return strings.Fields(string(words))
	}
	// Debian keeps it in a directory of its own, and pkg-config need not be installed.
	const debian = "/usr/lib/x86_64-linux-gnu/pmix2/include"
	if there(filepath.Join(debian, "pmix.h")) {
		return []string{"-I" + debian}
	}
	return nil
}
