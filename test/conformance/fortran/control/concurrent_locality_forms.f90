! conformance: images=1,2,3
! feature: DO CONCURRENT with locality
! DO CONCURRENT with locality: labels, implicit types, bounds, and values of other images.
program localities
  implicit integer (i-n), real (a-h, o-z)
  integer, save :: v(12)[*], w(12)
  real, save :: r(12)[*]
  integer :: work(0:3)
  dimension q(2)
  k = 1 + mod(this_image(), num_images())
  v = [(i*this_image(), i = 1, 12)]
  r = v/2.
  sync all
  m = 5
  t = 1.5
  do 10 concurrent (i = 1:12) local(work, q, x, j) local_init(m, t) shared(w)
    j = v(i)[k]
    work = j
    work(0) = 13 - i
    q = [r(i)[k], t]
    x = q(1) + q(2)
    m = m + j
    w(i) = work(3) + v(work(0))[k] + m + nint(2*x)
10 continue
  do i = 1, 12
    if (w(i) /= i*k + (13 - i)*k + 5 + i*k + i*k + 3) error stop 1
  end do
  if (m /= 5 .or. t /= 1.5) error stop 2
  do 20, concurrent (i = 1:12:3, j = 1:2) shared(w, v, k)
    w(i + j) = v(i)[k]*j
20 end do
  do i = 1, 10, 3
    if (w(i + 1) /= i*k .or. w(i + 2) /= 2*i*k) error stop 3
  end do
  do concurrent (i = 1:12, v(i)[k] > 6*k) default(none) shared(v, w, k)
    w(i) = v(13 - i)[k]
  end do
  if (any(w(7:) /= k*[6, 5, 4, 3, 2, 1])) error stop 4
  do concurrent (integer(8) :: l = 1:12) local_init(k)
    w(l) = v(l)[k]
  end do
  if (any(w /= [(i*k, i = 1, 12)])) error stop 5
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
