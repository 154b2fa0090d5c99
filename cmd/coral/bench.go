//go:build linux && amd64

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/coral-pgas/coral/bench"
	"github.com/coral-pgas/coral/bench/record"
	"github.com/coral-pgas/coral/internal/words"
)

const benchmarks = "operations, micro, async, xmp, hpcc, net, memory, papers"

func benchCommand() *cobra.Command {
	group := &cobra.Command{
		Use: "bench", Short: "Measure Coral on this machine",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{errors.New("`coral bench` needs to know which: " + benchmarks)}
			}
			if meant := words.Nearest(args[0], strings.Split(benchmarks, ", ")); meant != "" {
				return usageError{fmt.Errorf("there is no benchmark %q%s", args[0],
					words.DidYouMean(meant))}
			}
			return usageError{fmt.Errorf("there is no benchmark %q; there are: %s", args[0],
				benchmarks)}
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	group.AddCommand(
		tableCommand("micro",
			"Puts, gets, STREAM, synchronisation: as ratios to limits measured in the same run",
			"fewer repetitions, no 1,024 images, no other systems", bench.Micro),
		tableCommand("async",
			"Asynchronous copies, function shipping, asynchronous collectives: likewise, "+
				"beside MPI's", "fewer repetitions, no other systems", bench.Async),
		tableCommand(
			"xmp", "XcalableMP: ping-pong, NAS IS and CG beside the same with MPI, accumulation",
			"two rounds", bench.XMP),
		tableCommand("memory",
			"The methods of memory (CORAL_MEMORY) over a network: allocations, puts, gets",
			"one round", bench.Memory),
		hpccCommand(), netCommand(), operationsCommand(), papersCommand())
	return group
}

// commonOptions gives a benchmark's command the flags that all have. What it returns makes the
// options of them, once they have been read.
func commonOptions(c *cobra.Command, quickly string) func() (bench.Options, error) {
	quick := c.Flags().Bool("quick", false, quickly)
	keep := c.Flags().String("dir", "", "work in this directory and keep it")
	page := c.Flags().String("report", "",
		"also write the table as a page into `FILE`.html, and as FILE.json and FILE.csv")
	return func() (bench.Options, error) {
		self, err := os.Executable()
		o := bench.Options{Coral: self, Dir: *keep, Out: stdout, Progress: progress(),
			Quick: *quick}
		if *page != "" {
			machine := facts(c.Context())
			o.Report = func(e record.Experiment) error {
				return reportOf(e, machine, strings.TrimSuffix(*page, ".html"))
			}
		}
		return o, err
	}
}

func tableCommand(name, short, quickly string,
	measure func(context.Context, bench.Options) error) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Args: noArguments}
	common := commonOptions(c, quickly)
	c.RunE = func(c *cobra.Command, _ []string) error {
		o, err := common()
		if err != nil {
			return err
		}
		o.GoMicro = append([]string{o.Coral}, goMicro...)
		o.GoNAS = map[string][]string{"cg": append([]string{o.Coral}, goCG...),
			"is": append([]string{o.Coral}, goIS...)}
		return measure(c.Context(), o)
	}
	return c
}

func hpccCommand() *cobra.Command {
	c := &cobra.Command{Use: "hpcc",
		Short: "The HPC Challenge programs in Fortran and in Go, beside the installed hpcc",
		Args:  noArguments}
	common := commonOptions(c, "one round")
	order := c.Flags().Int("order", 0,
		"`N` of HPL's matrix, from which hpcc takes all sizes (default 4096)")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *order < 0 || *order > 0 && *order < 256 {
			return usageError{fmt.Errorf(
				"--order %d: a matrix of order 256 is the least that is measured", *order)}
		}
		o, err := common()
		if err != nil {
			return err
		}
		return bench.HPCC(c.Context(),
			bench.HPCCOptions{Options: o, GoHPCC: append([]string{o.Coral}, goHPCC...),
				Order: *order})
	}
	return c
}

func netCommand() *cobra.Command {
	c := &cobra.Command{Use: "net",
		Short: "Puts, gets and notifications over a network, beside MPI's messages and " +
			"one-sided operations", Args: noArguments}
	common := commonOptions(c, "one round")
	on := waysFlag(c, bench.NetWays())
	plot := c.Flags().String("plot", "", "draw into this `FILE` (SVG) from where on packing pays")
	c.RunE = func(c *cobra.Command, _ []string) error {
		o, err := common()
		if err != nil {
			return err
		}
		net := bench.NetOptions{Options: o, On: *on}
		if err := net.Unselected(); err != nil {
			return optionError{err, c.CommandPath()}
		}
		if *plot != "" {
			net.Plot = func(f record.Figure) error { return drawFigure(f, *plot) }
		}
		return bench.Net(c.Context(), net)
	}
	return c
}

// waysFlag is the option of a benchmark for some of its ways between the images.
func waysFlag(c *cobra.Command, ways []string) *string {
	return c.Flags().String("on", "", "ways between the images whose names contain a `PATTERN`; "+
		"commas separate several: "+strings.Join(ways, ", "))
}

func operationsCommand() *cobra.Command {
	c := &cobra.Command{Use: "operations",
		Short: "Time every operation beside what its messages and bytes cost: on this machine, " +
			"and between two hosts", Args: noArguments}
	common := commonOptions(c, "one round")
	only := c.Flags().String("only", "",
		"operations whose names contain a `PATTERN`; commas separate several, * stands for any text")
	on := waysFlag(c, bench.OperationsWays())
	list := c.Flags().Bool("list", false, "print the names of the operations and measure nothing")
	csv := c.Flags().String("csv", "", "also write the rows into this `FILE` (CSV)")
	json := c.Flags().String("json", "", "also write the rows into this `FILE` (JSON)")
	c.RunE = func(c *cobra.Command, _ []string) error {
		o, err := common()
		if err != nil {
			return err
		}
		o.GoMicro = append([]string{o.Coral}, goMicro...)
		selected := bench.OperationsOptions{Options: o, Only: *only, On: *on, CSV: *csv,
			JSON: *json}
		if err := selected.Unselected(); err != nil {
			return optionError{err, c.CommandPath()}
		}
		if *list {
			return bench.ListOperations(selected)
		}
		return bench.Operations(c.Context(), selected)
	}
	return c
}

// progress is where a benchmark says what it is doing; nil where nobody looks.
func progress() io.Writer {
	if term.IsTerminal(int(os.Stderr.Fd())) {
		return os.Stderr
	}
	return nil
}
