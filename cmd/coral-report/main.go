// Command coral-report makes an HTML page of the record of a benchmark. `coral bench` calls it; it
// is a command of its own so that the compiler's does not carry a library that draws.
//
//	coral-report record.json report.html     the page
//	coral-report record.json figure.svg      its first figure
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/coral-pgas/coral/bench/record"
	"github.com/coral-pgas/coral/bench/report"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: coral-report RECORD.json REPORT.html|FIGURE.svg")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "coral-report:", err)
		os.Exit(1)
	}
}

func write(from, to string) error {
	r, err := record.Read(from)
	if err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	if strings.HasSuffix(to, ".svg") {
		err = report.WriteFigure(out, r)
	} else {
		err = report.Write(out, r)
	}
	if closing := out.Close(); err == nil {
		err = closing
	}
	return err
}
