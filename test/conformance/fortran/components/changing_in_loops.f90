! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Components that change between iterations: by this image, by another one, by a function.
module m
  use iso_fortran_env
  implicit none
  type t
    integer, allocatable :: a(:)
    integer, pointer :: p(:) => null()
    type(event_type) :: ready
  end type
  type(t) :: x[*]
contains
  integer function grow()
    x%a = [x%a, size(x%a) + 1]
    grow = size(x%a)
  end function
end module
program p
  use m
  implicit none
  integer, save, target :: one(3) = 1, two(3) = 2
  integer :: me, n, k, i, s
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  x%a = [0]
  sync all
  do i = 1, 10
    x%a = [x%a, i]
    sync all
    if (x[k]%a(i + 1) /= i) error stop 'FAIL grown'
    if (size(x[k]%a) /= i + 1) error stop 'FAIL size'
    sync all
  end do
  x%a = [1]
  s = 0
  do i = 1, 20
    s = s + grow()
    s = s - x[me]%a(i + 1)
  end do
  if (s /= 0) error stop 'FAIL side effect'
  do i = 1, 6
    if (mod(i, 2) == 0) then
      x%p => one
    else
      x%p => two
    end if
    if (x[me]%p(2) /= 2 - mod(i + 1, 2)) error stop 'FAIL p'
  end do
  sync all
  do i = 1, 10
    if (mod(i, 2) == 0) then
      x%p => one
    else
      x%p => two
    end if
    event post (x[k]%ready)
    event wait (x%ready)
    sync all
    if (x[k]%p(3) /= merge(1, 2, mod(i, 2) == 0)) error stop 'FAIL remote p'
    sync all
  end do
  if (me == 1) print '(a)', 'PASS'
end program
