package hosts

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMissingProgram: `coral run` ends at once where a host has no such program, which Hydra says, and does nothing about.
func TestMissingProgram(t *testing.T) {
	program := build(t, "start", "print '(a,i0)', 'READY', num_images()\nsync all\nend\n")
	h := up(t, "mpich")
	command, err := filepath.Abs(*coral)
	if err != nil {
		t.Fatal(err)
	}
	launcher := filepath.Join(t.TempDir(), "mpiexec")
	text := fmt.Sprintf("#!/bin/sh\nexec mpiexec.mpich -launcher-exec /run/%s-cluster/rsh -iface eth0 \"$@\"\n", h.name)
	if err := os.WriteFile(launcher, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ own, said string }{
		{"", "READY6"},
		{hidden + "hide '" + program + "'", "coral: error: host coral-2 could not start the program: " + program + " (Permission denied): put it on all hosts, under the same name [R0506]"},
	} {
		h.Own(t, 2, c.own)
		r := begin(t, h, "mpich", slices.Concat([]string{"env", "CORAL_MPIRUN=" + launcher, "CORAL_CONNECT=10m", "UCX_TLS=tcp,self"}, h.words(),
			[]string{"on", "1", command, "run", "--conduit", "mpi", "-n", "6", "--hosts", "10.77.0.1,10.77.0.2,10.77.0.3", program}))
		r.await("it does not end", r.over)
		if said := r.said(); r.cmd.ProcessState.Success() != (c.own == "") || !strings.Contains(said, c.said) || strings.Count(said, "coral: error: ") > 1 {
			t.Errorf("%v, want %q in:\n%s", r.cmd.ProcessState, c.said, said)
		}
		r.await("processes stay", func() bool { return len(r.Processes()) == 0 })
	}
}
