package hosts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/test/cluster"
)

// nodes is a Slurm of a test's own.
type nodes struct {
	name, script string
}

// slurmUp makes it, and removes it with all that runs there when the test ends. Where none can be
// made it skips the test, and says why.
func slurmUp(t *testing.T) *nodes {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("no Slurm: its daemons are started by root alone")
	}
	for _, tool := range []string{"ip", "nsenter", "munged", "slurmctld", "slurmd", "srun"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no Slurm: %v (Debian: slurm-wlm, munge)", err)
		}
	}
	if err := Missing(provider.UCX.Name); err != nil {
		t.Skip(err)
	}
	n := &nodes{"test" + strconv.Itoa(os.Getpid()), filepath.Join(t.TempDir(), "slurm")}
	if err := os.WriteFile(n.script, cluster.Slurm, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.command("", "down").Run() })
	if out, err := n.command("", "up").CombinedOutput(); err != nil {
		t.Skipf("no Slurm: this system lets none be made: %v\n%s", err, out)
	}
	return n
}

func (n *nodes) command(options string, words ...string) *exec.Cmd {
	c := exec.Command("sh", append([]string{n.script}, words...)...)
	c.Env = append(os.Environ(), "CLUSTER="+n.name, "SRUN="+options, "CORAL_HEARTBEAT_TIMEOUT=10m")
	return c
}

// processes are those of a program on the nodes.
func (n *nodes) processes(program string) (list []int) {
	// no network, no processes
	out, _ := exec.Command("ip", "netns", "pids", n.name+"-slurm").Output()
	for field := range strings.FieldsSeq(string(out)) {
		pid, err := strconv.Atoi(field)
		if exe, _ := os.Readlink("/proc/" + field + "/exe"); err == nil && exe == program {
			list = append(list, pid)
		}
	}
	return list
}

// image is the process of an image, 0: there is none.
func (n *nodes) image(program string, image int) int {
	for _, pid := range n.processes(program) {
		if strings.Contains("\x00"+about(pid, "environ"), "\x00SLURM_PROCID="+strconv.Itoa(image-1)+
			"\x00") {
			return pid
		}
	}
	return 0
}

// TestSlurm: srun starts images on three nodes and on one; the run has the program's exit code, a
// deadlock is found, and an image that is killed ends the others, about which srun does nothing.
func TestSlurm(t *testing.T) {
	program := build(t, "slurm", `program slurm
  use, intrinsic :: iso_fortran_env
  implicit none
  character(8) :: what
  type(event_type) :: never[*]
  integer :: x[*], i, s
  call get_command_argument(1, what)
  x = this_image()
  sync all
  s = 0
  do i = 1, num_images()
    s = s + x[i]
  end do
  if (this_image() == num_images()) then
    print '(a,i0)', 'READY ', s
    flush (6)
  end if
  if (what == 'stop' .and. this_image() == 2) error stop 7
  if (what == 'wait') call sleep(1000)
  if (what == 'stuck') event wait (never)
  sync all
end program
`)
	n := slurmUp(t)
	for _, options := range []string{"--mpi=pmi2", "--mpi=pmi2 -N1", "--mpi=pmix"} {
		if kind, _, _ := strings.Cut(options, " "); n.command(kind, "run", "1",
			"true").Run() != nil {
			t.Logf("srun has no %s here", kind)
			continue
		}
		for _, c := range []struct {
			what string
			code int // -1: any but 0
			said string
		}{
			{"", 0, "READY 15"},
			{"stop", 7, "ERROR STOP 7"},
			{"stuck", 1, "images 1-5: waiting in EVENT WAIT at "},
			{"wait", -1, ""},
		} {
			t.Run(c.what+options, func(t *testing.T) {
				output, err := os.Create(filepath.Join(t.TempDir(), "output"))
				if err != nil {
					t.Fatal(err)
				}
				r := &run{T: t, Hosts: &Hosts{name: n.name},
					cmd: n.command(options, "run", "5", program, c.what), output: output,
					ended: make(chan struct{})}
				r.cmd.Stdout, r.cmd.Stderr = output, output
				if err := r.cmd.Start(); err != nil {
					t.Fatal(err)
				}
				go func() {
					_ = r.cmd.Wait()
					close(r.ended)
				}()
				if c.what == "wait" {
					r.await("the images do not start",
						func() bool { return r.over() || strings.Contains(r.said(), "READY") })
					if pid := n.image(program, 2); pid == 0 ||
						syscall.Kill(pid, syscall.SIGKILL) != nil {
						t.Errorf("image 2 is not there\n%s", r.said())
					}
				}
				r.await("srun stays", r.over)
				if code := r.cmd.ProcessState.ExitCode(); code != c.code &&
					(c.code >= 0 || code == 0) {
					t.Errorf("the exit code is %d\n%s", code, r.said())
				}
				if !strings.Contains(r.said(), c.said) {
					t.Errorf("it does not say %q:\n%s", c.said, r.said())
				}
				for end := time.Now().Add(limit); len(n.processes(program)) > 0; time.Sleep(
					50 * time.Millisecond) {
					if time.Now().After(end) {
						t.Fatal("processes stay")
					}
				}
			})
		}
	}
}
