package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

// TestWaits has programs whose images wait: for each other, which ends the run, or for something
// that comes.
func TestWaits(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	source, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	s.expect(s.run("coral", "build", "-o", "waits", filepath.Join(source, "waits.f90")), 0, "", "")
	s.expect(s.run("coral", "build", "-fopenmp", "-o", "threads",
		filepath.Join(source, "threads.f90")), 0, "", "")
	for _, test := range []struct {
		mode, stderr string
		code         int
	}{
		{"partner", "image 1: waiting in SYNC IMAGES for image 2 at", 1},
		{"event", "images 1-3: waiting in EVENT WAIT at", 1},
		{"stopped", "images 2-3: waiting in LOCK, held by image 1 at", 1},
		{"crossed", "image 2: waiting in LOCK, held by image 1 at", 1},
		{"some", "images 2-3: waiting in CO_SUM at", 1},
		{"runtime", "image 2 ended with exit code 2: the run ends [R0502]", 2},
		{"compute", "", 0}, {"read", "", 0}, {"sleep", "", 0}, {"csleep", "", 0},
		{"threads", "", 0},
	} {
		for _, unmapped := range turns.Of(test.mode, "0", "1") {
			t.Run(test.mode+"/unmapped="+unmapped, func(t *testing.T) {
				t.Parallel()
				program := "./waits"
				if test.mode == "threads" {
					program = "./threads"
				}
				cmd := s.command(filepath.Join(s.dir, program), test.mode)
				cmd.Env = append(cmd.Env, "CORAL_NUM_IMAGES=3", "CORAL_DEADLOCK=1",
					"CORAL_SMP_UNMAPPED="+unmapped)
				if test.mode == "read" {
					in, out, err := os.Pipe()
					if err != nil {
						t.Fatal(err)
					}
					defer in.Close()
					cmd.Stdin = in
					time.AfterFunc(3*time.Second, func() {
						out.WriteString("word\n")
						out.Close()
					})
				}
				got := s.finish(cmd)
				if got.code != test.code || !strings.Contains(got.stderr, test.stderr) ||
					test.code == 0 && got.stderr != "" {
					t.Errorf("exit code %d, want %d\n%s%s", got.code, test.code, got.stdout,
						got.stderr)
				}
				if test.code == 1 && !strings.Contains(got.stderr, "[R0509]") {
					t.Errorf("no deadlock\n%s", got.stderr)
				}
			})
		}
	}
}
