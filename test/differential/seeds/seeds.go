// Package seeds has the flags by which tests of random programs choose seeds, and goes through
// them.
package seeds

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Flags are those of a test.
type Flags struct {
	seed, first *uint64
	time        *time.Duration
	coral       *string
	// More asks for constructs that the short run of every test leaves out.
	More *bool
}

// Define defines the flags. first and duration are their defaults; coral is the command, as the
// test's folder sees it.
func Define(first uint64, duration time.Duration, coral string) Flags {
	return Flags{
		flag.Uint64("seed", 0, "run the program of this seed alone"),
		flag.Uint64("first", first, "the first seed; 0: of the clock"),
		flag.Duration("for", duration, "generate and run programs for so long"),
		flag.String("coral", coral, "the coral command"),
		flag.Bool("more", false, "programs of the whole grammar"),
	}
}

// Each runs the program of one seed, or of one seed after the other for the time given, at least
// one; it ends when run says that it is not to go on.
func (f Flags) Each(t *testing.T, run func(coral string, seed uint64) (goOn bool)) {
	coral, err := filepath.Abs(*f.coral)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(coral); err != nil {
		t.Fatalf("%v; `make build` makes it", err)
	}
	if *f.seed != 0 {
		run(coral, *f.seed)
		return
	}
	first := *f.first
	if first == 0 {
		first = uint64(time.Now().UnixNano() / 1e3)
	}
	end := time.Now().Add(*f.time)
	n := uint64(0)
	for ; n == 0 || time.Now().Before(end); n++ {
		if !run(coral, first+n) {
			break
		}
	}
	t.Logf("%d programs, seeds from %d on", n, first)
}

// Compiler is a command that may use so many seconds of a processor, however loaded the machine is:
// a compiler that spins is a failure too.
func Compiler(seconds int, name string, args ...string) *exec.Cmd {
	limited := []string{"-c", fmt.Sprintf("ulimit -t %d; exec \"$0\" \"$@\"", seconds), name}
	return Command(time.Hour, "sh", append(limited, args...)...)
}

// Command is a command with a time limit: a hang is a failure too.
func Command(limit time.Duration, name string, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	c := exec.CommandContext(ctx, name, args...)
	c.Cancel = func() error { cancel(); return c.Process.Kill() }
	return c
}
