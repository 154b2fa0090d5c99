package assumptions

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/assumptions.md")

// TestPage: the page says what the table does.
func TestPage(t *testing.T) {
	const page = "../../docs/assumptions.md"
	if *update {
		if err := os.WriteFile(page, []byte(Markdown()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(page)
	if err != nil || string(text) != Markdown() {
		t.Errorf("%v: %s is not that of the table: run the test with -update", err, page)
	}
}

// TestTable: each row has a probe, each probe a row.
func TestTable(t *testing.T) {
	known := map[string]bool{}
	for _, a := range Table {
		if a.Source("gfortran") == "" && a.Source("flang") == "" {
			t.Errorf("%s has no probe", a.Name)
		}
		for _, name := range []string{string(a.Name), string(a.Name) + "_gfortran", string(a.Name) +
			"_flang"} {
			known[name+".f90"] = true
		}
	}
	files, err := probes.ReadDir("probes")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !known[f.Name()] {
			t.Errorf("probes/%s belongs to no row", f.Name())
		}
	}
}

// TestProbes runs the probes with gfortran, if it is there: they hold with the version of Debian
// 12.
func TestProbes(t *testing.T) {
	gfortran, err := exec.LookPath("gfortran-12")
	if err != nil {
		t.Skip("gfortran 12 is not installed")
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "probes.f90"), filepath.Join(dir, "probes")
	list := Of("gfortran")
	if err := os.WriteFile(source, []byte(Program(list, "gfortran")), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gfortran,
		append(Link(list), "-O2", "-J", dir, "-o", program,
			source)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	holds := Read(string(out))
	for _, a := range list {
		if !holds[a.Name] {
			t.Errorf("%s does not hold: %s", a.Name, out)
		}
	}
	if out, err := exec.Command(program, "2").Output(); err != nil ||
		strings.TrimSpace(string(out)) != string(list[1].Name)+" T" {
		t.Errorf("one probe alone: %q, %v", out, err)
	}
}
