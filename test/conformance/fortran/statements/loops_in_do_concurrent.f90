! conformance: images=1,2,3
! feature: DO CONCURRENT
! Loops in a DO CONCURRENT construct, with and without BLOCK around them, whose coindexed objects
! are of an image that the inner loop does not change. All that stands there is pure (F2018 C1139).
program loops_in_do_concurrent
  implicit none
  integer, save :: a(6)[*], c(6)[*]
  integer :: b(6), t(6), i, j, k, n, np
  n = 6
  np = num_images()
  k = mod(this_image(), np) + 1
  a = [(i*this_image(), i=1, 6)]
  c = 0
  sync all
  do concurrent (i=1:n)
    block
      integer :: j
      do j = 1, 2
        b(i) = a(n + 1 - i)[k] + j
      end do
    end block
  end do
  if (any(b /= k*[6, 5, 4, 3, 2, 1] + 2)) error stop 'block'
  t = 0
  do concurrent (i=1:n)
    do j = 1, n
      t(i) = t(i) + a(j)[mod(i, np) + 1]
    end do
  end do
  if (any(t /= [(21*(mod(i, np) + 1), i=1, 6)])) error stop 'inner'
  do concurrent (i=1:n)
    block
      integer :: j
      do j = i, i
        c(j)[k] = a(j)[k] + a(n)[mod(j, np) + 1]
      end do
    end block
  end do
  sync all
  if (any(c /= [(i*this_image() + 6*(mod(i, np) + 1), i=1, 6)])) error stop 'defined'
  if (this_image() == 1) print '(a)', 'PASS'
end program
