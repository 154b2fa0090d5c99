package harness

import (
	"fmt"
	"os/exec"
)

// MPIEnvironment lets Open MPI start as root, and avoids its one-sided component that fails for
// processes of one node.
var MPIEnvironment = []string{"OMPI_MCA_osc=^rdma", "OMPI_ALLOW_RUN_AS_ROOT=1",
	"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"}

// FindMPIRun gives the command line that starts n processes under an MPI family ("openmpi",
// "mpich", "": the default one).
func FindMPIRun(family string) func(n int) []string {
	name := "mpirun"
	if family != "" {
		name += "." + family
	}
	path, err := exec.LookPath(name)
	if err != nil && family != "" {
		path, err = exec.LookPath("mpirun")
	}
	if err != nil {
		return nil
	}
	return func(n int) []string {
		command := []string{path}
		if family != "mpich" {
			command = append(command, "--oversubscribe")
		}
		return append(command, "-n", fmt.Sprint(n))
	}
}

// MPIFamilies are the MPI libraries that can stand beside Coral: mpicc.FAMILY, mpirun.FAMILY.
var MPIFamilies = []struct{ Family, Title string }{{"openmpi", "Open MPI"}, {"mpich", "MPICH"}}
