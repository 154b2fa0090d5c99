// Command gen writes the C header of package layout.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/coral-pgas/coral/internal/layout"
)

func main() {
	out := flag.String("o", "", "file to write")
	flag.Parse()
	if err := os.WriteFile(*out, []byte(layout.CHeader()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}
