! options: -std=f2018
! With -std= a procedure that has the name of one of the compiler's own intrinsic procedures is the program's.
module m
  implicit none
contains
  integer function elsewhere(i)
    integer, intent(in) :: i
    integer :: second
    elsewhere = second(i)
  end function
end module
program p
  use m
  implicit none
  integer, save :: x[*]
  integer :: irand, loc, rand(3)
  character(5) :: hostnm
  real, external :: etime
  x = 3
  rand = [1, 2, 3]
  hostnm = 'abcde'
  if (irand(7) /= 42) error stop 'irand'
  if (loc(x) /= -3) error stop 'loc'
  if (rand(2) /= 2 .or. hostnm(2:3) /= 'bc') error stop 'variables'
  if (etime(2) /= 4.) error stop 'etime'
  if (elsewhere(2) /= 22) error stop 'second'
  if (inner(1) /= 18) error stop 'inner'
  call sleep(x[this_image()])
  if (x /= 33) error stop 'sleep'
  block
    if (irand(1) /= 6) error stop 'in a block'
  end block
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function inner(i)
    integer, intent(in) :: i
    integer :: time
    inner = irand(i) + time(i)
  end function
end program
integer function irand(i)
  integer, intent(in) :: i
  irand = 6*i
end function
integer function loc(i)
  integer, intent(in) :: i
  loc = -i
end function
integer function second(i)
  integer, intent(in) :: i
  second = i + 20
end function
integer function time(i)
  integer, intent(in) :: i
  time = 12*i
end function
real function etime(i)
  integer, intent(in) :: i
  etime = 2.*i
end function
subroutine sleep(i)
  integer, intent(inout) :: i
  i = i + 30
end subroutine
