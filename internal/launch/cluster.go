package launch

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/provider"
)

// A program may be started by the launcher of a communication library: `mpirun -n 4 ./prog`. Then
// each of the processes becomes an image itself. Those of one machine share a memory object, which
// one of them makes and hands to the others; then each executes itself anew with CORAL_BOOT, as if
// Coral's own launcher had started it. The library is started by the image.

// placed is what the launcher of a library says to a process: who it is among all, and among those
// of its machine.
type placed struct {
	rank, size           int
	localRank, localSize int
	// the same random words for all processes of a run, which no other user knows; "": there is
	// none
	secret string
	// the same for the processes of a run on one machine, and for no others; others may know it
	key string
	// by which option the launcher does what CORAL_TAG asks of Coral's own
	tag string
	// by which images reach each other if the user does not say otherwise
	provider *provider.Provider
}

// libraryLauncher tells whether the launcher of a library has started this process.
func libraryLauncher(least int) (p placed, is bool) {
	for _, names := range []struct{ rank, size, localRank, localSize, secret, tag string }{
		{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
			"OMPI_COMM_WORLD_LOCAL_SIZE", "OMPI_MCA_orte_precondition_transports",
			"mpirun --tag-output"},
		{"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", "",
			"mpiexec -prepend-rank"},
	} {
		all := true
		for _, v := range []struct {
			name string
			to   *int
		}{{names.rank, &p.rank}, {names.size, &p.size}, {names.localRank,
			&p.localRank}, {names.localSize, &p.localSize}} {
			n, err := strconv.Atoi(os.Getenv(v.name))
			*v.to = n
			all = all && err == nil && n >= 0
		}
		if all && p.size >= least {
			p.secret, p.provider, p.tag = os.Getenv(names.secret), provider.MPI, names.tag
			return p, true
		}
	}
	return slurmTask(least)
}

// untold is what a launcher that speaks PMI does not say to a process of several; "": there is no
// such launcher. Each of its processes would begin a run of its own.
func untold() string {
	switch size, err := strconv.Atoi(os.Getenv("PMI_SIZE")); {
	case err == nil && size > 1:
		return "how many processes are on its host (MPI_LOCALRANKID, MPI_LOCALNRANKS)"
	case os.Getenv("PMI_PORT") != "" && os.Getenv("PMI_ID") != "":
		return "which of how many it is (PMI_RANK, PMI_SIZE)"
	}
	return ""
}

// slurmTask is what srun says to a process, whether it speaks a protocol of MPI's besides or not.
func slurmTask(least int) (p placed, is bool) {
	var err error
	var node int
	for _, v := range []struct {
		name string
		to   *int
	}{{"SLURM_PROCID", &p.rank}, {"SLURM_STEP_NUM_TASKS", &p.size}, {"SLURM_LOCALID",
		&p.localRank}, {"SLURM_NODEID", &node}} {
		if *v.to, err = strconv.Atoi(os.Getenv(v.name)); err != nil || *v.to < 0 {
			return placed{}, false
		}
	}
	tasks, err := slurmTasks(os.Getenv("SLURM_STEP_TASKS_PER_NODE"))
	if err != nil || node >= len(tasks) || p.size < least {
		return placed{}, false
	}
	p.localSize, p.provider, p.tag = tasks[node], provider.UCX, "srun --label"
	p.key = os.Getenv("SLURM_JOB_ID") + "." + os.Getenv("SLURM_STEP_ID") + "." +
		os.Getenv("SLURM_NODEID")
	return p, true
}

// slurmTasks reads how many processes each node has, from 2(x3),1: two on each of three nodes, one
// on the last.
func slurmTasks(list string) (tasks []int, err error) {
	for part := range strings.SplitSeq(list, ",") {
		count, times, repeated := strings.Cut(strings.TrimSuffix(part, ")"), "(x")
		n, err := strconv.Atoi(count)
		k := 1
		if err == nil && repeated {
			k, err = strconv.Atoi(times)
		}
		if err != nil || n < 1 || k < 1 || len(tasks)+k > layout.MaxImages {
			return nil, fmt.Errorf("%q is no list of tasks", list)
		}
		tasks = append(tasks, slices.Repeat([]int{n}, k)...)
	}
	return tasks, nil
}

// joinLibrary makes this process an image of the run that the launcher of a library has started. It
// returns only with an error. Where all images are on one machine, they need no library, unless the
// user wants it.
func joinLibrary(p placed, named bool) error {
	conduit, unmapped := p.provider.Number, true
	if provider.Program != nil {
		conduit = provider.Program.Number
	}
	if named := provider.Named(config.Conduit.String()); named != nil && p.size > 1 {
		conduit = named.Number
	} else if p.localSize == p.size { // one image reaches no other by any library
		conduit, unmapped = layout.ConduitGuest, false
	}
	byAgent := config.Reporter.String() == reporterAgent // the output goes through a launcher's
	if tag, err := config.Tag.Bool(); err == nil && tag && p.rank == 0 && !byAgent {
		fmt.Fprintf(os.Stderr, "coral: warning: %s (--tag) has no effect, since the output does "+
			"not go through a launcher of Coral's: %s does the same\n", config.Tag.Name, p.tag)
	}
	geometry, err := layout.Plan(p.size, unmapped)
	if err != nil {
		return &Error{CodeImages, err}
	}
	if err := checkLimits(geometry, unmapped); err != nil {
		return err
	}
	boot := layout.Boot{Geometry: geometry, Image: p.rank + 1, Unmapped: unmapped, Conduit: conduit}
	fd, err := p.shareMemory(boot)
	if err != nil {
		return err
	}
	boot.Descriptor = fd
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETFD, 0); err != nil {
		return failure(CodeStart, "image %d: %w", p.rank+1, err)
	}
	if err := awaitsDebugger(p); err != nil {
		return err
	}
	// programs that the image starts have no reporter, nor an agent
	_ = os.Unsetenv(config.Reporter.Name)
	env := append(imageEnv(os.Environ(), false), layout.BootVariable+"="+boot.String())
	err = unix.Exec("/proc/self/exe", imageArgs(os.Args, p.rank, named), env)
	return failure(CodeStart, "image %d could not be started: %w", p.rank+1, err)
}

// UnderLauncher tells whether the launcher of a library, or srun, has started this process: one of
// several of a run.
func UnderLauncher() bool {
	_, is := libraryLauncher(severalProcesses)
	return is || untold() != ""
}

// severalProcesses is how many processes a launcher must have started to be taken for the run's: a
// shell that it has started alone begins runs of its own.
const severalProcesses = 2

// leastOf is how many they are where the user chooses a conduit. With one that needs a launcher, a
// run of one image is one, too.
func leastOf(conduit string) int {
	if n := config.NumImages.String(); conduit == "auto" || n != "" && n != "1" {
		return severalProcesses
	}
	return 1
}

// underLibrary is whether the processes that a library's launcher has started are the images, as
// they are unless the user says otherwise.
func underLibrary() (placed, bool, error) {
	if config.Secure() { // what binds it to the library would be found by the user's environment
		return placed{}, false, nil
	}
	conduit, err := config.Conduit.Choose()
	if err != nil || conduit == "smp" || config.Hosts.String() != "" {
		return placed{}, false, err
	}
	p, is := libraryLauncher(leastOf(conduit))
	if missing := untold(); !is && missing != "" {
		return p, false, fmt.Errorf(
			"a launcher of MPI has started this process, but does not tell %s: "+
				"start it by mpiexec of MPICH (without -pmi-port) or of Open MPI, or by srun; "+
				"CORAL_CONDUIT=smp begins a run of its own here", missing)
	}
	if p := provider.Named(conduit); p != nil {
		if err := checkLinked(p); err != nil {
			return placed{}, false, err
		}
	}
	if !is && conduit != "auto" {
		return p, false, fmt.Errorf("CORAL_CONDUIT=%s needs a launcher, and none has started "+
			"this process: use %s or coral run --conduit %s", conduit,
			launchersOf(provider.Named(conduit)), conduit)
	}
	return p, is, nil
}

// checkLinked refuses a library that must be in the program from its build and is not.
func checkLinked(p *provider.Provider) error {
	if !p.IsLinked() || provider.Program == p {
		return nil
	}
	return Unlinked(p)
}

// Unlinked is the error of a program that lacks the communication library that is asked for.
func Unlinked(p *provider.Provider) error {
	return failure(CodeLinked, "conduit %s: %s is not linked into this program: build it "+
		"by `coral build --conduit %s`", p.Name, p.Title, p.Name)
}

// launchersOf are the words for what can start images that a provider joins.
func launchersOf(p *provider.Provider) string {
	words := []string{"mpirun", "mpiexec"}
	if slices.ContainsFunc(p.Gives.Starts,
		func(s string) bool { return strings.HasPrefix(s, "srun") }) {
		words = append(words, "srun")
	}
	if !p.ByMPI {
		words = append(words, config.Hosts.Name)
	}
	return strings.Join(words, ", ")
}
