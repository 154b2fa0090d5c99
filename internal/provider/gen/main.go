// Command gen writes docs/providers.md.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/coral-pgas/coral/internal/provider"
)

func main() {
	output := flag.String("o", "", "file to write")
	flag.Parse()
	if err := os.WriteFile(*output, []byte(provider.Markdown()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
