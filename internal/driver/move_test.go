package driver

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestMoveKeepsDevices: `-o /dev/null` must not put a file in the place of the device.
func TestMoveKeepsDevices(t *testing.T) {
	dir := t.TempDir()
	from, pipe := filepath.Join(dir, "program"), filepath.Join(dir, "pipe")
	if err := os.WriteFile(from, []byte("executable"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string, 1)
	go func() {
		text, _ := os.ReadFile(pipe)
		read <- string(text)
	}()
	if err := move(from, pipe); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "executable" {
		t.Errorf("the pipe has got %q", got)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe has been replaced: %v %v", info, err)
	}
}
