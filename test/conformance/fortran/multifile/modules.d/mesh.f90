module mesh
  use kinds
  implicit none
  private
  public :: u, setup, nx, left, right
  real(wp), allocatable :: u(:)[:]
  integer, protected :: nx = 0, left = 0, right = 0
contains
  subroutine setup(n)
    integer, intent(in) :: n
    nx = n
    left = modulo(this_image() - 2, num_images()) + 1
    right = mod(this_image(), num_images()) + 1
    allocate (u(0:nx + 1)[*])
  end subroutine setup
end module mesh
