! conformance: images=1,2,3
! feature: a DO construct in another one, with a label at its END DO, around coindexed objects
! Loops are written twice, for memory that is mapped and for all other. Labels must not be.
program labelled_end_do
  implicit none
  integer, save :: y(5)[*]
  integer :: n, i, k, s
  character(2) :: word(3) = ['no', '3 ', 'no']
  y = [1, 2, 3, 4, 5]
  k = 3
  s = 0
  sync all
  do n = 1, 3
    do 10 i = 2, k
      s = s + y(i)[num_images()]
10  end do
  end do
  if (s /= 15) error stop 'END DO'
  s = 0
  outer: do
    s = s + 1
    if (s > 9) exit
    inner: do 20 i = 2, k
      if (s == 1) cycle inner
      if (y(i)[1] == 3) exit outer
20  end do inner
  end do outer
  if (s /= 2 .or. i /= 3) error stop 'names'
  s = 0
  do n = 1, 3
    do 30 i = 2, k
      s = s + y(n)[1]
30  continue
  end do
  if (s /= 12) error stop 'CONTINUE'
  s = 0
  do n = 1, 3
    do i = 1, 3
      if (y(i)[1] > 1) then
        read (word(i), *, err=40) k
        s = s + k*y(n)[1]
40    end if
      read (word(i), *, err=50) k
      s = s + 100*y(n)[1]
50  end do
  end do
  if (s /= 18 + 600) error stop 'labels of END statements'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
