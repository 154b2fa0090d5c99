package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/coral-pgas/coral/bench"
)

func benchCommand() *cobra.Command {
	group := &cobra.Command{
		Use: "bench", Short: "Measure Coral on this machine",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{errors.New("`coral bench` needs to know which: micro")}
			}
			return usageError{fmt.Errorf("there is no benchmark %q; there is: micro", args[0])}
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	group.AddCommand(microCommand())
	return group
}

func microCommand() *cobra.Command {
	var quick bool
	var keep string
	c := &cobra.Command{
		Use: "micro", Short: "Puts, gets, STREAM, synchronisation: as ratios to limits measured in the same run", Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			self, err := os.Executable()
			if err != nil {
				return err
			}
			options := bench.Options{Coral: self, GoMicro: append([]string{self}, goMicro...), Dir: keep, Out: os.Stdout, Quick: quick}
			if term.IsTerminal(int(os.Stderr.Fd())) {
				options.Progress = os.Stderr
			}
			return bench.Micro(c.Context(), options)
		},
	}
	c.Flags().BoolVar(&quick, "quick", false, "fewer repetitions, no 1,024 images, no other systems")
	c.Flags().StringVar(&keep, "dir", "", "work in this directory and keep it")
	return c
}
