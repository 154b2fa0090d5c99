! conformance: images=1,2,3
! feature: coindexed in expressions
! An operator that a program gives to a derived type calls a function. The function is called as
! often as the statement says, though the statement refers to another image.
module counted_sum
  implicit none
  type :: number
    integer :: n
  end type
  integer :: calls = 0
  interface operator(+)
    module procedure added
  end interface
contains
  function added(a, b) result(c)
    type(number), intent(in) :: a, b
    type(number) :: c
    calls = calls + 1
    c%n = a%n + b%n
  end function
  pure integer function place(a)
    type(number), intent(in) :: a
    place = a%n
  end function
end module
program operator_in_subscript
  use counted_sum
  implicit none
  integer :: x(4)[*], y, next, me, i
  type(number) :: one, two
  one%n = 1
  two%n = 2
  me = this_image()
  next = mod(me, num_images()) + 1
  x = [(10*me + i, i = 1, 4)]
  sync all
  y = x(place(one + two))[next]
  if (calls /= 1) error stop "the operator's function has not been called once"
  if (y /= 10*next + 3) error stop "wrong value"
  sync all
  x(place(two + two))[next] = me
  if (calls /= 2) error stop "the operator's function has not been called once, for a definition"
  sync all
  if (x(4) /= merge(me - 1, num_images(), me > 1)) error stop "wrong value at the end"
  if (me == 1) write (*, '(a)') 'PASS'
end program
