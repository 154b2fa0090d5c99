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
)

// work is the private directory of one build, and how commands are run in it.
type work struct {
	dir     string
	verbose io.Writer // where commands are shown; nil: nowhere
	mu      sync.Mutex
}

func newWork(verbose io.Writer) (*work, error) {
	dir, err := os.MkdirTemp("", "coral-") // permissions 0700
	if err != nil {
		return nil, failure(CodeWrite, "no directory for generated files can be made: %w", err).help("set TMPDIR to a directory where you may write")
	}
	return &work{dir: dir, verbose: verbose}, nil
}

func (w *work) remove() { os.RemoveAll(w.dir) }

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

// run runs a command in the user's own directory, so that file names in its messages and debug information are the
// user's. It is killed, with the processes it has started, when the context ends. Several may run at once.
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
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return result{stdout.Bytes(), stderr.Bytes()}, err
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
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+@%") != "" {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
