package hosts

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMissingProgram: `coral run` ends at once where a host has no such program, which Hydra says,
// and does nothing about; and with it Hydra's daemon on a host that comes late, for which nobody
// waits any more.
func TestMissingProgram(t *testing.T) {
	program := build(t, "start", "print '(a,i0)', 'READY', num_images()\nsync all\nend\n")
	h := up(t, "mpich")
	command, err := filepath.Abs(*coral)
	if err != nil {
		t.Fatal(err)
	}
	launcher := filepath.Join(t.TempDir(), "mpiexec")
	shell := filepath.Join(t.TempDir(), "rsh")
	for name, text := range map[string]string{
		launcher: fmt.Sprintf("exec mpiexec.mpich -launcher-exec '%s' -iface eth0 \"$@\"\n", shell),
		shell: "case \"$LATE $*\" in yes*10.77.0.3*) sleep 1 ;; esac\n" +
			fmt.Sprintf("exec /run/%s-cluster/rsh \"$@\"\n", h.name),
	} {
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	hide := hidden + "hide '" + program + "'"
	refused := "coral: error: host coral-2 could not start the program: " + program +
		" (Permission denied): put it on all hosts, under the same name [R0506]"
	for _, c := range []struct{ own, late, said string }{
		{"", "no", "READY6"},
		{hide, "no", refused},
		{hide, "yes", refused},
	} {
		h.Own(t, 2, c.own)
		r := begin(t, h, "mpich",
			slices.Concat([]string{"env", "LATE=" + c.late, "CORAL_MPIRUN=" + launcher,
				"UCX_TLS=tcp,self"}, h.words(),
				[]string{"on", "1", command, "run", "--conduit", "mpi", "-n", "6", "--hosts",
					"10.77.0.1,10.77.0.2,10.77.0.3", program}))
		r.await("it does not end", r.over)
		if said := r.said(); r.cmd.ProcessState.Success() != (c.own == "") ||
			!strings.Contains(said, c.said) || strings.Count(said, "coral: error: ") > 1 {
			t.Errorf("%v, want %q in:\n%s", r.cmd.ProcessState, c.said, said)
		}
		r.await("processes stay", func() bool { return len(r.Processes()) == 0 })
	}
}
