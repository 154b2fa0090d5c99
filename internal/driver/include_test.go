package driver

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestIrregularFiles: what INCLUDE names is a regular file; the read of a FIFO or of a device could
// wait for ever.
func TestIrregularFiles(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo.inc")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{fifo: "no regular file",
		"/dev/zero": "no regular file", dir: "a directory",
		filepath.Join(dir, "none"): "no such file"} {
		if _, err := readRegular(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

func TestPlainText(t *testing.T) {
	for text, want := range map[string]string{
		"a\nb\n":         "a\nb\n",
		"a\r\nb\r\n":     "a\r\nb\r\n",
		"a\r\r\nb\r\r\n": "a\nb\n",
		"a\rb\r\n":       "ab\n",
		"a\r":            "a",
		"\ufeffa\n":      "a\n",
	} {
		if got := plainText(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
