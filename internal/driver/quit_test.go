package driver

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestQuit: a command that SIGQUIT has ended, as it may in the moment before it has a group of its
// own, is started again.
func TestQuit(t *testing.T) {
	dir := t.TempDir()
	w := &work{dir: dir}
	mark := filepath.Join(dir, "mark")
	r, err := w.run(t.Context(), "sh", "-c",
		`[ -e "$0" ] && exec echo done; : >"$0"; kill -QUIT $$`, mark)
	if err != nil || string(r.stdout) != "done\n" {
		t.Errorf("%q, %v", r.stdout, err)
	}
	if _, err := w.run(t.Context(), "sh", "-c", "kill -QUIT $$"); !endedBy(err, syscall.SIGQUIT) {
		t.Errorf("a command that always ends so: %v", err)
	}
}

// TestInterrupt: a command that SIGINT has ended before Coral has noticed the signal counts as
// interrupted, not as one that could not be run.
func TestInterrupt(t *testing.T) {
	w := &work{dir: t.TempDir()}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := w.run(ctx, "sh", "-c", "kill -INT $$"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
