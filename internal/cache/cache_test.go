package cache

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestEntriesAppearWhole(t *testing.T) {
	t.Setenv("CORAL_CACHE", filepath.Join(t.TempDir(), "cache"))
	fills := 0
	fill := func(dir string) error {
		fills++
		return os.WriteFile(filepath.Join(dir, "file"), nil, 0o600)
	}
	broken := errors.New("broken")
	if _, err := Entry("x", func(dir string) error { fill(dir); return broken }); err != broken {
		t.Errorf("got %v", err)
	}
	for range 2 {
		dir, err := Entry("x", fill)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "file")); err != nil {
			t.Error(err)
		}
		if info, _ := os.Stat(dir); info.Mode().Perm() != 0o700 {
			t.Errorf("permissions %v", info.Mode())
		}
	}
	if fills != 2 {
		t.Errorf("filled %d times", fills)
	}
	base, _ := Dir()
	if entries, _ := os.ReadDir(base); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}
