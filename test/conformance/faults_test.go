package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/driver"
	"github.com/coral-pgas/coral/test/turns"
)

// TestFaults: the programs that show faults of back ends do so, with the compilers that are
// installed here.
func TestFaults(t *testing.T) {
	_, programs := fortranSuite(t)
	compilers, _ := driver.Installed(t.Context())
	tried := map[string]bool{}
	for _, entry := range readPrevented(t, programs, families) {
		fault := entry.Fault()
		if fault == "" {
			continue
		}
		if _, err := os.Stat(filepath.Join("faults", fault)); err != nil {
			t.Errorf("prevented.txt: %v", err)
		}
		for _, c := range compilers {
			// some need their three seconds
			if key := c.Path + fault; fmt.Sprintf("%v %d", c.Family, c.Major) == entry.Backend &&
				!tried[key] && turns.Takes(fault, 4) {
				tried[key] = true
				if showsNoFault(t, c.Path, fault) {
					t.Errorf("%s does faults/%s right: prevented.txt says that %s does not", c.Path,
						fault, entry.Backend)
				}
			}
		}
	}
}

// showsNoFault tells whether a compiler does right what a program is about.
func showsNoFault(t *testing.T, compiler, fault string) bool {
	source, err := filepath.Abs(filepath.Join("faults", fault))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	option := "-O0"
	if first, _, _ := strings.Cut(string(text), "\n"); strings.HasPrefix(first, "! options: ") {
		option = strings.TrimPrefix(first, "! options: ")
	}
	// Some compilations never end, nor do some programs.
	const limited = `ulimit -t 3; exec "$0" "$@"`
	build := exec.Command("sh", "-c", limited, compiler, option, "-o", "fault", source)
	build.Dir = t.TempDir()
	if build.Run() != nil {
		return false
	}
	out, err := exec.Command("sh", "-c", limited, filepath.Join(build.Dir, "fault")).Output()
	return err == nil && strings.Contains(string(out), "PASS")
}
