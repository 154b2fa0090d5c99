! An array constructor whose length the compiler does not know, in the mask of WHERE.
program constructor_in_mask
  implicit none
  integer :: a(8) = 0, i
  integer, volatile :: n = 8
  where ([(mod(i, 4) < 2, i=1, n)]) a = 1
  if (all(a == [1, 0, 0, 1, 1, 0, 0, 1])) print '(a)', 'PASS'
end program
