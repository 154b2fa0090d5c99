package native

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/coral-pgas/coral/internal/config"
)

// ucxSettings: the signals of faults stay with the program's own handlers, which explain them.
var ucxSettings = []string{"UCX_HANDLE_ERRORS=none", "UCX_DEBUG_SIGNO=0"}

// UCX is the UCX of this machine, or the one that the user has named, with the C compiler that is
// found first.
func UCX(ctx context.Context) (Library, error) {
	l := Library{Name: "ucx", Settings: ucxSettings}
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
		if kept, is := withoutCompiler("ucx", compilers); is {
			kept.Settings = l.Settings
			return kept, nil
		}
		return l, fmt.Errorf(
			"no C compiler is installed (%s), by which programs are bound to UCX, nor is "+
				"anything kept that it has made: install one, name another (%s), or let all "+
				"hosts see one cache (%s), in which `coral conduit build ucx` has left it",
			strings.Join(compilers, ", "), config.CC.Name, config.Cache.Name)
	}
	l.Flags = append(l.Flags, launcherFlags(ctx)...)
	if dir := config.UCX.String(); dir != "" {
		lib := filepath.Join(dir, "lib")
		l.Flags = append(l.Flags, "-I"+filepath.Join(dir, "include"), "-L"+lib, "-Wl,-rpath,"+lib)
	}
	l.Flags = append(l.Flags, "-lucp", "-lucs", "-ldl", "-lpthread")
	return l, nil
}

// launcherFlags say where the header of PMIx is, by which some launchers bring processes together;
// it may be missing.
func launcherFlags(ctx context.Context) []string {
	words, err := exec.CommandContext(ctx, "pkg-config", "--cflags-only-I", "pmix").Output()
	if err != nil {
		return nil
	}
	return strings.Fields(string(words))
}
