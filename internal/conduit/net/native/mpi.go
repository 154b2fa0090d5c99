package native

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/provider"
)

// mpi is the MPI of a provider to which a process, or a command that is to start processes,
// belongs: the one that the user has named, that of the launcher which has started this process
// (Debian installs several beside each other), or the one that the name mpicc stands for.
func mpi(p *provider.Provider) (Library, error) {
	var names []string
	switch {
	case os.Getenv("OMPI_COMM_WORLD_SIZE") != "":
		names = []string{"mpicc.openmpi"}
	case os.Getenv("PMI_SIZE") != "":
		names = []string{"mpicc.mpich"}
	}
	return mpiBy(p, append(names, "mpicc"))
}

// mpiBy is the MPI to which the first of some compilers belongs that is installed, unless the user
// has named one.
func mpiBy(p *provider.Provider, compilers []string) (Library, error) {
	if cc := config.MPICC.String(); cc != "" {
		return Library{Provider: p, Compiler: cc}, nil
	}
	for _, name := range compilers {
		if _, err := exec.LookPath(name); err == nil {
			return Library{Provider: p, Compiler: name}, nil
		}
	}
	if l, is := withoutCompiler(p, compilers); is {
		return l, nil
	}
	return Library{}, fmt.Errorf(
		"%s, the compiler of MPI, by which programs are bound to it, is not installed, nor is "+
			"anything kept that it has made: install the development files of the MPI (Debian: "+
			"libopenmpi-dev or libmpich-dev), name another (%s), or let all hosts see one "+
			"cache (%s), in which `coral conduit build %s` has left it", compilers[0],
		config.MPICC.Name, config.Cache.Name, p.Name)
}
