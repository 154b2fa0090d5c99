! The parallel solver: the conserved variables are a coarray over the grid of
! images, u(:,:,:)[ip,jp]; each image fetches its halo from its neighbours.
module parallel
  use kinds, only: wp
  use gas, only: ncons
  use domain, only: block_t, block_start
  use problems, only: problem_t
  use scheme
  implicit none
  private
  public :: setup, advance, gather, total, finish

  real(wp), allocatable :: u(:, :, :)[:, :]
  real(wp), allocatable :: u0(:, :, :), du(:, :, :)

contains

  subroutine setup(blk, prob)
    type(block_t), intent(in) :: blk
    type(problem_t), intent(in) :: prob
    integer :: mx, my

    ! A coarray has the same bounds on every image: those of the largest block.
    mx = (blk%nxg + blk%px - 1)/blk%px
    my = (blk%nyg + blk%py - 1)/blk%py
    allocate (u(ncons, 1-ng:mx+ng, 1-ng:my+ng)[blk%px, *])
    allocate (u0(ncons, blk%nx, blk%ny), du(ncons, blk%nx, blk%ny))
    if (any(this_image(u) /= [blk%ip, blk%jp])) error stop 'euler2d: the grid of images disagrees'
    call fill(u, blk, prob)
  end subroutine setup

  ! Each side of the block from the neighbour there. The first synchronization
  ! says that the neighbours' cells are written, the second that they have
  ! been read and may change again.
  subroutine exchange_halo(blk)
    type(block_t), intent(in) :: blk
    integer :: nw, ns

    sync images (blk%neighbours)
    associate (nx => blk%nx, ny => blk%ny, ip => blk%ip, jp => blk%jp)
      if (ip > 1) then
         nw = blk%columns_of(ip - 1)
         u(:, 1-ng:0, 1:ny) = u(:, nw-ng+1:nw, 1:ny)[ip-1, jp]
      end if
      if (ip < blk%px) u(:, nx+1:nx+ng, 1:ny) = u(:, 1:ng, 1:ny)[ip+1, jp]
      if (jp > 1) then
         ns = blk%rows_of(jp - 1)
         u(:, 1:nx, 1-ng:0) = u(:, 1:nx, ns-ng+1:ns)[ip, jp-1]
      end if
      if (jp < blk%py) u(:, 1:nx, ny+1:ny+ng) = u(:, 1:nx, 1:ng)[ip, jp+1]
    end associate
    sync images (blk%neighbours)
  end subroutine exchange_halo

  ! One step of the two-stage Runge-Kutta method of Shu and Osher.
  subroutine advance(blk, prob, cfl, time)
    type(block_t), intent(in) :: blk
    type(problem_t), intent(in) :: prob
    real(wp), intent(in) :: cfl
    real(wp), intent(inout) :: time
    real(wp) :: dx, dy, dt, signal

    dx = prob%lx/blk%nxg
    dy = prob%ly/blk%nyg
    signal = fastest_signal(u, blk%nx, blk%ny, dx, dy)
    call co_max(signal)
    dt = cfl/signal
    associate (nx => blk%nx, ny => blk%ny)
      u0 = u(:, 1:nx, 1:ny)
      call exchange_halo(blk)
      call physical_boundaries(u, blk, prob)
      call flux_divergence(u, du, nx, ny, dx, dy)
      u(:, 1:nx, 1:ny) = u0 + dt*du
      call exchange_halo(blk)
      call physical_boundaries(u, blk, prob)
      call flux_divergence(u, du, nx, ny, dx, dy)
      u(:, 1:nx, 1:ny) = 0.5_wp*(u0 + u(:, 1:nx, 1:ny) + dt*du)
    end associate
    time = time + dt
  end subroutine advance

  ! The sum of every conserved variable over the whole grid, on all images.
  function total(blk) result(s)
    type(block_t), intent(in) :: blk
    real(wp) :: s(ncons)

    s = sum(sum(u(:, 1:blk%nx, 1:blk%ny), dim=3), dim=2)
    call co_sum(s)
  end function total

  ! The whole grid, on image 1; the other images get an array of no cells.
  subroutine gather(blk, whole)
    type(block_t), intent(in) :: blk
    real(wp), allocatable, intent(out) :: whole(:, :, :)
    integer :: ip, jp, i0, j0, nx, ny

    sync all
    if (this_image() == 1) then
       allocate (whole(ncons, blk%nxg, blk%nyg))
       do jp = 1, blk%py
          do ip = 1, blk%px
             i0 = block_start(blk%nxg, blk%px, ip)
             j0 = block_start(blk%nyg, blk%py, jp)
             nx = blk%columns_of(ip)
             ny = blk%rows_of(jp)
             whole(:, i0+1:i0+nx, j0+1:j0+ny) = u(:, 1:nx, 1:ny)[ip, jp]
          end do
       end do
    else
       allocate (whole(ncons, 0, 0))
    end if
    sync all
  end subroutine gather

  subroutine finish()
    deallocate (u)
    deallocate (u0, du)
  end subroutine finish

end module parallel
