package coarray

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const ownPath = module + "coarray"

// TestWholeAPI: each exported function, method, variable and constant is used by a test, and each
// type has an example. A name that is new, and has neither, fails.
func TestWholeAPI(t *testing.T) {
	fset := token.NewFileSet()
	own, outside, examples := parseAll(t, fset)
	used := map[string]bool{}
	compiled := &compiledPackages{gc: importer.ForCompiler(fset, "gc", exportsOf(t))}
	config := types.Config{Importer: compiled}
	pkg := note(t, &config, fset, own, used, func(name string) bool {
		return strings.HasSuffix(name, "_test.go")
	})
	compiled.own = pkg
	note(t, &config, fset, outside, used, func(string) bool { return true })
	for _, name := range slices.Sorted(maps.Keys(apiOf(pkg))) {
		if !used[name] {
			t.Errorf("%s is exported, and no test uses it", name)
		}
	}
	for _, name := range pkg.Scope().Names() {
		object, is := pkg.Scope().Lookup(name).(*types.TypeName)
		if !is || !object.Exported() || types.IsInterface(object.Type()) ||
			strings.HasSuffix(fset.Position(object.Pos()).Filename, "_test.go") {
			continue
		}
		if !slices.ContainsFunc(examples, func(e string) bool {
			return e == "Example"+name || strings.HasPrefix(e, "Example"+name+"_")
		}) {
			t.Errorf("type %s has no Example%[1]s", name)
		}
	}
}

// compiledPackages imports what go has compiled, and this package as it was checked, with its
// tests.
type compiledPackages struct {
	gc  types.Importer
	own *types.Package
}

func (c *compiledPackages) Import(path string) (*types.Package, error) {
	if path == ownPath && c.own != nil {
		return c.own, nil
	}
	return c.gc.Import(path)
}

// exportsOf opens what go has compiled of the packages that this one and its tests need.
func exportsOf(t *testing.T) func(path string) (io.ReadCloser, error) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-test", "-f",
		"{{.ImportPath}}={{.Export}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// parseAll parses the package's files: those of the package, with its tests, and tests outside.
func parseAll(t *testing.T, fset *token.FileSet) (own, outside []*ast.File, examples []string) {
	names, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range names {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || name == "checked.go" { // of the race detector
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name.Name == "coarray" {
			own = append(own, f)
		} else {
			outside = append(outside, f)
		}
		for _, d := range f.Decls {
			if f, is := d.(*ast.FuncDecl); is && strings.HasPrefix(f.Name.Name, "Example") {
				examples = append(examples, f.Name.Name)
			}
		}
	}
	return own, outside, examples
}

// note notes what files whose names tests says use of the package.
func note(t *testing.T, config *types.Config, fset *token.FileSet, files []*ast.File,
	used map[string]bool, tests func(name string) bool) *types.Package {
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, err := config.Check(ownPath, fset, files, &info)
	if err != nil {
		t.Fatal(err)
	}
	for id, object := range info.Uses {
		if object.Pkg() != nil && object.Pkg().Path() == ownPath &&
			tests(fset.Position(id.Pos()).Filename) {
			used[nameOf(object)] = true
		}
	}
	return pkg
}

// nameOf is Name, or Type.Name of a method.
func nameOf(object types.Object) string {
	f, is := object.(*types.Func)
	if !is || f.Signature().Recv() == nil {
		return object.Name()
	}
	receiver := f.Origin().Signature().Recv().Type()
	if p, is := receiver.(*types.Pointer); is {
		receiver = p.Elem()
	}
	if named, is := receiver.(*types.Named); is {
		return named.Obj().Name() + "." + f.Name()
	}
	return f.Name()
}

// apiOf is what the package exports, but for types.
func apiOf(pkg *types.Package) map[string]bool {
	all := map[string]bool{}
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		if !object.Exported() || strings.HasPrefix(name, "Test") ||
			strings.HasPrefix(name, "Benchmark") || strings.HasPrefix(name, "Fuzz") ||
			strings.HasPrefix(name, "Example") {
			continue
		}
		typeName, is := object.(*types.TypeName)
		if !is {
			all[name] = true
			continue
		}
		named, is := typeName.Type().(*types.Named)
		if !is || types.IsInterface(named) {
			continue
		}
		for i := range named.NumMethods() {
			if m := named.Method(i); m.Exported() {
				all[name+"."+m.Name()] = true
			}
		}
	}
	return all
}
