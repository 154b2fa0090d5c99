! feature: diagnostics: declarations
! build-args: -std=f2018
program old_parameter
  integer, save :: x[*]
  ! expect-error: PARAMETER without parentheses
  parameter n = 3
  x = n
end program
