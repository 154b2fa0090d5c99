! conformance: images=1,2,3
! feature: components behind an image selector in DO CONCURRENT, whose place only the iteration knows
! What points to them is not pure in general; in DO CONCURRENT it must be (F2018 C1139).
program do_concurrent_reach
  implicit none
  type box
    integer, allocatable :: d(:)
  end type
  type(box), save :: bb(5)[*], b[*]
  integer, save :: z(5, 5)[*], w(5)[*]
  integer :: l(5), k, i, q, m(5, 5)
  do k = 1, 5
    bb(k)%d = [k, 2]
  end do
  b%d = [1, 2, 3, 4, 5]
  z = 1; w = 4; l = 0; k = 1
  sync all
  do concurrent (q = 2:3)
    if (q <= k + 1 .and. bb(z(1, k)[1])[1]%d(1) > 0) then
      l(q) = 6
    end if
  end do
  if (any(l /= [0, 6, 0, 0, 0])) error stop 'IF'
  do concurrent (q = 2:3)
    l(q) = bb(z(1, q)[1])[1]%d(2)
  end do
  if (any(l /= [0, 2, 2, 0, 0])) error stop 'assignment'
  do concurrent (q = 2:3)
    do i = 1, 5
      m(i, q) = z(i, k)[1] + w(i)[k]
    end do
    do i = 1, 5
      m(i, q) = m(i, q) + b[1]%d(i) + bb(q)[k]%d(2)
    end do
  end do
  if (any(m(:, 2:3) /= reshape([8, 9, 10, 11, 12, 8, 9, 10, 11, 12], [5, 2]))) error stop 'loops'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
