! conformance: images=1,2,3
! feature: coindexed sections by vector subscripts as arguments of assumed rank
! gfortran 12 numbers the elements of an expression from 0 in SELECT RANK.
program assumed_rank_vector_subscript
  implicit none
  real :: v(6)[*], m(3, 4)[*]
  integer :: me, k, i, j
  me = this_image()
  v = [(real(i * me), i = 1, 6)]
  do j = 1, 4
    do i = 1, 3
      m(i, j) = i + 10 * j + 100 * me
    end do
  end do
  sync all
  do k = 1, num_images()
    if (total(v([6, 1, 2])[k]) /= 9. * k) error stop 'FAIL: rank 1'
    if (total(m([3, 1], 2:4:2)[k]) /= 8. + 120 + 400 * k) error stop 'FAIL: rank 2'
    if (total(m(2, [4, 1])[k]) /= 4. + 50 + 200 * k) error stop 'FAIL: a row'
    call check(m(2:3, [1, 2])[k], 2 * 5. + 60 + 400 * k)
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  real function total(x)
    real, intent(in) :: x(..)
    integer :: i, j
    total = 0
    select rank (x)
    rank (1)
      do i = 1, size(x)
        total = total + x(i)
      end do
    rank (2)
      do j = lbound(x, 2), size(x, 2)
        do i = 1, size(x, 1)
          total = total + x(i, j)
        end do
      end do
    end select
  end function
  subroutine check(x, want)
    real, intent(in) :: x(..), want
    if (total(x) /= want) error stop 'FAIL: in a subroutine'
  end subroutine
end program
