! feature: diagnostics: declarations
! STRUCTURE of old compilers is a declaration.
program structure_below
  implicit none
  integer :: x[*]
  x = 3
  ! expect-error: a specification statement after the first executable statement
  structure /point/
    integer :: a
  end structure
  ! expect-error: this statement cannot depend on an IF
  if (x > 2) structure /other/
end program structure_below
