! The commonest use: a halo exchange by put, in a loop and by sections.
module grid
  implicit none
  private
  integer, parameter :: n = 40, px = 2
  real, public, save :: u(0:n+1, n)[px, *]
  real, allocatable, public :: work(:)[:]
  public :: exchange
contains
  subroutine exchange(right, left)
    integer, intent(in) :: right, left
    integer :: j
    sync all
    u(n+1, :) = u(1, :)[right, 1]      ! the same coarray on both sides
    do j = 1, n
      u(0, j)[left, 1] = u(n, j)
    end do
    sync all
  end subroutine
end module

program main
  use grid, only: u, w => work, exchange
  implicit none
  real :: b(40)
  integer :: k
  allocate (w(100)[0:*])
  w = this_image()
  sync all
  do k = 0, num_images() - 1
    if (w(1)[k] /= k + 1) error stop 'wrong image'
  end do
  b = w(1:40)[0]
  if (this_image() == 1) w(2:3)[0] = [1.0, 2.0]
  call exchange(2, 1)
  deallocate (w)
end program
