// Command status puts the conformance tables of a run into docs/conformance.md, each between the
// lines that mark its place.
package main

import (
	"fmt"
	"os"
	"strings"
)

// place is where a table stands in the page.
type place struct{ begin, end string }

var (
	fortran = place{"<!-- conformance table: written by `make conformance` -->\n",
		"<!-- end of the conformance table -->\n"}
	xmp = place{"<!-- conformance table of XcalableMP in C: written by `make conformance` -->\n",
		"<!-- end of the table of XcalableMP in C -->\n"}
)

func main() {
	if len(os.Args) != 4 {
		fail(fmt.Errorf("usage: status TABLE.md XMP-TABLE.md PAGE.md"))
	}
	name := os.Args[3]
	page, err := os.ReadFile(name)
	if err != nil {
		fail(err)
	}
	made := string(page)
	for i, at := range []place{fortran, xmp} {
		table, err := os.ReadFile(os.Args[1+i])
		if err != nil {
			fail(err)
		}
		if made, err = at.insert(made, string(table)); err != nil {
			fail(fmt.Errorf("%s: %w", name, err))
		}
	}
	if made == string(page) {
		return
	}
	if err := os.WriteFile(name, []byte(made), 0o644); err != nil {
		fail(err)
	}
}

// insert replaces what stands between the marks of page.
func (p place) insert(page, table string) (string, error) {
	before, rest, found := strings.Cut(page, p.begin)
	if !found {
		return "", fmt.Errorf("the line %q is missing", strings.TrimSpace(p.begin))
	}
	_, after, found := strings.Cut(rest, p.end)
	if !found {
		return "", fmt.Errorf("the line %q is missing", strings.TrimSpace(p.end))
	}
	return before + p.begin + "\n" + strings.TrimSpace(table) + "\n\n" + p.end + after, nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
