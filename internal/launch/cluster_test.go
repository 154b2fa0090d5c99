package launch

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coral-pgas/coral/internal/provider"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
)

func TestLibraryLauncher(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want placed
		is   bool
	}{
		{nil, placed{}, false},
		{map[string]string{"OMPI_COMM_WORLD_RANK": "3", "OMPI_COMM_WORLD_SIZE": "4",
			"OMPI_COMM_WORLD_LOCAL_RANK": "1", "OMPI_COMM_WORLD_LOCAL_SIZE": "2",
			"OMPI_MCA_orte_precondition_transports": "k"},
			placed{3, 4, 1, 2, "k", "", "mpirun --tag-output", provider.MPI}, true},
		{map[string]string{"PMI_RANK": "0", "PMI_SIZE": "2", "MPI_LOCALRANKID": "0",
			"MPI_LOCALNRANKS": "2"}, placed{0, 2, 0, 2, "", "",
			"mpiexec -prepend-rank", provider.MPI}, true},
		{map[string]string{"PMI_RANK": "0", "PMI_SIZE": "2"}, placed{}, false},
		{map[string]string{"PMI_RANK": "0", "PMI_SIZE": "1", "MPI_LOCALRANKID": "0",
			"MPI_LOCALNRANKS": "1"}, placed{}, false},
		{map[string]string{"SLURM_PROCID": "3", "SLURM_STEP_NUM_TASKS": "5", "SLURM_LOCALID": "1",
			"SLURM_NODEID": "1", "SLURM_STEP_TASKS_PER_NODE": "2(x2),1", "SLURM_JOB_ID": "7",
			"SLURM_STEP_ID": "0"},
			placed{3, 5, 1, 2, "", "7.0.1", "srun --label", provider.UCX}, true},
		{map[string]string{"SLURM_PROCID": "0", "SLURM_STEP_NUM_TASKS": "5", "SLURM_LOCALID": "0",
			"SLURM_NODEID": "0", "SLURM_STEP_TASKS_PER_NODE": "2(x"}, placed{}, false},
		// in a batch script
		{map[string]string{"SLURM_PROCID": "0", "SLURM_LOCALID": "0", "SLURM_NODEID": "0"},
			placed{}, false},
	} {
		t.Run(fmt.Sprint(c.env), func(t *testing.T) {
			for _, name := range []string{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
				"SLURM_STEP_NUM_TASKS"} {
				t.Setenv(name, "")
			}
			for name, value := range c.env {
				t.Setenv(name, value)
			}
			if got, is := libraryLauncher(severalProcesses); got != c.want || is != c.is {
				t.Errorf("%+v, %v", got, is)
			}
		})
	}
}

// TestUntold: a process of several whose launcher does not say enough does not begin a run of its
// own, unless the user wants it.
func TestUntold(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{nil, ""},
		{map[string]string{"PMI_RANK": "0", "PMI_SIZE": "1"}, ""},
		{map[string]string{"PMI_RANK": "0", "PMI_SIZE": "2"}, "MPI_LOCALNRANKS"},
		{map[string]string{"PMI_PORT": "h:1", "PMI_ID": "0", "MPI_LOCALRANKID": "0",
			"MPI_LOCALNRANKS": "2"},
			"PMI_RANK"},
		{map[string]string{"PMI_RANK": "0", "PMI_SIZE": "2", "CORAL_CONDUIT": "smp"}, ""},
	} {
		t.Run(fmt.Sprint(c.env), func(t *testing.T) {
			for _, name := range []string{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_PORT",
				"SLURM_STEP_NUM_TASKS"} {
				t.Setenv(name, "")
			}
			for name, value := range c.env {
				t.Setenv(name, value)
			}
			_, is, err := underLibrary()
			if is || (err != nil) != (c.want != "") || err != nil &&
				!strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, %v", is, err)
			}
		})
	}
}

func TestSlurmTasks(t *testing.T) {
	for list, want := range map[string][]int{"1": {1}, "2(x3),1": {2, 2, 2, 1},
		"1,4(x2)": {1, 4, 4}, "": nil, "2(x": nil, "0": nil, "1(x1000000000)": nil, "a": nil} {
		if got, err := slurmTasks(list); !slices.Equal(got, want) || (err != nil) != (want == nil) {
			t.Errorf("%q: %v, %v", list, got, err)
		}
	}
}

// waysToMeet are what launchers give to those who are to meet: a secret, a name that others may
// know, nothing. The place that follows from a secret is one for the whole machine, where the same
// tests may run beside these.
var waysToMeet = map[string]placed{"secret": {secret: rand.Text()}, "name": {key: "7.0.0"},
	"nothing": {}}

// TestRendezvous: three images of five are on this machine; they get one memory object, which says
// so.
func TestRendezvous(t *testing.T) {
	for name, way := range waysToMeet {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
			testRendezvous(t, way)
			if left, _ := filepath.Glob(os.Getenv("XDG_RUNTIME_DIR") + "/*/*"); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// testMeet has three images of five meet, and gives what each has got.
func testMeet(t *testing.T, way placed) (g layout.Geometry, fds []int, errs []error) {
	t.Helper()
	t.Setenv(config.Reporter.Name, "none") // they are one process, which keeps its own errors
	g, err := layout.Plan(5, true)
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	fds, errs = make([]int, 3), make([]error, 3)
	for local, rank := range []int{4, 1, 2} {
		p := placed{rank: rank, size: 5, localRank: local, localSize: 3, secret: way.secret,
			key: way.key}
		wait.Go(func() { fds[local], errs[local] = p.shareMemory(layout.Boot{Geometry: g}) })
	}
	wait.Wait()
	return g, fds, errs
}

func testRendezvous(t *testing.T, way placed) {
	g, fds, errs := testMeet(t, way)
	var object unix.Stat_t
	for i, fd := range fds {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		var s unix.Stat_t
		if err := unix.Fstat(fd, &s); err != nil || i > 0 &&
			(s.Ino != object.Ino || s.Dev != object.Dev) {
			t.Errorf("process %d has another object: %+v, %v", i, s, err)
		}
		object = s
		defer unix.Close(fd)
	}
	bytes, err := unix.Mmap(fds[1], int64(g.JobOffset()), int(g.JobSize()), unix.PROT_READ,
		unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(bytes)
	m := memory{geometry: g, bytes: bytes}
	for rank, here := range []uint32{0, 1, 1, 0, 1} {
		if got := m.status(rank).Here; got != here {
			t.Errorf("rank %d: here %d", rank, got)
		}
	}
}

// An image that does not belong to the run is told so, and no memory is given away.
func TestRendezvousRefuses(t *testing.T) {
	p := placed{rank: 1, size: 4}
	for _, other := range []placed{{rank: 1, size: 4}, {rank: 4, size: 4}, {rank: 0, size: 5}} {
		if _, err := p.understood(other.greeting()); err == nil {
			t.Errorf("%+v was taken", other)
		}
	}
}
