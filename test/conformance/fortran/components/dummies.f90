! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Dummy coarrays of derived type in many forms; their components as actual arguments.
module m
  implicit none
  type t
    real, allocatable :: a(:)
    integer :: id(3) = [1, 2, 3]
    complex :: z = (1, 2)
    character(5) :: s(2) = ['abcde', 'fghij']
  end type
contains
  subroutine s1(x, k, n)
    type(t), intent(inout) :: x[*]
    integer, intent(in) :: k, n
    if (size(x[k]%a) /= k) error stop 'FAIL s1'
    call twice(x[k]%a)
    call set(x[k]%id(2:3))
  end subroutine
  subroutine s2(x, k, y)
    type(t), intent(inout) :: x(:)[*]
    type(t), intent(inout), optional :: y[*]
    integer, intent(in) :: k
    if (size(x(2)[k]%a) /= 2 * k) error stop 'FAIL s2'
    if (present(y)) then
      if (y[k]%id(1) /= 1) error stop 'FAIL y'
    end if
    x(1)[k]%a(1) = x(2)[k]%a(1) + 1
  end subroutine
  subroutine s3(x, k)
    type(t), allocatable, intent(inout) :: x(:)[:]
    integer, intent(in) :: k
    if (any(x(1)[k]%s /= ['abcde', 'fghij'])) error stop 'FAIL s3'
    x(1)[k]%s(2)(2:3) = 'XX'
    x(1)[k]%z%re = 9
  end subroutine
  subroutine twice(v)
    real, intent(inout) :: v(:)
    v = 2 * v
  end subroutine
  subroutine set(v)
    integer, intent(out) :: v(:)
    v = [20, 30]
  end subroutine
end module
program p
  use m
  implicit none
  type(t) :: x[*], y(2)[*]
  type(t), allocatable :: z(:)[:]
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (x%a(me), source=1.5)
  allocate (y(1)%a(1)); allocate (y(2)%a(2 * me), source=real(me))
  allocate (z(2)[*])
  sync all
  call s1(x, k, n)
  sync all
  if (any(x%a /= 3) .or. any(x%id /= [1, 20, 30])) error stop 'FAIL x'
  sync all
  call s2(y, k)
  call s2(y, k, x)
  sync all
  if (y(1)%a(1) /= me + 1) error stop 'FAIL y1'
  call s3(z, k)
  sync all
  if (z(1)%s(2) /= 'fXXij' .or. real(z(1)%z) /= 9 .or. aimag(z(1)%z) /= 2) error stop 'FAIL z'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
