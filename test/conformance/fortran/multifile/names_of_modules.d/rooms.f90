module rooms
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, save :: loc(4)[*], kind[*], size(3) = 7
  real, allocatable :: lbound(:)[:]
contains
  integer function int(x)
    real, intent(in) :: x
    int = nint(x) + 100
  end function
end module
