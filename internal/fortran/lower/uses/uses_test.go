package uses

import (
	"slices"
	"testing"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
)

// TestLines: each name stands in the USE statement of its module, once, in the order of first use.
func TestLines(t *testing.T) {
	l := Of(&resolve.Scope{Kind: resolve.MainScope})
	if !l.IsEmpty() {
		t.Error("a new list has something")
	}
	l.Runtime("coral_end", true)
	if l.Own() || l.IsParallel() || !l.HasRuntime() {
		t.Error("a program that ends needs other images")
	}
	l.Runtime("coral_put", false)
	if l.Own() || !l.IsParallel() {
		t.Error("what is for other files is not for the unit itself")
	}
	for _, name := range []string{"coral_get", "coral_put", "coral_caf_copy", "coral_xmp_bcast",
		"coral_any"} {
		l.Runtime(name, true)
	}
	if got := l.C("c_f_pointer", true); got != "coral_c_f_pointer" {
		t.Error(got)
	}
	l.Statement("use m, only: a")
	l.Statement("use m, only: a")
	want := []string{
		"use coral_rt, only: coral_end, coral_put, coral_get, coral_c_f_pointer => c_f_pointer",
		"use coral_rt_any, only: coral_any", "use coral_caf2, only: coral_caf_copy",
		"use coral_xmp, only: coral_xmp_bcast", "use m, only: a"}
	if got := l.Lines(false); !slices.Equal(got, want) || !l.Own() {
		t.Errorf("%q", got)
	}
}

// TestSubmodules: what is generic in the runtime, or from ISO_C_BINDING, has a name of its own in
// each submodule.
func TestSubmodules(t *testing.T) {
	l := Of(&resolve.Scope{Kind: resolve.SubmoduleScope, Name: "s"})
	names := []string{l.Runtime("coral_stop", true), l.C("c_loc", true)}
	want := []string{"use coral_rt, only: coral_stop_in_s => coral_stop, " +
		"coral_c_loc_in_s => c_loc"}
	if got := l.Lines(true); !slices.Equal(got, want) {
		t.Errorf("%q for %q", got, names)
	}
}
