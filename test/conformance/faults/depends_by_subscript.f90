! An array is defined from elements that it chooses itself: as a vector subscript, as a subscript in
! WHERE and FORALL. The right side is evaluated first (F2018 10.2.1.3, 10.2.3.2, 10.2.4.2.4).
! gfortran 12 to 16 take no temporary.
program depends_by_subscript
  implicit none
  integer :: z(5), i
  integer, parameter :: l(0:6) = [0, 10, 20, 30, 40, 50, 0]
  z = [1, 2, 3, 4, 5]
  z = l(z(5:1:-1))
  if (any(z /= [50, 40, 30, 20, 10])) error stop 'FAIL array assignment'
  z = [1, 2, 3, 4, 5]
  where (z > 0) z = l(z(1) + 1)
  if (any(z /= 20)) error stop 'FAIL WHERE'
  z = [1, 2, 3, 4, 5]
  forall (i = 1:5) z(i) = l(z(1) + 1)
  if (any(z /= 20)) error stop 'FAIL FORALL'
  print '(a)', 'PASS'
end program
