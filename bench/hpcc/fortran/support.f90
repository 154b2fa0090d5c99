! What the HPC Challenge programs share: their arguments, `name=value` in any order, the clock, and
! the line of results that `coral bench hpcc` reads.
module hpcc_support
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  implicit none
  private
  public :: option, word_option, check_options, refuse, seconds, result_line

  integer, parameter :: longest = 64
  character(longest) :: known(16)
  integer :: number_known = 0

  interface option
    module procedure option_default, option_int64
  end interface

contains

  integer function option_default(name, default) result(value)
    character(*), intent(in) :: name
    integer, intent(in) :: default

    value = int(option_int64(name, int(default, int64)))
  end function

  integer(int64) function option_int64(name, default) result(value)
    character(*), intent(in) :: name
    integer(int64), intent(in) :: default
    character(longest) :: text
    integer :: failed

    value = default
    text = word_option(name, '')
    if (text == '') return
    read (text, *, iostat=failed) value
    if (failed /= 0) call refuse(name // '=' // trim(text) // ': not an integer')
  end function

  ! The value of the argument `name=value`, or the default. The last one counts.
  function word_option(name, default) result(value)
    character(*), intent(in) :: name, default
    character(longest) :: value, argument
    integer :: i

    number_known = number_known + 1
    known(number_known) = name
    value = default
    do i = 1, command_argument_count()
      call get_command_argument(i, argument)
      if (index(argument, name // '=') == 1) value = argument(len(name)+2:)
    end do
  end function

  ! Call it when all options have been asked for: an argument that none of them was is refused.
  subroutine check_options
    character(longest) :: argument
    integer :: i, k

    do i = 1, command_argument_count()
      call get_command_argument(i, argument)
      k = index(argument, '=')
      if (k > 1) then
        if (any(known(1:number_known) == argument(1:k-1))) cycle
      end if
      call refuse('unknown argument ' // trim(argument))
    end do
  end subroutine

  ! Ends the program since its arguments will not do. All images call it, and one says so.
  subroutine refuse(text)
    character(*), intent(in) :: text
    integer :: i

    if (this_image() == 1) then
      write (error_unit, '(a)') text
      write (error_unit, '(*(a))') 'arguments are:', (' ' // trim(known(i)) // '=', i = 1, &
           number_known)
    end if
    error stop 2, quiet=.true.
  end subroutine

  real(real64) function seconds()
    integer(int64) :: count, rate

    call system_clock(count, rate)
    seconds = real(count, real64) / real(rate, real64)
  end function

  ! Prints `bench hpcc case=CASE NAME=VALUE ...`.
  subroutine result_line(case, names, values)
    character(*), intent(in) :: case, names(:)
    real(real64), intent(in) :: values(:)
    integer :: i

    print '(a,*(a,a,a,es15.8))', 'bench hpcc case=' // case, (' ', trim(names(i)), '=', &
         values(i), i = 1, size(names))
  end subroutine

end module hpcc_support
