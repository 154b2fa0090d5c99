! FORALL with a right side that has fewer characters than the left side and is the same array.
! gfortran 12 keeps it in a temporary variable, to which it adds no blanks.
program forall_shorter_text
  implicit none
  character(5) :: a(3) = ['abcde', 'ABCDE', 'vwxyz']
  integer :: k
  forall (k = 1:3) a(k) = a(4 - k)(2:3)
  if (all(a == ['wx   ', 'BC   ', 'bc   '])) print '(a)', 'PASS'
end program
