! conformance: images=1,2,3,5
! feature: real and complex of every kind
program real_complex_kinds
  use, intrinsic :: iso_fortran_env
  implicit none
  real(real32) :: s(4)[*]
  real(real64) :: d(4)[*]
  complex(real32) :: c(4)[*]
  complex(real64) :: z(4)[*]
  complex, parameter :: i1 = (0.0, 1.0)
  integer :: me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  s = 0; d = 0; c = 0; z = 0
  sync all
  s(2:3)[k] = [0.25, 0.5] * me
  d(4)[k] = 1.0_real64 / me
  c(1:4:3)[k] = [cmplx(me, -me), i1]
  z(3)[k] = cmplx(me, 1.0_real64 / me, real64)
  sync all
  if (s(1) /= 0.0 .or. s(2) /= 0.25 * left .or. s(3) /= 0.5 * left .or. s(4) /= 0.0) call fail('real32')
  if (d(4) /= 1.0_real64 / left .or. any(d(1:3) /= 0)) call fail('real64')
  if (c(1) /= cmplx(left, -left) .or. c(4) /= i1 .or. any(c(2:3) /= (0.0, 0.0))) call fail('complex32')
  if (z(3) /= cmplx(left, 1.0_real64 / left, real64)) call fail('complex64')
  if (conjg(z(3)[k]) * z(3)[k] /= conjg(cmplx(me, 1.0_real64 / me, real64)) * cmplx(me, 1.0_real64 / me, real64)) &
    call fail('complex64 in an expression')
  if (abs(sum(s(:)[k]) - 0.75 * me) > 1e-6) call fail('sum of real32 section')
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine fail(what)
    character(*), intent(in) :: what
    print *, 'FAIL: ', what, s, d, c, z, 'image', this_image()
    error stop 1
  end subroutine fail
end program real_complex_kinds
