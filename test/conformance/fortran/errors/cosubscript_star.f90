! feature: diagnostics: image selectors
program cosubscript_star
  implicit none
  integer :: y(3)[2, *]
  ! expect-error: *
  y(1)[1, *] = 3
end program cosubscript_star
