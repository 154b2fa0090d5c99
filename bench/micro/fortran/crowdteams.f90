! More images than processors, in two programs that such runs consist of.
!
!     crowdteams halo [repetitions]    `bench crowd case=haloN ns=…`: values to and from both
!                                      neighbours of a ring, and the update of the row between
!     crowdteams form [repetitions]    `bench form case=N form=… sync=…`: ns of a FORM TEAM that
!                                      divides N images anew, and of SYNC ALL just before
program crowdteams
  use, intrinsic :: iso_fortran_env, only: int64, real64, team_type
  implicit none

  integer, parameter :: cells = 1000
  real(real64) :: row(0:cells + 1)[*], next(cells)
  integer :: left, right, repetitions
  character(len=16) :: what, word

  what = 'halo'
  repetitions = 5
  if (command_argument_count() >= 1) call get_command_argument(1, what)
  if (command_argument_count() >= 2) then
    call get_command_argument(2, word)
    read (word, *) repetitions
  end if
  left = merge(num_images(), this_image() - 1, this_image() == 1)
  right = merge(1, this_image() + 1, this_image() == num_images())
  if (what == 'form') then
    call measure_form
  else
    call measure_halo
  end if

contains

  ! As many as take two tenths of a second.
  subroutine measure_halo
    real(real64) :: time
    integer :: r, count

    row = this_image()
    time = exchanges(100)
    call co_broadcast(time, 1)
    count = int(0.2_real64 / time) + 10
    do r = 1, repetitions
      time = exchanges(count)
      if (this_image() == 1) &
           print '(a,i0,a,es13.6)', 'bench crowd case=halo', num_images(), ' ns=', time * 1e9_real64
    end do
  end subroutine

  real(real64) function exchanges(count)
    integer, intent(in) :: count
    integer(int64) :: first, last, rate
    integer :: i

    sync all
    call system_clock(first, rate)
    do i = 1, count
      sync images ([left, right])
      row(cells + 1)[left] = row(1)
      row(0)[right] = row(cells)
      sync images ([left, right])
      next = 0.25_real64 * row(0:cells - 1) + 0.5_real64 * row(1:cells) &
           + 0.25_real64 * row(2:cells + 1)
      row(1:cells) = next
    end do
    call system_clock(last)
    exchanges = real(last - first, real64) / real(rate, real64) / count
  end function

  ! The first division is not counted: Go's part of the runtime may still be starting.
  subroutine measure_form
    integer, parameter :: syncs = 5
    integer(int64) :: before, between, after, rate
    type(team_type) :: team
    integer :: r, i

    do r = 0, repetitions
      sync all
      call system_clock(before, rate)
      do i = 1, syncs
        sync all
      end do
      call system_clock(between)
      form team (mod(this_image(), r + 2) + 1, team)
      call system_clock(after)
      if (this_image() == 1 .and. r > 0) &
          print '(a,i0,2(a,es13.6))', 'bench form case=', num_images(), ' form=', &
          real(after - between, real64) / real(rate, real64) * 1e9_real64, ' sync=', &
          real(between - before, real64) / real(rate, real64) / syncs * 1e9_real64
    end do
  end subroutine

end program crowdteams
