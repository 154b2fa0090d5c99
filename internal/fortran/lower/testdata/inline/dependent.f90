! Iterations that may depend on each other: what a loop defines has its memory in common with
! another variable. The last loop's iterations are independent.
subroutine dependent(x)
  implicit none
  real :: x(9)[*], a(9), b(9), c(9), d(9)
  integer :: i
  equivalence (a(2), b(1))
  common /shared/ c
  do i = 1, 8
    a(i) = b(i) + x(i)[2]
  end do
  do i = 1, 8
    c(i) = c(i) + x(i)[2]
  end do
  do i = 1, 8
    d(i) = d(i) + x(i)[2]
  end do
end subroutine
