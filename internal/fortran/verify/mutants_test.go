package verify

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var (
	allMutants = flag.Bool("mutants", false, "put all faults into lower, and see which are found")
	onlyMutant = flag.String("mutant", "", "put faults into lower whose file or title has this")
)

// mutant is a fault in a file, which is named from package lower.
type mutant struct{ file, what, old, new string }

// quick are those that are always tried.
var quick = map[string]bool{"a label on a construct": true, "reads are not fetched": true}

const lowerDir = "../lower"

// TestMutants shows that the audit can fail: it puts faults into lower, one at a time, and audits
// the corpus with each. Without -mutants it tries two of them on a few programs.
func TestMutants(t *testing.T) {
	for _, m := range mutants {
		text, err := os.ReadFile(filepath.Join(lowerDir, m.file))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), m.old); n != 1 {
			t.Errorf("%s, %s: the text stands %d times in the file", m.file, m.what, n)
		}
	}
	if t.Failed() {
		return
	}
	some := *allMutants || *onlyMutant != ""
	tried, found := 0, 0
	for _, m := range mutants {
		if !some && !quick[m.what] || !strings.Contains(m.file+" "+m.what, *onlyMutant) {
			continue
		}
		args := []string{"-test.run", "TestCorpus$", "-first"}
		if !some {
			args = append(args, "-only", "fortran/control/")
		}
		by := m.foundBy(t, args)
		tried++
		if by != "" {
			found++
		}
		t.Logf("%s: %s: found by %q", m.file, m.what, by)
		if !some && by == "" {
			t.Errorf("%s: %s: the audit does not see it", m.file, m.what)
		}
	}
	t.Logf("%d of %d faults were found", found, tried)
	if *allMutants && found*40 < tried*38 {
		t.Errorf("that is less than 38 of 40")
	}
}

// foundBy runs the corpus with a mutant, and gives what of the first violation.
func (m mutant) foundBy(t *testing.T, args []string) string {
	dir := t.TempDir()
	original, err := filepath.Abs(filepath.Join(lowerDir, m.file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(original)
	if err != nil {
		t.Fatal(err)
	}
	mutated, list := filepath.Join(dir, filepath.Base(m.file)), filepath.Join(dir, "overlay.json")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: mutated}})
	if err != nil {
		t.Fatal(err)
	}
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(mutated, strings.Replace(string(text), m.old, m.new, 1))
	write(list, string(overlay))
	binary := filepath.Join(dir, "verify.test")
	build := exec.Command("go", "test", "-c", "-overlay", list, "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%s: %s: %v\n%s", m.file, m.what, err, out)
		return ""
	}
	defer os.Remove(binary)
	out, err := exec.Command(binary, args...).CombinedOutput()
	if err == nil {
		return ""
	}
	if _, rest, ok := strings.Cut(string(out), "breaks rule "); ok {
		rule, _, _ := strings.Cut(rest, ":")
		return rule
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return first
}
