! conformance: images=1,2,3
! feature: DO CONCURRENT: the mask is evaluated for all indices before the first iteration
program concurrent_mask
  implicit none
  integer, parameter :: n = 6
  integer :: i, j, k, s, t, w(2)
  integer :: a(0:n)[*], b(0:3, 4)[*]
  logical :: good = .true.

  k = this_image()
  a = [(i, i = 0, n)]
  do concurrent (i = 1:n, a(i-1) > a(i)[k] .or. i == 1) local(w)
    w(1) = 100
    a(i) = w(1)
  end do
  good = good .and. all(a == [0, 100, 2, 3, 4, 5, 6])

  a = [(i, i = 0, n)]
  s = 0
  do concurrent (i = n:1:-2, a(i-1)[k] < a(i)) reduce(+: s)
    s = s + i
    a(i-1) = 100
    a(max(i-2, 0)) = 100
  end do
  good = good .and. s == 12

  k = num_images()
  a = [(i, i = 0, n)]
  b = reshape([(i, i = 1, 16)], [4, 4])
  sync all
  s = 0
  do concurrent (i = 1:0, a(i)[k + 100] > 2) reduce(+: s)
    s = s + 1
  end do
  good = good .and. s == 0
  do concurrent (i = 1:n, a(i)[k] > 2) reduce(+: s) local(w)
    w(2) = a(i)[k]
    s = s + w(2)
  end do
  good = good .and. s == 18
  s = 0
  do concurrent (integer :: i = 0:3, j = 1:4, mod(b(i, j)[k], 3) == 0) reduce(+: s)
    if (i == 0) cycle
    s = s + b(i, j)[k] * i
  end do
  t = 0
  do i = 1, 3
    do j = 1, 4
      if (mod(b(i, j), 3) == 0) t = t + b(i, j) * i
    end do
  end do
  good = good .and. s == t
  sync all
  if (.not. good) error stop 'wrong'
  if (this_image() == 1) print '(a)', 'PASS'
end program
