! feature: diagnostics: declarations
program pointer_coarray
  implicit none
  ! expect-error: pointer
  integer, pointer :: p[:]
  ! expect-error: pointer
  real, pointer, save :: q(:)[*]
end program pointer_coarray
