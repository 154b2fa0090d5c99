! conformance: images=1,2,3,5
! feature: coindexed objects in pure procedures
module reach
  implicit none
contains
  pure real function total(a, k)
    real, intent(in) :: a(:)[*]
    integer, intent(in) :: k
    total = sum(a(:)[k])
  end function total
  pure subroutine fetch(a, k, out)
    integer, intent(in) :: a[*], k
    integer, intent(out) :: out
    out = a[k]
  end subroutine fetch
end module reach

program pure_procedure
  use reach
  implicit none
  real :: v(5)[*]
  integer :: x[*], k, got
  v = this_image()
  x = 10 * this_image()
  sync all
  do k = 1, num_images()
    call fetch(x, k, got)
    if (got /= 10 * k) error stop 'FAIL: scalar'
    if (nint(total(v, k)) /= 5 * k) error stop 'FAIL: array'
    if (nint(total(v(1:5:2), k)) /= 3 * k) error stop 'FAIL: section'
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program pure_procedure
