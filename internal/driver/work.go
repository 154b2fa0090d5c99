package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/coral-pgas/coral/internal/private"
)

// work is the private directory of one build, and how commands are run in it.
type work struct {
	dir     string
	private *private.Dir
	verbose io.Writer // where commands are shown; nil: nowhere
	mu      sync.Mutex
}

func newWork(verbose io.Writer) (*work, error) {
	d, err := private.Make("", "coral-")
	if err == nil {
		err = os.Mkdir(filepath.Join(d.Path, temporary), 0o700)
	}
	if err != nil {
		return nil, failure(CodeWrite, "no directory for generated files can be made: %w",
			err).help("set TMPDIR to a directory where you may write")
	}
	return &work{dir: d.Path, private: d, verbose: verbose}, nil
}

// temporary is where in the directory compilers have their temporary files: what one leaves that
// was killed goes with it.
const temporary = "tmp"

func (w *work) remove() { w.private.Remove() }

// path makes a name in the directory, with the parent directories there.
func (w *work) path(elements ...string) (string, error) {
	path := filepath.Join(append([]string{w.dir}, elements...)...)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", failure(CodeWrite, "%w", err)
	}
	return path, nil
}

// note says what happens beside the commands, where these are shown.
func (w *work) note(format string, args ...any) {
	if w.verbose == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	fmt.Fprintf(w.verbose, "coral: note: "+format+"\n", args...)
}

// result is what a command printed.
type result struct {
	stdout, stderr []byte
}

// compilerGrace is how long an interrupted compiler has to remove its files and end.
const compilerGrace = time.Second

// run runs a command in the user's own directory, so that file names in its messages and debug
// information are the user's. When the context ends it is interrupted, with the processes it has
// started, and killed if it has not ended after some time. Several may run at once.
func (w *work) run(ctx context.Context, name string, args ...string) (result, error) {
	return w.runIn(ctx, "", name, args...)
}

// runIn is run with another working directory; "" is the user's.
func (w *work) runIn(ctx context.Context, dir, name string, args ...string) (result, error) {
	if w.verbose != nil {
		w.mu.Lock()
		fmt.Fprintln(w.verbose, shellLine(append([]string{name}, args...)))
		w.mu.Unlock()
	}
	for range forks - 1 {
		if r, err := w.attempt(ctx, dir, name, args); !endedBy(err, syscall.SIGQUIT) {
			return r, err
		}
	}
	return w.attempt(ctx, dir, name, args)
}

// forks is how often a command is started that Ctrl-\ ends. A new process belongs to the terminal's
// foreground group, and has no handler, until it has made a group of its own; Coral itself goes on
// after Ctrl-\, and so must the command.
const forks = 3

// endedBy tells whether a command was ended by a signal.
func endedBy(err error, s syscall.Signal) bool {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return false
	}
	status, is := exit.Sys().(syscall.WaitStatus)
	return is && status.Signaled() && status.Signal() == s
}

// noticed is the context's error if a command was ended by the Ctrl-C that ends Coral's own work.
// The terminal's signal may end a command in Coral's group before Coral itself has noticed it.
func noticed(ctx context.Context, err error) error {
	if !endedBy(err, syscall.SIGINT) {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(compilerGrace):
		return err
	}
}

// attempt runs a command once.
func (w *work) attempt(ctx context.Context, dir, name string, args []string) (result, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "TMPDIR="+filepath.Join(w.dir, temporary))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	group := func(s syscall.Signal) error { return syscall.Kill(-cmd.Process.Pid, s) }
	var killer *time.Timer
	cmd.Cancel = func() error {
		killer = time.AfterFunc(compilerGrace, func() { _ = group(syscall.SIGKILL) })
		return group(syscall.SIGINT)
	}
	cmd.WaitDelay = compilerGrace + time.Second
	err := noticed(ctx, cmd.Run())
	if ctx.Err() != nil {
		if killer != nil {
			killer.Stop()
			_ = group(syscall.SIGKILL) // what the interrupted compiler has left behind
		}
		err = ctx.Err()
	}
	return result{stdout.Bytes(), stderr.Bytes()}, err
}

// runAs runs a compiler as if it had been called itself, and gives its exit code: its output goes
// where Coral's goes.
func runAs(ctx context.Context, path string, words []string, stdout, stderr io.Writer) (int,
	error) {
	cmd := exec.CommandContext(ctx, path, words...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, stdout, stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return max(exit.ExitCode(), 1), nil
	}
	if err != nil {
		return 1, failure(CodeCompile, "%s could not be run: %w", path, err)
	}
	return 0, nil
}

// isExit tells whether err means that the command itself ran and said no.
func isExit(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.Exited()
}

// shellLine writes a command so that a shell would take it back.
func shellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if word == "" ||
			strings.Trim(word,
				"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+@%") != "" {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
