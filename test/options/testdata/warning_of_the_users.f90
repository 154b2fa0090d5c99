! options: -Wall -Werror
! refused: warning_of_the_users.f90:6:18: error: Unused variable ‘never’ declared [-Werror=unused-variable]
program p
  implicit none
  integer, save :: z[*]
  integer :: never
  z = 1
  sync all
  print *, z[1]
end program
