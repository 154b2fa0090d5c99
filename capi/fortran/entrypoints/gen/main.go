// Command gen writes docs/design/entry-points.md.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/coral-pgas/coral/capi/fortran/entrypoints"
)

func main() {
	output := flag.String("o", "", "file to write")
	flag.Parse()
	text, err := entrypoints.Markdown()
	if err == nil {
		err = os.WriteFile(*output, []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
