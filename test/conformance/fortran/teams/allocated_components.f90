! conformance: images=1,2,3,5,8
! feature: allocation inside a team
! Coarray components that a team has allocated are deallocated at END TEAM.
module m
  type t
    integer, allocatable :: u(:)[:]
    real :: x = 0
  end type
  type(t) :: g
end module
program teamalloc
  use iso_fortran_env
  use m
  implicit none
  type(t) :: f
  type(t) :: many(3)
  type(team_type) :: tm
  integer :: me, n, i
  me = this_image(); n = num_images()
  form team (1 + mod(me, 2), tm)
  do i = 1, 3
    change team (tm)
      allocate (f%u(10)[*])
      allocate (g%u(10)[*])
      allocate (many(2)%u(10)[*])
      f%u = this_image()
      sync all
      if (f%u(1)[num_images()] /= num_images()) error stop 'FAIL value'
    end team
    if (allocated(f%u)) error stop 'FAIL f'
    if (allocated(g%u)) error stop 'FAIL g'
    if (allocated(many(2)%u)) error stop 'FAIL many'
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
