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

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/driver"
)

const (
	exitFailed  = 1 // the work could not be done: sources with errors, no compiler, ...
	exitUsage   = 2 // the command line was wrong
	interrupted = 130
)

func main() {
	runGoPrograms(os.Args[1:])
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	code := execute(ctx, byName(os.Args))
	stop()
	os.Exit(code)
}

// execute runs one command line and gives the exit code.
func execute(ctx context.Context, args []string) int {
	root := newRoot()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if ctx.Err() != nil {
		return interrupted
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
		fmt.Fprintf(w, "coral: error: %v\n", failure)
		if failure.Help != "" {
			fmt.Fprintf(w, "coral: note: %s\n", failure.Help)
		}
		if failure.Code == driver.CodeUsage {
			return exitUsage
		}
		return exitFailed
	}
	var usage usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(w, "coral: error: %v\ncoral: note: `coral help` shows the commands\n", err)
		return exitUsage
	}
	fmt.Fprintf(w, "coral: error: %v\n", err)
	return exitFailed
}

// usageError is a wrong command line, as far as it is not the driver's business.
type usageError struct{ error }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "coral",
		Short:         "Compile and run coarray programs",
		Long:          longHelp,
		Version:       config.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError{fmt.Errorf("unknown command %q%s", args[0], hint(args[0]))}
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.SetVersionTemplate("coral {{.Version}}\n")
	root.SetOut(os.Stdout)
	root.AddCommand(runCommand(), buildCommand(), translateCommand(), infoCommand(), benchCommand(), explainCommand(),
		conduitCommand(), versionCommand(), fcCommand(), cafrunCommand(), ccCommand())
	return root
}

const longHelp = `Coral compiles coarray programs and runs them on many images.

  coral run -n 4 prog.f90          compile and run on 4 images
  coral build -O3 -o prog prog.f90 make an executable that starts its own images:
  CORAL_NUM_IMAGES=4 ./prog`

// hint helps with what looks like a file or an option in the command's place.
func hint(word string) string {
	if strings.Contains(word, ".") {
		return "; to run a program: coral run " + word
	}
	return ""
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: noArguments,
		Run: func(c *cobra.Command, _ []string) { fmt.Fprintf(c.OutOrStdout(), "coral %s\n", config.Version()) },
	}
}

func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("`coral %s` takes no argument %q", c.Name(), args[0])}
	}
	return nil
}
