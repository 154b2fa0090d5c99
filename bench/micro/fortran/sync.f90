! Synchronisation of two images: nanoseconds of one event round trip, one
! `sync images` with the other image, one `sync all`, one scalar co_sum; each
! beside the round trip of a bare cache line between the same two processes,
! measured in turn: with nothing between two looks at the line, and with a pause.
!
!     sync [repetitions [rounds]]
!
! Prints `bench sync case=… ns=… looking=… pausing=…`, a line a repetition.
program sync
  use, intrinsic :: iso_fortran_env, only: event_type, real64
  use bench_support, only: set_up, seconds, repetitions
  use bare_line, only: share_line, bounce_line
  implicit none

  type(event_type) :: turn[*]
  character(len=16) :: word
  integer :: r, rounds, partner

  call set_up(1)
  rounds = 5000
  if (command_argument_count() >= 2) then
    call get_command_argument(2, word)
    read (word, *) rounds
  end if
  partner = 1 + mod(this_image(), num_images())
  call share_line

  do r = 1, repetitions
    call measure('event')
    call measure('images')
    call measure('all')
    call measure('co_sum')
  end do

contains

  ! Between two measurements of the bare line: a machine that changes its pace does so on both
  ! sides.
  subroutine measure(case)
    character(len=*), intent(in) :: case
    real(real64) :: looking, time, pausing

    looking = time_of('looking')
    time = time_of(case)
    pausing = time_of('pausing')
    if (this_image() == 1) print '(2a,3(a,es13.6))', 'bench sync case=', case, &
        ' ns=', time, ' looking=', looking, ' pausing=', pausing
  end subroutine

  ! Nanoseconds that one of many takes.
  real(real64) function time_of(what)
    character(len=*), intent(in) :: what
    real(real64) :: start

    sync all
    start = seconds()
    select case (what)
    case ('looking')
      call bounce_line(rounds, pausing=.false.)
    case ('pausing')
      call bounce_line(rounds, pausing=.true.)
    case ('event')
      call event_round_trips
    case ('images')
      call meetings
    case ('all')
      call barriers
    case ('co_sum')
      call sums
    end select
    time_of = (seconds() - start) / rounds * 1e9_real64
  end function

  subroutine event_round_trips
    integer :: i

    do i = 1, rounds
      if (this_image() == 1) then
        event post (turn[partner])
        event wait (turn)
      else
        event wait (turn)
        event post (turn[partner])
      end if
    end do
  end subroutine

  subroutine meetings
    integer :: i

    do i = 1, rounds
      sync images (partner)
    end do
  end subroutine

  subroutine barriers
    integer :: i

    do i = 1, rounds
      sync all
    end do
  end subroutine

  subroutine sums
    real(real64) :: total
    integer :: i

    total = 1
    do i = 1, rounds
      call co_sum(total)
      total = 0.5_real64 * total
    end do
    if (total /= 1) error stop 'sync: co_sum is wrong'
  end subroutine

end program sync
