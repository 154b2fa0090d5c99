//go:build linux && amd64

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/driver"
)

// exitCode is the exit code of a compiler that has said itself what is wrong.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

const fcHelp = `A Fortran compiler with gfortran's command line, for makefiles, CMake and fpm:

  make FC="coral fc"
  FC="coral fc" cmake ..
  coral fc -O3 -c mesh.f90; coral fc -O3 -o prog main.f90 mesh.o

Coral compiles a file without coarrays as the Fortran compiler itself would. Beside the module
file of each module it writes NAME.cmod, with the module's interfaces. It links a program with its
runtime if an object needs it. The program then starts its own images: CORAL_NUM_IMAGES=4 ./prog

Some tools accept only a single word as the compiler. Make a link to coral with the name caf: that
is ` + "`coral fc -fcoarray=lib`" + `. A link with the name cafrun starts programs, as in
` + "`cafrun -n 4 ./prog`" + `.`

const fcOthers = `All other options go to the compiler, also --help and --version. With -MD, -MMD
and -save-temps, files have the names that gfortran gives them.
--local and --remote are options of ` + "`coral build`, `coral run` and `coral translate`" + `
alone.`

func fcCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "fc [options] file...", Aliases: []string{"caf"},
		Short: "Compile as gfortran does, with coarrays", Long: fcHelp, DisableFlagParsing: true,
		ValidArgsFunction: completeOptions,
		RunE: func(c *cobra.Command, args []string) error {
			if asksForHelp(args) {
				return c.Help()
			}
			if len(args) == 0 {
				return noFile(c)
			}
			code, err := driver.RunFC(c.Context(), args, os.Stdout, os.Stderr)
			return afterCompiler(c, args, code, err)
		},
	}
	c.SetHelpFunc(func(c *cobra.Command, _ []string) { optionsHelp(c.OutOrStdout(), c, fcOthers) })
	return c
}

// asksForHelp tells whether a command line of a compiler is for Coral alone: -h, which gcc and
// gfortran do not have alone. The name caf puts one option in front.
func asksForHelp(args []string) bool {
	last := len(args) - 1
	return last >= 0 && args[last] == "-h" &&
		(last == 0 || last == 1 && args[0] == "-fcoarray=lib")
}

// noFile is the error of a compiler's command line with nothing in it.
func noFile(c *cobra.Command) error {
	return usageError{fmt.Errorf("no file is given: `coral help %s` shows the options [%s]",
		c.Name(), driver.CodeUsage)}
}

// afterCompiler ends a compiler's command: its help is followed by where Coral's own is.
func afterCompiler(c *cobra.Command, args []string, code int, err error) error {
	if err == nil && code != 0 {
		return exitCode(code)
	}
	if err == nil && slices.Contains(args, "--help") {
		fmt.Fprintf(c.OutOrStdout(), "\nThis is the compiler's help. Coral's own: coral help %s\n",
			c.Name())
	}
	return err
}

const ccHelp = `A C compiler with gcc's command line, for programs of XcalableMP:

  make CC="coral cc"
  coral cc -O3 -c ring.c; coral cc -O3 -o ring ring.o

The C compiler (CORAL_CC, else gcc, clang or cc) compiles files without XcalableMP as if it had
been called itself, but it finds xmp.h. A program is linked with Coral's runtime if an object
needs it. Then it starts its own images: CORAL_NUM_IMAGES=4 ./ring`

const ccOthers = "All other options go to the C compiler, also --help and --version."

func ccCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "cc [options] file...", Short: "Compile as gcc does, with XcalableMP", Long: ccHelp,
		DisableFlagParsing: true, ValidArgsFunction: completeOptions,
		RunE: func(c *cobra.Command, args []string) error {
			if asksForHelp(args) {
				return c.Help()
			}
			if len(args) == 0 {
				return noFile(c)
			}
			code, err := driver.RunCC(c.Context(), args, os.Stdout, os.Stderr)
			return afterCompiler(c, args, code, err)
		},
	}
	c.SetHelpFunc(func(c *cobra.Command, _ []string) { optionsHelp(c.OutOrStdout(), c, ccOthers) })
	return c
}

func cafrunCommand() *cobra.Command {
	return &cobra.Command{
		Use: "cafrun [-n N] program [arguments]", Short: "Start an executable on N images",
		DisableFlagParsing: true, Hidden: true,
		Long: "Start an executable, which `coral build` or `coral fc` has made, on N images. " +
			"-np is -n.",
		RunE: func(c *cobra.Command, args []string) error { return cafrun(c, args) },
	}
}

func cafrun(c *cobra.Command, args []string) error {
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		name, value, joined := strings.Cut(args[0], "=")
		switch name {
		case "-h", "--help":
			return c.Help()
		case "-v", "--version":
			fmt.Fprintf(c.OutOrStdout(), "coral %s\n", config.Version())
			return nil
		case "-n", "-np", "--np", "--num-images":
			if !joined {
				if len(args) < 2 {
					return usageError{fmt.Errorf("%s: how many images is missing", name)}
				}
				value, args = args[1], args[1:]
			}
			if n, err := strconv.Atoi(value); err != nil || n < 1 {
				return usageError{fmt.Errorf("%s %s: expected a number of images, 1 or more", name,
					value)}
			}
			os.Setenv(config.NumImages.Name, value)
		default:
			return usageError{fmt.Errorf(
				"cafrun has no option %s; `cafrun -n 4 ./prog` starts a program", args[0])}
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return usageError{fmt.Errorf("no program is given; `cafrun -n 4 ./prog` starts one")}
	}
	path, err := exec.LookPath(args[0])
	if errors.Is(err, exec.ErrNotFound) { // as mpiexec and mpirun do, which it stands for
		path, err = exec.LookPath("./" + args[0])
	}
	if err != nil {
		return usageError{fmt.Errorf("the program %s: %w", args[0], err)}
	}
	if err := syscall.Exec(path, args, os.Environ()); err != nil {
		return usageError{fmt.Errorf("the program %s cannot be started: %w", args[0], err)}
	}
	return nil
}

// byName gives the words of a command that was called by another name than coral.
func byName(words []string) []string {
	switch name := filepath.Base(words[0]); name {
	case "caf": // as with other compilers of this name, all files are part of a coarray program
		return append([]string{"fc", "-fcoarray=lib"}, words[1:]...)
	case "coral-fc":
		return append([]string{"fc"}, words[1:]...)
	case "cafrun":
		return append([]string{name}, words[1:]...)
	}
	return words[1:]
}
