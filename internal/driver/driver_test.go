package driver

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

func TestCompilersOptionsPassThrough(t *testing.T) {
	line := "-n 3 -O3 -g -march=native -fopenmp -I inc -Isub -J mods -DX=1 -D Y -UZ -L lib " +
		"-lblas -l m -Wl,-rpath,lib -include pre.h a.f90 b.F c.c d.o e.a f.so.3 -fcheck=all " +
		"-std=f2018 -ffixed-line-length-132 -- -O0 x"
	r, err := ParseArgs("run", strings.Fields(line))
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	check("compile", r.Compile,
		[]string{"-O3", "-g", "-march=native", "-fopenmp", "-Iinc", "-Isub", "-include", "pre.h",
			"-fcheck=all"})
	check("macros", r.Macros, []string{"-DX=1", "-DY", "-UZ"})
	check("includes", r.Includes, []string{"inc", "sub"})
	check("link", r.Link, []string{"-Llib"})
	check("program", r.Program, []string{"-O0", "x"})
	var inputs []string
	for _, in := range r.Inputs {
		inputs = append(inputs, in.Name)
	}
	check("inputs", inputs, []string{"-lblas", "-lm", "-Wl,-rpath,lib", "a.f90", "b.F", "c.c",
		"d.o", "e.a", "f.so.3"})
	if r.Images != 3 || r.ModDir != "mods" || r.Standard != "f2018" || r.FixedLen != 132 ||
		!r.OpenMP {
		t.Errorf("%+v", r)
	}
}

func TestOptionSpellings(t *testing.T) {
	for _, test := range []struct {
		command, line string
		ok            func(*Request) bool
	}{
		{"run", "-n4 a.f90", func(r *Request) bool { return r.Images == 4 }},
		{"run", "-n=4 a.f90", func(r *Request) bool { return r.Images == 4 }},
		{"run", "-np 4 a.f90", func(r *Request) bool { return r.Images == 4 }},
		{"run", "--fc flang --check a.f90",
			func(r *Request) bool { return r.Backend == "flang" && r.Check }},
		{"run", "--help", func(r *Request) bool { return r.Help }},
		{"build", "-oprog a.f90", func(r *Request) bool { return r.Output == "prog" }},
		{"build", "-fc=flang-new a.f90", func(r *Request) bool { return r.Backend == "flang-new" }},
		{"run", "-nocpp a.F90",
			func(r *Request) bool { return r.Cpp == "-nocpp" && r.Images == 0 }},
		{"run", "-nostdlib a.f90",
			func(r *Request) bool { return slices.Equal(r.Compile, []string{"-nostdlib"}) }},
	} {
		r, err := ParseArgs(test.command, strings.Fields(test.line))
		if err != nil || !test.ok(r) {
			t.Errorf("%s: %v %+v", test.line, err, r)
		}
	}
}

// The words of @file are those of Coral, and not of the program behind it.
func TestFilesOfArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"all": "-n 3 \"a b.f90\"\n@more\n",
		"more": "-O2 -- x", "circle": "@circle"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := ParseArgs("run", []string{"@all", "@more"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Images != 3 || len(r.Inputs) != 1 || r.Inputs[0].Name != "a b.f90" ||
		!slices.Equal(r.Compile, []string{"-O2"}) ||
		!slices.Equal(r.Program, []string{"x", "@more"}) {
		t.Errorf("%+v", r)
	}
	for _, word := range []string{"@circle", "@missing"} {
		if r, err := ParseArgs("build", []string{word}); err == nil {
			t.Errorf("%s: %+v", word, r)
		}
	}
}

// What is linked without Fortran has no runtime of it.
func TestStaticLinking(t *testing.T) {
	for command, named := range map[string]bool{"cc": false, "fc": true} {
		err := refuseLinking(command, []string{"-static"})
		var told *Error
		if !errors.As(err, &told) || strings.Contains(told.Help, "libgfortran") != named {
			t.Errorf("%s: %+v", command, told)
		}
	}
}

func parseUnit(t *testing.T, name, text string) *unit {
	t.Helper()
	var diags diag.List
	src := diag.NewSource(name, text)
	file := syntax.Parse(src, syntax.Options{}, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All()[0])
	}
	return &unit{input: name, modules: modulesOf(file), original: src, source: src}
}

func TestOrderFollowsModules(t *testing.T) {
	units := []*unit{
		parseUnit(t, "main.f90",
			"program p\n use :: b, only: x\n use, intrinsic :: iso_c_binding\n use elsewhere\n"+
				"end program\n"),
		parseUnit(t, "b_impl.f90", "submodule (b) b_impl\nend submodule\n"),
		parseUnit(t, "b_deep.f90", "submodule (b:b_impl) deep\nend submodule\n"),
		parseUnit(t, "b.f90", "module B\n use a\nend module\n"),
		parseUnit(t, "a.f90", "module a\nend module\nmodule a2\n use a\nend module\n"),
		parseUnit(t, "sub.f90", "subroutine s\n block\n use a2\n end block\nend subroutine\n"),
	}
	if err := arrange(units); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"main.f90": {"b.f90"}, "b_impl.f90": {"b.f90"},
		"b_deep.f90": {"b_impl.f90"}, "b.f90": {"a.f90"}, "a.f90": nil, "sub.f90": {"a.f90"}}
	for _, u := range units {
		var after []string
		for _, a := range u.after {
			after = append(after, a.input)
		}
		if !slices.Equal(after, want[u.input]) {
			t.Errorf("%s comes after %q, want %q", u.input, after, want[u.input])
		}
	}
}

func TestCircleIsRefused(t *testing.T) {
	units := []*unit{parseUnit(t, "a.f90", "module a\n use b\nend module\n"),
		parseUnit(t, "b.f90", "module b\n use a\nend module\n")}
	var failure *Error
	if err := arrange(units); !errors.As(err, &failure) || failure.Code != CodeModuleCycle {
		t.Errorf("got %v", err)
	}
}

func TestBackendMessagesAreAboutTheUsersLines(t *testing.T) {
	source := "program p\n  u(1)[2] = 'x'\n  y = 3\nend program\n"
	compiled := "# 1 \"p.f90\"\nprogram p\nuse coral_rt\n# 2 \"p.f90\"\n" +
		"  coral_u%p(1,2) = 'x'\n# 3 \"p.f90\"\n  y = 3\nend program\n"
	gnu := "p.f90:2:16: Error: Cannot convert ‘coral_u%p’ at (1)\n" +
		"p.f90:3:3: Error: Symbol ‘y’ at (1) has no IMPLICIT type\n" +
		"p.f90:1:1: Warning: Unused variable ‘coral_t_u’ declared at (1)\n" +
		"p.f90:2:1: Error: Derived type definition of ‘coral_t_u’ at (1) has already been " +
		"defined\np.f90:3:0: Error: (1)\np.f90:1:0: Error: Name ‘p’ at (1) is already being " +
		"used at (2)\nf951: something else\n"
	flang := "error: Semantic errors in /x/p.f90\n" +
		"./p.f90:2:16: error: Cannot convert 'coral_u%p'\n    coral_u%p(1,2) = 'x'\n" +
		"                 ^\n" +
		absolute("p.f90") + ":3:3: error: No explicit type declared for 'y'\n  y = 3\n  ^\n" +
		"error: loc(\"" + absolute("p.f90") + "\":3:7): flang/lib/Lower/ConvertType.cpp:487: " +
		"not yet implemented: parameterized derived types\nLLVM ERROR: aborting\n"
	tests := []struct {
		family       Family
		stderr, want string
	}{
		{GNU, gnu,
			"p.f90:2:3: error: Cannot convert ‘u’\n    2 |   u(1)[2] = 'x'\n" +
				"      |   ^~~~~~~~~~~~~\n" +
				"p.f90:3:3: error: Symbol ‘y’ has no IMPLICIT type\n    3 |   y = 3\n      |   " +
				"^\n" +
				"p.f90:3:3: error: Name ‘p’ is already being used in line 1\n    3 |   y = 3\n" +
				"      |   ^~~~~\nf951: something else\n"},
		{Flang, flang,
			"p.f90:2:3: error: Cannot convert 'u'\n    2 |   u(1)[2] = 'x'\n" +
				"      |   ^~~~~~~~~~~~~\n" +
				"p.f90:3:3: error: No explicit type declared for 'y'\n    3 |   y = 3\n" +
				"      |   ^\n" +
				"p.f90:3:7: error: flang has not implemented this yet: parameterized derived " +
				"types\n    3 |   y = 3\n      |       ^\n"},
	}
	for _, test := range tests {
		var out bytes.Buffer
		b := &build{compiler: &Compiler{Family: test.family}, stderr: &out}
		b.showBackend(&unit{input: "p.f90", original: diag.NewSource("p.f90", source)}, compiled,
			test.stderr)
		if out.String() != test.want {
			t.Errorf("%v: got\n%swant\n%s", test.family, out.String(), test.want)
		}
	}
}

func TestMarkersFromTheRoot(t *testing.T) {
	text := "# 1 \"d/p.f90\"\nprogram p\n# 7\n  x = '# 2 \"q\"'\nend program\n"
	want := "# 1 \"" + absolute("d/p.f90") + "\"\nprogram p\n# 7\n  x = '# 2 \"q\"'\nend program\n"
	if got := rootedMarkers(text); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if names := markedNames(text); len(names) != 1 || names[absolute("d/p.f90")] != "d/p.f90" {
		t.Errorf("names: %v", names)
	}
}

// fake puts an executable script in a directory.
func fake(t *testing.T, dir, name, script string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script),
		0o755); err != nil {
		t.Fatal(err)
	}
}

func TestBestCompilerIsFound(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("CORAL_FC", "")
	fake(t, dir, "flang-new-19", "echo 'Debian flang-new version 19.1.7 (3~deb12u1)'")
	fake(t, dir, "flang-22", "echo 'Debian flang version 22.1.8 (1~deb12u1)'")
	fake(t, dir, "gfortran-13", "echo 'GNU Fortran (SUSE 9.9.9 build) 13.2.1 20240206'")
	fake(t, dir, "gfortran-9", "echo 'GNU Fortran (GCC) 9.4.0'")
	fake(t, dir, "gfortran-wrapper", "echo no")
	var usable, all []string
	compilers, unusable := Installed(context.Background())
	for _, c := range compilers {
		if filepath.Dir(c.Path) == dir {
			usable = append(usable, c.Name()+" "+c.Family.String()+" "+c.Version)
		}
	}
	for _, err := range unusable {
		all = append(all, err.Error())
	}
	if want := []string{"gfortran-13 gfortran 13.2.1", "flang-22 flang 22.1.8",
		"flang-new-19 flang 19.1.7"}; !slices.Equal(usable, want) {
		t.Errorf("usable: %q, want %q", usable, want)
	}
	if len(all) != 1 || !strings.Contains(all[0], "9.4.0, which is too old") {
		t.Errorf("unusable: %q", all)
	}
	c, err := Find(context.Background(), "")
	if err != nil || c.Name() != "gfortran-13" || c.Major != 13 {
		t.Errorf("found %+v, %v", c, err)
	}
}

func TestGnuMarkers(t *testing.T) {
	got := gnuMarkers("#line \"./a.F90\" 2\n      x = 1\n")
	if got != "# 2 \"a.F90\"\n      x = 1\n" {
		t.Errorf("got %q", got)
	}
}

func TestShellLine(t *testing.T) {
	if got := shellLine([]string{"a-b", "c d", "it's", ""}); got != `a-b 'c d' 'it'\''s' ''` {
		t.Errorf("got %s", got)
	}
}

func TestFaultsBecomeErrors(t *testing.T) {
	b := &build{request: &Request{}}
	err := b.protect("p.f90", func() error { panic("a fault") })
	var failure *Error
	if !errors.As(err, &failure) || failure.Code != CodeInternal ||
		!strings.Contains(err.Error(), "Coral itself has failed on p.f90") {
		t.Errorf("got %v", err)
	}
}

func TestCodesAreExplained(t *testing.T) {
	for _, code := range []diag.Code{CodeNoBackend, CodeBadBackend, CodeUsage, CodeFile, CodeWrite,
		CodeOption, CodeModuleTwice, CodeModuleCycle,
		CodePreprocess, CodeCompile, CodeLink, CodeRuntime, CodeNotYet, CodeInternal} {
		if row, ok := diag.Lookup(code); !ok || row.Explanation == "" {
			t.Errorf("%s is not explained", code)
		}
	}
}
