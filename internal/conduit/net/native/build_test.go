package native

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/cache"
	"github.com/coral-pgas/coral/internal/provider"
)

// TestWithoutCompiler: where compilers are missing, what one of them has made of these sources is
// used; its newest, and nothing that others could have put there.
func TestWithoutCompiler(t *testing.T) {
	base := filepath.Join(t.TempDir(), "cache")
	t.Setenv("CORAL_CACHE", base)
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CORAL_MPICC", "")
	t.Setenv("OMPI_COMM_WORLD_SIZE", "")
	t.Setenv("PMI_SIZE", "2")
	if _, err := mpi(provider.MPI); err == nil ||
		!strings.Contains(err.Error(), "mpicc.mpich, the compiler of MPI") {
		t.Fatal(err)
	}
	begin, err := entryOf(provider.MPI, "mpicc.mpich")
	if err != nil {
		t.Fatal(err)
	}
	other, err := entryOf(provider.MPI, "mpicc.openmpi")
	if err != nil {
		t.Fatal(err)
	}
	for k, entry := range []struct {
		name    string
		mode    os.FileMode
		damaged bool
	}{{begin + "-old", 0o700, false}, {begin + "-new", 0o700, false}, {begin + "-open", 0o777,
		false},
		{begin + "-damaged", 0o700, true}, {other + "-newest", 0o700, false}} {
		dir, err := cache.Entry(entry.name, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, object), nil, 0o600)
		})
		if err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1e9+k), 0)
		if err := os.Chtimes(filepath.Join(dir, object), at, at); err != nil {
			t.Fatal(err)
		}
		if entry.damaged {
			if err := os.WriteFile(filepath.Join(dir, object), []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
			later := at.Add(time.Hour)
			if err := os.Chtimes(filepath.Join(dir, object), later, later); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(dir, entry.mode); err != nil {
			t.Fatal(err)
		}
	}
	l, err := mpi(provider.MPI)
	if err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(base, begin+"-new", object)
	if got, err := Build(t.Context(), l); got != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	if got, kept := Built(l); got != want || !kept {
		t.Errorf("%s, %v", got, kept)
	}
}
