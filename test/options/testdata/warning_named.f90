! options: -Wall -Werror=conversion -Wno-error=unused-variable
! refused: Possible change of value in conversion from REAL(4) to INTEGER(4) [-Werror=conversion]
program p
  implicit none
  integer, save :: z[*]
  integer :: i, never
  real :: x
  x = 1.5
  z = 1
  sync all
  i = x
  print *, z[1], i
end program
