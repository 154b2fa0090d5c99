package cli

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// loopback: MPI shall use no network of the machine's.
var loopback = []string{"OMPI_MCA_oob_tcp_if_include=lo", "OMPI_MCA_btl_tcp_if_include=lo", "HYDRA_IFACE=lo", "UCX_NET_DEVICES=lo"}

// eachLauncher runs a test with every launcher of MPI that is installed.
func eachLauncher(t *testing.T, test func(t *testing.T, s *shell)) {
	for _, launcher := range []string{"mpirun.openmpi", "mpiexec.mpich"} {
		t.Run(launcher, func(t *testing.T) {
			if _, err := exec.LookPath(launcher); err != nil {
				t.Skipf("%s is not installed: sh scripts/tools.sh mpi", launcher)
			}
			s := newShell(t)
			s.env = append(append(s.env, loopback...), "CORAL_MPIRUN="+launcher)
			test(t, s)
			if left, _ := filepath.Glob(filepath.Join(s.dir, ".coral-run-*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestRunByMPI(t *testing.T) {
	eachLauncher(t, func(t *testing.T, s *shell) {
		s.write("ring.f90", ring)
		s.expect(s.run("coral", "run", "--conduit", "mpi", "-n", "3", "ring.f90"), 0, "3", "")
		s.write("bad.f90", "sync all\nif (this_image() == num_images()) error stop 7\nsync all\nend\n")
		s.expect(s.run("coral", "run", "--conduit", "mpi", "-n", "3", "bad.f90"), 7, "", "ERROR STOP 7")
	})
}

// TestGoProgramByMPI: a program that imports coarray/cluster runs by the launcher, one that does not says what it lacks.
func TestGoProgramByMPI(t *testing.T) {
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "../../examples/go/cluster", "../../examples/go/sort").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	eachLauncher(t, func(t *testing.T, s *shell) {
		got := s.run("coral", "run", "--conduit", "mpi", "-n", "3", filepath.Join(bin, "cluster"))
		s.expect(got, 0, "pi is 3.14159265", "")
		for _, line := range []string{"image 1 of 3: left of me is image 3", "image 2 of 3: left of me is image 1", "image 3 of 3: left of me is image 2"} {
			s.expect(got, 0, line, "")
		}
		got = s.run("coral", "run", "--conduit", "mpi", "-n", "2", filepath.Join(bin, "sort"))
		if got.code == 0 || !strings.Contains(got.stderr, `import _ "github.com/coral-pgas/coral/coarray/cluster"`) {
			t.Errorf("%+v", got)
		}
	})
}

func TestRunByMPIMessages(t *testing.T) {
	s := newShell(t)
	s.write("one.f90", "end\n")
	s.write("cc", "#!/bin/sh\necho 'mpi.h: no such file' >&2\nexit 1\n")
	s.write("strange", "#!/bin/sh\necho 'Launcher of nobody 1.0'\n")
	s.write("mpirun", "#!/bin/sh\necho 'mpirun (Open MPI) 4.1.4'\n")
	here := func(name string) string { return filepath.Join(s.dir, name) }
	for _, c := range []struct{ env, want string }{
		{"CORAL_MPIRUN=" + here("nothing"), "no launcher of MPI is installed"},
		{"CORAL_MPIRUN=" + here("strange"), "does not know (Launcher of nobody 1.0)"},
		{"CORAL_MPICC=" + here("nothing"), "is not installed"},
		{"CORAL_MPICC=" + here("cc"), "mpi.h: no such file"},
	} {
		again := *s
		again.env = append(append([]string{}, s.env...), "CORAL_MPIRUN="+here("mpirun"), c.env)
		s.expect(again.run("coral", "run", "--conduit", "mpi", "-n", "2", "one.f90"), 1, "", c.want)
	}
	s.expect(s.run("coral", "run", "--conduit", "tcp", "one.f90"), 2, "", "expected one of auto, smp, mpi, ucx [C0303]")
	s.expect(s.run("coral", "run", "--conduit", "smp", "--hosts", "a,b", "one.f90"), 2, "", "for one machine")
	s.expect(s.run("coral", "conduit", "build"), 2, "", "takes one of mpi, ucx")
	s.expect(s.run("coral", "conduit"), 0, "smp", "")
}
