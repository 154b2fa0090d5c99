package native

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/provider"
)

// TestFamily: an archive that is built for another MPI than the one of the compiler is refused, and
// the message names both.
func TestFamily(t *testing.T) {
	const openMPI = "MPI_Init ompi_mpi_comm_world"
	for _, c := range []struct{ archive, header, refused string }{
		{openMPI, "#define OPEN_MPI 1", ""},
		{"MPI_Init", "#define MPICH 1", ""},
		{openMPI, "#define MPICH 1", "is built for Open MPI"},
		{"MPI_Init", "#define OPEN_MPI 1", "is built for MPICH"},
	} {
		dir := t.TempDir()
		mpicc := filepath.Join(dir, "mpicc")
		for name, text := range map[string]string{mpicc: "#!/bin/sh\necho '" + c.header + "'\n",
			filepath.Join(dir, "libammpi.a"): c.archive} {
			if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		l := Library{Provider: provider.GASNetMPI, Compiler: mpicc}
		err := l.checkFamily(t.Context(), []string{"-L" + dir, "-lammpi"})
		if (err != nil) != (c.refused != "") || err != nil &&
			!strings.Contains(err.Error(), c.refused) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestInfiniBand: what binds programs to GASNet-EX compiles and links with its conduit ibv, too.
// The list has no row for that, since nobody has run it. There it has messages only.
func TestInfiniBand(t *testing.T) {
	t.Setenv("CORAL_CACHE", t.TempDir())
	archives := provider.GASNetMPI.Archives
	provider.GASNetMPI.Archives = []string{"gasnet-ibv-parsync", "gasnet-ibv-par"}
	t.Cleanup(func() { provider.GASNetMPI.Archives = archives })
	l, err := Find(t.Context(), provider.GASNetMPI, "mpicc")
	if err != nil {
		t.Skip(err)
	}
	if _, err := l.description(t.Context()); err != nil {
		t.Skip(err)
	}
	words, err := Linked(t.Context(), provider.GASNetMPI, "mpicc")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "main")
	if err := os.WriteFile(program+".c", []byte("int main(void) { return 0; }\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), "mpicc", slices.Concat(
		[]string{program + ".c", "-o", program}, words)...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
