package modfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

func parse(t *testing.T, name, text string, form syntax.Form) *syntax.File {
	t.Helper()
	var diags diag.List
	file := syntax.Parse(diag.NewSource(name, text), syntax.Options{Form: form}, &diags)
	if diags.HasErrors() {
		var b strings.Builder
		diags.Render(&b)
		t.Fatalf("%s\n%s", &b, text)
	}
	return file
}

// What is written of the modules of all conformance programs can be read, and is then written the
// same.
func TestWrittenIsRead(t *testing.T) {
	modules := 0
	err := filepath.WalkDir("../../../test/conformance/fortran",
		func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".f90" ||
				strings.Contains(path, "/errors/") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			var diags diag.List
			file := syntax.Parse(diag.NewSource(path, string(text)), syntax.Options{}, &diags)
			for _, m := range Of(file, false) {
				modules++
				again := Of(parse(t, path, m.Text, syntax.Free), false)
				if len(again) != 1 || again[0] != m {
					t.Errorf("%s: %s is read as\n%v\nafter\n%s", path, m.Name, again, m.Text)
				}
			}
			return nil
		})
	if err != nil || modules < 20 {
		t.Errorf("%d modules, %v", modules, err)
	}
}

func TestOf(t *testing.T) {
	file := parse(t, "m.f", `      MODULE M
      INTEGER, PARAM
     1ETER :: KIN D = 8
      CHARACTER(LEN=5) :: C = 'It''s'
      REAL U(3)[*]
      DATA X /1.0/
      CONTAINS
      SUBROUTINE S(V)
      REAL V(:)[*]
      V(1) = 2
   10 FORMAT (I5)
      END SUBROUTINE
      END MODULE
      SUBMODULE (M) K
      END SUBMODULE
      PROGRAM P
      END PROGRAM
`, syntax.Fixed)
	got := Of(file, false)
	want := `module m
integer , parameter :: kind = 8
character ( len = 5 ) :: c = 'It''s'
real u ( 3 ) [ * ]
contains
subroutine s ( v )
real v ( : ) [ * ]
end subroutine
end module
`
	if len(got) != 2 || got[0].Name != "m" || got[0].Text != want || got[1].Name != "m@k" {
		t.Errorf("got %v", got)
	}
	private := strings.Replace(want, "contains\n", "private\ncontains\n", 1)
	if got := Of(file, true); got[0].Text != private {
		t.Errorf("where modules are private: got %v", got)
	}
	said := parse(t, "m.f90", "module m\npublic\nend module\n", syntax.Free)
	if got := Of(said, true); got[0].Text != "module m\npublic\nend module\n" {
		t.Errorf("a module that says PUBLIC: got %v", got)
	}
}

// TestDeclarations: each construct of a specification part is written; a PUBLIC statement with
// names does not say what the other names are; submodules have their file's language.
func TestDeclarations(t *testing.T) {
	const text = `module m
use , intrinsic :: iso_c_binding
enum , bind ( c )
enumerator :: red = 1
end enum
structure / point /
integer x
end structure
type t
sequence
integer :: i
end type
interface
subroutine s ( )
end subroutine
end interface
public :: t
%send module
`
	var diags diag.List
	source := fmt.Sprintf(text, "") + "submodule (m) k\nend submodule\n"
	file := syntax.Parse(diag.NewSource("m.f90", source), syntax.Options{}, &diags)
	if got, want := Of(file, true)[0].Text, fmt.Sprintf(text, "private\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	file.CAF2 = true
	for _, m := range Of(file, false) {
		if !m.CAF2 {
			t.Errorf("%s is not of CAF 2.0", m.Name)
		}
	}
}

func TestEncode(t *testing.T) {
	m := Module{Name: "m", Text: "module m\nend module\n", Bare: true, CAF2: true}
	content := m.Encode("source")
	for _, m := range []Module{m, {Name: "m", Text: "module m\n", OwnTypes: true,
		Fetches: "f:a.x g:*", Compiled: Sum([]byte("mod"))}} {
		if got, err := Decode(m.Encode("source")); err != nil || got != m {
			t.Errorf("got %v, %v", got, err)
		}
	}
	for text, want := range map[string]error{
		"": ErrDamaged, "module m\n": ErrDamaged, string(content) + "\n": ErrDamaged,
		string(content[:len(content)-1]):                    ErrDamaged,
		strings.Replace(string(content), " 6\n", " 5\n", 1): ErrVersion,
	} {
		if _, err := Decode([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}
