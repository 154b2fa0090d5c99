! The subscripts of what WHERE defines are evaluated once, before it is defined (F2018 10.2.3.2,
! 10.2.1.3). flang 19 to 23 evaluate them again for each element.
program where_left_subscript
  implicit none
  integer :: z(3, 3)
  z = 1
  where ([.true., .true., .true.]) z(:, z(2, 1)) = 3
  if (any(z(:, 1) /= 3) .or. any(z(:, 2:) /= 1)) error stop 'FAIL'
  print '(a)', 'PASS'
end program
