package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// columns is how long lines of source are at most, with tabs of four columns.
const columns = 100

// TestColumns: lines of what is written by hand end at 100 columns, be it Go, C, Fortran, assembly,
// scripts or Makefiles: but for generated files, tables, the grammar and pictures in comments,
// programs that are raw strings, and the suite's programs, whose lines have numbers that its tests
// name and some of which are about long lines. test/pages looks at the pages.
func TestColumns(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && isForeign(filepath.ToSlash(path)) {
			return filepath.SkipDir
		}
		if d.Type().IsRegular() && isSource(path) {
			files++
			wideLines(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 1200 {
		t.Errorf("%d files were looked at", files)
	}
}

// isForeign reports whether a folder has nothing that was written for reading here: what is built,
// git's own, data of tests, and the suite.
func isForeign(path string) bool {
	switch path {
	case "../../build", "../../bin", "../../.git", "../../test/conformance/fortran",
		"../../test/conformance/xmp", "../../test/conformance/faults":
		return true
	}
	return filepath.Base(path) == "testdata"
}

// isSource reports whether a file is looked at, by its name. capi/core/codes.h is a table.
func isSource(path string) bool {
	switch filepath.Ext(path) {
	case ".go", ".c", ".h", ".cpp", ".hpp", ".S", ".s", ".f90", ".F90", ".f", ".caf", ".inc", ".py",
		".sh", ".supp":
		return !strings.HasSuffix(path, "capi/core/codes.h")
	}
	switch filepath.Base(path) {
	case "Makefile", "Dockerfile", "cluster", "hosts", "slurm", "run", "systems":
		return true
	}
	return false
}

// wideLines reports the lines of a file that are too long.
func wideLines(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text[:min(len(text), 2000)]), "Code generated") {
		return
	}
	raw := false // between the quotes of a raw string
	for k, line := range strings.Split(string(text), "\n") {
		was, trimmed := raw, strings.TrimSpace(line)
		comment := strings.HasPrefix(trimmed, "//")
		if filepath.Ext(path) == ".go" && (raw || !comment) && strings.Count(line, "`")%2 == 1 {
			raw = !raw
		}
		picture := comment && !strings.HasPrefix(trimmed, "// ") || strings.HasPrefix(trimmed, "//  ") ||
			strings.HasPrefix(trimmed, "// --")
		width := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
		if width > columns && !was && !raw && !picture && !strings.Contains(line, "`") {
			t.Errorf("%s:%d has %d columns", path, k+1, width)
		}
	}
}
