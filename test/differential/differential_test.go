package differential

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/differential/seeds"
)

var (
	seedFlags = seeds.Define(1, 12*time.Second, "../../bin/coral")
	keepFlag  = flag.String("keep", "", "with -seed: write the program here, too")
	optFlag   = flag.String("opt", "",
		"option of coral build, e.g. -O2 (default: -O0 and -O2 in turn)")
)

// TestDifferential runs random programs, with the other image mapped and not. A program that
// differs can be run again by its seed. The seeds begin at the same one in each run, so that a
// change is judged by what it changes; `make differential` looks for new faults.
func TestDifferential(t *testing.T) {
	seedFlags.Each(t, func(coral string, seed uint64) bool { return run(t, coral, seed) })
}

func run(t *testing.T, coral string, seed uint64) bool {
	dir := t.TempDir()
	source, program := filepath.Join(dir, "random.f90"), filepath.Join(dir, "random")
	if err := os.WriteFile(source, []byte(Generate(seed)), 0o666); err != nil {
		t.Fatal(err)
	}
	if *keepFlag != "" {
		if err := os.WriteFile(*keepFlag, []byte(Generate(seed)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	option := *optFlag
	if option == "" {
		option = []string{"-O0", "-O2"}[seed%2]
	}
	if out, err := command(coral, "build", option, "-o", program,
		source).CombinedOutput(); err != nil {
		t.Errorf("seed %d: coral build %s: %v\n%s\nagain: go test ./test/differential -seed %d",
			seed, option, err, out, seed)
		return false
	}
	for _, unmapped := range []string{"0", "1"} {
		c := command(program)
		c.Env = append(os.Environ(), "CORAL_NUM_IMAGES=2", "CORAL_SMP_UNMAPPED="+unmapped)
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "PASS") {
			t.Errorf(
				"seed %d, %s, unmapped %s: %v\n%s\nagain: go test ./test/differential -seed %d",
				seed, option, unmapped, err, out, seed)
			return false
		}
	}
	return true
}

// command is one with a time limit.
func command(name string, args ...string) *exec.Cmd {
	return seeds.Command(2*time.Minute, name, args...)
}

// TestSameSeed: a failure that cannot be repeated is of no use.
func TestSameSeed(t *testing.T) {
	if first, again := Generate(42), Generate(42); first != again {
		t.Error("the same seed gives different programs")
	}
	if Generate(42) == Generate(43) {
		t.Error("different seeds give the same program")
	}
}
