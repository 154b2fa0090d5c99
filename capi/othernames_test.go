package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write othernames.S anew")

// Every procedure that Fortran calls by the name gfortran makes by default can be called by those it makes with -fno-underscoring and
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
	for _, m := range regexp.MustCompile(`(?m) T (coral_[a-z0-9_]*[a-z0-9])_$`).FindAllStringSubmatch(string(listed), -1) {
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
		t.Error("othernames.S does not have the names of the archive's procedures: go test ./capi -run TestOtherNames -update")
	}
}
