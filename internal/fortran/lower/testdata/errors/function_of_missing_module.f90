! A function that has the name of an intrinsic subroutine may come from a module that is missing,
! which the module that is used uses.
module between
  use nowhere_to_be_found
end module
subroutine may_be_a_function(x, y)
  use between
  implicit none
  integer :: x[*], y
  x = co_sum(y)
  x = thisimage()
end subroutine
subroutine is_none(x, y)
  implicit none
  integer :: x[*], y
  x = co_sum(y)
  x = thisimage()
end subroutine
