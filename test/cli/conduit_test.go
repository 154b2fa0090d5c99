package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/provider"
)

// TestConduitSettings: settings and options that do not fit together, or name nothing, are errors
// which say so; a setting acts like the option that says the same.
func TestConduitSettings(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("one.f90", "print '(a)', 'ran'\nend\n")
	s.expect(s.run("coral", "build", "-o", "one", "one.f90"), 0, "", "")
	const both = "images that CORAL_HOSTS starts cannot reach each other by MPI (CORAL_CONDUIT=mpi)"
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
