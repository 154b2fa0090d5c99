! feature: diagnostics: image selectors
! build-args: -std=f2018
program cosubscript_real
  implicit none
  integer :: x[*]
  real :: r
  r = 1.0
  ! expect-error: a cosubscript must be an integer
  print *, x[r]
end program
