! conformance: images=1,2,3
! feature: -fdefault-real-8
! build-args: -fdefault-real-8
! Default reals and complex numbers of twice the size in coarrays, components and collectives.
module m
  implicit none
  type t
    real :: x
    complex, allocatable :: z(:)
  end type
  type(t) :: s[*]
  real :: u(4)[*]
  double precision :: d[*]
  complex :: c[*]
  logical :: l[*]
end module
program default_real_8
  use m
  implicit none
  real :: total, y(4)
  integer :: me, n, k, i
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  if (kind(total) /= 8) error stop 'FAIL: no -fdefault-real-8'
  u = [(me + 0.1*i, i=1, 4)]
  d = me; c = cmplx(me, 0.1); l = .true.
  s%x = 1.0/3.0*me
  allocate (s%z(2)); s%z = c
  sync all
  y = u(:)[k]
  if (any(y /= [(k + 0.1*i, i=1, 4)])) error stop 'FAIL: section'
  if (s[k]%x /= 1.0/3.0*k .or. s[k]%z(2) /= cmplx(k, 0.1)) error stop 'FAIL: structure'
  if (c[k]%im /= 0.1 .or. d[k] /= k) error stop 'FAIL: parts'
  total = sqrt(2.0)*me
  call co_sum(total)
  if (abs(total - sqrt(2.0)*n*(n + 1)/2) > 1e-12) error stop 'FAIL: co_sum'
  call co_max(u)
  if (u(1) /= n + 0.1) error stop 'FAIL: co_max'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program default_real_8
