package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A C compiler that has its version in the name alone is found when there is no other; the newest,
// and gcc before clang.
func TestVersionedC(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("CORAL_CC", "")
	for _, name := range []string{"gcc-9", "gcc-15", "clang-19", "gcc-ar-16",
		"x86_64-linux-gnu-gcc-17"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := FindC(); err != nil || got != filepath.Join(dir, "gcc-15") {
		t.Errorf("got %s, %v", got, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cc"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got, err := FindC(); err != nil || got != filepath.Join(dir, "cc") {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestInstalled: a compiler that PATH has only with a version behind its name is named.
func TestInstalled(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "flang-22"), []byte("#!/bin/sh\n"),
		0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	for name, want := range map[string]string{"flang": "-fc flang-22", "nosuch": installHelp} {
		if got := installed(name); !strings.Contains(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
