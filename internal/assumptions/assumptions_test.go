package assumptions

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
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

// otherwise are changes of probes that make them see what a compiler would show that does
// otherwise; all but that of module_file, which the driver answers (readsModule).
var otherwise = map[string][2]string{
	"address":     {"loc(x(2)), c_null_ptr", "loc(x(1)), c_null_ptr"},
	"descriptor":  {"v%p => a(0:4:2, 2:9)", "v%p => a(0:4, 2:9)"},
	"span":        {"w(5) = 12", "w(8) = 12"},
	"class":       {"allocate (extended :: v%p(2))", "allocate (base :: v%p(2))"},
	"length":      {"w(9) = 5", "w(8) = 5"},
	"lengths":     {"call p('abc', 7, 'de')", "call p('de', 7, 'abc')"},
	"allocatable": {"call p(a)", "call p(copy)"},
	"allocation": {"    allocate (a(n), stat=state)\n",
		"    allocate (parts(n))\n    allocate (a(n), stat=state)\n    deallocate (parts)\n"},
	"trampoline":         {"code = c_funloc(inner)", "code = c_null_funptr"},
	"wide_substring":     {"p(k)(3:3)", "p(k)(2:2)"},
	"deferred_component": {"w(9) = 3", "w(9) = 4"},
	"forall_alias":       {"[1, 1, 2, 3]", "[1, 1, 1, 1]"},
}

// compiled gives the program of some probes by a compiler, of which some may be changed.
func compiled(t *testing.T, family, compiler string,
	change func(name, source string) string) string {
	t.Helper()
	path, err := exec.LookPath(compiler)
	if err != nil {
		t.Skip(compiler + " is not installed")
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "probes.f90"), filepath.Join(dir, "probes")
	list := Of(family)
	text := Program(list, family)
	for _, a := range list {
		old := a.Source(family)
		text = strings.Replace(text, old, change(string(a.Name), old), 1)
	}
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	words := append(Link(list), "-O2", "-J", dir, "-o", program, source)
	if out, err := exec.Command(path, words...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// backEnds are the compilers of Debian 12, by their families.
var backEnds = map[string]string{"gfortran": "gfortran-12", "flang": "flang-22"}

// TestProbes: they hold with the compilers of Debian 12, together and alone.
func TestProbes(t *testing.T) {
	for family, compiler := range backEnds {
		t.Run(family, func(t *testing.T) {
			program := compiled(t, family, compiler,
				func(_, source string) string { return source })
			out, err := exec.Command(program).Output()
			if err != nil {
				t.Fatal(err)
			}
			holds, list := Read(string(out)), Of(family)
			for _, a := range list {
				if !holds[a.Name] {
					t.Errorf("%s does not hold: %s", a.Name, out)
				}
			}
			if out, err := exec.Command(program, "2").Output(); err != nil ||
				strings.TrimSpace(string(out)) != string(list[1].Name)+" T" {
				t.Errorf("one probe alone: %q, %v", out, err)
			}
		})
	}
}

// TestProbesFail: each probe sees a compiler that does otherwise.
func TestProbesFail(t *testing.T) {
	for family, compiler := range backEnds {
		t.Run(family, func(t *testing.T) {
			program := compiled(t, family, compiler, func(name, source string) string {
				change := otherwise[name]
				changed := strings.Replace(source, change[0], change[1], 1)
				if changed == source && Name(name) != ModuleFile {
					t.Errorf("probe %s has no %q", name, change[0])
				}
				return changed
			})
			for i, a := range Of(family) {
				out, _ := exec.Command(program, strconv.Itoa(i+1)).Output() // it may crash
				if a.Name != ModuleFile && Read(string(out))[a.Name] {
					t.Errorf("probe %s holds: %s", a.Name, out)
				}
			}
		})
	}
}

// TestModuleFile: a text without any of the declarations is no proof that module files are read.
func TestModuleFile(t *testing.T) {
	text := Assumption{Name: ModuleFile}.Source("gfortran")
	if !MentionedIn(text) {
		t.Error("the probe's own text is not taken")
	}
	for _, word := range []string{"kind_of_", "shape_of_", "area_of_", "twice_of_p", "twice_of_i"} {
		if MentionedIn(strings.ReplaceAll(text, word, "other_")) {
			t.Errorf("a text without %s is taken", word)
		}
	}
}
