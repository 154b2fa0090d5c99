package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/config"
)

// TestInstall: what make install writes below DESTDIR/PREFIX works, names PREFIX alone, and is all
// gone after make uninstall. Another caf that was there stays.
func TestInstall(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	s.write("stage/opt/coral/bin/caf", "#!/bin/sh\n")
	script := func(action string) outcome {
		c := s.command("sh", filepath.Join(root, "scripts/install.sh"), action, coral,
			s.dir+"/stage", "/opt/coral", "v9.9.9")
		c.Dir = root
		return s.finish(c)
	}
	s.expect(script("install"), 0, "Coral v9.9.9 is installed", "caf is another program: it stays")
	s.expect(script("install"), 0, "is installed", "")
	text := func(name string) string {
		b, err := os.ReadFile(filepath.Join(s.dir, "stage/opt/coral", name))
		if err != nil {
			t.Error(err)
		}
		return string(b)
	}
	for name, has := range map[string]string{
		"share/man/man1/coral.1":                     ".B CORAL_NUM_IMAGES",
		"share/man/man1/coral-run.1":                 `.B \-\-debug N`,
		"share/man/man1/coral-bench-operations.1":    `.B \-\-only PATTERN`,
		"share/bash-completion/completions/coral":    "__complete",
		"share/zsh/site-functions/_coral":            "#compdef coral",
		"share/fish/vendor_completions.d/coral.fish": "complete -c coral",
		"share/coral/modulefiles/coral/v9.9.9":       "prepend-path PATH /opt/coral/bin",
		"share/coral/valgrind.supp":                  "Memcheck:Cond",
	} {
		if got := text(name); !strings.Contains(got, has) || strings.Contains(got, s.dir) {
			t.Errorf("%s lacks %q, or names the stage:\n%.300s", name, has, got)
		}
	}
	s.expect(s.run("stage/opt/coral/bin/cafrun", "--version"), 0, "coral v", "")
	s.expect(script("uninstall"), 0, "", "")
	filepath.WalkDir(s.dir+"/stage", func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Base(path) != "caf" {
			t.Errorf("%s is still there", path)
		}
		return err
	})
	text("bin/caf")
}

// TestCompletion: a shell gets the options of commands whose options cobra does not parse.
func TestCompletion(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.expect(s.run("coral", "__complete", "run", "--d"), 0, "--debug\timage N waits", "")
	s.expect(s.run("coral", "__complete", "explain", "c030"), 0, "C0301\tNo Fortran compiler", "")
	s.expect(s.run("coral", "__complete", "tr"), 0, "translate\t", "")
}

// TestVersion: the command and what it builds tell the release and the commit.
func TestVersion(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	said := s.run("coral", "version").stdout
	// make builds the runtime anew when its sources change: its commit may be an earlier one
	version := config.Release
	if !strings.HasPrefix(said, "coral "+version) {
		t.Errorf("the version is %q, the release %s", said, config.Release)
	}
	s.write("p.c", "#include <xmp.h>\nint main(void) { xmp_sync_all(); }\n")
	s.expect(s.run("coral", "build", "-o", "p", "p.c"), 0, "", "")
	s.expect(s.run("coral", "info", "p"), 0, "p: built with Coral "+version, "")
	s.expect(s.run("coral", "info", "--json", "p"), 0, `"version": "`+version, "")
	s.expect(s.run("coral", "info", "p.c"), 1, "",
		"p.c: Coral's runtime is not part of this file [C0304]\ncoral: note: it is part of what")
	s.write("plain.f90", "end\n")
	s.expect(s.run("coral", "fc", "-o", "plain", "plain.f90"), 0, "", "")
	s.expect(s.run("coral", "info", "plain"), 1, "", "link of files with coarrays")
	s.expect(s.run("coral", "info", "none"), 1, "",
		"none cannot be read: no such file")
}

// TestJSON: what programs read has the form that they expect.
func TestJSON(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	var machine struct {
		Version string
		Cores   int
	}
	got := s.run("coral", "info", "--json")
	if err := json.Unmarshal([]byte(got.stdout), &machine); err != nil || machine.Cores < 1 ||
		machine.Version == "" {
		t.Errorf("%v\n%s%s", err, got.stdout, got.stderr)
	}
	var list struct {
		Conduits []struct{ Name, State string }
	}
	got = s.run("coral", "conduit", "--json")
	if err := json.Unmarshal([]byte(got.stdout), &list); err != nil || len(list.Conduits) < 2 ||
		list.Conduits[0].Name != "smp" {
		t.Errorf("%v\n%s%s", err, got.stdout, got.stderr)
	}
}

// TestCommandWords: words of a command line that are nearly right, or that come from mpirun.
func TestCommandWords(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.expect(s.run("coral", "biuld"), 2, "", `unknown command "biuld"; did you mean build?`)
	s.expect(s.run("coral", "run", "none.f90"), 1, "", "no such file or directory [C0304]")
	s.write("hello.f90", "program hello\ninteger :: x[*]\nx = 1\nend program\n")
	for _, option := range []string{"-o", "-I", "-J", "-L"} {
		s.expect(s.run("coral", "fc", "hello.f90", option), 2, "",
			option+": its argument is missing")
	}
	s.expect(s.run("coral", "cc", "hello.c", "-o"), 2, "", "-o: its argument is missing")
	for hosts, wrong := range map[string]string{",": ",: name 1 of 2 is empty [C0303]",
		"a,,b":  "a,,b: name 2 of 3 is empty [C0303]",
		"a, -x": "expected names of hosts, with commas between [C0303]"} {
		s.expect(s.run("coral", "run", "--hosts", hosts, "hello.f90"), 2, "",
			wrong)
	}
	s.expect(s.run("coral", "run", "two\nlines.f90"), 1, "",
		"the name of a source file cannot have line breaks")
	s.expect(s.run("coral", "run", "./none"), 1, "", "./none: no such file or directory")
	s.expect(s.run("coral", "explain"), 0, "C0301  No Fortran compiler was found", "")
	s.write("args.c", "#include <stdio.h>\n#include <xmp.h>\nint main(int n, char **a) {\n"+
		"xmp_sync_all();\nif (xmpc_this_image() == 0)\n"+
		"for (int i = 1; i < n; i++) printf(\"<%s>\", a[i]);\n}\n")
	s.expect(s.run("coral", "build", "-o", "args", "args.c"), 0, "", "")
	s.expect(s.run("coral", "run", "-n", "2", "./args", "in.nml", "-v", "--", "x"), 0,
		"<in.nml><-v><--><x>", "")
	s.expect(s.run("coral", "run", "./args", "-n", "2", "--", "-v"), 0, "<-v>", "")
}
