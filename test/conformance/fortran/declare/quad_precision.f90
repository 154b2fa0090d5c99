! conformance: images=1,2,3
! feature: real of kind 16
program quad_precision
  implicit none
  integer, parameter :: qp = selected_real_kind(30)
  real(qp) :: q(3)[*], third
  complex(qp) :: w[*]
  integer :: me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  third = 1.0_qp / 3.0_qp
  q = 0
  sync all
  q(1:3:2)[k] = [third * me, third + me]
  w[k] = cmplx(third, -me, qp)
  sync all
  if (q(1) /= third * left .or. q(2) /= 0 .or. q(3) /= third + left) then
    print *, 'FAIL: real(16), expected', third * left, 'got', q, 'image', me
    error stop 1
  end if
  if (w[k] /= cmplx(third, -me, qp)) then
    print *, 'FAIL: complex(16), got', w[k], 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program quad_precision
