package pages

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWalks: every file that docs/walks.md names is there, and has the functions that stand behind
// its name, until another file is named.
func TestWalks(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs/walks.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, functions := 0, 0
	for walk := range strings.SplitSeq(string(text), "\n## ") {
		source, file := "", ""
		for i, word := range strings.Split(walk, "`") {
			if i%2 == 0 { // not in a code span
				continue
			}
			if strings.Contains(word, "/") && strings.Contains(word, ".") {
				content, err := os.ReadFile(filepath.Join(root, word))
				if err != nil {
					t.Error(err)
				}
				source, file = string(content), word
				files++
				continue
			}
			if source == "" || !isName(word) || strings.HasSuffix(file, ".md") {
				continue
			}
			functions++
			defined := regexp.MustCompile(`(?m)^(func (\([^)]*\) )?|[a-z].*[ *]|#define )` + word +
				`\(`)
			if !defined.MatchString(source) && !knownElsewhere[word] {
				t.Errorf("%s has no function %s", file, word)
			}
		}
	}
	if files < 25 || functions < 25 {
		t.Errorf("the page names %d files and %d functions", files, functions)
	}
}

// knownElsewhere are words in code spans of steps that name no function of the file before them.
var knownElsewhere = map[string]bool{"coral_rt": true, "Wake": true, "e": true, "x": true}

func isName(word string) bool {
	for _, r := range word {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
			return false
		}
	}
	return word != ""
}
