! Two images in turn, as Table 3 of the paper: a put, or a get, and synchronization at the end of
! each phase. For each length one line, with the time of one phase:
!
!   put    x(1:n)[other] = y(1:n)
!   geta   y(1:n) = value(n): the value of a function, which has fetched it
!   getb   y(1:n) = x(1:n)[other]
!   put8   eight variables, one after the other, and one synchronization
!
!   pingpong longest budget     bytes of the longest; bytes that a length is repeated for
program pingpong
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: variables = 8
  real(real64), allocatable :: x(:)[:], x8(:,:)[:], y(:)
  integer :: me, other, longest, budget, bytes

  me = this_image()
  other = 3 - me
  longest = argument(1, 2**25)
  budget = argument(2, 2**25)
  allocate (x(longest / 8)[*], x8(2**21 / 8, variables)[*], y(longest / 8))
  y = me
  bytes = 8
  do while (bytes <= longest)
    call measure('put')
    call measure('geta')
    call measure('getb')
    if (bytes <= 2**21) call measure('put8')
    bytes = 4 * bytes
  end do

contains

  subroutine measure(what)
    character(len=*), intent(in) :: what
    integer(int64) :: from, to, rate
    integer :: count, i

    count = min(1000, max(4, budget / bytes))
    do i = 1 - max(2, count / 10), count
      if (i == 1) call system_clock(from)
      if (me == 1) call phase(what, bytes / 8)
      sync all
      if (me == 2) call phase(what, bytes / 8)
      sync all
    end do
    call system_clock(to, rate)
    if (me == 1) print '(3a,i0,a,es12.5)', 'bench pingpong case=', what, '/', bytes, ' us=', &
        (to - from) * 1e6_real64 / rate / count / 2
  end subroutine

  subroutine phase(what, n)
    character(len=*), intent(in) :: what
    integer, intent(in) :: n
    integer :: v

    select case (what)
    case ('put')
      x(1:n)[other] = y(1:n)
    case ('geta')
      y(1:n) = value(n)
    case ('getb')
      y(1:n) = x(1:n)[other]
    case ('put8')
      do v = 1, variables
        x8(1:n, v)[other] = y(1:n)
      end do
    end select
  end subroutine

  function value(n)
    integer, intent(in) :: n
    real(real64) :: value(n)

    value = x(1:n)[other]
  end function

  integer function argument(i, default)
    integer, intent(in) :: i, default
    character(len=32) :: word

    argument = default
    if (command_argument_count() < i) return
    call get_command_argument(i, word)
    read (word, *) argument
  end function
end program
