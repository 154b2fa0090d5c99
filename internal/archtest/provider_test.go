package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/provider"
)

// TestProviderNames: the registry alone (package provider) writes a provider's name as text. Code
// that compares with one would have to be found and changed when a provider is added. "mpi" is a
// word of other things, too: kinds of samples, folders.
func TestProviderNames(t *testing.T) {
	named := map[string]bool{}
	for _, p := range provider.All {
		if p != provider.MPI {
			named[p.Name] = true
		}
	}
	if len(named) < 3 {
		t.Fatalf("providers: %v", named)
	}
	for _, f := range files(t) {
		if f.test || under(f.pkg, "internal/provider", "test") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, filepath.Join("../..", f.path), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if text, is := n.(*ast.BasicLit); is && text.Kind == token.STRING {
				value, _ := strconv.Unquote(text.Value)
				if named[strings.ToLower(value)] {
					t.Errorf("%s:%d writes %s: take it from package provider", f.path,
						set.Position(text.Pos()).Line, text.Value)
				}
			}
			return true
		})
	}
}
