package executable

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestWords: what differs between two files is in their words.
func TestWords(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := Sum()
	if err != nil {
		t.Fatal(err)
	}
	words := Words()
	for _, want := range []string{path + ", ", fmt.Sprintf(" %d bytes of ", info.Size()),
		info.ModTime().UTC().Format(" 2006-01-02 15:04:05 UTC, "),
		fmt.Sprintf(" checksum %016x, Coral ", sum)} {
		if !strings.Contains(words, want) {
			t.Errorf("%q lacks %q", words, want)
		}
	}
}

func TestPages(t *testing.T) {
	for _, text := range []string{"", "short", strings.Repeat("0123456789", Pages*PageSize/10)} {
		if got := through(text); got != text {
			t.Errorf("%q: %q", text, got)
		}
	}
	long := strings.Repeat("/directory", 100) + "/prog, 100 bytes"
	if got := through(long); len(got) != Pages*PageSize || !strings.HasPrefix(got, "...") ||
		!strings.HasSuffix(got, "/prog, 100 bytes") {
		t.Errorf("%q", got)
	}
}

func through(text string) string {
	var all []byte
	for _, page := range Paged(text) {
		all = append(all, page[:]...)
	}
	return Unpaged(all)
}
