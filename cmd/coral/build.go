//go:build linux && amd64

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/driver"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/provider"
)

// compilerCommand is run, build or translate: their options are the compilers', so they are not
// cobra's to parse.
func compilerCommand(name, arguments, short, long string,
	work func(context.Context, *driver.Request) error) *cobra.Command {
	c := &cobra.Command{
		Use: name + " " + arguments, Short: short, Long: long, DisableFlagParsing: true,
		ValidArgsFunction: completeOptions,
		RunE: func(c *cobra.Command, args []string) error {
			request, err := driver.ParseArgs(name, args)
			if err != nil {
				return err
			}
			if request.Help {
				return c.Help()
			}
			return work(c.Context(), request)
		},
	}
	c.SetHelpFunc(func(c *cobra.Command, _ []string) {
		optionsHelp(c.OutOrStdout(), c, compilersOptions)
	})
	return c
}

func runCommand() *cobra.Command {
	return compilerCommand("run",
		"[-n N] [options] file... [-- arguments] | program [arguments]",
		"Compile a program and run it on N images",
		"Compile a program and run it on N images (one for each core without -n). No file stays "+
			"in your directory.\nThe exit code is the program's. An executable that Coral has "+
			"built is run without compiling anything.\nCoral starts the images on this machine. "+
			"With --conduit "+provider.List(provider.Name, "or")+", or with --hosts, mpirun "+
			"starts them. With both --hosts and "+
			provider.Listed(provider.Of((*provider.Provider).HasOwnStart), "or")+
			", Coral starts them itself, by ssh or CORAL_RSH.",
		run)
}

func buildCommand() *cobra.Command {
	return compilerCommand("build", "[-o FILE] [options] file...",
		"Compile a program into one executable",
		"Compile a program into one ordinary executable, which starts its own images: "+
			"CORAL_NUM_IMAGES=4 ./a.out",
		func(ctx context.Context, r *driver.Request) error {
			if len(r.Program) > 0 {
				return &driver.Error{Code: driver.CodeUsage,
					Err: fmt.Errorf("arguments after -- are for `coral run`")}
			}
			output := r.Output
			if output == "" {
				output = "a.out"
			}
			return driver.Build(ctx, r, output, os.Stderr)
		})
}

func translateCommand() *cobra.Command {
	return compilerCommand("translate", "[-o FILE] [options] file...",
		"Print the generated Fortran",
		"Print what the Fortran compiler is given for these files.",
		translate)
}

func translate(ctx context.Context, r *driver.Request) error {
	if r.Output == "" {
		return driver.Translate(ctx, r, os.Stdout, os.Stderr)
	}
	if err := driver.CheckOutput(r, r.Output); err != nil {
		return err
	}
	var text strings.Builder
	if err := driver.Translate(ctx, r, &text, os.Stderr); err != nil {
		return err
	}
	if err := os.WriteFile(r.Output, []byte(text.String()), 0o644); err != nil {
		return &driver.Error{Code: driver.CodeWrite, Err: err}
	}
	return nil
}

// run builds the program in a private directory, removes it, and becomes the program: the kernel
// keeps the file as long as it runs, signals and standard input reach it directly, and nothing is
// left behind whatever happens.
func run(ctx context.Context, r *driver.Request) error {
	if err := chooseConduit(r); err != nil {
		return err
	}
	if r.Tag {
		os.Setenv(config.Tag.Name, "1")
	}
	if r.Verbose {
		os.Setenv(config.Verbose.Name, "1")
	}
	if r.Debug > 0 {
		os.Setenv(config.Debug.Name, strconv.Itoa(r.Debug))
	}
	if byLauncher(r) {
		return runByLauncher(ctx, r)
	}
	if r.Conduit != "" {
		os.Setenv(config.Conduit.Name, r.Conduit)
	}
	file, err := programFile(ctx, r)
	if err != nil {
		return err
	}
	if r.Inputs[0].Kind == driver.Program && !startsImages(file) {
		fmt.Fprintln(os.Stderr, notCorals(r))
	}
	if r.Images > 0 {
		os.Setenv(config.NumImages.Name, strconv.Itoa(r.Images))
	}
	arguments := append([]string{programName(r)}, r.Program...)
	path := fmt.Sprintf("/proc/self/fd/%d", file.Fd())
	signal.Ignore(syscall.SIGQUIT)
	listenNoMore(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := syscall.Exec(path, arguments, os.Environ()); err != nil {
		return &driver.Error{Code: driver.CodeWrite,
			Err:  fmt.Errorf("the program cannot be started: %w", err),
			Help: whyNotStarted(r.Inputs[0].Kind == driver.Program, err)}
	}
	return nil
}

// whyNotStarted says why the system may not start a program, and what to do. If it is given, the
// user has named it; else Coral has just built it.
func whyNotStarted(given bool, err error) string {
	_, noProc := os.Stat("/proc/self/fd")
	switch {
	case noProc != nil:
		return "Coral starts programs by /proc, which is not mounted: mount -t proc proc /proc"
	case !given:
		return "the directory for temporary files may forbid it (noexec): set TMPDIR to another one"
	case errors.Is(err, syscall.ENOENT):
		return "the program's loader, or the script's interpreter, does not exist: `file` or " +
			"`head -1` shows its name"
	case errors.Is(err, syscall.ENOEXEC):
		return "the file is not a program for this system: build it on this system"
	}
	return "the file system of the program may forbid it (noexec): copy the program to another one"
}

// notCorals is the warning about a program that has no images.
func notCorals(r *driver.Request) string {
	text := fmt.Sprintf("coral: warning: %s has not been built by Coral: it runs once, not on "+
		"several images", r.Inputs[0].Name)
	if r.Images > 0 {
		text += fmt.Sprintf(", and -n %d has no effect", r.Images)
	}
	return text
}

// programFile is the program of a request, open.
func programFile(ctx context.Context, r *driver.Request) (*os.File, error) {
	if r.Inputs[0].Kind != driver.Program {
		return driver.BuildTemporary(ctx, r, os.Stderr)
	}
	file, err := os.Open(r.Inputs[0].Name)
	if err != nil {
		return nil, &driver.Error{Code: driver.CodeFile, Err: err}
	}
	return file, nil
}

// startsImages tells whether an executable knows the word by which a launcher of Coral's makes a
// process an image.
func startsImages(file *os.File) bool {
	word := []byte(layout.BootVariable)
	const part = 1 << 20
	buffer := make([]byte, part+len(word))
	for at := int64(0); ; at += part {
		n, err := file.ReadAt(buffer, at)
		if bytes.Contains(buffer[:n], word) {
			return true
		}
		if err != nil {
			return false
		}
	}
}

// programName is what the program finds as its own name: that of its first source.
func programName(r *driver.Request) string {
	for _, in := range r.Inputs {
		if in.Kind != driver.Library {
			base := filepath.Base(in.Name)
			return strings.TrimSuffix(base, filepath.Ext(base))
		}
	}
	return "a.out"
}
