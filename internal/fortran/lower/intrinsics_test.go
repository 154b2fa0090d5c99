package lower

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/capi/fortran"
	"github.com/coral-pgas/coral/internal/fortran/lower/hidden"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestCalledIntrinsics: generated text refers to no intrinsic procedure but those that can be
// reached where the user's names hide them.
func TestCalledIntrinsics(t *testing.T) {
	text := fortran.General[strings.Index(fortran.General, "\nmodule coral_intrinsic"):]
	_, list, _ := strings.Cut(text, "intrinsic ::")
	list, _, _ = strings.Cut(list, "public")
	given := strings.FieldsFunc(list, func(c rune) bool { return strings.ContainsRune(" ,&\n", c) })
	if !slices.Equal(given, hidden.Intrinsics) {
		t.Errorf("coral_intrinsic has %v, not %v", given, hidden.Intrinsics)
	}
	literals := 0
	for _, name := range packageSources(t) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				literals++
				s, err := strconv.Unquote(l.Value)
				if err != nil {
					t.Fatal(err)
				}
				for _, called := range calledIn(s) {
					if resolve.IsProcedureName(called) &&
						!slices.Contains(hidden.Intrinsics, called) && !typeWords[called] {
						t.Errorf("%s: %s: hidden.Intrinsics has no %s", set.Position(l.Pos()),
							l.Value, called)
					}
				}
			}
			return true
		})
	}
	if literals < 1000 {
		t.Errorf("only %d literals were read", literals)
	}
}

// typeWords are types, in generated text, which are also functions.
var typeWords = map[string]bool{"real": true}

// calledIn are the names in front of an opening parenthesis.
func calledIn(s string) (names []string) {
	for i := 0; i < len(s); i++ {
		if syntax.IsNameByte(s[i]) {
			n := syntax.NameAt(s, i)
			rest := strings.TrimLeft(s[i+len(n):], " ")
			if (i == 0 || s[i-1] != '%') && strings.HasPrefix(rest, "(") {
				names = append(names, n)
			}
			i += len(n)
		}
	}
	return names
}
