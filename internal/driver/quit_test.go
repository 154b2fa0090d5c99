package driver

import (
	"path/filepath"
	"testing"
)

// TestQuit: a command that SIGQUIT has ended, as it may in the moment before it has a group of its
// own, is started again.
func TestQuit(t *testing.T) {
	dir := t.TempDir()
	w := &work{dir: dir}
	mark := filepath.Join(dir, "mark")
	r, err := w.run(t.Context(), "sh", "-c", `[ -e "$0" ] && exec echo done; : >"$0"; kill -QUIT $$`, mark)
	if err != nil || string(r.stdout) != "done\n" {
		t.Errorf("%q, %v", r.stdout, err)
	}
	if _, err := w.run(t.Context(), "sh", "-c", "kill -QUIT $$"); !quit(err) {
		t.Errorf("a command that always ends so: %v", err)
	}
}
