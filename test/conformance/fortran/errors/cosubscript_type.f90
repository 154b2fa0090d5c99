! feature: diagnostics: image selectors
program cosubscript_type
  implicit none
  integer :: x[*], v(2)
  v = 1
  ! expect-error: cosubscript
  print *, x[(1.0, 0.0)]
  ! expect-error: cosubscript
  x['1'] = 2
  ! expect-error: cosubscript
  x[v] = 2
  ! expect-error: cosubscript
  x[.true.] = 2
end program cosubscript_type
