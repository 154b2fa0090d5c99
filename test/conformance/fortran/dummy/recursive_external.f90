! conformance: images=1,2,3
! feature: recursive procedures with coarray dummy arguments
! build-args: -std=f2018
! A procedure knows its own interface (F2018 15.4.2.1): with -std=f2018 it is none of an implicit one.
recursive subroutine descend(x, n, depth)
  implicit none
  integer, intent(inout) :: x(2)[*]
  integer, intent(in) :: n, depth
  integer, allocatable :: mine(:)[:]
  if (depth == 0) return
  allocate (mine(depth)[*])
  mine = this_image()*depth
  sync all
  x(1) = x(1) + mine(depth)[n]
  call descend(x, n, depth - 1)
end subroutine
program recursive_external
  implicit none
  interface
    recursive subroutine descend(x, n, depth)
      implicit none
      integer, intent(inout) :: x(2)[*]
      integer, intent(in) :: n, depth
    end subroutine
  end interface
  integer :: a(2)[*] = 0, nx
  nx = mod(this_image(), num_images()) + 1
  call descend(a, nx, 3)
  if (a(1) /= 6*nx) error stop 'FAIL'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
