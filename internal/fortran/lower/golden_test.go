package lower

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/capi/fortran"
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

var update = flag.Bool("update", false, "rewrite golden files")

// translate runs the front end on one file; names in messages are base names.
func translate(t *testing.T, path string) (string, bool, *diag.List) {
	t.Helper()
	return translateWith(t, path, Options{})
}

func translateWith(t *testing.T, path string, opt Options) (string, bool, *diag.List) {
	t.Helper()
	return translateAwake(t, path, opt, syntax.Sleeping{})
}

func translateAwake(t *testing.T, path string, opt Options, sleeping syntax.Sleeping) (string, bool,
	*diag.List) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var diags diag.List
	name := filepath.Base(path)
	open := func(name string, _ *diag.Source) (*diag.Source, error) {
		b, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
		return diag.NewSource(name, string(b)), err
	}
	f := syntax.Parse(diag.NewSource(name, string(text)),
		syntax.Options{Form: syntax.FormOf(name), Open: open, Sleeping: sleeping}, &diags)
	opt.Resolve.Strict = strings.Contains(string(text), "! std=f2018")
	opt.InlinePointers = opt.InlinePointers || strings.Contains(string(text), "! inline pointers")
	opt.Unparameterized = opt.Unparameterized || strings.Contains(string(text), "! unparameterized")
	opt.HiddenSubscripts = opt.HiddenSubscripts ||
		strings.Contains(string(text), "! hidden subscripts")
	opt.Bounds = opt.Bounds || strings.Contains(string(text), "! bounds")
	opt.Readable = true
	out := Translate([]*syntax.File{f}, opt, &diags)
	return out[0].Text, out[0].Changed, &diags
}

func sources(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"*.f90", "*.f"} {
		m, err := filepath.Glob(filepath.Join("testdata", dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m...)
	}
	if len(out) == 0 {
		t.Fatalf("no sources in testdata/%s", dir)
	}
	return out
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	path += ".golden"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run the test with -update", err)
	}
	if got != string(want) {
		t.Errorf("%s: the result differs; got:\n%s", path, got)
	}
}

// TestTranslation compares translated programs with golden files.
func TestTranslation(t *testing.T) {
	for _, path := range sources(t, "ok") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, _, diags := translate(t, path)
			if diags.HasErrors() {
				var b bytes.Buffer
				_ = diags.Render(&b)
				t.Fatal(b.String())
			}
			golden(t, path, text)
		})
	}
}

// TestInlinePointers does so for a back end that inlines C_F_POINTER.
func TestInlinePointers(t *testing.T) {
	for _, path := range sources(t, "inline") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, _, diags := translateWith(t, path, Options{InlinePointers: true})
			if diags.HasErrors() {
				var b bytes.Buffer
				_ = diags.Render(&b)
				t.Fatal(b.String())
			}
			golden(t, path, text)
		})
	}
}

// TestDiagnostics compares what is said about wrong programs with golden files.
func TestDiagnostics(t *testing.T) {
	for _, path := range sources(t, "errors") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			_, _, diags := translate(t, path)
			var b bytes.Buffer
			if err := diags.Render(&b); err != nil {
				t.Fatal(err)
			}
			for _, d := range diags.All() {
				if _, ok := diag.Lookup(d.Code); !ok {
					t.Errorf("code %s is not in the table", d.Code)
				}
			}
			golden(t, path, b.String())
		})
	}
}

// TestOrphans finds golden files without source.
func TestOrphans(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.golden")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, err := os.Stat(strings.TrimSuffix(f, ".golden")); err != nil {
			t.Errorf("%s belongs to no source", f)
		}
	}
}

// TestUnchanged: a file without coarray features is reproduced byte for byte.
func TestUnchanged(t *testing.T) {
	src := "program p\r\n  implicit none ! no coarray\r\n\tinteger :: i; i = 1\r\n" +
		"  print *, [i, 2], 'x[1]'\r\nend program\r\n"
	var diags diag.List
	f := syntax.Parse(diag.NewSource("p.f90", src), syntax.Options{}, &diags)
	out := Translate([]*syntax.File{f}, Options{}, &diags)
	if diags.HasErrors() || out[0].Changed || out[0].Text != src {
		t.Errorf("changed: %v, text:\n%q", out[0].Changed, out[0].Text)
	}
}

// TestGoldenCompiles gives all golden files to gfortran, which must accept them.
func TestGoldenCompiles(t *testing.T) {
	gfortran, err := exec.LookPath("gfortran")
	if err != nil {
		t.Fatal("gfortran is not installed: make tools installs it where it may")
	}
	dir := t.TempDir()
	compile := func(t *testing.T, name, text string, more ...string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		args := append([]string{"-c", "-J", dir, "-o", filepath.Join(dir, "a.o")}, more...)
		if out, err := exec.Command(gfortran, append(args, path)...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	compile(t, "coral_rt.f90", fortran.Source)
	if t.Failed() {
		return
	}
	for _, path := range append(sources(t, "ok"), sources(t, "inline")...) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			compile(t, filepath.Base(path), string(text), "-ffree-line-length-none",
				"-fsyntax-only")
		})
	}
}

// TestSleep: that trees of assignments are dropped and parsed again, as they are in long files,
// changes nothing.
func TestSleep(t *testing.T) {
	for _, dir := range []string{"ok", "inline", "errors"} {
		for _, path := range sources(t, dir) {
			want, _, said := translateWith(t, path, Options{})
			got, _, says := translateAwake(t, path, Options{}, syntax.Sleeping{Awake: 2})
			if got != want {
				t.Errorf("%s: the text differs; got:\n%s", path, got)
			}
			var one, other bytes.Buffer
			said.Render(&one)
			says.Render(&other)
			if one.String() != other.String() {
				t.Errorf("%s: messages differ: %s\nfor %s", path, &other, &one)
			}
		}
	}
}
