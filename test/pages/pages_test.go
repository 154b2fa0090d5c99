// Package pages holds the pages to what is there: their links lead somewhere, the programs that
// they show run and print what they say, and the commands that they name exist.
package pages

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

const root = "../.."

var coralFlag = flag.String("coral", "../../bin/coral", "the coral command to test")

// page is one Markdown file.
type page struct{ name, text string }

func pages(t *testing.T) (all []page) {
	t.Helper()
	for _, pattern := range []string{"*.md", "*/*.md", "docs/*/*.md", "test/*/*.md"} {
		names, _ := filepath.Glob(filepath.Join(root, pattern))
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, page{name, string(text)})
		}
	}
	if len(all) < 10 {
		t.Fatalf("only %d pages were found", len(all))
	}
	return all
}

// block is what stands between two fences of the language in the page that has this name.
func block(t *testing.T, name, language string) string {
	t.Helper()
	return blockAfter(t, name, "", language)
}

// blockAfter is the first block behind a heading.
func blockAfter(t *testing.T, name, heading, language string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), heading)
	_, rest, begins := strings.Cut(rest, "```"+language+"\n")
	program, _, ends := strings.Cut(rest, "```\n")
	if !begins || !ends {
		t.Fatalf("%s has no block of %s", name, language)
	}
	return program
}

// prose is the page without its blocks of code, in which brackets are not links.
func (p page) prose() string {
	var kept strings.Builder
	code := false
	for line := range strings.Lines(p.text) {
		if strings.HasPrefix(line, "```") {
			code = !code
		} else if !code && !strings.HasPrefix(line, "    ") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// links are the targets of the page's links, but those in code spans.
func (p page) links() (targets []string) {
	for i, part := range strings.Split(p.prose(), "`") {
		if i%2 == 1 { // a code span
			continue
		}
		for _, rest := range strings.Split(part, "](")[1:] {
			if target, _, ends := strings.Cut(rest, ")"); ends {
				targets = append(targets, target)
			}
		}
	}
	return targets
}

// anchors are the names by which a page's headings are linked, as GitHub makes them.
func (p page) anchors() (names []string) {
	for line := range strings.Lines(p.text) {
		heading := strings.TrimLeft(line, "#")
		if heading == line || !strings.HasPrefix(heading, " ") {
			continue
		}
		names = append(names, strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '_', r == '-':
				return unicode.ToLower(r)
			case r == ' ':
				return '-'
			}
			return -1
		}, strings.TrimSpace(heading)))
	}
	return names
}

// TestLinks: a link within the repository leads to a file, and to a heading if it names one.
func TestLinks(t *testing.T) {
	all := pages(t)
	for _, p := range all {
		for _, target := range p.links() {
			if strings.Contains(target, "://") {
				continue
			}
			file, anchor, _ := strings.Cut(target, "#")
			name := p.name
			if file != "" {
				name = filepath.Join(filepath.Dir(p.name), file)
			}
			if _, err := os.Stat(name); err != nil {
				t.Errorf("%s: link to %s: %v", p.name, target, err)
				continue
			}
			i := slices.IndexFunc(all, func(p page) bool { return p.name == name })
			if anchor != "" && (i < 0 || !slices.Contains(all[i].anchors(), anchor)) {
				t.Errorf("%s: link to %s: there is no such heading", p.name, target)
			}
		}
	}
}

// run executes a command in the directory and gives its standard output.
func run(t *testing.T, dir string, env []string, words ...string) string {
	t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, stderr.String())
	}
	return string(out)
}

func coral(t *testing.T) string {
	t.Helper()
	name, err := filepath.Abs(*coralFlag)
	if err == nil {
		_, err = os.Stat(name)
	}
	if err != nil {
		t.Fatalf("%v: make it by `make build`, or name another by -coral", err)
	}
	return name
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// sorted are the lines of a run in an order of their own: images print when they get there.
func sorted(text string) []string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	slices.Sort(lines)
	return lines
}

// TestShownRuns: the first Fortran program of a page prints what stands below it.
func TestShownRuns(t *testing.T) {
	for _, shows := range []struct{ page, file string }{
		{"README.md", "hello.f90"}, {"docs/caf2.md", "ring.caf"},
	} {
		dir := t.TempDir()
		write(t, dir, shows.file, block(t, shows.page, "fortran"))
		text, _ := os.ReadFile(filepath.Join(root, shows.page))
		_, shown, is := strings.Cut(string(text), "$ coral run -n 4 "+shows.file)
		_, shown, _ = strings.Cut(shown, "\n") // a comment may follow
		shown, _, ends := strings.Cut(shown, "\n\n")
		if !is || !ends {
			t.Fatalf("%s does not show the run of %s", shows.page, shows.file)
		}
		got := run(t, dir, nil, coral(t), "run", "-n", "4", shows.file)
		if got, want := sorted(got), sorted(shown); !slices.Equal(got, want) {
			t.Errorf("the run printed\n%q\n%s shows\n%q", got, shows.page, want)
		}
	}
}

// TestXcalableMP: each image of the page's program prints the sum over images of what it has got.
func TestXcalableMP(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "ring.c", block(t, "docs/xcalablemp.md", "c"))
	got := sorted(run(t, dir, nil, coral(t), "run", "-n", "4", "ring.c"))
	if !slices.Equal(got, []string{"6", "6", "6", "6"}) { // 0 + 1 + 2 + 3
		t.Errorf("the run printed %q", got)
	}
}

// runGo runs a program in Go on four images, made as the page says.
func runGo(t *testing.T, program string) []string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "main.go", program)
	module, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.sum", string(sum)) // so that nothing has to be had from elsewhere
	run(t, dir, nil, "go", "mod", "init", "ring")
	run(t, dir, nil, "go", "mod", "edit", "-replace", "github.com/coral-pgas/coral="+module)
	run(t, dir, nil, "go", "mod", "tidy")
	return sorted(run(t, dir, []string{"CORAL_NUM_IMAGES=4"}, "go", "run", "."))
}

// TestGo: the programs of the page on Go.
func TestGo(t *testing.T) {
	want := []string{
		"image 1 is right of image 4", "image 2 is right of image 1",
		"image 3 is right of image 2", "image 4 is right of image 3",
	}
	if got := runGo(t, block(t, "docs/go.md", "go")); !slices.Equal(got, want) {
		t.Errorf("the run printed %q", got)
	}
	want = []string{"image 1 has 30", "image 2 has 30", "image 3 has 30", "image 4 has 30"}
	if got := runGo(t, blockAfter(t, "docs/go.md", "## Events, finish and iterators",
		"go")); !slices.Equal(got, want) {
		t.Errorf("the run printed %q", got)
	}
}

// TestCommands: each `coral WORD` of a page is a command that coral has.
func TestCommands(t *testing.T) {
	help := run(t, ".", nil, coral(t), "help")
	known := strings.Fields(help)
	for _, p := range pages(t) {
		for i, part := range strings.Split(p.text, "`") {
			words := strings.Fields(part)
			if i%2 == 0 || len(words) < 2 || words[0] != "coral" {
				continue
			}
			if w := words[1]; unicode.IsLower(rune(w[0])) && !slices.Contains(known, w) {
				t.Errorf("%s: `%s`: coral has no command %s", p.name, part, w)
			}
		}
	}
}
