! options: -O3
! Real numbers are added backwards in the innermost of several loops. GCC counts some of them twice
! where it makes one vector of several (bug 110381), at -O3 or with -fvect-cost-model=dynamic.
program sum_backwards
  implicit none
  real(8) :: x(3, 5)
  integer :: i
  x = reshape([(1000 + 0.125d0*i, i = 1, 15)], [3, 5])
  call show(x, 5)
contains
  subroutine show(x, m)
    integer, intent(in) :: m
    real(8), intent(in) :: x(3, m)
    if (sum(x(3:2:-1, 1:m)) /= sum([x(3, :), x(2, :)])) error stop 'FAIL sum'
    print '(a)', 'PASS'
  end subroutine show
end program sum_backwards
