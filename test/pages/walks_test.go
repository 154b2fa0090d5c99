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

// TestDesignNamesFiles: every file that a page of the design names is there.
func TestDesignNamesFiles(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(root, "docs/design/*.md"))
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, path := range append(paths, filepath.Join(root, "ARCHITECTURE.md")) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, word := range strings.Split(string(text), "`") {
			if i%2 == 0 || !namesFile(word) {
				continue
			}
			files++
			_, err := os.Stat(filepath.Join(root, word))
			if err != nil { // the translator's pages leave the folder out
				_, err = os.Stat(filepath.Join(root, "internal/fortran", word))
			}
			if err != nil {
				t.Errorf("%s: there is no file %s", path, word)
			}
		}
	}
	if files < 100 {
		t.Errorf("the pages name %d files", files)
	}
}

// namesFile tells whether the word in a code span is a source file with its folder.
func namesFile(word string) bool {
	switch filepath.Ext(word) {
	case ".go", ".c", ".h", ".f90", ".cpp", ".S":
		return strings.Contains(word, "/") && !strings.ContainsAny(word, " *<")
	}
	return false
}

// TestDecisionsHaveSources: a page of a decision says on what it rests.
func TestDecisionsHaveSources(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(root, "docs/decisions/[0-9]*.md"))
	if err != nil || len(paths) < 30 {
		t.Fatalf("%d pages, %v", len(paths), err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\n**Source.** ") &&
			!strings.Contains(string(text), "\n**Sources.** ") {
			t.Errorf("%s does not end with its sources", path)
		}
	}
}
