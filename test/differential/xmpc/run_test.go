package xmpc

import (
	"flag"
	"fmt"
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
	keepFlag  = flag.String("keep", "", "write the programs that fail to this folder")
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
	p, program := Generate(seed), filepath.Join(dir, "random")
	option := []string{"-O0", "-O2", "-O2 -check"}[seed%3]
	args := append([]string{"build", "-w", "-std=gnu17", "-o", program}, strings.Fields(option)...)
	for i, text := range p.Files {
		source := filepath.Join(dir, fmt.Sprintf("random%d.c", i))
		if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, source)
	}
	out, err := seeds.Compiler(90, coral, args...).CombinedOutput()
	if err == nil {
		for _, unmapped := range []string{"0", "1"} {
			c := command(program)
			c.Env = append(os.Environ(), fmt.Sprintf("CORAL_NUM_IMAGES=%d", p.Images),
				"CORAL_SMP_UNMAPPED="+unmapped)
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
		for i, text := range p.Files {
			name := filepath.Join(*keepFlag, fmt.Sprintf("%d_%d.c", seed, i))
			os.WriteFile(name, []byte(text), 0o666)
		}
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
