! Procedures that the compiler cannot see into: after a call of one of them every
! array and every result may have been read and changed, so that no sweep of a
! benchmark can be left out, merged with the next or moved before the clock.
! Compiled by itself, without link-time optimisation.
subroutine opaque(a)
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  integer(int64), intent(inout) :: a(*)

  if (a(1) == -huge(a(1))) a(1) = 0
end subroutine

subroutine opaque_real(a)
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  real(real64), intent(inout) :: a(*)

  if (a(1) == -huge(a(1))) a(1) = 0
end subroutine
