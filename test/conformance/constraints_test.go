package conformance

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestConstraints: docs/constraints.md says which code a violation of a constraint draws, and names
// a program that shows it.
func TestConstraints(t *testing.T) {
	text, err := os.ReadFile("../../docs/constraints.md")
	if err != nil {
		t.Fatal(err)
	}
	coral, err := filepath.Abs(*coralFlag)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	rows := 0
	for _, row := range strings.Split(string(text), "\n") {
		cells := strings.Split(strings.Trim(row, "| "), " | ")
		if len(cells) != 4 || cells[0] == "rule" || strings.HasPrefix(cells[0], "---") {
			continue
		}
		rows++
		code, name := cells[2], cells[3]
		if _, known := said[name]; !known {
			p, err := loadFile("fortran", "fortran/errors/"+name+".f90",
				[]string{"fortran/errors/" + name + ".f90"})
			if err != nil {
				t.Errorf("%s: %v", cells[0], err)
				continue
			}
			out, _ := exec.Command(coral,
				append(append([]string{"translate", "-o", os.DevNull}, p.BuildArgs...),
					p.Files...)...).CombinedOutput()
			said[name] = string(out)
		}
		if !strings.Contains(said[name], "["+code+"]") {
			t.Errorf("%s: errors/%s draws no %s:\n%s", cells[0], name, code, said[name])
		}
	}
	if rows < 70 {
		t.Errorf("%d rows only: has the form of the table changed?", rows)
	}
}
