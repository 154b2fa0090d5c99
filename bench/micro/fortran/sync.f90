! Synchronisation of two images: nanoseconds of one event round trip, one
! `sync images` with the other image, one `sync all`, one scalar co_sum.
!
!     sync [repetitions [rounds]]
!
! Prints `bench sync case=… ns=…`, a line a repetition.
program sync
  use, intrinsic :: iso_fortran_env, only: event_type, real64
  use bench_support, only: set_up, seconds, repetitions
  implicit none

  type(event_type) :: turn[*]
  real(real64) :: start
  character(len=16) :: word
  integer :: r, rounds, partner

  call set_up(1)
  rounds = 5000
  if (command_argument_count() >= 2) then
    call get_command_argument(2, word)
    read (word, *) rounds
  end if
  partner = 1 + mod(this_image(), num_images())

  ! In turn, so that a slow moment of the machine falls on all of them alike.
  do r = 1, repetitions
    sync all
    start = seconds()
    call event_round_trips
    call report('event', seconds() - start)
    sync all
    start = seconds()
    call meetings
    call report('images', seconds() - start)
    sync all
    start = seconds()
    call barriers
    call report('all', seconds() - start)
    sync all
    start = seconds()
    call sums
    call report('co_sum', seconds() - start)
  end do

contains

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

  subroutine report(case, time)
    character(len=*), intent(in) :: case
    real(real64), intent(in) :: time

    if (this_image() == 1) print '(3a,es13.6)', 'bench sync case=', case, ' ns=', time / rounds * 1e9_real64
  end subroutine

end program sync
