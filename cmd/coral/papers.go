//go:build linux && amd64

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/coral-pgas/coral/bench"
	"github.com/coral-pgas/coral/bench/papers"
	"github.com/coral-pgas/coral/bench/record"
)

// reportProgram makes the page of a record. It lies beside this command.
const reportProgram = "coral-report"

func papersCommand() *cobra.Command {
	c := &cobra.Command{Use: "papers",
		Short: "The experiments of four papers on coarrays, beside their peers, with a report",
		Long: "The experiments of four papers on coarrays, beside their peers of today.\n\n" +
			"Results are written to DIR/papers.json and papers.csv, and to DIR/report.html, " +
			"which a browser shows.\nThe same command continues an interrupted run. " +
			"docs/papers.md lists the experiments.",
		Args: noArguments}
	dir := c.Flags().String("dir", "papers-results", "the directory of programs and results")
	only := c.Flags().String("only", "",
		"experiments whose IDs contain a `PATTERN`; commas separate several")
	full := c.Flags().Bool("full", false, "all sizes and classes, and more rounds: some hours")
	quick := c.Flags().Bool("quick", false,
		"one round of the smallest sizes, to see that all can be run")
	again := c.Flags().Bool("again", false, "measure again what the directory already has")
	list := c.Flags().Bool("list", false, "print the experiments and measure nothing")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if err := papers.Select(*only); err != nil {
			return optionError{err, c.CommandPath()}
		}
		if *full && *quick {
			return optionError{errors.New("--full and --quick cannot both be given"),
				c.CommandPath()}
		}
		if *list {
			for _, e := range papers.IDs(*only) {
				fmt.Fprintf(stdout, "%-18s %s, %s: %s\n", e[0], e[1], e[2], e[3])
			}
			return nil
		}
		if _, err := reporter(); err != nil {
			fmt.Fprintln(os.Stderr, "coral: note:", err)
		}
		self, err := os.Executable()
		if err != nil {
			return err
		}
		rec, err := papers.Run(c.Context(), papers.Options{Coral: self, Dir: *dir, Only: *only,
			Full: *full, Quick: *quick, Again: *again, Machine: facts(c.Context()), Out: stdout,
			Progress: progress()})
		if rec == nil || len(rec.Experiments) == 0 {
			return err
		}
		return errors.Join(err, writeReport(*dir, rec))
	}
	return c
}

// facts are what figures depend on here.
func facts(ctx context.Context) (machine []record.Fact) {
	for _, f := range bench.Facts(ctx) {
		machine = append(machine, record.Fact{Name: f[0], Value: f[1]})
	}
	return machine
}

// reportOf writes a benchmark's table: NAME.json, NAME.csv and NAME.html.
func reportOf(e record.Experiment, machine []record.Fact, name string) error {
	rec := &record.Record{Title: e.Command, Command: e.Command, Machine: machine,
		Date: time.Now().Format("2 January 2006, 15:04"), Experiments: []record.Experiment{e}}
	if err := errors.Join(rec.Write(name+".json"), writeCSV(rec, name+".csv")); err != nil {
		return fmt.Errorf("bench %s: %w", e.ID, err)
	}
	return report(name+".json", name+".html")
}

func writeCSV(rec *record.Record, file string) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(rec.CSV(out), out.Close())
}

// writeReport writes the CSV and the page beside the record of a directory, also after an
// interrupt.
func writeReport(dir string, rec *record.Record) error {
	if err := writeCSV(rec, filepath.Join(dir, "papers.csv")); err != nil {
		return err
	}
	page := filepath.Join(dir, "report.html")
	if err := report(filepath.Join(dir, papers.RecordFile), page); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "the report: %s\n", page)
	return nil
}

// drawFigure writes a figure as SVG.
func drawFigure(f record.Figure, file string) error {
	dir, err := os.MkdirTemp("", "coral-figure-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	rec := record.Record{Experiments: []record.Experiment{{Figures: []record.Figure{f}}}}
	from := filepath.Join(dir, "figure.json")
	if err := rec.Write(from); err != nil {
		return err
	}
	return report(from, file)
}

// report makes a page of a record, or an SVG of its first figure, also after an interrupt.
func report(from, to string) error {
	program, err := reporter()
	if err != nil {
		return err
	}
	if text, err := exec.Command(program, from, to).CombinedOutput(); err != nil {
		return fmt.Errorf("bench: the report: %w: %s", err, text)
	}
	return nil
}

// reporter is the command that makes the page: beside this one, or in PATH.
func reporter() (string, error) {
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), reportProgram)
		if _, err := os.Stat(beside); err == nil {
			return beside, nil
		}
	}
	program, err := exec.LookPath(reportProgram)
	if err != nil {
		return "", fmt.Errorf("bench: nothing is drawn: there is no "+
			"%s beside this command nor in PATH; `go build ./cmd/coral-report` makes it in Coral's source, "+
			"and `coral-report FILE.json FILE.html` the page",
			reportProgram)
	}
	return program, nil
}
