! options: -O2
! CSHIFT of a section whose extent the compiler does not know, with a shift that it knows to be -1.
program negative_shift
  implicit none
  integer :: a(0:9) = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  integer, volatile :: n = 5
  if (all(cshift(a(1:n), -1) == [5, 1, 2, 3, 4])) print '(a)', 'PASS'
end program
