! conformance: images=1,2,3,5,8
! feature: sections of size zero, with checks of subscripts
! build-args: -check
! A section of size zero has no first element that could be out of bounds (F2018 9.5.3.3.1), whatever its subscripts are.
module zero_size_m
  implicit none
  type :: point
    integer :: v = 0
    character(2) :: name = '--'
  contains
    procedure :: value
  end type
  type :: plain
    complex :: z = 0
    integer :: i(3) = 0
  end type
contains
  integer function value(self)
    class(point), intent(in) :: self
    value = self%v
  end function
end module
program zero_size_checked
  use zero_size_m
  implicit none
  type(point) :: x(4)[*], y(4), none(0)[*]
  type(point), allocatable :: a(:)[:], w(:)
  type(plain) :: s(4)[*], t(4)
  character(3) :: c(4)[*], d(4)
  complex :: z(4)[*]
  integer :: n, k, me
  me = this_image()
  n = 0; k = mod(me, num_images()) + 1
  x%v = me; y%v = -1; s%i(2) = me; t%i(2) = -1; c = 'abc'; d = 'xyz'; z = me
  allocate (a(0)[*])
  sync all
  y(1:n) = x(1:n)[k]
  y(3:2) = x(5:4)[k]
  x(1:n)[k] = y(1:n)
  x(5:4)[k] = y(5:4)
  t(5:4) = s(5:4)[k]
  t(5:4)%i(2) = s(5:4)[k]%i(2)
  s(5:4)[k] = t(5:4)
  s(2:n:2)[k]%i(3) = [integer ::]
  d(1:n) = c(1:n)[k]
  d(5:4)(2:3) = c(5:4)[k](2:3)
  c(5:4)[k] = d(5:4)
  c(5:4)[k](1:1) = '?'
  z(5:4)[k]%re = 1
  s(5:4)[k]%z = z(9:8)[k]
  w = x(1:n)[k]
  if (size(w) /= 0) error stop 'w'
  w = a(:)[k]
  w = none(:)[k]
  a(:)[k] = w
  if (any(x(5:4)[k]%v == me)) error stop 'any'
  sync all
  if (any(y%v /= -1) .or. any(x%v /= me) .or. any(t%i(2) /= -1) .or. any(s%i(2) /= me) .or. any(s%i(3) /= 0)) error stop 'FAIL: numbers'
  if (any(d /= 'xyz') .or. any(c /= 'abc') .or. any(z /= me)) error stop 'FAIL: characters'
  y = x(:)[k]
  y(1:3:2) = x(2:4:2)[k]
  if (y(1)%value() /= k .or. y(2)%value() /= k .or. size(w) /= 0) error stop 'FAIL: copies'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
