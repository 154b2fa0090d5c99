package fc

import (
	"path/filepath"
	"testing"
)

// TestConfigure: autoconf's AC_FC_MODULE_EXTENSION takes what stands behind the name of its module
// in a directory for the ending of module files, and then uses the module.
func TestConfigure(t *testing.T) {
	p := newPlace(t)
	p.write("conftest.f", `      module conftest_module
      contains
      subroutine conftest_routine
      write(*,'(a)') 'gotcha!'
      end subroutine
      end module
`)
	p.write("uses.f", `      program main
      use conftest_module
      call conftest_routine
      end program
`)
	for _, compiler := range []string{"caf", "coral fc"} {
		p.good(compiler+" -c conftest.f", compiler+" -o uses uses.f conftest.o", "./uses")
		found, err := filepath.Glob(filepath.Join(p.dir, "conftest_module.*"))
		if err != nil || len(found) != 1 || filepath.Base(found[0]) != "conftest_module.mod" {
			t.Errorf("%s leaves %q (%v)", compiler, found, err)
		}
	}
	// a script that tries coarrays needs what it has of them
	p.write("images.f90", `module conftest_images
  integer :: n[*]
end module
`)
	p.write("main.f90", `program main
  use conftest_images
  n[1] = 3
  if (this_image() == 1) print '(i0)', n
end program
`)
	p.good("caf -c images.f90", "caf -o main main.f90 images.o")
	if out, _ := p.good("./main"); out != "3\n" {
		t.Errorf("it printed %q", out)
	}
}
