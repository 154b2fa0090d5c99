! A subscript with an array constructor, in an assignment with the same array on both sides:
! gfortran 12 to 14 never end. 15 and 16 are right.
program constructor_in_subscript
  implicit none
  integer :: w(3, 3), k
  w = reshape([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3])
  k = 2
  w(2:3, k) = w(1:2, maxval([1, k]))
  if (any(w(:, 2) /= [4, 4, 5])) error stop 'FAIL'
  print '(a)', 'PASS'
end program
