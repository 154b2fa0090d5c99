package verify

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/coral-pgas/coral/capi/fortran"
	xmp "github.com/coral-pgas/coral/capi/xmp/headers"
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/test/turns"
)

var only = flag.String("only", "", "audit the programs whose path has this in it")

var first = flag.Bool("first", false, "end with the first violation")

// roots are where the programs of the tree are.
var roots = []string{"test/conformance/fortran", "examples", "bench",
	"internal/fortran/lower/testdata/ok", "internal/fortran/lower/testdata/inline",
	"internal/fortran/verify/testdata"}

// variants are the options for which back ends and commands differ.
var variants = []struct {
	name string
	set  func(*lower.Options)
}{
	{"gfortran", func(o *lower.Options) { o.InlinePointers = true }},
	{"flang", func(o *lower.Options) {
		o.Locality, o.Unparameterized, o.HiddenSubscripts = true, true, true
		o.PartByName, o.NoWideSubstrings = true, true
	}},
	{"check", func(o *lower.Options) { o.InlinePointers, o.Check, o.Bounds = true, true, true }},
	{"separate", func(o *lower.Options) { o.InlinePointers, o.Separate = true, true }},
	{"long", func(o *lower.Options) {
		o.InlinePointers, o.Runtime, o.Threads = true, fortran.Source, true
	}},
}

// TestCorpus audits every program of the tree for gfortran and in one more variant, another one
// each turn; with long integers, for which lower reads the runtime's source, every eighth program.
func TestCorpus(t *testing.T) {
	programs := corpus(t)
	audited := auditAll(t, programs, func(i int, variant string) bool {
		switch {
		case *only != "" || turns.All() || variant == variants[0].name:
			return true
		case variant == "long":
			return (i+turns.Now())%8 == 0
		}
		return variant == variants[1+(i+turns.Now())%3].name
	})
	if *only == "" && !ended.Load() && audited < 3*len(programs)/2 {
		t.Errorf("only %d translations of %d programs have been audited", audited, len(programs))
	}
}

// auditAll audits programs in the variants that are wanted of each, by its index, and gives the
// number of translations.
func auditAll(t *testing.T, programs [][]string, wanted func(i int, variant string) bool) int {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // each program's trees are garbage soon
	audited := 0
	each(programs, func(i int, p []string, modules []*syntax.File) {
		files := parseAll(p)
		if files == nil {
			return
		}
		for _, v := range variants {
			if !wanted(i, v.name) {
				continue
			}
			var opt lower.Options
			v.set(&opt)
			text, ok := audit(files, p, modules, opt)
			mu.Lock()
			if ok {
				audited++
			}
			if text != "" {
				t.Errorf("%s:\n%s", v.name, text)
				ended.Store(*first)
			}
			mu.Unlock()
		}
	})
	return audited
}

var (
	mu    sync.Mutex
	ended atomic.Bool // by -first
)

// each calls f for all programs, two at a time, with the runtime's modules.
func each(programs [][]string, f func(int, []string, []*syntax.File)) {
	var group sync.WaitGroup
	for half := range 2 {
		group.Go(func() {
			modules := Modules(fortran.Source)
			for i := half; i < len(programs) && !ended.Load(); i += 2 {
				f(i, programs[i], modules)
			}
		})
	}
	group.Wait()
}

// parseAll parses the files of a program; nil: they are not all right.
func parseAll(paths []string) (files []*syntax.File) {
	var diags diag.List
	for _, path := range paths {
		f := parseFile(path, &diags)
		if f == nil {
			return nil
		}
		files = append(files, f)
	}
	if diags.HasErrors() {
		return nil
	}
	return files
}

// audit translates a program and gives the violations as text. ok: it was translated.
func audit(files []*syntax.File, paths []string, modules []*syntax.File,
	opt lower.Options) (text string, ok bool) {
	var diags, found diag.List
	out := lower.Translate(files, opt, &diags)
	if diags.HasErrors() {
		return "", false
	}
	var list []File
	for i, o := range out {
		list = append(list, File{User: files[i], Text: o.Text, Open: opener(paths[i])})
	}
	Audit(list, Options{Modules: modules, Resolve: opt.Resolve}, &found)
	var b bytes.Buffer
	_ = found.Render(&b)
	return b.String(), true
}

func parseFile(path string, diags *diag.List) *syntax.File {
	text, err := os.ReadFile(path)
	ending := filepath.Ext(path)
	if err != nil || ending != strings.ToLower(ending) { // it needs the preprocessor
		return nil
	}
	opt := syntax.Options{Form: syntax.FormOf(path), Open: opener(path), CAF2: ending == ".caf"}
	return syntax.Parse(diag.NewSource(path, string(text)), opt, diags)
}

// opener finds INCLUDE files beside a file.
func opener(path string) func(string, *diag.Source) (*diag.Source, error) {
	return func(name string, _ *diag.Source) (*diag.Source, error) {
		if text := xmp.FortranHeaders[name]; text != "" {
			return diag.NewSource(name, text), nil
		}
		b, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
		return diag.NewSource(name, string(b)), err
	}
}

// corpus is the files of each program: a file, or all of a directory of several.
func corpus(t testing.TB) (programs [][]string) {
	t.Helper()
	for _, root := range roots {
		top := filepath.Join("../../..", root)
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && strings.HasSuffix(path, ".d") {
				if p := programOf(path); p != nil && strings.Contains(path, *only) {
					programs = append(programs, p)
				}
				return fs.SkipDir
			}
			if isFortran(path) && strings.Contains(path, *only) {
				programs = append(programs, []string{path})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(programs) == 0 {
		t.Fatal("there are no programs")
	}
	return programs
}

func isFortran(path string) bool {
	return slices.Contains([]string{".f90", ".f", ".for", ".caf", ".f08", ".f18"},
		filepath.Ext(path))
}

// programOf is the files of a program of several, in their order, which one of them tells.
func programOf(dir string) (files []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		text, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		for line := range strings.Lines(string(text)) {
			if list, ok := strings.CutPrefix(line, "! files:"); ok {
				for _, f := range strings.Fields(list) {
					files = append(files, filepath.Join(dir, f))
				}
				return files
			}
		}
	}
	return nil
}
