package conformance

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

//go:generate go run ./gen ../../docs/conformance.md

// place is where a table stands in docs/conformance.md: between two lines.
type place struct{ begin, end string }

var (
	inFortran = place{"<!-- conformance table: written by go generate ./test/conformance -->\n",
		"<!-- end of the conformance table -->\n"}
	inC = place{"<!-- conformance table of XcalableMP in C: written by " +
		"go generate ./test/conformance -->\n",
		"<!-- end of the table of XcalableMP in C -->\n"}
)

// Page is the text of docs/conformance.md with its tables made anew, from the heads of the programs
// in the folder dir (this one), and from the list of what faults of back ends prevent. Nothing is
// run for them.
func Page(text, dir string) (string, error) {
	list, err := os.Open(filepath.Join(dir, "prevented.txt"))
	if err != nil {
		return "", err
	}
	defer list.Close()
	prevented, err := LoadPrevented(list)
	if err != nil {
		return "", err
	}
	for _, suite := range []struct {
		at       place
		folder   string
		backEnds []string
	}{
		{inFortran, "fortran", []string{"gfortran", "flang"}},
		{inC, "xmp", []string{"gcc", "clang"}},
	} {
		table, err := features(filepath.Join(dir, suite.folder), prevented, suite.backEnds)
		if err != nil {
			return "", err
		}
		if text, err = suite.at.insert(text, table); err != nil {
			return "", err
		}
	}
	return text, nil
}

// insert replaces what stands between the two lines.
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

// features is the table of the programs below root, with what the back ends of some families
// prevent.
func features(root string, prevented []Prevented, families []string) (string, error) {
	programs, err := Load(root)
	if err != nil {
		return "", err
	}
	named := map[string][]string{}
	for _, p := range programs {
		named[p.Feature] = append(named[p.Feature], p.Name)
	}
	faults := faultsOf(prevented, families)
	var lines []tableLine
	for _, feature := range slices.Sorted(maps.Keys(named)) {
		var failed []string
		for _, name := range named[feature] {
			if with := backends(faults, name); with != "" {
				failed = append(failed, fmt.Sprintf("%s (%s)", name, with))
			}
		}
		lines = append(lines, tableLine{feature: feature, programs: len(named[feature]),
			failed: failed})
	}
	return markdown(nil, lines, faults), nil
}

// fault is what keeps a program from passing with some versions of a back end, "flang 21-23".
type fault struct{ backend, program, reason string }

// faultsOf are the faults of some families in the order of the list, since a reason may refer to
// the one before it. Versions that have the same one are a range.
func faultsOf(prevented []Prevented, families []string) (faults []fault) {
	for _, p := range prevented {
		family, _, _ := strings.Cut(p.Backend, " ")
		if p.Program == noProgram || !slices.Contains(families, family) {
			continue
		}
		if last := len(faults) - 1; last >= 0 && faults[last].program == p.Program &&
			faults[last].reason == p.Reason {
			if longer, ok := follows(faults[last].backend, p.Backend); ok {
				faults[last].backend = longer
				continue
			}
		}
		faults = append(faults, fault{p.Backend, p.Program, p.Reason})
	}
	return faults
}

// follows extends a range of versions by the next one: "flang 21-22" by "flang 23".
func follows(versions, next string) (string, bool) {
	family, numbers, _ := strings.Cut(versions, " ")
	first, last, isRange := strings.Cut(numbers, "-")
	if !isRange {
		last = first
	}
	n, err := strconv.Atoi(last)
	if err != nil || next != fmt.Sprintf("%s %d", family, n+1) {
		return "", false
	}
	return fmt.Sprintf("%s %s-%d", family, first, n+1), true
}

// backends are those with which a program does not pass; "": it passes with all.
func backends(faults []fault, program string) string {
	var names []string
	for _, f := range faults {
		if f.program == program {
			names = append(names, f.backend)
		}
	}
	return strings.Join(names, ", ")
}
