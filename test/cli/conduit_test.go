package cli

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/test/cluster/hosts"
)

// TestConduitSettings: settings and options that do not fit together, or name nothing, are errors
// which say so; a setting acts like the option that says the same.
func TestConduitSettings(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("one.f90", "print '(a)', 'ran'\nend\n")
	s.expect(s.run("coral", "build", "-o", "one", "one.f90"), 0, "", "")
	const both = "images that CORAL_HOSTS starts cannot reach each other by MPI (CORAL_CONDUIT=mpi)"
	const without = "--with armci: this command does not use ARMCI [C0303]\n" +
		"coral: note: choose it: --conduit armci"
	for _, c := range []struct {
		env, words []string
		code       int
		stderr     string
	}{
		{[]string{"CORAL_CONDUIT=mpi", "CORAL_HOSTS=a,b"}, []string{"./one"}, 127, both},
		{[]string{"CORAL_CONDUIT=smp", "CORAL_HOSTS=a,b"}, []string{"./one"}, 127,
			"CORAL_HOSTS is for runs on several machines, the conduit smp for one machine [R0507]"},
		{[]string{"CORAL_CONDUIT=mpi", "CORAL_HOSTS=a,b"}, []string{"coral", "run", "one"}, 1,
			both},
		{[]string{"CORAL_HOSTS=a,b"}, []string{"coral", "run", "--conduit", "mpi", "one"}, 1, both},
		{[]string{"CORAL_CONDUIT=smp"}, []string{"coral", "run", "--hosts", "a,b", "one"}, 1,
			"--hosts: the conduit smp (CORAL_CONDUIT) is for one machine"},
		{[]string{"CORAL_CONDUIT=mpi", "CORAL_MPIRUN=nothing/there"},
			[]string{"coral", "run", "one"}, 1, "nothing/there"},
		{nil, []string{"coral", "run", "-conduit", "libfabric", "one"}, 2,
			"--conduit libfabric: expected one of auto, smp, " +
				strings.Join(provider.Names(), ", ") + "; did you mean ofi?"},
		{nil, []string{"coral", "run", "--condiut", "ofi", "one"}, 2,
			"unknown option --condiut; did you mean --conduit?"},
		{[]string{"CORAL_CONDUIT=upx"}, []string{"./one"}, 127, "did you mean ucx? [R0507]"},
		{[]string{"CORAL_CONDUIT=armci"}, []string{"./one"}, 127,
			"build it by `coral build --conduit armci` [R0520]"},
		{nil, []string{"coral", "run", "--conduit"}, 2,
			"expected --conduit NAME, where NAME is auto, smp, mpi, ucx"},
		{nil, []string{"coral", "run", "--conduit", "one.f90"}, 2,
			"--conduit one.f90: a file is no conduit: expected one of auto, smp, " +
				strings.Join(provider.Names(), ", ") + " [C0303]\ncoral: note: the files come " +
				"after the conduit's name: coral run --conduit auto one.f90\n"},
		{nil, []string{"coral", "run", "--conduit", "one"}, 2, "one: a file is no conduit"},
		{nil, []string{"coral", "build", "--conduit", "one.f90"}, 2,
			"a file is no conduit: expected one of armci, gasnet, gasnet-mpi [C0303]\n" +
				"coral: note: the files come after the conduit's name: " +
				"coral build --conduit armci one.f90"},
		{nil, []string{"coral", "fc", "--conduit", "one.f90"}, 2,
			"coral fc --conduit armci one.f90"},
		{nil, []string{"coral", "build", "--conduit"}, 2,
			"expected --conduit NAME, where NAME is armci, gasnet or gasnet-mpi"},
		{nil, []string{"coral", "build", "--conduit", "gasnet", "--with", "gasnet=/nowhere",
			"one.f90"}, 1, "--with gasnet=/nowhere names no directory where GASNet-EX"},
		{nil, []string{"coral", "build", "--with", "armci=/x", "one.f90"}, 2, without},
		{nil, []string{"coral", "fc", "--with", "armci=/x", "one.f90"}, 2, without},
		{nil, []string{"coral", "run", "--with", "armci=/x", "one.f90"}, 2, without},
		{nil, []string{"coral", "build", "--with", "ucx=/x", "one.f90"}, 2,
			"name the directory then: CORAL_UCX=DIR"},
		{nil, []string{"coral", "conduit", "build", "mpich"}, 2, "did you mean mpi?"},
		{[]string{"CORAL_OFI=" + filepath.Join(s.dir, "empty")},
			[]string{"coral", "conduit", "build", "ofi"}, 1, "CORAL_OFI=" +
				filepath.Join(s.dir, "empty") + " names no directory where OFI (libfabric) is " +
				"installed: there is no " + filepath.Join(s.dir, "empty", "lib", "libfabric.so")},
	} {
		again := *s
		again.env = append(slices.Clone(s.env), c.env...)
		s.expect(again.run(c.words[0], c.words[1:]...), c.code, "", c.stderr)
	}
}

// TestLinkedProvider: a provider that is an archive is in a program that was built for it, and in
// no other; a program that has it runs without it, too.
func TestLinkedProvider(t *testing.T) {
	t.Parallel()
	eachLauncher(t, func(t *testing.T, s *shell) {
		if err := hosts.Missing(provider.ARMCI.Name); err != nil {
			t.Skip(err)
		}
		s.write("ring.f90", ring)
		s.expect(s.run("coral", "build", "--conduit", "armci", "-o", "ring", "ring.f90"), 0, "", "")
		verbose := *s
		verbose.env = append(slices.Clone(s.env), "CORAL_VERBOSE=1")
		s.expect(verbose.run("coral", "run", "--conduit", "armci", "-n", "3", "ring"), 0, "3",
			"images reach each other by ARMCI over ")
		s.expect(s.run("coral", "info", "ring"), 0, ", linked with ARMCI (--conduit armci)", "")
		s.expect(s.run("coral", "run", "-n", "3", "ring"), 0, "3", "")
		s.expect(s.run("coral", "run", "--conduit", "mpi", "-n", "3", "ring"), 0, "3", "")
		s.expect(s.run("coral", "fc", "--conduit", "armci", "-o", "ring", "ring.f90"), 0, "", "")
		s.expect(s.run("coral", "run", "--conduit", "armci", "-n", "3", "ring"), 0, "3", "")
		s.underAnotherMPI("ring")
		s.expect(s.run("coral", "build", "-o", "without", "ring.f90"), 0, "", "")
		s.expect(s.run("coral", "run", "--conduit", "armci", "-n", "3", "without"), 127, "",
			"error: conduit armci: ARMCI is not linked into this program: build it by `coral "+
				"build --conduit armci` [R0520]")
		empty := filepath.Join(s.dir, "empty")
		s.expect(s.run("coral", "build", "--conduit", "armci", "--with", "armci="+empty,
			"ring.f90"), 1, "",
			"--with armci="+empty+" names no directory where ARMCI is installed")
		s.expect(s.run("coral", "build", "--conduit", "mpi", "ring.f90"), 2, "",
			"programs are bound to MPI when they start")
		s.expect(s.run("coral", "build", "--with", "armci", "ring.f90"), 2, "",
			"--with armci: expected NAME=DIR")
	})
}

// TestGASNet: programs with GASNet-EX in them run, end with their codes, and say what they have.
// CORAL_GASNET names it where pkg-config does not know it.
func TestGASNet(t *testing.T) {
	t.Parallel()
	eachLauncher(t, func(t *testing.T, s *shell) {
		built := s.run("coral", "conduit", "build", provider.GASNet.Name)
		if strings.Contains(built.stderr, "not installed") {
			t.Skip(built.stderr)
		}
		s.expect(built, 0, "/link-gasnet-", "")
		s.env = append(s.env, "CORAL_VERBOSE=1")
		s.write("ring.f90", ring)
		s.expect(s.run("coral", "build", "--conduit", "gasnet", "-o", "ring", "ring.f90"), 0, "",
			"")
		for range 3 { // GASNet's own processes end in any order
			s.expect(s.run("coral", "run", "--conduit", "gasnet", "-n", "3", "ring"), 0, "3",
				"images reach each other by GASNet-EX")
		}
		s.expect(s.run("coral", "info", "ring"), 0, ", linked with GASNet-EX (--conduit gasnet)",
			"")
		s.write("stops.f90", "sync all\nif (this_image() == 2) error stop 7\nsync all\nend\n")
		s.expect(s.run("coral", "run", "--conduit", "gasnet", "-n", "3", "stops.f90"), 7, "",
			"ERROR STOP")
	})
}

// underAnotherMPI starts a program that has ARMCI in it by the launcher of the MPI with which it
// was not built.
func (s *shell) underAnotherMPI(program string) {
	s.t.Helper()
	another := "mpirun.openmpi"
	if slices.Contains(s.env, "CORAL_MPIRUN="+another) {
		another = "mpiexec.mpich"
	}
	if _, err := exec.LookPath(another); err != nil {
		return
	}
	other := *s
	other.env = append(slices.Clone(s.env), "CORAL_MPIRUN="+another)
	got := other.run("coral", "run", "--conduit", "armci", "-n", "2", program)
	if want := "or build it again with CORAL_MPICC="; got.code == 0 ||
		!strings.Contains(got.stderr, want) {
		s.t.Errorf("exit code %d; expected %q in\n%s", got.code, want, got.stderr)
	}
}
