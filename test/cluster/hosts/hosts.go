// Package hosts gives tests the three hosts that the script of package cluster makes on one
// machine.
package hosts

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/conduit/net/native"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/test/cluster"
)

// Count is how many hosts there are, numbered from 1.
const Count = 3

// Hosts is a cluster of a test's own.
type Hosts struct {
	name, script string
	// after which a host is given up: long, since this machine may be busy with other things
	Silence time.Duration
	// how long images wait for those of other hosts at the start: long, too, since some libraries
	// take seconds of a processor for each image
	Connect time.Duration
}

var made atomic.Int32

// Up makes the hosts, and removes them with all that runs there when the test ends. Where none can
// be made it skips the test, and says why.
func Up(t testing.TB) *Hosts {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("no cluster of hosts: network namespaces are made by root alone")
	}
	for _, tool := range []string{"ip", "unshare"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no cluster of hosts: %v (Debian: iproute2, util-linux)", err)
		}
	}
	h := &Hosts{name: "test" + strconv.Itoa(os.Getpid()) + "-" + strconv.Itoa(int(made.Add(1))),
		script: filepath.Join(t.TempDir(), "cluster"), Silence: 10 * time.Minute,
		Connect: 4 * time.Minute}
	if err := os.WriteFile(h.script, cluster.Script, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = exec.Command(h.words()[0], append(h.words()[1:], "down")...).Run() })
	for _, words := range [][]string{{"up"}, {"on", "1", "true"}} {
		if out, err := h.command(words...).CombinedOutput(); err != nil {
			t.Skipf("no cluster of hosts: this system lets none be made: %v\n%s", err, out)
		}
	}
	return h
}

// words begin every command.
func (h *Hosts) words() []string {
	return []string{"env", "CLUSTER=" + h.name,
		config.HeartbeatTimeout.Name + "=" + h.Silence.String(),
		config.Connect.Name + "=" + h.Connect.String(), "sh", h.script}
}

func (h *Hosts) command(args ...string) *exec.Cmd {
	words := append(h.words(), args...)
	return exec.Command(words[0], words[1:]...)
}

// Ways are how images are started on the hosts: by the launchers of two MPIs, and by Coral's own
// with each library that needs no MPI and is in no program from its build. By TCP all of them.
var Ways = ways()

func ways() []string {
	list := []string{"openmpi", "mpich"}
	for _, p := range provider.All {
		if !p.ByMPI && !p.IsLinked() {
			list = append(list, p.Name)
		}
	}
	return list
}

// AllWays are Ways, and those of the libraries that are linked into programs: by the launchers of
// both MPIs, or by Coral's own. Programs are built for them with what Built says.
var AllWays = slices.Concat(Ways, linkedWays())

func linkedWays() (list []string) {
	for _, p := range provider.All {
		switch {
		case p.IsLinked() && p.ByMPI:
			list = append(list, "openmpi+"+p.Name, "mpich+"+p.Name)
		case p.IsLinked():
			list = append(list, p.Name)
		}
	}
	return list
}

// By is the provider of a way.
func By(way string) *provider.Provider {
	_, name, is := strings.Cut(way, "+")
	switch {
	case is:
		return provider.Named(name)
	case ByCoral(way):
		return provider.Named(way)
	}
	return provider.MPI
}

// Built are the environment and the options of `coral build` for this way; none: what any program
// has.
func Built(way string) (env, options []string) {
	p := By(way)
	if !p.IsLinked() {
		return nil, nil
	}
	if p.ByMPI {
		env = []string{config.MPICC.Name + "=mpicc." + kind(way)}
	}
	return env, []string{"--conduit", p.Name}
}

// ByCoral: in this way Coral's own launcher starts the images.
func ByCoral(way string) bool { return provider.Named(way) != nil }

// kind is the launcher of a way: openmpi, mpich or coral.
func kind(way string) string {
	if ByCoral(way) {
		return "coral"
	}
	launcher, _, _ := strings.Cut(way, "+")
	return launcher
}

// Missing is why a way cannot be gone here; nil: it can.
func Missing(way string) error {
	if launcher, name, is := strings.Cut(way, "+"); is {
		if err := Missing(launcher); err != nil {
			return err
		}
		return archiveMissing(provider.Named(name), "mpicc."+launcher)
	}
	if p := provider.Named(way); p != nil {
		if p.IsLinked() && !p.ByMPI {
			return archiveMissing(p)
		}
		compiler := "gcc"
		if p.ByMPI {
			compiler = "mpicc"
		}
		check := exec.Command(compiler, "-fsyntax-only", "-x", "c", "-")
		check.Stdin = strings.NewReader("#include <" + p.Header + ">\n")
		if check.Run() != nil {
			return fmt.Errorf("%s is not installed (%s)", p.Title, p.Source())
		}
		return nil
	}
	for _, tool := range []string{map[string]string{"openmpi": "mpirun.openmpi",
		"mpich": "mpiexec.mpich"}[way], "mpicc." + way} {
		if _, err := exec.LookPath(tool); err != nil {
			return errors.New(tool + " is not installed: sh scripts/tools.sh mpi")
		}
	}
	return nil
}

// archiveMissing is why `coral build` cannot link a provider's library into programs, as one that is
// built for another MPI; nil: it can.
func archiveMissing(p *provider.Provider, mpicc ...string) error {
	_, err := native.Words(context.Background(), p, mpicc...)
	return err
}

// Launcher is the command that starts images in that way; number of images, program and its
// arguments come behind.
func (h *Hosts) Launcher(way string) []string {
	if launcher, name, is := strings.Cut(way, "+"); is {
		return slices.Concat([]string{"env", config.Conduit.Name + "=" + name}, h.words(),
			[]string{launcher})
	}
	return append(h.words(), way)
}

// Processes are those that run on the hosts.
func (h *Hosts) Processes() (list []int) {
	for k := range Count {
		list = append(list, h.On(k+1)...)
	}
	return list
}

// On is the processes of one host.
func (h *Hosts) On(host int) (list []int) {
	// no host, no processes
	out, _ := exec.Command("ip", "netns", "pids", h.namespace(host)).Output()
	for field := range strings.FieldsSeq(string(out)) {
		if pid, err := strconv.Atoi(field); err == nil {
			list = append(list, pid)
		}
	}
	return list
}

func (h *Hosts) namespace(host int) string { return h.name + "-" + strconv.Itoa(host) }

// Cut takes a host's cable out.
func (h *Hosts) Cut(t testing.TB, host int) {
	t.Helper()
	if out, err := exec.Command("ip", "-n", h.name+"-switch", "link", "set", "host"+
		strconv.Itoa(host), "down").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// Slow makes the network slow: so many megabits a second leave a host. Where that cannot be done it
// skips the test, and says why.
func (h *Hosts) Slow(t testing.TB, megabits int) {
	t.Helper()
	for k := range Count {
		out, err := exec.Command("ip", "netns", "exec", h.namespace(k+1), "tc", "qdisc", "add",
			"dev", "eth0", "root", "tbf", "rate", strconv.Itoa(megabits)+"mbit", "burst", "64kb",
			"latency", "200ms").CombinedOutput()
		if err != nil {
			t.Skipf("no slow network: %v\n%s", err, out)
		}
	}
}

// Own gives a host what it alone has, or lacks: commands for sh, executed where only its mounts
// are; until the test ends.
func (h *Hosts) Own(t testing.TB, host int, commands string) {
	t.Helper()
	file := filepath.Join("/run", h.name+"-cluster", strconv.Itoa(host), "own")
	if err := os.WriteFile(file, []byte(commands), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(file) })
}

// Files are what lies in the hosts' shared memory and directories of temporary files.
func (h *Hosts) Files() (names []string) {
	for _, dir := range []string{"shm", "tmp"} {
		found, _ := filepath.Glob(filepath.Join("/run", h.name+"-cluster", "*", dir, "*"))
		hidden, _ := filepath.Glob(filepath.Join("/run", h.name+"-cluster", "*", dir, ".*"))
		names = append(append(names, found...), hidden...)
	}
	return names
}
