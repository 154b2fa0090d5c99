package coarray

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocumented: go doc has something to say about everything that programs may use, one by one.
func TestDocumented(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if ok && f.Name.IsExported() && (f.Recv == nil || exportedReceiver(f)) &&
				!strings.HasPrefix(f.Doc.Text(), f.Name.Name+" ") {
				t.Errorf("%s has no comment that begins with its name", f.Name.Name)
			}
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				if s, ok := s.(*ast.TypeSpec); ok && s.Name.IsExported() && g.Doc == nil &&
					s.Doc == nil {
					t.Errorf("type %s has no comment", s.Name.Name)
				}
			}
		}
	}
}

// exportedReceiver tells whether a method's type is exported.
func exportedReceiver(f *ast.FuncDecl) bool {
	exported := false
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !exported {
			exported = id.IsExported() && len(id.Name) > 1
		}
		return true
	})
	return exported
}

// TestSpelling: the package spells as Go's library does.
func TestSpelling(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(files, "coarraytest/coarraytest.go", "cluster/cluster.go") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for number, line := range strings.Split(string(text), "\n") {
			for _, word := range []string{"olo" + "ur", "ighbo" + "ur", "hroni" + "s",
				"avio" + "ur",
				"ptimi" + "s", "ance" + "lled"} {
				if strings.Contains(line, word) {
					t.Errorf("%s:%d: British spelling: %s", name, number+1, line)
				}
			}
		}
	}
}
