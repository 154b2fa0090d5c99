! The numerical scheme on one block: second order in space (MUSCL, minmod on
! primitive variables), HLLC fluxes. It knows nothing of images: parallel run
! and serial reference call the same procedures.
module scheme
  use kinds, only: wp
  use gas, only: ncons, imx, imy, to_primitive, hllc, minmod, max_signal
  use domain, only: block_t, west, east, south, north
  use problems, only: problem_t, initial_state
  implicit none
  private
  public :: ng, fill, physical_boundaries, flux_divergence, fastest_signal

  integer, parameter :: ng = 2       ! ghost cells a side

contains

  subroutine fill(u, blk, prob)
    real(wp), intent(inout) :: u(:, 1-ng:, 1-ng:)
    type(block_t), intent(in) :: blk
    type(problem_t), intent(in) :: prob
    integer :: i, j
    real(wp) :: dx, dy

    dx = prob%lx/blk%nxg
    dy = prob%ly/blk%nyg
    u = 0.0_wp
    do j = 1, blk%ny
       do i = 1, blk%nx
          u(:, i, j) = initial_state(prob, (blk%i0 + i - 0.5_wp)*dx, (blk%j0 + j - 0.5_wp)*dy)
       end do
    end do
  end subroutine fill

  ! Ghost cells at the edge of the whole grid: mirror images at walls, copies
  ! of the last cell where the gas may leave.
  subroutine physical_boundaries(u, blk, prob)
    real(wp), intent(inout) :: u(:, 1-ng:, 1-ng:)
    type(block_t), intent(in) :: blk
    type(problem_t), intent(in) :: prob
    integer :: g

    associate (nx => blk%nx, ny => blk%ny)
      do g = 1, ng
         if (blk%at_boundary(west)) then
            u(:, 1-g, 1:ny) = u(:, merge(1, g, prob%open_x), 1:ny)
            if (.not. prob%open_x) u(imx, 1-g, 1:ny) = -u(imx, 1-g, 1:ny)
         end if
         if (blk%at_boundary(east)) then
            u(:, nx+g, 1:ny) = u(:, merge(nx, nx+1-g, prob%open_x), 1:ny)
            if (.not. prob%open_x) u(imx, nx+g, 1:ny) = -u(imx, nx+g, 1:ny)
         end if
         if (blk%at_boundary(south)) then
            u(:, 1:nx, 1-g) = u(:, 1:nx, g)
            u(imy, 1:nx, 1-g) = -u(imy, 1:nx, 1-g)
         end if
         if (blk%at_boundary(north)) then
            u(:, 1:nx, ny+g) = u(:, 1:nx, ny+1-g)
            u(imy, 1:nx, ny+g) = -u(imy, 1:nx, ny+g)
         end if
      end do
    end associate
  end subroutine physical_boundaries

  ! du = - dF/dx - dG/dy; ghost cells of u must be current.
  subroutine flux_divergence(u, du, nx, ny, dx, dy)
    real(wp), intent(in) :: u(:, 1-ng:, 1-ng:)
    real(wp), intent(out) :: du(:, :, :)
    integer, intent(in) :: nx, ny
    real(wp), intent(in) :: dx, dy
    real(wp), allocatable :: line(:, :), flux(:, :)
    integer :: i, j

    allocate (line(ncons, 1-ng:max(nx, ny)+ng), flux(ncons, 0:max(nx, ny)))
    do j = 1, ny
       do i = 1-ng, nx+ng
          line(:, i) = to_primitive(u(:, i, j))
       end do
       call line_fluxes(line, flux, nx, imx)
       do i = 1, nx
          du(:, i, j) = (flux(:, i-1) - flux(:, i))/dx
       end do
    end do
    do i = 1, nx
       do j = 1-ng, ny+ng
          line(:, j) = to_primitive(u(:, i, j))
       end do
       call line_fluxes(line, flux, ny, imy)
       do j = 1, ny
          du(:, i, j) = du(:, i, j) + (flux(:, j-1) - flux(:, j))/dy
       end do
    end do
  end subroutine flux_divergence

  pure subroutine line_fluxes(w, flux, n, inorm)
    real(wp), intent(in) :: w(ncons, 1-ng:*)
    real(wp), intent(inout) :: flux(ncons, 0:*)
    integer, intent(in) :: n, inorm
    real(wp) :: slope(ncons), left(ncons), right(ncons)
    integer :: i

    slope = minmod(w(:, 0) - w(:, -1), w(:, 1) - w(:, 0))
    left = w(:, 0) + 0.5_wp*slope
    do i = 0, n
       slope = minmod(w(:, i+1) - w(:, i), w(:, i+2) - w(:, i+1))
       right = w(:, i+1) - 0.5_wp*slope
       flux(:, i) = hllc(left, right, inorm)
       left = w(:, i+1) + 0.5_wp*slope
    end do
  end subroutine line_fluxes

  function fastest_signal(u, nx, ny, dx, dy) result(s)
    real(wp), intent(in) :: u(:, 1-ng:, 1-ng:)
    integer, intent(in) :: nx, ny
    real(wp), intent(in) :: dx, dy
    real(wp) :: s
    integer :: i, j

    s = 0.0_wp
    do j = 1, ny
       do i = 1, nx
          s = max(s, max_signal(u(:, i, j), dx, dy))
       end do
    end do
  end function fastest_signal

end module scheme
