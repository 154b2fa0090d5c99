package native

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWithoutCompiler: where compilers are missing, what one of them has made of these sources is used; its newest, and nothing that others could have put there.
func TestWithoutCompiler(t *testing.T) {
	base := t.TempDir()
	t.Setenv("CORAL_CACHE", base)
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CORAL_MPICC", "")
	t.Setenv("OMPI_COMM_WORLD_SIZE", "")
	t.Setenv("PMI_SIZE", "2")
	if _, err := MPI(); err == nil || !strings.Contains(err.Error(), "mpicc.mpich, the compiler of MPI") {
		t.Fatal(err)
	}
	begin, err := entryOf("mpi", "mpicc.mpich")
	if err != nil {
		t.Fatal(err)
	}
	other, err := entryOf("mpi", "mpicc.openmpi")
	if err != nil {
		t.Fatal(err)
	}
	for k, entry := range []struct {
		name string
		mode os.FileMode
	}{{begin + "-old", 0o700}, {begin + "-new", 0o700}, {begin + "-open", 0o777}, {other + "-newest", 0o700}} {
		dir := filepath.Join(base, entry.name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, object)
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1e9+k), 0)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, entry.mode); err != nil {
			t.Fatal(err)
		}
	}
	l, err := MPI()
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
