package turns

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Main runs a package whose tests take long together, for its TestMain, and gives the exit code:
// one test in so many of them each turn, all with -all, and those that -run names. The binary must
// list its tests when it is started with -test.list.
func Main(m *testing.M, each int) int {
	if !flag.Parsed() {
		flag.Parse()
	}
	if *allFlag || each < 2 || chosen() {
		return m.Run()
	}
	names, err := listed()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	mine := inTurn(names, each)
	if err := flag.Set("test.run", "^("+strings.Join(mine, "|")+")$"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Printf("%d of %d tests have their turn today (-all: all)\n", len(mine), len(names))
	return m.Run()
}

// chosen tells whether the command line says which tests are run, or that none is.
func chosen() bool {
	return slices.ContainsFunc([]string{"run", "list", "bench", "fuzz"}, func(name string) bool {
		f := flag.Lookup("test." + name)
		return f != nil && f.Value.String() != ""
	})
}

// listed are the names of the tests, fuzz targets and examples of this binary.
func listed() ([]string, error) {
	out, err := exec.Command(os.Args[0], "-test.list", ".").Output()
	if err != nil {
		return nil, fmt.Errorf("%s does not list its tests: %w", os.Args[0], err)
	}
	return strings.Fields(string(out)), nil
}

// inTurn are the names whose turn it is: of those that follow each other in a file, and have much
// in common, not all in the same turn.
func inTurn(names []string, each int) (mine []string) {
	for i, name := range names {
		if (i+Now())%each == 0 {
			mine = append(mine, name)
		}
	}
	return mine
}
