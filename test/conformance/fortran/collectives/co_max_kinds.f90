! conformance: images=1,2,3,5
! feature: co_max and co_min of every kind
program co_max_kinds
  use, intrinsic :: iso_fortran_env
  implicit none
  integer(int8) :: a
  integer(int16) :: b(3)
  integer(int64) :: c, d
  real(real64) :: x(2), y
  real :: z(2, 2)
  integer :: me, n
  me = this_image(); n = num_images()
  a = int(-100 + me, int8); b = int([me, -me, 300 * me], int16)
  c = -9000000000000000000_int64 + me; d = -c
  x = [1d0 / me, -1d300 * me]; y = -1d-300 * me; z = -me
  z(2, 1) = me
  call co_max(a)
  call co_min(b)
  call co_max(c)
  call co_min(d)
  call co_min(x)
  call co_max(y)
  call co_max(z)
  if (a /= -100 + n) error stop 'FAIL: int8'
  if (any(b /= [1, -n, 300])) error stop 'FAIL: int16'
  if (c /= -9000000000000000000_int64 + n .or. d /= -c) error stop 'FAIL: int64'
  if (x(1) /= 1d0 / n .or. x(2) /= -1d300 * n .or. y /= -1d-300) error stop 'FAIL: real64'
  if (z(1, 1) /= -1 .or. z(2, 1) /= n) error stop 'FAIL: real32'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program co_max_kinds
