package native

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/provider"
)

// TestNamedDirectory: of a directory that the user names as that of a library, what it lacks is
// told, and what it has is taken.
func TestNamedDirectory(t *testing.T) {
	t.Setenv("CORAL_CACHE", filepath.Join(t.TempDir(), "cache"))
	for _, p := range provider.All {
		if config.Home(p) == nil || p.IsLinked() {
			continue
		}
		dir := t.TempDir()
		t.Setenv(config.Home(p).Name, dir)
		for _, path := range []string{filepath.Join("lib64", p.Library),
			filepath.Join("include", p.Header)} {
			lacks := filepath.Base(path)
			_, err := alone(t.Context(), p)
			if err == nil || !strings.Contains(err.Error(), lacks) ||
				!strings.Contains(err.Error(), config.Home(p).Name+"="+dir) {
				t.Errorf("%s without %s: %v", p.Name, path, err)
			}
			whole := filepath.Join(dir, path)
			if err := os.MkdirAll(filepath.Dir(whole), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(whole, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		l, err := alone(t.Context(), p)
		if err != nil || !slices.Contains(l.Flags, "-L"+filepath.Join(dir, "lib64")) {
			t.Errorf("%s: %v, %v", p.Name, l.Flags, err)
		}
	}
}

// TestHeaderOfPMIx: where the launcher's header is, is known also without pkg-config.
func TestHeaderOfPMIx(t *testing.T) {
	const debian = "/usr/lib/x86_64-linux-gnu/pmix2/include"
	if !there(filepath.Join(debian, "pmix.h")) {
		t.Skip("libpmix-dev is not installed")
	}
	t.Setenv("PATH", t.TempDir())
	if flags := launcherFlags(t.Context()); !slices.Equal(flags, []string{"-I" + debian}) {
		t.Error(flags)
	}
}
