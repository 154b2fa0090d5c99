! The variables that operations work on.
module operands
  use, intrinsic :: iso_fortran_env
  implicit none

  integer, parameter :: mib = 2**17       ! elements of a MiB
  real(real64) :: x(mib)[*], y(mib), s
  integer(atomic_int_kind) :: counter[*], old
  type(event_type) :: ping[*], posted[*]

contains

  subroutine prepare
    x = 1
    y = 1
    s = 0
    call atomic_define(counter, 0)
  end subroutine

end module
