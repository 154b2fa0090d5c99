! How often an operation is repeated, and what it takes.
!
!     operations [milliseconds [computes]]
!
! are the arguments of the program: how long one operation may be measured, and that images other
! than 1 compute while it measures. It prints `bench operations case=NAME ns=… worst=…` for each
! operation: the lower quartile and the worst of the means of its turns.
module operation_clock
  use, intrinsic :: iso_fortran_env, only: int64, real64, event_type, output_unit
  implicit none
  private
  public :: open_clock, begin, turns, attend, release, seconds, show

  integer, public, protected :: me, k     ! this image, and the one that it works with
  integer, public, protected :: count     ! of operations in this turn
  logical, public, protected :: computes = .false.

  integer, parameter :: most = 200, fewest = 3, longest = 10**6
  integer, parameter :: warm = 100     ! operations: a connection's window grows with what it moves
  real(real64), parameter :: shortest = 0.2e-3_real64     ! seconds of a turn

  real(real64) :: patience = 0.02_real64, begun, started, taken(most)
  integer :: number, done, plan[*]
  logical :: together, running, settled
  character(len=48) :: name
  integer, volatile :: over[*]
  type(event_type) :: ended[*]

contains

  subroutine open_clock
    character(len=32) :: word

    me = this_image()
    k = mod(me, num_images()) + 1
    if (command_argument_count() >= 1) then
      call get_command_argument(1, word)
      read (word, *) patience
      patience = patience / 1000
    end if
    if (command_argument_count() >= 2) computes = .true.
    over = 0
  end subroutine

  real(real64) function seconds()
    integer(int64) :: now, rate

    call system_clock(now, rate)
    seconds = real(now, real64) / real(rate, real64)
  end function

  ! The next operation; all images measure it, or this one alone.
  subroutine begin(what, by_all)
    character(len=*), intent(in) :: what
    logical, intent(in) :: by_all

    name = what
    together = by_all
    running = .false.
    settled = .false.
    number = 0
    done = 0
    count = 1
    started = seconds()
  end subroutine

  ! Whether another turn is wanted, of count operations: ever longer ones until one takes long
  ! enough and the operation is warm, then as many of that length as there is time for.
  logical function turns()
    real(real64) :: time

    if (running) then
      time = seconds() - begun
      done = done + count
      if (settled) then
        number = min(number + 1, most)     ! image 1 says when it is over
        taken(number) = time / count
      else if (time >= shortest .or. count >= longest) then
        settled = done >= warm .or. seconds() - started > 4 * patience
        if (settled) started = seconds()
      else
        count = min(longest, &
             max(2 * count, int(min(1e6_real64, count * shortest / max(time, 1e-9_real64)))))
      end if
    end if
    sync memory     ! what was only begun
    turns = .not. over_now()
    if (together) call agree(turns)
    if (.not. turns .and. me == 1 .and. number > 0) &
         call show(name, quartile(), maxval(taken(1:number)))
    running = .true.
    begun = seconds()
  end function

  logical function over_now()
    over_now = number == most .or. number >= fewest .and. seconds() - started > patience
  end function

  ! All images take the next turn, or none, as image 1 says.
  subroutine agree(another)
    logical, intent(inout) :: another

    if (me == 1) plan = merge(count, 0, another)
    sync all
    if (me /= 1) then
      another = plan[1] /= 0
      if (another) count = plan[1]
    end if
    sync all
  end subroutine

  subroutine show(what, time, worst)
    character(len=*), intent(in) :: what
    real(real64), intent(in) :: time, worst

    print '(3a,es13.6,a,es13.6)', 'bench operations case=', trim(what), ' ns=', time * 1e9_real64, &
        ' worst=', worst * 1e9_real64
    flush (output_unit)
  end subroutine

  ! The lower one: a machine that does other things, too, has slow turns.
  real(real64) function quartile()
    real(real64) :: sorted(number)
    integer :: i, j

    do i = 1, number
      j = i
      do while (j > 1)
        if (sorted(j - 1) <= taken(i)) exit
        sorted(j) = sorted(j - 1)
        j = j - 1
      end do
      sorted(j) = taken(i)
    end do
    quartile = sorted((number + 3) / 4)
  end function

  ! The other image, while image 1 measures alone: it waits in the runtime, or computes without a
  ! call of it.
  subroutine attend
    real(real64) :: x
    integer :: i

    if (computes) then
      x = 1
      do while (over == 0)
        do i = 1, 1000
          x = x * 1.0000001_real64 + 1e-9_real64
        end do
        if (x > 1e6_real64) x = 1
      end do
      if (x < 0) print '(a)', 'computed'
    end if
    event wait (ended)
  end subroutine

  ! Image 1 has measured what it measures alone.
  subroutine release
    integer :: i

    do i = 2, num_images()
      over[i] = 1
      event post (ended[i])
    end do
  end subroutine

end module
