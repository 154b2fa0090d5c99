! Usage: euler2d [nx [ny [steps [blast|sod]]]]
program euler2d
  use kinds, only: wp, int64
  use gas, only: ncons, irho, ien
  use domain, only: block_t, decompose
  use problems, only: problem_t, make_problem, sod_density
  use scheme, only: ng
  use parallel, only: setup, advance, gather, total, finish
  use reference, only: solve_serial
  implicit none

  real(wp), parameter :: cfl = 0.4_wp
  real(wp), parameter :: tolerance = 1.0e-11_wp

  type(block_t) :: blk
  type(problem_t) :: prob
  real(wp), allocatable :: whole(:, :, :), serial(:, :, :)
  real(wp) :: before(ncons), after(ncons), time, seconds, difference, drift, l1
  integer :: nx, ny, steps, step
  logical :: good
  character(len=16) :: name
  integer(int64) :: tick, tock, rate

  call arguments(nx, ny, steps, name)
  prob = make_problem(name)
  call decompose(blk, nx, ny, min_width=ng)
  call setup(blk, prob)
  before = total(blk)

  sync all
  call system_clock(tick, rate)
  time = 0.0_wp
  do step = 1, steps
     call advance(blk, prob, cfl, time)
  end do
  sync all
  call system_clock(tock)
  seconds = real(tock - tick, wp)/real(rate, wp)

  after = total(blk)
  call gather(blk, whole)
  good = .true.
  if (this_image() == 1) then
     call solve_serial(nx, ny, steps, cfl, prob, serial)
     difference = maxval(abs(whole - serial))/maxval(abs(serial))
     good = difference <= tolerance
     print '(a,i0,a,i0,a,i0,a,i0,a,i0,3a)', 'euler2d: ', nx, ' x ', ny, ' cells, ', steps, &
          ' steps on ', blk%px, ' x ', blk%py, ' images, problem ', prob%name
     print '(a,f10.6)', '  time reached                      ', time
     print '(a,es10.2)', '  difference from the serial result ', difference
     if (.not. prob%open_x) then
        drift = maxval(abs(after([irho, ien]) - before([irho, ien]))/abs(before([irho, ien])))
        good = good .and. drift <= tolerance
        print '(a,es10.2)', '  drift of mass and energy          ', drift
     else
        l1 = sod_error(whole(irho, :, :))
        print '(a,es10.2)', '  mean error of Sod''s density       ', l1
        ! First order at the discontinuities: the error falls with the mesh size.
        good = good .and. l1 <= 2.0_wp/nx
     end if
     print '(a,f10.3,a,f10.2,a)', '  wall clock                        ', seconds, ' s, ', &
          real(nx, wp)*ny*steps/max(seconds, tiny(seconds))/1.0e6_wp, ' million cell updates/s'
     print '(2a)', 'euler2d: ', trim(merge('PASSED', 'FAILED', good))
  end if
  call co_broadcast(good, source_image=1)
  call finish()
  if (.not. good) error stop 1

contains

  subroutine arguments(nx, ny, steps, name)
    integer, intent(out) :: nx, ny, steps
    character(len=*), intent(out) :: name
    character(len=32) :: text
    integer :: bad(3)

    nx = 160
    ny = 160
    steps = 150
    name = 'blast'
    bad = 0
    if (command_argument_count() >= 1) then
       call get_command_argument(1, text)
       read (text, *, iostat=bad(1)) nx
       ny = nx
    end if
    if (command_argument_count() >= 2) then
       call get_command_argument(2, text)
       read (text, *, iostat=bad(2)) ny
    end if
    if (command_argument_count() >= 3) then
       call get_command_argument(3, text)
       read (text, *, iostat=bad(3)) steps
    end if
    if (command_argument_count() >= 4) call get_command_argument(4, name)
    if (any(bad /= 0) .or. min(nx, ny) < ng .or. steps < 1) then
       error stop 'usage: euler2d [nx [ny [steps [blast|sod]]]]'
    end if
  end subroutine arguments

  function sod_error(rho) result(l1)
    real(wp), intent(in) :: rho(:, :)
    real(wp) :: l1
    real(wp) :: exact
    integer :: i

    l1 = 0.0_wp
    do i = 1, size(rho, 1)
       exact = sod_density((i - 0.5_wp)*prob%lx/size(rho, 1) - 0.5_wp*prob%lx, time)
       l1 = l1 + sum(abs(rho(i, :) - exact))
    end do
    l1 = l1/size(rho)
  end function sod_error

end program euler2d
