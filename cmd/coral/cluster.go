//go:build linux && amd64

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/coral-pgas/coral/internal/conduit/net/native"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/driver"
	"github.com/coral-pgas/coral/internal/launch"
	"github.com/coral-pgas/coral/internal/mpirun"
	"github.com/coral-pgas/coral/internal/private"
	"github.com/coral-pgas/coral/internal/provider"
)

// Programs that are started by MPI's launcher, and what binds them to its library.

// byLauncher says whether images are to be started by a launcher that reaches other machines.
func byLauncher(r *driver.Request) bool {
	return provider.Named(r.Conduit) != nil || len(r.Hosts) > 0
}

// chooseConduit completes what the command line says about conduit and hosts by the settings that
// say the same. Where a launcher has started this command, as one of several processes, the program
// that it becomes looks at them itself.
func chooseConduit(r *driver.Request) error {
	if launch.UnderLauncher() {
		return nil
	}
	if r.Conduit == "" {
		conduit, err := config.Conduit.Choose()
		if err != nil {
			return &driver.Error{Code: launch.CodeSetting, Err: err}
		}
		if conduit != "auto" {
			r.Conduit = conduit
		}
	}
	list := config.Hosts.String()
	os.Unsetenv(config.Hosts.Name) // wayToStart sets it for a program that is its own launcher
	switch {
	case len(r.Hosts) > 0 && r.Conduit == "smp":
		return &driver.Error{Code: launch.CodeSetting, Err: fmt.Errorf("--hosts: the conduit smp "+
			"(%s) is for one machine", config.Conduit.Name)}
	case len(r.Hosts) > 0 || list == "":
		return nil
	}
	library, err := launch.Together(r.Conduit)
	if err == nil {
		r.Conduit = library.Name
		r.Hosts, err = launch.HostNames(list)
	}
	if err != nil {
		return &driver.Error{Code: launch.CodeSetting, Err: err}
	}
	return nil
}

// runByLauncher starts a program on some machines and gives its exit code. What is built for that
// lies in the working directory, which the machines have in common, until the end.
func runByLauncher(ctx context.Context, r *driver.Request) error {
	images := r.Images
	if images == 0 {
		images = launch.Cores() * max(1, len(r.Hosts))
	}
	way, err := wayToStart(ctx, r, images)
	if err != nil {
		return err
	}
	program, remove, err := executableOf(ctx, r)
	if err != nil {
		return err
	}
	defer remove()
	if err = checkProgramLinked(program, provider.Named(r.Conduit)); err != nil {
		fmt.Fprintln(os.Stderr, "coral: error:", err)
		return exitCode(exitNotStarted)
	}
	if r.Conduit != "" {
		os.Setenv(config.Conduit.Name, r.Conduit)
	}
	words := way.command(append([]string{program}, r.Program...))
	if r.Verbose {
		fmt.Fprintln(os.Stderr, strings.Join(words, " "))
	}
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Env = append(os.Environ(), way.env...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	grace, _ := config.Grace.Time()
	// the launcher ends the images
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = grace + time.Second
	// It ends them also when this command is killed. The kernel watches the thread that starts it,
	// which stays as long as the command does.
	runtime.LockOSThread()
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	signal.Ignore(syscall.SIGQUIT) // for the launcher: the terminal sends it to all
	refused := &refusals{way: way, launcher: c}
	if way.refused != nil {
		c.Stderr = refused
		launch.Adopt()
	}
	if err = c.Start(); err == nil {
		passQuestions(c.Process, way.question)
		err = c.Wait()
	}
	if refused.found {
		launch.EndChildren(time.Second)
		return exitCode(exitNotStarted)
	}
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		code := ended.ExitCode()
		if status, ok := ended.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			code = 128 + int(status.Signal())
		}
		return exitCode(code)
	}
	if err != nil {
		return &driver.Error{Code: driver.CodeLauncher, Err: err}
	}
	if refused.lost {
		fmt.Fprintf(os.Stderr, "coral: error: %s has lost a host, which it names above, and has "+
			"ended with 0: the run has failed [%s]\n", words[0], launch.CodeHost)
		return exitCode(1)
	}
	return nil
}

// checkProgramLinked refuses a program that lacks the communication library that is asked for, if
// that is one which is linked into programs. The program would refuse it by itself, but mpiexec of
// MPICH may lose the message: when several processes end before they have called the library,
// mpiexec writes to a process of its own that is gone, and SIGPIPE ends it. A program that Coral
// has not built may start one that it has, and is not judged.
func checkProgramLinked(program string, p *provider.Provider) error {
	if p == nil || !p.IsLinked() {
		return nil
	}
	text, err := os.ReadFile(program)
	if err != nil || versionOf(text, program) == "" || linkedIn(text) == p.Name {
		return nil // the launcher tells what it cannot start
	}
	return launch.Unlinked(p)
}

// exitNotStarted is a shell's code for a program that is not there.
const exitNotStarted = 127

// longestRefusal is that of a line which may be one: paths have up to 4 KiB.
const longestRefusal = 8 << 10

// refusals passes on what a launcher writes, until that says that a host could not start the
// program. Then it says so, and ends the run: the images on other hosts would wait for
// CORAL_CONNECT.
type refusals struct {
	way      way
	launcher *exec.Cmd
	line     []byte
	found    bool
	lost     bool // the launcher has said that a host is
}

func (r *refusals) Write(text []byte) (int, error) {
	n, err := os.Stderr.Write(text)
	r.line = append(r.line, text[:n]...)
	for {
		line, rest, whole := bytes.Cut(r.line, []byte{'\n'})
		if !whole {
			if len(r.line) > longestRefusal {
				r.line = nil
			}
			return n, err
		}
		r.line = rest
		r.lost = r.lost || r.way.lost(string(line))
		if text := r.way.refused(string(line)); text != "" && !r.found {
			r.found = true
			fmt.Fprint(os.Stderr, text)
			// It ends the images, unless agents have yet to come: then it may wait for ever.
			// Without it they end too.
			_ = r.launcher.Process.Signal(syscall.SIGTERM)
			grace, _ := config.Grace.Time()
			time.AfterFunc(max(grace, time.Second), func() { _ = r.launcher.Process.Kill() })
		}
	}
}

// passQuestions sends the launcher a signal, which it passes on to the images, where the user asks
// by Ctrl-\; 0: it knows by itself, or cannot be asked.
func passQuestions(launcher *os.Process, as syscall.Signal) {
	questions := make(chan os.Signal, 1)
	signal.Notify(questions, syscall.SIGQUIT)
	go func() {
		for range questions {
			if as != 0 {
				_ = launcher.Signal(as) // it may have ended
			}
		}
	}()
}

// way is how the images of a program are started.
type way struct {
	command  func(program []string) []string
	env      []string
	question syscall.Signal
	// what a line that the launcher writes means, if it means that images cannot be started; nil:
	// it needs no look
	refused func(line string) string
	lost    func(line string) bool // it says that a host is lost; nil where refused is
}

// refusedBy is for the launcher of an MPI and the hosts that it was given.
func refusedBy(launcher mpirun.Launcher, hosts []string) func(line string) string {
	return func(line string) string {
		if host, why, is := launcher.Refused(line); is {
			return fmt.Sprintf("coral: error: host %s could not start the program: %s: put it "+
				"on all hosts, under the same name [%s]\n", host, why, launch.CodeStart)
		}
		if host, why, is := mpirun.Unreached(line); is && slices.Contains(hosts, host) {
			return fmt.Sprintf("coral: error: host %s was not reached (%s): `ssh -o BatchMode=yes %s "+
				"true` must work [%s]\n", host, why, host, launch.CodeHost)
		}
		return ""
	}
}

// wayToStart is MPI's launcher; but between machines, for libraries that need no MPI, the program
// is its own launcher.
func wayToStart(ctx context.Context, r *driver.Request, images int) (w way, err error) {
	var library native.Library // by which images reach each other
	if p := provider.Named(r.Conduit); p != nil && !p.ByMPI && len(r.Hosts) > 0 {
		w.command = func(program []string) []string { return program }
		w.env = []string{config.Hosts.Name + "=" + strings.Join(r.Hosts, ","),
			fmt.Sprintf("%s=%d", config.NumImages.Name, images)}
		library, err = native.Find(ctx, p)
	} else {
		var launcher mpirun.Launcher
		if launcher, err = mpirun.Find(ctx); err != nil {
			return w, &driver.Error{Code: driver.CodeLauncher, Err: err}
		}
		if len(r.Hosts) > 0 {
			if err := launcher.CheckShell(); err != nil {
				return w, &driver.Error{Code: launch.CodeSetting, Err: err}
			}
		}
		w.command = func(program []string) []string {
			return launcher.Command(images, r.Hosts,
				program)
		}
		w.question = syscall.SIGUSR1
		if len(r.Hosts) > 0 {
			w.refused, w.lost = refusedBy(launcher, r.Hosts), launcher.Lost
		}
		os.Setenv(config.Question.Name, "1") // which the launcher's words have to tell
		library, err = linkFor(ctx, served(r.Conduit), launcher)
	}
	if err == nil && !library.Provider.IsLinked() {
		// Images would do it themselves, all at once; here an error is told once. It is kept for
		// those of this machine.
		_, err = native.Build(ctx, library)
	}
	if err != nil {
		return w, &driver.Error{Code: driver.CodeConduit, Err: err}
	}
	return w, nil
}

// served is the provider of a conduit's name; of others the launcher's own.
func served(conduit string) *provider.Provider {
	if p := provider.Named(conduit); p != nil {
		return p
	}
	return provider.MPI
}

// linkFor is the library of a provider whose images a launcher starts.
func linkFor(ctx context.Context, p *provider.Provider, l mpirun.Launcher) (native.Library,
	error) {
	return native.Find(ctx, p, l.Compilers()...)
}

// libraryOf is the library of a provider; that of MPI is the launcher's, if there is one.
func libraryOf(ctx context.Context, p *provider.Provider, l mpirun.Launcher,
	missing error) (native.Library, error) {
	if missing != nil {
		return native.Find(ctx, p)
	}
	return linkFor(ctx, p, l)
}

// executableOf is the program of a request: what is there, or what is built, which remove removes.
func executableOf(ctx context.Context, r *driver.Request) (path string, remove func(), err error) {
	if r.Inputs[0].Kind == driver.Program {
		path, err = filepath.Abs(r.Inputs[0].Name)
		return path, func() {}, err
	}
	dir, err := private.Make(".", ".coral-run-")
	if err != nil {
		return "", nil, &driver.Error{Code: driver.CodeWrite, Err: err,
			Help: "the program is built in this directory, since other machines do not have " +
				"the one for temporary files"}
	}
	remove = dir.Remove
	if path, err = filepath.Abs(filepath.Join(dir.Path, programName(r))); err == nil {
		err = driver.Build(ctx, r, path, os.Stderr)
	}
	if err != nil {
		remove()
	}
	return path, remove, err
}

func conduitCommand() *cobra.Command {
	asJSON := false
	var with []string
	c := &cobra.Command{
		Use: "conduit", Short: "Show by what images can reach each other, and what each needs",
		Args: noArguments,
		Long: "Show by what images can reach each other on this machine: its memory (smp), or, " +
			"over several machines, " + provider.List(provider.Title, "and") + ".\n" +
			"A program is bound to one of these libraries when it starts; what does so is " +
			"compiled at first use, or by `coral conduit build`. Archives are linked into the " +
			"program, by\n`coral build --conduit NAME`.",
		PersistentPreRunE: func(c *cobra.Command, _ []string) error { // in place of the root's
			if err := checkSettings(c.Name()); err != nil {
				return err
			}
			for _, text := range with {
				if _, err := driver.SetHome(text); err != nil {
					return err
				}
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error {
			if asJSON {
				return writeJSON(c.OutOrStdout(), conduits(c.Context()))
			}
			return listConduits(c.Context(), c.OutOrStdout())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.PersistentFlags().StringArrayVar(&with, "with", nil,
		"`NAME=DIR`: the directory where the library of conduit NAME is installed")
	c.AddCommand(conduitBuildCommand())
	return c
}

// buildConduit makes the adapter of a provider and prints where it is, or, of a provider that is
// linked into programs, the words for the linker. It needs no launcher, which the machine where
// programs are built may lack; if there is one, its MPI is meant.
func buildConduit(ctx context.Context, w io.Writer, p *provider.Provider) error {
	l, missing := mpirun.Find(ctx)
	which, err := libraryOf(ctx, p, l, missing)
	object := ""
	switch {
	case err != nil:
	case p.IsLinked():
		var words []string
		words, err = native.Linked(ctx, p, which.Compiler)
		if err == nil { // the objects come first, all in one directory
			object = filepath.Dir(words[0])
		}
	default:
		object, err = native.Build(ctx, which)
	}
	if err != nil {
		return &driver.Error{Code: driver.CodeConduit,
			Err: fmt.Errorf("programs cannot be bound to %s: %w", p.Title, err)}
	}
	fmt.Fprintln(w, object)
	return nil
}

// conduitList is what `coral conduit --json` prints.
type conduitList struct {
	Conduits []conduitRow `json:"conduits"`
	Launcher string       `json:"launcher"` // "": there is none
	Version  string       `json:"launcher_version"`
}

// conduitRow is a way between images.
type conduitRow struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	State string `json:"state"`
}

func conduits(ctx context.Context) (list conduitList) {
	list.Conduits = []conduitRow{{"smp", "the memory of one machine", "always there"}}
	l, missing := mpirun.Find(ctx)
	for _, p := range provider.All {
		list.Conduits = append(list.Conduits, conduitRow{p.Name, p.Title,
			conduitState(ctx, p, l, missing)})
	}
	if missing == nil {
		list.Launcher, list.Version = l.Path, l.Version
	}
	return list
}

func listConduits(ctx context.Context, w io.Writer) error {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.SuppressTrailingSpaces()
	t.AppendRow(table.Row{"smp", "the memory of one machine", "always there"})
	l, missing := mpirun.Find(ctx)
	for _, p := range provider.All {
		t.AppendRow(table.Row{p.Name, p.Title, conduitState(ctx, p, l, missing)})
	}
	if missing == nil {
		t.AppendRow(table.Row{"launcher", l.Path, l.Version})
	} else {
		t.AppendRow(table.Row{"launcher", "none", missing})
	}
	fmt.Fprintln(w, t.Render())
	return nil
}

// conduitState says what a conduit over a library lacks, or where its link is.
func conduitState(ctx context.Context, p *provider.Provider, l mpirun.Launcher,
	missing error) string {
	which, err := libraryOf(ctx, p, l, missing)
	if err != nil {
		return err.Error()
	}
	if p.IsLinked() {
		archive, err := native.Archive(ctx, which)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("linked into programs by `coral build --conduit %s` (%s): %s", p.Name,
			which.Compiler, archive)
	}
	if object, kept := native.Built(which); kept && which.Compiler == "" {
		return fmt.Sprintf("its compiler is not here; made before: %s", object)
	} else if kept {
		return fmt.Sprintf("built by %s: %s", which.Compiler, object)
	}
	return fmt.Sprintf("not built yet: at first use, or by `coral conduit build %s` (%s)", p.Name,
		which.Compiler)
}
