// Command status puts the conformance table of a run into STATUS.md, between the lines that mark its place.
package main

import (
	"fmt"
	"os"
	"strings"
)

const (
	begin = "<!-- conformance table: written by `make conformance` -->\n"
	end   = "<!-- end of the conformance table -->\n"
)

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: status TABLE.md STATUS.md"))
	}
	table, err := os.ReadFile(os.Args[1])
	if err != nil {
		fail(err)
	}
	page, err := os.ReadFile(os.Args[2])
	if err != nil {
		fail(err)
	}
	made, err := insert(string(page), string(table))
	if err != nil {
		fail(fmt.Errorf("%s: %w", os.Args[2], err))
	}
	if made == string(page) {
		return
	}
	if err := os.WriteFile(os.Args[2], []byte(made), 0o644); err != nil {
		fail(err)
	}
}

// insert replaces what stands between the marks of page.
func insert(page, table string) (string, error) {
	before, rest, found := strings.Cut(page, begin)
	if !found {
		return "", fmt.Errorf("the line %q is missing", strings.TrimSpace(begin))
	}
	_, after, found := strings.Cut(rest, end)
	if !found {
		return "", fmt.Errorf("the line %q is missing", strings.TrimSpace(end))
	}
	return before + begin + "\n" + strings.TrimSpace(table) + "\n\n" + end + after, nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
