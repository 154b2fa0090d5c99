//go:build linux && amd64

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/coral-pgas/coral/internal/diag"
)

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "explain [CODE]",
		Short:             "Explain a message by its code, such as C0107, or list the codes",
		ValidArgsFunction: completeCodes,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError{fmt.Errorf("`coral explain` takes one code, such as C0301")}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, row := range diag.Codes() {
					fmt.Fprintf(c.OutOrStdout(), "%s  %s\n", row.Code, row.Title)
				}
				return nil
			}
			row, ok := diag.Lookup(diag.Code(strings.ToUpper(args[0])))
			if !ok {
				return usageError{fmt.Errorf("there is no message with the code %s", args[0])}
			}
			fmt.Fprintf(c.OutOrStdout(), "%s: %s\n\n%s\n", row.Code, row.Title,
				strings.TrimSpace(row.Explanation))
			if row.Example != "" {
				fmt.Fprintf(c.OutOrStdout(), "\nExample:\n%s\n",
					strings.TrimRight(row.Example, "\n"))
			}
			return nil
		},
	}
}
