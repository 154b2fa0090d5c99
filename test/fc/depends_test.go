package fc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDependencies: -MMD and its kind give rules for make, of translated files, too.
func TestDependencies(t *testing.T) {
	p := newPlace(t)
	for name, text := range map[string]string{
		"size.h":   "#define WIDE 3\n",
		"more.inc": "integer :: b[*]\n",
		"of file.F90": "#include \"size.h\"\nmodule above\n" +
			"  use, intrinsic :: iso_fortran_env\n  use below\n  integer :: a(WIDE)[*]\n" +
			"  include 'more.inc'\nend module\n",
		"below.f90": "module below\n  integer :: c[*]\nend module\n",
	} {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(p.dir, "mods"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.good("coral fc -cpp -MMD -Jmods -c below.f90")
	for _, words := range [][]string{{"-MMD", "-o", "x.o"},
		{"-MMD", "-MP", "-MT", "all", "-MFother"}} {
		if _, messages, code := p.run(
			append([]string{"coral", "fc", "-I.", "-Jmods", "-c", "of file.F90"},
				words...)...); code != 0 {
			t.Fatalf("%v: %s", words, messages)
		}
	}
	needed := " of\\ file.F90 \\\n more.inc \\\n size.h \\\n mods/below.mod \\\n mods/below.cmod\n"
	for path, want := range map[string]string{
		"below.d": "mods/below.mod mods/below.cmod below.o: below.f90\n",
		"x.d":     "mods/above.mod mods/above.cmod x.o of\\ file.o:" + needed,
		"other": "mods/above.mod mods/above.cmod all of\\ file.o:" + needed +
			"\nmore.inc:\n\nsize.h:\n\nmods/below.mod:\n\nmods/below.cmod:\n",
	} {
		text, err := os.ReadFile(filepath.Join(p.dir, path))
		if err != nil {
			t.Error(err)
		} else if string(text) != want {
			t.Errorf("%s:\n%swanted:\n%s", path, text, want)
		}
	}
}

// TestDependenciesInOrder: a rule names the module files that the compiler reads, where folders of
// -I and of -J both have some.
func TestDependenciesInOrder(t *testing.T) {
	p := newPlace(t)
	p.write("below.f90", "module below\n  integer :: c[*]\nend module\n")
	p.write("above.F90", "module above\n  use below\n  integer :: a[*]\nend module\n")
	for _, dir := range []string{"mods", "inc"} {
		if err := os.Mkdir(filepath.Join(p.dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		p.good("coral fc -J" + dir + " -c below.f90")
	}
	p.good("coral fc -MMD -Jmods -Iinc -c above.F90")
	text, err := os.ReadFile(filepath.Join(p.dir, "above.d"))
	want := "mods/above.mod mods/above.cmod above.o: above.F90 \\\n inc/below.mod \\\n" +
		" inc/below.cmod\n"
	if err != nil || string(text) != want {
		t.Errorf("%v\n%swanted:\n%s", err, text, want)
	}
}

// TestDependenciesOfLink: a command that links leaves the rules under gfortran's names, those of
// files without coarrays too.
func TestDependenciesOfLink(t *testing.T) {
	const user = "main.o: main.F90 \\\n u.mod \\\n u.cmod\n"
	for _, c := range []struct {
		options string
		want    map[string]string
	}{
		{"-o prog.x", map[string]string{"prog.d": "prog.x " + user}},
		{"-o prog.x -MFz -MT all", map[string]string{"z": "all " + user}},
		{"", map[string]string{"a-main.d": user, "a-u.d": "u.mod u.cmod u.o: u.F90\n"}},
		{"-fsyntax-only", map[string]string{"a-u.d": "u.mod u.cmod u.o: u.F90\n"}},
		{"-S", map[string]string{"u.d": "u.mod u.cmod u.o: u.F90\n"}},
	} {
		p := newPlace(t)
		p.write("u.F90", "module u\n  integer :: a[*]\nend module\n")
		p.write("main.F90", "program main\n  use u, only:\nend program\n")
		p.good("caf -MMD u.F90 main.F90 " + c.options)
		for name, want := range c.want {
			text, err := os.ReadFile(filepath.Join(p.dir, name))
			if err != nil {
				t.Errorf("with %q: %v", c.options, err)
			} else if string(text) != want {
				t.Errorf("with %q, %s:\n%swanted:\n%s", c.options, name, text, want)
			}
		}
	}
}

// TestDependenciesAlone: -M and -MM give the rules of files with coarrays without compiling them,
// beside modules that Coral has translated and before their own modules are there.
func TestDependenciesAlone(t *testing.T) {
	p := newPlace(t)
	p.write("below.f90", "module below\n  integer :: c[*]\nend module\n")
	p.write("main.F90", "module own\n  use below\n  integer :: d[*]\nend module\n"+
		"program main\n  use own\n  print *, c[1]\nend program\n")
	if err := os.Mkdir(filepath.Join(p.dir, "mods"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.good("coral fc -Jmods -c below.f90")
	const rule = "mods/own.mod mods/own.cmod main.o: main.F90 \\\n mods/below.mod \\\n" +
		" mods/below.cmod\n"
	for words, want := range map[string]string{
		"-MM main.F90": rule,
		"-cpp -M below.f90 main.F90": "mods/below.mod mods/below.cmod below.o: below.f90\n" +
			rule,
	} {
		if got, _ := p.good("coral fc -Jmods " + words); got != want {
			t.Errorf("%s:\n%swanted:\n%s", words, got, want)
		}
	}
	for _, name := range []string{"main.d", "other"} {
		p.good("coral fc -Jmods -MM -MF " + name + " main.F90")
		text, err := os.ReadFile(filepath.Join(p.dir, name))
		if err != nil || string(text) != rule {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	if _, err := os.Stat(filepath.Join(p.dir, "main.o")); err == nil {
		t.Error("main.o was made")
	}
}

// TestDependenciesToCome: a rule names a module whose file is not there yet, but no module that
// comes with the compiler.
func TestDependenciesToCome(t *testing.T) {
	p := newPlace(t)
	p.write("main.f90", "program main\n  use below\n  use omp_lib\n  use iso_c_binding\n"+
		"  c[1] = 1\nend program\n")
	for words, want := range map[string]string{
		"-MM":        "main.o: main.f90 \\\n below.mod\n",
		"-Jmods -MM": "main.o: main.f90 \\\n mods/below.mod\n",
	} {
		if got, _ := p.good("coral fc " + words + " main.f90"); got != want {
			t.Errorf("%s:\n%swanted:\n%s", words, got, want)
		}
	}
}

// TestDependenciesOfLinked: in a command that links, the rule of a translated file in C names what
// is linked, as gcc has it, and not the temporary object.
func TestDependenciesOfLinked(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	text := "#include <xmp.h>\nint a:[*];\nint main(void)\n{\n  a:[0] = 1;\n}\n"
	if err := os.WriteFile(filepath.Join(p.dir, "c.c"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p.good("coral cc -MMD c.c -o prog.x")
	p.good("coral cc -MMD c.c")
	for path, want := range map[string]string{"prog.d": "prog.x: c.c", "a-c.d": "c.o: c.c"} {
		got, err := os.ReadFile(filepath.Join(p.dir, path))
		if err != nil || !strings.HasPrefix(string(got), want) {
			t.Errorf("%s: %v, %s; want %s", path, err, got, want)
		}
	}
}

// TestDependenciesInC: each source of a link has its rule, whether it has coarrays or not, and no
// rule names files of Coral's cache. The rules of `coral build` are for the program.
func TestDependenciesInC(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.write("own.h", "int a:[*];\n")
	p.write("c.c", "#include <xmp.h>\n#include \"own.h\"\nint main(void)\n{\n  a:[0] = 1;\n}\n")
	p.write("d.c", "#include <xmp.h>\nint f(void)\n{\n  return 1;\n}\n")
	for command, want := range map[string]map[string]string{
		"cc -MMD d.c c.c":               {"a-d.d": "d.o: d.c\n", "a-c.d": "c.o: c.c own.h\n"},
		"cc -MMD -c d.c c.c":            {"d.d": "d.o: d.c\n", "c.d": "c.o: c.c own.h\n"},
		"cc -MD -MP d.c c.c":            {"a-d.d": "d.o: d.c /", "a-c.d": "c.o: c.c "},
		"cc -MD -c c.c -o x.o":          {"x.d": "x.o: c.c "},
		"cc -MD -MF rule d.c c.c":       {"rule": "c.o: c.c "},
		"cc -M d.c -o rule":             {"rule": "d.o: d.c "},
		"build -MMD d.c c.c -o program": {"d.d": "program: d.c\n", "c.d": "program: c.c own.h\n"},
		"build -MD c.c":                 {"c.d": "a.out: c.c "},
	} {
		p.good("coral " + command)
		for name, begins := range want {
			got, err := os.ReadFile(filepath.Join(p.dir, name))
			if err != nil || !strings.HasPrefix(string(got), begins) ||
				strings.Contains(string(got), "xmp.h") {
				t.Errorf("%s: %s: %v, %s; want %s", command, name, err, got, begins)
			}
			os.Remove(filepath.Join(p.dir, name))
		}
	}
	if got, _ := p.good("coral cc -M c.c"); !strings.HasPrefix(got, "c.o: c.c ") ||
		strings.Contains(got, "xmp.h") {
		t.Error(got)
	}
}
