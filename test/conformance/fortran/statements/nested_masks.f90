! conformance: images=1,2,3
! feature: WHERE in WHERE, FORALL in FORALL
! Masked assignments inside of others: WHERE in WHERE, FORALL in FORALL, with coindexed objects.
program nested_masks
  implicit none
  integer, save :: a(6)[*], b(6)[*], g(4, 4)[*], h(4, 4)[*]
  logical, save :: m(6)[*]
  integer :: k, i, j, x(6), want(6), y(4, 4)
  k = 1 + mod(this_image(), num_images())
  a = [(i*k, i = 1, 6)]
  b = [(100*this_image() + i, i = 1, 6)]
  m = [(mod(i, 2) == 0, i = 1, 6)]
  g = reshape([(i + 100*this_image(), i = 1, 16)], [4, 4])
  h = 0
  sync all
  x = 0
  where (m(:)[k])
    x = b(:)[k]
    where (b(:)[k] > 100*k + 3) x = -b(:)[k]
    where (x < 0)
      x = x - a(:)[1]
    elsewhere (m(:)[1])
      x = x + 1
    end where
  elsewhere
    where (b(:)[k] < 100*k + 2)
      x = 7
    elsewhere
      x = 8
    end where
  end where
  want = [7, 100*k + 3, 8, 0, 8, 0]
  do i = 4, 6, 2
    want(i) = -(100*k + i) - i*(1 + mod(1, num_images()))
  end do
  if (any(x /= want)) then
    print *, x, want
    error stop 1
  end if
  sync all
  where (m)
    a(:)[k] = 0
    where (b > 100*this_image() + 3) a(:)[k] = b
    where (b < 100*this_image() + 3)
      a(:)[k] = -1
    end where
  end where
  sync all
  j = 1 + mod(this_image() - 2 + num_images(), num_images())
  if (any(a /= [k, -1, 3*k, 100*j + 4, 5*k, 100*j + 6])) error stop 2
  y = 0
  forall (i = 1:4)
    forall (j = 1:4, j <= i .and. mod(i + j, 2) == 0)
      y(i, j) = g(j, i)[k]
    end forall
    forall (j = i + 1:4) y(i, j) = -g(i, j)[k]
    where (g(:, i)[k] > 100*k + 14) y(:, i) = 5
  end forall
  do i = 1, 4
    do j = 1, 4
      if (j > i) then
        if (y(i, j) /= merge(5, -(100*k + i + 4*j - 4), i + 4*j - 4 > 14)) error stop 3
      else if (i + 4*j - 4 > 14) then
        if (y(i, j) /= 5) error stop 4
      else
        if (y(i, j) /= merge(100*k + j + 4*i - 4, 0, mod(i + j, 2) == 0)) error stop 5
      end if
    end do
  end do
  forall (i = 1:4)
    forall (j = 1:4)
      h(j, i)[k] = g(i, j)
    end forall
    where (g(:, i) < 100*this_image() + 3)
      h(:, i)[k] = -1
    end where
  end forall
  sync all
  j = 1 + mod(this_image() - 2 + num_images(), num_images())
  do i = 1, 4
    if (any(h(:, i) /= merge([-1, -1, 100*j + [9, 13]], 100*j + i + [0, 4, 8, 12], i == 1))) error stop 6
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
