package archtest

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestClock: no wait of the runtime's C ends by the clock of the day, which may be set while it
// lasts: it would be cut short, or last for hours.
func TestClock(t *testing.T) {
	exempt := map[string]bool{
		"random.c": true, // a seed
		"stop.c":   true, // threads are joined by that clock alone, for 20 ms each time
	}
	files := 0
	for _, root := range []string{"../../capi", "../../internal"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".c" || exempt[filepath.Base(path)] {
				return err
			}
			files++
			text, err := os.ReadFile(path)
			for _, word := range []string{"time(NULL)", "CLOCK_REALTIME", "gettimeofday("} {
				if bytes.Contains(text, []byte(word)) {
					t.Errorf("%s: %s", path, word)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 40 {
		t.Errorf("only %d files of C were found", files)
	}
}
