! conformance: images=1,2,3,5
! feature: coarray dummy, passed on
module solver_m
  implicit none
  integer, parameter :: dp = kind(1d0)
contains
  subroutine top(u, k)
    real(dp), contiguous :: u(:, :)[*]
    integer, intent(in) :: k
    call middle(u(:, 2:), size(u, 1), size(u, 2) - 1, k)
  end subroutine top
  subroutine middle(v, m1, m2, k)
    integer, intent(in) :: m1, m2, k
    real(dp) :: v(m1, m2)[*]
    integer :: j
    do j = 1, m2
      call bottom(v(1, j), m1, k)
    end do
  end subroutine middle
  subroutine bottom(w, m, k)
    integer, intent(in) :: m, k
    real(dp) :: w(*)[*]
    integer :: i
    w(1:m)[k] = [(100 * this_image() + i, i = 1, m)]
  end subroutine bottom
end module solver_m

program pass_through
  use solver_m
  implicit none
  real(dp) :: u(3, 4)[*]
  integer :: me, n, k, left, i, j
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  u = 0
  sync all
  call top(u, k)
  sync all
  do j = 1, 4
    do i = 1, 3
      if (u(i, j) /= merge(0, 100 * left + i, j == 1)) then
        print *, 'FAIL: u', i, j, 'expected', merge(0, 100 * left + i, j == 1), 'got', u(i, j), 'image', me
        error stop 1
      end if
    end do
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program pass_through
