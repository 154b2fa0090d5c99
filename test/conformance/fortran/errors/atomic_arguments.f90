! feature: diagnostics: intrinsics
program atomic_arguments
  use iso_fortran_env
  implicit none
  integer(atomic_int_kind) :: ok[*], plain, old
  integer(int8) :: small[*]
  real :: r[*]
  ! expect-error: coarray
  call atomic_add(plain, 1)
  ! expect-error: atomic_int_kind
  call atomic_add(small[1], 1)
  ! expect-error: atomic_int_kind
  call atomic_fetch_or(r, 1, old)
  call atomic_add(ok[1], 1)
end program atomic_arguments
