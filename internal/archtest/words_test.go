package archtest

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestWords: words of Coral's own for which the field has others are not used. words.txt has them,
// the field's words, and how often each still stands in code and in pages, which may only become
// less. Words of lower case count in any case; names with capitals are types of code. The glossary
// has what the field's words mean.
func TestWords(t *testing.T) {
	code, pages := texts(t)
	table, err := os.Open("words.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	rows := bufio.NewScanner(table)
	for rows.Scan() {
		if strings.HasPrefix(rows.Text(), "#") {
			continue
		}
		fields := strings.Split(rows.Text(), "|")
		if len(fields) != 4 {
			t.Fatalf("words.txt: %q has no four fields", rows.Text())
		}
		pattern := `\b` + strings.TrimSpace(fields[0]) + `\b`
		if strings.ToLower(pattern) == pattern {
			pattern = "(?i)" + pattern
		}
		word := regexp.MustCompile(pattern)
		for i, text := range []string{code, pages} {
			most, err := strconv.Atoi(strings.TrimSpace(fields[2+i]))
			if err != nil {
				t.Fatal(err)
			}
			if n := len(word.FindAllString(text, -1)); n > most {
				t.Errorf("%s: %d times in %s, at most %d may be; the field says %s", fields[0], n,
					[]string{"code", "pages"}[i], most, strings.TrimSpace(fields[1]))
			} else if n < most {
				t.Logf("%s: %d times in %s: write that into words.txt in place of %d", fields[0], n,
					[]string{"code", "pages"}[i], most)
			}
		}
	}
}

// texts are all sources of the runtime and the command, and all pages.
func texts(t *testing.T) (code, pages string) {
	var sources, texts strings.Builder
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if name == ".git" || name == "testdata" || name == "build" || name == "bin" {
				return filepath.SkipDir
			}
			return nil
		}
		var into *strings.Builder
		switch ext := filepath.Ext(name); {
		case name == "words_test.go", name == "CHANGELOG.md", !d.Type().IsRegular():
			return nil
		case ext == ".go", ext == ".c", ext == ".h":
			into = &sources
		case ext == ".md":
			into = &texts
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		into.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sources.String(), texts.String()
}
