! The same computation on one image and one block.
module reference
  use kinds, only: wp
  use gas, only: ncons
  use domain, only: block_t, serial_block
  use problems, only: problem_t
  use scheme
  implicit none
  private
  public :: solve_serial

contains

  subroutine solve_serial(nxg, nyg, steps, cfl, prob, solution)
    integer, intent(in) :: nxg, nyg, steps
    real(wp), intent(in) :: cfl
    type(problem_t), intent(in) :: prob
    real(wp), allocatable, intent(out) :: solution(:, :, :)
    real(wp), allocatable :: u(:, :, :), du(:, :, :)
    type(block_t) :: blk
    real(wp) :: dx, dy, dt
    integer :: step

    call serial_block(blk, nxg, nyg)
    dx = prob%lx/nxg
    dy = prob%ly/nyg
    allocate (u(ncons, 1-ng:nxg+ng, 1-ng:nyg+ng), du(ncons, nxg, nyg))
    call fill(u, blk, prob)
    do step = 1, steps
       dt = cfl/fastest_signal(u, nxg, nyg, dx, dy)
       solution = u(:, 1:nxg, 1:nyg)
       call physical_boundaries(u, blk, prob)
       call flux_divergence(u, du, nxg, nyg, dx, dy)
       u(:, 1:nxg, 1:nyg) = solution + dt*du
       call physical_boundaries(u, blk, prob)
       call flux_divergence(u, du, nxg, nyg, dx, dy)
       u(:, 1:nxg, 1:nyg) = 0.5_wp*(solution + u(:, 1:nxg, 1:nyg) + dt*du)
    end do
    solution = u(:, 1:nxg, 1:nyg)
  end subroutine solve_serial

end module reference
