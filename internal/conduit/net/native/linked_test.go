package native

import (
	"os"
	"path/filepath"
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
