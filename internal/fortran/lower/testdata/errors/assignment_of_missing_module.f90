! A module of which nothing is known may define assignment, also by a procedure that is not pure.
module m
  use elsewhere
  implicit none
  type t
    integer, allocatable :: a(:)
  end type
  type(t) :: x[*]
contains
  pure subroutine s(y)
    type(t), intent(out) :: y
    y = x[1]
  end subroutine
end module
