! std=f2018
subroutine declarations(n)
  implicit none
  integer :: n
  real, allocatable :: a(:)[*]
  real :: b(3)[:]
  integer, pointer :: p[:]
  integer :: local[*]
  real, save :: c(n)[*]
  integer :: coral_x
  local = 1
end subroutine
