! What the ways by which images reach each other give, which operations are compared with: prints,
! each as `bench operations case=base/NAME ns=…`,
!
!     line   there and back of a bare cache line between two processors of one machine
!     copy   a MiB copied within this image
!     fresh  a MiB of an ordinary array allocated, written and freed, of 8
!     call   a get of 8 bytes
!     trip   there and back of an event
!     put    a put of a MiB and the event that tells of it, one way
!
! Turns are short and many, so that the least of them is what the machine gives when nothing else
! runs. Where much else runs, fewer are made.
program base
  use, intrinsic :: iso_fortran_env, only: event_type, real64, output_unit
  use bench_support, only: now => seconds
  use bare_line, only: share_line, bounce_line
  implicit none

  integer, parameter :: mib = 2**17, rounds = 20, fewest = 3
  real(real64), parameter :: patience = 5             ! seconds
  real(real64) :: x(mib)[*], y(mib), z
  type(event_type) :: turn[*]
  logical :: over[*]
  real(real64) :: begun
  integer :: me, k, r
  logical :: one_machine
  character(len=8) :: word

  me = this_image()
  k = 3 - me
  call get_command_argument(1, word)
  one_machine = word == 'line'
  x = 1
  y = 1
  z = 0
  if (one_machine) call share_line
  over = .false.
  begun = now()
  do r = 1, rounds
    sync all
    if (me == 1 .and. r > fewest .and. now() - begun > patience) then
      over = .true.
      over[k] = .true.
    end if
    sync all
    if (over) exit
    if (one_machine) call show('line', min(lines(.false.), lines(.true.)))
    if (me == 1) then
      call show('copy', copies())
      call show('fresh', fresh())
      call show('call', gets())
      event post (turn[k])
    else
      event wait (turn)
    end if
    call show('trip', 2 * pingpong(1, 50))
    call show('put', pingpong(mib, 4))
  end do

contains

  subroutine show(name, time)
    character(len=*), intent(in) :: name
    real(real64), intent(in) :: time

    if (me /= 1 .or. r == 1) return      ! the first one has fresh memory
    print '(3a,es13.6)', 'bench operations case=base/', name, ' ns=', time * 1e9_real64
    flush (output_unit)
  end subroutine

  real(real64) function lines(pausing)
    logical, intent(in) :: pausing
    integer, parameter :: times = 500
    real(real64) :: start

    sync all
    start = now()
    call bounce_line(times, pausing)
    lines = (now() - start) / times
  end function

  real(real64) function copies()
    integer, parameter :: times = 4
    real(real64) :: start
    integer :: i

    start = now()
    do i = 1, times
      x = y
      call touch
    end do
    copies = (now() - start) / times
  end function

  real(real64) function fresh()
    integer, parameter :: times = 1
    real(real64), allocatable :: a(:)
    real(real64) :: start
    integer :: i

    start = now()
    do i = 1, times
      allocate (a(8 * mib))
      a = z
      call touch
      deallocate (a)
    end do
    fresh = (now() - start) / times / 8
  end function

  real(real64) function gets()
    integer, parameter :: times = 50
    real(real64) :: start
    integer :: i

    start = now()
    do i = 1, times
      z = x(1)[k]
      call touch
    end do
    gets = (now() - start) / times
  end function

  real(real64) function pingpong(n, times)
    integer, intent(in) :: n, times
    real(real64) :: start
    integer :: i

    sync all
    start = now()
    do i = 1, times
      if (me == 2) event wait (turn)
      if (n > 1) x(1:n)[k] = y(1:n)
      event post (turn[k])
      if (me == 1) event wait (turn)
    end do
    pingpong = (now() - start) / times / 2
  end function

end program
