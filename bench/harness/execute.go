// Package harness builds and runs the programs that a benchmark measures: Coral's, those of MPI
// libraries, on this machine and on the hosts of a test cluster. It knows nothing of what is
// measured.
package harness

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Command is a program with what it is run with.
type Command struct {
	Dir   string
	Env   []string
	Words []string
	Stdin *os.File // nil: none
	Limit time.Duration
}

// Usage is what a command took, its children included.
type Usage struct {
	Wall, Processor time.Duration
}

// Execute runs a command in a process group of its own, which is killed whole when ctx or the time
// is over, and gives what it wrote.
func Execute(ctx context.Context, c Command) ([]byte, Usage, error) {
	ctx, cancel := context.WithTimeout(ctx, c.Limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Words[0], c.Words[1:]...)
	cmd.Env = c.Env
	cmd.Dir = c.Dir
	if c.Stdin != nil {
		cmd.Stdin = c.Stdin
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	start := time.Now()
	err := cmd.Run()
	u := Usage{Wall: time.Since(start)}
	if cmd.ProcessState != nil {
		u.Processor = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		err = fmt.Errorf("not finished after %v", c.Limit)
	}
	if err != nil {
		err = fmt.Errorf("%w: %s", err, Tail(output.Bytes()))
	}
	return output.Bytes(), u, err
}

// Compile runs a compiler in dir, where it may leave module files.
func Compile(ctx context.Context, dir string, command []string) error {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = dir
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, Tail(output))
	}
	return nil
}

// Tail is the last part of an output, for an error message: behind the first line of it that tells
// of an error, which is the cause of what follows.
func Tail(output []byte) string {
	const most = 600
	text := strings.TrimSpace(string(output))
	if len(text) <= most {
		return text
	}
	kept := text[len(text)-most:]
	for line := range strings.Lines(text[:len(text)-most]) {
		if strings.Contains(strings.ToLower(line), "error: ") {
			return strings.TrimSpace(line) + "\n…" + kept
		}
	}
	return "…" + kept
}
