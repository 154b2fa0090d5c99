package lower

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// moduleOnly are modules that have nothing to do with images, or only a little.
var moduleOnly = []string{
	`module plain
  type :: item
    real, allocatable :: a(:)
    type(item), pointer :: next => null()
    real :: b(2) = [1.0, 2.0]
  end type
contains
  subroutine halt
    if (size([1]) > 0) stop 'here'
    error stop
  end subroutine
end module
`, `module abstract_types
  use, intrinsic :: iso_fortran_env
  private
  type, abstract, public :: shape
    real, allocatable :: a(:)
  contains
    procedure(area), deferred :: area
  end type
  abstract interface
    real function area(s)
      import shape
      class(shape), intent(in) :: s
    end function
  end interface
  type, extends(shape), public :: disc
    class(*), allocatable :: any
  contains
    procedure :: area => disc_area
  end type
contains
  real function disc_area(s)
    class(disc), intent(in) :: s
    type :: local
      real, pointer :: p(:)
    end type
    type(local) :: l
    disc_area = size([1, 2])
  end function
end module
`, `module asks
contains
  integer function who()
    who = this_image()
  end function
end module
`, `module lists
  use, intrinsic :: iso_fortran_env, only: event_type
  type :: t
    integer, allocatable :: a(:)
  end type
end module
`}

// TestOnePass: what a translation for other files tells of a file's images is what one for the file
// alone does (announced.go).
func TestOnePass(t *testing.T) {
	alone, images := 0, 0
	check := func(name string, text string, options syntax.Options) {
		parse := func() []*syntax.File {
			var diags diag.List
			return []*syntax.File{syntax.Parse(diag.NewSource(name, text), options, &diags)}
		}
		var first, second diag.List
		plain := Translate(parse(), Options{}, &first)[0]
		if first.HasErrors() {
			return
		}
		files := parse()
		if DealsWithImages(files[0]) {
			images++
			if !plain.Parallel {
				t.Errorf("%s does not deal with images, and is taken for a file that does", name)
			}
		}
		apart := Translate(files, Options{Separate: true, ForOthers: true}, &second)[0]
		if second.HasErrors() || !apart.Alone {
			return
		}
		alone++
		if plain.Parallel {
			t.Errorf("%s deals with images, and is taken for a file that does not", name)
		}
	}
	for _, text := range moduleOnly {
		check(strings.Fields(text)[1], text, syntax.Options{})
	}
	if alone != 2 || images != 0 {
		t.Errorf("%d of the modules are translated once, %d have images", alone, images)
	}
	dirs := []string{"testdata/ok", "testdata/inline", "../../../test/conformance",
		"../../../examples", "../../../test/fc"}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			ending := filepath.Ext(path)
			if err != nil || !slices.Contains([]string{".f90", ".f", ".caf"}, ending) {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			check(path, string(text), syntax.Options{Form: syntax.FormOf(path),
				CAF2: ending == ".caf"})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d files have images, %d have none", images, alone)
}
