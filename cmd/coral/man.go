//go:build linux && amd64

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/driver"
)

// manCommand writes the man pages: coral.1, and one for each command, from the same tables as the
// help texts. `make install` calls it.
func manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man DIRECTORY", Short: "Write the man pages", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := writePages(c.Root(), args[0]); err != nil {
				return &driver.Error{Code: driver.CodeWrite, Err: err}
			}
			return nil
		},
	}
}

// writePages writes the page of a command and those of the commands below it.
func writePages(c *cobra.Command, directory string) error {
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	err := os.WriteFile(filepath.Join(directory, name+".1"), []byte(manPage(c)), 0o644)
	for _, below := range shownCommands(c) {
		if err == nil {
			err = writePages(below, directory)
		}
	}
	return err
}

// shownCommands are those that help texts name.
func shownCommands(c *cobra.Command) (shown []*cobra.Command) {
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() && below.Name() != "help" {
			shown = append(shown, below)
		}
	}
	return shown
}

// manPage is a command's page, in roff.
func manPage(c *cobra.Command) string {
	var b strings.Builder
	title := strings.ReplaceAll(c.CommandPath(), " ", "-")
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"Coral %s\" \"Coral\"\n.SH NAME\n%s \\- %s\n",
		strings.ToUpper(title), config.Release, roff(title), roff(c.Short))
	synopsis := c.UseLine()
	if below := shownCommands(c); len(below) > 0 {
		synopsis = c.CommandPath() + " COMMAND"
	}
	long := c.Long
	if long == "" {
		long = c.Short
	}
	fmt.Fprintf(&b, ".SH SYNOPSIS\n%s\n.SH DESCRIPTION\n.nf\n%s\n.fi\n", roff(synopsis),
		roff(long))
	if options := optionsOf(c); len(options) > 0 {
		entries(&b, "OPTIONS", options)
	}
	var commands [][2]string
	for _, below := range shownCommands(c) {
		commands = append(commands, [2]string{below.CommandPath(), below.Short})
	}
	entries(&b, "COMMANDS", commands)
	if !c.HasParent() {
		entries(&b, "ENVIRONMENT", variables())
	} else {
		fmt.Fprintf(&b, ".SH SEE ALSO\n.BR coral (1)\n")
	}
	return b.String()
}

// optionsOf are the options of a command with what they mean: Coral's own for commands that pass
// the others on to compilers.
func optionsOf(c *cobra.Command) (rows [][2]string) {
	for _, o := range config.Options(c.Name()) {
		rows = append(rows, [2]string{strings.TrimSpace(o.Name + " " + o.Arg), o.Meaning})
	}
	if len(rows) > 0 {
		return rows
	}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		argument, usage := pflag.UnquoteUsage(f)
		rows = append(rows, [2]string{strings.TrimSpace("--" + f.Name + " " + argument), usage})
	})
	return rows
}

// variables are the settings of the environment.
func variables() (rows [][2]string) {
	for _, s := range config.Settings() {
		if !s.Private {
			rows = append(rows, [2]string{s.Name, s.Meaning})
		}
	}
	return rows
}

// entries writes a section of words with what each means; none: nothing.
func entries(b *strings.Builder, section string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", section)
	for _, row := range rows {
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(row[0]), roff(row[1]))
	}
}

// roff is text in which nothing is taken for a request or an escape.
func roff(text string) string {
	text = strings.ReplaceAll(strings.TrimSpace(text), `\`, `\e`)
	text = strings.ReplaceAll(text, "-", `\-`)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
