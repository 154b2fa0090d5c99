//go:build linux && amd64

package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/diag"
)

// completeOptions gives a shell the options of run, build and translate, which cobra does not
// parse. Other words are files.
func completeOptions(c *cobra.Command, _ []string, begun string) ([]string,
	cobra.ShellCompDirective) {
	if !strings.HasPrefix(begun, "-") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var words []string
	for _, o := range config.Options(c.Name()) {
		if strings.HasPrefix(o.Name, begun) {
			words = append(words, o.Name+"\t"+o.Meaning)
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

// completeCodes gives a shell the codes of messages.
func completeCodes(_ *cobra.Command, _ []string, begun string) ([]string,
	cobra.ShellCompDirective) {
	var words []string
	for _, row := range diag.Codes() {
		if code := string(row.Code); strings.HasPrefix(code,
			strings.ToUpper(begun)) {
			words = append(words, code+"\t"+row.Title)
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}
