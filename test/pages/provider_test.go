package pages

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit/conduittest"
	"github.com/coral-pgas/coral/test/turns"
)

const providerGuide = "docs/new-provider.md"

// TestSuiteIsExplained: the guide has a row for each test that a provider must pass, in the order
// of the suite, and no other.
func TestSuiteIsExplained(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, providerGuide))
	if err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(string(text), "| test | what it shows |")
	var explained, suite []string
	for line := range strings.Lines(rows) {
		if rest, is := strings.CutPrefix(line, "| `"); is {
			name, _, _ := strings.Cut(rest, "`")
			explained = append(explained, name)
		}
	}
	for _, test := range conduittest.Tests {
		suite = append(suite, test.Name)
	}
	if got, want := strings.Join(explained, " "), strings.Join(suite, " "); got != want {
		t.Errorf("the page explains\n%s\nthe suite has\n%s", got, want)
	}
}

// scripts are the page's indented blocks, each a script of a shell.
func (p page) scripts() (list []string) {
	before := ""
	for line := range strings.Lines(p.text) {
		command, is := strings.CutPrefix(line, "    ")
		switch {
		case !is:
		case strings.HasPrefix(before, "    "):
			list[len(list)-1] += command
		default:
			list = append(list, command)
		}
		before = line
	}
	return list
}

// insert writes text into a file of the tree, in front of a line that begins like that.
func insert(t *testing.T, file, text, before string) {
	t.Helper()
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, tail, is := strings.Cut(string(was), before)
	if !is {
		t.Fatalf("%s has no %q", file, before)
	}
	if err := os.WriteFile(file, []byte(head+text+before+tail), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestProviderGuide follows the guide in a copy of the tree: the first block of Go is the entry in
// the list, the second that of the suite. It takes minutes, and belongs to the longer suites.
func TestProviderGuide(t *testing.T) {
	if !turns.All() {
		t.Skip("with -all: it takes minutes")
	}
	for _, tool := range []string{"mpiexec.mpich", "ip"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	if os.Geteuid() != 0 {
		t.Skip("the hosts of test/cluster need root")
	}
	tree := filepath.Join(t.TempDir(), "coral")
	copyTree(t, tree)
	text, err := os.ReadFile(filepath.Join(root, providerGuide))
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), "```")
	if len(parts) != 5 {
		t.Fatalf("the page has %d fences, not two blocks of Go", len(parts)-1)
	}
	var steps []func()
	for i, part := range parts {
		switch i {
		case 1:
			entry := strings.TrimPrefix(part, "go\n")
			steps = append(steps, func() {
				list := filepath.Join(tree, "internal/provider/provider.go")
				insert(t, list, entry+"\n", "// All are the providers")
				insert(t, list, ", Mine", "}\n\n// Program is")
			})
		case 3:
			entry := strings.TrimPrefix(part, "go\n")
			steps = append(steps, func() {
				insert(t, filepath.Join(tree, "internal/conduit/net/conduit_test.go"), entry,
					"\t{\"Template\", ")
			})
		default:
			for _, script := range (page{text: part}).scripts() {
				steps = append(steps, func() { follow(t, tree, script) })
			}
		}
	}
	for _, step := range steps {
		step()
	}
}

// follow executes a script in the tree, with the coral command that is tested.
func follow(t *testing.T, tree, script string) {
	t.Helper()
	c := exec.Command("sh", "-e", "-c", script)
	c.Dir = tree
	// what does not depend on where the tree is was compiled before
	c.Env = append(os.Environ(), "CLUSTER=guide", "GOFLAGS=-trimpath -buildvcs=false",
		"PATH="+filepath.Dir(coral(t))+":"+os.Getenv("PATH"))
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s%v\n%s", script, err, out)
	}
	if strings.Contains(script, "-run ") && strings.Contains(string(out), "no tests to run") {
		t.Fatalf("%sruns no test", script)
	}
	t.Logf("%s%s", script, out)
}

// copyTree copies what the repository has, and the archive and the command that are made.
func copyTree(t *testing.T, to string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch {
		case name == ".git" && d.IsDir(), name == "build":
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		case !d.Type().IsRegular() || name == ".git":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), text, info.Mode())
	})
	if err == nil {
		err = os.Mkdir(filepath.Join(to, "build"), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}
