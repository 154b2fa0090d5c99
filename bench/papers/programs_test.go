package papers

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var coralFlag = flag.String("coral", "../../bin/coral", "the coral command")

// TestNASPrograms builds NAS MG and SP without optimization and runs class S, which verifies
// itself. SP takes any number of images: three have slabs of different numbers of planes, and
// eight have halos that reach over more than one neighbour.
func TestNASPrograms(t *testing.T) {
	coral, err := filepath.Abs(*coralFlag)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(coral); err != nil {
		t.Fatalf("%v: make it by `make build`, or name another by -coral", err)
	}
	for program, images := range map[string][]int{"mg": {2}, "sp": {1, 2, 3, 4, 8}} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			executable := filepath.Join(t.TempDir(), program)
			command := []string{"build", "-O0", "-o", executable}
			for _, file := range []string{program + "_grid.f90", program + "_coarray.f90",
				program + ".f90"} {
				path, err := filepath.Abs(filepath.Join("programs", file))
				if err != nil {
					t.Fatal(err)
				}
				command = append(command, path)
			}
			c := exec.Command(coral, command...)
			c.Dir = t.TempDir() // for module files
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("coral %s: %v\n%s", strings.Join(command, " "), err, out)
			}
			for _, n := range images {
				for _, unmapped := range []string{"0", "1"} {
					runNASProgram(t, executable, n, unmapped)
				}
			}
		})
	}
}

func runNASProgram(t *testing.T, executable string, images int, unmapped string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, executable, "S")
	c.Env = append(os.Environ(), fmt.Sprintf("CORAL_NUM_IMAGES=%d", images),
		"CORAL_SMP_UNMAPPED="+unmapped)
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "verified=1") {
		t.Errorf("%s S on %d images (unmapped=%s): %v\n%s", filepath.Base(executable), images,
			unmapped, err, out)
	}
}
