package fc

import (
	"os/exec"
	"testing"
)

// environment are modules that give all of ISO_FORTRAN_ENV to their users, and a program that has
// it from them, and by itself.
var environment = map[string]string{
	"kinds.f90": `module kinds
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, parameter :: wp = real64
end module
`,
	"globals.f90": `module globals
  use kinds, only: wp, flags => event_type, event_type, locks => lock_type
  implicit none
  real(wp) :: scale = 1
end module
`,
	"exchange.f90": `module exchange
  use globals
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(locks) :: guard[*]
  type(flags) :: ready[*]
  type(event_type) :: later[*]
  type(team_type) :: half
contains
  subroutine meet
    event post (ready[1])
    if (this_image() == 1) event wait (ready, until_count=num_images())
    form team (1 + mod(this_image(), 2), half)
  end subroutine
end module
`,
	"main.f90": `program main
  use exchange
  use kinds
  implicit none
  type(lock_type) :: other[*]
  type(team_type) :: now
  integer(atomic_int_kind) :: count[*]
  count = 0
  call meet
  sync all
  lock (guard[1])
  lock (other[1])
  count[1] = count[1] + 1
  unlock (other[1])
  unlock (guard[1])
  event post (later)
  event wait (later)
  change team (half)
    now = get_team()
    if (team_number(now) /= team_number()) error stop 'team'
  end team
  sync all
  if (this_image() == 1) print '(i0)', count
end program
`,
	"both.f90": `program both
  use kinds
  use iso_fortran_env
  implicit none
  type(lock_type) :: l[*]
  lock (l[1])
  unlock (l[1])
  sync all
  if (this_image() == 1) print '(i0)', num_images()
end program
`,
}

// Modules that were compiled as they stand, by Coral or without it, have the compiler's own
// ISO_FORTRAN_ENV. Who gets that from them has Coral's types all the same.
func TestEnvironmentOfPlainModules(t *testing.T) {
	for _, compiler := range []string{"gfortran", "flang-22"} {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		t.Run(compiler, func(t *testing.T) {
			for _, plain := range []string{"coral fc", "coral fc -fcoarray=lib", compiler} {
				p := newPlace(t)
				p.env = append(p.env, "CORAL_FC="+compiler)
				for name, text := range environment {
					p.write(name, text)
				}
				p.good(plain+" -c kinds.f90", plain+" -c globals.f90",
					"coral fc -fcoarray=lib -c exchange.f90",
					"coral fc main.f90 exchange.o globals.o kinds.o -o main",
					"coral fc both.f90 kinds.o -o both")
				for _, program := range []string{"./main", "./both"} {
					if stdout, _ := p.good(program); stdout != "2\n" {
						t.Errorf("%s, the plain modules compiled by %s, printed\n%s", program,
							plain, stdout)
					}
				}
			}
		})
	}
}
