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

// TestColumns: lines of Go and C end at 100 columns, but for generated files, the grammar and
// pictures in comments, programs that are raw strings, and the suite's programs, whose lines have
// numbers that its tests name.
func TestColumns(t *testing.T) {
	for _, root := range []string{"bench", "capi", "cmd", "coarray", "examples", "internal", "test"} {
		err := filepath.WalkDir(filepath.Join("../..", root),
			func(path string, d fs.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() && isSource(path) {
					wideLines(t, path)
				}
				return err
			})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func isSource(path string) bool {
	switch filepath.Ext(path) {
	case ".go":
		return true
	case ".c", ".h":
		return !strings.Contains(path, "/test/") && !strings.HasSuffix(path, "capi/core/codes.h")
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
