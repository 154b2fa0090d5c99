package conformance

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Prevented is a program that a fault of a back end keeps from passing.
type Prevented struct {
	Backend string // family and major version, "flang 19"
	Program string
	Reason  string
}

// LoadPrevented reads a list: `backend: program: reason` in each line, further lines of a reason indented, # for remarks.
func LoadPrevented(r io.Reader) ([]Prevented, error) {
	var out []Prevented
	scanner := bufio.NewScanner(r)
	for n := 1; scanner.Scan(); n++ {
		text := strings.TrimRight(scanner.Text(), " ")
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
		case strings.HasPrefix(text, " ") && len(out) > 0:
			out[len(out)-1].Reason += " " + strings.TrimSpace(text)
		default:
			fields := strings.SplitN(text, ": ", 3)
			if len(fields) != 3 {
				return nil, fmt.Errorf("line %d: expected `backend: program: reason`", n)
			}
			out = append(out, Prevented{fields[0], fields[1], fields[2]})
		}
	}
	return out, scanner.Err()
}
