package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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
				return usageError{errors.New("`coral bench` needs to know which: micro, async, xmp, hpcc, net")}
			}
			return usageError{fmt.Errorf("there is no benchmark %q; there are: micro, async, xmp, hpcc, net", args[0])}
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	group.AddCommand(
		tableCommand("micro", "Puts, gets, STREAM, synchronisation: as ratios to limits measured in the same run", "fewer repetitions, no 1,024 images, no other systems", bench.Micro),
		tableCommand("async", "Asynchronous copies, function shipping, asynchronous collectives: likewise, beside MPI's", "fewer repetitions, no other systems", bench.Async),
		tableCommand("xmp", "XcalableMP: ping-pong, NAS IS and CG beside the same with MPI, accumulation", "two rounds", bench.XMP),
		hpccCommand(), netCommand())
	return group
}

func tableCommand(name, short, quickly string, measure func(context.Context, bench.Options) error) *cobra.Command {
	var quick bool
	var keep string
	c := &cobra.Command{
		Use: name, Short: short, Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			self, err := os.Executable()
			if err != nil {
				return err
			}
			options := bench.Options{Coral: self, GoMicro: append([]string{self}, goMicro...), GoNAS: map[string][]string{"cg": append([]string{self}, goCG...), "is": append([]string{self}, goIS...)}, Dir: keep, Out: os.Stdout, Progress: progress(), Quick: quick}
			return measure(c.Context(), options)
		},
	}
	c.Flags().BoolVar(&quick, "quick", false, quickly)
	c.Flags().StringVar(&keep, "dir", "", "work in this directory and keep it")
	return c
}

func hpccCommand() *cobra.Command {
	var quick bool
	var keep string
	var order int
	c := &cobra.Command{
		Use: "hpcc", Short: "The HPC Challenge programs in Fortran and in Go, beside the installed hpcc", Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if order < 0 || order > 0 && order < 256 {
				return usageError{fmt.Errorf("--order %d: a matrix of order 256 is the least that is measured", order)}
			}
			self, err := os.Executable()
			if err != nil {
				return err
			}
			return bench.HPCC(c.Context(), bench.HPCCOptions{
				Options: bench.Options{Coral: self, Dir: keep, Out: os.Stdout, Progress: progress(), Quick: quick},
				GoHPCC:  append([]string{self}, goHPCC...), Order: order,
			})
		},
	}
	c.Flags().BoolVar(&quick, "quick", false, "one round")
	c.Flags().IntVar(&order, "order", 0, "`N` of HPL's matrix, from which hpcc takes all sizes (default 4096)")
	c.Flags().StringVar(&keep, "dir", "", "work in this directory and keep it")
	return c
}

func netCommand() *cobra.Command {
	var quick bool
	var keep, plot string
	c := &cobra.Command{
		Use: "net", Short: "Puts, gets and notifications over a network, beside MPI's messages and one-sided operations", Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			self, err := os.Executable()
			if err != nil {
				return err
			}
			return bench.Net(c.Context(), bench.NetOptions{Options: bench.Options{Coral: self, Dir: keep, Out: os.Stdout, Progress: progress(), Quick: quick}, Plot: plot})
		},
	}
	c.Flags().BoolVar(&quick, "quick", false, "one round")
	c.Flags().StringVar(&plot, "plot", "", "draw into this `FILE` (SVG) from where on packing pays")
	c.Flags().StringVar(&keep, "dir", "", "work in this directory and keep it")
	return c
}

// progress is where a benchmark says what it is doing; nil where nobody looks.
func progress() io.Writer {
	if term.IsTerminal(int(os.Stderr.Fd())) {
		return os.Stderr
	}
	return nil
}
