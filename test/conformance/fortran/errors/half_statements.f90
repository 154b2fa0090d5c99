! feature: diagnostics: statements
program half_statements
  implicit none
  integer :: n[*]
  ! expect-error: expected THEN
  if (this_image() == 1)
    n = 1
  end if
  ! expect-error: no Fortran statement
  sync_all
end program
