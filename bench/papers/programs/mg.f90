! NAS MG over the parts that mg_exchange knows of: a power of two.
!
!     mg CLASS            S, W, A or B
program mg
  use mg_exchange
  implicit none
  real(dp), allocatable :: v(:)
  real(dp) :: norm, took, communication
  integer :: n, nz, lowest
  character(len=8) :: class

  call get_command_argument(1, class)
  call set_class(class)
  call start_parts()
  if (popcnt(parts) /= 1 .or. parts > 2**top) error stop 'mg: a power of two of parts'
  n = 2**top
  nz = n / parts
  lowest = max(trailz(parts), 1)            ! below it each part computes whole grids
  call begin(divide(parts))
  allocate (v((n + 2)**2 * (nz + 2)))
  call make_right_side()
  call solve(1)                             ! touches all memory
  call solve(cycles)
  if (part == 0) then
    print '(2(a,es13.6),a,es20.13,a,i0)', 'bench mg case=' // trim(class) // ' seconds=', took, &
        ' communication=', communication, ' norm=', norm, &
        ' verified=', merge(1, 0, abs(norm - verified) <= 1e-8_dp * verified)
  end if
  call finish()

contains

  subroutine make_right_side()
    real(dp) :: list(2, 10, 2)
    real(dp), allocatable :: all(:,:,:,:)
    integer(int64) :: before
    integer :: i, m

    before = int(part, int64) * n * n * nz
    call extremes(n, nz, before, list)
    allocate (all(2, 10, 2, parts))
    call gather_lists(list, all)
    list(1,:,1) = -1
    list(1,:,2) = 2
    do i = 1, parts
      do m = 1, 10
        call consider(all(1,m,1,i), all(2,m,1,i), list)
        call consider(all(1,m,2,i), all(2,m,2,i), list)
      end do
    end do
    call right_side(v, n, nz, before, list)
  end subroutine

  subroutine solve(count)
    integer, intent(in) :: count
    real(dp) :: start
    integer :: i

    u(:) = 0
    r(:) = 0
    call meet()
    communication = 0
    start = seconds()
    call rest()
    do i = 1, count
      call v_cycle()
      call rest()
    end do
    norm = squares(r(first(top)), n, nz)
    call add_all(norm)
    norm = sqrt(norm / real(n, dp)**3)
    took = seconds() - start
  end subroutine

  subroutine v_cycle()
    real(dp), allocatable :: whole_r(:), whole_u(:)
    real(dp) :: begun
    integer :: k, plane

    do k = top, lowest + 1, -1
      call restrict(r(first(k)), r(first(k-1)), 2**(k-1), 2**(k-1) / parts)
      call shared_r(k - 1)
    end do
    allocate (whole_r((2**lowest + 2)**3), whole_u((2**lowest + 2)**3))
    begun = seconds()
    call gather(lowest, whole_r)
    communication = communication + seconds() - begun
    call cycle_whole(whole_r, whole_u, lowest)
    plane = (2**lowest + 2)**2
    k = 2**lowest / parts                   ! planes of this part
    u(first(lowest):first(lowest)+(k+2)*plane-1) = &
        whole_u(part*k*plane+1:(part*k+k+2)*plane)
    do k = lowest + 1, top - 1
      u(first(k):first(k+1)-1) = 0
      call interpolate(u(first(k-1)), u(first(k)), 2**(k-1), 2**(k-1) / parts)
      call subtract(u(first(k)), r(first(k)), 2**k, 2**k / parts)
      call shared_r(k)
      call smooth(r(first(k)), u(first(k)), 2**k, 2**k / parts)
      call shared_u(k)
    end do
    call interpolate(u(first(top-1)), u(first(top)), n / 2, nz / 2)
    call rest()
    call smooth(r(first(top)), u(first(top)), n, nz)
    call shared_u(top)
  end subroutine

  ! The residual of the finest level.
  subroutine rest()
    call residual(u(first(top)), v, r(first(top)), n, nz)
    call shared_r(top)
  end subroutine

  subroutine shared_u(k)
    integer, intent(in) :: k
    real(dp) :: begun

    begun = seconds()
    call exchange_u(k)
    communication = communication + seconds() - begun
  end subroutine

  subroutine shared_r(k)
    integer, intent(in) :: k
    real(dp) :: begun

    begun = seconds()
    call exchange_r(k)
    communication = communication + seconds() - begun
  end subroutine
end program
