! feature: coarrays with ENTRY
! conformance: images=1,2,3
! Bounds of dummy arguments that refer to other images, in a procedure with ENTRY statements.
module m
  implicit none
contains
  subroutine s(x, k, a)
    integer, intent(in) :: k
    integer, intent(in) :: x(2)[*]
    real, intent(out) :: a(x(1)[k])
    real :: b
    a = size(a)
    return
  entry t(b)
    b = 2
    return
  entry u(a, k, x)
    a = -size(a)
  end subroutine
end module
program entry_bounds
  use m
  implicit none
  integer :: x(2)[*], n
  real :: a(9), b
  n = num_images()
  x = 2 + this_image()
  sync all
  b = 0
  call t(b)
  if (b /= 2) error stop 't'
  a = 0
  call s(x, n, a)
  if (any(a(:n + 2) /= n + 2) .or. any(a(n + 3:) /= 0)) error stop 's'
  a = 0
  call u(a, n, x)
  if (any(a(:n + 2) /= -n - 2) .or. any(a(n + 3:) /= 0)) error stop 'u'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
