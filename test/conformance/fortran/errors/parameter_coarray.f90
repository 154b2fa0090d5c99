! feature: diagnostics: declarations
program parameter_coarray
  implicit none
  ! expect-error: parameter
  integer, parameter :: n[*] = 3
end program parameter_coarray
