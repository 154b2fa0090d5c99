! conformance: images=1,2,3
! feature: functions of modules as arguments of functions, in programs with a defined assignment
!
! The functions that are arguments stand in front of the statements that call them, in this file
! and in a submodule. Each has statements of other kinds.
module scores_m
  implicit none
  type score
    integer :: points = 0
  end type score
  interface assignment(=)
    module procedure from_points
  end interface
  integer, target :: bonus = 0
  interface
    module integer function best(list)
      integer, intent(in) :: list(:)
    end function best
  end interface
contains
  subroutine from_points(s, points)
    type(score), intent(out) :: s
    integer, intent(in) :: points
    s%points = points
  end subroutine from_points

  integer function twice(i)
    integer, intent(in) :: i
    twice = 2*i
  end function twice

  integer function with_bonus(i)
    integer, intent(in) :: i
    integer, pointer :: extra
    extra => bonus
    with_bonus = i
    if (bonus > 10) then
      with_bonus = with_bonus + 10
    else if (bonus > 0) then
      with_bonus = with_bonus + extra
    end if
    if (bonus < 0) with_bonus = -1
  end function with_bonus

  function digits(i) result(text)
    integer, intent(in) :: i
    character(4) :: text
    write (text, '(i4.4)') i
  end function digits

  integer function value(text)
    character(*), intent(in) :: text
    read (text, *) value
  end function value
end module scores_m

submodule (scores_m) best_s
contains
  module procedure best
    best = maxval(list)
  end procedure best
end submodule best_s

program nested_calls_beside_assignment
  use scores_m
  implicit none
  integer :: counts(2)[*], i, next
  type(score) :: s
  character(20) :: line
  logical :: ok

  next = mod(this_image(), num_images()) + 1
  counts = [this_image(), 5]
  sync all
  s = 3
  i = twice(with_bonus(s%points))
  ok = i == 6
  bonus = 4
  i = with_bonus(twice(counts(1)[next]))
  ok = ok .and. i == 2*next + 4
  i = twice(best([counts(1)[next], with_bonus(1)]))
  ok = ok .and. i == 2*max(next, 5)
  i = value(digits(with_bonus(counts(2)[next])))
  ok = ok .and. i == 9
  write (line, '(2i8)') twice(value(digits(7))), best(counts(:)[next]) + twice(with_bonus(-4))
  ok = ok .and. line == '      14' // digits_8(max(next, 5))
  if (twice(with_bonus(counts(2)[next])) /= 18) ok = .false.
  s = twice(with_bonus(counts(2)[next]))
  ok = ok .and. s%points == 18
  sync all
  if (.not. ok) error stop 'wrong value'
  if (this_image() == 1) print '(a)', 'PASS'
contains
  function digits_8(i) result(text)
    integer, intent(in) :: i
    character(8) :: text
    write (text, '(i8)') i
  end function digits_8
end program nested_calls_beside_assignment
