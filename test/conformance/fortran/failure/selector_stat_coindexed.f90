! conformance: images=1,2,4
! feature: STAT= in image selector
! STAT= beside an image index that is itself on another image: the status is that of the image which
! the index names, also where that must be fetched first.
program selector_stat_coindexed
  implicit none
  integer, save :: im(5)[*], x(5)[*], y(5)[*]
  integer :: st, s2, i, k, n, m
  m = this_image()
  n = num_images()
  k = 1 + mod(m, n)
  im = 1 + mod([(m + i, i = 1, 5)], n)
  x = 100*m + [1, 2, 3, 4, 5]
  y = 0
  sync all
  st = -1
  if (x(3)[im(4)[k], stat=st] /= 100*(1 + mod(k + 4, n)) + 3) error stop 1
  if (st /= 0) error stop 2
  st = -1
  y = x(:)[im(1)[k], stat=st]
  if (st /= 0 .or. any(y /= 100*(1 + mod(k + 1, n)) + [1, 2, 3, 4, 5])) error stop 3
  st = -1
  y(1:3) = [(x(i)[im(i)[k], stat=st], i = 1, 3)]
  if (st /= 0 .or. any(y(1:3) /= [(100*(1 + mod(k + i, n)) + i, i = 1, 3)])) error stop 4
  st = -1
  y = 0
  where (x(:)[im(2)[k], stat=st] > 100*(1 + mod(k + 2, n)) + 2) y = 7
  if (st /= 0 .or. any(y /= [0, 0, 7, 7, 7])) error stop 5
  st = -1
  do i = 1, 5
    y(i) = x(i)[im(i)[k], stat=st]
    if (st /= 0 .or. y(i) /= 100*(1 + mod(k + i, n)) + i) error stop 6
  end do
  sync all
  st = -1
  s2 = -1
  y(2)[im(n)[k], stat=st] = im(3)[im(2)[k], stat=s2]
  if (st /= 0 .or. s2 /= 0) error stop 7
  sync all
  if (m == 1) print '(a)', 'PASS'
end program selector_stat_coindexed
