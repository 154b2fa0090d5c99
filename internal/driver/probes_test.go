package driver

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/assumptions"
)

// fakeCompiler is a script that calls itself gfortran 99 and makes programs that print, for all
// probes but some, that they hold; one of them crashes.
func fakeCompiler(t *testing.T, fails ...string) *build {
	t.Helper()
	dir := t.TempDir()
	results := ""
	for _, a := range assumptions.Of("gfortran") {
		holds := " T"
		for _, name := range fails {
			if string(a.Name) == name {
				holds = " F"
			}
		}
		results += string(a.Name) + holds + "\n"
	}
	program := "#!/bin/sh\n[ $# = 0 ] || { echo \"$(sed -n ${1}p " + dir +
		"/results)\"; exit; }\ncat " + dir + "/results\n[ ! -e " + dir + "/crash ]\n"
	script := "#!/bin/sh\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && cp " + dir +
		"/program \"$2\"; shift; done\n"
	for name, text := range map[string]string{"results": results, "program": program,
		"gfortran-99": script} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("CORAL_CACHE", filepath.Join(dir, "cache"))
	work, err := newWork(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(work.remove)
	c := &Compiler{Path: filepath.Join(dir, "gfortran-99"), Family: GNU, Version: "99.1", Major: 99,
		Banner: "GNU Fortran 99.1"}
	return &build{compiler: c, work: work, stderr: &bytes.Buffer{}}
}

// TestNewerCompiler: if all probes hold it is used, with one note.
func TestNewerCompiler(t *testing.T) {
	b := fakeCompiler(t, string(assumptions.WideSubstring))
	for range 2 {
		holds, err := b.probed(context.Background())
		if err != nil || holds[assumptions.WideSubstring] || !holds[assumptions.DeferredComponent] {
			t.Fatal(holds, err)
		}
	}
	if said := b.stderr.(*bytes.Buffer).String(); strings.Count(said,
		"gfortran 99.1 is newer than those with which Coral was tested") != 1 {
		t.Errorf("said %q", said)
	}
}

// TestUnfitCompiler: the message names the probe and what is needed, and nothing is said about a
// newer version. A compiler that fails a probe for which there is another form is used.
func TestUnfitCompiler(t *testing.T) {
	for _, a := range assumptions.Of("gfortran") {
		t.Run(string(a.Name), func(t *testing.T) {
			b := fakeCompiler(t, string(a.Name))
			holds, err := b.probed(context.Background())
			said := b.stderr.(*bytes.Buffer).String()
			if a.Otherwise != "" {
				if err != nil || holds[a.Name] || !strings.Contains(said, "newer") {
					t.Errorf("got %v, %v, said %q", holds, err, said)
				}
				return
			}
			var f *Error
			if !isCode(err, CodeAssumption) || !errors.As(err, &f) ||
				!strings.Contains(f.Error(), "(probe "+string(a.Name)+")") ||
				!strings.Contains(f.Help, a.What) {
				t.Errorf("got %v", err)
			}
			if said != "" {
				t.Errorf("said %q", said)
			}
		})
	}
}

// TestCrashingProbe: where the program of all probes crashes each is asked by itself.
func TestCrashingProbe(t *testing.T) {
	b := fakeCompiler(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(b.compiler.Path), "crash"), nil,
		0o600); err != nil {
		t.Fatal(err)
	}
	holds, err := b.probed(context.Background())
	if err != nil || len(holds) < len(assumptions.Of("gfortran")) {
		t.Errorf("%v, %v", holds, err)
	}
}
