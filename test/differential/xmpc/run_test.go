package xmpc

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
	seedFlags = seeds.Define(1, 6*time.Second, "../../../bin/coral")
	keepFlag  = flag.String("keep", "", "write the programs that fail here")
	goOnFlag  = flag.Bool("go-on", false, "go on after a failure")
)

// TestXMPC runs random programs with the other images mapped and not.
func TestXMPC(t *testing.T) {
	seedFlags.Each(t, func(coral string, seed uint64) bool {
		return try(t, coral, seed) ||
			*goOnFlag
	})
}

func try(t *testing.T, coral string, seed uint64) bool {
	dir := t.TempDir()
	source, program := filepath.Join(dir, "random.c"), filepath.Join(dir, "random")
	text := []byte(Generate(seed))
	if err := os.WriteFile(source, text, 0o666); err != nil {
		t.Fatal(err)
	}
	option := []string{"-O0", "-O2"}[seed%2]
	out, err := command(coral, "build", option, "-w", "-o", program, source).CombinedOutput()
	if err == nil {
		for _, unmapped := range []string{"0", "1"} {
			c := command(program)
			c.Env = append(os.Environ(), "CORAL_NUM_IMAGES=3", "CORAL_SMP_UNMAPPED="+unmapped)
			out, err = c.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "PASS") {
				out = append([]byte("unmapped "+unmapped+": "), out...)
				break
			}
		}
	}
	if err == nil && strings.Contains(string(out), "PASS") {
		return true
	}
	t.Errorf("seed %d, %s: %v\n%s\nagain: go test ./test/differential/xmpc -seed %d", seed, option,
		err, out, seed)
	if *keepFlag != "" {
		os.WriteFile(*keepFlag, text, 0o666)
	}
	return false
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
}
