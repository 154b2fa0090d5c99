package main

import (
	"debug/elf"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write othernames.S anew")

// Every procedure that Fortran calls by the name gfortran makes by default can be called by those
// it makes with -fno-underscoring and
// -fsecond-underscore.
func TestOtherNames(t *testing.T) {
	backends, err := toolchain()
	if err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(filepath.Dir(backends[0].dir), "libcoral.a")
	listed, err := exec.Command("nm", "-g", "--defined-only", archive).Output()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range regexp.MustCompile(
		`(?m) T (coral_[a-z0-9_]*[a-z0-9])_$`).FindAllStringSubmatch(string(listed), -1) {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	text, err := os.ReadFile("othernames.S")
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "\n\tOTHER ")
	var b strings.Builder
	b.WriteString(head + "\n")
	for _, name := range names {
		b.WriteString("\tOTHER " + name + "\n")
	}
	b.WriteString("\t.section .note.GNU-stack,\"\",%progbits\n")
	if *update {
		if err := os.WriteFile("othernames.S", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if b.String() != string(text) {
		t.Error(
			"othernames.S does not have the names of the archive's procedures: go test ./capi " +
				"-run TestOtherNames -update")
	}
}

// sources are the C files of all folders.
func sources() (paths []string, err error) {
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && slices.Contains([]string{".c", ".h"}, filepath.Ext(path)) &&
			!strings.HasPrefix(path, "testdata") {
			paths = append(paths, path)
		}
		return err
	})
	return paths, err
}

// What is built with new headers of the C library must run with old ones: nothing of the runtime
// refers to names that came with C23.
func TestOldLibraries(t *testing.T) {
	backends, err := toolchain()
	if err != nil {
		t.Fatal(err)
	}
	listed, err := exec.Command("nm", "-u",
		filepath.Join(filepath.Dir(backends[0].dir), "libcoral.a")).Output()
	if err != nil {
		t.Fatal(err)
	}
	if names := regexp.MustCompile(`__isoc23_\w+`).FindAllString(string(listed), -1); names != nil {
		t.Error(names)
	}
	paths, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	redirected := regexp.MustCompile(`\b(strto[a-z]+|v?f?s?scanf|ato[il]+)\s*\(`)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if name := redirected.FindString(string(text)); name != "" {
			t.Errorf("%s calls %s, which headers of glibc 2.38 give another name", path, name)
		}
	}
}

// oldestGlibc is the version, behind 2., of glibc with which programs must run.
const oldestGlibc = 34

// TestProgramsOfOldLibraries: what the linker has bound a program's names to, is in the oldest
// glibc. On a newer system it shows names that came later, whatever header has brought them.
func TestProgramsOfOldLibraries(t *testing.T) {
	eachBackend(t, func(t *testing.T, b backend) {
		program, err := elf.Open(b.build(t, "process.c"))
		if err != nil {
			t.Fatal(err)
		}
		defer program.Close()
		symbols, err := program.DynamicSymbols()
		if err != nil {
			t.Fatal(err)
		}
		versions := 0
		for _, s := range symbols {
			version, is := strings.CutPrefix(s.Version, "GLIBC_2.")
			if !is || s.Section != elf.SHN_UNDEF {
				continue
			}
			versions++
			minor, _, _ := strings.Cut(version, ".")
			if n, err := strconv.Atoi(minor); err != nil || n > oldestGlibc {
				t.Errorf("%s@%s", s.Name, s.Version)
			}
		}
		if versions == 0 {
			t.Error("no name has a version")
		}
	})
}
