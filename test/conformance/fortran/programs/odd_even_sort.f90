! conformance: images=1,2,3,5,8
! feature: whole programs
! Odd-even transposition sort of blocks: neighbours merge, the lower keeps the small half.
program odd_even_sort
  implicit none
  integer, parameter :: m = 20
  integer :: block(m)[*], other(m), both(2 * m), me, n, round, p, i, s, left_max
  integer :: check(m)[*]
  me = this_image(); n = num_images()
  block = [(mod(7919 * ((me - 1) * m + i) + 101, 1009), i = 1, m)]
  check = block
  call sort(block)
  sync all
  do round = 1, n
    if (mod(round + me, 2) == 0) then
      p = me + 1
    else
      p = me - 1
    end if
    if (p >= 1 .and. p <= n) then
      sync images (p)
      other = block(:)[p]
      sync images (p)
      both = [block, other]
      call sort(both)
      block = merge(both(1:m), both(m + 1:), p > me)
    end if
  end do
  sync all
  if (any(block(2:) < block(:m - 1))) error stop 'FAIL: a block is not sorted'
  if (me > 1) then
    left_max = block(m)[me - 1]
    if (block(1) < left_max) then
      print *, 'FAIL: blocks are not in order, left', left_max, 'mine', block(1), 'image', me
      error stop 1
    end if
  end if
  ! the same multiset: compare sums of values and of squares
  s = sum(block - check)
  call co_sum(s)
  i = sum(block**2 - check**2)
  call co_sum(i)
  if (s /= 0 .or. i /= 0) error stop 'FAIL: values were lost'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine sort(a)
    integer, intent(inout) :: a(:)
    integer :: i, j, t
    do i = 2, size(a)
      t = a(i)
      do j = i - 1, 1, -1
        if (a(j) <= t) exit
        a(j + 1) = a(j)
      end do
      a(j + 1) = t
    end do
  end subroutine sort
end program odd_even_sort
