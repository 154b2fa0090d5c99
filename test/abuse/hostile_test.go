package abuse

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// a directory that all can write: where the victim keeps temporary files
	hostileVariable = "CORAL_TEST_HOSTILE"
	nobody          = 65534
)

// beHostile takes names that runs of user 0 could want, as soon as they can be computed: from every
// process that is there, with when it was started, which all users see, and from the numbers of
// Slurm's jobs. It goes on until it is killed.
func beHostile() {
	if os.Geteuid() == 0 {
		fmt.Println("this must not be root")
		os.Exit(1)
	}
	h := hostile{seen: map[string]bool{}}
	dir := os.Getenv(hostileVariable)
	for _, name := range []string{"coral-0", "coral", "ompi.0"} {
		_ = os.Mkdir(filepath.Join(dir, name), 0o777)
	}
	for job := range 20 {
		for node := range 2 {
			h.take(fmt.Sprintf("%d.0.%d", job, node))
		}
	}
	h.sweep()
	fmt.Println("ready", h.taken)
	for {
		h.sweep()
	}
}

type hostile struct {
	seen  map[string]bool
	taken int
}

func (h *hostile) sweep() {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			if stat := statOf(pid); len(stat) > 19 {
				h.take(fmt.Sprintf("%d/%s", pid, stat[19]))
			}
		}
	}
}

// take takes the names that follow from a key, for runs of 2 to 4 images.
func (h *hostile) take(key string) {
	if h.seen[key] {
		return
	}
	h.seen[key] = true
	for size := 2; size <= 4; size++ {
		s, err := unix.Socket(unix.AF_UNIX, unix.SOCK_SEQPACKET, 0)
		if err != nil {
			return
		}
		name := fmt.Sprintf("@coral-%x", sha256.Sum256(fmt.Appendf(nil, "0/%d/%s", size, key)))
		if unix.Bind(s, &unix.SockaddrUnix{Name: name}) == nil && unix.Listen(s, 8) == nil {
			h.taken++
		}
	}
}

// besiege starts the hostile neighbour.
func (s *scene) besiege() {
	s.Helper()
	if os.Geteuid() != 0 {
		s.Skip("only root can be another user")
	}
	open, err := os.MkdirTemp("/tmp", "coral-hostile-")
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { os.RemoveAll(open) })
	self, err := os.Executable()
	if err != nil {
		s.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err == nil {
		err = os.Chmod(open, 0o777)
	}
	program := filepath.Join(open, "hostile")
	if err == nil {
		err = os.WriteFile(program, text, 0o755)
	}
	if err != nil {
		s.Fatal(err)
	}
	c := exec.Command(program)
	c.Dir, c.Env = "/", []string{hostileVariable + "=" + open}
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody},
		Pdeathsig: syscall.SIGKILL}
	stdout, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if words := strings.Fields(line); err != nil || len(words) != 2 || words[1] == "0" {
		s.Fatalf("the neighbour says %q, %v", line, err)
	}
	s.temp = open
}

// TestHostileNeighbour: runs under every launcher go well beside a neighbour who takes all names
// that can be known.
func TestHostileNeighbour(t *testing.T) {
	s := newScene(t)
	program := s.build("phases")
	own := s.temp
	s.besiege()
	runs := map[string][]string{
		"Coral": {program},
		// As srun starts tasks: with the same words for all, from a process for each.
		"Slurm": {"sh", "-c",
			`for i in 0 1 2; do SLURM_PROCID=$i SLURM_LOCALID=$i sh -c '"$0"; exit $?' "$0" & done; wait`, program},
	}
	for _, mpi := range []string{"mpiexec.mpich", "mpirun.openmpi"} {
		if path, err := exec.LookPath(mpi); err == nil {
			runs[mpi] = []string{path, "-n", "3", program}
		}
	}
	for name, words := range runs {
		for range map[bool]int{false: 2, true: 20}[*allFlag] {
			env := []string{"CORAL_NUM_IMAGES=3", "XDG_RUNTIME_DIR=", "XDG_CACHE_HOME=" + own,
				"OMPI_MCA_rmaps_base_oversubscribe=1"}
			if name == "Slurm" {
				env = append(env, "SLURM_STEP_NUM_TASKS=3", "SLURM_NODEID=0",
					"SLURM_STEP_TASKS_PER_NODE=3", "SLURM_JOB_ID=7", "SLURM_STEP_ID=0")
			}
			if name == "mpirun.openmpi" {
				env = append(env, "TMPDIR="+own) // its own directory there is its own affair
			}
			start := time.Now()
			if o := s.run(env, words[0], words[1:]...); o.code != 0 ||
				!strings.Contains(o.out, "all is done\n") {
				t.Errorf("%s, after %v: code %d\n%s", name, time.Since(start), o.code, o.err)
			}
		}
	}
	s.temp = own
	if err := os.RemoveAll(filepath.Join(own, "coral")); err != nil {
		t.Error(err)
	}
}
