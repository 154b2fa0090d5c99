! feature: diagnostics: image selectors
program cosubscript_not_scalar
  implicit none
  integer :: x[*], y(3)[2, *], list(2)
  list = 1
  ! expect-error: cosubscript
  print *, x[1:2]
  ! expect-error: cosubscript
  y(1)[1, :] = 3
end program cosubscript_not_scalar
