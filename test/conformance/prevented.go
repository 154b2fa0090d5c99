package conformance

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Prevented is a program that a fault of a back end keeps from passing.
type Prevented struct {
	Backend string // family and major version, "flang 19"
	Program string // or noProgram
	Reason  string
}

// noProgram stands for a fault that keeps no program of the suite from passing.
const noProgram = "-"

// LoadPrevented reads a list: `backend: program: reason` in each line, further lines of a reason
// indented, # for remarks.
func LoadPrevented(r io.Reader) ([]Prevented, error) {
	var out []Prevented
	var entry []int // what the last entry has added
	scanner := bufio.NewScanner(r)
	for n := 1; scanner.Scan(); n++ {
		text := strings.TrimRight(scanner.Text(), " ")
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
		case strings.HasPrefix(text, " ") && len(out) > 0:
			for _, i := range entry {
				out[i].Reason += " " + strings.TrimSpace(text)
			}
		default:
			fields := strings.SplitN(text, ": ", 3)
			if len(fields) != 3 {
				return nil, fmt.Errorf("line %d: expected `backend: program: reason`", n)
			}
			entry = nil
			for _, backend := range versions(fields[0]) {
				entry = append(entry, len(out))
				out = append(out, Prevented{backend, fields[1], fields[2]})
			}
		}
	}
	return out, scanner.Err()
}

// versions are the back ends that "gfortran 12-15" means.
func versions(text string) []string {
	family, numbers, _ := strings.Cut(text, " ")
	low, high, isRange := strings.Cut(numbers, "-")
	first, err1 := strconv.Atoi(low)
	last, err2 := strconv.Atoi(high)
	if !isRange || err1 != nil || err2 != nil {
		return []string{text}
	}
	var out []string
	for n := first; n <= last; n++ {
		out = append(out, fmt.Sprintf("%s %d", family, n))
	}
	return out
}

// Fault is the program of plain Fortran that shows the fault, below faults/; empty: there is none.
func (p Prevented) Fault() string {
	if rest, ok := strings.CutPrefix(p.Reason, "faults/"); ok {
		name, _, _ := strings.Cut(rest, ":")
		return name
	}
	return ""
}
