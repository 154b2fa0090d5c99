! conformance: images=2,3,5
! feature: where and forall on other images
! All images define disjoint elements of one section of image 1 at the same time, by masks: what a mask leaves out must not be touched.
program masked_concurrent
  implicit none
  type pair
    integer :: a, b
  end type pair
  integer :: x(60)[*], y(60)[*]
  complex :: z(20)[*]
  type(pair) :: p(20)[*]
  integer :: mine(60), me, n, i, round
  me = this_image(); n = num_images()
  mine = [(mod(i, n) + 1, i = 1, 60)]
  do round = 1, 20
    x = 0; y = 0; z = 0; p = pair(0, 0)
    sync all
    where (mine == me) x(:)[1] = 100 * round + me
    forall (i = 1:60, mine(i) == me) y(61 - i)[1] = 100 * round + me
    if (me == 1) z(:)[1]%re = round
    if (me == 2) z(:)[1]%im = -round
    where (mine(:20) == me) p(:)[1]%b = round
    sync all
    if (me == 1) then
      if (any(x /= 100 * round + mine)) error stop 'FAIL: where'
      if (any(y /= 100 * round + mine(60:1:-1))) error stop 'FAIL: forall'
      if (any(z /= cmplx(round, -round))) error stop 'FAIL: parts of complex numbers'
      if (any(p%a /= 0) .or. any(p%b /= round)) error stop 'FAIL: components'
    end if
    sync all
  end do
  if (me == 1) print '(a)', 'PASS'
end program masked_concurrent
