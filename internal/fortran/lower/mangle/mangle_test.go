package mangle

import "testing"

// TestNamesOfViews: a coarray whose name is that of an entity of coral_rt, or of one that generated
// code declares, has a view of another name.
func TestNamesOfViews(t *testing.T) {
	for _, name := range []string{"result", "errmsg", "step", "shift", "status", "critical",
		"critical_1", "source", "far_1", "check_shape", "stat_locked", "lib_kept"} {
		if view := View(name); view == "coral_"+name {
			t.Errorf("the view of %s is %s", name, view)
		}
	}
	if View("velocity") != "coral_velocity" {
		t.Error(View("velocity"))
	}
}
