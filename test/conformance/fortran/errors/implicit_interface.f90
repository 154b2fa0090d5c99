! feature: diagnostics: coindexed objects
! build-args: -std=f2018
! A procedure with coarray dummies needs an explicit interface (F2018 15.4.2.2).
subroutine exchange(x)
  implicit none
  integer, intent(inout) :: x(3)[*]
  x(1) = x(1)[1]
end subroutine exchange
subroutine grow(x)
  implicit none
  integer, allocatable, intent(inout) :: x(:)[:]
  allocate (x(3)[*])
end subroutine grow
program implicit_interface
  implicit none
  external :: exchange, grow
  integer :: x(3)[*]
  integer, allocatable :: y(:)[:]
  ! expect-error: explicit interface
  call exchange(x)
  ! expect-error: explicit interface
  call grow(y)
end program implicit_interface
