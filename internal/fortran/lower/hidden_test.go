package lower

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/capi/fortran"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
)

// TestCalledIntrinsics: generated text refers to no intrinsic procedure but those that can be
// reached where the user's names hide them.
func TestCalledIntrinsics(t *testing.T) {
	text := fortran.General[strings.Index(fortran.General, "\nmodule coral_intrinsic"):]
	_, list, _ := strings.Cut(text, "intrinsic ::")
	list, _, _ = strings.Cut(list, "public")
	given := strings.FieldsFunc(list, func(c rune) bool { return strings.ContainsRune(" ,&\n", c) })
	if !slices.Equal(given, calledIntrinsics) {
		t.Errorf("coral_intrinsic has %v, not %v", given, calledIntrinsics)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	literals := 0
	for _, name := range files {
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
						!slices.Contains(calledIntrinsics, called) && !typeWords[called] {
						t.Errorf("%s: %s: calledIntrinsics has no %s", set.Position(l.Pos()),
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
		if isNameByte(s[i]) {
			n := nameAt(s, i)
			if (i == 0 || s[i-1] != '%') && opensList(s[i+len(n):]) {
				names = append(names, n)
			}
			i += len(n)
		}
	}
	return names
}

func TestUnhide(t *testing.T) {
	hidden := map[string]bool{}
	for _, name := range calledIntrinsics {
		hidden[name] = true
	}
	for text, want := range map[string]string{
		"n = size(a) + \x01size(2)":        "n = coral_f_size(a) + size(2)",
		"x%size(1) = 'size(2)'":            "x%size(1) = 'size(2)'",
		"  logical(c_bool) :: a":           "  logical(c_bool) :: a",
		"a = logical(b, 4)":                "a = coral_f_logical(b, 4)",
		"a = [logical(4) :: b]":            "a = [logical(4) :: b]",
		"allocate (logical((1)) :: a(2))":  "allocate (logical((1)) :: a(2))",
		"call move_alloc(a, b)":            "call coral_f_move_alloc(a, b)",
		"integer, pointer :: p => null ()": "integer, pointer :: p => coral_f_null ()",
		"sum = all":                        "sum = all",
	} {
		l := &lowerer{hidden: hidden, unit: &unit{}}
		if got := l.unhideIn(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
