//go:build cgo

package net

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/native"
	"github.com/coral-pgas/coral/internal/config"
)

func TestMethodOfMemory(t *testing.T) {
	none, windows, all := &adapter.Library{Name: "none"},
		&adapter.Library{Name: "windows", Direct: true,
			Chunks: true}, &adapter.Library{Name: "all", Direct: true, Chunks: true, Atomics: true}
	slots := &adapter.Library{Name: "slots", Direct: true, SlotKnown: true}
	tests := []struct {
		value string
		lib   *adapter.Library
		want  method
		err   string
	}{
		{"", none, messages, ""}, {"", windows, messages, ""}, {"", all, wholeSlot, ""}, {"auto",
			all, wholeSlot, ""},
		{"messages", all, messages, ""}, {"messages", none, messages, ""},
		{"rs", windows, wholeSlot, ""}, {"RA", windows, allocated, ""}, {"ca", all, each, ""},
		{"ra", none, messages,
			"CORAL_MEMORY=ra: none reaches other images' memory by messages alone: leave the " +
				"setting out [R0518]"},
		{"", slots, wholeSlot, ""}, {"rs", slots, wholeSlot, ""},
		{"ca", slots, messages, "CORAL_MEMORY=ca: slots reaches only what it has allocated, all " +
			"images together: leave the setting out, or set it to rs or messages [R0518]"},
		{"rdma", all, messages, `CORAL_MEMORY="rdma": expected one of auto, messages, rs, ra, ca`},
	}
	for _, test := range tests {
		t.Setenv(config.Memory.Name, test.value)
		m, err := methodOf(test.lib)
		if m != test.want || (err == nil) != (test.err == "") || err != nil &&
			err.Error() != test.err {
			t.Errorf("%q of %s: %v, %v", test.value, test.lib.Name, m, err)
		}
	}
}

func TestSameMemory(t *testing.T) {
	all := []handshake{{memory: uint8(allocated)}, {memory: uint8(allocated)},
		{memory: uint8(messages)}}
	copy(all[0].host[:], "a")
	copy(all[2].host[:], "b")
	if err := sameMemory(all[:2]); err != nil {
		t.Error(err)
	}
	if err := sameMemory(all); err == nil ||
		!strings.HasPrefix(err.Error(),
			"image 3 on host b has CORAL_MEMORY=messages, but image 1 on host a has ra: ") ||
		!strings.HasSuffix(err.Error(), "[R0517]") {
		t.Error(err)
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
