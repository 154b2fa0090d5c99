! The same method on one image, over the whole matrix.
module reference
  use kinds, only: wp
  use mesh, only: csr_t
  implicit none
  private
  public :: solve_serial

contains

  subroutine solve_serial(a, b, tolerance, limit, x, iterations)
    type(csr_t), intent(in) :: a
    real(wp), intent(in) :: b(:), tolerance
    integer, intent(in) :: limit
    real(wp), allocatable, intent(out) :: x(:)
    integer, intent(out) :: iterations
    real(wp), allocatable :: r(:), z(:), p(:), q(:)
    real(wp) :: rho, rho_before, alpha

    allocate (x(a%n), source=0.0_wp)
    allocate (q(a%n))
    r = b
    z = r/a%diag
    p = z
    rho = dot_product(r, z)
    do iterations = 1, limit
       call a%apply(p, q)
       alpha = rho/dot_product(p, q)
       x = x + alpha*p
       r = r - alpha*q
       if (norm2(r) <= tolerance*norm2(b)) exit
       z = r/a%diag
       rho_before = rho
       rho = dot_product(r, z)
       p = z + (rho/rho_before)*p
    end do
  end subroutine solve_serial

end module reference
