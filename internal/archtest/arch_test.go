// Package archtest holds the rules of ARCHITECTURE.md about which package may
// import which, and where unsafe code may stand.
package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/coral-pgas/coral/"

// file is one source file of the module.
type file struct {
	path    string // from the module's root
	pkg     string // its folder
	imports []string
	test    bool
}

func files(t *testing.T) []file {
	t.Helper()
	const root = "../.."
	var all []file
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			// build holds whole systems and copies of the tree
			if path != root && (strings.HasPrefix(name, ".") || name == "testdata" ||
				name == "bin" || name == "build") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		tree, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		f := file{path: relative, pkg: filepath.Dir(relative),
			test: strings.HasSuffix(name, "_test.go")}
		for _, spec := range tree.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			f.imports = append(f.imports, name)
		}
		all = append(all, f)
		return err
	})
	if err != nil || len(all) < 50 {
		t.Fatalf("%d files of the module, %v", len(all), err)
	}
	return all
}

// ours are the imports that are of this module, as folders.
func (f file) ours() (folders []string) {
	for _, name := range f.imports {
		if folder, ok := strings.CutPrefix(name, module); ok {
			folders = append(folders, folder)
		}
	}
	return folders
}

// under says whether a folder is one of some, or lies under one; "internal/conduit!" is that folder
// alone.
func under(folder string, roots ...string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		root, alone := strings.CutSuffix(root, "!")
		return folder == root || !alone && strings.HasPrefix(folder, root+"/")
	})
}

type importRule struct {
	pkg     string
	imports []string
}

// mayImport lists, for packages and what lies under them, all that they may import of
// the module. The first that fits counts; packages that fit none may import anything.
var mayImport = []importRule{
	{"internal/layout/gen", []string{"internal/layout"}},
	{"internal/config/gen", []string{"internal/config"}},
	{"bench/record", nil},
	{"bench/report", []string{"bench/record"}},
	{"bench/harness", []string{"test/cluster"}},
	{"internal/diag", nil},
	{"internal/provider/gen", []string{"internal/provider"}},
	{"internal/provider", nil},
	{"internal/config", []string{"internal/provider", "internal/words"}},
	{"internal/layout", nil},
	{"internal/assumptions", nil},
	{"internal/sys", nil},
	{"internal/accounting", nil},
	{"internal/chunks", nil},
	{"internal/rt/heap", nil},
	{"internal/xmp", nil},
	{"internal/words", nil},
	{"internal/paint", nil},
	{"internal/fortran/mid",
		[]string{"internal/diag", "internal/fortran/syntax", "internal/fortran/resolve"}},
	{"internal/fortran/derived",
		[]string{"internal/fortran/syntax", "internal/fortran/resolve"}},
	{"internal/fortran/section",
		[]string{"internal/fortran/syntax", "internal/fortran/resolve"}},
	{"internal/fortran/alias",
		[]string{"internal/fortran/syntax", "internal/fortran/resolve", "internal/fortran/mid",
			"internal/fortran/section"}},
	{"internal/fortran/sums", []string{"internal/fortran/syntax"}},
	{"internal/fortran/lower/mangle", nil},
	{"internal/fortran/lower/implicit",
		[]string{"internal/fortran/syntax", "internal/fortran/resolve"}},
	{"internal/fortran/lower/hidden",
		[]string{"internal/fortran/syntax", "internal/fortran/resolve"}},
	{"internal/fortran/lower/edit", []string{"internal/diag", "internal/fortran/syntax",
		"internal/fortran/lower/hidden"}},
	{"internal/fortran/lower/emit", []string{"internal/diag", "internal/fortran/syntax",
		"internal/fortran/lower/edit"}},
	{"internal/fortran/lower/directive", []string{"internal/diag", "internal/fortran/syntax",
		"internal/fortran/resolve", "internal/fortran/lower/emit",
		"internal/fortran/lower/mangle"}},
	{"internal/fortran/lower/needs",
		[]string{"internal/diag", "internal/fortran/syntax", "internal/fortran/resolve",
			"internal/fortran/mid", "internal/fortran/alias", "internal/fortran/derived"}},
	{"internal/fortran/lower/uses",
		[]string{"internal/fortran/resolve", "internal/fortran/lower/mangle"}},
	{"internal/fortran/lower/longint",
		[]string{"internal/diag", "internal/fortran/syntax", "internal/fortran/resolve"}},
	{"internal/fortran/resolve", []string{"internal/diag", "internal/fortran/syntax",
		"internal/layout", // what the runtime's calls can hold
		"internal/words"}},
	{"internal/fortran", []string{"internal/diag", "internal/fortran", "internal/xmp"}},
	{"internal/cache", []string{"internal/config"}},
	{"internal/executable", []string{"internal/config"}},
	{"internal/xmpc", []string{"internal/diag", "internal/xmpc", "internal/xmp"}},
	{"internal/driver/objfile", nil},
	{"internal/driver/argv", nil},
	{"internal/driver",
		[]string{"internal/assumptions", "internal/cache", "internal/diag", "internal/config",
			"internal/provider", "internal/fortran", "internal/xmpc", "internal/driver",
			"internal/private", "internal/paint", "internal/words", "internal/mpirun",
			"internal/conduit/net/native", "capi/fortran", "capi/xmp/headers"}},
	{"internal/conduit/net/native",
		[]string{"internal/cache", "internal/config", "internal/provider"}},
	{"internal/symbols", nil},
	{"internal/private", nil},
	{"internal/waitstate", []string{"internal/layout", "internal/sys", "internal/symbols"}},
	{"internal/conduit/net/message", nil},
	{"internal/conduit/net/statistics", nil},
	{"internal/conduit/net/progress", []string{"internal/sys"}},
	{"internal/conduit/net/adapter",
		[]string{"internal/conduit/net/message", "internal/conduit/net/native",
			"internal/provider"}},
	{"internal/conduit/net/order",
		[]string{"internal/conduit/net/message", "internal/conduit!"}},
	{"internal/conduit/net/bounce",
		[]string{"internal/conduit/net/adapter", "internal/config"}},
	{"internal/conduit/net/fastpath",
		[]string{"internal/conduit/net/adapter", "internal/conduit/net/message",
			"internal/conduit/net/native", "internal/conduit!"}},
	{"internal/conduit/net/registration",
		[]string{"internal/conduit/net/adapter", "internal/conduit/net/message",
			"internal/conduit!", "internal/chunks", "internal/config"}},
	{"internal/conduit/net/bootstrap",
		[]string{"internal/conduit/net/adapter", "internal/conduit/net/registration",
			"internal/config", "internal/executable", "internal/waitstate"}},
	{"internal/conduit/net/shutdown",
		[]string{"internal/conduit/net/adapter", "internal/conduit!", "internal/config",
			"internal/layout", "internal/provider", "internal/waitstate"}},
	{"internal/conduit/net/liveness", []string{"internal/conduit/net/shutdown", "internal/sys"}},
	{"internal/conduit/net/quiescence",
		[]string{"internal/conduit/net/message", "internal/conduit/net/shutdown",
			"internal/conduit!", "internal/config", "internal/layout", "internal/waitstate",
			"internal/sys"}},
	{"internal/conduit/net",
		[]string{"internal/layout", "internal/sys", "internal/chunks", "internal/conduit",
			"internal/config", "internal/executable", "internal/accounting", "internal/waitstate",
			"internal/provider"}},
	{"internal/mpirun", []string{"internal/config", "internal/provider"}},
	{"internal/conduit", []string{"internal/layout", "internal/sys", "internal/conduit"}},
	{"internal/rt",
		[]string{"internal/conduit", "internal/layout", "internal/sys", "internal/rt",
			"internal/accounting"}},
	{"internal/launch/pin", nil},
	{"internal/launch/pmi", nil},
	{"internal/launch",
		[]string{"internal/layout", "internal/config", "internal/sys", "internal/diag",
			"internal/executable", "internal/waitstate", "internal/provider",
			"internal/launch/pin", "internal/launch/pmi"}},
}

// The folders of the runtime in C, each of which may use those above it here: what they import is
// what they include (TestIncludesAreImports) and call (TestFoldersCallWhatTheyImport of capi).
func init() {
	mayImport = append(mayImport, []importRule{
		{"capi/include", nil},
		{"capi/core", []string{"capi/include"}},
		{"capi/mem", []string{"capi/include", "capi/core"}},
		{"capi/net", []string{"capi/include", "capi/core", "capi/mem", "internal"}},
		{"capi/rma", []string{"capi/include", "capi/core", "capi/mem", "capi/net"}},
		{"capi/sync", []string{"capi/include", "capi/core", "capi/mem", "capi/net"}},
		{"capi/types",
			[]string{"capi/include", "capi/core", "capi/mem", "capi/net", "capi/sync"}},
		{"capi/coll",
			[]string{"capi/include", "capi/core", "capi/mem", "capi/net", "capi/sync",
				"capi/types"}},
		{"capi/async",
			[]string{"capi/include", "capi/core", "capi/mem", "capi/net", "capi/rma", "capi/sync",
				"capi/types", "capi/coll", "internal"}},
		{"capi/caf2",
			[]string{"capi/include", "capi/core", "capi/mem", "capi/net", "capi/rma", "capi/sync",
				"capi/types", "capi/coll", "capi/async", "internal"}},
		{"capi/xmp/headers", nil},
		{"capi/xmp",
			[]string{"capi/include", "capi/core", "capi/mem", "capi/net", "capi/rma", "capi/sync",
				"capi/types", "capi/coll", "capi/async", "capi/caf2"}},
	}...)
}

func TestImportsPointOneWay(t *testing.T) {
	for _, f := range files(t) {
		if f.test {
			continue
		}
		for _, rule := range mayImport {
			if !under(f.pkg, rule.pkg) {
				continue
			}
			for _, folder := range f.ours() {
				if !under(folder, rule.imports...) {
					t.Errorf("%s imports %s; %s may import %v of Coral", f.path, folder, rule.pkg,
						rule.imports)
				}
			}
			break
		}
	}
}

// The upper layer knows no concrete conduit, and the interface none of its implementations.
func TestConduitsAreNotKnown(t *testing.T) {
	for _, f := range files(t) {
		if f.test || !(f.pkg == "internal/conduit" || under(f.pkg, "internal/rt")) {
			continue
		}
		for _, folder := range f.ours() {
			if strings.HasPrefix(folder, "internal/conduit/") {
				t.Errorf("%s imports %s", f.path, folder)
			}
		}
	}
}

// Only the two front doors of the runtime, and what measures them, know it.
func TestWhoUsesTheRuntime(t *testing.T) {
	for _, f := range files(t) {
		for _, folder := range f.ours() {
			if folder == "internal/rt" &&
				!under(f.pkg, "internal/rt", "coarray", "capi", "test/scaling") {
				t.Errorf("%s imports %s", f.path, folder)
			}
		}
	}
}

func TestExamplesUseTheAPIAlone(t *testing.T) {
	for _, f := range files(t) {
		for _, folder := range f.ours() {
			if under(f.pkg, "examples") && !under(folder, "coarray", "examples") && !f.test {
				t.Errorf("%s imports %s", f.path, folder)
			}
		}
	}
}

// TestTheCompilerDoesNotDraw: the library that draws is in the command of reports alone.
func TestTheCompilerDoesNotDraw(t *testing.T) {
	for _, f := range files(t) {
		if under(f.pkg, "bench/report", "cmd/coral-report") {
			continue
		}
		for _, name := range f.imports {
			if strings.HasPrefix(name, "gonum.org/v1/plot") || name == module+"bench/report" {
				t.Errorf("%s imports %s", f.path, name)
			}
		}
	}
}

func TestUnsafeIsMarked(t *testing.T) {
	for _, f := range files(t) {
		if slices.Contains(f.imports, "unsafe") && !f.test &&
			!strings.HasSuffix(f.path, "_unsafe.go") {
			t.Errorf("%s imports unsafe; its name must end in _unsafe.go", f.path)
		}
	}
}

func TestNames(t *testing.T) {
	for _, f := range files(t) {
		switch name := filepath.Base(f.pkg); name {
		case "util", "utils", "common", "helpers", "misc":
			t.Errorf("%s: a package called %s says nothing about what is in it", f.path, name)
		}
	}
}

// TestRoomsAreSmall: folders below these have one idea each, in a dozen files at most. The folders
// themselves have what shares one state; they may only become smaller.
func TestRoomsAreSmall(t *testing.T) {
	const most = 12
	own := map[string]int{"internal/conduit/net": 25, "internal/fortran/lower": 93,
		"internal/driver": 34, "internal/launch": 25}
	n := map[string]int{}
	for _, f := range files(t) {
		if under(f.pkg, slices.Collect(maps.Keys(own))...) && !f.test {
			n[f.pkg]++
		}
	}
	for folder, files := range n {
		limit := most
		if own[folder] > 0 {
			limit = own[folder]
		}
		if files > limit {
			t.Errorf("%s has %d files, and at most %d may be there", folder, files, limit)
		}
	}
}
