! conformance: images=1,2
! feature: sums of real numbers against their order in memory
! build-args: -O2
! At -O3, and by the dynamic cost model, gfortran 12 counts some of them twice (GCC's bug 110381).
program sums_backwards
  implicit none
  real(8) :: x(3, 5)[*]
  integer :: i
  x = reshape([(1000 + 0.125d0*i, i = 1, 15)], [3, 5])
  sync all
  call show(x, 5, sum([x(3, :), x(2, :)]))
  x(:,:)[1 + mod(this_image(), num_images())] = x
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine show(x, m, right)
    integer, intent(in) :: m
    real(8), intent(in) :: x(3, m), right
    real(8) :: s
    integer :: i, j
    if (sum(x(3:2:-1, 1:m)) /= right) error stop 'section'
    s = 0
    do j = 1, m
      do i = 3, 2, -1
        s = s + x(i, j)
      end do
    end do
    if (s /= right) error stop 'loop'
    s = 0
    do j = 1, m
      s = s + x(3, j)
      s = s + x(2, j)
    end do
    if (s /= right) error stop 'two statements'
    s = 0
    do j = 1, m
      s = s + x(3, j) + x(2, j)
    end do
    if (s /= right) error stop 'one statement'
  end subroutine show
end program sums_backwards
