! conformance: images=1,2,4
! feature: DO WHILE
! The condition of DO WHILE needs a copy of coindexed substrings: it is made for each iteration.
program while_copies
  implicit none
  character(9), save :: s[*], v(4)[*]
  integer :: k, l, u, i
  k = 1; l = 2; u = 4; i = 0
  s = '123456789'; v = 'abcdefghi'
  sync all
  do while (merge(1, 2, s[k](l:u+i) == '234') == 1)
    i = i + 1
    if (i > 3) error stop 1
  end do
  if (i /= 1) error stop 2
  i = 0
  do while (all(v(1:2)[k](l:u+i) == 'bcd'))
    i = i + 1
    if (i > 3) error stop 3
  end do
  if (i /= 1) error stop 4
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
