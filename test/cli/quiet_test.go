package cli

import (
	"os/exec"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// TestNoWarningsOfGeneratedText: what the back end and the linker warn of in text that Coral has
// made does not reach the user.
func TestNoWarningsOfGeneratedText(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("reduce.f90", `program p
  implicit none
  integer :: x
  x = this_image()
  call co_reduce(x, add)
  if (this_image() == 1) print '(i0)', x
contains
  pure integer function add(a, b)
    integer, intent(in) :: a, b
    add = a + b
  end function
end program
`)
	s.write("simd.f90", `program p
  implicit none
  integer :: i
  real :: x(100)[*], y(100)
  x = this_image()
  sync all
  !$omp simd
  do i = 1, 100
    y(i) = x(i)[1] + 1
  end do
  if (this_image() == 1) print '(f0.0)', sum(y)
end program
`)
	s.write("modules.f90", `module grid
  implicit none
  real, allocatable :: u(:)[:]
contains
  subroutine setup
    allocate (u(4)[*])
    u = this_image()
    sync all
    u(1) = u(2)[1]
  end subroutine
end module
program p
  use grid
  implicit none
  call setup
  if (this_image() == 1) print '(f0.0)', sum(u)
end program
`)
	if got := s.run("coral", "run", "-Wall", "-Wextra", "-pedantic", "-std=f2018", "-n", "2",
		"modules.f90"); got.code != 0 || got.stdout != "4.\n" || got.stderr != "" {
		t.Errorf("modules.f90: exit code %d, %q\n%s", got.code, got.stdout, got.stderr)
	}
	for _, compiler := range turns.Of(t.Name(), "gfortran", "flang-22") {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		for _, level := range turns.Of(t.Name()+compiler, "-O0", "-O2") {
			for name, output := range map[string]string{"reduce.f90": "3\n", "simd.f90": "200.\n"} {
				got := s.run("coral", "run", "-fc", compiler, "-fopenmp", level, "-n", "2", name)
				if got.code != 0 || got.stdout != output || got.stderr != "" {
					t.Errorf("%s %s %s: exit code %d, %q\n%s", compiler, level, name, got.code,
						got.stdout, got.stderr)
				}
			}
		}
	}
}
