! What the benchmark programs share: pinning, the clock, and the measurement of
! a pair of kernels in turn.
module bench_support
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use, intrinsic :: iso_c_binding, only: c_int, c_long, c_size_t
  implicit none

  real(real64) :: took(2)[*]           ! of the kernels on local and on other memory
  logical :: over[*]                   ! patience is at its end
  integer :: repetitions = 9           ! pairs of measurements of one row
  real(real64) :: patience = 1         ! seconds that one row may take; fewer repetitions if need be
  ! seconds that one measurement takes at least
  real(real64), parameter :: shortest = 0.5e-3_real64

  interface
    ! So many sweeps of whatever is measured.
    subroutine kernel(sweeps)
      integer, intent(in) :: sweeps
    end subroutine

    integer(c_int) function sched_getaffinity(pid, bytes, mask) bind(c)
      import
      integer(c_int), value :: pid
      integer(c_size_t), value :: bytes
      integer(c_long), intent(out) :: mask(*)
    end function

    integer(c_int) function sched_setaffinity(pid, bytes, mask) bind(c)
      import
      integer(c_int), value :: pid
      integer(c_size_t), value :: bytes
      integer(c_long), intent(in) :: mask(*)
    end function
  end interface

contains

  ! Arguments: anything, then the repetitions and the patience.
  subroutine set_up(first)
    integer, intent(in) :: first
    character(len=32) :: word

    if (command_argument_count() >= first) then
      call get_command_argument(first, word)
      read (word, *) repetitions
    end if
    if (command_argument_count() > first) then
      call get_command_argument(first + 1, word)
      read (word, *) patience
    end if
    call pin(this_image() - 1)
  end subroutine

  ! Pins this process to the nth of the processors that it may use.
  subroutine pin(nth)
    integer, intent(in) :: nth
    integer, parameter :: words = 128
    integer(c_long) :: allowed(words), one(words)
    integer :: cpu, left, number

    allowed = 0
    if (sched_getaffinity(0_c_int, int(8 * words, c_size_t), allowed) < 0) return
    number = sum(popcnt(allowed))
    if (number == 0) return
    left = mod(nth, number)
    do cpu = 0, 64 * words - 1
      if (.not. btest(allowed(1 + cpu / 64), mod(cpu, 64))) cycle
      left = left - 1
      if (left >= 0) cycle
      one = 0
      one(1 + cpu / 64) = ibset(0_c_long, mod(cpu, 64))
      left = sched_setaffinity(0_c_int, int(8 * words, c_size_t), one)
      return
    end do
  end subroutine

  real(real64) function seconds()
    integer(int64) :: count, rate

    call system_clock(count, rate)
    seconds = real(count, real64) / real(rate, real64)
  end function

  real(real64) function time_of(k, sweeps)
    procedure(kernel) :: k
    integer, intent(in) :: sweeps
    real(real64) :: start

    start = seconds()
    call k(sweeps)
    time_of = seconds() - start
  end function

  ! Measures the kernel on local memory and the one on another image's in turn and
  ! prints the nanoseconds that one of `items` things takes, a line a repetition.
  ! Short ones take turns several times in a repetition: what shares the core with a
  ! virtual machine comes and goes, and should meet both. Only image 1 calls it; the
  ! others wait, and leave its caches alone.
  subroutine measure(name, case, items, local, other)
    character(len=*), intent(in) :: name, case
    integer, intent(in) :: items
    procedure(kernel) :: local, other
    integer :: sweeps(2), turns, r
    real(real64) :: start

    call find_sweeps(local, other, sweeps, turns)
    start = seconds()
    do r = 1, repetitions
      call show(name, case, items, times_of(local, other, sweeps, turns))
      if (seconds() - start > patience) exit
    end do
  end subroutine

  ! The same for arrays that no cache holds, by images 1 and 2 one after the other; all
  ! images call it. A repetition is the mean of both. What a kernel takes depends on the
  ! physical pages of its arrays, which are local memory to one of the two and other
  ! memory to the other: with both, all pages count on both sides.
  subroutine measure_in_turn(name, case, items, local, other)
    character(len=*), intent(in) :: name, case
    integer, intent(in) :: items
    procedure(kernel) :: local, other
    integer :: sweeps(2), turns, r, image
    real(real64) :: start

    do image = 1, min(2, num_images())
      if (this_image() == image) call find_sweeps(local, other, sweeps, turns)
      sync all
    end do
    start = seconds()
    do r = 1, repetitions
      do image = 1, min(2, num_images())
        if (this_image() == image) took = times_of(local, other, sweeps, turns)
        sync all
      end do
      if (this_image() == 1) then
        call show(name, case, items, (took + took(:)[min(2, num_images())]) / 2)
        over = seconds() - start > patience
      end if
      sync all
      if (over[1]) exit
    end do
  end subroutine

  ! How many sweeps of each kernel are a measurement, and how often they take turns.
  subroutine find_sweeps(local, other, sweeps, turns)
    procedure(kernel) :: local, other
    integer, intent(out) :: sweeps(2), turns

    call local(1)
    call other(1)
    sweeps = [enough(local), enough(other)]
    turns = max(1, min(16, minval(sweeps) / 64))
    sweeps = sweeps / turns
  end subroutine

  ! The seconds of one sweep of each kernel.
  function times_of(local, other, sweeps, turns) result(seconds_each)
    procedure(kernel) :: local, other
    integer, intent(in) :: sweeps(2), turns
    real(real64) :: seconds_each(2)
    integer :: turn

    seconds_each = 0
    do turn = 1, turns
      seconds_each(1) = seconds_each(1) + time_of(local, sweeps(1)) / (sweeps(1) * turns)
      seconds_each(2) = seconds_each(2) + time_of(other, sweeps(2)) / (sweeps(2) * turns)
    end do
  end function

  subroutine show(name, case, items, seconds_each)
    character(len=*), intent(in) :: name, case
    integer, intent(in) :: items
    real(real64), intent(in) :: seconds_each(2)

    print '(4a,2(a,es13.6))', 'bench ', name, ' case=', case, &
        ' local=', seconds_each(1) / items * 1e9_real64, &
        ' other=', seconds_each(2) / items * 1e9_real64
  end subroutine

  integer function enough(k)
    procedure(kernel) :: k

    enough = 1
    do while (time_of(k, enough) < shortest)
      enough = 2 * enough
    end do
  end function

end module bench_support
