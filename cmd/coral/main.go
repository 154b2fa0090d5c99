//go:build linux && amd64

// Coral compiles coarray programs and runs them on many images.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/driver"
	"github.com/coral-pgas/coral/internal/launch"
	"github.com/coral-pgas/coral/internal/paint"
	"github.com/coral-pgas/coral/internal/words"
)

const (
	exitFailed = 1 // the work could not be done: sources with errors, no compiler, ...
	exitUsage  = 2 // the command line was wrong
)

func main() {
	runGoPrograms(os.Args[1:])
	answerQuestions()
	os.Exit(execute(interruptible(), byName(os.Args)))
}

// interruption is the cause for which the context of a command has ended.
type interruption syscall.Signal

func (i interruption) Error() string {
	return "interrupted by signal " +
		syscall.Signal(i).String()
}

// endingSignals end a command; those that were ignored when it began (nohup) stay so.
func endingSignals() (list []os.Signal) {
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			list = append(list, s)
		}
	}
	return list
}

// interrupts is what listens to ending signals.
type interrupts struct {
	signals chan os.Signal
	done    chan struct{} // closed when it listens no more
}

// interruptsKey finds them in a context.
type interruptsKey struct{}

// interruptible is a context that a signal ends.
func interruptible() context.Context {
	in := &interrupts{make(chan os.Signal, 1), make(chan struct{})}
	ctx, cancel := context.WithCancelCause(context.WithValue(context.Background(), interruptsKey{},
		in))
	if list := endingSignals(); len(list) > 0 {
		signal.Notify(in.signals, list...)
	}
	go func() {
		if s, ok := <-in.signals; ok {
			cancel(interruption(s.(syscall.Signal)))
		}
		close(in.done)
	}()
	return ctx
}

// listenNoMore gives signals back their own meaning, which is to end the process. One that came
// before is in the context.
func listenNoMore(ctx context.Context) {
	in, is := ctx.Value(interruptsKey{}).(*interrupts)
	if !is {
		return
	}
	signal.Stop(in.signals) // waits for one that is on its way
	close(in.signals)
	<-in.done
}

// answerQuestions makes Ctrl-\ harmless before images run. A program that coral becomes begins with
// the signal ignored: it has no moment in which the signal would end it.
func answerQuestions() {
	questions := make(chan os.Signal, 1)
	signal.Notify(questions, syscall.SIGQUIT)
	go func() {
		for range questions {
			fmt.Fprintln(os.Stderr, "coral: note: no image runs yet (Ctrl-C ends this command)")
		}
	}()
}

// output is standard output, and remembers the first error of writing to it: what prints its lines
// by Fprintf looks at none, and a script that keeps them must hear that they are not complete.
type output struct {
	file  *os.File
	first error
}

var stdout = &output{file: os.Stdout}

func (o *output) Write(text []byte) (int, error) {
	n, err := o.file.Write(text)
	if o.first == nil {
		o.first = err
	}
	return n, err
}

// lost is the error for output that could not be written, if there is some.
func (o *output) lost() error {
	if o.first == nil {
		return nil
	}
	return &driver.Error{Code: driver.CodeWrite,
		Err: fmt.Errorf("the output could not be written: %w", o.first)}
}

// execute runs one command line and gives the exit code.
func execute(ctx context.Context, args []string) int {
	root := newRoot()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if lost := stdout.lost(); lost != nil {
		err = lost
	}
	if err == nil {
		return 0
	}
	var by interruption
	if errors.As(context.Cause(ctx), &by) {
		return 128 + int(by)
	}
	return complain(os.Stderr, err)
}

// complain prints an error, unless that has been done, and gives the exit code for it.
func complain(w io.Writer, err error) int {
	var code exitCode
	if errors.As(err, &code) {
		return int(code)
	}
	if errors.Is(err, driver.ErrReported) {
		return exitFailed
	}
	var failure *driver.Error
	if errors.As(err, &failure) {
		failure.Show(w)
		if errors.Is(err, syscall.EMFILE) {
			paint.Write(w, "coral: note: the limit of open files is too low: raise it "+
				"(ulimit -Hn)\n")
		}
		if failure.Code == driver.CodeUsage {
			return exitUsage
		}
		return exitFailed
	}
	var option optionError
	if errors.As(err, &option) {
		paint.Fprintf(w, "coral: error: %v\ncoral: note: `%s --help` shows the "+
			"options\n", err, option.command)
		return exitUsage
	}
	paint.Fprintf(w, "coral: error: %v\n", err)
	var usage usageError
	if !errors.As(err, &usage) {
		return exitFailed
	}
	var unknown unknownCommand
	if errors.As(err, &unknown) {
		paint.Write(w, "coral: note: `coral help` shows the commands\n")
	}
	return exitUsage
}

// usageError is a wrong command line, as far as it is not the driver's business. It says by itself
// what to write instead.
type usageError struct{ error }

// Unwrap gives the error.
func (e usageError) Unwrap() error { return e.error }

// unknownCommand is the usageError of a word that is no command.
type unknownCommand struct{ error }

// optionError is a wrong value of a command's option.
type optionError struct {
	error
	command string
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "coral",
		Short:         "Compile and run coarray programs",
		Long:          longHelp,
		Version:       config.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return noCommand(c, args[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			return checkSettings(c.Name())
		},
	}
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand(root))
	root.SetVersionTemplate("coral {{.Version}}\n")
	root.SetOut(stdout)
	root.AddCommand(runCommand(), buildCommand(), translateCommand(), infoCommand(), benchCommand(),
		explainCommand(),
		conduitCommand(), versionCommand(), fcCommand(), cafrunCommand(), ccCommand(),
		manCommand())
	foldLong(root)
	completionCommand(root)
	return root
}

// completionCommand gives root cobra's command, which prints its help for a shell that it does not
// know, as if that were no mistake.
func completionCommand(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Args = func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return usageError{fmt.Errorf("`%s` does not know the shell %q; it knows %s",
				c.CommandPath(), args[0], strings.Join(commandNames(c), ", "))}
		}
		c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	}
}

const longHelp = `Coral compiles coarray programs and runs them on many images.

  coral run -n 4 prog.f90          compile and run on 4 images
  coral build -O3 -o prog prog.f90 make an executable that starts its own images:
  CORAL_NUM_IMAGES=4 ./prog`

// checkSettings says which variable of the environment has a value that does not fit, before a
// command works by it, or makes a program that will refuse it. What only tells something does not
// ask: it may be how the user finds the mistake.
func checkSettings(command string) error {
	switch command {
	case "coral", "help", "info", "explain", "version", "completion":
		return nil
	}
	if err := config.Check(); err != nil {
		return &launch.Error{Code: launch.CodeSetting, Err: err}
	}
	return nil
}

// hint helps with what looks like a file, or a command misspelt, in the command's place.
func hint(c *cobra.Command, word string) string {
	if near := words.Nearest(word, commandNames(c)); near != "" {
		return words.DidYouMean(near)
	}
	if strings.Contains(word, ".") {
		return "; to run a program: coral run " + word
	}
	return ""
}

// commandNames are the commands below one that help texts show.
func commandNames(c *cobra.Command) (names []string) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			names = append(names, sub.Name())
		}
	}
	return names
}

// helpCommand is cobra's, but for a word that is no command.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Help about any command",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string,
			cobra.ShellCompDirective) {
			return commandNames(root), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil {
				return err // of root's Args
			}
			if len(rest) > 0 && len(c.Commands()) > 0 {
				return noCommand(c, rest[0])
			}
			c.InitDefaultHelpFlag()
			c.InitDefaultVersionFlag()
			return c.Help()
		},
	}
}

// noCommand is the error of a word that is no command.
func noCommand(c *cobra.Command, word string) error {
	return usageError{unknownCommand{fmt.Errorf("unknown command %q%s", word, hint(c, word))}}
}

// flagError is the error of an option that is none, with the one that is the most like it.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return optionError{err, c.CommandPath()}
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	near := words.Nearest(unknown.GetSpecifiedName(), names)
	if near != "" {
		near = "--" + near
	}
	return optionError{errors.New(err.Error() + words.DidYouMean(near)), c.CommandPath()}
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: noArguments,
		Run: func(c *cobra.Command, _ []string) {
			fmt.Fprintf(c.OutOrStdout(), "coral %s\n", config.Version())
		},
	}
}

func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("`%s` takes no argument %q%s", c.CommandPath(), args[0],
			words.DidYouMean(words.Nearest(args[0], commandNames(c))))}
	}
	return nil
}
