package harness

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
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

// OpenCoarrays is that library's compiler wrapper, and the mpirun of the MPI below it.
type OpenCoarrays struct {
	Wrapper string
	Run     func(n int) []string
}

// FindOpenCoarrays gives the OpenCoarrays that is installed; ok is false if none is.
func FindOpenCoarrays() (o OpenCoarrays, ok bool) {
	wrapper, err := exec.LookPath("caf.openmpi") // `caf` may be Coral's
	if err != nil {
		found, _ := filepath.Glob("/usr/lib/*/open-coarrays/*/bin/caf") // where Debian has it
		if len(found) == 0 {
			return o, false
		}
		wrapper = found[0]
	}
	real, err := filepath.EvalSymlinks(wrapper)
	if err != nil {
		real = wrapper
	}
	family := ""
	for _, m := range MPIFamilies {
		if strings.Contains(real, m.Family) {
			family = m.Family
		}
	}
	run := FindMPIRun(family)
	return OpenCoarrays{wrapper, run}, run != nil
}
