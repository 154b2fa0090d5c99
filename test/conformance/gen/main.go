// Command gen writes the tables of docs/conformance.md from the heads of the programs. It runs in
// the folder of the suite.
package main

import (
	"fmt"
	"os"

	"github.com/coral-pgas/coral/test/conformance"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: gen PAGE.md")
	}
	page, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	made, err := conformance.Page(string(page), ".")
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return os.WriteFile(args[0], []byte(made), 0o644)
}
