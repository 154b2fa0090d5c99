! conformance: images=1,2,3,5,8
! feature: co_sum of every kind
program co_sum_kinds
  use, intrinsic :: iso_fortran_env
  implicit none
  integer(int8) :: i1
  integer(int16) :: i2(2)
  integer(int64) :: i8(3)
  real(real32) :: r(2)
  real(real64) :: d(2, 2)
  complex :: c
  complex(real64) :: z(2)
  integer :: me, n, s
  me = this_image(); n = num_images(); s = n * (n + 1) / 2
  i1 = int(me, int8); i2 = [100 * me, -me]; i8 = [1_int64, 2_int64**33 * me, -me * 1_int64]
  r = [0.5, 0.25] * me; d = reshape([1, 2, 3, 4], [2, 2]) * 1d0 * me; c = cmplx(me, -2 * me)
  z = [(1d0, 2d0), (3d0, -4d0)] * me
  call co_sum(i1)
  call co_sum(i2)
  call co_sum(i8)
  call co_sum(r)
  call co_sum(d)
  call co_sum(c)
  call co_sum(z)
  if (i1 /= s) call fail('int8')
  if (any(i2 /= [100 * s, -s])) call fail('int16')
  if (any(i8 /= [int(n, int64), 2_int64**33 * s, -int(s, int64)])) call fail('int64')
  if (any(abs(r - [0.5, 0.25] * s) > 1e-4)) call fail('real32')
  if (any(abs(d - reshape([1, 2, 3, 4], [2, 2]) * s) > 1d-12)) call fail('real64')
  if (abs(c - cmplx(s, -2 * s)) > 1e-4) call fail('complex32')
  if (any(abs(z - [(1d0, 2d0), (3d0, -4d0)] * s) > 1d-12)) call fail('complex64')
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine fail(what)
    character(*), intent(in) :: what
    print *, 'FAIL: ', what, ' got ', i1, i2, i8, r, d, c, z, ' image ', this_image()
    error stop 1
  end subroutine fail
end program co_sum_kinds
