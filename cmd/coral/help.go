//go:build linux && amd64

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/coral-pgas/coral/internal/config"
)

// helpColumns is the width of help texts.
const helpColumns = 80

const compilersOptions = `All other options go to the compilers, such as -O3, -g, -I, -J, -D,
-fopenmp, -L, -l and -Wl,... Without -O and -g, programs are compiled with -O2. gfortran always
writes line tables (-g1), so that backtraces name lines; -g0 turns that off. At -O2, gfortran
vectorizes as at -O3 (-fvect-cost-model=dynamic); another -fvect-cost-model turns that off.
With gfortran 12, Coral leaves this out for files with sums that it might make wrong
(docs/limits.md).`

// optionsHelp prints the options from the table of internal/config, and what others there are.
func optionsHelp(w io.Writer, c *cobra.Command, others string) {
	fmt.Fprintf(w, "%s\n\nUsage:\n  coral %s\n\nOptions:\n", c.Long, c.Use)
	for _, o := range config.Options(c.Name()) {
		word := o.Name
		if o.Arg != "" {
			word += " " + o.Arg
		}
		meaning := o.Meaning
		if o.Setting != nil {
			meaning += " (or set " + o.Setting.Name + ")"
		}
		if len(o.Also) > 0 {
			meaning += "; also " + strings.Join(o.Also, ", ")
		}
		optionHelp(w, word, meaning)
	}
	fmt.Fprintln(w, "\n"+folded(others))
}

// optionHelp prints an option, and beside it what it means.
func optionHelp(w io.Writer, word, meaning string) {
	const column = 17 // of the meaning
	margin := strings.Repeat(" ", column)
	text := margin + strings.Join(foldedLine(meaning, helpColumns-column), "\n"+margin)
	if word = "  " + word; len(word) < column {
		text = text[len(word):]
	} else {
		text = "\n" + text
	}
	fmt.Fprintln(w, word+text)
}

// foldLong folds the long texts of a command and of those below it, for help and man pages.
func foldLong(c *cobra.Command) {
	c.Long = folded(c.Long)
	for _, below := range c.Commands() {
		foldLong(below)
	}
}

// folded is a text whose paragraphs are folded. Indented lines are examples, which stay.
func folded(text string) string {
	var lines []string
	paragraph := ""
	for line := range strings.Lines(text + "\n\n") {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && line[0] != ' ' {
			paragraph += " " + line
			continue
		}
		if paragraph != "" {
			lines, paragraph = append(lines, foldedLine(paragraph, helpColumns)...), ""
		}
		lines = append(lines, line)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// foldedLine is the lines of at most that many columns that the words of a text fill.
func foldedLine(text string, columns int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > columns {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
