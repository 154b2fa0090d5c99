package hosts

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

var coral = flag.String("coral", "../../../bin/coral", "the coral command")

// waiting runs until it is ended: image 1 sleeps, the others wait for it.
const waiting = `program waiting
  implicit none
  integer :: x[*]
  x = this_image()
  sync all
  if (this_image() == 1) then
    print '(a)', 'READY'
    flush (6)
    do
      call sleep(1)
    end do
  end if
  sync all
end program
`

// limit is how long a run may take to end, and to begin, on a machine that is busy with other
// things. What it takes else are seconds.
const limit = 5 * time.Minute

// run is a run of the program on the hosts.
type run struct {
	*testing.T
	*Hosts
	way    string
	cmd    *exec.Cmd
	output *os.File
	ended  chan struct{}
}

// start starts six images, two on each host, and returns when all are there.
func start(t *testing.T, h *Hosts, way, program string) *run {
	t.Helper()
	r := begin(t, h, way, append(h.Launcher(way), "6", program))
	r.await("the images do not start",
		func() bool { return r.over() || strings.Contains(r.said(), "READY") })
	if r.over() {
		t.Fatalf("it has ended at once\n%s", r.said())
	}
	return r
}

// begin starts a command.
func begin(t *testing.T, h *Hosts, way string, words []string) *run {
	t.Helper()
	output, err := os.Create(filepath.Join(t.TempDir(), "output"))
	if err != nil {
		t.Fatal(err)
	}
	r := &run{T: t, Hosts: h, way: way, output: output, ended: make(chan struct{})}
	r.cmd = exec.Command(words[0], words[1:]...)
	r.cmd.Stdout, r.cmd.Stderr = output, output
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = r.cmd.Wait()
		close(r.ended)
	}()
	return r
}

// over tells whether the launcher has ended.
func (r *run) over() bool {
	select {
	case <-r.ended:
		return true
	default:
		return false
	}
}

func (r *run) said() string {
	text, err := os.ReadFile(r.output.Name())
	if err != nil {
		r.Fatal(err)
	}
	return string(text)
}

// await waits until something is so.
func (r *run) await(otherwise string, is func() bool) {
	r.Helper()
	for end := time.Now().Add(limit); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			r.Fatalf("%s\n%s\nprocesses:\n%s", otherwise, r.said(), r.list())
		}
	}
}

// about is what the kernel keeps of a process under a name.
func about(pid int, name string) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, name)) // of one that has ended: nothing
	return string(text)
}

func (r *run) list() string {
	var text bytes.Buffer
	for _, pid := range r.Processes() {
		fmt.Fprintf(&text, "%d %s\n", pid, strings.ReplaceAll(about(pid, "cmdline"), "\x00", " "))
	}
	return text.String()
}

// image is the process of an image on a host. Reporters have its environment, too.
func (r *run) image(host, image int) int {
	program := r.cmd.Args[len(r.cmd.Args)-1]
	names := []string{program, fmt.Sprintf("%s[%d]", program, image)}
	for _, pid := range r.On(host) {
		variables := strings.Split(about(pid, "environ"), "\x00")
		for _, name := range []string{"OMPI_COMM_WORLD_RANK", "PMI_RANK"} {
			if slices.Contains(variables, fmt.Sprintf("%s=%d", name, image-1)) &&
				slices.Contains(names, strings.Split(about(pid, "cmdline"), "\x00")[0]) {
				return pid
			}
		}
	}
	r.Fatalf("image %d is not on host %d\n%s", image, host, r.list())
	return 0
}

// reporters are the processes of a host that pass on what images report; Coral's own launcher has
// none.
func (r *run) reporters(host int) (list []int) {
	for _, pid := range r.On(host) {
		if strings.HasSuffix(strings.Split(about(pid, "cmdline"), "\x00")[0], "[reports]") {
			list = append(list, pid)
		}
	}
	if len(list) == 0 && !ByCoral(r.way) {
		r.Fatalf("host %d has no reporter\n%s", host, r.list())
	}
	return list
}

// agent is the process by which the launcher starts the images of a host: their parent.
func (r *run) agent(host, image int) int {
	for line := range strings.Lines(about(r.image(host, image), "status")) {
		if pid, is := strings.CutPrefix(line, "PPid:"); is {
			var n int
			if _, err := fmt.Sscan(pid, &n); err == nil && n > 1 {
				return n
			}
		}
	}
	r.Fatalf("nobody has started image %d", image)
	return 0
}

// launcher is the process that the user sees.
func (r *run) launcher() int {
	if ByCoral(r.way) {
		return r.cmd.Process.Pid // each of the commands in between has become the next
	}
	for _, pid := range r.On(1) {
		if words := strings.Split(about(pid, "cmdline"),
			"\x00"); strings.HasPrefix(filepath.Base(words[0]), "mpi") ||
			filepath.Base(words[0]) == "prterun" { // what Open MPI 5's mpirun has become
			return pid
		}
	}
	r.Fatalf("there is no launcher\n%s", r.list())
	return 0
}

func (r *run) kill(pid int) { r.signal(pid, syscall.SIGKILL) }

func (r *run) signal(pid int, s syscall.Signal) {
	r.Helper()
	if err := syscall.Kill(pid, s); err != nil {
		r.Fatal(err)
	}
}

// buildFor builds a program anew for a way that needs that; common is what any other takes.
func buildFor(t *testing.T, way, common, name, text string) (program string) {
	t.Helper()
	env, options := Built(way)
	if options == nil || Missing(way) != nil {
		return common
	}
	return build(t, name, text, slices.Concat([]string{"env"}, env), options)
}

// build builds a program, for all that run it; with words in front of the command, and options. The
// name may have a suffix that is not .f90.
func build(t *testing.T, name, text string, with ...[]string) (program string) {
	t.Helper()
	command, err := filepath.Abs(*coral)
	if err == nil {
		_, err = os.Stat(command)
	}
	if err != nil {
		t.Fatalf("%v: make it by `make build`, or name another by -coral", err)
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, name), filepath.Join(dir, "program", name)
	if filepath.Ext(name) == "" {
		source += ".f90"
	}
	if err := os.Mkdir(filepath.Dir(program), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	words := []string{command, "build", "-o", program, source}
	if len(with) == 2 {
		words = slices.Concat(with[0], words, with[1])
	}
	if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// up is Up for one way, if it can be gone.
func up(t *testing.T, way string) *Hosts {
	t.Helper()
	if err := Missing(way); err != nil {
		t.Skip(err)
	}
	return Up(t)
}

// TestFailure: whatever is lost, a run on several hosts ends on all of them, says which host or
// image it was, and leaves nothing behind.
func TestFailure(t *testing.T) {
	program := build(t, "waiting", waiting)
	// What is said, by way; launchers that are killed say nothing.
	for _, c := range []struct {
		name string
		lose func(r *run)
		said map[string]string
	}{
		{"image", func(r *run) { r.kill(r.image(2, r.second())) },
			map[string]string{"openmpi": "process rank 1", "mpich": "RUNNING AT 10.77.0.2",
				"coral": "was killed by signal 9 (SIGKILL) on 10.77.0.2 [R0501]"}},
		// What passes on the images' reports is no image: without it the run goes on, and tells of
		// an image that dies as before.
		{"reporter", func(r *run) {
			for _, pid := range r.reporters(2) {
				r.kill(pid)
				r.await("a process stays", func() bool { return !slices.Contains(r.On(2), pid) })
			}
			r.kill(r.image(2, r.second()))
		},
			map[string]string{"openmpi": "process rank 1", "mpich": "RUNNING AT 10.77.0.2",
				"coral": "was killed by signal 9 (SIGKILL) on 10.77.0.2 [R0501]"}},
		{"network", func(r *run) { r.Cut(r, 2) },
			map[string]string{"openmpi": "on node 10.77.0.2", "mpich": "coral-2",
				"coral": "coral-2"}},
		{"suspended", func(r *run) {
			r.signal(r.image(2,
				r.second()+map[string]int{"openmpi": 3, "mpich": 3, "coral": 1}[kind(r.way)]),
				syscall.SIGSTOP)
		},
			map[string]string{"openmpi": "on host coral-2 has been suspended for 30s",
				"mpich": "on host coral-2 has been suspended for 30s",
				"coral": "image 4 on host coral-2 has been suspended for 30s"}},
		{"agent", func(r *run) { r.kill(r.agent(2, r.second())) },
			map[string]string{"openmpi": "on node 10.77.0.2",
				"mpich": "what has started the images on host coral-2 is gone",
				"coral": "host 10.77.0.2 is lost"}},
		{"launcher", func(r *run) { r.kill(r.launcher()) }, nil},
	} {
		for _, way := range turns.Of(t.Name()+c.name, AllWays...) {
			t.Run(c.name+"/"+way, func(t *testing.T) {
				t.Parallel()
				h := up(t, way)
				program := buildFor(t, way, program, "waiting", waiting)
				if c.name == "network" || c.name == "suspended" {
					h.Silence = 30 * time.Second
				}
				r := start(t, h, way, program)
				c.lose(r)
				r.await("the launcher stays", r.over)
				said := r.said()
				if r.cmd.ProcessState.Success() && !lostByPRTE(said) {
					t.Error("the exit code is 0")
				}
				if !strings.Contains(said, c.said[kind(way)]) && !lostByPRTE(said) &&
					!(kind(way) == "openmpi" && strings.Contains(said, "in Socket closed")) {
					t.Errorf("it does not say %q:\n%s", c.said[kind(way)], said)
				}
				r.await("processes stay", func() bool { return len(r.Processes()) == 0 })
				if files := slices.DeleteFunc(r.Files(), leftByOpenMPI); len(files) > 0 {
					t.Errorf("files stay: %v", files)
				}
			})
		}
	}
}

// lostByPRTE tells whether the launcher of Open MPI 5 has lost a daemon: it says where that was by
// the name that the host has itself, and ends with the exit code 0. Where images notice first, its
// library ends the run with "Socket closed", and names no image.
func lostByPRTE(said string) bool {
	return strings.Contains(said, "PRTE has lost communication with a remote daemon") &&
		strings.Contains(said, "on node coral-2")
}

// leftByOpenMPI tells whether a file is of those that Open MPI leaves behind. Daemons that are
// killed leave directories, which the next ones remove; processes of Open MPI 5 leave the memory
// that they share.
func leftByOpenMPI(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, "ompi.") || strings.HasPrefix(name, "prted.") ||
		strings.HasPrefix(name, "sm_segment.")
}

// second is the first image of the second host: Coral's own launcher divides the images in the
// order of the hosts, the others take turns.
func (r *run) second() int {
	if ByCoral(r.way) {
		return 3
	}
	return 2
}
