package pages

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestShownCommands: what a page shows for a shell can be typed: the subcommands and options of
// coral are those that its help has, the targets of make are in the Makefile, and the packages and
// tests that go is given are there.
func TestShownCommands(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	helps := map[string]string{} // by the command without its options
	shown := 0
	for _, p := range pages(t) {
		if filepath.Base(p.name) == "CHANGELOG.md" { // of other versions, too
			continue
		}
		for _, words := range p.commands() {
			var wrong string
			switch words[0] {
			case "coral":
				wrong = wrongForCoral(t, helps, words[1:])
			case "make":
				wrong = wrongForMake(string(makefile), words[1:])
			case "go":
				wrong = wrongForGo(words[1:])
			default:
				continue
			}
			shown++
			if wrong != "" {
				t.Errorf("%s: %s: there is no %s", p.name, strings.Join(words, " "), wrong)
			}
		}
	}
	if shown < 50 {
		t.Errorf("only %d commands were found", shown)
	}
}

// commands are the words of the lines that a page shows for a shell, without the prompt, what the
// line sets in the environment, and what it says of the command.
func (p page) commands() (all [][]string) {
	for line := range strings.Lines(strings.ReplaceAll(p.text, "\\\n", " ")) {
		line, is := strings.CutPrefix(line, "    ")
		if !is {
			continue
		}
		line, _, _ = strings.Cut(line, " #")
		line, _, _ = strings.Cut(line, "    ")
		words := strings.Fields(line)
		for len(words) > 0 && (words[0] == "$" || words[0] == "sudo" || isSetting(words[0])) {
			words = words[1:]
		}
		if len(words) > 1 {
			all = append(all, words)
		}
	}
	return all
}

// isSetting tells whether a word is NAME=VALUE.
func isSetting(word string) bool {
	name, _, is := strings.Cut(word, "=")
	return is && name == strings.ToUpper(name)
}

// wrongForCoral is the first subcommand or option of Coral's own that the help does not have. Those
// with one dash may be the compiler's.
func wrongForCoral(t *testing.T, helps map[string]string, words []string) string {
	if strings.HasPrefix(words[0], "-") {
		return ""
	}
	help := func(commands ...string) string {
		key := strings.Join(commands, " ")
		if _, known := helps[key]; !known {
			helps[key] = run(t, ".", nil,
				append(append([]string{coral(t)}, commands...), "--help")...)
		}
		return helps[key]
	}
	if !slices.Contains(strings.Fields(help()), words[0]) {
		return words[0]
	}
	text := help(words[0])
	if _, below, has := strings.Cut(text, "Available Commands:"); has && len(words) > 1 &&
		!strings.HasPrefix(words[1], "-") && words[1] != hidden {
		if !slices.Contains(strings.Fields(below), words[1]) {
			return words[1]
		}
		text = help(words[0], words[1])
	}
	for _, w := range words[1:] {
		if w == "--" {
			break
		}
		name, _, _ := strings.Cut(w, "=")
		if strings.HasPrefix(name, "--") && !strings.Contains(text, name) {
			return name
		}
	}
	return ""
}

// hidden is a subcommand of bench that no help shows.
const hidden = "go-hpcc"

// wrongForMake is the first target that the Makefile does not have.
func wrongForMake(makefile string, words []string) string {
	for _, w := range words {
		if strings.Contains(w, "=\"") { // the value has spaces, and targets stand in front
			return ""
		}
		if !strings.Contains(w, "=") && !strings.HasPrefix(w, "-") &&
			!strings.Contains("\n"+makefile, "\n"+w+":") {
			return "target " + w
		}
	}
	return ""
}

// wrongForGo is the first folder of the tree that is not there, or the test that none of its files
// has. A folder is given as ./NAME; a program of the reader's has none.
func wrongForGo(words []string) string {
	folder := ""
	for _, w := range words {
		if !strings.HasPrefix(w, "./") {
			continue
		}
		folder = filepath.Join(root, strings.TrimSuffix(w, "/..."))
		if _, err := os.Stat(folder); err != nil {
			return w
		}
	}
	at := slices.Index(words, "-run")
	if folder == "" || words[0] != "test" || at < 0 || at+1 == len(words) {
		return ""
	}
	test := strings.Trim(words[at+1], "'\"")
	test = test[:len(test)-len(strings.TrimLeft(test, letters))]
	files, _ := filepath.Glob(filepath.Join(folder, "*_test.go"))
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil &&
			strings.Contains(string(text), "func "+test) {
			return ""
		}
	}
	return "test " + words[at+1]
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
