package syntax

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// parseTestFile parses a file of testdata; INCLUDE files lie beside it.
func parseTestFile(t testing.TB, path string, openMP bool) (*File, *diag.List) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Form: FormOf(path), CAF2: filepath.Ext(path) == ".caf", OpenMP: openMP}
	opt.Open = func(name string, from *diag.Source) (*diag.Source, error) {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
		if err != nil {
			return nil, os.ErrNotExist
		}
		return diag.NewSource(name, string(text)), nil
	}
	var diags diag.List
	return Parse(diag.NewSource(filepath.Base(path), string(text)), opt, &diags), &diags
}

func checkGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run go test -update)", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run go test -update and look at the change\n%s", path,
			firstDifference(string(want), got))
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		a, b := "<end>", "<end>"
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			return "want " + a + "\n got " + b
		}
	}
	return ""
}

func testSources(t testing.TB, dir string) []string {
	t.Helper()
	var out []string
	for _, ext := range []string{"f90", "f", "caf"} {
		list, err := filepath.Glob(filepath.Join("testdata", dir, "*."+ext))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, list...)
	}
	if len(out) == 0 {
		t.Fatalf("no sources in testdata/%s", dir)
	}
	return out
}

// TestTree compares the trees of correct sources; they must give no diagnostics.
func TestTree(t *testing.T) {
	for _, path := range testSources(t, "tree") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			file, diags := parseTestFile(t, path, false)
			var out bytes.Buffer
			if err := diags.Render(&out); err != nil {
				t.Fatal(err)
			}
			if out.Len() > 0 {
				t.Errorf("diagnostics for a correct source:\n%s", out.String())
			}
			if err := Dump(&out, file); err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Directives {
				p := d.Range.Position()
				out.WriteString("directive " + d.Sentinel + " " + p.File + " " +
					strings.TrimSpace(d.Range.Text()) + "\n")
			}
			for _, inc := range file.Includes {
				out.WriteString("include " + inc.Name + " in " + inc.Range.Src.Name + "\n")
			}
			checkGolden(t, path+".tree", out.String())
			checkInvariants(t, file, true)
		})
	}
}

// TestDiagnostics compares what is said about wrong sources, place and wording.
func TestDiagnostics(t *testing.T) {
	for _, path := range testSources(t, "diag") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			file, diags := parseTestFile(t, path, false)
			var out bytes.Buffer
			if err := diags.Render(&out); err != nil {
				t.Fatal(err)
			}
			if !diags.HasErrors() {
				t.Error("no error found")
			}
			for _, d := range diags.All() {
				if _, ok := diag.Lookup(d.Code); !ok {
					t.Errorf("code %s is not in the table", d.Code)
				}
			}
			checkGolden(t, path+".diag", out.String())
			checkInvariants(t, file, false)
		})
	}
}

// TestNoOrphans finds golden files whose source is gone.
func TestNoOrphans(t *testing.T) {
	for _, pattern := range []string{"testdata/tree/*.tree", "testdata/diag/*.diag"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range list {
			if _, err := os.Stat(strings.TrimSuffix(path, filepath.Ext(path))); err != nil {
				t.Errorf("%s has no source", path)
			}
		}
	}
}

// checkInvariants: what rewriting relies on.
func checkInvariants(t testing.TB, file *File, clean bool) {
	t.Helper()
	at := map[*diag.Source]int32{}
	var rebuilt strings.Builder
	for _, s := range file.Stmts {
		b := s.Info()
		src := b.Range.Src
		if b.Range.Start < at[src] || b.Range.End <= b.Range.Start ||
			int(b.Range.End) > len(src.Text) {
			t.Fatalf("statement range %d..%d after %d: %q", b.Range.Start, b.Range.End, at[src],
				b.Range.Text())
		}
		if src == file.Source {
			rebuilt.WriteString(src.Text[at[src]:b.Range.Start])
			rebuilt.WriteString(b.Range.Text())
		}
		at[src] = b.Range.End
		checkTokens(t, b)
		checkNodes(t, s, clean)
		if int(b.Line) != b.Range.Line() {
			t.Errorf("line %d, want %d", b.Line, b.Range.Line())
		}
	}
	rebuilt.WriteString(file.Source.Text[at[file.Source]:])
	if rebuilt.String() != file.Source.Text {
		t.Error("statements and what is between them do not give the source")
	}
	if clean {
		checkCoverage(t, file)
	}
}

func checkTokens(t testing.TB, b *Base) {
	t.Helper()
	last := b.Range.Start
	for _, tok := range b.Tokens() {
		if tok.Range.Start < last || tok.Range.End <= tok.Range.Start ||
			tok.Range.End > b.Range.End {
			t.Fatalf("token %q at %d..%d after %d in statement %d..%d", tok.Text, tok.Range.Start,
				tok.Range.End, last,
				b.Range.Start, b.Range.End)
		}
		last = tok.Range.End
		text := tok.Range.Text()
		if tok.Pieces != nil {
			text = ""
			for _, p := range tok.Pieces {
				text += p.Text()
			}
		}
		if strip(text) != strip(tok.Text) {
			t.Errorf("token %q stands as %q", tok.Text, text)
		}
	}
}

func strip(s string) string { return strings.ToLower(strings.ReplaceAll(s, " ", "")) }

// checkNodes: nodes lie within their statement, children within their parents.
func checkNodes(t testing.TB, s Stmt, clean bool) {
	t.Helper()
	in := s.Span()
	Inspect(s, func(n Node) bool {
		if n == nil {
			t.Fatal("nil node")
		}
		if r := n.Span(); r.IsValid() && !in.Contains(r) {
			t.Errorf("%T %q lies outside its statement %q", n, r.Text(), in.Text())
		}
		if _, bad := n.(*BadExpr); bad && clean {
			t.Errorf("BadExpr in %q", in.Text())
		}
		return true
	})
}

// checkCoverage: every statement of the file is in the tree exactly once, and units cover all
// statements.
func checkCoverage(t testing.TB, file *File) {
	t.Helper()
	seen := map[Stmt]int{}
	Walk(file, func(n Node) bool {
		if s, ok := n.(Stmt); ok {
			seen[s]++
		}
		return true
	})
	for _, s := range file.Stmts {
		if seen[s] != 1 {
			t.Errorf("statement %q is %d times in the tree", s.Span().Text(), seen[s])
		}
	}
}
