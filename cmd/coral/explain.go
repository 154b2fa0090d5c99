//go:build linux && amd64

package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/coral-pgas/coral/internal/diag"
)

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "explain [CODE]...",
		Short:             "Explain messages by their codes, such as C0107, or list the codes",
		ValidArgsFunction: completeCodes,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, row := range diag.Codes() {
					fmt.Fprintf(c.OutOrStdout(), "%s  %s\n", row.Code, row.Title)
				}
				return nil
			}
			var wrong error // the first word that is no code; the others are explained
			explained := 0
			for _, word := range args {
				row, err := rowOf(word)
				if err != nil {
					wrong = cmp.Or(wrong, err)
					continue
				}
				if explained++; explained > 1 {
					fmt.Fprintln(c.OutOrStdout())
				}
				explain(c.OutOrStdout(), row)
			}
			return wrong
		},
	}
}

// explain prints what is known of a message.
func explain(w io.Writer, row diag.CodeInfo) {
	fmt.Fprintf(w, "%s: %s\n\n%s\n", row.Code, row.Title,
		folded(strings.TrimSpace(row.Explanation)))
	if row.Example != "" {
		fmt.Fprintf(w, "\nExample:\n%s\n", strings.TrimRight(row.Example, "\n"))
	}
}

// rowOf finds the message that a word means: its code, or the number of the code if only one
// message has that.
func rowOf(word string) (row diag.CodeInfo, err error) {
	code := strings.ToUpper(word)
	if row, ok := diag.Lookup(diag.Code(code)); ok {
		return row, nil
	}
	var meant []string
	if number, err := strconv.ParseUint(strings.TrimLeft(code, "CR"), 10, 16); err == nil {
		for _, kind := range []string{"C", "R"} {
			like := diag.Code(fmt.Sprintf("%s%04d", kind, number))
			if found, ok := diag.Lookup(like); ok {
				row, meant = found, append(meant, string(like))
			}
		}
	}
	switch len(meant) {
	case 0:
		return row, usageError{fmt.Errorf("there is no message with the code %s; `coral explain` "+
			"lists the codes", word)}
	case 1:
		return row, nil
	}
	return row, usageError{fmt.Errorf("%s may be %s: say which", word,
		strings.Join(meant, " or "))}
}
