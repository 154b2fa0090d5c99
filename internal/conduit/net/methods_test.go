//go:build cgo

package net

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/native"
)

// TestAtomicOps: the operations have the numbers by which libraries know them.
func TestAtomicOps(t *testing.T) {
	for op, linked := range map[conduit.AtomicOp]int{
		conduit.AtomicLoad: adapter.AtomicLoad, conduit.AtomicStore: adapter.AtomicStore,
		conduit.AtomicAdd: adapter.AtomicAdd, conduit.AtomicAnd: adapter.AtomicAnd,
		conduit.AtomicOr: adapter.AtomicOr, conduit.AtomicXor: adapter.AtomicXor,
		conduit.AtomicCAS: adapter.AtomicCAS,
	} {
		if int(op) != linked {
			t.Errorf("the operation %d of the conduit is %d in coral_link.h", op, linked)
		}
	}
}

// refused runs two images under Open MPI with settings that cannot be, and gives what they say.
func refused(t *testing.T, settings ...string) string {
	t.Helper()
	t.Setenv("CORAL_CACHE", t.TempDir())
	library, err := mpi("mpicc.openmpi")(t.Context())
	if err != nil {
		t.Skip(err)
	}
	object, err := native.Build(t.Context(), library)
	if err != nil {
		t.Fatal(err)
	}
	exe, _ := os.Executable()
	c := exec.CommandContext(t.Context(), "mpirun.openmpi", "--allow-run-as-root",
		"--oversubscribe", "--mca", "oob_tcp_if_include", "lo", "--mca", "btl_tcp_if_include", "lo",
		"--mca", "btl", "tcp,self", "--mca", "pml", "ob1", "-n", "2", exe)
	c.Env = append(append(os.Environ(), objectVariable+"="+object), settings...)
	out, err := c.CombinedOutput()
	if err == nil {
		t.Error("the run has ended well")
	}
	return string(out)
}

// TestNoWindow: an MPI that makes no window is said to, with what to do.
func TestNoWindow(t *testing.T) {
	if out := refused(t, "OMPI_MCA_osc=sm", "CORAL_MEMORY=rs"); !strings.Contains(out,
		"CORAL_MEMORY=rs: the library can make no window on the images' memory: Open MPI") ||
		!strings.Contains(out, "[R0518]") {
		t.Error(out)
	}
}

// TestForgottenSetting: images that have not all been told the same do not begin.
func TestForgottenSetting(t *testing.T) {
	if out := refused(t, "CORAL_MEMORY=ca", forgetsVariable+"=1"); !strings.Contains(out,
		"has CORAL_MEMORY=messages, but image 1 on host") || !strings.Contains(out,
		"has ca: set it alike for all") || !strings.Contains(out, "[R0517]") {
		t.Error(out)
	}
}
