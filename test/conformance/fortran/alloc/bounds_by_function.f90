! conformance: images=1,2,3
! feature: allocatable coarray
! Functions in the bounds of a coarray may allocate memory themselves.
program p
  implicit none
  real, allocatable :: x(:)[:]
  character(:), allocatable :: c[:], d(:)[:]
  character(9) :: word = 'four'
  integer :: i, n = 4
  allocate (x(size(f()))[*])
  x = 1
  if (size(x) /= 5) error stop 1
  deallocate (x)
  allocate (x(lbound(f(), 1):sum([(i, i=1, n)]) - size(f()))[*])
  if (size(x) /= 5) error stop 2
  allocate (character(len=len(trim(word)//'!')) :: c[*])
  if (len(c) /= 5) error stop 3
  allocate (character(len=size(f())) :: d(size(f()))[*])
  if (len(d) /= 5 .or. size(d) /= 5) error stop 4
  if (this_image() == 1) print '(a)', 'PASS'
contains
  function f() result(r)
    real, allocatable :: r(:)
    allocate (r(5)); r = 7
  end function
end program
