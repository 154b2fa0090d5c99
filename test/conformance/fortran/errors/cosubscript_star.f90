! feature: diagnostics: image selectors
program cosubscript_star
  implicit none
  integer :: y(3)[2, *], b(3)
  ! expect-error: '*' selects no image: a cosubscript is an integer
  y(1)[1, *] = 3
  ! expect-error: '*' selects no image: a cosubscript is an integer
  b = y(:)[*, 1]
end program cosubscript_star
