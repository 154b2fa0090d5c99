! NAS SP over the parts that sp_exchange knows of.
!
!     sp CLASS            S, W, A or B
program sp
  use sp_exchange
  implicit none
  real(dp), allocatable :: w(:,:,:,:), forcing(:,:,:,:), r(:,:,:,:)
  real(dp) :: found(5,2), took, communication
  integer :: nz
  character(len=8) :: class

  call get_command_argument(1, class)
  call set_class(class)
  call start_parts()
  if (parts > n) error stop 'sp: more parts than planes'
  nz = before(part + 1) - before(part)
  call begin((n + parts - 1) / parts)
  allocate (w(-1:n+2, -1:n+2, 6, -1:nz+2), forcing(n, 5, n, nz), r(n, 5, n, nz))
  call make_forcing()
  call solve(1)                             ! touches all memory
  call solve(steps)
  if (part == 0) print '(2(a,es13.6),a,i0)', 'bench sp case=' // trim(class) // ' seconds=', &
      took, ' communication=', communication, ' verified=', &
      merge(1, 0, all(abs(found - norms) <= 1e-8_dp * norms))
  call finish()

contains

  ! The exact solution does not change: what flows is balanced.
  subroutine make_forcing()
    forcing = 0
    call set_exact(u, nz)
    call primitives(u, w, nz)
    call residual(u, w, forcing, r, nz)
    forcing = -r
  end subroutine

  subroutine solve(count)
    integer, intent(in) :: count
    real(dp) :: start
    integer :: i

    call set_start(u, nz)
    call meet()
    communication = 0
    start = seconds()
    do i = 1, count
      call step()
    end do
    call meet()
    took = seconds() - start
    call rest()
    found = squares(u, r, nz)
    call add_all(found)
    found = sqrt(found / real(n, dp)**3)
  end subroutine

  subroutine step()
    call rest()
    call turn_to_x(w, r, nz)
    call solve_x(w, r, nz)
    call solve_y(w, r, nz)
    if (parts == 1) then
      call solve_z(w, r)
    else
      call pack(w, r, sent, nz)
      call shared_blocks(8, 1)
      call solve_blocks(received(:,1), sent, nz)
      call shared_blocks(5, 2)
      call unpack(received(:,2), r, nz)
    end if
    call add_change(u, w, r, nz)
  end subroutine

  ! The residual.
  subroutine rest()
    real(dp) :: begun

    begun = seconds()
    call exchange_u()
    communication = communication + seconds() - begun
    call primitives(u, w, nz)
    call residual(u, w, forcing, r, nz)
  end subroutine

  subroutine shared_blocks(width, way)
    integer, intent(in) :: width, way
    real(dp) :: begun

    begun = seconds()
    call exchange_blocks(width, way)
    communication = communication + seconds() - begun
  end subroutine
end program
